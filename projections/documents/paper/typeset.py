"""The separate program that typesets one document: `python typeset.py TEMPLATE FONTS < data > document.pdf`.

typst keeps what it once laid out for as long as its process lasts, some megabytes of each document. It imports nothing
of this project, so that it starts in the time that Python does.
"""

import os
import sys
from pathlib import Path

import typst

NO_TIME = 0
"""Seconds since 1970 that a document says it was made: always the same, so that equal input gives equal bytes."""


def main(template: str, fonts: str) -> None:
    """Write the document of a template and of the data on stdin; typst reads nothing outside the template's folder."""
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays goes first
    document: bytes = typst.compile(
        template,
        root=str(Path(template).parent),
        font_paths=[fonts],
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"data": sys.stdin.buffer.read().decode()},
        timestamp=NO_TIME,
    )
    sys.stdout.buffer.write(document)


if __name__ == "__main__":
    main(*sys.argv[1:])
