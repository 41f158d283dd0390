"""The token of scripts on this computer: a file in the data folder that only its owner can read."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from companion.campaign_files.file_permissions import OURS, make_folder

LEAST = 32
"""Characters of a token; a shorter file was damaged, and admits no script."""


def token_path(folder: Path) -> Path:
    return folder / "scripts.token"


def read_token(folder: Path) -> str:
    """The token of a data folder; empty if there is none."""
    with suppress(OSError, UnicodeDecodeError):
        kept = token_path(folder).read_text(encoding="ascii").strip()
        return kept if len(kept) >= LEAST else ""
    return ""


def new_token(folder: Path) -> str:
    """A new token for a data folder; the one before is not valid any more."""
    make_folder(folder)
    token, path = secrets.token_urlsafe(LEAST), token_path(folder)
    half = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS), "w", encoding="ascii") as file:
            file.write(f"{token}\n")
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
    return token


__all__ = ["new_token", "read_token", "token_path"]
