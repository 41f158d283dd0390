"""What events of activations share: their base class, and reasons that recur."""

from collections.abc import Iterator, Mapping

from domain.games.champions import sections
from domain.games.champions.base import PlayedEvent
from domain.games.champions.enemies.course import (
    defense_unknown,
    kind_of,
    minions_of,
    next_to_activate,
    still_to_activate,
    value_of,
)
from domain.games.champions.state.kinds import Occurrence
from domain.games.champions.state.processes import Activation, Activity, Occasioned
from domain.games.champions.state.scenario import VILLAIN
from domain.games.champions.state.table import Champions
from domain.language.refusal import Refused, never, refusal

NO_ACTIVATION = never("no-activation", "No enemy is activating.", rule=sections.VILLAIN_PHASE)
NO_ATTACK = never("no-attack", "No enemy attack is being resolved.", rule=sections.ENEMY_ATTACK)
SCHEMES_INSTEAD = refusal(
    "schemes-instead", "{seat} is not in hero form: enemies scheme instead.", rule=sections.ENEMY_ATTACK
)
ATTACKS_INSTEAD = refusal(
    "attacks-instead", "{seat} is in hero form: enemies attack instead.", rule=sections.ENEMY_SCHEME
)
NOT_ENGAGED = refusal("not-engaged", "{enemy} is not engaged with {seat}.", rule=sections.VILLAIN_PHASE)
ACTIVATED_ALREADY = refusal(
    "activated-already", "{enemy} has activated against {seat} in this phase.", rule=sections.VILLAIN_PHASE
)
NOT_ITS_STEP = refusal(
    "not-its-step",
    "{enemy} does not activate: this is not the step in which enemies do. If a card says so, choose that under “why”.",
    rule=sections.VILLAIN_PHASE,
)  # fmt: skip
ONE_AT_A_TIME = refusal(
    "one-at-a-time", "{enemy} is still activating: say that a card lets another enemy activate.",
    rule=sections.VILLAIN_PHASE,
)  # fmt: skip
OTHERS_FIRST = refusal("others-first", "First: {enemy} against {seat}.", rule=sections.VILLAIN_PHASE)
BOOSTS_LEFT = refusal("boosts-left", "Turn up every boost card first.", rule=sections.ENEMY_ATTACK)
DEFENSE_FIRST = refusal("defense-first", "Say first who defends, or that nobody does.", rule=sections.ENEMY_ATTACK)
VALUE_UNKNOWN = never("value-unknown", "Say how much it is: nobody knows what {enemy} has.", asks=True)
DEFENSE_UNKNOWN = never(
    "defense-unknown", "Say what is left once DEF is taken off: nobody knows the DEF of {seat}.", asks=True
)


HAPPENS: Mapping[Activity, Occurrence] = {"attack": "enemy attack", "scheme": "enemy scheme"}
"""What abilities may answer of an activation."""


class ActivationEvent(PlayedEvent):
    area_of_play = "Enemies"
    tracked = ("activations",)


def occasion_of(table: Champions, because: Occasioned | None) -> Occasioned:
    """Why an enemy activates: what somebody said, else the villain phase in its step, and a card at any other time."""
    if because:
        return because
    return "villain phase" if table.step == "activations" and not table.activations_open else "card"


def out_of_place(
    table: Champions, because: Occasioned | None, enemy: str, seat: str, kind: Activity | None
) -> Iterator[Refused]:
    """Why an enemy does not activate now: its order in the villain phase, or that nobody said what lets it."""
    if because in ("card", "quickstrike"):
        return
    if table.activations_open:
        yield ONE_AT_A_TIME(enemy=table.called("enemies", table.activations_open[-1].enemy))
    elif because or table.step == "activations":
        yield from out_of_order(table, enemy, seat, kind)
    elif table.under_way():
        yield NOT_ITS_STEP(enemy=table.called("enemies", enemy))


def out_of_order(table: Champions, enemy: str, seat: str, kind: Activity | None) -> Iterator[Refused]:
    """Why an enemy does not activate against a player now in the villain phase."""
    told = {"enemy": table.called("enemies", enemy), "seat": table.called("identities", seat)}
    first = next_to_activate(table)
    if kind and kind != kind_of(table, seat):
        yield (SCHEMES_INSTEAD if kind == "attack" else ATTACKS_INSTEAD)(seat=told["seat"])
    if enemy != VILLAIN and enemy not in minions_of(table, seat):
        yield NOT_ENGAGED(**told)
    elif table.step != "activations":
        yield NOT_ITS_STEP(enemy=told["enemy"])
    elif (enemy, seat) not in still_to_activate(table):
        yield ACTIVATED_ALREADY(**told)
    elif (enemy, seat) not in first:
        yield OTHERS_FIRST(enemy=table.called("enemies", first[0][0]), seat=table.called("identities", first[0][1]))


def unknown(table: Champions, activation: Activation) -> Iterator[Refused]:
    """Why nobody can tell what an activation comes to, unless the table says it: a number is not known."""
    if value_of(table, activation) is None:
        yield VALUE_UNKNOWN(enemy=table.called("enemies", activation.enemy))
    elif seat := defense_unknown(table, activation):
        yield DEFENSE_UNKNOWN(seat=table.called("identities", seat))


def begin(table: Champions, enemy: str, seat: str, occasion: Occasioned) -> None:
    """Keep in mind that an enemy activates; for `apply`."""
    table.activated_in_all += 1
    if occasion == "villain phase" and enemy == VILLAIN:
        table.met = [*table.met, seat]
    elif occasion == "villain phase":
        table.activated = [*table.activated, enemy]
    if enemy in table.play:
        table.play[enemy].strikes = False
