"""What heroes attack with, and how far: the action shown, weapons at hand, range, sight, a blocked aim (盟友攻击)."""

from collections.abc import Iterator, Mapping, Sequence

from domain.games.agemonia import sections
from domain.games.agemonia.base import hero_of
from domain.games.agemonia.console.map.terrain import OUT_OF_RANGE, distance, in_the_way, lines_from, sees, strikes_into
from domain.games.agemonia.console.turns.skills import Act, aims, most_weapons, shown_action, turn_of, working
from domain.games.agemonia.figures import action_called
from domain.games.agemonia.state.kinds import Action, ItemCard
from domain.games.agemonia.state.scenario import Shape
from domain.games.agemonia.state.table import Agemonia
from domain.language.refusal import Refused, never, refusal
from domain.language.text import Term

WRONG_ATTACK = never("wrong-attack", "The selected action shows no such attack.")
NO_ATTACK_SHOWN = refusal("wrong-attack", "The selected action shows no such attack.")
ONE_WEAPON = never("one-weapon", "Only one weapon per attack.")
WEAPON_INACTIVE = never("weapon-inactive", "This weapon is not active.")
NO_WEAPON = refusal("no-weapon", "No active weapon for such an attack.", areas=("items",))
ATTACKED = refusal("attacked", "That action’s attack was already made.", rule=sections.HERO_TURNS)
NO_SIGHT = refusal("no-sight", "No line of sight.", rule=sections.LINE_OF_SIGHT)

ALWAYS_CLEAR: tuple[Shape, ...] = ("area", "line")
"""Attacks whose aim nothing blocks (区域攻击, 直线攻击)."""
REQUIRED: Mapping[str, Term] = {
    "melee": sections.MELEE_REQUIREMENTS,
    "ranged": sections.RANGED_REQUIREMENTS,
    "magic": sections.MAGIC_REQUIREMENTS,
}


def action_shown(table: Agemonia, figure: str) -> Action:
    """What is known about the action that a hero has selected."""
    return action_called(table, shown_action(table, figure) or "?")


def weapons_for(table: Agemonia, hero: str, attack: str) -> tuple[str, ...]:
    """A hero's active weapons for such an attack; the first is the one it uses unless it says otherwise."""
    active = hero_of(table, hero).active
    return tuple(item for item in active if ItemCard.of(table, item).attacks.get(attack) is not None)


def unarmed(table: Agemonia, act: Act) -> Iterator[Refused]:
    """Why a hero cannot attack so: the action shows something else, or its hands hold something else."""
    rule, active, bare = REQUIRED[act.attack], hero_of(table, act.hero).active, act.attack == "magic"
    shown = action_shown(table, act.hero)
    if shown.attacks and act.attack not in shown.attacks:
        yield WRONG_ATTACK.under(rule)()
    elif shown.printed and not shown.attacks:
        yield NO_ATTACK_SHOWN.under(rule)()
    if len(act.weapons) > most_weapons(table, act):
        yield ONE_WEAPON.under(rule)()
    if any(weapon not in active for weapon in act.weapons):
        yield WEAPON_INACTIVE.under(rule)()
    armed = bare or any(_serves(table, act.attack, weapon) for weapon in act.weapons)
    if not armed and _can_be_armed(table, act.hero):
        yield NO_WEAPON.under(rule)()


def attacked_already(table: Agemonia, hero: str) -> Iterator[Refused]:
    """A turn has one action, and an action one attack, unless its token shows more or nobody knows how many."""
    most = action_shown(table, hero).times
    if table.scene.phase == "turns" and most and turn_of(table, hero).struck >= most:
        yield ATTACKED()


def _can_be_armed(table: Agemonia, hero: str) -> bool:
    """Whether something is in a hero's hands, or lies beside them although it is made for them."""
    owner = hero_of(table, hero)
    cards = [ItemCard.of(table, item) for item in owner.items if item not in owner.left_behind]
    return bool(owner.active) or any(
        card.hands or any(plus is not None for plus in card.attacks.values()) for card in cards
    )


def _serves(table: Agemonia, attack: str, weapon: str) -> bool:
    """Whether a weapon is good for such an attack, or nobody typed in for which it is."""
    adds = ItemCard.of(table, weapon).attacks
    return adds.get(attack) is not None or not any(plus is not None for plus in adds.values())


def out_of_reach(table: Agemonia, act: Act, line: Sequence[str]) -> Iterator[Refused]:
    """Range and sight, as far as the map is written down; else the table's word is taken."""
    if line and not sees(table, line):
        yield NO_SIGHT()
    places = table.scene.places
    for target in act.targets if act.hero in places else ():
        if target in places and _reaches(table, act, places[act.hero], places[target]) is False:
            rule = REQUIRED["melee"] if act.attack == "melee" else sections.RANGE
            yield OUT_OF_RANGE.under(rule)(figure=table.called("figures", target))


def _reaches(table: Agemonia, act: Act, here: str, there: str) -> bool | None:
    """Whether an attack reaches from one area into another; None where nobody wrote that down."""
    if act.attack == "melee" and (near := strikes_into(table, act.hero, there)) is not False:
        return near
    reach, steps = _reach(table, act), distance(table, here, there)
    level = act.attack != "melee" or not _higher(table, here, there)
    return None if reach is None or steps is None else level and reach[0] <= steps <= reach[1]


def _higher(table: Agemonia, here: str, there: str) -> bool:
    """Whether two areas next to each other differ in height."""
    border = lines_from(table, here).get(there)
    return bool(border and border.higher)


def _reach(table: Agemonia, act: Act) -> tuple[int, int] | None:
    """The least and the greatest range of an attack, of one in melee beyond its own area; None where nobody typed it
    in.
    """
    longer = sum(skill.range for _, skill in working(table, act))
    weapon = ItemCard.of(table, (*act.weapons, "?")[0])
    if act.attack == "melee":
        return 0, (weapon.range or 0) + longer
    known: Action | ItemCard = action_shown(table, act.hero) if act.attack == "magic" else weapon
    return None if known.range is None else (known.range_min, known.range + longer)


def aim_blocked(table: Agemonia, act: Act, shape: Shape, line: Sequence[str], told: bool | None) -> Sequence[str]:
    """The targets at which somebody is in the way of a ranged or magic attack: as the table says, else the map.

    Some skills aim past everybody (阻挡瞄准).
    """
    if act.attack == "melee" or shape in ALWAYS_CLEAR or aims(table, act):
        return ()
    return in_the_way(table, act.hero, act.targets, line) if told is None else act.targets if told else ()


def aims_at_each(table: Agemonia, act: Act) -> bool:
    """Whether a blocked aim counts for those targets alone at which it is blocked (爆炸符文)."""
    return any(known.each for _, known in working(table, act))
