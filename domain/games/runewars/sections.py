"""The sections of the rulebook that refusals refer to, by their names in the code; a data file has their headings."""

from domain.framework.content import read_headings
from domain.framework.text import Term

_HEADINGS = read_headings(__name__)


def __getattr__(name: str) -> Term:
    return _HEADINGS[name]
