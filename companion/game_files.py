"""Files that describe a game: reading them with all checks, and the lines of their faults."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from companion.config import release_number
from domain.framework.cards.packs import Pack, read_pack
from domain.framework.cards.toml_lines import lines_of_faults
from domain.framework.refusal import Misfit
from domain.framework.text import Text
from domain.games.own.definition import faults_of_definition
from domain.games.own.kinds import KINDS

_LINE = re.compile(r"\(at line (\d+)")
"""The line in a message of the TOML parser; without one, the message is about the end of the file."""


class LineFault(NamedTuple):
    """A fault of a file: its line, its place, and its message."""

    line: int
    place: str
    fault: Text


def read_game_file(source: str) -> Pack:
    """A file that describes a game, checked as a whole.

    Raises:
        Misfit: every fault, by place.
    """
    pack = read_pack(source, KINDS, release_number())
    if faults := faults_of_definition(pack.content):
        raise Misfit(dict(faults))
    return pack


def line_faults(source: str, faults: Mapping[str, Text]) -> list[LineFault]:
    """The faults of a file in the order of its lines."""
    lines = _lines_in_parser_messages(source, faults) if "" in faults else lines_of_faults(source, faults)
    return sorted((LineFault(lines[place], place, fault) for place, fault in faults.items()), key=lambda one: one[:2])


def _lines_in_parser_messages(source: str, faults: Mapping[str, Text]) -> Mapping[str, int]:
    """The lines of faults of a file that is not TOML."""
    named = {place: _LINE.search(str(fault.values.get("why", ""))) for place, fault in faults.items()}
    end = source.count("\n") + 1
    return {
        place: int(line[1]) if line else end if "why" in faults[place].values else 1 for place, line in named.items()
    }


__all__ = ["LineFault", "line_faults", "read_game_file"]
