"""Seasons: the card, its text, and the events of each season; the choice in autumn."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from domain.components.decks import cards_without
from domain.components.numbers import NumbersMoved, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, Secrets
from domain.framework.events.marks import Count, Line, NamedAs, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import tally_of, update_control
from domain.games.runewars.base import (
    INFLUENCE_GAINED,
    Living,
    RunewarsEvent,
    SeatId,
    TacticsId,
    by_influence,
    still_due,
    whose_turn,
)
from domain.games.runewars.cards import REPLACED, hands_too_full, names_cards, take_tactics, why_not_dealt
from domain.games.runewars.state.calendar import PERIODS, SeasonPast
from domain.games.runewars.state.heroes import living_heroes, yet_to_act
from domain.games.runewars.state.kinds import Season
from domain.games.runewars.state.kinds import SeasonCard as SeasonPrint
from domain.games.runewars.state.table import Order, Runewars
from domain.games.runewars.units import areas_over_limit, demand_reduction, fed_by, seats_with_unknown_food

# === Seasons: the card, its text, and the events of each season (游戏季节) =======================

STILL_TO_TAKE = refusal(
    "still-to-take", "Autumn: {seats} may still take something.", rule=sections.SEASONS, areas=("influence",)
)
DRAWN_BEFORE = refusal("drawn-before", "{card} was drawn before.", rule=sections.SEASONS, areas=("calendar",))
OTHER_SEASON = refusal("other-season", "That is a card of another season.", rule=sections.SEASONS)
HEROES_LEFT = refusal(
    "heroes-left",
    "{heroes} may still act in the quest phase.",
    rule=sections.QUEST_PHASE,
    areas=("calendar", "heroes"),
)
BID_LEFT = refusal(
    "bid-left",
    "{card} calls for an influence bid: hold that first.",
    rule=sections.SEASON_CARDS,
    areas=("influence", "calendar"),
)
COUNCIL = "primarch"
FOOD_UNKNOWN = refusal(
    "food-unknown",
    "The food dial of {seats} is not typed in: set it first, for winter counts by it.",
    rule=sections.WINTER,
    areas=("units", "dials"),
)
CARDS_OF_A_SEASON = 8


class SeasonEvent(RunewarsEvent):
    heading = "Seasons"
    tracked: ClassVar[tuple[str, ...]] = ("calendar",)


def is_for(table: Runewars, card: str) -> bool:
    """Whether a season card is used; those about false runes are not used in an epic game."""
    return not (table.epic and SeasonPrint.of(table, card).fakes)


def of_season(table: Runewars) -> list[str]:
    """The cards of this season that are typed in."""
    return [id_ for id_ in table.ids("season-cards") if SeasonPrint.of(table, id_).season == table.season_name]


def is_typed_in(table: Runewars) -> bool:
    """Whether all cards of this season are typed in, so that the program draws one."""
    return len(of_season(table)) >= CARDS_OF_A_SEASON


def asks_for_card(table: Runewars) -> bool:
    """Whether the drawn card is asked for: some cards of this season are typed in, but not all."""
    return bool(of_season(table)) and not is_typed_in(table)


def season_deck(table: Runewars) -> list[str]:
    """The cards of this season that are used and not yet drawn; all of them again if none is left (G-27)."""
    cards = [id_ for id_ in of_season(table) if is_for(table, id_)]
    return cards_without(cards, table.season_cards) or cards


def past_of(table: Runewars) -> SeasonPast:
    """The record of the current season; a blank one that is not stored if there is none."""
    return table.calendar.get(str(table.season), SeasonPast())


def called_for(table: Runewars) -> SeasonPrint:
    """The known events of the season card."""
    card = past_of(table).card
    return SeasonPrint.of(table, card) if card else SeasonPrint()


def bid_called_for(table: Runewars) -> bool:
    """Whether the season card calls for a bid that has not been held."""
    return called_for(table).bid and not past_of(table).bids


class SeasonCardDrawn(SeasonEvent):
    """Draws a season card.

    If all cards of this season are typed in, the program draws; otherwise the players may name it.
    """

    title = "Draw the season card"
    help_text = "The starting player draws the season card; the last one no longer counts."
    sentence = "The {season} card was drawn[: {card}]"
    during = ("season",)
    layout = Layout(no_choice=("card",), keypad_none=text("Another card"))
    card: Annotated[Line, Choice("season-cards", season_deck, free=True)] | None = None
    season: Annotated[Season | None, NamedAs("seasons"), Settled()] = None
    lasting: Annotated[bool, Settled()] = False

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The draw. If some cards of this season are typed in, each of them is a key."""
        yield Offer(text("Draw the season card"), required=True, keypad="card" if asks_for_card(table) else "")

    def check(self, table: Runewars) -> Iterator[Refused]:
        printed = SeasonPrint.of(table, self.card).season if self.card else None
        if printed and printed != table.season_name:
            yield OTHER_SEASON()
        if self.card in table.season_cards and not (is_typed_in(table) and self.card in season_deck(table)):
            yield DRAWN_BEFORE(card=table.called("season-cards", self.card))
        if self.card and not is_for(table, self.card):
            yield REPLACED(card=table.called("season-cards", self.card))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        deck = season_deck(table) if is_typed_in(table) else []
        card = self.card or (chance.draw(deck) if deck else None)
        lasting = bool(card) and SeasonPrint.of(table, card or "").lasting
        return self.copy_with(card=card, season=table.season_name, lasting=lasting)

    def apply(self, table: Runewars) -> None:
        table.step = "text"
        table.lasting = (self.card or "") if self.lasting else ""
        if self.card:
            table.season_cards.append(self.card)
            table.this_season.card = self.card

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        holder = next((id_ for id_, seat in table.seats.items() if COUNCIL in seat.titles), "")
        if self.card and holder and SeasonPrint.of(table, self.card).council:
            yield CouncilPaid(seat=holder)


class CouncilPaid(NumbersMoved[Runewars], SeasonEvent):
    help_text = "The leader of the Wizards' Council takes 1 influence before the card is read."
    sentence = "{seat} gained {amount} influence from the Wizards' Council"
    automatic = True
    tracked = ("influence",)
    seat: SeatId
    amount: Annotated[Count, INFLUENCE_GAINED] = 1


class SeasonTextResolved(SeasonEvent):
    """Ends the text of the season card. Its effects are recorded as separate events."""

    help_text = "You have done what the season card says. Its second printed part comes next."
    sentence = "The season card was resolved[: {note}][; until the next one: {lasting}]"
    title = "Finish the season card"
    during = ("text",)
    ends = "step"
    note: Remark = ""
    lasting: Occasion = Field(default="", title="what lasts until the next season card")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        yield Offer(text("Finish the season card"), required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from still_due(table)
        if bid_called_for(table) and table.tracks("influence"):
            yield BID_LEFT(card=table.called("season-cards", past_of(table).card))
        if table.season_name == "winter" and (seats := seats_with_unknown_food(table)):
            yield FOOD_UNKNOWN(seats=tuple(table.called("seats", seat) for seat in seats))

    def apply(self, table: Runewars) -> None:
        table.step, table.done = "secondary", []
        table.lasting = self.lasting or table.lasting
        table.last_order = list(table.order) or by_influence(table, table.alive())
        PERIODS.end(table.heroes, "quest phase")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if table.season_name == "spring":
            yield SpringCame()
        if table.season_name == "autumn":
            yield FateReshuffled()
        if table.season_name == "winter":
            yield WaterFroze()
            if anybody_hungry(table):
                yield FoodRanShort()
        if not needs_somebody(table):
            yield OrdersCalled()


def needs_somebody(table: Runewars) -> bool:
    """Whether this season needs an act of the players at this table."""
    match table.season_name:
        case "summer":
            return table.tracks("heroes") and bool(living_heroes(table.heroes))
        case "autumn":
            return table.tracks("influence")
        case "winter":
            known = table.tracks("dials") and not seats_with_unknown_food(table)
            return table.tracks("units") and (not known or anybody_hungry(table))
    return False


def food_of_seats(table: Runewars) -> dict[str, int]:
    """The number of units that an area feeds, for each seat whose food dial is known."""
    return {seat: most for seat in table.alive() if (most := fed_by(table, seat)) is not None}


def anybody_hungry(table: Runewars) -> bool:
    """Whether a seat has more units in an area than its food feeds there."""
    return any(areas_over_limit(table, seat, most) for seat, most in food_of_seats(table).items())


class SpringCame(SeasonEvent):
    help_text = "Spring: remove the activation tokens, stand routed figures up, and take back all order cards."
    sentence = "Spring: activation tokens were removed, routed figures stood up, and all order cards came back"
    automatic = True

    def apply(self, table: Runewars) -> None:
        PERIODS.end(table, "year")
        for area in table.land.values():
            for stack in area.stacks.values():
                stack.standing, stack.routed = stack.size, 0


class FateReshuffled(SeasonEvent):
    help_text = "Autumn: shuffle the fate discard pile back into the deck."
    sentence = "The fate deck was reshuffled"
    automatic = True
    tracked = ("fate",)

    def apply(self, table: Runewars) -> None:
        table.fate_discard = []


def seats_in_last_order(table: Runewars) -> list[str]:
    """The seats in the order of the season before; those without an order then come last."""
    alive = table.alive()
    ordered = [seat for seat in table.last_order if seat in alive]
    return [*ordered, *(seat for seat in alive if seat not in ordered)]


def yet_to_take(table: Runewars) -> list[str]:
    """The seats that have not taken the season's benefit yet, in the order of the season before."""
    return [seat for seat in seats_in_last_order(table) if seat not in table.done]


class WaterFroze(SeasonEvent):
    help_text = "Winter: water borders can be crossed until the season ends."
    sentence = "The water froze"
    automatic = True
    tracked = ("map",)

    def apply(self, table: Runewars) -> None:
        table.frozen = True


class FoodRanShort(SeasonEvent):
    """Checks the food. Food that is gained or lost later does not matter this winter."""

    help_text = "Winter: in each area, a player keeps only as many units as the food dial shows, and destroys the rest."
    sentence = "Winter: food for so many units in an area: {most}"
    automatic = True
    tracked = ("units", "dials")
    most: Annotated[Mapping[SeatId, Count], Settled()] = Field(default_factory=dict)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(most=food_of_seats(table))

    def apply(self, table: Runewars) -> None:
        """The event put last on the agenda is due first."""
        in_turn = [seat for seat in seats_in_last_order(table) if seat in self.most]
        for seat in reversed(in_turn):
            for area in reversed(areas_over_limit(table, seat, self.most[seat])):
                demand_reduction(table, seat, seat, area, self.most[seat])


class OrdersCalled(SeasonEvent):
    help_text = "The season is set up: everyone chooses an order card, face down."
    sentence = "It was time to choose orders"
    title = "On to the orders"
    during = ("secondary",)
    ends = "step"

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        yield Offer(text("On to the orders"), required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from still_due(table)
        yield from hands_too_full(table, *table.seats)
        if table.season_name == "autumn" and (left := yet_to_take(table)):
            yield STILL_TO_TAKE(seats=tuple(table.called("seats", seat) for seat in left))
        if table.season_name == "summer" and (left := [*filter(None, [table.questing]), *yet_to_act(table.heroes)]):
            yield HEROES_LEFT(heroes=tuple(table.called("heroes", hero) for hero in left))

    def apply(self, table: Runewars) -> None:
        table.step, table.order, table.done, table.questing = "orders", [], [], ""
        for seat in table.seats.values():
            seat.order = Order()


class SeasonEnded(SeasonEvent):
    help_text = "All orders are done: the next season begins, or the war is over."
    sentence = "The season ended"
    automatic = True

    def apply(self, table: Runewars) -> None:
        PERIODS.end(table, "season")
        table.this_season.tally = {seat: tally_of(table, seat) for seat in table.alive()}
        for seat in table.seats.values():
            seat.tactics, seat.fresh = [*seat.tactics, *seat.fresh], []
        if table.season >= table.last_season:
            table.step = "finished"
        else:
            table.season, table.step = table.season + 1, "season"
        update_control(table, *table.land)


# === Autumn: each player in turn takes two influence or a tactics card (秋季) ====================

NOT_AUTUMN = refusal("not-autumn", "That happens in autumn.", rule=sections.SEASONS, areas=("calendar",))
NOT_NEXT = refusal("not-next", "{next} comes first.", rule=sections.PLAY_ORDER, areas=("calendar",))
TAKEN = refusal("taken-already", "{seat} has already taken something.", rule=sections.SEASONS, areas=("calendar",))
# Autumn gives each player two influence, or one tactics card (秋季).
INFLUENCE_IN_AUTUMN = 2


class AutumnTaken(RunewarsEvent):
    title = "Take what autumn brings"
    help_text = "Autumn: each player takes two influence or one tactics card, in last season's order."
    sentence = "{seat} took[ {influence} influence][ {count|tactics card|tactics cards}][: {card}]"
    heading = "Seasons"
    during = ("secondary",)
    tracked = ("calendar", "influence")
    secrets = Secrets(("card",))
    layout = Layout(no_choice=("card",))
    seat: Living
    takes: Annotated[Literal["influence", "tactics"], Field(title="what do they take")]
    card: TacticsId | None = Field(default=None, title="which tactics card")
    influence: Annotated[Count, Settled(), INFLUENCE_GAINED] = 0
    count: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in yet_to_take(table)[:1]:
            name = table.called("seats", seat)
            title, which = text("{seat}: take 2 influence", seat=name), text("{seat}: influence or a card?", seat=name)
            yield Offer(title, {"seat": seat, "takes": "influence"}, required=True, question=which)
            title, opens = text("{seat}: take a tactics card", seat=name), names_cards(table)
            yield Offer(title, {"seat": seat, "takes": "tactics"}, opens_form=opens, question=which)

    def check(self, table: Runewars) -> Iterator[Refused]:
        waiting = yet_to_take(table)
        if table.season_name != "autumn":
            yield NOT_AUTUMN()
        elif self.seat not in waiting:
            yield TAKEN(seat=table.called("seats", self.seat))
        elif self.seat != waiting[0]:
            yield NOT_NEXT(next=table.called("seats", waiting[0]))
        yield from why_not_dealt(table, (self.card,) if self.card else (), 1)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        if self.takes == "influence":
            return self.copy_with(influence=INFLUENCE_IN_AUTUMN, count=0, card=None)
        return self.copy_with(influence=0, count=1)

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        take_tactics(table, self.seat, self.count, (self.card,) if self.card and self.count else ())
        table.done = [*table.done, self.seat]


def follow_last_turn(table: Runewars) -> Iterator[Event[Runewars]]:
    """The end of the season, after the last turn."""
    if table.step == "turns" and not whose_turn(table):
        yield SeasonEnded()
