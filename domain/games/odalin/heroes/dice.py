"""Dice and stat bonuses: faces typed in once, rolled here, or totals typed in (骰子, 属性加成)."""

from collections.abc import Iterable, Iterator

from domain.games.odalin import sections
from domain.games.odalin.state.hero import MOST_HP, Hero
from domain.games.odalin.state.kinds import Die, StatToken
from domain.games.odalin.state.table import Odalin
from domain.language.chance import Chance
from domain.language.refusal import Refused, never

DIE_UNKNOWN = never(
    "die-unknown",
    "Type in the six faces of the {die} die once, or say what was rolled.",
    rule=sections.ATTACKS,
    asks=True,
)
SYMBOLS = ("hit", "damage", "soul", "corruption", "defense")
"""What the faces of dice show, several of them with a plus between: `hit+damage`."""


def sides_of(table: Odalin, die: str) -> list[str]:
    """The faces of a die, one by one; none where nobody typed them in."""
    return Die.of(table, die).sides


def unknown_dice(table: Odalin, dice: Iterable[str]) -> Iterator[Refused]:
    """Why dice cannot be rolled here: nobody typed in what their faces show."""
    for die in dict.fromkeys(dice):
        if not sides_of(table, die):
            yield DIE_UNKNOWN(die=table.called("dice", die))


def roll_dice(table: Odalin, dice: Iterable[str], chance: Chance) -> tuple[str, ...]:
    """A face of each die; a blank one of a die that nobody knows."""
    return tuple(chance.draw(sides) if (sides := sides_of(table, die)) else "" for die in dice)


def count_symbols(faces: Iterable[str], symbol: str) -> int:
    """How often a symbol shows on some faces."""
    return sum(part.strip() == symbol for face in faces for part in face.split("+"))


def bonus_of(table: Odalin, hero: Hero, stat: str) -> int | None:
    """The bonus on the token of a stat at its value; None where the table never typed it in (属性加成)."""
    return StatToken.of(table, stat).bonus.get(str(hero.stat(stat)))


def added_hp(table: Odalin, hero: Hero) -> int:
    """The hit points that vigor and equipment add to those on a hero's tile."""
    return (bonus_of(table, hero, "vigor") or 0) + sum(one.hp for one in hero.adding())


def most_hp(table: Odalin, hero: Hero) -> int | None:
    """The most hit points of a hero, a hundred at most; None where nobody typed them in (增加你的最大HP)."""
    return hero.most if hero.base_hp is None else min(MOST_HP, hero.base_hp + added_hp(table, hero))


def rolled_shields(table: Odalin, hero: Hero, chance: Chance) -> int:
    """The shields that the green dice of a hero's armor show, rolled here."""
    return count_symbols(roll_dice(table, ["green"] * hero.defense_dice(), chance), "defense")
