"""Treat names that differ by digits written for letters as look-alikes."""

from alembic import op
from sqlalchemy import text

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Recompute the skeletons; of existing look-alikes the first account gets the new one.

    The others keep theirs. A seat reserved for a name that nobody has opens only by an invite link.
    """
    connection = op.get_bind()
    execute = connection.exec_driver_sql
    known = "(SELECT skeleton FROM accounts)"
    execute(
        "UPDATE seats SET invited_skeleton = '-' WHERE account IS NULL AND invited IS NOT NULL"
        f" AND invited_skeleton NOT IN {known}"
    )
    execute(
        "UPDATE seats SET invited = (SELECT name FROM accounts"
        " WHERE accounts.skeleton = seats.invited_skeleton)"
        f" WHERE invited_skeleton IN {known}"
    )
    rows = execute("SELECT id, skeleton FROM accounts ORDER BY id").all()
    taken, letters = {skeleton for _id, skeleton in rows}, str.maketrans("34578", "eastb")
    for number, before in rows:
        after = before.translate(letters)
        if after in taken:  # its own too, if it has no such digits
            continue
        taken.add(after)
        values = {"number": number, "before": before, "after": after}
        change = text("UPDATE accounts SET skeleton = :after WHERE id = :number")
        connection.execute(change, values)
        change = text("UPDATE seats SET invited_skeleton = :after WHERE invited_skeleton = :before")
        connection.execute(change, values)
