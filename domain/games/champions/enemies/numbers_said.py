"""The numbers of an activation that nobody typed in: ATK or SCH of its enemy and DEF of a hero, said once."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import LogRole
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused
from domain.framework.text import Text, text
from domain.games.champions.base import CharacterId, Maybe, PlayedEvent
from domain.games.champions.enemies.course import (
    activation_at,
    kind_of,
    next_to_activate,
    status_against,
    striking_now,
)
from domain.games.champions.harm import ALREADY_SO
from domain.games.champions.numbers import body_of, is_exhausted, is_number_missing
from domain.games.champions.printing import bodies_alike, keep_printed
from domain.games.champions.state.kinds import NUMBER_NAMES
from domain.games.champions.state.table import Champions

PRINTED_POWERS = range(7)
"""The ATK, SCH and DEF that are a tap each."""
ASKED = ("attack", "scheme", "defense")
"""The numbers that an activation needs."""


def numbers_due(table: Champions) -> Iterator[tuple[str, str]]:
    """The unknown numbers that the next activation needs, each with its character.

    Step by step they are needed for the result: the enemy's number, and the DEF of a hero who defends. In one tap they
    are needed before: also the DEF of the attacked hero, who may defend.
    """
    needed = _needed_step_by_step(table) if table.tracks("activations") else _needed_at_once(table)
    yield from ((id_, number) for id_, number in dict.fromkeys(needed) if is_number_missing(table, id_, number))


def _needed_step_by_step(table: Champions) -> Iterator[tuple[str, str]]:
    if activation := activation_at(table, "outcome"):
        yield activation.enemy, activation.kind
        if activation.defender in table.seats:
            yield activation.defender, "defense"


def _needed_at_once(table: Champions) -> Iterator[tuple[str, str]]:
    if table.activations_open:
        return
    striking = [(copy, table.play[copy].engaged) for copy in striking_now(table)]
    for enemy, seat in striking or next_to_activate(table):
        kind = kind_of(table, seat)
        if status_against(table, enemy, kind):
            continue
        yield enemy, kind
        if kind == "attack" and not is_exhausted(table, seat):
            yield seat, "defense"


def number_question(table: Champions, id_: str, number: str) -> Text:
    """The question for a printed number."""
    names = {"card": table.called("characters", id_), "number": NUMBER_NAMES[number]}
    return text("{card}: which {number} is printed?", **names)


def numbers_asked(table: Champions) -> Iterable[str]:
    """The numbers that an activation needs."""
    return ASKED


class PrintedNumberSaid(PlayedEvent):
    """A printed number of a character that nobody typed in; it is kept for all copies of its card.

    That of a villain whose stages are not listed is kept for this stage.
    """

    title = "Say a printed number"
    help_text = "The ATK, SCH or DEF printed on a card, 0 for a dash. It is asked for once for each card."
    sentence = "{card} has {number} {value}"
    heading = "Enemies"
    log = LogRole(bookkeeping=True)
    card: CharacterId
    number: Annotated[str, Choice("numbers", numbers_asked)] = Field(title="which number")
    value: Maybe

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for id_, number in numbers_due(table):
            title, fields = number_question(table, id_, number), {"card": id_, "number": number}
            keys = PRINTED_POWERS
            yield Offer(title, fields, required=True, reminder=title, keypad="value", keypad_numbers=keys)

    def check(self, table: Champions) -> Iterator[Refused]:
        if (whom := body_of(table, self.card)) and whom.printed.get(self.number) == self.value:
            yield ALREADY_SO()

    def apply(self, table: Champions) -> None:
        keep_printed(table, self.card, {self.number: self.value})
        for whom in bodies_alike(table, self.card).values():
            whom.printed[self.number] = self.value
