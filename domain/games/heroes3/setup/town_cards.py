"""Town cards: dealt in setup to decide at random which faction each player plays (城镇牌, p72)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.decks import cards_without
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import KeepsOrder, Line
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import NO_SUCH_BOX
from domain.games.heroes3.cards.decks import TOWN_DECK, is_kept
from domain.games.heroes3.setup.players import FACTION_TAKEN, PLAYERS_OF, SetupEvent, players_to_choose
from domain.games.heroes3.state.kinds import FactionCard
from domain.games.heroes3.state.table import Heroes3

NO_TOWN_CARDS = refusal("no-town-cards", "This game is set up without town cards.", rule=sections.SETUP)
DEALT_ALREADY = refusal("dealt-already", "{player} was dealt {cards} already.", rule=sections.SETUP)
DEALT_TO_OTHER = never("dealt-to-other", "The town card {card} was dealt already.", rule=sections.SETUP)
NONE_PASSED = never("none-passed", "There is no town card to pass on.", rule=sections.SETUP)
TOO_FEW_TOWNS = never("too-few-towns", "No town card of these boxes is left.", rule=sections.SETUP)
NAME_TOWNS = never(
    "name-town-cards", "Say which town cards were drawn: the app does not draw them.", rule=sections.SETUP, asks=True
)
MOST_DEALT = 2
"""The number of town cards that a player chooses from; one if there are few factions (p72)."""
TOWN_CARDS = "town-cards"


def cards_undealt(table: Heroes3) -> list[str]:
    """The town cards in the deck: those of factions in the boxes of this game that no player was dealt or plays."""
    dealt = [card for cards in table.town_cards.values() for card in cards]
    owned = [id_ for id_ in table.ids("factions") if table.owns(FactionCard.of(table, id_).box)]
    return cards_without(owned, dealt, list(table.seats))


def card_passed_on(table: Heroes3) -> str:
    """The town card that the last player did not choose; empty if that player has yet to choose, or has none left."""
    last = [*table.town_cards][-1:]
    left = [card for card in table.town_cards[last[0]] if card not in table.seats] if last else []
    is_open = last and last[0] in players_to_choose(table)
    return left[0] if len(left) == 1 and not is_open else ""


class TownCardsDealt(SetupEvent):
    """Deals town cards to a player, who plays one of their factions.

    Each player is dealt two, or one; or a player passes the other card on, and the next one draws one more (p72).
    """

    title = "Deal town cards"
    help_text = (
        "The two town cards, or the one, that a player chooses a faction from. The card that was not chosen may be "
        "passed on, to replace one of them."
    )
    sentence = "Town cards dealt to {player}: {cards}[{passed|, the first one passed on}]"
    during = ("setup",)
    layout = Layout(usual=("count", "cards"), no_choice=("cards",))
    player: Line
    count: Annotated[int, Field(ge=1, le=MOST_DEALT, title="how many town cards")] = MOST_DEALT
    passed: bool = Field(default=False, title="with the card that was passed on")
    cards: Annotated[
        tuple[Annotated[str, Choice("factions")], ...], Field(max_length=20, title="town cards"), KeepsOrder()
    ] = ()  # fmt: skip

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        fewest, most = PLAYERS_OF[table.mode]
        is_free = len(table.seats) < most and not players_to_choose(table)
        if table.phase != "setup" or not table.plays(TOWN_CARDS) or not is_free:
            return
        needs = () if is_kept(table, TOWN_DECK) else ("cards",)
        must = len(table.seats) < fewest
        yield Offer(text("Deal town cards to a player"), required=must, opens_form=True, also_required=needs)
        if card := card_passed_on(table):
            words = text("Pass the town card {card} on to the next player", card=table.called("factions", card))
            yield Offer(words, {"passed": True}, opens_form=True, also_required=needs)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not table.plays(TOWN_CARDS):
            yield NO_TOWN_CARDS()
        if dealt := table.town_cards.get(self.player):
            yield DEALT_ALREADY(player=self.player, cards=tuple(table.called("factions", card) for card in dealt))
        passed = card_passed_on(table) if self.passed else ""
        if self.passed and not passed:
            yield NONE_PASSED()
        if len(self.cards) + bool(passed) < self.count and not cards_undealt(table):
            yield TOO_FEW_TOWNS()
        elif len(self.cards) + bool(passed) < self.count and not is_kept(table, TOWN_DECK):
            yield NAME_TOWNS()
        yield from self.wrong_cards(table, passed)

    def wrong_cards(self, table: Heroes3, passed: str) -> Iterator[Refused]:
        """The refusals of named cards: of a box that is not in the game, played by a player, or dealt before."""
        for card in self.cards:
            box = FactionCard.of(table, card).box
            if box and not table.owns(box):
                yield NO_SUCH_BOX(box=table.called("boxes", box))
            elif card in table.seats:
                yield FACTION_TAKEN(faction=table.called("factions", card))
            elif card not in cards_undealt(table) and card != passed:
                yield DEALT_TO_OTHER(card=table.called("factions", card))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        passed = card_passed_on(table) if self.passed else ""
        cards = list(dict.fromkeys((*([passed] if passed else []), *self.cards)))
        while len(cards) < self.count and (left := cards_without(cards_undealt(table), cards)):
            cards.append(chance.draw(left))
        return self.copy_with(cards=tuple(cards), count=max(1, len(cards)))

    def apply(self, table: Heroes3) -> None:
        if self.passed:
            for dealt in table.town_cards.values():
                dealt[:] = cards_without(dealt, self.cards[:1])
        table.town_cards[self.player] = list(self.cards)
