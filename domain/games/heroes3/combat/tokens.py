"""Tokens in a combat: on units, on spaces, clones and summons (p86 to p89)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, Secrets
from domain.framework.events.marks import Line, Settled
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import NO_SUCH_BOX, Living, Source, seat_of
from domain.games.heroes3.combat.acting import HIDDEN_KINDS, fighter
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import (
    combat_of,
    fighter_of,
    is_taken,
    numbered,
    obstacles,
    speed_of,
    square_of,
    stats_of,
    type_of,
)
from domain.games.heroes3.combat.placing import SPACE_TAKEN
from domain.games.heroes3.combat.striking import DamageDealt
from domain.games.heroes3.state.combat import Fighter, SpaceToken, StackToken
from domain.games.heroes3.state.seat import Unit, UnitSide
from domain.games.heroes3.state.table import Heroes3

ALREADY_SO = never("already-so", "{unit} has that token already.", rule=sections.COMBAT_ROUND)
NOT_SO = never("not-so", "{unit} has no such token.", rule=sections.COMBAT_ROUND)
OWN_UNIT_ONLY = refusal("own-unit-only", "Only an own unit can be cloned.", rule=sections.COMBAT_ROUND)
NOT_BESIDE_UNIT = refusal(
    "not-beside-unit", "It is placed on a free space next to the unit.", rule=sections.COMBAT_ROUND
)
HALF_REAL = refusal("half-are-real", "Half of these tokens are real, and half are empty.", rule=sections.COMBAT_ROUND)
ONE_A_SPACE = refusal("one-a-space", "A player has one token on a space.", rule=sections.COMBAT_ROUND)
NO_TOKEN = never("no-space-token", "There is no token.", rule=sections.COMBAT_ROUND)

Mark = Literal[
    "paralysis",
    "weakness 1",
    "weakness 2",
    "attack 1",
    "attack 2",
    "corrosion",
    "defense",
    "stack attack",
    "stack defense",
    "stack hit points",
    "stack initiative",
]
BOXES: Mapping[str, tuple[str, ...]] = {
    "weakness": ("cove", "stretch-2"),
    "attack": ("stronghold", "stretch-2"),
    "corrosion": ("stronghold",),
    "stack": ("naval-battles",),
    "clone": ("cove",),
    "quicksand": ("stronghold",),
    "land mine": ("stretch-2",),
    "fire wall": ("conflux",),
    "force field": ("stretch-2",),
}
"""The boxes that contain a token; any one of them is enough."""


def in_no_box(table: Heroes3, token: str) -> Iterator[Refused]:
    """The refusal of a token that is in no box of this game."""
    boxes = BOXES.get(token, ())
    if boxes and not any(table.owns(box) for box in boxes):
        yield NO_SUCH_BOX(box=table.called("boxes", boxes[0]))


MINE_DAMAGE = 2
SpaceKind = Literal["quicksand", "land mine", "fire wall", "force field", "obstacle"]
STACK_OF: Mapping[str, StackToken] = {name: name for name in get_args(StackToken)}


def set_mark(one: Fighter, mark: str, *, on: bool) -> None:
    """Put a token onto a unit or take it off; a unit has at most one weakness and one attack token. For `apply`."""
    kind, _, amount = mark.partition(" ")
    match kind:
        case "paralysis":
            one.paralysed = on
        case "weakness":
            one.weakness = int(amount) if on else 0
        case "attack":
            one.strength = int(amount) if on else 0
        case "corrosion":
            one.corroded = on
        case "defense":
            one.shield = on
        case "stack":
            one.stack = STACK_OF[amount] if on else None


def has_mark(one: Fighter, mark: str) -> bool:
    kind, _, amount = mark.partition(" ")
    number = int(amount) if amount.isdigit() else 0
    known = {
        "paralysis": one.paralysed, "weakness": one.weakness == number, "attack": one.strength == number,
        "corrosion": one.corroded, "defense": one.shield, "stack": one.stack == amount,
    }  # fmt: skip
    return known[kind]


class UnitMarked(CombatEvent):
    title = "Put a token on a unit"
    help_text = (
        "Paralysis, weakness, an attack token, corrosion, defense or a stack token; a second of a kind replaces it."
    )
    sentence = "{unit}: {mark}[, {source}]"
    question = "[{unit}: ]which stack token was drawn?"
    unit: Annotated[str, Choice("fighters")]
    mark: Annotated[Mark, Field(title="which token")]
    source: Source = ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from in_no_box(table, self.mark.partition(" ")[0])
        if (one := fighter(table, self.unit)) and has_mark(one, self.mark):
            yield ALREADY_SO(unit=table.called("fighters", self.unit))

    def apply(self, table: Heroes3) -> None:
        if one := fighter(table, self.unit):
            set_mark(one, self.mark, on=True)


class UnitUnmarked(CombatEvent):
    title = "Take a token off a unit"
    help_text = "A token leaves a unit."
    sentence = "{unit}: no {mark} any more[, {source}]"
    unit: Annotated[str, Choice("fighters")]
    mark: Annotated[Mark, Field(title="which token")]
    source: Source = ""

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if (one := fighter(table, self.unit)) and not has_mark(one, self.mark):
            yield NOT_SO(unit=table.called("fighters", self.unit))

    def apply(self, table: Heroes3) -> None:
        if one := fighter(table, self.unit):
            set_mark(one, self.mark, on=False)


class UnitBoosted(CombatEvent):
    title = "Boost a unit"
    help_text = (
        "More or less attack until its attack, defense until its next defense, or initiative in this combat, by a card."
    )
    sentence = "{unit}[: attack {attack}][, defense {defense}][, initiative {initiative}][, {source}]"
    layout = Layout(usual=("attack", "defense"))
    unit: Annotated[str, Choice("fighters")]
    attack: Annotated[int, Field(ge=-9, le=9)] = 0
    defense: Annotated[int, Field(ge=-9, le=9)] = 0
    initiative: Annotated[int, Field(ge=-9, le=9)] = 0
    source: Source = ""

    def apply(self, table: Heroes3) -> None:
        if one := fighter(table, self.unit):
            one.more_attack += self.attack
            one.more_defense += self.defense
            one.more_initiative += self.initiative


def spaces_beside(table: Heroes3, unit: str) -> list[str]:
    """The free spaces next to a fighter; all free spaces if its own is unknown."""
    one = fighter(table, unit)
    here = square_of(one.space) if one else None
    near = {*here.beside()} if here else None
    free = free_spaces(table, one.side if one else "")
    return [space for space in free if near is None or square_of(space) in near]


def why_no_space(table: Heroes3, space: str, *_: str) -> Refused:
    return NOT_BESIDE_UNIT()


def why_taken(table: Heroes3, space: str, *_: str) -> Refused:
    return SPACE_TAKEN()


def free_spaces(table: Heroes3, seat: str = "") -> list[str]:
    combat = combat_of(table)
    stopped = obstacles(combat, seat)
    return [space for space in table.ids("spaces") if not is_taken(combat, space) and space not in stopped]


class CloneCreated(CombatEvent):
    """Clones a unit.

    The clone has all printed values of the card, and no boost, token or damage of the original (p86).
    """

    title = "Clone a unit"
    help_text = "A copy of a friendly unit on an adjacent space; any attack or damage destroys it."
    sentence = "{seat} cloned {unit}[ on {space}][{waits|, to act from the next combat round on}]"
    acting_seat = "seat"
    layout = Layout(usual=("space",))
    seat: Living
    unit: Annotated[str, Choice("fighters")]
    space: Annotated[str, Choice("spaces", spaces_beside, given=("unit",), why_not=why_no_space)] | None = None
    clone: Annotated[str, Settled(), Choice("fighters")] = ""
    waits: Annotated[bool, Settled()] = False

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from in_no_box(table, "clone")
        one = fighter(table, self.unit)
        if one and one.side != self.seat:
            yield OWN_UNIT_ONLY()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        one = fighter(table, self.unit) or Fighter()
        waits = not (table.ruled("clone-acts-at-once") or acts_this_round(table, one.initiative))
        return self.copy_with(clone=numbered(combat_of(table).fighters, one.unit), waits=waits)

    def apply(self, table: Heroes3) -> None:
        one = fighter(table, self.unit)
        if one and table.combat and self.clone:
            table.combat.fighters[self.clone] = Fighter(
                side=one.side, unit=one.unit, face=one.face, tier=one.tier, type=one.type, attack=one.attack,
                defense=one.defense, hp=one.hp, initiative=one.initiative, strikes_back=one.strikes_back,
                elemental=one.elemental, space=self.space or "", clone_of=self.unit, activated=self.waits,
            )  # fmt: skip


def acts_this_round(table: Heroes3, initiative: int | None) -> bool:
    """Whether a new unit acts in this round: its initiative is not above that of the current unit (E38)."""
    at = fighter(table, combat_of(table).at)
    current = speed_of(at) if at else None
    return current is None or initiative is None or initiative <= current


class UnitSummoned(CombatEvent):
    """Summons a unit.

    Elementals leave with the combat; Demons join the unit deck afterwards if `stays` is set (p88).
    """

    title = "Summon a unit"
    help_text = "A unit joins the combat: an elemental, or Demons of a Pack of Pit Lords."
    sentence = "{seat} summoned {unit}[ ({face})][ on {space}][{stays|, who stay after the combat}]"
    acting_seat = "seat"
    layout = Layout(usual=("face", "space", "stays"))
    seat: Living
    unit: Annotated[Line, Choice("units", free=True)]
    face: UnitSide = "few"
    space: Annotated[str, Choice("spaces", free_spaces, given=("seat",), why_not=why_taken)] | None = None
    stays: bool = Field(default=False, title="joins the unit deck afterwards")
    id: Annotated[str, Settled(), Choice("fighters")] = ""
    fields: Annotated[Mapping[str, Any], Settled()] = Field(default_factory=dict)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        fighters = combat_of(table).fighters
        there = [id_ for id_, one in fighters.items() if self.stays and is_few(one, self.seat, self.unit)]
        if there:
            known = {"type": type_of(table, self.unit, "pack"), **stats_of(table, self.unit, "pack")}
            pack = fighters[there[0]].model_copy(update={"face": "pack", **known})
            told = pack.model_dump(mode="json", exclude_defaults=True)
            return self.copy_with(id=there[0], face="pack", fields=told)
        one = fighter_of(
            table, self.seat, self.unit, self.face, space=self.space or "", summoned=True, stays=self.stays
        )
        one.activated = not acts_this_round(table, one.initiative)
        told = one.model_dump(mode="json", exclude_defaults=True)
        return self.copy_with(id=numbered(fighters, self.unit), fields=told)

    def apply(self, table: Heroes3) -> None:
        if table.combat and self.id:
            table.combat.fighters[self.id] = Fighter(**self.fields)
        if self.stays:
            seat_of(table, self.seat).units.setdefault(self.unit, Unit()).side = self.face


def is_few(one: Fighter, seat: str, unit: str) -> bool:
    """Whether a fighter is a Few of a unit, which another summoning reinforces (p88)."""
    return (one.side, one.unit, one.face) == (seat, unit, "few") and not one.clone_of


class SpaceTokensPlaced(CombatEvent):
    """Places tokens on spaces. Half of the hidden ones are empty, and only their owner knows which are real (p87)."""

    title = "Put tokens on spaces"
    help_text = "Quicksand and land mines are face down; a fire wall, a force field or an obstacle is seen by all."
    sentence = "{seat} put {kind} on {spaces}"
    acting_seat = "seat"
    secrets = Secrets(("real",))
    layout = Layout(usual=("real",))
    seat: Living
    kind: SpaceKind
    spaces: Annotated[tuple[Annotated[str, Choice("spaces")], ...], Field(min_length=1, max_length=20)]
    real: Annotated[tuple[Annotated[str, Choice("spaces")], ...], Field(max_length=20, title="which are real")] = ()

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from in_no_box(table, self.kind)
        laid = combat_of(table).tokens
        if any(laid[space].owner == self.seat for space in self.spaces if space in laid):
            yield ONE_A_SPACE()
        half = len(self.real) or len(self.spaces) // 2
        if self.kind in HIDDEN_KINDS and 2 * half != len(self.spaces):
            yield HALF_REAL()

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            for space in self.spaces:
                hidden = self.kind in HIDDEN_KINDS
                face = ("real" if space in self.real else "empty") if hidden and self.real else ""
                table.combat.tokens[space] = SpaceToken(kind=self.kind, owner=self.seat, face=face)


def laid_on(table: Heroes3) -> list[str]:
    """The spaces with a token."""
    return list(combat_of(table).tokens)


class SpaceTokenRevealed(CombatEvent):
    """Reveals a hidden token.

    Quicksand ends the activation; a land mine deals 2 damage; an empty one does nothing (p87).
    """

    title = "Reveal a token"
    help_text = "A unit came onto a hidden token: whether it is real."
    question = "{unit} came onto a token on {space}: is it real?"
    sentence = "{unit} came onto a hidden token[: {kind}]"
    unit: Annotated[str, Choice("fighters")]
    space: Annotated[str, Choice("spaces", laid_on, why_not=lambda table, space: NO_TOKEN())]
    real: bool | None = None
    kind: Annotated[str, Settled()] = ""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Heroes3) -> Mapping[str, object]:
        """The revealed token; one that is not real is empty."""
        return {"kind": Text(str(fields.get("kind"))) if fields.get("kind") else text("an empty one")}

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        token = combat_of(table).tokens.get(self.space, SpaceToken())
        real = self.real if self.real is not None else token.face != "empty"
        return self.copy_with(kind=token.kind if real else "", real=real)

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.tokens.pop(self.space, None)
        one = fighter(table, self.unit)
        if one and self.kind == "quicksand":
            one.attacked = one.moved = True

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.kind == "land mine":
            yield DamageDealt(target=self.unit, damage=MINE_DAMAGE)


class SpaceTokenRemoved(CombatEvent):
    title = "Remove a token from a space"
    help_text = "A fire wall or the like is gone."
    sentence = "The token on {space} is gone"
    space: Annotated[str, Choice("spaces", laid_on, why_not=lambda table, space: NO_TOKEN())]

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.tokens.pop(self.space, None)
