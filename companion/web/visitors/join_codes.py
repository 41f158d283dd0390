"""Join codes: the codes of campaigns for players and for spectators, in the file of guests."""

import secrets

from companion.web.visitors.guest_file import Db

ALPHABET = "BCDFGHJKMNPQRTVWXY346789"
"""Characters that are not confused with each other, and spell no word."""
SIGNS = 6
"""Characters of a code: few enough to be read out at a table; guessing is slowed down by `tries.py`."""
CODES = (
    "SELECT campaign, code FROM rooms WHERE code<>'' UNION ALL SELECT campaign, watching FROM rooms WHERE watching<>''"
)
"""The campaigns with their codes, for a query."""


def give_code(db: Db, campaign: str) -> str:
    """Give a campaign a new code for players, and return it."""
    code = _unused_code(db)
    db.execute(
        "INSERT INTO rooms (campaign, code) VALUES (?,?) ON CONFLICT (campaign) DO UPDATE SET code=excluded.code",
        (campaign, code),
    )
    return code


def give_watching_code(db: Db, campaign: str) -> str:
    """Give a campaign a new code for spectators, and return it."""
    code = _unused_code(db)
    db.execute(
        "INSERT INTO rooms (campaign, watching) VALUES (?,?)"
        " ON CONFLICT (campaign) DO UPDATE SET watching=excluded.watching",
        (campaign, code),
    )
    return code


def _unused_code(db: Db) -> str:
    known = {code for _, code in db.execute(CODES).fetchall()}
    code = new_code()
    while code in known:
        code = new_code()
    return code


def new_code() -> str:
    """A random code of six characters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(SIGNS))


def plain_code(code: str) -> str:
    """A typed code in its stored form: upper case, without gaps."""
    return "".join(sign for sign in code.upper() if sign.isalnum())[: 2 * SIGNS]


__all__ = ["ALPHABET", "CODES", "SIGNS", "give_code", "give_watching_code", "new_code", "plain_code"]
