"""Files of guests as former versions wrote them."""

import sqlite3
import time
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from companion.web.visitors.guest_file import TABLES


def write_guests_of_before(file: Path, version: int, seat: str, secret: str) -> None:
    """A file of a version in which a guest had one secret: Ann, who plays a seat of the campaign “war”."""
    with closing(sqlite3.connect(file)) as db, db:
        for step in TABLES[:version]:
            for statement in step:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {version}")
        db.execute(
            "INSERT INTO guests (id, campaign, name, role, joined, seen, secret)"
            " VALUES (7, 'war', 'Ann', 'player', ?, ?, ?)",
            (time.time(), time.time(), sha256(secret.encode()).hexdigest()),
        )
        db.execute("INSERT INTO seats (campaign, seat, guest) VALUES ('war', ?, 7)", (seat,))
