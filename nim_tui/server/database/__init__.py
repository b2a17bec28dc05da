"""What a server keeps: accounts, tables with their records, chat and ratings, in one database.

`opening.open_database` opens it; the other modules ask it and change it, each function in one
transaction that is on the disk before the function returns. Several processes may share one
database. Whatever the database cannot do is told as `connection.StorageTrouble`.
"""
