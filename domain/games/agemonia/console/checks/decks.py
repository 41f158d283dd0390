"""Decks and dice that the table types in once, so that the companion draws and rolls (先攻卡, 命运卡, 骰子)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.console.checks.dice import ActionFace, ReactionFace
from domain.games.agemonia.console.rounds.initiative import EnemyActions, Slots, Symbols
from domain.games.agemonia.console.rounds.timers import FateValue
from domain.games.agemonia.state.kinds import InitiativePrint
from domain.games.agemonia.state.table import Agemonia
from domain.language.event import Event, InOrder, Line, Remark
from domain.language.kernel import ContentAdded, ContentCorrected
from domain.language.refusal import Refused, never

NO_ORDER = never("no-order", "Say the order from top to bottom.", rule=sections.REVEAL_INITIATIVE)
FATE_KNOWN = never("fate-known", "The fate cards are typed in already.", rule=sections.DISCARD_FATE)
NO_SUCH_SIDE = never("no-such-side", "Such a face is not on that die.", rule=sections.ACTION_DICE)

Sides = Annotated[
    tuple[ActionFace | ReactionFace, ...],
    Field(min_length=1, max_length=12, title="its faces, one by one"),
    InOrder(),
]
FACES: Mapping[str, frozenset[str]] = {
    "action-die": frozenset({"one", "two", "one_extra", "stamina"}),
    "reaction-die": frozenset({"blank", "one", "two", "special"}),
}
"""What stands on each die (行动骰, 反应骰)."""


def typed_in(table: Agemonia, kind: str, id_: str, fields: Mapping[str, Any]) -> Event[Any]:
    """Content as it is typed in: new, or instead of what was known."""
    cls = ContentCorrected if id_ in table.ids(kind) else ContentAdded
    return cls(kind=kind, id=id_, fields=dict(fields))


class DeckEvent(AgemoniaEvent):
    area_of_play = "Cards and dice typed in"


class InitiativeCardTypedIn(DeckEvent):
    help_text = "An initiative card as it is printed: its symbols from top to bottom, and what stands beside them."
    says = "Typed in: initiative card {card}"
    bookkeeping = True
    card: Annotated[Line, Field(max_length=40, title="name or number of the card")]
    order: Slots
    bonus: Symbols = Field(default=(), title="bonus maneuvers")
    actions: EnemyActions = Field(default_factory=dict)
    snake: Symbols = ()
    horn: Symbols = ()
    shuffle: bool = Field(default=False, title="shuffle after this round")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not self.order:
            yield NO_ORDER()

    def follow(self, table: Agemonia) -> Iterator[Event[Any]]:
        fields = self.model_dump(mode="json", exclude={"card"})
        known = {"seen": False} if InitiativePrint.of(table, self.card).seen else {}
        yield typed_in(table, "initiative-cards", self.card, {**fields, "en": self.card, "zh": self.card, **known})


class FateCardsTypedIn(DeckEvent):
    help_text = "The values of all fate cards of the deck, in any order."
    says = "Typed in: {values|fate card|fate cards}"
    bookkeeping = True
    values: Annotated[tuple[FateValue, ...], Field(min_length=1, max_length=60)]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if list(table.ids("fate-cards")):
            yield FATE_KNOWN()

    def follow(self, table: Agemonia) -> Iterator[Event[Any]]:
        for number, value in enumerate(self.values, 1):
            name = f"F{number}"
            yield typed_in(table, "fate-cards", name, {"en": name, "zh": name, "value": value})


class DieTypedIn(DeckEvent):
    help_text = "What stands on the faces of a die, one by one; then it can be rolled here."
    says = "Typed in: the faces of a die ({die})"
    bookkeeping = True
    die: Literal["action-die", "reaction-die"]
    sides: Sides
    note: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not FACES[self.die].issuperset(self.sides):
            yield NO_SUCH_SIDE()

    def follow(self, table: Agemonia) -> Iterator[Event[Any]]:
        yield typed_in(table, "dice", self.die, {"sides": list(self.sides)})


EVENTS: tuple[type[Event[Agemonia]], ...] = (InitiativeCardTypedIn, FateCardsTypedIn, DieTypedIn)
