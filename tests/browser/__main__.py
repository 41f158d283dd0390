"""`python -m tests.browser …`: the command line, whose pages look twenty times a second for what others recorded.

Tests record past the pages, as the terminal does, and would wait a second each time until it is seen. They count
entries, so that none begins an evening.
"""

from companion.cli import main
from companion.web.application import serve
from companion.web.pages import live

live.GLANCE = 0.05
serve.EVENINGS = False
main()
