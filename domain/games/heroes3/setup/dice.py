"""Dice: those of the box, of which the players say what they show, or those that the app rolls."""

from collections.abc import Iterator

from pydantic import Field

from domain.framework.events.event import LogRole
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.games.heroes3 import sections
from domain.games.heroes3.cards.decks import DICE, is_kept
from domain.games.heroes3.setup.players import SetupEvent
from domain.games.heroes3.state.table import Heroes3

ROLLED_SO = never("dice-rolled-so", "The dice are rolled so already.", rule=sections.SETUP)


class DiceKept(SetupEvent):
    """Says whether the app rolls the dice. Until then the players say what their own dice show."""

    title = "Let the app roll the dice"
    help_text = "The app rolls all dice in place of those on the table. Until then you say what they show."
    sentence = "The app rolls the dice[ {no_longer|no longer}]"
    log = LogRole(bookkeeping=True)
    no_longer: bool = Field(default=False, title="no longer")

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.phase == "setup" and not is_kept(table, DICE):
            yield Offer()

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if is_kept(table, DICE) is not self.no_longer:
            yield ROLLED_SO()

    def apply(self, table: Heroes3) -> None:
        table.decks = [deck for deck in table.decks if deck != DICE]
        if not self.no_longer:
            table.decks.append(DICE)
