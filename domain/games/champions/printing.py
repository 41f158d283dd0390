"""The print of cards that were never typed in: keywords, Retaliate, icons and bonuses, said once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import Text, text
from domain.games.champions import sections
from domain.games.champions.base import Maybe, PlayedEvent, not_in_play
from domain.games.champions.defeats import follow_defeat
from domain.games.champions.numbers import body_of, copies_lacking, is_print_unknown, lacks_number, printed_thing
from domain.games.champions.state.kinds import ICONS, KEYWORD_NAMES, CardType
from domain.games.champions.state.parts import Body
from domain.games.champions.state.table import MAIN, VILLAIN, Champions
from domain.games.champions.zones import engage_player, lend_hit_points, lends_to

PRINT_UNKNOWN = refusal(
    "print-unknown",
    "Say first what is printed on {card}: its keywords, numbers and icons are not known.",
    rule=sections.KEYWORDS,
)
PRINTED_NUMBERS = ("retaliate", *ICONS, "attack_bonus", "scheme_bonus", "health_bonus")
"""The numbers that only some cards have, in the order of the form."""


def with_unknown_print(table: Champions) -> Iterable[str]:
    """The cards in play, the villain, the main scheme and the heroes that were never typed in."""
    scenario = (VILLAIN, MAIN) if table.scenario.id else ()
    return [id_ for id_ in (*scenario, *table.in_game(), *table.play) if is_print_unknown(table, id_)]


def printed_on(table: Champions) -> Iterable[str]:
    """The cards whose print may be said: those unknown, and also the villain, the main scheme and the heroes."""
    scenario = (VILLAIN, MAIN) if table.scenario.id else ()
    return dict.fromkeys((*scenario, *table.in_game(), *with_unknown_print(table)))


def print_due(table: Champions) -> Iterable[str]:
    """The cards of which the rules need the print from now on.

    Cards in play; the heroes in hero form, and the villain once a hero or an ally may fight it; and the main scheme
    before the cards of a followed encounter deck are dealt.
    """
    fights = table.step in ("player", "activations")
    heroes = {id_: fights and seat.form == "hero" for id_, seat in table.seats.items()}
    dealt = table.step == "dealing" and table.tracks("encounter")
    counts = {**heroes, VILLAIN: any(heroes.values()) or (fights and bool(table.copies("ally"))), MAIN: dealt}
    return [id_ for id_ in with_unknown_print(table) if counts.get(id_, True)]


def print_unknown(table: Champions, copies: Iterable[str], number: str = "") -> Iterator[Refused]:
    """The refusal for the first of some cards in play of which a number, or else the keywords, are unknown."""
    for copy in copies:
        if lacks_number(table, copy, number) if number else is_print_unknown(table, copy):
            yield PRINT_UNKNOWN(card=table.called("hosts", copy))
            return


def icons_unknown(table: Champions, icon: str) -> Iterator[Refused]:
    """The refusal for counting icons while a card in play may have some."""
    yield from print_unknown(table, copies_lacking(table, icon), icon)


def keywords_on_cards(table: Champions) -> Iterable[str]:
    """The keywords that count while a card is in play; the others are said when it is revealed."""
    return [keyword for keyword in KEYWORD_NAMES if keyword not in ("peril", "surge")]


Bonus = Annotated[int, Field(ge=-99, le=99)]


FEW = range(4)
"""The numbers of icons, and of Retaliate, that are a tap each."""


def keep_printed(table: Champions, id_: str, fields: Mapping[str, Any]) -> None:
    """Remember what is printed on a card, if its content has an id; for `apply`."""
    kind, thing = printed_thing(table, id_)
    known = table.kinds[kind].model_fields
    table.keep_typed(kind, thing, {name: value for name, value in fields.items() if name in known} if thing else {})


def bodies_alike(table: Champions, id_: str) -> Mapping[str, Body]:
    """A character or card in play, and the other copies of its card that are face up."""
    card = table.play.get(id_)
    if card is None or card.facedown:
        return {id_: whom} if (whom := body_of(table, id_)) else {}
    return {copy: one for copy, one in table.play.items() if one.card == card.card and not one.facedown}


class CardPrintSaid(PlayedEvent):
    """The print of a card that was never typed in; it is kept for all copies of the card.

    That of a villain whose stages are not listed is kept for this stage.
    """

    title = "Say what is printed on a card"
    help_text = "Keywords, Retaliate, icons and bonuses of a card in play. Leave out what is not printed on it."
    sentence = "{card}: what is printed on it was said[: {keywords}]"
    heading = "Cards in play"
    log = LogRole(bookkeeping=True)
    layout = Layout(usual=("keywords",))
    card: Annotated[str, Choice("hosts", printed_on, why_not=not_in_play)]
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
        """One for each card, however many copies of it are in play; one tap for a hero and for the main scheme."""
        copies = {printed_thing(table, id_): id_ for id_ in reversed([*print_due(table)])}
        for id_ in reversed(copies.values()):
            name = table.called("hosts", id_)
            if id_ in table.seats:
                title = text("{card}: which Retaliate is printed on the hero, 0 for none?", card=name)
                yield _offer_keys(title, id_, "retaliate")
            elif id_ == MAIN:
                title = text("How many hazard icons are printed on {card}?", card=name)
                yield _offer_keys(title, id_, "hazard")
            else:
                title = text("{card}: what is printed on it?", card=name)
                needs = _often_printed(table, id_)
                yield Offer(title, {"card": id_}, required=True, reminder=title, opens_form=True, also_required=needs)

    def printed(self) -> Mapping[str, int]:
        """The numbers that the card has."""
        return {name: value for name in PRINTED_NUMBERS if (value := getattr(self, name))}

    def apply(self, table: Champions) -> None:
        unknown = is_print_unknown(table, self.card)
        said = {"hazard": self.hazard} if self.card == MAIN else {"keywords": list(self.keywords), **self.printed()}
        keep_printed(table, self.card, {name: value for name, value in said.items() if value or unknown})
        for copy, other in bodies_alike(table, self.card).items():
            lend_hit_points(table, copy, back=True)
            other.printed = {**self.printed(), **other.printed}
            other.keywords = list(dict.fromkeys((*other.keywords, *self.keywords)))
            lend_hit_points(table, copy)
        if self.card == MAIN:
            table.main.print_said = True
            table.main.hazard = self.hazard if self.hazard or unknown else table.main.hazard
        elif self.card == VILLAIN:
            villain = table.villain
            villain.print_said = True
            villain.tough = villain.tough or ("toughness" in self.keywords and not villain.damage)
        elif (card := table.play.get(self.card)) and "entering" in table.happened:
            card.tough = card.tough or "toughness" in self.keywords
            engage_player(table, self.card, card.engaged)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.health_bonus and (host := lends_to(table, self.card)):
            yield from follow_defeat(table, host)


OFTEN_PRINTED: Mapping[CardType, Sequence[str]] = {
    "attachment": ("attack_bonus", "scheme_bonus", "health_bonus"),
    "upgrade": ("attack_bonus", "health_bonus"),
    "side scheme": ("crisis", "acceleration", "hazard"),
    "environment": ("acceleration", "hazard"),
    "support": (),
    "obligation": (),
}
"""The numbers that cards of a type often have, which a form asks for; the others are folded."""


def _often_printed(table: Champions, id_: str) -> tuple[str, ...]:
    """The numbers that a form asks for; of a character its Retaliate."""
    card = table.play.get(id_)
    return tuple(OFTEN_PRINTED.get(card.type, ("retaliate",)) if card else ("retaliate",))


def _offer_keys(title: Text, id_: str, number: str) -> Offer:
    """The offer of the one number that counts on a card."""
    return Offer(title, {"card": id_}, required=True, reminder=title, keypad=number, keypad_numbers=FEW)
