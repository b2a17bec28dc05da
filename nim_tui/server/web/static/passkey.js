// Passkeys: made by whoever is known here, shown by whoever wants to be.

const said = document.body.dataset;
const all = (name) => document.querySelectorAll(name);
const told = document.getElementById("passkey-told");
const TOLD_FOR = 12000; // ms
const LATER = 3000; // ms, so that the first board need not wait
const query = `?language=${document.documentElement.lang}`;
const canUse = said.passkeys !== "" && isSecureContext && "PublicKeyCredential" in window;
let who = ""; // `account`, a `key` that opens none yet, or nothing

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** What the server answers; throws what it tells of a refusal. */
async function ask(path, sent) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path + query, { method: "POST", headers, body: JSON.stringify(sent) });
  const found = await answer.json().catch(() => ({}));
  if (answer.ok) return found;
  throw Object.assign(new Error("refused"), { told: found.told ?? said.failed, isUnknown: found.unknown });
}

async function add() {
  const asked = await ask("/passkey/new", {});
  const made = await navigator.credentials.create({
    publicKey: {
      ...asked,
      challenge: bytes(asked.challenge),
      user: { ...asked.user, id: bytes(asked.user.id) },
      excludeCredentials: asked.excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
    },
  });
  await ask("/passkey/keep", {
    id: made.id,
    response: {
      clientDataJSON: text(made.response.clientDataJSON),
      attestationObject: text(made.response.attestationObject),
      transports: made.response.getTransports?.() ?? [],
    },
  });
  tell(said.added);
}

async function use() {
  const asked = await ask("/passkey/ask", {});
  const shown = await navigator.credentials.get({ publicKey: { ...asked, challenge: bytes(asked.challenge) } });
  const handle = shown.response.userHandle;
  try {
    await ask("/passkey/enter", {
      id: shown.id,
      response: {
        clientDataJSON: text(shown.response.clientDataJSON),
        authenticatorData: text(shown.response.authenticatorData),
        signature: text(shown.response.signature),
        userHandle: handle ? text(handle) : null,
      },
    });
  } catch (error) {
    if (error.isUnknown) { // so that the device offers it no longer
      PublicKeyCredential.signalUnknownCredential?.({ rpId: asked.rpId, credentialId: shown.id }).catch(() => {});
    }
    throw error;
  }
  location.reload();
}

let forgetting = 0;
function tell(what) {
  told.textContent = what;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => { told.textContent = ""; }, TOLD_FOR);
}

/** Do one of both, once at a time, and tell how it went. */
async function tried(what) {
  buttons.forEach((button) => { button.disabled = true; });
  tell("");
  try {
    await what();
  } catch (error) {
    if (error.name === "InvalidStateError") tell(said.has);
    else tell(error.told ?? said.failed);
  }
  buttons.forEach((button) => { button.disabled = false; });
  (document.querySelector("#screen textarea") ?? document.getElementById("typed")).focus();
}

/** Offer what whoever is here can do now. */
async function offer() {
  const answer = await fetch("/passkey/known").catch(() => null);
  who = answer?.ok ? await answer.text() : who;
  const isAsked = said.asked !== "" && who === ""; // then the button stands there
  all(".add-passkey").forEach((button) => { button.hidden = who !== "account"; });
  all("footer .use-passkey").forEach((button) => { button.hidden = who === "account" || isAsked; });
  all("section .use-passkey").forEach((button) => { button.hidden = false; });
}

const buttons = all(".use-passkey, .add-passkey");
if (canUse) {
  all(".use-passkey").forEach((button) => button.addEventListener("click", () => tried(use)));
  all(".add-passkey").forEach((button) => button.addEventListener("click", () => tried(add)));
  // Who chooses a name in the terminal is known from then on: look again before they reach a button.
  for (const near of ["pointerenter", "focusin"]) {
    document.querySelector("footer").addEventListener(near, () => { if (who === "key") offer(); });
  }
  setTimeout(offer, said.asked === "" ? LATER : 0);
}
