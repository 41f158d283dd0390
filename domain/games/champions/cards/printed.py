"""What stands on a card and counts in play, as far as the content knows it; for `settle`."""

from collections.abc import Mapping

from domain.games.champions.numbers import times
from domain.games.champions.state.kinds import CardSheet
from domain.games.champions.state.table import Champions

PLAIN_NUMBERS = ("attack", "thwart", "scheme")
"""Numbers of which a zero counts, and a dash does not."""
OTHER_NUMBERS = (
    "retaliate",
    "attack_damage",
    "thwart_damage",
    "attack_bonus",
    "scheme_bonus",
    "health_bonus",
    "crisis",
    "acceleration",
    "hazard",
    "amplify",
    "ally_limit",
)
"""Numbers that count where they are not zero."""
USES = "uses"
"""What uses are called where nobody said."""


def numbers_of(sheet: CardSheet) -> Mapping[str, int]:
    """The numbers of a card that are known; a power that is dashed has none."""
    plain = {name: getattr(sheet, name) for name in PLAIN_NUMBERS if name not in sheet.dashes}
    other = {name: getattr(sheet, name) for name in OTHER_NUMBERS if getattr(sheet, name)}
    return {**{name: value for name, value in plain.items() if value is not None}, **other}


def health_of(table: Champions, sheet: CardSheet) -> int | None:
    """The hit points of a card for as many players as began (F1)."""
    return times(sheet.health, table.heads if sheet.health_each else 1)


def threat_of(table: Champions, sheet: CardSheet) -> int | None:
    """The starting threat of a side scheme for as many players as began (F20)."""
    return times(sheet.threat, table.heads if sheet.threat_each else 1)


def title_of(table: Champions, kind: str, id_: str) -> str:
    """The title of a card or an identity, by which copies of it are told; two cards may have the same."""
    return str(table.thing(kind, id_).get("en") or id_).casefold()
