"""Players: tracked areas and heroes; the steps of the setup, and starting hands."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field

from domain.components.piles import cards_missing, too_many_named
from domain.components.rulings import RulingEvent
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, LogRole, Seating, Secrets
from domain.framework.events.marks import Count, KeepsOrder, Line, Remark, Settled, TypicalNumber
from domain.framework.events.offer import Offer
from domain.framework.game import TrackingSet
from domain.framework.refusal import Refused, never, refusal
from domain.framework.table import AREAS
from domain.framework.text import Text, text
from domain.games.champions import sections
from domain.games.champions.base import ChampionsEvent, InGame, KeywordName, Maybe, NumberName, PlayerCard
from domain.games.champions.cards.entering import same_person
from domain.games.champions.defeats import put_out
from domain.games.champions.numbers import is_threat_unknown, known_numbers, number_of
from domain.games.champions.piles.hands import NO_SIZE, Held
from domain.games.champions.state.kinds import ICONS, SETUP_STEP_NAMES, IdentitySheet, SchemeSheet
from domain.games.champions.state.table import MAIN, MOST_SEATS, Champions, Seat

# === Players: tracked areas, heroes, and the first player ========================================

HERO_TAKEN = never("hero-taken", "Another player already has {hero}.", rule=sections.UNIQUE)
TOO_MANY_PLAYERS = refusal("too-many-players", "There can be at most four players.", rule=sections.SETUP)
EACH_ONCE = never("each-seat-once", "Name every seat once: {seats}.")
AS_THEY_SIT = never("as-they-sit", "The players already sit in that order.")
NO_HERO = never("no-hero", "No player has a hero yet.", rule=sections.SETUP)
ALREADY_FIRST = never("already-first", "{seat} is already first player.", rule=sections.FIRST_PLAYER)


class SetupEvent(ChampionsEvent):
    heading = "Setup"


class TableOpened(SetupEvent):
    """Set the tracked areas; recorded with the start.

    Without any the table has hit points, threat, status cards and rounds.
    """

    help_text = "Areas to track in addition to hit points, threat, status cards, forms and rounds."
    title = "Areas this table tracks"
    layout = Layout(keeps_unnamed=True)
    sentence = "Chose to keep track of hit points and threat[, {tracks}]"
    log = LogRole(bookkeeping=True)
    tracks: Annotated[
        tuple[str, ...],
        Choice(AREAS, lambda table: table.areas),
        Field(title="what else do you track"),
    ] = ()

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """Further areas, at a table of dials before its first game."""
        if table.step == "setup" and table.tracked == [] and table.number <= 1:
            yield Offer(text("Keep track of more than hit points and threat"), opens_form=True)

    @classmethod
    def prefilled(cls, table: Champions) -> Mapping[str, Any]:
        return {"tracks": table.areas_tracked()} if table.tracked is not None else {}

    def values_kept(self, table: Champions) -> Mapping[str, Any]:
        """The first record starts with the dials alone, whatever the start of the campaign tracks."""
        return self.prefilled(table) if table.number else {}

    def apply(self, table: Champions) -> None:
        table.tracked = list(self.tracks)
        table.number = max(1, table.number)


TRACKING_SETS = (
    TrackingSet(
        "numbers",
        text("Numbers only"),
        text("Hit points, threat, rounds and status cards: nothing to type in, a tap for each change."),
        (),
    ),
    TrackingSet(
        "cards",
        text("With cards in play"),
        text("Also turns, villain and minions step by step, schemes, allies and upgrades, cards in hand counted."),
        ("turns", "activations", "schemes", "minions", "encounter", "allies", "hands"),
    ),
    TrackingSet("everything", text("Everything"), text("Also every card by its name."), tuple(Champions.areas)),
)


class RulingMade(RulingEvent[Champions], SetupEvent):
    title = "Make a ruling"
    help_text = (
        "Where the rulebook is silent or unclear, your table can set its own ruling, or go back to the usual one."
    )
    sentence = "The table ruled: {ruling}[ ({usual|as usual again})]"

    def apply(self, table: Champions) -> None:
        self.rule(table)


def numbers_of_hero(table: Champions, hero: str) -> Mapping[str, int]:
    """The known numbers of both sides of an identity; a dashed power is left out."""
    sheet = IdentitySheet.of(table, hero)
    every = known_numbers(
        attack=sheet.attack,
        thwart=sheet.thwart,
        defense=sheet.defense,
        recover=sheet.recover,
        hand=sheet.hand,
        alter_hand=sheet.alter_hand,
        retaliate=sheet.retaliate or None,
        **{icon: getattr(sheet, icon) or None for icon in ICONS},
    )
    return {name: value for name, value in every.items() if name not in sheet.dashes}


ON_CARD = Printed(IdentitySheet, by="hero")
NUMBERS = Printed(IdentitySheet, by="hero", read=numbers_of_hero)


def unplayed_heroes(table: Champions) -> list[str]:
    """The heroes without a player."""
    return [id_ for id_ in table.ids("identities") if id_ not in table.seats]


class HeroTaken(SetupEvent):
    title = "Take a hero"
    help_text = "Each player picks a hero, and starts in alter-ego form at full hit points."
    sentence = "{hero} joined the game[, played by {player}][, with {health} hit points]"
    during = ("setup",)
    layout = Layout(usual=("health", "player"))
    seating = Seating("hero", "player")
    hero: Annotated[Line, Choice("identities", unplayed_heroes, free=True)]
    health: Annotated[Maybe | None, ON_CARD, TypicalNumber(10)] = Field(default=None, title="hit points")
    player: Remark = Field(default="", title="who plays it")
    printed: Annotated[Mapping[NumberName, Count], Settled(), NUMBERS] = Field(default_factory=dict)
    keywords: Annotated[tuple[KeywordName, ...], Settled(), ON_CARD] = ()
    traits: Annotated[tuple[Line, ...], Settled(), ON_CARD] = ()

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if not table.seats:
            yield Offer(required=True, keypad="hero")
        elif len(table.seats) < MOST_SEATS and not table.scenario.id:
            yield Offer(text("Take another hero"), keypad="hero")

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.hero in table.seats:
            yield HERO_TAKEN(hero=table.called("identities", self.hero))
        elif len(table.seats) >= MOST_SEATS:
            yield TOO_MANY_PLAYERS()
        yield from same_person(table, self.hero)

    def apply(self, table: Champions) -> None:
        table.seats[self.hero] = Seat(
            player=self.player,
            health=self.health,
            printed=dict(self.printed),
            keywords=list(self.keywords),
            traits=list(self.traits),
        )


class HeroLeft(SetupEvent):
    """A hero leaves the table. In the middle of a game, nothing is left for others to do or fight."""

    title = "Leave the table with a hero"
    help_text = "A player leaves before the game begins."
    sentence = "{seat} left the table"
    during = ("setup",)
    seat: InGame

    def apply(self, table: Champions) -> None:
        if table.under_way():
            put_out(table, self.seat)
        table.seats.pop(self.seat, None)
        table.first = "" if table.first == self.seat else table.first


class SeatsOrdered(SetupEvent):
    """Set the seating order; player order and the first player token follow it (按玩家顺位)."""

    help_text = "The seating order, clockwise, if it differs from the order in which heroes were picked."
    sentence = "The players sat down clockwise: {order}"
    title = "Set the seating order"
    during = ("setup",)
    order: Annotated[tuple[InGame, ...], KeepsOrder(), Field(min_length=1, max_length=12)]

    @classmethod
    def prefilled(cls, table: Champions) -> Mapping[str, Any]:
        return {"order": tuple(table.seats)}

    def check(self, table: Champions) -> Iterator[Refused]:
        if sorted(self.order) != sorted(table.seats):
            yield EACH_ONCE(seats=tuple(table.called("identities", seat) for seat in table.seats))
        elif list(self.order) == list(table.seats):
            yield AS_THEY_SIT()

    def apply(self, table: Champions) -> None:
        table.seats = {seat: table.seats[seat] for seat in (*self.order, *table.seats) if seat in table.seats}


class FirstPlayerChosen(SetupEvent):
    title = "Choose the first player"
    help_text = "Who goes first? The token passes clockwise after every round."
    sentence = "{seat} became first player"
    seat: InGame

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if table.step == "setup" and table.tracks("turns") and len(table.seats) > 1 and not table.first:
            yield Offer(text("Who begins?"), required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.first == self.seat:
            yield ALREADY_FIRST(seat=table.called("identities", self.seat))

    def apply(self, table: Champions) -> None:
        table.first = self.seat


# === The steps of the setup in order: which are left at this table, and which have no state (附录II)

FIRST_THIS = refusal("setup-order", "Do this first: {step}.", rule=sections.SETUP, areas=("turns",))
STEP_DONE = refusal("setup-step-done", "Already done: {step}.", rule=sections.SETUP)
ON_SIDE_B = never("on-side-b", "The main scheme already shows side B.", rule=sections.SETUP)
BY_WORD = {
    "tokens": text("Tokens and the three piles of status cards are at hand"),
    "side A": text("Do what side A of the main scheme says; what enters play is revealed now"),
    "characters": text("Resolve what the identities say under Setup"),
}
"""Steps that change nothing in the state, with their instructions; the players confirm them."""
NEEDS = {
    "obligations": "encounter",
    "nemesis sets": "encounter",
    "decks": "hands",
    "encounter deck": "encounter",
    "shuffle": "encounter",
    "starting hands": "hands",
}
"""The area that a step needs; a table that does not track it skips the step."""


def steps_left(table: Champions) -> list[str]:
    """The steps that are left, in order; empty if the setup is not followed step by step."""
    if table.step != "setup" or not table.tracks("turns") or not table.seats:
        return []
    return [step for step in SETUP_STEP_NAMES if table.tracks(*_steps_needed(step)) and not is_done(table, step)]


def is_followed(table: Champions) -> bool:
    """Whether the game waits for the setup: the table tracks turns and recorded its areas, or recorded a setup step.

    In a log without a record of areas the games have no number; such a table may have set up without recording steps.
    """
    return table.tracks("turns") and (table.number > 0 or bool(table.prepared))


def _steps_needed(step: str) -> tuple[str, ...]:
    return (NEEDS[step],) if step in NEEDS else ()


def is_done(table: Champions, step: str) -> bool:
    """Whether a step is done, by the state of the table or by a record."""
    match step:
        case "first player":
            return bool(table.first) or len(table.seats) == 1
        case "decks":
            return all(seat.deck or seat.hand for seat in table.seats.values())
        case "scenario":
            return bool(table.scenario.id) and not other_heads(table)
        case "encounter deck":
            return table.scenario.composed
        case "side B":
            return table.main.side == "B"
        case "starting hands":
            return all(seat.hand for seat in table.seats.values())
    return step in table.prepared


def other_heads(table: Champions) -> bool:
    """Whether heroes joined or left since the scenario was chosen, so that its values are out of date."""
    return table.scenario.heads not in (0, len(table.seats))


def too_early(table: Champions, step: str) -> Iterator[Refused]:
    """The refusal for a step while an earlier one is left."""
    left = steps_left(table)
    order = list(SETUP_STEP_NAMES)
    if left and order.index(left[0]) < order.index(step):
        yield FIRST_THIS(step=SETUP_STEP_NAMES[left[0]])


def is_next(table: Champions, step: str) -> bool:
    """Whether a step is not done, and no earlier one is left."""
    return not is_done(table, step) and not any(too_early(table, step))


class StepEvent(SetupEvent):
    """The base of setup steps that are done once, and in order if the setup is followed step by step."""

    during = ("setup",)
    step_done: ClassVar[str]
    offered_as: ClassVar[Text]

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        if table.tracks("turns"):
            yield Offer(cls.offered_as, required=True)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from self.done_already(table)
        yield from too_early(table, self.step_done)

    def done_already(self, table: Champions) -> Iterator[Refused]:
        """The refusal for doing the step again."""
        if is_done(table, self.step_done):
            yield STEP_DONE(step=SETUP_STEP_NAMES[self.step_done])

    def apply(self, table: Champions) -> None:
        note_step_done(table, self.step_done)


def note_step_done(table: Champions, step: str) -> None:
    """Record that a step is done; for `apply`."""
    if step not in table.prepared:
        table.prepared = [*table.prepared, step]


class SetupStepDone(SetupEvent):
    help_text = "A step of the setup that changes nothing you track here."
    sentence = "Setup done: {step}"
    title = "Finish a step of the setup"
    tracked = ("turns",)
    during = ("setup",)
    step: Annotated[str, Choice("setup-steps", lambda table: BY_WORD)]

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        yield from (Offer(what, {"step": step}, required=True) for step, what in BY_WORD.items())

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.step in table.prepared:
            yield STEP_DONE(step=SETUP_STEP_NAMES[self.step])
        yield from too_early(table, self.step)

    def apply(self, table: Champions) -> None:
        note_step_done(table, self.step)


START_UNKNOWN = never(
    "start-unknown",
    "Say how much threat the main scheme begins with: that is not typed in.",
    rule=sections.SETUP,
    asks=True,
)
START_KEYS = range(10)
"""The starting threat of a main scheme that is a tap each."""


def is_start_unknown(table: Champions) -> bool:
    """Whether the starting threat of the main scheme is neither typed in nor counted."""
    return is_threat_unknown(table, MAIN) and SchemeSheet.of(table, table.main.sheet).threat is None


class MainSchemeFlipped(StepEvent):
    title = "Turn the main scheme to side B"
    help_text = "Side A of the main scheme is done: flip it to side B, with its starting threat."
    sentence = "{scheme} was turned to side B[, {threat} threat]"
    tracked = ("turns",)
    step_done = "side B"
    offered_as = text("Turn the main scheme to side B")
    layout = Layout(no_choice=("threat",))
    threat: Maybe | None = Field(default=None, title="starting threat, for all players")
    scheme: Annotated[str, Choice("schemes"), Settled()] = "main scheme"

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for offer in super().offers(table):
            if is_start_unknown(table):
                needs, numbers = ("threat",), START_KEYS
                words = text("Turn the main scheme to side B: how much starting threat, in total?")
                yield replace(offer, words=words, also_required=needs, keypad="threat", keypad_numbers=numbers)
            else:
                yield offer

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.threat is None and is_start_unknown(table):
            yield START_UNKNOWN()

    def done_already(self, table: Champions) -> Iterator[Refused]:
        if table.main.side == "B":
            yield ON_SIDE_B()

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(threat=table.main.threat if self.threat is None else self.threat)

    def apply(self, table: Champions) -> None:
        super().apply(table)
        table.main.side, table.main.threat = "B", self.threat or 0
        table.agenda.drop(lambda due: due.has_fields(scheme=MAIN))


# === Decks and hands before the first round: deck sizes, starting hands, and one mulligan ========

NO_DECK_SIZE = never("no-deck-size", "Say how many cards are in the deck of {seat}.", asks=True)
HAND_DRAWN = refusal("hand-drawn", "{seat} has already drawn a starting hand.", rule=sections.HAND_SIZE)
NO_HAND_YET = refusal("no-hand-yet", "The starting hand of {seat} comes first.", rule=sections.SETUP)
MULLIGAN_TAKEN = refusal("mulligan-taken", "{seat} has already taken the mulligan.", rule=sections.SETUP)
Named = Annotated[tuple[PlayerCard, ...], KeepsOrder(), Field(max_length=20)]


class HandEvent(SetupEvent):
    tracked = ("hands",)
    during = ("setup",)
    seat: InGame


class DeckLaidOut(HandEvent):
    title = "Lay out the deck"
    help_text = "Shuffle the player's deck and put it next to the identity card."
    sentence = "The deck of {seat} was counted: {size|card|cards}"
    size: Maybe | None = Field(default=None, title="cards")

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for id_, seat in table.seats.items():
            if not (seat.deck or seat.hand):
                title = text("{seat}: shuffle the deck, and count it", seat=table.called("identities", id_))
                yield Offer(title, {"seat": id_}, required=True, also_required=("size",))

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from too_early(table, "decks")
        if not self._count(table):
            yield NO_DECK_SIZE(seat=table.called("identities", self.seat))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(size=self._count(table))

    def _count(self, table: Champions) -> int:
        """The number of cards in the deck: as counted by the player, else by the deck list."""
        return sum(table.seat(self.seat).list_.values()) if self.size is None else self.size

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.deck, seat.counted = self.size or 0, True


class StartingHandDrawn(HandEvent):
    title = "Draw the starting hand"
    help_text = "Draw a starting hand, up to the alter-ego's hand size. Others only see how many cards."
    sentence = "{seat} drew a starting hand of {amount|card|cards}[: {cards}]"
    secrets = Secrets(("cards",))
    acting_seat = "seat"
    amount: Maybe | None = None
    cards: Named = ()

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """If cards are tracked by name, the form opens, so that the player can name them."""
        must, named = table.tracks("turns"), table.tracks("cards")
        for id_ in table.seats:
            title = text("{seat}: draw the starting hand", seat=table.called("identities", id_))
            needs = ("amount",) if starting_hand(table, id_) is None else ()
            yield Offer(title, {"seat": id_}, required=must, opens_form=named, also_required=needs)

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.seat(self.seat).hand:
            yield HAND_DRAWN(seat=table.called("identities", self.seat))
        yield from too_early(table, "starting hands")
        if self.size(table) is None:
            yield NO_SIZE(seat=table.called("identities", self.seat))
        yield from too_many_named(self.cards, self.size(table) or len(self.cards))

    def size(self, table: Champions) -> int | None:
        """The number of cards drawn (F29); None if it is unknown."""
        return starting_hand(table, self.seat) if self.amount is None else self.amount

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(amount=self.size(table))

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.put("hand", seat.take("deck", self.amount or 0, self.cards))


def starting_hand(table: Champions, seat: str) -> int | None:
    """The current hand size of a seat's alter-ego (F29); None if it is unknown."""
    return number_of(table, seat, "alter_hand")


class MulliganTaken(HandEvent):
    """Take a mulligan: the discarded cards stay in the discard pile, and as many are drawn."""

    title = "Take a mulligan"
    help_text = "Once only: discard any number of cards from your starting hand, and draw that many."
    sentence = "{seat} took a mulligan: {amount|card|cards}[: {discarded}][, drawn: {cards}]"
    secrets = Secrets(("cards",))
    acting_seat = "seat"
    amount: Maybe = Field(title="cards discarded")
    discarded: Held = Field(default=(), title="which are discarded")
    cards: Named = Field(default=(), title="which are drawn")

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for id_ in table.seats:
            yield Offer(text("{seat}: take a mulligan", seat=table.called("identities", id_)), {"seat": id_})

    def check(self, table: Champions) -> Iterator[Refused]:
        seat = table.seat(self.seat)
        if seat.mulligan:
            yield MULLIGAN_TAKEN(seat=table.called("identities", self.seat))
        if not seat.hand:
            yield NO_HAND_YET(seat=table.called("identities", self.seat))
        else:
            yield from cards_missing(table, "cards", seat.hand, self.amount, self.discarded)
        yield from too_many_named(self.cards, self.amount)

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.mulligan = True
            gone = seat.take("hand", self.amount, self.discarded)
            seat.put("discard", gone)
            seat.put("hand", seat.take("deck", len(gone), self.cards))
