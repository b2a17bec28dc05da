# Everything a person or CI runs. Only Python 3.11 or newer is needed beforehand.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
# Tests that are compiled anew in each of their processes take half as long again.
unexport PYTHONDONTWRITEBYTECODE
BENCH := .venv-bench
COMPILED := .venv-compiled
RESEARCH := .venv-research
DOCS := .venv-docs
PUBLISH := .venv-publish
# What the compiled build is made of.
COMPILABLE = $(shell find rules screens nim_tui -name '*.py')
BIN := $(VENV)/bin
PIP := -m pip install --disable-pip-version-check --quiet

INPUTS ?= 1000000
SEED ?= 1
FILE ?=
SLOW ?=
SUMS ?=
WHAT ?=
# Quick tests, those that CI runs, or one file or folder whatever its marks. Slow ones wait a third of their time for
# what other processes do, so more are run than there are processors, and each takes several times as long.
CHOSEN = $(if $(FILE),"$(FILE)",--dist worksteal $(if $(SLOW),-n 3 --most 5 -m "not nightly",-n 2 -m "not nightly and not slow"))
LONG := NIM_TUI_TESTS=long $(VENV)/bin/pytest -n 2 --dist worksteal --timeout 3600

.PHONY: help play test nightly mutants fuzz strength check gates baselines soak chaos evening bench compiled load research lock format locale migration snapshots man reference diagrams docs pictures playthroughs dist clean

help:
	@echo "make play          set up and open the home screen"
	@echo "make test          set up and run the quick tests; SLOW=1 for the slow ones too, as CI does;"
	@echo "                   FILE=tests/x.py for one file, or ::name"
	@echo "make nightly       every test with all its examples, and all that CI has no time for"
	@echo "make mutants       plant 200 small faults and see which tests notice; SEED=N"
	@echo "make strength      the kept games of bots against bots, some of them played again"
	@echo "make gates         bots against bots for hours: what each level must be worth"
	@echo "make baselines     the bots that learning agents are measured against"
	@echo "make check         lint, formatting, types, import contract"
	@echo "make bench         speed against peers, as ratios"
	@echo "make compiled      the rules compiled, beside the plain ones, and their tests on it; needs a C compiler"
	@echo "make research      the games as OpenSpiel and PettingZoo have them"
	@echo "make fuzz          a million inputs of strangers, on this machine alone; INPUTS=N SEED=N"
	@echo "make chaos         a thousand kills of servers and their storage, and floods, on this machine alone; SEED=N"
	@echo "                   SUMS=FILE to go on where it was ended"
	@echo "make evening       a club's evening of real clients: 64 people, seven rounds, on this machine alone; SEED=N"
	@echo "make load          a server under load, on this machine alone"
	@echo "make soak          long random runs, for hours"
	@echo "make format        format the code"
	@echo "make locale        collect the texts to translate, compile the catalogs"
	@echo "make migration     write what brings databases on to a changed schema; WHAT=\"count lent moves\""
	@echo "make snapshots     take the screenshots anew, to be reviewed as a diff"
	@echo "make pictures      draw the moving picture of the README anew, to be looked at"
	@echo "make diagrams      draw the diagrams of the rules anew, to be reviewed as a diff"
	@echo "make man           write the man pages anew, to be reviewed as a diff"
	@echo "make reference     write the generated parts of docs/reference anew, to be reviewed as a diff"
	@echo "make docs          build the documentation as a website in site/; fails on a broken link"
	@echo "make playthroughs  write the golden playthroughs anew, to be reviewed as a diff"
	@echo "make dist          build what is handed on: dist, the sources and the wheel, check them, and use each extra bare"
	@echo "make lock          write the lock files anew"

$(VENV)/bin/python $(BENCH)/bin/python $(COMPILED)/bin/python $(RESEARCH)/bin/python $(DOCS)/bin/python $(PUBLISH)/bin/python:
	@test -n "$(PYTHON)" || { echo "nim_tui needs Python 3.11 or newer on the PATH"; exit 2; }
	$(PYTHON) -m venv $(@D)/..

$(VENV)/play.done: locks/play.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/python $(PIP) --require-hashes -r locks/play.txt
	$(BIN)/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/test.done: locks/test.txt $(VENV)/play.done
	$(BIN)/python $(PIP) --require-hashes -r locks/test.txt
	@touch $@

$(BENCH)/done: locks/bench.txt pyproject.toml | $(BENCH)/bin/python
	$(BENCH)/bin/python $(PIP) --require-hashes -r locks/bench.txt
	$(BENCH)/bin/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

# From a copy: compiling puts what it makes beside the sources, where plain Python would take it.
# As old as the copy: what is changed meanwhile is compiled the next time.
$(COMPILED)/done: locks/compiled.txt pyproject.toml $(COMPILABLE) | $(COMPILED)/bin/python
	$(COMPILED)/bin/python $(PIP) --require-hashes -r locks/compiled.txt
	@touch $@.begun
	copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && \
		cp -R rules screens nim_tui docs pyproject.toml README.md LICENSE "$$copy" && \
		(cd "$$copy" && HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(CURDIR)/$(COMPILED)/bin/hatchling build -t wheel) && \
		$(COMPILED)/bin/python $(PIP) --no-deps --force-reinstall "$$copy"/dist/*.whl
	@mv $@.begun $@

$(RESEARCH)/done: locks/research.txt pyproject.toml | $(RESEARCH)/bin/python
	$(RESEARCH)/bin/python $(PIP) --require-hashes -r locks/research.txt
	$(RESEARCH)/bin/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

$(DOCS)/done: locks/docs.txt | $(DOCS)/bin/python
	$(DOCS)/bin/python $(PIP) --require-hashes -r locks/docs.txt
	@touch $@

$(PUBLISH)/done: locks/publish.txt pyproject.toml | $(PUBLISH)/bin/python
	$(PUBLISH)/bin/python $(PIP) --require-hashes -r locks/publish.txt
	$(PUBLISH)/bin/python $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

play: $(VENV)/play.done
	@$(BIN)/nim-tui

test: $(VENV)/test.done
	$(BIN)/pytest $(CHOSEN)

# Before a release; .github runs it every night.
nightly: $(VENV)/test.done
	$(LONG)
	$(MAKE) strength ANEW=1
	$(MAKE) research
	$(MAKE) fuzz INPUTS=100000
	$(BIN)/python -m tests.chaos --kills 6 --storage-kills 100 --node-kills 3 --seed $(SEED)
	$(MAKE) compiled
	$(MAKE) docs
	$(MAKE) dist

mutants: $(VENV)/test.done
	$(BIN)/python -m tests.mutants --seed $(SEED)

# Games are played again only where rules or bots are not those that they were last played by.
strength: $(VENV)/test.done
	$(BIN)/python -m nim_tui.arena.gates --kept --keep tests/strength --again 1 $(if $(ANEW),,--if-changed)
	$(BIN)/python -m nim_tui.arena.baselines --kept --keep tests/strength/baselines --again 2 $(if $(ANEW),,--if-changed)

# Many hours: what is kept of it, `make strength` tells.
gates: $(VENV)/test.done
	$(BIN)/python -m nim_tui.arena.gates --keep tests/strength

# A quarter of an hour: the table of baselines in docs/how-to/train-agents.md. Kept games stand as long as rules and
# bots play some of them the same.
baselines: $(VENV)/test.done
	mkdir -p tests/strength/baselines
	$(BIN)/python -m nim_tui.arena.baselines --keep tests/strength/baselines --again 2 --if-changed \
		--docs docs/how-to/train-agents.md

# What leans on how a newer Python runs tasks, on that Python.
check: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/lint-imports --config circles.ini
	$(BIN)/pytest -n 0 tests/test_structure.py tests/reference/test_terms.py

soak: $(VENV)/test.done
	NIM_TUI_TESTS=soak $(BIN)/pytest -n 2 --timeout 0 -m nightly \
		tests/rules tests/screens/test_letters.py tests/screens/test_vocabulary.py

fuzz: $(VENV)/test.done
	$(BIN)/python -m tests.fuzz --inputs $(INPUTS) --seed $(SEED)

chaos: $(VENV)/test.done
	$(BIN)/python -m tests.chaos --kills 60 --storage-kills 940 --node-kills 30 --floods 10 --seed $(SEED) \
		$(if $(SUMS),--sums $(SUMS))
	$(BIN)/python -m tests.chaos.faults --runs 50 --minutes 10 --seed $(SEED)

evening: $(VENV)/test.done
	$(BIN)/python -m tests.evening --people 64 --rounds 7 --servers 3 --seed $(SEED)

bench: $(BENCH)/done
	@$(BENCH)/bin/python -m tests.bench.report

# The tests lie here, what they test does not: appended, this folder comes after what is installed.
compiled: $(COMPILED)/done
	NIM_TUI_TESTS_ON=compiled $(COMPILED)/bin/pytest --import-mode=append -n 2 -m "not slow and not nightly" \
		tests/rules tests/nim_tui/bots

research: $(RESEARCH)/done
	$(RESEARCH)/bin/pytest -n 2 --most 60 tests/nim_tui/research

load: $(BENCH)/done
	@$(BENCH)/bin/python -m tests.bench.load
	@$(BENCH)/bin/python -m tests.bench.load --sessions 300 --every 3
	@$(BENCH)/bin/python -m tests.bench.load --hard 50
	@$(BENCH)/bin/python -m tests.bench.load --idle 1000
	@$(BENCH)/bin/python -m tests.bench.lobby
	@$(BENCH)/bin/python -m tests.bench.transports
	@$(BENCH)/bin/python -m tests.bench.nodes
	@$(BENCH)/bin/python -m tests.bench.sizing

format: $(VENV)/test.done
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

locale: $(VENV)/test.done
	$(BIN)/pybabel -q extract -F screens/locale/babel.cfg -k N_ -k Noun:1,2 -k pgettext:1c,2 \
		--add-location=file --sort-output --omit-header -o screens/locale/messages.pot rules screens nim_tui
	$(BIN)/pybabel -q update -i screens/locale/messages.pot -d screens/locale --no-fuzzy-matching \
		--ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q compile -d screens/locale

migration: $(VENV)/test.done
	@test -n "$(WHAT)" || { echo "make migration WHAT=\"what it does\""; exit 2; }
	$(BIN)/python -m tests.migration "$(WHAT)"
	$(MAKE) format

snapshots: $(VENV)/test.done
	$(BIN)/pytest -n 2 tests/screens --snapshot-update

playthroughs: $(VENV)/test.done
	$(BIN)/python -m tests.rules.playthroughs

diagrams: $(VENV)/test.done
	$(BIN)/python -m tests.screens.diagrams

man: $(VENV)/test.done
	$(BIN)/python -m tests.manual

reference: $(VENV)/test.done
	$(BIN)/python -m tests.reference

docs: $(DOCS)/done
	rm -rf site .site
	$(DOCS)/bin/python -m tests.site
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict

pictures: $(PUBLISH)/done
	$(PUBLISH)/bin/python -m tests.pictures

dist: $(PUBLISH)/done
	rm -rf dist
	$(PUBLISH)/bin/hatchling build
	$(PUBLISH)/bin/twine check --strict dist/*
	$(PUBLISH)/bin/python -m tests.bare_install dist

lock: $(VENV)/test.done
	$(BIN)/python $(PIP) uv
	for want in "play:" "serve:--extra server" "postgres:--extra postgres" "web:--extra web" "notices:--extra notices" \
		"all:--extra postgres --extra web --extra notices" "test:--extra test" "bench:--extra test --extra bench" \
		"research:--extra test --extra research" "compiled:--extra test --group compiled" "docs:--group docs" "publish:--group publish"; do \
		$(BIN)/uv pip compile --quiet pyproject.toml --group build --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		$${want#*:} -o locks/$${want%%:*}.txt; done

clean:
	rm -rf $(VENV) $(BENCH) $(COMPILED) $(RESEARCH) $(DOCS) $(PUBLISH) dist site .site .mypy_cache .ruff_cache .pytest_cache .hypothesis
