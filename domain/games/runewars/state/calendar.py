"""The calendar of a war: durations, and the records of each season for its sheet."""

from typing import Annotated

from pydantic import Field

from domain.components.periods import Periods
from domain.framework.table import Keys, Names, State

PERIODS = Periods(("duel round", "quest phase", "season", "year"))
DUEL_ROUND, QUEST_PHASE, THIS_SEASON, THIS_YEAR = map(PERIODS.until, PERIODS.names)


class Tally(State):
    """The counts of a seat, recorded each season."""

    runes: int = Field(default=0, title="rune tokens")
    areas: int = 0
    units: int = 0
    influence: int | None = 0


class SeasonPast(State):
    """A season: its card, its orders, the order of play, the supremacy bonuses, and the counts of the seats."""

    card: Annotated[str, Names("season-cards")] = ""
    orders: Annotated[dict[str, str], Keys("seats"), Names("orders")] = Field(default_factory=dict)
    play: Annotated[list[str], Names("seats")] = Field(default_factory=list, title="order of play")
    bonus: Annotated[list[str], Names("seats")] = Field(default_factory=list, title="supremacy bonus taken by")
    bids: int = Field(default=0, title="influence bids held")
    bid_won: Annotated[str, Names("seats")] = Field(default="", title="influence bid won by")
    gains: int = Field(default=0, title="dragon runes gained")
    tally: Annotated[dict[str, Tally], Keys("seats")] = Field(default_factory=dict, title="in the end")
