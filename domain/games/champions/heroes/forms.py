"""Form: hero or alter-ego; damage, status cards and all that lies there stay (身份，变换身份)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import InGame, PlayedEvent, happens, not_at_turn
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Choice, Occasion, Settled
from domain.language.refusal import Refused, refusal

FORM_USED = refusal("form-used", "{seat} has changed form this round already.", rule=sections.CHANGE_FORM)


class FormEvent(PlayedEvent):
    area_of_play = "Heroes"


class FormChanged(FormEvent):
    help_text = "A hero becomes the alter-ego, or the other way round: once a round on the own turn, or by a card."
    says = "{seat}: {to}[, {source}]"
    seat: InGame
    by_card: bool = Field(default=False, title="a card says so")
    source: Occasion = ""
    to: Annotated[str, Choice("forms"), Settled()] = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if not self.by_card:
            yield from not_at_turn(table, self.seat)
            if table.seat(self.seat).changed_form:
                yield FORM_USED(seat=table.called("identities", self.seat))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(to="alter-ego" if table.seat(self.seat).form == "hero" else "hero")

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.form = "hero" if self.to == "hero" else "alter-ego"
            seat.changed_form = seat.changed_form or not self.by_card
        happens(table, "form")
        if self.seat in table.tallies:
            table.tallies[self.seat].forms += 1


EVENTS = (FormChanged,)
