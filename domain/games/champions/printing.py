"""The print of cards in play that were never typed in: keywords, Retaliate, icons and bonuses, said once."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import Maybe, PlayedEvent
from domain.games.champions.defeats import follow_defeat
from domain.games.champions.numbers import copies_lacking, is_print_unknown, lacks_number
from domain.games.champions.state.kinds import ICONS, KEYWORD_NAMES, CardSheet
from domain.games.champions.state.table import Champions
from domain.games.champions.zones import engage_player, lend_hit_points, lends_to

PRINT_UNKNOWN = refusal(
    "print-unknown",
    "Say first what is printed on {card}: its keywords, numbers and icons are not known.",
    rule=sections.KEYWORDS,
)
PRINTED_NUMBERS = ("retaliate", *ICONS, "attack_bonus", "scheme_bonus", "health_bonus")
"""The numbers that only some cards have, in the order of the form."""


def with_unknown_print(table: Champions) -> Iterable[str]:
    """The cards in play that were never typed in."""
    return [copy for copy in table.play if is_print_unknown(table, copy)]


def print_unknown(table: Champions, copies: Iterable[str], number: str = "") -> Iterator[Refused]:
    """The refusal for the first of some cards in play of which a number, or else the keywords, are unknown."""
    for copy in copies:
        if lacks_number(table, copy, number) if number else is_print_unknown(table, copy):
            yield PRINT_UNKNOWN(card=table.called("copies", copy))
            return


def icons_unknown(table: Champions, icon: str) -> Iterator[Refused]:
    """The refusal for counting icons while a card in play may have some."""
    yield from print_unknown(table, copies_lacking(table, icon), icon)


def keywords_on_cards(table: Champions) -> Iterable[str]:
    """The keywords that count while a card is in play; the others are said when it is revealed."""
    return [keyword for keyword in KEYWORD_NAMES if keyword not in ("peril", "surge")]


Bonus = Annotated[int, Field(ge=-99, le=99)]


class CardPrintSaid(PlayedEvent):
    """The print of a card that was never typed in; it is kept for all copies of the card."""

    title = "Say what is printed on a card"
    help_text = "Keywords, Retaliate, icons and bonuses of a card in play. Leave out what is not printed on it."
    sentence = "{card}: what is printed on it was said[: {keywords}]"
    heading = "Cards in play"
    log = LogRole(bookkeeping=True)
    layout = Layout(usual=("keywords", "retaliate"))
    card: Annotated[str, Choice("copies", with_unknown_print)]
    keywords: tuple[Annotated[str, Choice("keywords", keywords_on_cards)], ...] = ()
    retaliate: Maybe = 0
    crisis: Maybe = Field(default=0, title="crisis icons")
    acceleration: Maybe = Field(default=0, title="acceleration icons")
    hazard: Maybe = Field(default=0, title="hazard icons")
    amplify: Maybe = Field(default=0, title="amplify icons")
    attack_bonus: Bonus = Field(default=0, title="ATK of the character it is attached to")
    scheme_bonus: Bonus = Field(default=0, title="SCH of the character it is attached to")
    health_bonus: Bonus = Field(default=0, title="hit points of the character it is attached to")

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """One for each card, however many copies of it are in play."""
        copies = {table.play[copy].card: copy for copy in reversed([*with_unknown_print(table)])}
        for copy in reversed(copies.values()):
            title = text("{card}: what is printed on it?", card=table.called("copies", copy))
            yield Offer(title, {"card": copy}, required=True, reminder=title, opens_form=True)

    def printed(self) -> Mapping[str, int]:
        """The numbers that the card has."""
        return {name: value for name in PRINTED_NUMBERS if (value := getattr(self, name))}

    def apply(self, table: Champions) -> None:
        if (card := table.play.get(self.card)) is None:
            return
        table.keep_typed(CardSheet.kind_name, card.card, {"keywords": list(self.keywords), **self.printed()})
        for copy, other in table.play.items():
            if other.card == card.card and not other.facedown:
                lend_hit_points(table, copy, back=True)
                other.printed = {**self.printed(), **other.printed}
                other.keywords = list(dict.fromkeys((*other.keywords, *self.keywords)))
                lend_hit_points(table, copy)
        if "entering" in table.happened:
            card.tough = card.tough or "toughness" in self.keywords
            engage_player(table, self.card, card.engaged)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.health_bonus and (host := lends_to(table, self.card)):
            yield from follow_defeat(table, host)
