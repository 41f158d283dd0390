"""The key that signs the session cookie."""

import os
import secrets
from pathlib import Path

SIZE = 32


def session_key(folder: Path) -> bytes:
    """The key kept beside the campaigns, made the first time; where none can be kept, one of this run alone."""
    path = folder / "session.key"
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = path.read_bytes()
        return kept if len(kept) >= SIZE else secrets.token_bytes(SIZE)
    except OSError:
        return secrets.token_bytes(SIZE)
    key = secrets.token_bytes(SIZE)
    with os.fdopen(made, "wb") as file:
        file.write(key)
    return key


__all__ = ["session_key"]
