"""Resources: gained, paid, given to allies, traded, and rolled by the resource die (资源, 交易)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved, Spends, move_numbers, payment_refusals
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Count, KeepsOrder, Merged, Settled
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import (
    AT_A_POST,
    NOT_ENOUGH,
    OFF_THE_MAP,
    ONE_SERVICE,
    TURNS,
    Earns,
    HeroesEvent,
    Living,
    Pays,
    Some,
    Source,
    allied,
    at_a_post,
    in_combat,
    post_served,
    post_used,
)
from domain.games.heroes3.cards.decks import DICE, SAY_FACES, is_kept
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.cards.searching import SearchBegun
from domain.games.heroes3.state.kinds import Good, GoodId, Price
from domain.games.heroes3.state.table import Heroes3

NOT_ALLIED = refusal("not-allied", "Only allies give each other resources.", rule=sections.TRADE)
TO_ONESELF = never("to-oneself", "A player cannot give cards to the same player.", rule=sections.TRADE)
NO_DICE = refusal("no-dice-to-keep", "No resource dice wait for a choice.", rule=sections.RESOURCES)
KEEP_ONE = refusal("keep-one", "Of these dice only one is kept.", rule=sections.RESOURCES)

GOOD_AT = Gains(lambda event, table: ("seats", event.seat, "goods", event.good))
GOOD_FROM = Spends(lambda event, table: ("seats", event.seat, "goods", event.good), too_few=NOT_ENOUGH)
INCOME_AT = Gains(lambda event, table: ("seats", event.seat, "income", event.good))
INCOME_FROM = Spends(lambda event, table: ("seats", event.seat, "income", event.good), too_few=NOT_ENOUGH)


class GoodsEvent(HeroesEvent):
    heading = "Resources"
    acting_seat = "seat"


class GoodsGained(NumbersMoved[Heroes3], GoodsEvent):
    title = "Gain resources"
    help_text = "Gold, building materials or valuables come in."
    sentence = "{seat} gained {amount} {good}[, {source}]"
    question = "{seat} gains {amount} {good}"
    offer = OFF_THE_MAP
    seat: Living
    good: GoodId
    amount: Annotated[Some, Merged(), GOOD_AT]
    source: Source = ""


class GoodsSpent(NumbersMoved[Heroes3], GoodsEvent):
    title = "Pay resources"
    help_text = "Gold, building materials or valuables are paid."
    sentence = "{seat} paid {amount} {good}[, {source}]"
    question = "{seat}: how much {good} is paid?"
    seat: Living
    good: GoodId
    amount: Annotated[Some, Merged(), GOOD_FROM]
    source: Source = ""


class IncomeRaised(NumbersMoved[Heroes3], GoodsEvent):
    title = "Raise an income"
    help_text = "An income track goes up: a flag, a card, or what the scenario says."
    sentence = "{seat}: income +{amount} {good}[, {source}]"
    offer = OFF_THE_MAP
    seat: Living
    good: GoodId
    amount: Annotated[Some, Merged(), INCOME_AT]
    source: Source = ""


class IncomeLowered(NumbersMoved[Heroes3], GoodsEvent):
    title = "Lower an income"
    help_text = "An income track goes down: a flag is lost, or a card says so."
    sentence = "{seat}: income −{amount} {good}[, {source}]"
    seat: Living
    good: GoodId
    amount: Annotated[Some, Merged(), INCOME_FROM]
    source: Source = ""


class GoodsGiven(NumbersMoved[Heroes3], GoodsEvent):
    title = "Give an ally resources"
    help_text = "Allies give each other resources in their own turns, not in a combat; in a co-op, at a trading post."
    sentence = "{seat} gave {to} {goods}"
    during = ("turns",)
    seat: Living
    to: Annotated[Living, Field(title="to whom")]
    goods: Annotated[
        Price, Pays, Gains("seats.{to}.goods"), Field(min_length=1, title="resources")
    ]  # fmt: skip

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from TURNS.not_at_turn(table, self.seat)
        if self.seat == self.to:
            yield TO_ONESELF()
        elif table.mode == "coop":
            if not at_a_post(table, self.seat):
                yield AT_A_POST()
        elif not allied(table, self.seat, self.to):
            yield NOT_ALLIED()


def may_trade(table: Heroes3, seat: str) -> bool:
    """Whether a player may trade: on a Trading Post, by an option anywhere, or if the map is not tracked."""
    return table.plays("trade-anytime") or not table.tracks("map") or at_a_post(table, seat)


RATES: Mapping[tuple[str, str], tuple[int, int]] = {
    ("gold", "valuables"): (6, 1),
    ("gold", "materials"): (2, 1),
    ("valuables", "gold"): (1, 3),
    ("valuables", "materials"): (1, 2),
    ("materials", "gold"): (1, 1),
    ("materials", "valuables"): (3, 1),
}
"""The rates of an exchange: the amount given and the amount received (6.16)."""
PRINTED_RATES = text(
    "2 gold for 1 building material, 6 gold for 1 valuable; 1 building material for 1 gold, 3 for 1 valuable; "
    "1 valuable for 3 gold or 2 building materials."
)


class GoodsTraded(GoodsEvent):
    title = "Trade"
    help_text = (
        "Resources for others at the printed rates, as many exchanges as you like: on a Trading Post, or by a card."
    )
    sentence = "{seat} traded {paid} {good} for {gained} {other}[, {source}]"
    question = "{seat} may trade"
    limits = {ONE_SERVICE: {"source": ""}}
    layout = Layout(usual=("times",))
    seat: Living
    good: Annotated[GoodId, Field(title="give")]
    other: Annotated[
        str, Choice("goods", lambda table, good: [to for of, to in RATES if of == good], given=("good",)),
        Field(title="get"),
    ]  # fmt: skip
    times: Annotated[int, Field(ge=1, le=99, title="how many exchanges")] = 1
    source: Source = ""
    paid: Annotated[Count, Settled(), GOOD_FROM] = 0
    gained: Annotated[
        Count, Settled(), Gains(lambda event, table: ("seats", event.seat, "goods", event.other))
    ] = 0  # fmt: skip

    @classmethod
    def reminders(cls, table: Heroes3, known: Known) -> Iterator[Text]:
        """The rates as printed on the back cover (6.16)."""
        yield PRINTED_RATES

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from in_combat(table)
        if not self.source and not may_trade(table, self.seat):
            yield AT_A_POST()
        if not self.source:
            yield from post_served(table, self.seat, "trade")
        yield from payment_refusals(table, self.settled())

    def settled(self) -> Self:
        """The event with the amounts of all exchanges."""
        give, get = RATES[self.good, self.other]
        return self.copy_with(paid=give * self.times, gained=get * self.times)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.settled()

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        if not self.source:
            post_used(table, self.seat, "trade")


Face = Literal["2 materials", "4 materials", "1 valuables", "2 valuables", "3 gold", "6 gold"]
FACES: Mapping[Face, tuple[Good, int]] = {
    "2 materials": ("materials", 2),
    "4 materials": ("materials", 4),
    "1 valuables": ("valuables", 1),
    "2 valuables": ("valuables", 2),
    "3 gold": ("gold", 3),
    "6 gold": ("gold", 6),
}
"""The faces of the resource die (6.5)."""


class ResourceDiceRolled(GoodsEvent):
    """Rolls resource dice. All of them count, or only the one that the player keeps (6.5)."""

    title = "Roll resource dice"
    help_text = "What the resource dice show comes in."
    sentence = "{seat} rolled {faces}[, and kept {kept}][: {goods}][, {source}]"
    question = "{seat}: what does a resource die show?"
    layout = Layout(keypad="shows")
    seat: Living
    dice: Annotated[int, Field(ge=1, le=30, title="how many dice")] = 1
    keep_one: bool = Field(default=False, title="keep only one of them")
    faces: Annotated[tuple[Face, ...], Field(max_length=30, title="what they show"), KeepsOrder()] = ()
    shows: Annotated[Face | None, Field(title="what the only die shows")] = None
    kept: Face | None = None
    source: Source = ""
    goods: Annotated[Price, Settled(), Earns] = Field(default_factory=dict, title="resources")

    @classmethod
    def needed(cls, table: Heroes3, known: Mapping[str, Any]) -> Iterator[str]:
        """The face of a die that is on the table."""
        if not is_kept(table, DICE):
            yield "shows"

    @property
    def said(self) -> tuple[Face, ...]:
        """The faces that were said: those of all dice, or that of the only one."""
        return self.faces or ((self.shows,) if self.shows else ())

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if self.kept and self.said and self.kept not in self.said:
            yield KEEP_ONE()
        if len(self.said) < self.dice and not is_kept(table, DICE):
            yield SAY_FACES()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        sides = tuple(FACES)
        count = max(self.dice, len(self.said))
        faces = self.said or tuple(sides[n - 1] for n in chance.dice(count, len(sides)))
        kept = (self.kept or only_face(faces)) if self.keep_one else None
        counted = faces if not self.keep_one else (kept,) if kept else ()
        return self.copy_with(dice=count, faces=faces, kept=kept, goods=worth(table, counted))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        if self.keep_one and not self.kept:
            table.agenda.put(ResourceDieKept, seat=self.seat, faces=list(self.faces), source=self.source)


def resource_dice(
    table: Heroes3, seat: str, count: int, source: Source, *, keep_one: bool = False
) -> Iterator[ResourceDiceRolled]:
    """The roll of resource dice that a rule brings, if the app rolls them; see `ask_for_dice`."""
    if is_kept(table, DICE):
        yield ResourceDiceRolled(seat=seat, dice=count, keep_one=keep_one, source=source)


def ask_for_dice(table: Heroes3, seat: str, count: int, source: Source, *, keep_one: bool = False) -> None:
    """Ask for each of the resource dice on the table that a rule brings, or for the one that is kept. For `apply`."""
    if is_kept(table, DICE):
        return
    if keep_one and count > 1:
        table.agenda.put(ResourceDieKept, seat=seat, faces=[], source=source)
        return
    for _ in range(count):
        table.agenda.put(ResourceDiceRolled, seat=seat, source=source)


TreasureFace = Literal["1 resource die", "2 resource dice, one is kept", "1 experience", "an artifact"]
DICE_OF_FACE: Mapping[TreasureFace, int] = {"1 resource die": 1, "2 resource dice, one is kept": 2}
"""The number of resource dice that a face of the treasure die brings; of two, one is kept."""


class TreasureDieRolled(GoodsEvent):
    """Enters what the treasure die shows. It is rolled at the table, because its faces are not known (p73)."""

    title = "Roll the treasure die"
    help_text = "The treasure die, rolled at the table: its reward follows."
    sentence = "{seat} rolled the treasure die: {face}[, {source}]"
    question = "{seat}: what does the treasure die show?"
    layout = Layout(keypad="face")
    seat: Living
    face: Annotated[TreasureFace, Field(title="what it shows")]
    source: Source = ""

    def apply(self, table: Heroes3) -> None:
        if self.face == "an artifact" and table.tracks("cards"):
            table.agenda.put(SearchBegun, seat=self.seat, deck="artifact", count=2)
        if dice := DICE_OF_FACE.get(self.face):
            ask_for_dice(table, self.seat, dice, self.source, keep_one=True)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if dice := DICE_OF_FACE.get(self.face):
            yield from resource_dice(table, self.seat, dice, self.source, keep_one=dice > 1)
        if self.face == "1 experience":
            yield ExperienceGained(seat=self.seat, amount=1, source=self.source)


class ResourceDieKept(GoodsEvent):
    title = "Keep a resource die"
    help_text = "Of the resource dice that were rolled, one is kept: what it shows comes in."
    sentence = "{seat} kept {kept}[: {goods}][, {source}]"
    question = "{seat}[ rolled {faces}]: which resource die is kept?"
    layout = Layout(keypad="kept")
    seat: Living
    faces: Annotated[tuple[Face, ...], Settled(), Field(title="what they show"), KeepsOrder()] = ()
    kept: Face
    source: Annotated[Source, Settled()] = ""
    goods: Annotated[Price, Settled(), Earns] = Field(default_factory=dict, title="resources")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        rolled = self._rolled(table)
        if not rolled:
            yield NO_DICE()
        elif rolled["faces"] and self.kept not in rolled["faces"]:
            yield KEEP_ONE()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(**self._rolled(table), goods=worth(table, (self.kept,)))

    def _rolled(self, table: Heroes3) -> dict[str, Any]:
        """The faces that wait for the player's choice, and their source; empty if there are none."""
        for due in table.agenda.of(ResourceDieKept, seat=self.seat):
            faces: Any = due.fields["faces"]
            return {"faces": tuple(faces), "source": due.fields["source"]}
        return {}

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)


def only_face(faces: Iterable[Face]) -> Face | None:
    """The face that all dice show; None if they differ."""
    shown = set(faces)
    return shown.pop() if len(shown) == 1 else None


def worth(table: Heroes3, faces: tuple[Face, ...]) -> Price:
    """The goods for faces of the resource die; by an option, one resource each (6.17)."""
    total: dict[str, int] = {}
    for face in faces:
        good, amount = FACES[face]
        total[good] = total.get(good, 0) + (1 if table.plays("dice-one-resource") else amount)
    return total
