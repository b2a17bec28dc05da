"""Several server processes ("nodes") at one database: what the rest of a server asks of them.

`port.Nodes` is that; `alone.ALONE` answers it where there is one server, `several.SeveralNodes` for
a database that several may use.
"""
