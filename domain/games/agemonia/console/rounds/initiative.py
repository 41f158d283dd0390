"""The initiative card: the pile it is drawn from, what is printed on it, and what it brings about (先攻卡)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.console.rounds.order import not_in_rounds, turn_order, undecided
from domain.games.agemonia.figures import SymbolId, slots_of_cards
from domain.games.agemonia.state.kinds import InitiativePrint
from domain.games.agemonia.state.scenario import InitiativeCard
from domain.games.agemonia.state.table import Agemonia
from domain.language.event import Choice, Event, InOrder, Line
from domain.language.kernel import ContentAdded
from domain.language.refusal import Refused, never, refusal
from domain.things.decks import Deck

CARD_REVEALED = refusal(
    "card-revealed", "The initiative card of this round is already revealed.", rule=sections.REVEAL_INITIATIVE
)
SELECT_FIRST = refusal(
    "select-first", "Not every hero has selected an action: {heroes}.", rule=sections.REVEAL_INITIATIVE
)
NO_DECK = never(
    "no-deck",
    "Say what the card shows, or type in the initiative cards once; then one is drawn here.",
    rule=sections.REVEAL_INITIATIVE,
)

MOST_SLOTS, MOST_SYMBOLS, LONGEST_ACTION = 20, 12, 40
InitiativeId = Annotated[Line, Choice("initiative-cards", free=True)]
Slots = Annotated[
    tuple[Annotated[str, Choice("initiative", slots_of_cards)], ...],
    Field(max_length=MOST_SLOTS, title="order, top to bottom"),
    InOrder(),
]
Symbols = Annotated[tuple[SymbolId, ...], Field(max_length=MOST_SYMBOLS)]
EnemyActions = Annotated[
    Mapping[SymbolId, Annotated[str, Field(max_length=LONGEST_ACTION)]],
    Field(max_length=MOST_SYMBOLS, title="enemy actions"),
]


def shuffle_due(table: Agemonia) -> bool:
    card = table.scene.initiative
    return bool(card and card.shuffle)


def deck(table: Agemonia) -> Deck:
    """The initiative cards that the table typed in; what was drawn is shuffled in where that is due.

    Cards that became known only as they were revealed are no deck: others lie among them that nobody knows.
    """
    drawn = () if shuffle_due(table) else table.scene.initiative_drawn
    typed_in = [card for card in table.ids("initiative-cards") if not InitiativePrint.of(table, card).seen]
    return Deck(typed_in, discard=[card for card in drawn if card in typed_in])


def not_revealed(table: Agemonia, card: InitiativeCard) -> Iterator[Refused]:
    """Why no initiative card is revealed now, or not this one."""
    yield from not_in_rounds(table)
    if table.scene.phase == "turns":
        yield CARD_REVEALED()
    if left := undecided(table):
        yield SELECT_FIRST(heroes=tuple(table.called("heroes", hero) for hero in left))
    if not (card.card or card.order or deck(table).drawable):
        yield NO_DECK()


@dataclass(frozen=True, slots=True)
class InitiativePlan:
    """What an initiative card brings about: who acts this round, in order, and who gets a maneuver more."""

    card: InitiativeCard
    turns: tuple[str, ...]
    granted: tuple[str, ...]

    @property
    def outcome(self) -> Mapping[str, object]:
        """The fields of the event that reveals it."""
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
    """The plan of a card, as it was typed in or as the content knows it."""
    shown = card if card.order else as_printed(table, card.card)
    turns = tuple(turn_order(table, shown))
    return InitiativePlan(shown, turns, tuple(actor for actor in turns if _bonus(table, shown, actor)))


def as_printed(table: Agemonia, card: str) -> InitiativeCard:
    """What the content says of a card, as far as it can be so."""
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


def _bonus(table: Agemonia, card: InitiativeCard, actor: str) -> bool:
    """Whether a card gives an ally a maneuver more: its symbol is marked, and its initiative is not special."""
    if ally := table.scene.allies.get(actor):
        return ally.symbol in card.bonus
    turn = table.scene.heroes.get(actor)
    return bool(turn and not turn.special and turn.symbol in card.bonus)


def remembered(table: Agemonia, card: InitiativeCard) -> Iterator[Event[Any]]:
    """A card that was typed in with its number is known by that the next time."""
    if card.card and card.order and card.card not in table.ids("initiative-cards"):
        told: dict[str, Any] = {"en": card.card, "zh": card.card, "seen": True}
        yield ContentAdded(
            kind="initiative-cards", id=card.card, fields={**card.model_dump(mode="json", exclude={"card"}), **told}
        )
