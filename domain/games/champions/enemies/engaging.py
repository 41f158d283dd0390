"""Minions engage a player by a card; how they came otherwise is told where they entered play (交战)."""

from collections.abc import Iterator
from typing import Annotated

from domain.games.champions import sections
from domain.games.champions.base import ChampionsEvent, InGame, not_in_play, not_played
from domain.games.champions.state.table import Champions
from domain.games.champions.zones import engage
from domain.language.event import Choice, Occasion
from domain.language.refusal import Refused, never

ENGAGED_ALREADY = never("engaged-already", "{minion} is engaged with {seat} already.", rule=sections.MOVE)


class MinionEngaged(ChampionsEvent):
    """It keeps its damage, counters and status cards; with quickstrike it attacks a hero at once (A31)."""

    help_text = "A card lets a minion engage another player."
    says = "{minion} engages {seat}[, {source}]"
    area_of_play = "Enemies"
    tracked = ("minions",)
    minion: Annotated[str, Choice("minions", why_not=not_in_play)]
    seat: InGame
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        if self.minion in table.play and table.play[self.minion].engaged == self.seat:
            yield ENGAGED_ALREADY(
                minion=table.called("minions", self.minion), seat=table.called("identities", self.seat)
            )

    def apply(self, table: Champions) -> None:
        engage(table, self.minion, self.seat)


EVENTS = (MinionEngaged,)
