"""The course of an activation: the current one, its value and target, and the order of enemies."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from domain.framework.refusal import Refused, never, refusal
from domain.games.champions import sections
from domain.games.champions.base import PlayedEvent
from domain.games.champions.numbers import body_of, count_icons, number_of
from domain.games.champions.printing import icons_unknown, print_unknown
from domain.games.champions.state.kinds import Occurrence
from domain.games.champions.state.parts import Activation, Activity, Duration, Occasioned
from domain.games.champions.state.table import VILLAIN, Champions

# === The current activation: its value, its target, and the enemies that have not activated yet ==

MOST = 999


def current_activation(table: Champions, *kinds: Activity) -> Activation | None:
    """The current activation, if it is of one of these kinds and unresolved; None otherwise."""
    activation = table.activations[-1] if table.activations else None
    if activation is None or activation.resolved or (kinds and activation.kind not in kinds):
        return None
    return activation


ActivationStep = Literal["", "defense", "boosts", "outcome", "end"]


def activation_step(table: Champions) -> ActivationStep:
    """The open step of the current activation; empty if none is open."""
    if not table.activations_open:
        return ""
    activation = current_activation(table)
    if activation is None or body_of(table, activation.enemy) is None:
        return "end"
    if activation.kind == "attack" and not activation.decided:
        return "defense"
    return "outcome" if all(boost.open for boost in activation.boosts) else "boosts"


def activation_at(table: Champions, step: ActivationStep) -> Activation | None:
    """The current activation if it is at this step; None otherwise."""
    return current_activation(table) if activation_step(table) == step else None


def kind_of(table: Champions, seat: str) -> Activity:
    """The kind of an enemy's activation against a player: an attack on a hero, a scheme against an alter-ego."""
    return "attack" if table.seat(seat).form == "hero" else "scheme"


def over_with(kind: Activity, around: Sequence[Activation] = ()) -> tuple[Duration, ...]:
    """The periods that end with an activation, unless one around it continues them."""
    found: tuple[Duration, ...] = ()
    if kind == "attack" and not any(one.kind == "attack" for one in around):
        found = ("attack",)
    return found if around else (*found, "activation")


def status_against(table: Champions, enemy: str, kind: Activity) -> str:
    """The status card that an enemy discards instead of activating; empty if it has none."""
    status = "stunned" if kind == "attack" else "confused"
    return status if getattr(body_of(table, enemy), status, False) else ""


def value_of(table: Champions, activation: Activation) -> int | None:
    """The current value of an attack or a scheme (F11, F13), at most 999; None if the enemy's number is unknown."""
    boosts = sum(boost.icons for boost in activation.boosts if boost.open)
    value = number_of(table, activation.enemy, activation.kind, boosts + activation.changed)
    return None if value is None else min(MOST, value)


def amplify_icons(table: Champions) -> int:
    """The icons added to each boost card by amplify icons, if the table plays with them (A46)."""
    return count_icons(table, "amplify") if table.ruled("amplify") else 0


def amplify_unknown(table: Champions) -> Iterator[Refused]:
    """The refusal for a boost card while a card in play may have amplify icons, if the table plays with them."""
    if table.ruled("amplify"):
        yield from icons_unknown(table, "amplify")


def keywords_of(table: Champions, activation: Activation) -> set[str]:
    """The keywords of an attack: its enemy's, and those that cards gave it."""
    enemy = body_of(table, activation.enemy)
    return {*(enemy.keywords if enemy else ()), *activation.keywords}


def whom_attack_strikes(table: Champions, activation: Activation) -> str:
    """The target of an attack: the defender, else the identity of the attacked player."""
    return activation.defender or activation.target or activation.seat


def defense_of(table: Champions, activation: Activation) -> int:
    """The DEF subtracted from an attack: only of a hero who exhausted to defend (A63)."""
    defender = activation.defender
    return number_of(table, defender, "defense") or 0 if defender in table.seats else 0


def defense_unknown(table: Champions, activation: Activation) -> str:
    """The hero who exhausted to defend and whose DEF is unknown; empty if no DEF is missing."""
    defender = activation.defender
    # Allies that defend take the damage without any DEF, so only a hero's can be missing.
    return defender if defender in table.seats and number_of(table, defender, "defense") is None else ""


def damage_of(table: Champions, activation: Activation, value: int, prevented: int = 0) -> int:
    """The damage of an attack with a value (F12, F34). If Tough stops it, nothing is prevented by cards (F33)."""
    through = max(0, value - defense_of(table, activation))
    whom = body_of(table, whom_attack_strikes(table, activation))
    stopped = whom is not None and whom.tough and "piercing" not in keywords_of(table, activation)
    return through if stopped else max(0, through - prevented)


def minions_of(table: Champions, seat: str) -> list[str]:
    """The minions engaged with a player."""
    return [copy for copy in table.copies("minion") if table.play[copy].engaged == seat]


def striking_now(table: Champions) -> list[str]:
    """The minions with quickstrike that have just engaged a hero and attack at once (迅击)."""
    return [
        copy
        for copy in table.copies("minion")
        if (card := table.play[copy]).strikes
        and card.engaged in table.in_game()
        and kind_of(table, card.engaged) == "attack"
    ]


def still_to_activate(table: Champions) -> list[tuple[str, str]]:
    """The enemies that have not activated in this villain phase, with their targets, in player order (F41).

    For each player the villain comes first; the players decide the order of the minions (A15).
    """
    return list(_still_to_activate(table)) if table.step == "activations" else []


def _still_to_activate(table: Champions) -> Iterator[tuple[str, str]]:
    for seat in table.player_order():
        if seat not in table.met:
            yield VILLAIN, seat
        yield from ((minion, seat) for minion in minions_of(table, seat) if minion not in table.activated)


def next_to_activate(table: Champions) -> list[tuple[str, str]]:
    """The enemies that may activate next: the villain, or any minion of the current player."""
    left = still_to_activate(table)
    # The villain activates before the player's minions; the players choose among those (A15).
    if not left or left[0][0] == VILLAIN:
        return left[:1]
    return [(enemy, seat) for enemy, seat in left if seat == left[0][1]]


# === Shared by events of activations: the base class and common refusals =========================

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
    "activated-already", "{enemy} has already activated against {seat} this phase.", rule=sections.VILLAIN_PHASE
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
OTHERS_FIRST = refusal("others-first", "First {enemy} activates against {seat}.", rule=sections.VILLAIN_PHASE)
BOOSTS_LEFT = refusal("boosts-left", "Turn up every boost card first.", rule=sections.ENEMY_ATTACK)
DEFENSE_FIRST = refusal("defense-first", "Say first who defends, or that no one does.", rule=sections.ENEMY_ATTACK)
VALUE_UNKNOWN = never("value-unknown", "The numbers of {enemy} are not known: say how much it is.", asks=True)
DEFENSE_UNKNOWN = never("defense-unknown", "The DEF of {seat} is not known: say how much is left after it.", asks=True)


HAPPENS: Mapping[Activity, Occurrence] = {"attack": "enemy attack", "scheme": "enemy scheme"}
"""The occurrences of an activation that abilities can answer."""


class ActivationEvent(PlayedEvent):
    heading = "Enemies"
    tracked = ("activations",)


def occasion_of(table: Champions, because: Occasioned | None) -> Occasioned:
    """The cause of an activation: as given, else the villain phase during its step, else a card."""
    if because:
        return because
    # While one activation is open, only a card can start another one.
    return "villain phase" if table.step == "activations" and not table.activations_open else "card"


def out_of_place(
    table: Champions, because: Occasioned | None, enemy: str, seat: str, kind: Activity | None
) -> Iterator[Refused]:
    """The refusals for an activation out of the order of the villain phase without a cause."""
    # These causes are outside the villain phase and follow no order.
    if because in ("card", "quickstrike"):
        return
    if table.activations_open:
        yield ONE_AT_A_TIME(enemy=table.called("enemies", table.activations_open[-1].enemy))
    elif because or table.step == "activations":
        yield from out_of_order(table, enemy, seat, kind)
    elif table.under_way():
        yield NOT_ITS_STEP(enemy=table.called("enemies", enemy))


def out_of_order(table: Champions, enemy: str, seat: str, kind: Activity | None) -> Iterator[Refused]:
    """The refusals for an enemy's activation against a player now in the villain phase."""
    names = {"enemy": table.called("enemies", enemy), "seat": table.called("identities", seat)}
    first = next_to_activate(table)
    if kind and kind != kind_of(table, seat):
        yield (SCHEMES_INSTEAD if kind == "attack" else ATTACKS_INSTEAD)(seat=names["seat"])
    if enemy != VILLAIN and enemy not in minions_of(table, seat):
        yield NOT_ENGAGED(**names)
    elif table.step != "activations":
        yield NOT_ITS_STEP(enemy=names["enemy"])
    elif (enemy, seat) not in still_to_activate(table):
        yield ACTIVATED_ALREADY(**names)
    elif (enemy, seat) not in first:
        yield OTHERS_FIRST(enemy=table.called("enemies", first[0][0]), seat=table.called("identities", first[0][1]))


def why_outcome_unknown(table: Champions, activation: Activation) -> Iterator[Refused]:
    """The refusal for an unknown result: the enemy's number, or the defender's DEF."""
    if value_of(table, activation) is None:
        yield VALUE_UNKNOWN(enemy=table.called("enemies", activation.enemy))
    elif seat := defense_unknown(table, activation):
        yield DEFENSE_UNKNOWN(seat=table.called("identities", seat))


def why_keywords_matter(table: Champions, attack: Activation) -> Iterator[Refused]:
    """The refusal for an attack that depends on unknown keywords: its own against Tough or an ally, or Retaliate."""
    struck = whom_attack_strikes(table, attack)
    whom = body_of(table, struck)
    if struck in table.play or (whom and whom.tough):
        yield from print_unknown(table, (attack.enemy,))
    # Retaliate is printed on the hero side of an identity.
    if struck not in table.seats or table.seats[struck].form == "hero":
        yield from print_unknown(table, (struck,), "retaliate")


def start_activation(table: Champions, enemy: str, seat: str, occasion: Occasioned) -> None:
    """Note that an enemy has activated; for `apply`."""
    table.activated_in_all += 1
    if occasion == "villain phase" and enemy == VILLAIN:
        table.met = [*table.met, seat]
    elif occasion == "villain phase":
        table.activated = [*table.activated, enemy]
    if enemy in table.play:
        table.play[enemy].strikes = False
