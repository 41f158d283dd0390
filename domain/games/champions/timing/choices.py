"""What was chosen, drawn at random or looked at, as lines of the log (选择, 起始玩家)."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from domain.games.champions.base import CardName, InGame, PlayedEvent
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.windows import first_decides
from domain.language.event import Choice, Event, Line, Occasion
from domain.language.refusal import Refused

Zone = Literal["encounter deck", "encounter discard pile", "deck", "discard pile", "hand", "boost cards"]


class ChoiceEvent(PlayedEvent):
    area_of_play = "Timing"
    tracked = ("timing",)


class OptionChosen(ChoiceEvent):
    help_text = "A card lets a player choose, or the table decides something: which of it."
    says = "{seat} chose: {option}[, {source}]"
    seat: InGame
    option: Line
    source: Occasion = ""


class TargetChosen(ChoiceEvent):
    """Of an encounter card with several targets the first player chooses."""

    help_text = "Which of several targets a card is for; of an encounter card the first player chooses."
    says = "{seat} chose {target}[, {source}]"
    seat: InGame
    target: Annotated[Line, Choice("hosts", free=True)]
    encounter: bool = Field(default=False, title="of an encounter card")
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.encounter:
            yield from first_decides(table, self.seat)


class RandomResultNoted(ChoiceEvent):
    help_text = "Something came out at random: what, and how."
    says = "At random: {what}: {result}"
    what: Line
    result: Line


class CardLookedAt(ChoiceEvent):
    help_text = "A player looks at a card that nobody else sees."
    says = "{seat} looked at a card[: {card}][, {zone}][, {source}]"
    secret = ("card",)
    seat: InGame
    card: Annotated[CardName | None, Field(title="which")] = None
    zone: Annotated[Zone | None, Field(title="from where")] = None
    source: Occasion = ""


class CardPresented(ChoiceEvent):
    help_text = "A card is shown to everybody and goes back to where it was."
    says = "{seat} showed {card}[, {zone}][, {source}]"
    seat: InGame
    card: CardName
    zone: Annotated[Zone | None, Field(title="from where")] = None
    source: Occasion = ""


EVENTS: tuple[type[Event[Champions]], ...] = (
    OptionChosen,
    TargetChosen,
    RandomResultNoted,
    CardLookedAt,
    CardPresented,
)
