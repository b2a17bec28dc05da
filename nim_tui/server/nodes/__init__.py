"""Several server processes ("nodes") at one PostgreSQL.

`node.Nodes` is what the rest of a server asks of them; `node.Alone` answers it where there is one
server, `several.SeveralNodes` for a database that several may use.
"""
