"""Thwarts of heroes and allies: threat leaves a scheme (化解, 危机图示, 反制伤害)."""

from collections.abc import Iterator

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import InGame, Maybe, SchemeId
from domain.games.champions.harm.strikes import consequential
from domain.games.champions.heroes.powers import AllyId, PowerEvent, Use, controller
from domain.games.champions.state.scenario import MAIN
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.schemes import ThreatRemoved, guarded, scheme_at
from domain.language.event import Event, Occasion
from domain.language.refusal import Refused, refusal

NOTHING_TO_THWART = refusal("nothing-to-thwart", "There is no threat on {scheme}.", rule=sections.THWART)
PATROLLED = refusal(
    "patrolled", "{minion} with Patrol is engaged with {seat}: the main scheme cannot be thwarted.",
    rule=sections.KEYWORDS, areas=("minions",),
)  # fmt: skip


def threat_on(table: Champions, id_: str) -> int:
    """The threat on a scheme; none where it is gone."""
    scheme = scheme_at(table, id_)
    return scheme.threat if scheme else 0


def not_thwarted(table: Champions, use: Use, id_: str) -> Iterator[Refused]:
    """Why nobody thwarts a scheme: a crisis, or no threat. Who is confused may try all the same, and is so no more."""
    if not threat_on(table, id_) and not use.stopped(table):
        yield NOTHING_TO_THWART(scheme=table.called("schemes", id_))
    yield from guarded(table, id_)
    yield from behind_patrol(table, controller(table, use.user), id_)


def behind_patrol(table: Champions, seat: str, scheme: str) -> Iterator[Refused]:
    """Why a seat does not thwart the main scheme: a minion with Patrol, a keyword that later boxes print."""
    minions = table.copies("minion") if scheme == MAIN else ()
    for copy in minions:
        if table.play[copy].engaged == seat and "patrol" in table.play[copy].keywords:
            yield PATROLLED(minion=table.called("minions", copy), seat=table.called("identities", seat))


class HeroThwarted(PowerEvent):
    """Confused, the hero exhausts all the same, and the status card is discarded instead."""

    help_text = "A hero thwarts a scheme: exhausts for the basic power, or does it by an ability that says (thwart)."
    says = "{seat} thwarted {scheme}[ by {amount}][, {source}][: {stopped|confused, the card is discarded instead}]"
    title = "Hero thwarts"
    seat: InGame
    scheme: SchemeId
    amount: Maybe | None = Field(default=None, title="threat")
    by_ability: bool = Field(default=False, title="by an ability (thwart), without exhausting")
    source: Occasion = ""

    def used(self) -> Use:
        return Use(self.seat, "thwart", self.amount, not self.by_ability)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_thwarted(table, self.used(), self.scheme)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.amount and threat_on(table, self.scheme):
            yield ThreatRemoved(scheme=self.scheme, amount=self.amount, by=self.seat)


class AllyThwarted(PowerEvent):
    """A confused ally takes no consequential damage, unless the table rules so (A10)."""

    help_text = "An ally thwarts a scheme and exhausts for it, then takes the damage printed below its THW."
    says = "{card} thwarted {scheme}[ by {amount}][, {source}][: {stopped|confused, the card is discarded instead}]"
    title = "Ally thwarts"
    tracked = ("allies",)
    card: AllyId = Field(title="ally")
    scheme: SchemeId
    amount: Maybe | None = Field(default=None, title="threat")
    by_ability: bool = Field(default=False, title="by an ability (thwart), without exhausting")
    source: Occasion = ""

    def used(self) -> Use:
        return Use(self.card, "thwart", self.amount, not self.by_ability)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_thwarted(table, self.used(), self.scheme)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.amount and threat_on(table, self.scheme):
            by = controller(table, self.card) or None
            yield ThreatRemoved(scheme=self.scheme, amount=self.amount, by=by)
        if not self.stopped or table.ruled("replaced-attempts-hurt"):
            yield from consequential(table, self.card, "thwart")


EVENTS = (HeroThwarted, AllyThwarted)
