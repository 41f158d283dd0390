"""The program that `make app` builds: its modules are inside one executable, without source files."""

import sys
from collections.abc import Sequence
from pathlib import Path

TYPESET, JOIN = "typeset-one-document", "join-documents"
"""The first argument that makes the program typeset one document, or join some, and end; Python is not there to run a
script."""


def is_bundled() -> bool:
    """Whether this is the program that `make app` builds. `sys.executable` is that program then, not Python."""
    return bool(getattr(sys, "frozen", False))


def code_files(*sources: Path) -> Sequence[Path]:
    """The files that the code of these source files is read from; in a bundled program, the executable."""
    return [Path(sys.executable)] if is_bundled() else sources


__all__ = ["JOIN", "TYPESET", "code_files", "is_bundled"]
