"""The separate program that joins the parts of a document: `python join.py < parts.json > document.pdf`.

A separate process, because it holds all parts in memory, and pypdf alone takes 40 MB. It imports nothing of this
project, as `typeset.py`.
"""

import json
import os
import sys
from io import BytesIO

from pypdf import PdfWriter
from pypdf.generic import NameObject, TextStringObject

VERSION = "%PDF-1.7"
"""The version of PDF that typst writes."""


def main() -> None:
    """Write one document of the files named on stdin, with its title and language, and the bookmarks of all parts.

    The tags for screen readers are left out: joining them takes thirty times as long and eight times the memory.
    """
    if hasattr(os, "nice"):
        os.nice(10)  # recording has priority over printing
    asked = json.load(sys.stdin.buffer)
    joined = PdfWriter()
    for part in asked["parts"]:
        joined.append(part)
    joined.pdf_header = VERSION
    joined.metadata = {"/Title": asked["title"], "/Producer": "pypdf"}
    joined.root_object[NameObject("/Lang")] = TextStringObject(asked["language"])
    made = BytesIO()  # pypdf notes the places of all objects, which a pipe cannot tell
    joined.write(made)
    sys.stdout.buffer.write(made.getbuffer())


if __name__ == "__main__":
    main()
