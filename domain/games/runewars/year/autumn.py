"""Autumn: each player in turn takes two influence or a tactics card (秋季)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import INFLUENCE_GAINED, Living, RunewarsEvent, TacticsId
from domain.games.runewars.hands import misdealt, names_cards, take_tactics
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.seasons import yet_to_take
from domain.language.chance import Chance
from domain.language.event import Count, Offer, Settled
from domain.language.refusal import Refused, refusal
from domain.language.text import text

NOT_AUTUMN = refusal("not-autumn", "That is what autumn brings.", rule=sections.SEASONS, areas=("calendar",))
NOT_NEXT = refusal("not-next", "{next} comes first.", rule=sections.PLAY_ORDER, areas=("calendar",))
TAKEN = refusal("taken-already", "{seat} has taken something already.", rule=sections.SEASONS, areas=("calendar",))
INFLUENCE_IN_AUTUMN = 2


class AutumnTaken(RunewarsEvent):
    help_text = "Autumn: two influence or one tactics card for each player, in the order of the last orders."
    says = "{seat} took[ {influence} influence][ {count|tactics card|tactics cards}][: {card}]"
    area_of_play = "Seasons"
    during = ("secondary",)
    tracked = ("calendar", "influence")
    secret = ("card",)
    seat: Living
    takes: Literal["influence", "tactics"]
    card: TacticsId | None = Field(default=None, title="tactics card")
    influence: Annotated[Count, Settled(), INFLUENCE_GAINED] = 0
    count: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in yet_to_take(table)[:1]:
            name = table.called("seats", seat)
            yield Offer(text("{seat}: 2 influence", seat=name), {"seat": seat, "takes": "influence"}, must=True)
            title, opens = text("{seat}: a tactics card", seat=name), names_cards(table)
            yield Offer(title, {"seat": seat, "takes": "tactics"}, opens=opens)

    def check(self, table: Runewars) -> Iterator[Refused]:
        waiting = yet_to_take(table)
        if table.season_name != "autumn":
            yield NOT_AUTUMN()
        elif self.seat not in waiting:
            yield TAKEN(seat=table.called("seats", self.seat))
        elif self.seat != waiting[0]:
            yield NOT_NEXT(next=table.called("seats", waiting[0]))
        yield from misdealt(table, (self.card,) if self.card else (), 1)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        if self.takes == "influence":
            return self.but(influence=INFLUENCE_IN_AUTUMN, count=0, card=None)
        return self.but(influence=0, count=1)

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).influence += self.influence
        take_tactics(table, self.seat, self.count, (self.card,) if self.card and self.count else ())
        table.done = [*table.done, self.seat]


EVENTS = (AutumnTaken,)
