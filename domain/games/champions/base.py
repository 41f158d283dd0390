"""The base class of the events of Marvel Champions, kinds of fields, and the lookup of cards by name."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from domain.components import agenda
from domain.components.turns import TurnOrder
from domain.framework.content import Content
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Line
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Term, Text, spaced_words
from domain.games.champions import sections
from domain.games.champions.state.kinds import (
    PLAYER_TYPES,
    CardSheet,
    CardType,
    EncounterSet,
    IdentitySheet,
    Occurrence,
)
from domain.games.champions.state.table import MAIN, VILLAIN, Champions, Form

# === Lookup of cards by name: several cards may share one; the players, decks and scenario narrow it down

ENCOUNTER_TYPES: tuple[CardType, ...] = (
    "attachment",
    "environment",
    "evidence",
    "minion",
    "obligation",
    "side scheme",
    "treachery",
)
OF_ANY_DECK = ("basic",)


class Having:
    """The ids of a kind, cards by default, whose field has one of some values; for `Choice.likely`."""

    def __init__(self, table: Champions, field: str, words: Container[object], kind: str = "cards") -> None:
        self.words = words
        self.printed = _printed_values(table.pack, kind, field)
        self.own: Mapping[object, object] = {id_: card.get(field) for id_, card in table.library.get(kind, {}).items()}

    def __contains__(self, id_: object) -> bool:
        word = self.own.get(id_) or self.printed.get(id_)
        return (word is None or isinstance(word, str)) and word in self.words


def _printed_values(pack: Content, kind: str, field: str) -> Mapping[object, object]:
    """The values of a field by id, for all items of a kind in a pack; cached in the pack."""
    at = f"{kind}.{field}"
    if (Having, at) not in pack.cards:
        pack.cards[Having, at] = {id_: card.get(field) for id_, card in pack.of(kind).items()}
    found: Mapping[object, object] = pack.cards[Having, at]
    return found


def of_player(table: Champions, seat: str | None) -> Iterator[Container[str]]:
    """Groups of likely player cards: by type, in the hand, in the deck or discard pile, of the hero, of no hero."""
    whose = table.seats.get(seat or "")
    yield Having(table, "type", PLAYER_TYPES)
    if whose:
        yield set(whose.hand)
        yield {*whose.list_, *whose.discard}
    yield from of_hero(table, seat)


def may_hold(table: Champions, seat: str) -> list[str]:
    """The cards that may be in a hand: the named ones, and the deck list too while any card is unnamed."""
    whose = table.seat(seat)
    named = [card for card in whose.hand if card]
    return whose.hand if whose.hand and len(named) == len(whose.hand) else [*dict.fromkeys((*whose.hand, *whose.list_))]


def of_hero(table: Champions, seat: str | None) -> Iterator[Container[str]]:
    """Groups of likely cards of a hero: the hero's own, then those of no hero, since other heroes keep theirs."""
    if seat:
        yield IdentitySheet.of(table, seat).cards
    yield Having(table, "classification", set(table.ids("classes")) - {"hero"})


def of_deck(
    table: Champions, seat: str | None, aspect: str | None, cards: Mapping[str, int] | None
) -> Iterator[Container[str]]:
    """Groups of likely cards for a deck: of the hero, then of the given aspect or of the aspects already in it."""
    yield from allowed_in_deck(table, seat, aspect, cards)
    if aspects := _aspects_of(table, aspect, cards):
        yield Having(table, "classification", aspects)


def allowed_in_deck(
    table: Champions, seat: str | None, aspect: str | None, cards: Mapping[str, int] | None
) -> Iterator[Container[str]]:
    """Groups that decide between cards of one name in a deck list: those that the hero and the aspect allow."""
    yield Having(table, "type", PLAYER_TYPES)
    yield from of_hero(table, seat)
    if aspects := _aspects_of(table, aspect, cards):
        yield Having(table, "classification", {*aspects, *OF_ANY_DECK})


def identity_of_deck(table: Champions, seat: str | None, *_: object) -> Iterator[Term | Text | str]:
    """The names and codes of a deck's hero, whom deck lists of other programs have among the cards."""
    if seat is not None and seat in table.ids("identities"):
        yield table.called("identities", seat)
        yield from table.thing("identities", seat).get("codes", ())


def _aspects_of(table: Champions, aspect: str | None, cards: Mapping[str, int] | None) -> set[object]:
    """The given aspect of a deck, or the aspects of its cards."""
    if aspect:
        return {aspect}
    return {table.thing("cards", id_).get("classification") for id_ in cards or ()} - {None, "hero", *OF_ANY_DECK}


def of_encounter(table: Champions, type_: str | None = None) -> Iterator[Container[str]]:
    """Groups of likely encounter cards: of the given type, in this game's encounter deck, of any encounter type."""
    yield Having(table, "type", (type_,) if type_ else ENCOUNTER_TYPES)
    yield set(in_encounter_deck(table))
    yield Having(table, "type", ENCOUNTER_TYPES)


def in_encounter_deck(table: Champions) -> Iterable[str]:
    """The cards of this game's encounter sets, and the cards that heroes add to the encounter deck."""
    here = table.scenario
    for set_ in (*here.sets, *(one.name for one in here.modular if one.name)):
        yield from EncounterSet.of(table, set_).cards
    for seat in table.seats:
        sheet = IdentitySheet.of(table, seat)
        yield from (*sheet.obligations, *sheet.nemesis)
    yield from (*here.obligations, *here.aside)


# === Shared by all events of Marvel Champions: the base class, kinds of fields, common refusals ==

ELIMINATED = never("eliminated", "{seat} is out of the game.", rule=sections.ELIMINATION)
NOT_YOUR_TURN = refusal("not-your-turn", "It is the turn of {current}.", rule=sections.PLAYER_TURN, areas=("turns",))
NOBODYS_TURN = refusal(
    "nobodys-turn", "That is done on a player's own turn, and it is no player's turn now.", rule=sections.PLAYER_TURN,
    areas=("turns",),
)  # fmt: skip
GAME_OVER = never("game-over", "The game is over: {result}.", rule=sections.VICTORY)
NO_GAME = never("no-game", "No game is under way.", rule=sections.SETUP)
NOT_IN_PLAY = never("not-in-play", "{card} is not in play.")
NO_SCHEME = NOT_IN_PLAY.saying("“{card}” is not a scheme here. There are: {schemes}.")
EXHAUSTED = refusal("is-exhausted", "{card} is already exhausted.", rule=sections.EXHAUST)
DASHED = refusal("dashed", "{card} has a dash for {power}, so it cannot exhaust for that.", rule=sections.DASH)
NOT_IN_FORM = refusal("not-in-form", "{seat} is not in hero form.", rule=sections.CHANGE_FORM)
NOT_ALTER_EGO = NOT_IN_FORM.saying("{seat} is not in alter-ego form.")
SAME_PLACE = never("same-place", "It is already there.", rule=sections.MOVE)


class ChampionsEvent(Event[Champions]):
    """The base of all events of Marvel Champions."""

    namespace: ClassVar[str] = "champions"


def out_of_game(table: Champions, id_: str) -> Refused | None:
    """The refusal for a player who is out of the game; None for one who is in it."""
    return next(not_in_game(table, id_), None)


def not_in_play(table: Champions, id_: str, *given: object) -> Refused | None:
    """The refusal for a card that is not in play; None for one that is."""
    if id_ in table.seats:
        return out_of_game(table, id_)
    here = not id_ or id_ in table.play or id_ in (VILLAIN, MAIN)
    return None if here else NOT_IN_PLAY(card=table.called("copies", id_))


def no_scheme(table: Champions, id_: str) -> Refused | None:
    """The refusal for a name that is no scheme in play; for an unknown card it lists the schemes in play."""
    if id_ in table.play or id_ in table.ids("cards"):
        return not_in_play(table, id_)
    schemes = tuple(table.called("schemes", scheme) for scheme in table.ids("schemes"))
    return NO_SCHEME(card=table.called("copies", id_), schemes=schemes)


PLAYERS_CARD = refusal("players-card", "{card} is a player card, not one of the encounter deck.", rule=sections.REVEAL)


def players_card(table: Champions, card: str | None) -> Iterator[Refused]:
    """The refusal for a player card where a card of the encounter deck is needed."""
    if card and CardSheet.of(table, card).type in PLAYER_TYPES:
        yield PLAYERS_CARD(card=table.called("cards", card))


def of_types(*types: CardType) -> Choice:
    """A choice among encounter cards of some types, by name."""
    return Choice("cards", free=True, likely=lambda table: (Having(table, "type", types), *of_encounter(table)))


SeatId = Annotated[str, Choice("identities", lambda table: table.seats)]
InGame = Annotated[str, Choice("identities", Champions.in_game, why_not=out_of_game)]
"""A seat that is still in the game."""
CardName = Annotated[Line, Choice("cards", free=True)]
PlayerCard = Annotated[Line, Choice("cards", free=True, likely=of_player, beside=("seat",))]
"""A player card; those of the player in the event's `seat` are suggested first."""
HandCard = Annotated[
    Line,
    Choice(
        "cards",
        may_hold,
        free=True,
        given=("seat",),
        likely=of_player,
        beside=("seat",),
    ),
]
"""A card in the hand of the event's `seat`, by name; any card of the deck while the hand is not fully named."""
EncounterCard = Annotated[Line, Choice("cards", free=True, likely=of_encounter)]
ScenarioName = Annotated[Line, Choice("scenarios", free=True)]
CopyId = Annotated[str, Choice("copies", lambda table: table.play, why_not=not_in_play)]
"""The id of a card in play."""
CharacterId = Annotated[str, Choice("characters", why_not=not_in_play)]
"""The id of a hero, the villain, an ally or a minion in play."""
EnemyId = Annotated[str, Choice("enemies", why_not=not_in_play)]
SchemeId = Annotated[str, Choice("schemes", why_not=no_scheme)]
HostId = Annotated[str, Choice("hosts", why_not=not_in_play)]
StatusName = Annotated[str, Choice("statuses")]
OccurrenceName = Annotated[str, Choice("occurrences")]
"""An occurrence that abilities can answer."""
KeywordName = Annotated[str, Choice("keywords")]
NumberName = Annotated[str, Choice("numbers")]
Some = Annotated[int, Field(ge=1, le=999)]
"""A count from 1 to 999."""
Maybe = Annotated[int, Field(ge=0, le=999)]
"""A count from 0 to 999."""


def is_scenario_chosen(table: Champions) -> bool:
    """Whether the scenario is chosen for all players at the table; in the setup heroes may come or leave after it."""
    heads = table.scenario.heads
    return bool(table.scenario.id) and (table.step != "setup" or heads in (0, len(table.seats)))


def still_due(table: Champions) -> Iterator[Refused]:
    """The refusals for ending a step or a turn while an event is due."""
    yield from agenda.still_due(table, ChampionsEvent)


def is_possible(table: Champions, event: Event[Champions]) -> bool:
    """Whether the rules let something happen now."""
    return not table.held(event.refusals(table))


def is_due(table: Champions, event: type[Event[Champions]]) -> bool:
    """Whether an event of this class is due."""
    return bool(table.agenda.of(event))


WHICH_CARD = never("which-card", "Say which card[: {cards}].", asks=True)
NOTHING_OPEN = WHICH_CARD.saying("No card is waiting to be resolved.")
NOT_OPEN = refusal("not-open", "{card} is not waiting to be resolved.", rule=sections.REVEAL)


def cards_due(table: Champions, event: Event[Champions], field: str, *known: str) -> list[str]:
    """The cards for which events of this class are due, by the field that names them.

    The `known` fields must have the same values as in the given event.
    """
    due = table.agenda.of(type(event), **{name: getattr(event, name) for name in known})
    return [str(one.fields[field]) for one in due]


def not_open(table: Champions, cards: Sequence[str], said: str) -> Iterator[Refused]:
    """The refusal for a card that is not open; for no name, the refusal unless exactly one card is open."""
    if said and said not in cards:
        yield NOT_OPEN(card=table.called("cards", said))
    elif not said and not cards:
        yield NOTHING_OPEN()
    elif not said and len(cards) != 1:
        yield WHICH_CARD(cards=tuple(table.called("cards", card) for card in cards))


def no_longer_due(table: Champions, event: type[Event[Champions]]) -> None:
    """Remove the due events of this class from the agenda; for `apply`."""
    table.agenda.drop(lambda due: due.is_of(event))


def start_occurrence(table: Champions, what: Occurrence) -> None:
    """Start an occurrence that abilities can answer; it replaces the last one. For `apply`."""
    table.happened, table.answered = [what], []


def comes_of_it(table: Champions, what: Occurrence) -> None:
    """Add a result to the current occurrence, simultaneous with it (E5); for `apply`."""
    if what not in table.happened:
        table.happened = [*table.happened, what]


TURNS = TurnOrder[Champions](
    kind="identities",
    has_turns=lambda table: table.step == "player" and table.tracks("turns"),
    left=lambda table: (seat for seat in table.player_order() if seat not in table.done),
    is_out=lambda table, seat: table.seat(seat).eliminated,
    out=ELIMINATED,
    not_yours=NOT_YOUR_TURN,
    nobodys=(NOBODYS_TURN, Champions.under_way),
)
"""The turns of the players, in player order."""
whose_turn, seats_at_turn = TURNS.whose_turn, TURNS.seats_at_turn
not_at_turn, not_in_game = TURNS.not_at_turn, TURNS.not_in_game


def not_in_form(table: Champions, seat: str, form: Form) -> Iterator[Refused]:
    """The refusal for a player in the wrong form."""
    if table.seat(seat).form != form:
        yield (NOT_IN_FORM if form == "hero" else NOT_ALTER_EGO)(seat=table.called("identities", seat))


def not_played(table: Champions) -> Iterator[Refused]:
    """The refusal for recording anything in a game that is over."""
    if table.step == "over" and table.games:
        yield GAME_OVER(result=spaced_words(table.games[-1].result))


class PlayedEvent(ChampionsEvent):
    """The base of events in a game that is not over."""

    def check(self, table: Champions) -> Iterator[Refused]:
        if not self.outlasts(table):
            yield from not_played(table)

    def outlasts(self, table: Champions) -> bool:
        """Whether the event may be recorded although the game has just ended."""
        return False
