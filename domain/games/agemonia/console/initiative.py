"""Initiative: the order of the initiative card, its pile, and its effects (先攻卡)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from domain.components import simultaneous_choices
from domain.components.decks import Deck
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import KeepsOrder, Line
from domain.framework.game import WhoseTurn
from domain.framework.kernel import ContentAdded
from domain.framework.refusal import Refused, never, refusal
from domain.games.agemonia import sections
from domain.games.agemonia.base import follows_fights
from domain.games.agemonia.figures import (
    SymbolId,
    allies_up,
    at_turn,
    figures_waiting,
    heroes_up,
    slots_of_cards,
)
from domain.games.agemonia.state.kinds import InitiativePrint
from domain.games.agemonia.state.scenario import InitiativeCard
from domain.games.agemonia.state.table import Agemonia

# === The order of turns: from the initiative card, and who comes next (2. 揭示先攻卡) ============

NO_ROUND = never("no-round", "Begin fight round 1 first.", rule=sections.GAMEPLAY)
PHASE_UNFINISHED = refusal("phase-unfinished", "Reveal the initiative card first.", rule=sections.DISCARD_FATE)
NOT_BEGUN = refusal("not-begun", "The scenario has not begun yet.", rule=sections.SCENARIO_SETUP, areas=("steps",))
NO_TURNS = refusal("no-turns", "Reveal the initiative card first.", rule=sections.REVEAL_INITIATIVE)
OUT_OF_ORDER = refusal(
    "out-of-order", "It is not this figure's turn yet: {figure} comes first.", rule=sections.TURN_ORDER
)
TIED = OUT_OF_ORDER.saying("{figure} acts at the same time: decide who is first with “Decide who acts first”.")
TURNS_LEFT = refusal("turns-left", "These have yet to act: {figures}.", rule=sections.DISCARD_FATE)


NONE_NAMED: Mapping[str, str] = {}


def turn_order(table: Agemonia, card: InitiativeCard | None, named: Mapping[str, str] = NONE_NAMED) -> list[str]:
    """All actors of this round, from first to last: heroes and allies by their circles, enemies by their squares.

    The symbols of the heroes in `named` replace their own. Special initiative comes before or after all others. Actors
    whose symbol is not on the card come last among the others, in the order they were added.
    """
    scene = table.scene
    symbols = {f"ally {symbol}": actors for symbol, actors in _by_symbol(table, named).items()}
    for id_, enemy in scene.enemies.items():
        symbols.setdefault(f"enemy {enemy.symbol}", []).append(id_)
    listed = [actor for slot in (card.order if card else ()) for actor in symbols.pop(slot, [])]
    others = [actor for actors in symbols.values() for actor in actors]
    return [
        *(hero for hero in heroes_up(table) if special_initiative(table, hero) == "first"),
        *listed,
        *others,
        *(hero for hero in heroes_up(table) if special_initiative(table, hero) == "after any ally"),
        *(hero for hero in heroes_up(table) if special_initiative(table, hero) == "last"),
    ]


def _by_symbol(table: Agemonia, named: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for hero in heroes_up(table):
        if not special_initiative(table, hero):
            turn = table.scene.heroes.get(hero)
            found.setdefault(named.get(hero) or (turn.symbol if turn else ""), []).append(hero)
    for ally in allies_up(table):
        found.setdefault(table.scene.allies[ally].symbol, []).append(ally)
    return found


def special_initiative(table: Agemonia, hero: str) -> str:
    turn = table.scene.heroes.get(hero)
    return turn.special if turn else ""


def out_of_turn(table: Agemonia, figure: str) -> Iterator[Refused]:
    """The refusal of acting out of turn, if turns are tracked.

    An enemy's acts may still be recorded right after its turn.
    """
    scene, first = table.scene, at_turn(table)
    told_late = table.scene.figure(figure) is not None and figure == (scene.done or [""])[-1]
    if scene.phase == "select":
        yield NO_TURNS()
    elif scene.phase == "turns" and first not in ("", figure) and not told_late:
        yield comes_first(table, figure)


def comes_first(table: Agemonia, figure: str) -> Refused:
    """The refusal of a figure that waits for the one at turn.

    On a tie, it says that the players may decide otherwise.
    """
    first = at_turn(table)
    refused = TIED if actor_of(table, figure) in actors_tied(table) else OUT_OF_ORDER
    return refused(figure=table.called("figures", first))


def actor_of(table: Agemonia, figure: str) -> str:
    """The entry of a figure in the turn order; for an enemy, its type."""
    return figure.rpartition(" ")[0] if table.scene.figure(figure) else figure


def actors_tied(table: Agemonia) -> list[str]:
    """The actors that tie for the current turn, while none of them has begun.

    Empty without a tie, or once it is decided.
    """
    scene, left = table.scene, figures_waiting(table)
    if not left or scene.active:
        return []
    first = initiative_of(table, actor_of(table, left[0]))
    actors = dict.fromkeys(actor_of(table, figure) for figure in left)
    same = [actor for actor in actors if first and initiative_of(table, actor) == first]
    begun = {actor_of(table, figure) for figure in scene.done}
    return same if len(same) > 1 and not begun & set(same) and not set(same) <= set(scene.agreed) else []


def is_round_over(table: Agemonia) -> bool:
    """Whether every figure has taken its turn this round."""
    return table.scene.phase == "turns" and not at_turn(table)


def without_symbol(table: Agemonia) -> list[str]:
    """The heroes whose action has an unknown colour, and that the players put in no order either (2. 揭示先攻卡)."""
    heroes = {hero: turn for hero, turn in table.scene.heroes.items() if turn.chosen and hero in heroes_up(table)}
    return [id_ for id_, turn in heroes.items() if not (turn.symbol or turn.special or id_ in table.scene.agreed)]


def heroes_to_place(table: Agemonia) -> list[str]:
    """The heroes without a symbol while nobody has acted this round, so that the card cannot place them."""
    scene = table.scene
    begun = scene.phase != "turns" or not (scene.initiative and scene.initiative.order) or scene.done or scene.active
    return [] if begun else without_symbol(table)


def initiative_of(table: Agemonia, actor: str) -> str:
    """The initiative of an actor: its special initiative, otherwise its symbol; "" if unknown."""
    if special_ := special_initiative(table, actor):
        return special_
    side = "enemy" if actor in table.scene.enemies else "ally"
    found = table.scene.heroes.get(actor) or table.scene.allies.get(actor) or table.scene.enemies.get(actor)
    return f"{side} {found.symbol}" if found and found.symbol else ""


def turn_shown(table: Agemonia) -> WhoseTurn | None:
    """The figure at turn, a hero or an enemy; None if there is none, or fights are not tracked."""
    figure = at_turn(table) if follows_fights(table) else ""
    return WhoseTurn(table.called("figures", figure), figure if figure in table.chairs() else "") if figure else None


def heroes_undecided(table: Agemonia) -> list[str]:
    """The heroes that have yet to select an action this round."""
    scene = table.scene
    if scene.phase != "select":
        return []
    return simultaneous_choices.seats_undecided(heroes_up(table), scene.heroes)


def heroes_ready(table: Agemonia) -> list[str]:
    """The heroes that have selected an action, while others have not."""
    left = heroes_undecided(table)
    return [hero for hero in heroes_up(table) if hero not in left] if left else []


def not_begun(table: Agemonia) -> Iterator[Refused]:
    if table.running and not table.running.started:
        yield NOT_BEGUN()


def not_in_rounds(table: Agemonia) -> Iterator[Refused]:
    if not table.scene.round:
        yield NO_ROUND()


def turns_left(table: Agemonia) -> Iterator[Refused]:
    """The refusal while figures have yet to take their turn this round."""
    if table.scene.phase == "select":
        yield PHASE_UNFINISHED()
    elif left := figures_waiting(table):
        names = tuple(table.called("figures", figure) for figure in left)
        yield TURNS_LEFT(figures=names)


# === The initiative card: its pile, its print, and its effects (先攻卡) ==========================

CARD_REVEALED = refusal(
    "card-revealed", "The initiative card of this round is already revealed.", rule=sections.REVEAL_INITIATIVE
)
SELECT_FIRST = refusal(
    "select-first", "Some heroes have not selected an action yet: {heroes}.", rule=sections.REVEAL_INITIATIVE
)
NO_DECK = never(
    "no-deck",
    "Say what the card shows, or type in the initiative cards once; then one is drawn here.",
    rule=sections.REVEAL_INITIATIVE,
    asks=True,
)

UNKNOWN_CARD = NO_DECK.saying("This card is not typed in yet: say its order, from top to bottom.")

MOST_SLOTS, MOST_SYMBOLS, LONGEST_ACTION = 20, 12, 40
InitiativeId = Annotated[Line, Choice("initiative-cards", free=True)]
Slots = Annotated[
    tuple[Annotated[str, Choice("initiative", slots_of_cards)], ...],
    Field(max_length=MOST_SLOTS, title="order, top to bottom"),
    KeepsOrder(),
]
Symbols = Annotated[tuple[SymbolId, ...], Field(max_length=MOST_SYMBOLS)]
EnemyActions = Annotated[
    Mapping[SymbolId, Annotated[str, Field(max_length=LONGEST_ACTION)]],
    Field(max_length=MOST_SYMBOLS, title="enemy actions"),
]


def shuffle_due(table: Agemonia) -> bool:
    card = table.scene.initiative
    return bool(card and card.shuffle)


def initiative_deck(table: Agemonia) -> Deck:
    """The deck of initiative cards that the app draws from; drawn ones are shuffled in if that is due.

    It is empty if the app does not keep the deck: then only some of its cards may be known.
    """
    if not table.draws_initiative:
        return Deck(())
    drawn = () if shuffle_due(table) else table.scene.initiative_drawn
    known = cards_typed_in(table)
    return Deck(known, discard=[card for card in drawn if card in known])


def cards_typed_in(table: Agemonia) -> list[str]:
    """The initiative cards that players typed in, without those that became known as they were revealed."""
    return [card for card in table.ids("initiative-cards") if not InitiativePrint.of(table, card).seen]


def not_revealed(table: Agemonia, card: InitiativeCard) -> Iterator[Refused]:
    """The refusals of revealing an initiative card now, or this one."""
    yield from not_in_rounds(table)
    if table.scene.phase == "turns":
        yield CARD_REVEALED()
    if left := heroes_undecided(table):
        yield SELECT_FIRST(heroes=tuple(table.called("heroes", hero) for hero in left))
    if not (card.card or card.order or initiative_deck(table).drawable):
        yield NO_DECK()
    elif card.card and not (card.order or as_printed(table, card.card).order):
        yield UNKNOWN_CARD()


@dataclass(frozen=True, slots=True)
class InitiativePlan:
    """The effects of an initiative card: the order of this round, and the actors that get a bonus maneuver."""

    card: InitiativeCard
    turns: tuple[str, ...]
    granted: tuple[str, ...]

    @property
    def outcome(self) -> Mapping[str, object]:
        """The fields of the event that reveals the card."""
        shown = self.card
        return {
            "card": shown.card or None,
            "order": tuple(shown.order),
            "bonus": tuple(shown.bonus),
            "actions": shown.actions,
            "snake": tuple(shown.snake),
            "horn": tuple(shown.horn),
            "shuffle": shown.shuffle,
            "turns": self.turns,
            "granted": self.granted,
        }


def initiative_plan(table: Agemonia, card: InitiativeCard) -> InitiativePlan:
    """The plan of a card, as typed in or as in the content."""
    shown = card if card.order else as_printed(table, card.card)
    turns = tuple(turn_order(table, shown))
    return InitiativePlan(shown, turns, tuple(actor for actor in turns if _gives_maneuver(table, shown, actor)))


def as_printed(table: Agemonia, card: str) -> InitiativeCard:
    """The printed fields of a card, as far as the content has them."""
    known, symbols, slots = InitiativePrint.of(table, card), set(table.ids("symbols")), set(slots_of_cards(table))

    def listed(printed: Sequence[str], among: set[str], most: int) -> list[str]:
        return [value for value in printed if value in among][:most]

    return InitiativeCard(
        card=card,
        order=listed(known.order, slots, MOST_SLOTS),
        actions={
            id_: known.actions[id_][:LONGEST_ACTION] for id_ in listed(list(known.actions), symbols, MOST_SYMBOLS)
        },
        bonus=listed(known.bonus, symbols, MOST_SYMBOLS),
        snake=listed(known.snake, symbols, MOST_SYMBOLS),
        horn=listed(known.horn, symbols, MOST_SYMBOLS),
        shuffle=known.shuffle,
    )


def _gives_maneuver(table: Agemonia, card: InitiativeCard, actor: str) -> bool:
    """Whether a card gives an ally a bonus maneuver: its symbol is marked, and its initiative is not special."""
    if ally := table.scene.allies.get(actor):
        return ally.symbol in card.bonus
    turn = table.scene.heroes.get(actor)
    return bool(turn and not turn.special and turn.symbol in card.bonus)


def remember_card(table: Agemonia, card: InitiativeCard) -> Iterator[Event[Any]]:
    """The event that stores a card typed in with its number, so that it is known the next time."""
    if card.card and card.order and card.card not in table.ids("initiative-cards"):
        names: dict[str, Any] = {"en": card.card, "zh": card.card, "seen": True}
        yield ContentAdded(
            kind="initiative-cards", id=card.card, fields={**card.model_dump(mode="json", exclude={"card"}), **names}
        )
