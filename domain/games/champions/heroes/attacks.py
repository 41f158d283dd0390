"""Attacks of heroes and allies on enemies (攻击, 守护, 反击X, 反制伤害)."""

from collections.abc import Iterator, Mapping
from typing import Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import EnemyId, InGame, Maybe
from domain.games.champions.harm.strikes import Assault, consequential, hits, retaliation
from domain.games.champions.heroes.powers import AllyId, PowerEvent, Use, controller
from domain.games.champions.numbers import body
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Event, Occasion
from domain.language.refusal import Refused, refusal

GUARDED = refusal(
    "guarded", "{minion} with Guard is engaged with {seat}: the villain cannot be attacked.",
    rule=sections.KEYWORDS, areas=("minions",),
)  # fmt: skip


def behind_guard(table: Champions, seat: str, target: str) -> Iterator[Refused]:
    """Why a seat does not attack the villain: a minion with Guard; a villain with Guard may be attacked."""
    if target != VILLAIN or "guard" in table.villain.keywords:
        return
    for copy in table.copies("minion"):
        if table.play[copy].engaged == seat and "guard" in table.play[copy].keywords:
            yield GUARDED(minion=table.called("minions", copy), seat=table.called("identities", seat))


def gained(table: Champions, user: str) -> Mapping[str, bool]:
    """The keywords that whoever attacks has, printed or gained: every attack of theirs has them, too."""
    whom = body(table, user)
    return {keyword: True for keyword in ("overkill", "piercing") if whom and keyword in whom.keywords}


def marked(**keywords: bool) -> tuple[str, ...]:
    """The keywords that an attack has."""
    return tuple(keyword for keyword, has in keywords.items() if has)


class HeroAttacked(PowerEvent):
    """Stunned, the hero exhausts all the same, and the status card is discarded instead (D11)."""

    help_text = "A hero attacks an enemy: exhausts for the basic power, or does it by an ability that says (attack)."
    says = "{seat} attacked {target}[ for {amount}][, {source}][: {stopped|stunned, the card is discarded instead}]"
    title = "Hero attacks"
    seat: InGame
    target: EnemyId
    amount: Maybe | None = Field(default=None, title="damage")
    by_ability: bool = Field(default=False, title="by an ability (attack), without exhausting")
    overkill: bool = False
    piercing: bool = False
    source: Occasion = ""

    def used(self) -> Use:
        return Use(self.seat, "attack", self.amount, not self.by_ability)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return super().settle(table, chance).but(**gained(table, self.seat))

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from behind_guard(table, self.seat, self.target)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if not self.stopped:
            keywords = marked(overkill=self.overkill, piercing=self.piercing)
            assault = Assault(self.seat, self.target, self.amount or 0, self.seat, keywords)
            yield from hits(table, assault)
            yield from retaliation(table, assault)
        yield from super().follow(table)


class AllyAttacked(PowerEvent):
    """Consequential damage comes at once, then Retaliate (A30); a stunned ally takes none, unless ruled so (A10)."""

    help_text = "An ally attacks an enemy and exhausts for it, then takes the damage printed below its ATK."
    says = "{card} attacked {target}[ for {amount}][, {source}][: {stopped|stunned, the card is discarded instead}]"
    title = "Ally attacks"
    tracked = ("allies",)
    card: AllyId = Field(title="ally")
    target: EnemyId
    amount: Maybe | None = Field(default=None, title="damage")
    by_ability: bool = Field(default=False, title="by an ability (attack), without exhausting")
    overkill: bool = False
    piercing: bool = False
    source: Occasion = ""

    def used(self) -> Use:
        return Use(self.card, "attack", self.amount, not self.by_ability)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return super().settle(table, chance).but(**gained(table, self.card))

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from behind_guard(table, controller(table, self.card), self.target)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        keywords = marked(overkill=self.overkill, piercing=self.piercing)
        by = controller(table, self.card) or None
        assault = Assault(self.card, self.target, self.amount or 0, by, keywords)
        if not self.stopped:
            yield from hits(table, assault)
        if not self.stopped or table.ruled("replaced-attempts-hurt"):
            yield from consequential(table, self.card, "attack")
        if not self.stopped:
            yield from retaliation(table, assault)
        yield from super().follow(table)


EVENTS = (HeroAttacked, AllyAttacked)
