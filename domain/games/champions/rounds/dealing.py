"""The villain phase deals encounter cards: one to each player, then one for each hazard icon (发放)."""

from collections.abc import Iterator

from domain.games.champions.piles.encounter import EncounterCardsDealt, hazard_cards, step_cards
from domain.games.champions.rounds.phases import RoundEvent
from domain.games.champions.rounds.steps import go_on
from domain.games.champions.state.table import Champions
from domain.language.event import Event


class StepCardsDealt(RoundEvent):
    help_text = "Each player is dealt an encounter card, and one more for each hazard icon, in player order."
    says = "Villain phase: encounter cards are dealt"
    title = "Encounter cards of the villain phase"
    tracked = ("encounter",)
    during = ("dealing",)

    def apply(self, table: Champions) -> None:
        table.revealing = ""
        table.hazards += hazard_cards(table)
        go_on(table)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if cards := {seat: count for seat, count in step_cards(table).items() if count}:
            yield EncounterCardsDealt(cards=cards)


EVENTS = (StepCardsDealt,)
