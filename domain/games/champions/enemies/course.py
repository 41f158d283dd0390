"""The course of an activation: the current one, its value, its target, helpers of its events."""

from collections.abc import Iterator, Mapping, Sequence

from domain.framework.refusal import Refused, never, refusal
from domain.games.champions import sections
from domain.games.champions.base import PlayedEvent
from domain.games.champions.numbers import body_of, count_icons, number_of
from domain.games.champions.state.kinds import Occurrence
from domain.games.champions.state.parts import Activation, Activity, Duration, Occasioned
from domain.games.champions.state.table import VILLAIN, Champions

# === How an activation stands: which one is at hand, what it is worth, whom it strikes, and who is still to activate

MOST = 999


def at_hand(table: Champions, *kinds: Activity) -> Activation | None:
    """The activation that is resolved now, if it is one of these kinds and not resolved already."""
    activation = table.activations[-1] if table.activations else None
    if activation is None or activation.resolved or (kinds and activation.kind not in kinds):
        return None
    return activation


def kind_of(table: Champions, seat: str) -> Activity:
    """The kind of an enemy's activation against a player: heroes are attacked."""
    return "attack" if table.seat(seat).form == "hero" else "scheme"


def over_with(kind: Activity, around: Sequence[Activation] = ()) -> tuple[Duration, ...]:
    """The periods that end with an activation, unless they go on in one around it."""
    found: tuple[Duration, ...] = ()
    if kind == "attack" and not any(one.kind == "attack" for one in around):
        found = ("attack",)
    return found if around else (*found, "activation")


def status_against(table: Champions, enemy: str, kind: Activity) -> str:
    """The status card that an enemy discards instead of activating; empty where it has none."""
    status = "stunned" if kind == "attack" else "confused"
    return status if getattr(body_of(table, enemy), status, False) else ""


def value_of(table: Champions, activation: Activation) -> int | None:
    """The current value of an attack or a scheme (F11, F13); None where its enemy's number is unknown."""
    boosts = sum(boost.icons for boost in activation.boosts if boost.open)
    value = number_of(table, activation.enemy, activation.kind, boosts + activation.changed)
    return None if value is None else min(MOST, value)


def amplify_icons(table: Champions) -> int:
    """The icons added to each boost card: amplify icons, where the table plays with them (A46)."""
    return count_icons(table, "amplify") if table.ruled("amplify") else 0


def keywords_of(table: Champions, activation: Activation) -> set[str]:
    """The keywords of an attack: those of its enemy, and those that a card gave it."""
    enemy = body_of(table, activation.enemy)
    return {*(enemy.keywords if enemy else ()), *activation.keywords}


def whom_attack_strikes(table: Champions, activation: Activation) -> str:
    """The target of an attack: the defender, else the identity of the attacked player."""
    return activation.defender or activation.target or activation.seat


def defense_of(table: Champions, activation: Activation) -> int:
    """The DEF subtracted from an attack: only that of a hero who exhausted to defend (A63)."""
    defender = activation.defender
    return number_of(table, defender, "defense") or 0 if defender in table.seats else 0


def defense_unknown(table: Champions, activation: Activation) -> str:
    """The hero who exhausted to defend and whose DEF is unknown; empty where it is not needed."""
    defender = activation.defender
    # Allies that defend take the damage themselves without any DEF, so only a hero's can be missing.
    return defender if defender in table.seats and number_of(table, defender, "defense") is None else ""


def damage_of(table: Champions, activation: Activation, value: int, prevented: int = 0) -> int:
    """The damage of an attack of so much (F12, F34). Before Tough nothing is prevented: it is used up first (F33)."""
    through = max(0, value - defense_of(table, activation))
    whom = body_of(table, whom_attack_strikes(table, activation))
    stopped = whom is not None and whom.tough and "piercing" not in keywords_of(table, activation)
    return through if stopped else max(0, through - prevented)


def minions_of(table: Champions, seat: str) -> list[str]:
    """The minions engaged with a player."""
    return [copy for copy in table.copies("minion") if table.play[copy].engaged == seat]


def striking_now(table: Champions) -> list[str]:
    """The minions with quickstrike that have just engaged a hero, and attack at once (迅击)."""
    return [
        copy
        for copy in table.copies("minion")
        if (card := table.play[copy]).strikes
        and card.engaged in table.in_game()
        and kind_of(table, card.engaged) == "attack"
    ]


def still_to_activate(table: Champions) -> list[tuple[str, str]]:
    """Enemies that have yet to activate in this villain phase, and against whom, in player order (F41).

    For each player the villain comes first; in which order that player's minions follow, people decide (A15).
    """
    return list(_still_to_activate(table)) if table.step == "activations" else []


def _still_to_activate(table: Champions) -> Iterator[tuple[str, str]]:
    for seat in table.player_order():
        if seat not in table.met:
            yield VILLAIN, seat
        yield from ((minion, seat) for minion in minions_of(table, seat) if minion not in table.activated)


def next_to_activate(table: Champions) -> list[tuple[str, str]]:
    """Those of them that may be the next: the villain, or any minion of the player at hand."""
    left = still_to_activate(table)
    # The villain activates before the player's minions; among those the players choose (A15).
    if not left or left[0][0] == VILLAIN:
        return left[:1]
    return [(enemy, seat) for enemy, seat in left if seat == left[0][1]]


# === What events of activations share: their base class, and reasons that recur ==================

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
"""What abilities may answer of an activation."""


class ActivationEvent(PlayedEvent):
    area_of_play = "Enemies"
    tracked = ("activations",)


def occasion_of(table: Champions, because: Occasioned | None) -> Occasioned:
    """The cause of an activation: the given one, else the villain phase in its step, or a card at any other time."""
    if because:
        return because
    # While one activation is open, only a card can start another one.
    return "villain phase" if table.step == "activations" and not table.activations_open else "card"


def out_of_place(
    table: Champions, because: Occasioned | None, enemy: str, seat: str, kind: Activity | None
) -> Iterator[Refused]:
    """The refusal of an activation out of the order of the villain phase without a cause."""
    # Such activations come from outside the villain phase and keep no order.
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
    """The refusal of an unknown result, unless it is given: a number is unknown."""
    if value_of(table, activation) is None:
        yield VALUE_UNKNOWN(enemy=table.called("enemies", activation.enemy))
    elif seat := defense_unknown(table, activation):
        yield DEFENSE_UNKNOWN(seat=table.called("identities", seat))


def start_activation(table: Champions, enemy: str, seat: str, occasion: Occasioned) -> None:
    """Keep in mind that an enemy activates; for `apply`."""
    table.activated_in_all += 1
    if occasion == "villain phase" and enemy == VILLAIN:
        table.met = [*table.met, seat]
    elif occasion == "villain phase":
        table.activated = [*table.activated, enemy]
    if enemy in table.play:
        table.play[enemy].strikes = False
