"""Peril: while a card with it is resolved, nobody else plays cards or triggers abilities (困境)."""

from collections.abc import Iterator

from domain.games.champions import sections
from domain.games.champions.base import InGame, PlayedEvent
from domain.games.champions.state.table import Champions
from domain.language.event import Event, Occasion
from domain.language.refusal import Refused, never, refusal

IN_PERIL = refusal(
    "in-peril",
    "{seat} resolves a card with Peril: until it is done, nobody else plays cards, triggers abilities or is asked.",
    rule=sections.KEYWORDS,
    areas=("encounter",),
)
NO_PERIL = never("no-peril", "No card with Peril is being resolved.")


def not_in_peril(table: Champions, seat: str) -> Iterator[Refused]:
    """Why a seat neither plays nor triggers anything: another one resolves a card with Peril (A49).

    Forced abilities and basic defenses do not ask.
    """
    if table.peril and table.peril != seat:
        yield IN_PERIL(seat=table.called("identities", table.peril))


class PerilEvent(PlayedEvent):
    area_of_play = "Encounter"
    tracked = ("encounter",)


class PerilBegun(PerilEvent):
    help_text = "A card with Peril: the player who resolves it is on their own."
    says = "{seat} resolves a card with Peril[: {source}]"
    seat: InGame
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_peril(table, self.seat)

    def apply(self, table: Champions) -> None:
        table.peril = self.seat


class PerilOver(PerilEvent):
    help_text = "The card with Peril is resolved: everybody may take part again."
    says = "The card with Peril is resolved"

    def check(self, table: Champions) -> Iterator[Refused]:
        if not table.peril:
            yield NO_PERIL()

    def apply(self, table: Champions) -> None:
        table.peril = ""


EVENTS: tuple[type[Event[Champions]], ...] = (PerilBegun, PerilOver)
