"""Combat rounds: the next unit, and how it moves, defends, or is skipped (3.12)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from domain.components.limits import Limit
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, LogRole
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import SeatId
from domain.games.heroes3.combat.aiming import ai_targets, is_ai, targets_now
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.deploying import is_deployed
from domain.games.heroes3.combat.fighters import (
    are_beside,
    attackable,
    combat_of,
    foes_of,
    initiative_order,
    next_units,
    spaces_in_reach,
    speed_of,
)
from domain.games.heroes3.combat.placing import are_walls_due, controller_of, unplaced
from domain.games.heroes3.state.combat import NEUTRAL, Combat, Fighter, Stage
from domain.games.heroes3.state.periods import PERIODS
from domain.games.heroes3.state.table import Heroes3

OTHER_NEXT = refusal("other-next", "{unit} is next.", rule=sections.COMBAT_ROUND)
ACTIVATED = refusal("activated", "{unit} was activated in this combat round already.", rule=sections.COMBAT_ROUND)
NEUTRAL_DEFENDS = refusal("neutral-defends", "Neutral units never defend.", rule=sections.COMBAT_ROUND)
MUST_ATTACK = refusal("must-attack", "Neutral units must attack if they can.", rule=sections.COMBAT_ROUND)
HAD_SHIELD = refusal("had-shield", "{unit} began this activation with a defense token.", rule=sections.COMBAT_ROUND)
MOVED_ALREADY = refusal("moved-already", "{unit} has moved already.", rule=sections.COMBAT_ROUND)
ATTACK_FIRST = refusal("ranged-attacks-first", "A ranged unit attacks before it moves.", rule=sections.COMBAT_ROUND)
HAS_ACTED = refusal("has-acted", "{unit} has acted already.", rule=sections.COMBAT_ROUND)
UNITS_LEFT = refusal(
    "units-left", "These units have yet to be activated in this combat round: {units}.", rule=sections.COMBAT_ROUND
)
WALLS_FIRST = refusal("walls-first", "First {seat} puts the walls up.", rule=sections.SIEGE)
ROLL_FIRST = never("roll-first", "Roll the attack that is open first.", rule=sections.COMBAT_ROUND)
NOT_PARALYSED = refusal("not-paralysed", "{unit} is not paralysed.", rule=sections.COMBAT_ROUND)
HIDDEN_KINDS = ("quicksand", "land mine")


class CombatRoundStarted(CombatEvent):
    title = "Begin a combat round"
    help_text = "All units may act and strike back again, and each player may cast a spell."
    sentence = "Combat round {number} began"
    log = LogRole(starts_round=True)
    stages = ("setup", "round", "round end")
    number: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.stage == "round end" and not combat.limited:
            yield Offer(text("Begin the next combat round"), required=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if are_walls_due(table):
            yield WALLS_FIRST(seat=table.called("sides", combat_of(table).defender))
        left = initiative_order(combat_of(table)) if combat_of(table).stage == "round" else []
        if left:
            yield UNITS_LEFT(units=tuple(table.called("fighters", id_) for id_ in left))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(number=combat_of(table).round + 1)

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.round, table.combat.stage, table.combat.at = self.number, "round", ""
            table.combat.acted, table.combat.acted_at = "", None
            pass_token(table.combat)
            PERIODS.end(table.combat, "combat round")


def began(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The first round of a combat, once both sides have placed their units, and the defender the walls of a town."""
    combat = table.combat
    if combat is None or combat.stage != "setup" or not {combat.attacker, combat.defender} <= set(combat.placed):
        return
    if not is_deployed(combat):
        return
    if not are_walls_due(table) and not any(unplaced(combat, side) for side in (combat.attacker, combat.defender)):
        yield CombatRoundStarted()


def all_activated(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The end of a combat round, when every unit was activated and no attack is open; or a skipped activation."""
    combat = table.combat
    if combat and combat.stage == "round" and not combat.strike and combat.fighters and not combat.outcome:
        at = combat.fighters.get(combat.at)
        if at and not at.attacked:
            return
        first = next_units(combat)
        paralysed = [id_ for id_ in first if combat.fighters[id_].paralysed]
        if not first:
            yield CombatRoundEnded()
        elif paralysed:
            yield ActivationSkipped(unit=paralysed[0])


class CombatRoundEnded(CombatEvent):
    title = "The combat round is over"
    help_text = "Every unit was activated."
    sentence = "Combat round {number} is over"
    automatic = True
    number: Annotated[Count, Settled()] = 0

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(number=combat_of(table).round)

    def apply(self, table: Heroes3) -> None:
        if table.combat:
            table.combat.stage = "round end"


def _count_actions(table: Heroes3, unit: str) -> int:
    """How often a unit attacked, defended or did nothing in its activation: once or not at all."""
    one = fighter(table, unit)
    return int(bool(one and one.attacked and combat_of(table).at == unit))


ONE_ACTION: Limit[Heroes3] = Limit(_count_actions, HAS_ACTED)


def has_acted(table: Heroes3, unit: str) -> Iterator[Refused]:
    """The refusal of a unit that attacked, defended or did nothing in this activation."""
    yield from ONE_ACTION.reasons(table, unit, unit=table.called("fighters", unit))


class ActivationSkipped(CombatEvent):
    title = "Skip an activation"
    help_text = "A paralysed unit loses its token in place of its activation."
    sentence = "{unit} is no longer paralysed, and was skipped"
    stages = ("round",)
    unit: Annotated[str, Choice("fighters")]

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if (one := fighter(table, self.unit)) and not one.paralysed:
            yield NOT_PARALYSED(unit=table.called("fighters", self.unit))

    def apply(self, table: Heroes3) -> None:
        if one := fighter(table, self.unit):
            one.paralysed = False
            take_turn(table, one)
            if table.ruled("skip-drops-defense"):
                one.shield = False


def fighter(table: Heroes3, id_: str) -> Fighter | None:
    return combat_of(table).fighters.get(id_)


def take_turn(table: Heroes3, one: Fighter) -> None:
    """Count a unit as activated; among equally fast units, the other side is next. For `apply`.

    After a tie of opposing units, the initiative token of the battlefield board changes sides (p62).
    """
    one.activated = True
    if combat := table.combat:
        if combat.acted_at != speed_of(one):
            pass_token(combat)
        combat.acted, combat.acted_at = one.side, speed_of(one)
        others = [other for other in combat.fighters.values() if other.side != one.side]
        combat.tied = combat.tied or (bool(combat.holder) and combat.acted_at in map(speed_of, others))


def pass_token(combat: Combat) -> None:
    if combat.tied:
        combat.holder, combat.tied = combat.foe_of(combat.holder), False


def activate(table: Heroes3, id_: str) -> None:
    """Begin a unit's activation, if it has not begun. Its defense token goes, boosts stay. For `apply`."""
    combat = table.combat
    one = fighter(table, id_)
    if combat and one and combat.at != id_:
        boost = one.more_attack
        PERIODS.end(combat.fighters, "activation")
        combat.at, one.more_attack = id_, boost
        take_turn(table, one)
        one.had_shield, one.shield = one.shield, False


def own_next(table: Heroes3, seat: str) -> list[str]:
    """The units that a player may act with now: the activated one, or those that are next."""
    combat = combat_of(table)
    found = [*([combat.at] if combat.at in combat.fighters else []), *next_units(combat)]
    return [id_ for id_ in dict.fromkeys(found) if controller_of(table, combat.fighters[id_].side) == seat]


def why_not_next(table: Heroes3, id_: str, seat: str) -> Refused | None:
    combat = combat_of(table)
    one = combat.fighters.get(id_)
    if one is None:
        return None
    if one.activated and id_ != combat.at:
        return ACTIVATED(unit=table.called("fighters", id_))
    first = next_units(combat)
    return OTHER_NEXT(unit=table.called("fighters", first[0])) if first else None


Acting = Annotated[str, Choice("fighters", own_next, given=("seat",), why_not=why_not_next)]


class UnitAction(CombatEvent):
    """The base of a unit's acts in its activation, recorded by the player who plays the unit."""

    stages: ClassVar[tuple[Stage, ...]] = ("round",)
    acting_seat = "seat"
    seat: SeatId
    unit: Acting

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if combat_of(table).strike:
            yield ROLL_FIRST()


class UnitActivated(UnitAction):
    title = "Activate a unit"
    help_text = "The next unit by initiative begins its activation, before cards are played for it."
    sentence = "{unit} is activated"

    def apply(self, table: Heroes3) -> None:
        activate(table, self.unit)


class UnitMoved(UnitAction):
    title = "Move a unit"
    help_text = "A unit moves on the board: three spaces, by air over others; a ranged one space, after its attack."
    sentence = "{unit} moved to {to}"
    stages = ("round", "round end")
    to: Annotated[str, Choice("spaces", lambda table, seat, unit: spaces_in_reach(table, unit), given=("seat", "unit"))]

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat, unit in [*to_act(table), *shot(table)]:
            one = fighter(table, unit)
            if one and not one.moved and spaces_to_go(table, unit):
                words = text("{unit}: move where?", unit=table.called("fighters", unit))
                must = not one.attacked and not targets_now(table, unit) and bool(attackable(table, unit))
                yield Offer(words, {"seat": seat, "unit": unit}, required=must, opens_form=True, also_required=("to",))

    def check(self, table: Heroes3) -> Iterator[Refused]:
        one = fighter(table, self.unit) or Fighter()
        at = combat_of(table).at == self.unit
        if at and one.moved:
            yield MOVED_ALREADY(unit=table.called("fighters", self.unit))
        elif one.type != "ranged":
            yield from has_acted(table, self.unit)
        if must_attack(table, self.unit) and not one.attacked and not attacks_from(table, self.unit, self.to):
            yield MUST_ATTACK()

    def apply(self, table: Heroes3) -> None:
        activate(table, self.unit)
        if one := fighter(table, self.unit):
            one.space, one.moved = self.to, True
            one.attacked = one.attacked or one.type == "ranged"
        token = combat_of(table).tokens.get(self.to)
        if token and token.kind in HIDDEN_KINDS:
            table.agenda.put("space-token-revealed", unit=self.unit, space=self.to)


def shot(table: Heroes3) -> Iterator[tuple[str, str]]:
    """The ranged unit that attacked and may still move by one space; for offers."""
    combat = combat_of(table)
    one = fighter(table, combat.at)
    if one and one.type == "ranged" and one.attacked and not combat.strike and not combat.outcome:
        yield controller_of(table, one.side), combat.at


class UnitDefended(UnitAction):
    limits = {ONE_ACTION: {}}
    title = "Defend"
    help_text = "In place of attacking, a unit takes a defense token; that ends its activation."
    sentence = "{unit} defends"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat, unit in to_act(table):
            words, which = text("{unit}: defend", unit=table.called("fighters", unit)), question_of_idle(table, unit)
            yield Offer(words, {"seat": seat, "unit": unit}, question=which)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        one = fighter(table, self.unit) or Fighter()
        yield from has_acted(table, self.unit)
        if one.side == NEUTRAL and not is_walled_off(table, self.unit):
            yield NEUTRAL_DEFENDS()
        if one.had_shield or (one.shield and combat_of(table).at != self.unit):
            yield HAD_SHIELD(unit=table.called("fighters", self.unit))

    def apply(self, table: Heroes3) -> None:
        activate(table, self.unit)
        if one := fighter(table, self.unit):
            one.shield = one.attacked = True


class UnitPassed(UnitAction):
    limits = {ONE_ACTION: {}}
    title = "Do nothing with a unit"
    help_text = "A unit does not attack: it only moved, or no target can be reached."
    sentence = "{unit} did nothing more"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for seat, unit in to_act(table):
            one = fighter(table, unit)
            attacks = must_attack(table, unit) or bool(one and is_ai(table, one.side) and targets_now(table, unit))
            if not attacks:
                name, far = table.called("fighters", unit), not attackable(table, unit)
                # A unit whose type is not typed in may reach more than is known.
                sure = far and one is not None and one.type is not None
                words = text("{unit} reaches no target", unit=name) if sure else text("{unit}: do nothing", unit=name)
                known = {"seat": seat, "unit": unit}
                yield Offer(words, known, required=far, question=question_of_idle(table, unit))

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from has_acted(table, self.unit)
        if must_attack(table, self.unit):
            yield MUST_ATTACK()

    def apply(self, table: Heroes3) -> None:
        activate(table, self.unit)
        if one := fighter(table, self.unit):
            one.attacked = True


def is_walled_off(table: Heroes3, unit: str) -> bool:
    """Whether a unit of the AI reaches no target in a siege; then it defends (AI攻城, p48)."""
    one = fighter(table, unit)
    stand = any(combat_of(table).walls.values())
    return bool(one and stand and is_ai(table, one.side) and not attackable(table, unit))


def question_of_idle(table: Heroes3, unit: str) -> Text | None:
    """The question for a unit without a target in reach: defend, or do nothing. None for any other unit."""
    name = table.called("fighters", unit)
    return None if attackable(table, unit) else text("{unit}: defend, or do nothing?", unit=name)


def must_attack(table: Heroes3, unit: str) -> bool:
    """Whether a neutral unit can attack; then it has to (p41, p43)."""
    one = fighter(table, unit)
    return bool(one and one.side == NEUTRAL and attackable(table, unit))


def attacks_from(table: Heroes3, unit: str, space: str) -> bool:
    """Whether a unit can attack after a move to a space, because a target is adjacent; never if it is ranged."""
    combat = combat_of(table)
    there = Fighter(space=space)
    one, foes = combat.fighters[unit], foes_of(combat, unit)
    wanted = [foes[id_] for id_ in ai_targets(table, unit)] if is_ai(table, one.side) else foes.values()
    return one.type != "ranged" and any(are_beside(there, foe) is not False for foe in wanted)


def spaces_to_go(table: Heroes3, unit: str) -> list[str]:
    """The spaces that a unit may move to now. If it must attack, they are those from which it can."""
    one, reached = fighter(table, unit), spaces_in_reach(table, unit)
    if one and not one.attacked and must_attack(table, unit):
        return [space for space in reached if attacks_from(table, unit, space)]
    return reached


def to_act(table: Heroes3) -> Iterator[tuple[str, str]]:
    """The units that may act now, each with the player who plays it; for offers."""
    combat = combat_of(table)
    if combat.stage != "round" or combat.strike or combat.outcome:
        return
    at = fighter(table, combat.at)
    units = [combat.at] if at and not at.attacked else next_units(combat)
    for unit in units:
        yield controller_of(table, combat.fighters[unit].side), unit
