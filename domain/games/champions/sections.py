"""Sections of the rulebook that refusals rest on, by their names in the code; their headings stand in a data file."""

from domain.language.content import read_headings
from domain.language.text import Term

_HEADINGS = read_headings(__name__.rpartition(".")[0])


def __getattr__(name: str) -> Term:
    """The heading of a section, as printed.

    Raises:
        AttributeError: `headings.toml` has none of that name; it is raised where the module that asks is imported.
    """
    if name not in _HEADINGS:
        raise AttributeError(f"headings.toml has no section {name}")
    return _HEADINGS[name]
