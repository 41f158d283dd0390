"""The separate program that typesets one document: `python typeset.py TEMPLATE FONTS < data.json`.

It writes the number of the last page, then the document. A separate process, because typst caches layouts, some
megabytes per document, until its process ends. It imports nothing of this project, so that it starts as fast as Python
does.
"""

import json
import os
import sys
from pathlib import Path
from typing import cast

import typst

NO_TIME = 0
"""The creation time of every document, in seconds since 1970: constant, so that equal input gives equal bytes."""


def main(template: str, fonts: str) -> None:
    """Write the document of a template and the data on stdin; typst reads only files in the template's folder."""
    if hasattr(os, "nice"):
        os.nice(10)  # recording has priority over printing
    compiler = typst.Compiler(
        template,
        root=str(Path(template).parent),
        font_paths=[fonts],
        ignore_system_fonts=True,
        sys_inputs={"data": sys.stdin.buffer.read().decode()},
    )
    document = cast(bytes, compiler.compile(format="pdf", timestamp=NO_TIME))
    last: int = json.loads(compiler.query("<last-page>", field="value", one=True))
    sys.stdout.buffer.write(f"{last}\n".encode())
    sys.stdout.buffer.write(document)


if __name__ == "__main__":
    main(*sys.argv[1:])
