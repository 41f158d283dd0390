"""Diplomacy that is under way: who talks to the neutral units of which area."""

from typing import Annotated

from domain.language.table import Names, State


class Diplomacy(State):
    """An attempt; the fate cards drawn for it lie open on the table."""

    seat: Annotated[str, Names("seats")]
    area: Annotated[str, Names("areas")]
    influence: int = 0
