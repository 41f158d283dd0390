"""Activations in one tap, for tables that do not follow them step by step."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions.base import (
    ChampionsEvent,
    EnemyId,
    InGame,
    KeywordName,
    Maybe,
    StatusName,
    happens,
    not_played,
)
from domain.games.champions.enemies.activation import HAPPENS, begin, occasion_of, out_of_place, unknown
from domain.games.champions.enemies.boosts import NO_BOOSTS_FOR_MINIONS
from domain.games.champions.enemies.course import (
    amplified,
    damage_of,
    keywords_of,
    kind_of,
    over_with,
    status_against,
    struck,
    value_of,
)
from domain.games.champions.enemies.defending import DefenderId, player_of, unable
from domain.games.champions.harm.strikes import Assault, strike
from domain.games.champions.numbers import body
from domain.games.champions.piles.encounter import EncounterDeckExhausted, taken
from domain.games.champions.state.processes import Activation, Activity, Boost, Occasioned
from domain.games.champions.state.scenario import MAIN, VILLAIN
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.schemes import ThreatPlaced
from domain.games.champions.timing.effects import ended
from domain.games.champions.timing.periods import use_again, was_used
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Occasion, Remark, Settled
from domain.language.refusal import Refused


class EnemyActivated(ChampionsEvent):
    """All of an activation: who defends, the boost icons, and what comes of it."""

    help_text = "An enemy attacks a hero, or schemes against an alter-ego, all at once, with the boost icons it got."
    says = (
        "{enemy} activates against {seat}[: {damage} damage to {target}][: {threat} threat]"
        "[, but {replaced} is discarded instead][, {source}]"
    )
    title = "An enemy activates, all at once"
    area_of_play = "Enemies"
    likely = ("boost", "defender")
    enemy: EnemyId
    seat: InGame = Field(title="against")
    boost: Maybe = Field(default=0, title="boost icons")
    defender: DefenderId | None = Field(default=None, title="who defends")
    kind: Activity | None = Field(default=None, title="attack or scheme")
    value: Maybe | None = Field(default=None, title="its value, if it is another")
    because: Occasioned | None = Field(default=None, title="why")
    source: Occasion = ""
    activity: Annotated[Activity, Settled()] = "attack"
    occasion: Annotated[Occasioned, Settled()] = "card"
    replaced: Annotated[StatusName, Settled()] = ""
    threat: Annotated[Count, Settled()] = 0
    target: Annotated[Remark, Choice("characters", free=True), Settled()] = ""
    damage: Annotated[Count, Settled()] = 0
    keywords: Annotated[tuple[KeywordName, ...], Settled()] = ()
    boosts: Annotated[Count, Settled()] = 0
    beyond: Annotated[Count, Settled()] = 0
    emptied: Annotated[bool, Settled()] = False
    frees: Annotated[bool, Settled()] = False
    """Whether what was used up in it may be used again, as it is not within another one."""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_played(table)
        yield from not_so(table, self)

    def settled_kind(self, table: Champions) -> Activity:
        """What its enemy does."""
        return self.kind or kind_of(table, self.seat)

    def settle(self, table: Champions, chance: Chance) -> Self:
        frees = was_used(table, *over_with(self.settled_kind(table), table.activations_open))
        return self.but(**{"replaced": "", "threat": 0, **outcome(table, self)}, frees=frees)

    def apply(self, table: Champions) -> None:
        begin(table, self.enemy, self.seat, self.occasion)
        if not self.replaced:
            happens(table, HAPPENS[self.activity])
        if self.frees:
            use_again(table, *over_with(self.activity, table.activations_open))
        if self.replaced and (enemy := body(table, self.enemy)):
            setattr(enemy, self.replaced, False)
        elif self.enemy == VILLAIN:
            boost(table)
        if self.target and self.target == self.defender and (whom := body(table, self.target)):
            whom.exhausted = True

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.emptied:
            yield EncounterDeckExhausted(drawn=self.beyond, kept=self.boosts)
        yield from strike(table, Assault(self.enemy, self.target, self.damage, keywords=self.keywords))
        if self.threat:
            yield ThreatPlaced(scheme=MAIN, amount=self.threat)
        yield from ended(table, *over_with(self.activity, table.activations_open))


def not_so(table: Champions, said: EnemyActivated) -> Iterator[Refused]:
    """Why an enemy does not activate so: it is not its turn, who defends cannot, or nobody knows its number."""
    yield from out_of_place(table, said.because, said.enemy, said.seat, said.kind)
    if said.defender and said.settled_kind(table) == "attack":
        yield from unable(table, said.defender)
    if said.boost and said.enemy != VILLAIN:
        yield NO_BOOSTS_FOR_MINIONS()
    process = as_process(table, said)
    if said.value is None and not status_against(table, said.enemy, process.kind):
        yield from unknown(table, process)


def boost(table: Champions) -> None:
    """A boost card comes off the encounter deck, and is discarded with those that waited; for `apply`."""
    table.scenario.take("deck", 1)
    table.scenario.discard += [""] * (1 + table.villain.boosts)
    table.villain.boosts = 0


def boosts_of(table: Champions, said: EnemyActivated) -> int:
    """The boost cards of an activation: one, and those that waited; minions get none (F42)."""
    return 1 + table.villain.boosts if said.enemy == VILLAIN else 0


def as_process(table: Champions, said: EnemyActivated) -> Activation:
    """The activation, as it would be when everything about it is decided."""
    player = player_of(table, said.defender) if said.defender else ""
    return Activation(
        enemy=said.enemy,
        kind=said.settled_kind(table),
        seat=said.seat,
        target=player or said.seat,
        defender=said.defender or "",
        boosts=[Boost(icons=said.boost + amplified(table) * boosts_of(table, said), open=True)],
    )


def outcome(table: Champions, said: EnemyActivated) -> dict[str, object]:
    """What an activation comes to: damage, threat, or nothing but a status card that is discarded."""
    process = as_process(table, said)
    found = {"activity": process.kind, "occasion": occasion_of(table, said.because)}
    if replaced := status_against(table, said.enemy, process.kind):
        return {**found, "replaced": replaced}
    off = {**taken(table, 1), "boosts": boosts_of(table, said)} if said.enemy == VILLAIN else {}
    worth = (value_of(table, process) if said.value is None else said.value) or 0
    if process.kind == "scheme":
        return {**found, **off, "threat": worth}
    came = {"target": struck(table, process), "damage": damage_of(table, process, worth)}
    return {**found, **off, **came, "keywords": tuple(sorted(keywords_of(table, process)))}


EVENTS = (EnemyActivated,)
