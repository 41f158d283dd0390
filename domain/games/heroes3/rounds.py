"""Rounds and turns: tokens, income, astrologers and events, elimination and the end of a game (轮次结构, p15)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.components.agenda import still_due
from domain.components.decks import cards_without
from domain.components.numbers import Gains, move_numbers
from domain.components.piles import NOT_HELD, cards_missing
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole, Secrets
from domain.framework.events.marks import Count, FixedTexts, KeepsOrder, Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import (
    NO_SUCH_BOX,
    TURNS,
    HeroesEvent,
    Living,
    SeatId,
    SideId,
    Source,
    allied,
    owned,
    seat_of,
    seated,
    takes_turns,
    teams,
    turns_left,
    without_turns,
)
from domain.games.heroes3.cards.decks import player_deck, put_in_hand, take_from_hand
from domain.games.heroes3.cards.handling import deck_of, hand_of, replacements
from domain.games.heroes3.state.kinds import ENDS, GOODS, BuildingTile, Price, Small, TimedEvent
from domain.games.heroes3.state.periods import PERIODS
from domain.games.heroes3.state.table import AiHero, Heroes3, RoundRecord

TURNS_LEFT = refusal("turns-left", "These have yet to take their turn: {seats}.", rule=sections.ROUND)
NOT_EVEN = refusal("not-even", "Astrologers proclaim in even rounds.", rule=sections.ROUND)
EVENT_DRAWN = refusal("event-drawn-already", "The event of this round is {card}.", rule=sections.EVENTS)
PROCLAIMED = refusal(
    "proclaimed-already", "The astrologers have already proclaimed {card} in this round.", rule=sections.ROUND
)
NOT_ODD = refusal("not-odd", "Events are drawn in resource rounds.", rule=sections.EVENTS)
NO_ASTROLOGERS = refusal("no-astrologers", "This table plays without astrologers.", rule=sections.ROUND)
OTHER_DRAWS = refusal("other-draws", "It is up to {seat} to draw the event.", rule=sections.EVENTS)
DISCARD_FIRST = refusal("discard-first", "You must discard down to {limit}.", rule=sections.TURN)
HAND_FULL = refusal("hand-full", "You may draw up to the hand limit of {limit}.", rule=sections.TURN)
NAMES_KNOWN = never("discards-have-names", "Say which cards are discarded: their names are known.", rule=sections.TURN)
TURN_TAKEN = never("turn-taken", "{seat} has ended the turn of this round already.", rule=sections.TURN)
TURN_BEGUN = never("turn-begun", "{seat} has begun this turn already.", rule=sections.TURN)
AI_FIRST = refusal("ai-heroes-first", "These AI heroes have yet to move: {heroes}.", rule=sections.AI, areas=("map",))
ORDER_SETTLED = refusal("order-settled", "That team has begun its turns this round.", rule=sections.ALLIANCE)
COMBAT_FIRST = never("combat-first", "Finish the combat first.", rule=sections.TURN)
FEWEST_RIVALS, CUBE_RIVALS = 2, 3
"""The factions needed for a victory as the last one, and for a victory by cubes of all enemies (1.2)."""
FINAL_FIRST = refusal("final-combat-first", "The final combat decides the game.", rule=sections.BATTLEFIELD)
ONE_HELD = refusal("one-adventure-held", "Keep one adventure card: discard the other.", rule=sections.BATTLEFIELD)
SPRING = "magic-spring"
"""The adventure card that never stays in hand after a turn (p58)."""
BATTLEFIELD_MODES = ("adventure", "skirmish")
COUNT_POINTS = "victory-points-counted"
"""The event that ends a tournament, whichever player met a condition (胜利点计分, p55)."""
HOMELESS_ROUNDS = 3
"""The whole rounds without a town or settlement after which a player is eliminated (胜利条件, p11)."""


class RoundEvent(HeroesEvent):
    heading = "Rounds"


def draws_hands(table: Heroes3) -> bool:
    """Whether turns begin with drawing cards. On the Battlefield the deck is set aside until the final combat (p58)."""
    return table.tracks("cards") and table.mode not in BATTLEFIELD_MODES


def seat_acting(table: Heroes3) -> str:
    """The seat at turn, once its turn has begun and while there is no combat; empty if there is none."""
    seat = TURNS.whose_turn(table)
    begun = bool(seat) and (seat_of(table, seat).begun or not draws_hands(table))
    return seat if begun and not table.combat else ""


def seats_in_town(table: Heroes3) -> list[str]:
    """The seats that are offered town actions: the one at turn, or all at a table that does not track turns."""
    return [seat] if (seat := seat_acting(table)) else without_turns(table)


def is_last_round(table: Heroes3) -> bool:
    return bool(table.rounds) and table.round >= table.rounds


def is_resource_round(number: int) -> bool:
    """Whether a round brings income: odd rounds except the first."""
    return number > 1 and number % 2 == 1


def astrologers_due(table: Heroes3, number: int) -> bool:
    """Whether astrologers proclaim in a round: even rounds; by an option, all or none; in an adventure, none (p58)."""
    every = table.plays("astrologers-every-round") and number > 1
    none = table.plays("no-astrologers") or table.mode == "adventure"
    return not none and (number % 2 == 0 or every)


def next_drawer(table: Heroes3) -> str:
    """The seat that draws the next event: first the starting player, then the next living seat clockwise (p15)."""
    order = list(table.seats)
    at = order.index(table.drew_last) + 1 if table.drew_last in order else None
    if at is None:
        return next(iter(seated(table)), "")
    return next((id_ for id_ in (*order[at:], *order[:at]) if not table.seats[id_].eliminated), "")


class RoundStarted(RoundEvent):
    """Begins a round. Tokens, movement and expert effects return; then income or a proclamation follows (3.3).

    In an adventure, expert effects return only for the final combat (p59).
    """

    title = "Begin the round"
    help_text = "A new round: town tokens, movement and experts are back; in odd ones income comes in."
    sentence = "Round {number} began"
    automatic = True
    number: Annotated[Count, Settled()] = 0

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(number=table.round + 1)

    def apply(self, table: Heroes3) -> None:
        PERIODS.end(table.seats, "round")
        PERIODS.end(table.ai_heroes, "round")
        table.round, table.phase, table.first_of_team = self.number, "turns", {}
        table.history.append(RoundRecord())
        table.event = ""
        for id_, seat in table.seats.items():
            seat.held = holds_home(table, id_)
            seat.experts = seat.experts if table.mode == "adventure" else 0
        if table.plays("cubes-reset") and self.number in (4, 8, 12):
            clear_cubes(table)
        if is_resource_round(self.number) and "fortress" in table.boxes and len(table.alive()) > 1:
            table.agenda.put(EventDrawn, drawer=next_drawer(table))
        if astrologers_due(table, self.number):
            table.agenda.put(AstrologersProclaimed)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if is_resource_round(self.number):
            earns = (seat for seat in seated(table) if due_income(table, seat) or unknown_income(table, seat))
            yield from (IncomeCollected(seat=seat) for seat in earns)
        for id_ in table.ids("timed-events"):
            card = TimedEvent.of(table, id_)
            if card.scenario == table.scenario and card.round == self.number:
                yield from (
                    TimedEventHappened(event=id_, seat=seat, movement=card.movement, goods=card.goods)
                    for seat in seated(table)
                )


def clear_cubes(table: Heroes3) -> None:
    """Remove black cubes from all fields. Guards return with that, unless the table rules otherwise (9.2, 68)."""
    for spot in table.fields.values():
        if spot.cube and spot.location != "grail":
            spot.cube, spot.cleared = False, spot.cleared and table.ruled("reset-keeps-guards-away")


def producing(table: Heroes3, seat: str) -> list[str]:
    """The towns whose buildings bring a player income: by default the player's own town, even if an enemy holds it.

    By an option, a town that an enemy flagged brings nothing (6.17). By a ruling, it serves its holder (9.2, 35).
    """
    held = {spot.town_of: spot.flags[-1] for spot in table.fields.values() if spot.town_of and spot.flags}
    nothing, serves = table.plays("towns-no-income"), table.ruled("captured-town-buildings")
    own = [] if (nothing or serves) and held.get(seat, seat) != seat else [seat]
    taken = [town for town, holder in held.items() if holder == seat != town]
    return [*own, *(taken if serves and not nothing else ())]


def producing_tiles(table: Heroes3, seat: str) -> Iterator[tuple[str, BuildingTile]]:
    """The buildings of these towns, by kind."""
    for town in producing(table, seat):
        for kind in seat_of(table, town).buildings:
            yield kind, BuildingTile.of(table, f"{town} {kind}")


EARNING = ("city-hall",)
"""The buildings of a town that bring income, or an ability instead (城镇, p30)."""


def unknown_income(table: Heroes3, seat: str) -> tuple[str, ...]:
    """The buildings that may bring a player income of which the amount is unknown."""
    tiles = producing_tiles(table, seat)
    return tuple(kind for kind, tile in tiles if kind in EARNING and "income" not in tile.model_fields_set)


def due_income(table: Heroes3, seat: str) -> Price:
    """The known income of a player in a resource round; by an option, mines and settlements count twice (6.17)."""
    here = seat_of(table, seat)
    built = [tile.income for _, tile in producing_tiles(table, seat)]
    twice = table.plays("double-income")
    total: dict[str, int] = {
        good: here.income.get(good, 0)
        + sum(income.get(good, 0) for income in built)
        + (here.produced.get(good, 0) if twice else 0)
        for good in GOODS
    }
    return owned(total)


class IncomeCollected(RoundEvent):
    title = "Collect income"
    help_text = "A player's income in a resource round."
    sentence = "{seat} collected[ {goods}][; the income of {unknown} is not known]"
    automatic = True
    acting_seat = "seat"
    seat: SeatId
    goods: Annotated[Price, Settled(), Gains("seats.{seat}.goods")] = Field(default_factory=dict, title="resources")
    unknown: Annotated[
        tuple[str, ...], Settled(), Choice("building-kinds"), Field(title="buildings whose income is unknown")
    ] = ()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(goods=due_income(table, self.seat), unknown=unknown_income(table, self.seat))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)


class IncomeTyped(RoundEvent):
    """Types in the income of a building once, for all resource rounds to come (城镇, p30)."""

    title = "Type in the income of a building"
    help_text = "The income of a building in each resource round, as printed on its tile."
    sentence = "{seat}: {building} brings {goods}"
    log = LogRole(bookkeeping=True)
    acting_seat = "seat"
    layout = Layout(usual=("goods",))
    seat: Living
    building: Annotated[str, Choice("building-kinds", unknown_income, given=("seat",))]
    goods: Annotated[Price, Field(title="income")] = Field(default_factory=dict)

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for id_ in table.alive():
            for building in unknown_income(table, id_):
                named = {"seat": table.called("factions", id_), "building": table.called("building-kinds", building)}
                words = text("{seat}: what does {building} bring in a resource round?", **named)
                yield Offer(words, {"seat": id_, "building": building}, also_required=("goods",))

    def apply(self, table: Heroes3) -> None:
        table.keep_typed(BuildingTile.kind_name, f"{self.seat} {self.building}", {"income": dict(self.goods)})


class TimedEventHappened(RoundEvent):
    title = "A timed event"
    help_text = "The reward of the scenario for every player in this round."
    sentence = "{event}: {seat}[ gained {goods}][, {movement|movement point|movement points} more]"
    automatic = True
    event: Annotated[str, Choice("timed-events")]
    seat: SeatId
    movement: Small = 0
    goods: Annotated[Price, Gains("seats.{seat}.goods")] = Field(default_factory=dict, title="resources")

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        for hero in seat_of(table, self.seat).heroes():
            hero.bonus += self.movement


Asked = Annotated[tuple[SeatId, ...], Settled(), Field(title="who is asked what it brings")]


class AstrologersProclaimed(RoundEvent):
    title = "The astrologers proclaim"
    help_text = "The card that the astrologers proclaim; then each player says what it brings."
    sentence = "The astrologers proclaimed {card}[: {effect}]"
    question = "What do the astrologers proclaim?"
    card: Annotated[Line, Choice("proclamations", free=True)]
    effect: Remark = ""
    asked: Asked = ()

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.plays("no-astrologers"):
            yield NO_ASTROLOGERS()
        elif not astrologers_due(table, table.round):
            yield NOT_EVEN()
        if table.history and table.history[-1].proclamation:
            yield PROCLAIMED(card=table.called("proclamations", table.history[-1].proclamation))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(asked=tuple(table.alive()))

    def apply(self, table: Heroes3) -> None:
        for seat in reversed(self.asked):
            table.agenda.put("proclamation-resolved", seat=seat, card=self.card)
        table.proclamation = self.card
        if table.history:
            table.history[-1].proclamation = self.card


class EventDrawn(RoundEvent):
    title = "Draw an event"
    help_text = "In a resource round one player draws an event card and reads it aloud; all resolve it, clockwise."
    sentence = "{drawer} drew the event {card}[: {effect}]"
    question = "{drawer} draws an event: which?"
    drawer: Living
    card: Annotated[Line, Choice("event-cards", free=True)]
    effect: Remark = ""
    asked: Asked = ()

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not is_resource_round(table.round):
            yield NOT_ODD()
        if not table.owns("fortress"):
            yield NO_SUCH_BOX(box=table.called("boxes", "fortress"))
        if (expected := next_drawer(table)) and expected != self.drawer:
            yield OTHER_DRAWS(seat=table.called("factions", expected))
        if table.history and table.history[-1].event:
            yield EVENT_DRAWN(card=table.called("event-cards", table.history[-1].event))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        order = table.alive()
        first = order.index(self.drawer) if self.drawer in order else 0
        return self.copy_with(asked=(*order[first:], *order[:first]))

    def apply(self, table: Heroes3) -> None:
        for seat in reversed(self.asked):
            table.agenda.put("event-resolved", seat=seat, card=self.card)
        table.event, table.drew_last = self.card, self.drawer
        table.events_drawn += 1
        if table.history:
            table.history[-1].event = self.card


class TeamOrderChosen(RoundEvent):
    title = "Who goes first in the team?"
    help_text = "At its first turn of a round a team says who of it goes first."
    sentence = "{first} goes first in the team"
    during = ("turns",)
    acting_seat = "first"
    first: Living

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for team, members in teams(table).items() if takes_turns(table) else ():
            if len(members) > 1 and team not in table.first_of_team and TURNS.whose_turn(table) == members[0]:
                for other in members[1:]:
                    yield Offer(text("{seat} goes first", seat=table.called("factions", other)), {"first": other})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        mates = teams(table).get(seat_of(table, self.first).team, ())
        if any(seat_of(table, mate).begun or seat_of(table, mate).done for mate in mates):
            yield ORDER_SETTLED()

    def apply(self, table: Heroes3) -> None:
        if team := seat_of(table, self.first).team:
            table.first_of_team[team] = self.first


class TurnBegun(RoundEvent):
    """Begins a turn.

    Ongoing effects end, cards are discarded at least down to the hand limit, and the hand is refilled (3.5).
    """

    title = "Begin the turn"
    help_text = "Discard what you like, at least down to your hand limit; then your hand is refilled from your deck."
    sentence = (
        "{seat} began the turn[, {ended} being over][, discarded {discarded}][, discarded {blanks|card|cards}]"
        "[, drew {count|card|cards}][: {cards}]"
    )
    tracked = ("cards",)
    during = ("turns",)
    acting_seat = "seat"
    secrets = Secrets(("cards",))
    layout = Layout(usual=("discarded", "nameless"), no_choice=("discarded", "nameless", "cards"))
    told = ("cards", "ended")
    seat: Living
    discarded: Annotated[
        tuple[Annotated[Line, Choice("cards", hand_of, given=("seat",), free=True)], ...],
        Field(max_length=30, title="cards to discard"),
    ] = ()
    nameless: Annotated[Small, Field(title="or how many cards, if they have no names")] = 0
    cards: Annotated[
        tuple[Annotated[Remark, Choice("cards", deck_of, given=("seat",), free=True)], ...],
        Field(max_length=20, title="cards drawn"),
        KeepsOrder(),
    ] = ()
    ended: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()
    count: Annotated[Count, Settled()] = 0
    shuffled: Annotated[bool, Settled()] = False
    blanks: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        seat = TURNS.whose_turn(table)
        if seat and draws_hands(table) and not table.combat and not table.seats[seat].begun:
            here = table.seats[seat]
            over = max(0, len(here.hand) - here.hand_limit)
            needs = ("discarded",) if any(here.hand) and over > here.hand.count("") else ()
            yield Offer(text("Begin the turn"), {"seat": seat}, required=True, opens_form=over > 0, also_required=needs)
            if here.hand and not over:
                yield Offer(text("Discard cards first, then begin the turn"), {"seat": seat}, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from TURNS.not_at_turn(table, self.seat)
        seat = seat_of(table, self.seat)
        if seat.begun:
            yield TURN_BEGUN(seat=table.called("factions", self.seat))
        leaving = len(self.discarded) + self.nameless
        yield from cards_missing(table, "cards", seat.hand, leaving, self.discarded)
        if self.nameless > self.blanks_left(table):
            yield NAMES_KNOWN()
        for card in cards_without(self.cards, seat.cards) if "" not in seat.cards else ():
            yield NOT_HELD(card=table.called("cards", card))
        left = len(seat.hand) - len(self.discarded) - self.excess(table)
        if left > seat.hand_limit:
            yield DISCARD_FIRST(limit=seat.hand_limit)
        elif left + len(self.cards) > seat.hand_limit:
            yield HAND_FULL(limit=seat.hand_limit)

    def blanks_left(self, table: Heroes3) -> int:
        """The number of unnamed cards in the hand, apart from those that the discarded cards turn out to be."""
        hand = seat_of(table, self.seat).hand
        return max(0, hand.count("") - len(cards_without(self.discarded, hand)))

    def excess(self, table: Heroes3) -> int:
        """The number of unnamed cards that are discarded: those said, and automatically those over the hand limit."""
        seat = seat_of(table, self.seat)
        over = len(seat.hand) - len(self.discarded) - seat.hand_limit
        return max(0, min(self.blanks_left(table), max(self.nameless, over)))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        seat = seat_of(table, self.seat)
        blanks = self.excess(table)
        lacking = max(0, seat.hand_limit - len(seat.hand) + len(self.discarded) + blanks)
        drawn = player_deck(seat, (*self.discarded, *[""] * blanks)).draw(lacking, chance, self.cards)
        ended, count = tuple(seat.in_play), len(drawn.cards)
        return self.copy_with(cards=drawn.cards, count=count, ended=ended, shuffled=drawn.shuffled, blanks=blanks)

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        gone = take_from_hand(seat, len(self.discarded) + self.blanks, self.discarded)
        seat.discard, seat.in_play, seat.begun = [*seat.discard, *seat.in_play, *gone], [], True
        put_in_hand(seat, self.cards, shuffled=self.shuffled)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield from replacements(table, self.seat, [*self.ended, *self.discarded])


class TurnEnded(RoundEvent):
    """Ends a turn. The unused movement is recorded, and movement of this turn only is lost (3.5, 4)."""

    title = "End the turn"
    help_text = "A player is done for this round."
    sentence = (
        "{seat} ended the turn[, {unused|movement point|movement points} unused]"
        "[{spring|, Magic Spring discarded}][{hand_goes|, and discarded the hand}][: {discarded}]"
    )
    during = ("turns",)
    ends = "turn"
    acting_seat = "seat"
    told = ("discarded",)
    seat: Living
    unused: Annotated[Count, Settled()] = 0
    hand_goes: Annotated[bool, Settled()] = False
    discarded: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()
    spring: Annotated[bool, Settled(), Field(title="Magic Spring is discarded")] = False

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if seat := seat_acting(table):
            yield Offer(text("End the turn"), {"seat": seat}, required=True)
        for id_ in turns_left(table)[:1]:
            words = text("{seat}: end the turn", seat=table.called("factions", id_))
            yield Offer(words, {"seat": id_}, required=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        yield from TURNS.not_at_turn(table, self.seat)
        if seat_of(table, self.seat).done and not takes_turns(table):
            yield TURN_TAKEN(seat=table.called("factions", self.seat))
        if table.combat:
            yield COMBAT_FIRST()
        if len(seat_of(table, self.seat).adventure) > 1:
            yield ONE_HELD()
        yield from still_due(table, HeroesEvent)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        seat = seat_of(table, self.seat)
        unused = sum(hero.left for hero in seat.heroes()) if table.tracks("map") else 0
        goes = seat.hand_goes and table.tracks("cards")
        discarded = tuple(seat.hand) if goes else ()
        return self.copy_with(unused=unused, hand_goes=goes, discarded=discarded, spring=SPRING in seat.adventure)

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        PERIODS.end(seat, "turn")
        seat.done, seat.power = True, 0
        seat.adventure = [card for card in seat.adventure if card != SPRING]
        if self.hand_goes:
            seat.discard, seat.hand, seat.hand_goes = [*seat.discard, *seat.hand], [], False
        table.agenda.drop(lambda due: not due.must and due.has_fields(seat=self.seat))

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield from replacements(table, self.seat, self.discarded)


class RoundEnded(RoundEvent):
    """Ends a round when all had their turn and no player acts in town any more.

    The next round follows, or the end of the game.
    """

    title = "End the round"
    help_text = "All had their turn, and no player has another town action."
    sentence = "Round {number} ended"
    during = ("turns",)
    ends = "round"
    number: Annotated[Count, Settled()] = 0
    homeless: Annotated[Mapping[SeatId, Count], Settled()] = Field(default_factory=dict)
    last: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if not TURNS.whose_turn(table) and not awaits_final(table):
            words = text("End round {round}", round=table.round)
            left = [text("the turn of {seat}", seat=table.called("factions", id_)) for id_ in turns_left(table)]
            yield Offer(words, required=not left, leaves=left)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if TURNS.whose_turn(table):
            left = [table.called("factions", id_) for id_, seat in table.seats.items() if not seat.done]
            yield TURNS_LEFT(seats=tuple(left))
        if table.combat:
            yield COMBAT_FIRST()
        if awaits_final(table):
            yield FINAL_FIRST()
        if waiting := [hero.name for hero in table.ai_heroes.values() if waits_to_move(table, hero)]:
            yield AI_FIRST(heroes=tuple(waiting))
        yield from still_due(table, HeroesEvent)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        counted = {
            id_: seat.homeless + 1
            for id_, seat in table.seats.items()
            if table.tracks("map") and not seat.eliminated and seat.housed and not seat.held
        }
        last = bool(table.ends_after) or is_last_round(table)
        return self.copy_with(number=table.round, homeless=counted, last=last)

    def apply(self, table: Heroes3) -> None:
        for id_, seat in table.seats.items():
            seat.homeless = self.homeless.get(id_, 0)
        table.agenda.drop(lambda due: not due.must)
        if self.last and table.mode == "tournament":
            table.agenda.put(COUNT_POINTS)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        yield from (SeatEliminated(seat=id_) for id_, count in self.homeless.items() if count >= HOMELESS_ROUNDS)
        if self.last and table.mode == "tournament":
            return
        if self.last:
            side = table.ends_after
            reason = "a victory condition" if side else "the last round"
            yield GameEnded(winners=tuple(side_members(table, side)), reason=reason)
        elif table.phase == "turns":
            yield RoundStarted()


def waits_to_move(table: Heroes3, hero: AiHero) -> bool:
    """Whether an AI hero on the map has spent none of its movement points in this round (p49)."""
    return not hero.beaten and not hero.spent and hero.field in table.fields


def awaits_final(table: Heroes3) -> bool:
    """Whether the final combat replaces the end of the current round and ends the game (p58, p60)."""
    return table.mode in BATTLEFIELD_MODES and is_last_round(table)


def side_members(table: Heroes3, side: str) -> list[str]:
    """The seats of a winning side, including its allies."""
    return [id_ for id_ in table.seats if side and allied(table, side, id_)]


def holds_home(table: Heroes3, seat: str) -> bool:
    """Whether a player holds a town or settlement: their own town if no enemy flagged it, or one that they flagged."""
    return any(
        seat in spot.flags or (spot.town_of == seat and not spot.flags)
        for spot in table.fields.values()
        if spot.town_of or spot.location in ("settlement", "random-town")
    )


def note_homes(table: Heroes3) -> None:
    """Note the players that held a town or settlement in this round. For `apply`."""
    for id_, seat in table.seats.items():
        if holds_home(table, id_):
            seat.held = seat.housed = True
            seat.homeless = 0


class SeatEliminated(RoundEvent):
    """Eliminates a player (p11).

    The reason is three whole rounds without a home, or a defeat of the main hero with nothing left.
    """

    title = "A player is out"
    help_text = "A player is out of the game: flags, heroes and cubes leave the map."
    sentence = "{seat} is out of the game[, {reason}]"
    log = LogRole(headline=True)
    seat: Living
    reason: Source = ""

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        seat.eliminated, seat.second = True, None
        seat.main.field = seat.main.last = ""
        for spot in table.fields.values():
            spot.flags = [flag for flag in spot.flags if flag != self.seat]
        table.agenda.drop(lambda due: due.fields.get("seat") == self.seat)


class ObjectiveMet(RoundEvent):
    title = "A victory condition is met"
    help_text = "Who met which condition; the game ends with this round, unless the scenario says: at once."
    sentence = "{side} met the victory condition[ {objective}][{at_once|, at once}]"
    acting_seat = "side"
    side: Living
    objective: Annotated[Line, Choice("objectives", lambda table: table.objectives, free=True)] | None = None
    at_once: bool = Field(default=False, title="the game ends at once")

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        by_ruling = table.mode == "tournament" and table.ruled("tournament-ends-at-once")
        return self.copy_with(at_once=self.at_once or by_ruling)

    def apply(self, table: Heroes3) -> None:
        table.ends_after = table.ends_after or self.side
        if self.at_once and table.mode == "tournament":
            table.agenda.put(COUNT_POINTS)
        if self.objective and (known := table.objectives.get(self.objective)):
            known.met_by = self.side

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.at_once and table.mode != "tournament":
            yield GameEnded(winners=tuple(side_members(table, self.side)), reason="a victory condition")


class ObjectiveProgressed(RoundEvent):
    title = "Note progress"
    help_text = "How far a victory condition has come."
    sentence = "{objective}: {value}"
    objective: Annotated[str, Choice("objectives", lambda table: table.objectives)]
    value: Small

    def apply(self, table: Heroes3) -> None:
        if known := table.objectives.get(self.objective):
            known.progress = self.value


class GameEnded(RoundEvent):
    title = "End the game"
    help_text = "The game is over: who won, and why."
    sentence = "The game ended[: {reason}][; {winners} won]"
    log = LogRole(confirm_undo="scenario", headline=True, concludes=True)
    winners: Annotated[tuple[SideId, ...], Field(max_length=20, title="who won")] = ()
    reason: Annotated[Remark, FixedTexts(ENDS)] = ""

    def apply(self, table: Heroes3) -> None:
        table.winners, table.reason, table.phase, table.combat = list(self.winners), self.reason, "over", None
        table.agenda.drop(lambda _: True)
        if table.mode != "campaign":
            winners = [side for side in self.winners if side in table.seats]
            table.note_result(winners, "scenarios", table.scenario, table.points)


def last_standing(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The end of a game with one side left, which wins at once (p11). If no side is left, all have lost."""
    if table.phase == "turns" and table.seats and not table.alive():
        yield GameEnded(reason="nobody is left")
    if table.phase != "turns" or len(table.seats) < FEWEST_RIVALS or table.mode == "coop":
        return
    sides = {seat_of(table, id_).team or id_ for id_ in table.alive()}
    if len(sides) == 1:
        yield GameEnded(winners=tuple(table.alive()), reason="last faction standing")


def cubes_complete(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The victory by cubes in a clash of three or more: a cube of every living enemy (5.13; 9.2, 67)."""
    if table.phase != "turns" or table.mode != "clash" or len(table.seats) < CUBE_RIVALS or table.ends_after:
        return
    for id_ in table.alive():
        if all(table.seats[id_].cubes.get(foe) for foe in table.alive() if foe != id_) and any(table.seats[id_].cubes):
            yield ObjectiveMet(side=id_, at_once=not table.ruled("cubes-win-at-round-end"))
            return
