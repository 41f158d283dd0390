"""`python -m tests.browser …`: the command line, whose pages look twenty times a second for what others recorded.

Tests record past the pages, as the terminal does, and would wait a second each time until it is seen.
"""

from companion.cli import main
from companion.web import live

live.GLANCE = 0.05
main()
