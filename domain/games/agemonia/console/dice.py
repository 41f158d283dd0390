"""Dice and decks: typing them in, rolling, rerolling, and the result of a roll with stamina and gems."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import KeepsOrder, Line, Occasion, Remark, Settled
from domain.framework.events.offer import Offer, seat_alone
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.framework.refusal import Refused, never
from domain.framework.text import Term, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent
from domain.games.agemonia.campaign.gems import (
    AchievementGemSpent,
    InspirationGemSpent,
    gem_added,
    no_gem,
    no_inspiration,
)
from domain.games.agemonia.campaign.vitality import DamageSuffered, StaminaSpent, too_little_stamina
from domain.games.agemonia.console.initiative import EnemyActions, Slots, Symbols, cards_typed_in
from domain.games.agemonia.console.skills import Act, skills_in
from domain.games.agemonia.console.timers import FateValue
from domain.games.agemonia.figures import Small, clamped_to
from domain.games.agemonia.state.kinds import Die, InitiativePrint
from domain.games.agemonia.state.scenario import Modifier, Roll
from domain.games.agemonia.state.table import Agemonia

# === Dice: the values of faces, the number of faces due, rolling (行动骰, 反应骰) ================

RANK_UNKNOWN = never("rank-unknown", "Say how many were rolled, or type in the hero board once.", asks=True)
WRONG_DICE = never("wrong-dice", "Expected {n|die|dice}.")
DIE_UNKNOWN = never(
    "die-unknown",
    "Type in the faces of the {die} once (its “sides”), or what was rolled at the table.",
    rule=sections.ACTION_DICE,
    asks=True,
)

ActionFace = Literal["one", "two", "one_extra", "stamina"]
ReactionFace = Literal["blank", "one", "two", "special"]
ActionFaces = Annotated[tuple[ActionFace, ...], Field(max_length=60), KeepsOrder()]
ReactionFaces = Annotated[tuple[ReactionFace, ...], Field(max_length=60), KeepsOrder()]
WORTH = {"one": 1, "two": 2, "one_extra": 1}
EXTRA, STAMINA, SPECIAL = "one_extra", "stamina", "special"
MOST_STAMINA = 2
"""The most stamina that a stamina face takes, for as many successes."""
ACTION_DIE, REACTION_DIE = "action-die", "reaction-die"
MOST_DICE = 60
MOST_REROLLS = 30
INSPIRATION_DICE = 2
"""The dice that an inspiration gem adds (灵感宝石)."""


def successes_of(faces: Sequence[str], stamina: int = 0) -> int:
    """The successes of faces; `stamina` is the value of the stamina faces."""
    return sum(WORTH.get(face, 0) for face in faces) + stamina


def stamina_faces(faces: Sequence[str]) -> int:
    return sum(face == STAMINA for face in faces)


def faces_due(dice: int, faces: Sequence[str]) -> int:
    """The number of faces that a roll of so many dice must show: every extra roll adds a die."""
    return dice + sum(face == EXTRA for face in faces)


def sides_of(table: Agemonia, die: str) -> list[str]:
    """The faces of a die one by one; empty if they were not typed in.

    The rulebook does not say how often each face occurs.
    """
    known = Die.of(table, die)
    return [side for side in known.sides if side in known.faces]


def unknown_die(table: Agemonia, die: str) -> Iterator[Refused]:
    if not sides_of(table, die):
        yield DIE_UNKNOWN(die=table.called("dice", die))


def roll_dice(table: Agemonia, die: str, count: int, chance: Chance) -> tuple[str, ...]:
    """Roll dice; every extra roll adds a die, up to `MOST_DICE`."""
    faces: list[str] = []
    known = sides_of(table, die)
    # A die may be typed in with only extra rolls: without a bound, such a roll would never end.
    while len(faces) < min(faces_due(count, faces), MOST_DICE):
        faces.append(known[chance.dice(1, len(known))[0] - 1])
    return tuple(faces)


def roll_again(face: str, table: Agemonia, die: str, faces: Sequence[str], chance: Chance) -> tuple[Sequence[str], int]:
    """Reroll dice that show a face until they show another; return the faces and the number of rerolls.

    There are at most `MOST_REROLLS` of them.
    """
    shown, count = list(faces), 0
    # A die that was typed in with only one face would be rerolled forever.
    while face in shown and count < MOST_REROLLS:
        shown[shown.index(face)] = roll_dice(table, die, 1, chance)[0]
        count += 1
    return shown, count


def not_rolled(table: Agemonia, die: str, dice: int | None, faces: Sequence[str], rule: Term) -> Iterator[Refused]:
    """The refusals of a roll: the number of dice is unknown or wrong, or they cannot be rolled here."""
    if dice is None:
        yield RANK_UNKNOWN.under(rule)()
    elif faces:
        yield from wrong_count(dice, faces, rule)
    elif dice:
        yield from unknown_die(table, die)


def wrong_count(dice: int, faces: Sequence[str], rule: Term) -> Iterator[Refused]:
    if len(faces) != faces_due(dice, faces):
        yield WRONG_DICE.under(rule)(n=faces_due(dice, faces))


# === An open roll: its dice, its rerolls, and its result with stamina and gems ===================

NO_ROLL = never("no-roll", "No roll is under way.", rule=sections.ACTIVE_CHECKS)
ROLL_OPEN = never(
    "roll-open", "A roll is still open: record its result, or put the dice away.", rule=sections.HERO_TURNS
)
ROLLED = never("rolled", "The dice of this roll are already on the table.", rule=sections.ACTIVE_CHECKS)
NO_SUCH_FACE = never("no-such-face", "No die shows that face.", rule=sections.ACTIVE_CHECKS)
NOT_ROLLED = never("not-rolled", "Roll the dice first, or say what they showed.", rule=sections.ACTIVE_CHECKS)
NO_STAMINA_HERE = never(
    "no-stamina-here",
    "Only heroes in a scenario pay stamina for dice; elsewhere the stamina face is worth 2.",
    rule=sections.ACTION_DICE,
)
TOO_MUCH_STAMINA = never("too-much-stamina", "Each stamina face takes 2 at most.", rule=sections.ACTION_DICE)

MOST_SUCCESSES = 99
Successes = Annotated[int, Field(ge=0, le=MOST_SUCCESSES)]


def is_in_scenario(table: Agemonia) -> bool:
    """Whether a scenario is under way; elsewhere stamina faces are free and no one is hindered."""
    return table.step not in ("city", "journey", "finished")


def no_roll(table: Agemonia, kind: str) -> Iterator[Refused]:
    if table.scene.roll is None or table.scene.roll.kind != kind:
        yield NO_ROLL()


def is_known(made: Roll) -> bool:
    """Whether the faces of a roll are known, or it has no dice."""
    return not made.dice or bool(made.faces)


def cannot_inspire(table: Agemonia, figure: str, wanted: bool) -> Iterator[Refused]:
    """The refusal if a hero has no inspiration gem to spend before the roll (灵感宝石)."""
    if wanted:
        yield from no_inspiration(table, figure)


def gem_spent(figure: str, wanted: bool) -> Iterator[Event[Agemonia]]:
    if wanted:
        yield InspirationGemSpent(hero=figure, use="dice")


def sum_by_source(modifiers: Iterable[Modifier]) -> dict[str, int]:
    """The modifiers of a roll, summed by source."""
    sums: dict[str, int] = {}
    for modifier in modifiers:
        sums[modifier.source] = sums.get(modifier.source, 0) + modifier.successes
    return sums


class RollEvent(AgemoniaEvent):
    heading = "Rolls"


class DiceRolled(RollEvent):
    # In the rulebook under 行动骰.
    title = "Roll the dice"
    help_text = "The result of a roll: type the faces you see, or roll here. Include extra rolls."
    sentence = "Rolled: {faces}"
    layout = Layout(no_choice=("faces",))
    faces: ActionFaces = ()

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        made = table.scene.roll
        if made and not is_known(made) and sides_of(table, ACTION_DIE):
            seats = seat_alone(table.seat_of("figures", made.figure))
            yield Offer(text("Roll {count|die|dice} here", count=made.dice), required=True, seats=seats)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        made = table.scene.roll
        if made is None:
            yield NO_ROLL()
        elif made.faces:
            yield ROLLED()
        elif self.faces:
            yield from wrong_count(made.dice, self.faces, sections.ACTIVE_CHECKS)
        else:
            yield from unknown_die(table, ACTION_DIE)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        made = table.scene.roll
        return (
            self
            if self.faces or made is None
            else self.copy_with(faces=roll_dice(table, ACTION_DIE, made.dice, chance))
        )

    def apply(self, table: Agemonia) -> None:
        if table.scene.roll:
            table.scene.roll.faces = list(self.faces)


class DieRerolled(RollEvent):
    title = "Roll a die again"
    help_text = "An effect lets you reroll a die."
    sentence = "Rerolled {face}: {into}[ ({source})]"
    face: ActionFace
    into: ActionFace | None = Field(default=None, title="into which face")
    more: ActionFaces = Field(default=(), title="extra dice it brings")
    source: Annotated[Occasion, Choice("causes", free=True)] = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.roll is None or self.face not in table.scene.roll.faces:
            yield NO_SUCH_FACE()
        if self.into is None:
            yield from unknown_die(table, ACTION_DIE)
        elif not self._rolls_on(table):
            yield from wrong_count(1, (self.into, *self.more), sections.ACTIVE_CHECKS)

    def _rolls_on(self, table: Agemonia) -> bool:
        """Whether the extra die of this reroll is rolled here."""
        return self.into == EXTRA and not self.more and bool(sides_of(table, ACTION_DIE))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        if self.into is None:
            into, *more = roll_dice(table, ACTION_DIE, 1, chance)
            return self.copy_with(into=into, more=tuple(more))
        return self.copy_with(more=roll_dice(table, ACTION_DIE, 1, chance)) if self._rolls_on(table) else self

    def apply(self, table: Agemonia) -> None:
        made = table.scene.roll
        if made and self.face in made.faces and self.into:
            made.faces[made.faces.index(self.face)] = self.into
            made.faces += self.more

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        made = table.scene.roll
        if made is None or made.figure not in table.heroes:
            return
        for skill, known in skills_in(table, Act("reroll", made.figure, attack=made.attack)):
            if skill == self.source and known.damage:
                yield DamageSuffered(hero=made.figure, amount=known.damage, source=skill)


def pays_stamina(table: Agemonia, made: Roll) -> bool:
    """Whether stamina is paid for stamina faces: by heroes in a scenario."""
    return made.figure in table.heroes and is_in_scenario(table)


def takes_stamina(made: Roll) -> int:
    """The stamina that the stamina faces of a roll take if it is paid in full (行动骰)."""
    return MOST_STAMINA * stamina_faces(made.faces)


def most_stamina(table: Agemonia, made: Roll) -> int:
    """The most stamina that may be paid for a roll now: as much as its faces take and the hero has."""
    if not pays_stamina(table, made):
        return 0
    have = table.heroes[made.figure].available
    return takes_stamina(made) if have is None else min(takes_stamina(made), have)


class Rolled(RollEvent):
    """The base of results of a roll: of the dice on the table, or of a typed number of successes."""

    layout = Layout(no_choice=("rolled", "gem"))
    roll_kind: ClassVar[str]
    rolled: Successes | None = Field(default=None, title="successes on the dice")
    stamina: Small = Field(default=0, title="stamina paid for stamina faces")
    gem: bool = Field(default=False, title="an achievement gem")
    successes: Annotated[Successes | None, Settled()] = None

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        made = table.scene.roll
        if made and made.kind == cls.roll_kind:
            choice = stamina_faces(made.faces) > 0 or made.shape == "cleave"
            needs, seats = () if is_known(made) else ("rolled",), seat_alone(table.seat_of("figures", made.figure))
            yield Offer(text("Result of the roll"), required=True, opens_form=choice, also_required=needs, seats=seats)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if made := table.scene.roll:
            yield from roll_plan(self, table, made).reasons

    def comes_to(self, table: Agemonia, made: Roll) -> int:
        """The successes of a roll with its payments, at least 0."""
        # Negative modifiers may outweigh the dice, and a check has no negative result.
        return clamped_to(roll_plan(self, table, made).total, MOST_SUCCESSES)

    def costs(self, hero: str) -> Iterator[Event[Agemonia]]:
        if self.stamina:
            yield StaminaSpent(hero=hero, amount=self.stamina, purpose="dice")
        if self.gem:
            yield AchievementGemSpent(hero=hero, use="roll")


@dataclass(frozen=True, slots=True)
class RollPlan:
    """The result of a roll with stamina, gem and modifiers, possibly below 0, and its refusals."""

    total: int
    reasons: tuple[Refused, ...]


def roll_plan(rolled: Rolled, table: Agemonia, made: Roll) -> RollPlan:
    """The plan of a roll with its payments."""
    if rolled.rolled is None:
        shown = successes_of(made.faces, _stamina_worth(rolled, table, made))
    else:
        shown = rolled.rolled + rolled.stamina
    total = shown + rolled.gem + sum(modifier.successes for modifier in made.plus)
    return RollPlan(total, tuple(_not_ended(rolled, table, made)))


def _stamina_worth(rolled: Rolled, table: Agemonia, made: Roll) -> int:
    """The value of the stamina faces: 0 for non-heroes, the payment in a scenario, 2 each elsewhere."""
    if made.figure not in table.heroes:
        return 0
    # Outside a scenario stamina is free (行动骰): each face counts in full.
    return rolled.stamina if is_in_scenario(table) else takes_stamina(made)


def _not_ended(rolled: Rolled, table: Agemonia, made: Roll) -> Iterator[Refused]:
    if rolled.rolled is None and not is_known(made):
        yield NOT_ROLLED()
    if rolled.stamina and not pays_stamina(table, made):
        yield NO_STAMINA_HERE()
    elif made.faces and rolled.stamina > takes_stamina(made):
        yield TOO_MUCH_STAMINA()
    if made.figure in table.heroes:
        yield from too_little_stamina(table, made.figure, rolled.stamina)
    if rolled.gem:
        yield from no_gem(table, made.figure)
        yield from gem_added(table, made.figure)


# === Decks and dice that are typed in once, so that the companion draws and rolls (先攻卡, 命运卡, 骰子)

NO_ORDER = never("no-order", "Say the order from top to bottom.", rule=sections.REVEAL_INITIATIVE, asks=True)
KEPT_SO = never("kept-so", "That is so already.", rule=sections.REVEAL_INITIATIVE)
FATE_KNOWN = never("fate-known", "The fate cards are already typed in.", rule=sections.DISCARD_FATE)
NO_SUCH_SIDE = never("no-such-side", "That die has no such face.", rule=sections.ACTION_DICE)

Sides = Annotated[
    tuple[ActionFace | ReactionFace, ...],
    Field(min_length=1, max_length=12, title="its faces, one by one"),
    KeepsOrder(),
]
FACES: Mapping[str, frozenset[str]] = {
    "action-die": frozenset({"one", "two", "one_extra", "stamina"}),
    "reaction-die": frozenset({"blank", "one", "two", "special"}),
}
"""The possible faces of each die (行动骰, 反应骰)."""


def typed_in(table: Agemonia, kind: str, id_: str, fields: Mapping[str, Any]) -> Event[Any]:
    """The event that types in content: as new, or in place of known content."""
    cls = ContentCorrected if id_ in table.ids(kind) else ContentAdded
    return cls(kind=kind, id=id_, fields=dict(fields))


class DeckEvent(AgemoniaEvent):
    heading = "Cards and dice typed in"


class InitiativeCardTypedIn(DeckEvent):
    title = "Type in an initiative card"
    help_text = "Type in an initiative card: its symbols from top to bottom, and what is next to each."
    layout = Layout(keeps_unnamed=True)
    sentence = "Typed in: initiative card {card}"
    log = LogRole(bookkeeping=True)
    card: Annotated[Line, Field(max_length=40, title="name or number of the card")]
    order: Slots
    bonus: Symbols = Field(default=(), title="who gets a bonus maneuver")
    actions: EnemyActions = Field(default_factory=dict)
    snake: Symbols = Field(default=(), title="who gets the snake")
    horn: Symbols = Field(default=(), title="who gets the horn")
    shuffle: bool = Field(default=False, title="shuffle after this round")
    offer = Offer()

    def values_kept(self, table: Agemonia) -> Mapping[str, Any]:
        known = InitiativePrint.of(table, self.card)
        return known.model_dump(include=known.model_fields_set & {"bonus", "actions", "snake", "horn", "shuffle"})

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not self.order:
            yield NO_ORDER()

    def follow(self, table: Agemonia) -> Iterator[Event[Any]]:
        fields = self.model_dump(mode="json", exclude={"card"})
        known = {"seen": False} if InitiativePrint.of(table, self.card).seen else {}
        yield typed_in(table, "initiative-cards", self.card, {**fields, "en": self.card, "zh": self.card, **known})


class InitiativeDeckKept(DeckEvent):
    """Says whether the app draws the initiative cards. Until then the table names each card that it reveals."""

    title = "Let the app draw the initiative cards"
    help_text = "All initiative cards are typed in: the app draws one each round. Until then you name what is revealed."
    sentence = "The app draws the initiative cards[ {no_longer|no longer}]"
    log = LogRole(bookkeeping=True)
    no_longer: bool = Field(default=False, title="no longer")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if not table.draws_initiative and cards_typed_in(table):
            yield Offer()

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.draws_initiative is not self.no_longer:
            yield KEPT_SO()

    def apply(self, table: Agemonia) -> None:
        table.draws_initiative = not self.no_longer


class FateCardsTypedIn(DeckEvent):
    title = "Type in the fate cards"
    help_text = "Type in the values of all fate cards, in any order."
    sentence = "Typed in: {values|fate card|fate cards}"
    log = LogRole(bookkeeping=True)
    values: Annotated[tuple[FateValue, ...], Field(min_length=1, max_length=60)]
    offer = Offer()

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if list(table.ids("fate-cards")):
            yield FATE_KNOWN()

    def follow(self, table: Agemonia) -> Iterator[Event[Any]]:
        for number, value in enumerate(self.values, 1):
            name = f"F{number}"
            yield typed_in(table, "fate-cards", name, {"en": name, "zh": name, "value": value})


class DieTypedIn(DeckEvent):
    title = "Type in a die"
    help_text = "The faces of a die. Then you can roll it here."
    sentence = "Typed in: the faces of a die ({die})"
    log = LogRole(bookkeeping=True)
    die: Literal["action-die", "reaction-die"]
    sides: Sides
    note: Remark = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        titles = {ACTION_DIE: text("Type in the action die"), REACTION_DIE: text("Type in the reaction die")}
        yield from (Offer(title, {"die": die}) for die, title in titles.items() if not sides_of(table, die))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not FACES[self.die].issuperset(self.sides):
            yield NO_SUCH_SIDE()

    def follow(self, table: Agemonia) -> Iterator[Event[Any]]:
        yield typed_in(table, "dice", self.die, {"sides": list(self.sides)})
