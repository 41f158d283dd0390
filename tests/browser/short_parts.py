"""`python -m tests.browser.short_parts …`: as `tests.browser`; a PDF has parts of 20 lines, and at most 400 entries."""

from projections.documents import export
from projections.documents.paper import parts

parts.MOST_LINES = 20
export.MOST_ON_PAPER = 400

import tests.browser.__main__  # noqa: E402, F401 - which serves
