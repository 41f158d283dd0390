"""Dice: what their faces are worth, how many there must be, and rolling them here (行动骰, 反应骰)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.state.kinds import Die
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import InOrder
from domain.language.refusal import Refused, never
from domain.language.text import Term

RANK_UNKNOWN = never("rank-unknown", "Say how many were rolled, or type in the hero board once.")
WRONG_DICE = never("wrong-dice", "Expected {n|die|dice}.")
DIE_UNKNOWN = never(
    "die-unknown",
    "Type in the faces of the {die} once (its “sides”), or what was rolled at the table.",
    rule=sections.ACTION_DICE,
)

ActionFace = Literal["one", "two", "one_extra", "stamina"]
ReactionFace = Literal["blank", "one", "two", "special"]
ActionFaces = Annotated[tuple[ActionFace, ...], Field(max_length=60), InOrder()]
ReactionFaces = Annotated[tuple[ReactionFace, ...], Field(max_length=60), InOrder()]
WORTH = {"one": 1, "two": 2, "one_extra": 1}
EXTRA, STAMINA, SPECIAL = "one_extra", "stamina", "special"
MOST_STAMINA = 2
"""How much stamina a stamina face takes, for as many successes."""
ACTION_DIE, REACTION_DIE = "action-die", "reaction-die"
MOST_DICE = 60
MOST_REROLLS = 30
INSPIRATION_DICE = 2
"""Dice that an inspiration gem adds (灵感宝石)."""


def worth(faces: Sequence[str], stamina: int = 0) -> int:
    """What faces count for, stamina faces aside; `stamina` is what they come to."""
    return sum(WORTH.get(face, 0) for face in faces) + stamina


def stamina_faces(faces: Sequence[str]) -> int:
    return sum(face == STAMINA for face in faces)


def due(dice: int, faces: Sequence[str]) -> int:
    """How many faces a roll of so many dice must show: every extra roll adds a die."""
    return dice + sum(face == EXTRA for face in faces)


def sides(table: Agemonia, die: str) -> list[str]:
    """The faces of a die one by one, where the table typed them in; the rulebook does not say how often each occurs."""
    known = Die.of(table, die)
    return [side for side in known.sides if side in known.faces]


def unknown_die(table: Agemonia, die: str) -> Iterator[Refused]:
    if not sides(table, die):
        yield DIE_UNKNOWN(die=table.called("dice", die))


def roll(table: Agemonia, die: str, count: int, chance: Chance) -> tuple[str, ...]:
    """Roll dice here; every extra roll adds one, as far as anybody would roll."""
    faces: list[str] = []
    known = sides(table, die)
    while len(faces) < min(due(count, faces), MOST_DICE):
        faces.append(known[chance.dice(1, len(known))[0] - 1])
    return tuple(faces)


def without(face: str, table: Agemonia, die: str, faces: Sequence[str], chance: Chance) -> tuple[Sequence[str], int]:
    """Dice that show a face rolled again until they show another, and how often; never without an end."""
    shown, count = list(faces), 0
    while face in shown and count < MOST_REROLLS:
        shown[shown.index(face)] = roll(table, die, 1, chance)[0]
        count += 1
    return shown, count


def not_rolled(table: Agemonia, die: str, dice: int | None, faces: Sequence[str], rule: Term) -> Iterator[Refused]:
    """Why a roll does not stand: nobody knows how many dice, there are others, or they cannot be rolled here."""
    if dice is None:
        yield RANK_UNKNOWN.under(rule)()
    elif faces:
        yield from wrong_count(dice, faces, rule)
    elif dice:
        yield from unknown_die(table, die)


def wrong_count(dice: int, faces: Sequence[str], rule: Term) -> Iterator[Refused]:
    if len(faces) != due(dice, faces):
        yield WRONG_DICE.under(rule)(n=due(dice, faces))
