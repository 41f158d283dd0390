"""Dice and stat bonuses: faces typed in once and rolled here, or totals typed in (骰子, 属性加成)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field, JsonValue

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.kernel import ContentCorrected
from domain.framework.refusal import Refused, never, refusal
from domain.games.odalin import sections
from domain.games.odalin.state.hero import MOST_HP, Hero
from domain.games.odalin.state.kinds import Die, Small, StatToken
from domain.games.odalin.state.table import Odalin

DIE_UNKNOWN = never(
    "die-unknown",
    "Type in the six faces of the {die} die once, or say what was rolled.",
    rule=sections.ATTACKS,
    asks=True,
)
BONUS_UNKNOWN = never(
    "bonus-unknown", "Say what {stat} {value} of {hero} adds: it is on the token of the stat, and typed in once.",
    rule=sections.EQUIPMENT, asks=True,
)  # fmt: skip
STAT_UNKNOWN = refusal(
    "stat-unknown", "Say the {stat} of {hero} first: it is on the hero's tile, and nothing is added without it.",
    rule=sections.EQUIPMENT,
)  # fmt: skip
SYMBOLS = ("hit", "damage", "soul", "corruption", "defense")
"""The symbols on faces; a face with several joins them with a plus, such as `hit+damage`."""


def sides_of(table: Odalin, die: str) -> list[str]:
    """The faces of a die; empty if they are unknown."""
    return Die.of(table, die).sides


def unknown_dice(table: Odalin, dice: Iterable[str]) -> Iterator[Refused]:
    """The refusals for dice that cannot be rolled here, because their faces are unknown."""
    for die in dict.fromkeys(dice):
        if not sides_of(table, die):
            yield DIE_UNKNOWN(die=table.called("dice", die))


def roll_dice(table: Odalin, dice: Iterable[str], chance: Chance) -> tuple[str, ...]:
    """A random face of each die; a blank for a die with unknown faces."""
    return tuple(chance.draw(sides) if (sides := sides_of(table, die)) else "" for die in dice)


def count_symbols(faces: Iterable[str], symbol: str) -> int:
    """The number of times that a symbol shows on some faces."""
    return sum(part.strip() == symbol for face in faces for part in face.split("+"))


def bonus_of(table: Odalin, hero: Hero, stat: str) -> int | None:
    """The bonus on the token of a stat at its value, else the one kept for the hero; None if unknown (属性加成)."""
    value, kept = hero.stat(stat), hero.bonuses.get(stat)
    return kept if value is None else StatToken.of(table, stat).bonus.get(str(value), kept)


Bonus = Annotated[Small | None, Field(title="what the stat adds, from its token")]


def bonus_counted(table: Odalin, hero: Hero, stat: str, said: int | None = None) -> int:
    """The bonus of a stat: as given, else by its token; 0 if unknown."""
    return (bonus_of(table, hero, stat) or 0) if said is None else said


def unknown_bonuses(table: Odalin, hero: str, said: Mapping[str, int | None]) -> Iterator[Refused]:
    """The refusals for a result that needs the unknown bonus of a stat."""
    here = table.heroes.get(hero) or Hero()
    for stat in unknown_stats(table, here, said):
        if (value := here.stat(stat)) is not None:
            names = {"stat": table.called("stats", stat), "hero": table.called("heroes", hero)}
            yield BONUS_UNKNOWN(value=value, **names)


def unknown_stats(table: Odalin, hero: Hero, said: Mapping[str, int | None]) -> list[str]:
    """The stats whose bonus is neither known nor given."""
    return [stat for stat, bonus in said.items() if bonus is None and bonus_of(table, hero, stat) is None]


def left_to_table(table: Odalin, hero: str, said: Mapping[str, int | None]) -> tuple[str, ...]:
    """The stats whose unknown bonus a result lacks, so that the table adds it."""
    return tuple(unknown_stats(table, table.heroes.get(hero) or Hero(), said))


def unsaid_stats(table: Odalin, hero: str, said: Mapping[str, int | None]) -> Iterator[Refused]:
    """The questions about a result that lacks a stat, because its value on the hero's tile is unknown."""
    here = table.heroes.get(hero) or Hero()
    for stat in unknown_stats(table, here, said):
        if here.stat(stat) is None:
            yield STAT_UNKNOWN(stat=table.called("stats", stat), hero=table.called("heroes", hero))


def bonuses_typed(table: Odalin, hero: str, said: Mapping[str, int | None]) -> Iterator[Event[Any]]:
    """Store the given bonuses of a hero's stat tokens, by the values of the stats."""
    here = table.heroes.get(hero) or Hero()
    for stat, bonus in said.items():
        if bonus is not None and here.stat(stat) is not None and bonus_of(table, here, stat) != bonus:
            known: dict[str, JsonValue] = {**StatToken.of(table, stat).bonus, str(here.stat(stat)): bonus}
            yield ContentCorrected(kind="stats", id=stat, fields={"bonus": known})


def keep_bonuses(hero: Hero, said: Mapping[str, int | None]) -> None:
    """Keep the given bonuses of stats whose value is unknown; for `apply`."""
    for stat, bonus in said.items():
        if bonus is not None and hero.stat(stat) is None:
            hero.bonuses[stat] = bonus


def equipment_hp(hero: Hero) -> int:
    """The hit points that equipment adds."""
    return sum(one.hp for one in hero.adding())


def added_hp(table: Odalin, hero: Hero) -> int:
    """The hit points that vigor and equipment add to those of a hero's tile."""
    return bonus_counted(table, hero, "vigor") + equipment_hp(hero)


def most_hp(table: Odalin, hero: Hero) -> int | None:
    """The maximum hit points of a hero, at most 100; None if unknown (增加你的最大HP)."""
    return hero.most if hero.base_hp is None else min(MOST_HP, hero.base_hp + added_hp(table, hero))


def most_after(table: Odalin, before: Hero, after: Hero) -> int | None:
    """The new maximum hit points; vigor adds as much as before if its new bonus is unknown."""
    if after.base_hp is None or bonus_of(table, after, "vigor") is not None:
        return most_hp(table, after)
    return min(MOST_HP, after.base_hp + bonus_counted(table, before, "vigor") + equipment_hp(after))


def rolled_shields(table: Odalin, hero: Hero, chance: Chance) -> int:
    """The shields on the green dice of a hero's armor, rolled here."""
    return count_symbols(roll_dice(table, ["green"] * hero.defense_dice(), chance), "defense")
