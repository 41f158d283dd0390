"""The AI decks of a scenario: AI cards taken at random, AI spells, and the skill card of an AI hero (AI牌堆, p50)."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from domain.components.piles import NOT_HELD, may_hold
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import CountList, Line
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused
from domain.framework.text import text
from domain.games.heroes3.base import WRONG_MODE, HeroesEvent, Living, seat_of
from domain.games.heroes3.cards.decks import NAME_CARD, SHARED, kind_of, lose_card
from domain.games.heroes3.combat.fighters import combat_of
from domain.games.heroes3.modes.ai_heroes import AiName
from domain.games.heroes3.state.kinds import Small
from domain.games.heroes3.state.table import AiDeck, Heroes3

COMPENSATION = 3
"""The number of cards that a player searches for a card that became the skill of an AI hero (p50)."""


def heroes_without_deck(table: Heroes3) -> tuple[str, ...]:
    """The AI heroes for which no AI deck was put together yet."""
    return tuple(name for name, hero in table.ai_heroes.items() if hero.deck not in table.ai_decks and not hero.beaten)


def is_deck_missing(table: Heroes3) -> bool:
    """Whether a combat with an AI hero without an AI deck has just begun."""
    combat = combat_of(table)
    return combat.stage in ("announced", "setup") and combat.ai_hero in heroes_without_deck(table)


class AiDeckBuilt(HeroesEvent):
    """Puts an AI deck and an AI spell deck together. AI heroes share them unless the scenario says otherwise (p50).

    The cards are taken at random, so only their numbers are known; each card is known once it was drawn.
    """

    title = "Put an AI deck together"
    help_text = (
        "The numbers of might, magic and skill cards that the scenario gives the AI, which are taken at random; its "
        "spells, with a Magic Arrow for each that only a player has; and its skill card. Before each combat, both "
        "decks are shuffled with their discard piles."
    )
    sentence = (
        "The AI deck of {heroes} has {might_cards} might, {magic_cards} magic and {skill_cards} skill cards"
        "[; spells: {spells}][; skill: {skill}][, from the deck of {owner}]"
    )
    heading = "Campaign"
    tracked = ("combats",)
    layout = Layout(usual=("spells", "skill"))
    heroes: Annotated[tuple[AiName, ...], Field(min_length=1, max_length=20, title="whose deck")]
    might_cards: Annotated[Small, Field(title="might cards")]
    magic_cards: Annotated[Small, Field(title="magic cards")]
    skill_cards: Annotated[Small, Field(title="skill cards")]
    spells: Annotated[
        dict[Annotated[Line, Choice("cards", free=True)], Annotated[int, Field(ge=1, le=20)]],
        Field(max_length=30, title="AI spells"), CountList(),
    ] = Field(default_factory=dict)  # fmt: skip
    skill: Annotated[Annotated[Line, Choice("cards", free=True)] | None, Field(title="its skill card")] = None
    owner: Annotated[Living | None, Field(title="player whose only copy the skill card is")] = None

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        heroes = heroes_without_deck(table)
        must = table.phase == "setup"
        if heroes and (must or is_deck_missing(table)):
            words = text("Put the AI deck of {heroes} together", heroes=heroes)
            yield Offer(words, {"heroes": heroes}, required=must, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode not in ("campaign", "coop"):
            yield WRONG_MODE()
        if self.owner and not self.skill:
            yield NAME_CARD()
        elif self.owner and self.skill and not may_hold(seat_of(table, self.owner).cards, self.skill):
            yield NOT_HELD(card=table.called("cards", self.skill))

    def apply(self, table: Heroes3) -> None:
        spells = [card for card, count in self.spells.items() for _ in range(count)]
        table.ai_decks[self.heroes[0]] = AiDeck(
            might=self.might_cards, magic=self.magic_cards, skill=self.skill_cards, spells=spells
        )  # fmt: skip
        for hero in (table.ai_heroes[name] for name in self.heroes if name in table.ai_heroes):
            hero.deck, hero.skill = self.heroes[0], self.skill or hero.skill
        if self.owner and self.skill:
            lose_card(table, self.owner, self.skill)
            deck = kind_of(table, self.skill)
            known = {"deck": deck} if deck in SHARED else {}
            table.agenda.put("search-begun", must=False, seat=self.owner, count=COMPENSATION, **known)
