"""Whose turn it is: the order that the initiative card gives, and who comes next (2. 揭示先攻卡)."""

from collections.abc import Iterator

from domain.games.agemonia import sections
from domain.games.agemonia.acting import at_turn, waiting
from domain.games.agemonia.figures import allies_up, heroes_up
from domain.games.agemonia.state.scenario import InitiativeCard
from domain.games.agemonia.state.table import Agemonia
from domain.language.refusal import Refused, never, refusal
from domain.language.shown.sheet import Said
from domain.things import sealed

NO_ROUND = never("no-round", "Begin fight round 1 first.", rule=sections.GAMEPLAY)
PHASE_UNFINISHED = refusal("phase-unfinished", "Reveal the initiative card first.", rule=sections.DISCARD_FATE)
NOT_BEGUN = refusal("not-begun", "The scenario has not begun yet.", rule=sections.SCENARIO_SETUP, areas=("steps",))
NO_TURNS = refusal("no-turns", "Reveal the initiative card first.", rule=sections.REVEAL_INITIATIVE)
OUT_OF_ORDER = refusal("out-of-order", "Others come first: {figure}.", rule=sections.TURN_ORDER)
TIED = OUT_OF_ORDER.saying("{figure} acts at the same time: decide who is first with “Turn order tie decided”.")
TURNS_LEFT = refusal("turns-left", "These have yet to act: {figures}.", rule=sections.DISCARD_FATE)


def turn_order(table: Agemonia, card: InitiativeCard | None) -> list[str]:
    """All who act this round, from first to last: heroes and allies by their circles, enemies by their squares.

    Special initiative comes before and after everybody else; those whose symbol is not on the card come last of the
    others, in the order they were put on the table.
    """
    scene = table.scene
    symbols = {f"ally {symbol}": actors for symbol, actors in _by_symbol(table).items()}
    for id_, enemy in scene.enemies.items():
        symbols.setdefault(f"enemy {enemy.symbol}", []).append(id_)
    listed = [actor for slot in (card.order if card else ()) for actor in symbols.pop(slot, [])]
    others = [actor for actors in symbols.values() for actor in actors]
    return [
        *(hero for hero in heroes_up(table) if special(table, hero) == "first"),
        *listed,
        *others,
        *(hero for hero in heroes_up(table) if special(table, hero) == "after any ally"),
        *(hero for hero in heroes_up(table) if special(table, hero) == "last"),
    ]


def _by_symbol(table: Agemonia) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for hero in heroes_up(table):
        if not special(table, hero):
            turn = table.scene.heroes.get(hero)
            found.setdefault(turn.symbol if turn else "", []).append(hero)
    for ally in allies_up(table):
        found.setdefault(table.scene.allies[ally].symbol, []).append(ally)
    return found


def special(table: Agemonia, hero: str) -> str:
    turn = table.scene.heroes.get(hero)
    return turn.special if turn else ""


def out_of_turn(table: Agemonia, figure: str) -> Iterator[Refused]:
    """Where turns are kept, a figure acts in its own; what an enemy did may be told right after its turn."""
    scene, first = table.scene, at_turn(table)
    told_late = table.scene.figure(figure) is not None and figure == (scene.done or [""])[-1]
    if scene.phase == "select":
        yield NO_TURNS()
    elif scene.phase == "turns" and first not in ("", figure) and not told_late:
        yield comes_first(table, figure)


def comes_first(table: Agemonia, figure: str) -> Refused:
    """Why a figure waits for the one at turn; where both share an initiative, that the table may decide otherwise."""
    first = at_turn(table)
    told = TIED if actor_of(table, figure) in tied(table) else OUT_OF_ORDER
    return told(figure=table.called("figures", first))


def actor_of(table: Agemonia, figure: str) -> str:
    """By what a figure stands in the order: an enemy by its type."""
    return figure.rpartition(" ")[0] if table.scene.figure(figure) else figure


def tied(table: Agemonia) -> list[str]:
    """Actors that share the place at turn, while none of them has begun; none if there is no choice, or it is made."""
    scene, left = table.scene, waiting(table)
    if not left or scene.active:
        return []
    first = initiative_of(table, actor_of(table, left[0]))
    actors = dict.fromkeys(actor_of(table, figure) for figure in left)
    same = [actor for actor in actors if first and initiative_of(table, actor) == first]
    begun = {actor_of(table, figure) for figure in scene.done}
    return same if len(same) > 1 and not begun & set(same) and not set(same) <= set(scene.agreed) else []


def without_symbol(table: Agemonia) -> list[str]:
    """Heroes that selected an action of unknown colour, which the table put into no order either (2. 揭示先攻卡)."""
    heroes = {hero: turn for hero, turn in table.scene.heroes.items() if turn.chosen and hero in heroes_up(table)}
    return [id_ for id_, turn in heroes.items() if not (turn.symbol or turn.special or id_ in table.scene.agreed)]


def initiative_of(table: Agemonia, actor: str) -> str:
    """By what an actor has its place in the order: special initiative, else its symbol; empty where nobody knows."""
    if special_ := special(table, actor):
        return special_
    side = "enemy" if actor in table.scene.enemies else "ally"
    found = table.scene.heroes.get(actor) or table.scene.allies.get(actor) or table.scene.enemies.get(actor)
    return f"{side} {found.symbol}" if found and found.symbol else ""


def whose_turn(table: Agemonia) -> Said:
    """Whose turn it is, by name."""
    figure = at_turn(table)
    return table.called("figures", figure) if figure else ""


def undecided(table: Agemonia) -> list[str]:
    """Heroes that have yet to select an action this round."""
    scene = table.scene
    if scene.phase != "select":
        return []
    return sealed.undecided(heroes_up(table), scene.heroes)


def not_begun(table: Agemonia) -> Iterator[Refused]:
    if table.running and not table.running.started:
        yield NOT_BEGUN()


def not_in_rounds(table: Agemonia) -> Iterator[Refused]:
    if not table.scene.round:
        yield NO_ROUND()


def turns_left(table: Agemonia) -> Iterator[Refused]:
    """A round is over when every figure has had its turn."""
    if table.scene.phase == "select":
        yield PHASE_UNFINISHED()
    elif left := waiting(table):
        names = tuple(table.called("figures", figure) for figure in left)
        yield TURNS_LEFT(figures=names)
