"""Several server processes (“nodes”) at one PostgreSQL.

`node.Nodes` is the interface for the rest of a server; `node.Alone` implements it for a single
server, `several.SeveralNodes` for a database that several may use.
"""
