"""What comes next in a realm: the order of the seat at turn, autumn, bids, hands that are too full (3.15)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from domain.games.runewars.base import whose_turn
from domain.games.runewars.hands import QUESTS, excess
from domain.games.runewars.holding import harvest_of, strongholds_of
from domain.games.runewars.march.by_cards import UnitsTakenBack
from domain.games.runewars.realm.bids import BidOpened, BidPlaced, BidsRevealed, BidTieBroken, still_to_bid
from domain.games.runewars.realm.building import (
    BUILD,
    REPAIR,
    DevelopmentBuilt,
    DevelopmentTakenAway,
    StrongholdBuilt,
    StrongholdRepaired,
    StrongholdTakenAway,
    building_sites,
    can_pay,
    developments_left,
    ruined,
    strongholds_left,
    to_develop,
)
from domain.games.runewars.realm.cards import QuestsDiscarded, QuestsDrawn, TacticsDiscarded, TacticsDrawn
from domain.games.runewars.realm.cities import (
    HIRED,
    MOST_HERO_CARDS,
    CitySupported,
    HeroCardsDrawn,
    cities_left,
    offers,
)
from domain.games.runewars.realm.dials import icons_reached, recruits_of
from domain.games.runewars.realm.elimination import SeatEliminated, landless
from domain.games.runewars.realm.harvest import DEVELOP, PAID, DevelopmentsPaid, DialsHarvested, developments_of, paying
from domain.games.runewars.realm.objectives import ObjectiveDealt
from domain.games.runewars.realm.power import CLAIMED, DRAWN, PowerGained, StrategyDrawn, TitleClaimed, claimable
from domain.games.runewars.realm.recruiting import MOST_DIALS, RecruitsPlaced, UnitsRecruited, dials_used, fitting
from domain.games.runewars.runes.gains import RuneGainBegun, none_left
from domain.games.runewars.runes.handling import MIXING, RunesMixed, runes_on_map
from domain.games.runewars.runes.tokens import with_rune
from domain.games.runewars.state.calendar import SeasonPast
from domain.games.runewars.state.kinds import CityToken, FactionSheet, SeasonCard
from domain.games.runewars.state.table import RESOURCES, Runewars
from domain.games.runewars.year.autumn import AutumnTaken
from domain.games.runewars.year.seasons import yet_to_take
from domain.games.runewars.year.turns import not_in_bonus, order_at_turn
from domain.language.game import ANYBODY, Prompt, Viewer
from domain.language.text import Text, text


def coming(table: Runewars, viewer: Viewer = ANYBODY) -> Iterator[Prompt]:
    """What comes next in the realms, musts first; one seat's own doing is asked of that seat and of the host."""
    if table.bid:
        yield from bidding(table, viewer)
        return
    yield from over_limit(table, viewer)
    yield from losing(table)
    match table.step:
        case "setup" if table.starting:
            yield from dealing(table)
        case "text":
            yield from called_for(table)
            yield from brought_by_a_card(table)
        case "secondary" if table.season_name == "autumn":
            yield from taking(table)
        case "turns" if seat := whose_turn(table):
            yield from resolving(table, seat)


def names_cards(table: Runewars) -> bool:
    """Whether this table writes down which tactics cards it holds: it typed some in."""
    return bool(table.library.get("tactics"))


def losing(table: Runewars) -> Iterator[Prompt]:
    """Seats without an area."""
    for seat in landless(table):
        title = text("{seat} controls no area: out of the war", seat=table.called("seats", seat))
        yield Prompt(title, SeatEliminated, must=True, fields={"seat": seat})


def of_viewer(seats: Iterable[str], viewer: Viewer) -> list[str]:
    """Seats whose own doing a viewer may record."""
    return [seat for seat in seats if not viewer.seats or seat in viewer.seats]


def over_limit(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    """Hands that hold too much."""
    for seat in of_viewer(table.alive(), viewer):
        for cards, _, count in excess(table.seat(seat)):
            name, fields = table.called("seats", seat), {"seat": seat, "count": count}
            if cards is QUESTS:
                title = text("{seat}: discard {count|quest card|quest cards}", seat=name, count=count)
                yield Prompt(title, QuestsDiscarded, must=True, fields=fields, opens=True)
            else:
                title = text("{seat}: discard {count|tactics card|tactics cards}", seat=name, count=count)
                yield Prompt(title, TacticsDiscarded, must=True, fields=fields, opens=True)


def dealing(table: Runewars) -> Iterator[Prompt]:
    """The cards that a seat begins with, all on one card: tactics as the sheet says, two quests, an objective."""
    together, opens = text("Cards at the start"), names_cards(table)
    for id_, seat in table.seats.items():
        name, count = table.called("seats", id_), FactionSheet.of(table, id_).tactics or 0
        if count and not seat.held:
            title = text("{seat}: {count|tactics card|tactics cards}", seat=name, count=count)
            yield Prompt(title, TacticsDrawn, True, {"seat": id_, "count": count}, opens=opens, card=together)
        if not seat.quests:
            title = text("{seat}: {count|quest card|quest cards}", seat=name, count=QUESTS_AT_START)
            yield Prompt(title, QuestsDrawn, True, {"seat": id_, "count": QUESTS_AT_START}, opens=opens, card=together)
        if not seat.has_objective:
            title = text("{seat}: an objective", seat=name)
            yield Prompt(title, ObjectiveDealt, True, {"seat": id_}, opens=opens, card=together)


def without_cards(table: Runewars) -> list[str]:
    """Seats that lack some of the cards they begin with."""
    asked = list(dealing(table))
    return [seat for seat in table.seats if any(prompt.fields["seat"] == seat for prompt in asked)]


def called_for(table: Runewars) -> Iterator[Prompt]:
    """What the season card starts, as far as it was typed in: a bid, then a rune that somebody gains."""
    past = table.calendar.get(str(table.season), SeasonPast())
    card = SeasonCard.of(table, past.card) if past.card else SeasonCard()
    if card.bid and not past.bids:
        yield Prompt(text("Influence bid"), BidOpened, must=True, fields={}, opens=True, left=text("an influence bid"))
    elif not card.rune or past.gains or any(none_left(table)) or table.agenda.of(RuneGainBegun):
        return
    elif past.bid_won:
        title = text("{seat} won the bid: a dragon rune", seat=table.called("seats", past.bid_won))
        yield Prompt(title, RuneGainBegun, must=True, fields={"seat": past.bid_won}, left=text("a dragon rune"))
    else:
        yield Prompt(text("Who gains a dragon rune?"), RuneGainBegun, left=text("a dragon rune"))


def taking(table: Runewars) -> Iterator[Prompt]:
    """Autumn: the next seat in the order of the season before."""
    if waiting := yet_to_take(table):
        seat, name = waiting[0], table.called("seats", waiting[0])
        both = {"seat": seat, "takes": "influence"}, {"seat": seat, "takes": "tactics"}
        yield Prompt(text("{seat}: 2 influence", seat=name), AutumnTaken, must=True, fields=both[0])
        yield Prompt(text("{seat}: a tactics card", seat=name), AutumnTaken, fields=both[1], opens=names_cards(table))


def bidding(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    """Each seat's own bid; when all have chosen, their opening; then whoever decides a tie."""
    if table.bid and table.bid.tied:
        decider = table.bid.decider and table.called("seats", table.bid.decider)
        yield Prompt(text("[{seat}: ]who wins the bid?", seat=decider), BidTieBroken, must=True)
        return
    waiting = still_to_bid(table)
    for seat in of_viewer(waiting, viewer):
        title = text("{seat}: how much do you bid?", seat=table.called("seats", seat))
        yield Prompt(title, BidPlaced, must=True, fields={"seat": seat})
    if not waiting:
        yield Prompt(text("Open all bids"), BidsRevealed, must=True)


# --- orders ---


def resolving(table: Runewars, seat: str) -> Iterator[Prompt]:
    """What the order at turn asks for, then its bonus."""
    steps = ORDERS.get(order_at_turn(table), ())
    for step in steps:
        yield from step(table, seat)


def has_bonus(table: Runewars, seat: str, option: str) -> bool:
    """Whether a seat may take this part of its bonus, and has not yet."""
    return option not in table.turn.used and not table.held(not_in_bonus(table, seat))


def harvesting(table: Runewars, seat: str) -> Iterator[Prompt]:
    if not table.turn.base:
        told = not table.tracks("map") or not any(harvest_of(table, seat).values())
        yield Prompt(text("Harvest: set the dials"), DialsHarvested, must=True, fields={"seat": seat}, opens=told)


def harvest_bonus(table: Runewars, seat: str) -> Iterator[Prompt]:
    """What stands pays first; then one more is built."""
    if not table.turn.base:
        return
    if has_bonus(table, seat, PAID) and DEVELOP not in table.turn.used and paying(table, seat):
        opens = names_cards(table) and bool(developments_of(table, seat, "training-ground"))
        left = text("what developments pay")
        yield Prompt(text("Developments pay"), DevelopmentsPaid, fields={"seat": seat}, opens=opens, left=left)
    elif has_bonus(table, seat, DEVELOP) and can_pay(table, seat, "wood") and (places := to_develop(table, seat)):
        yield developing(table, seat, places)


def developing(table: Runewars, seat: str, places: list[str]) -> Prompt:
    """A development; where all are on the map, one is taken away first."""
    if not developments_left(table, seat):
        title = text("Take a development away, to build another one")
        return Prompt(title, DevelopmentTakenAway, fields={"seat": seat})
    fields = {"seat": seat, **_only("area", places)}
    return Prompt(text("Build a development"), DevelopmentBuilt, fields=fields, left=text("a development"))


def recruiting(table: Runewars, seat: str) -> Iterator[Prompt]:
    """First what is to be placed; then a dial, and with the bonus a second one."""
    if units := fitting(table, table.turn.recruits):
        yield from places_for(table, seat, units)
        return
    if table.turn.recruits:
        yield taking_back(table, seat)
    used = dials_used(table)
    if len(used) < MOST_DIALS and not (used and table.held(not_in_bonus(table, seat))):
        yield from dials_to_recruit_with(table, seat, used)


def places_for(table: Runewars, seat: str, units: Mapping[str, int]) -> Iterator[Prompt]:
    """All recruits to one stronghold, or divided."""
    places, left = strongholds_of(table, seat), text("the recruits")
    for area in places:
        title, fields = text("All to {area}", area=table.called("areas", area)), {"area": area, "units": units}
        first = area == places[0]
        yield Prompt(title, RecruitsPlaced, first, {"seat": seat, **fields}, left=left if first else None)
    if len(places) > 1:
        yield Prompt(text("Divide the recruits"), RecruitsPlaced, fields={"seat": seat})


def brought_by_a_card(table: Runewars) -> Iterator[Prompt]:
    """Recruits that a season card brought, which wait to be divided among strongholds."""
    if fitting(table, table.turn.recruits):
        yield Prompt(text("Place the recruits"), RecruitsPlaced, must=True, left=text("the recruits"))


def taking_back(table: Runewars, seat: str) -> Prompt:
    """Recruits that the box has no figures for: own ones may go back to be placed anew."""
    units = tuple(table.called("units", unit) for unit in table.turn.recruits)
    title = text("None left in the box: take back {units}, to place them anew", units=units)
    return Prompt(title, UnitsTakenBack, fields={"seat": seat})


def dials_to_recruit_with(table: Runewars, seat: str, used: Sequence[str]) -> Iterator[Prompt]:
    """The dials that have not recruited this turn, each with what it gives, the one with most units first."""
    gives = {resource: recruits_of(table, seat, resource) for resource in RESOURCES if resource not in used}
    dials = sorted(gives, key=lambda resource: -sum(gives[resource].values()))
    left = text("recruiting with a second dial") if used else text("recruiting")
    for resource in dials:
        units = tuple(
            text("{count} {unit}", count=n, unit=table.called("units", id_)) for id_, n in gives[resource].items()
        )
        title = text("Recruit with {resource}[: {units}]", resource=table.called("resources", resource), units=units)
        told, first = {"seat": seat, "resource": resource}, resource == dials[0]
        opens = not any(gives.values())
        yield Prompt(title, UnitsRecruited, first and not used, told, opens=opens, left=left if first else None)


def supporting(table: Runewars, seat: str) -> Iterator[Prompt]:
    """What each city offers; of one that nobody typed in it is asked."""
    for area in cities_left(table, seat):
        city = table.land[area].city
        name = table.called("cities", city)
        left, told = text("the support of {city}", city=name), {"seat": seat, "area": area}
        known = offers(table, city)
        if not known:
            yield Prompt(text("Support of {city}", city=name), CitySupported, True, told, opens=True, left=left)
        for benefit, count in known.items():
            title = text("{city}: {what}", city=name, what=_offered(table, city, benefit, count))
            opens, first = benefit in NAMED and names_cards(table), benefit == next(iter(known))
            more = {**told, "benefit": benefit}
            yield Prompt(title, CitySupported, first, more, opens=opens, left=left if first else None)


def _offered(table: Runewars, city: str, benefit: str, count: int) -> Text:
    match benefit:
        case "units":
            return text("{count} {unit}", count=count, unit=table.called("units", CityToken.of(table, city).unit))
        case "tactics":
            return text("{count|tactics card|tactics cards}", count=count)
        case "quests":
            return text("{count|quest card|quest cards}", count=count)
    return text("{count} influence", count=count)


def hiring(table: Runewars, seat: str) -> Iterator[Prompt]:
    if has_bonus(table, seat, HIRED) and not cities_left(table, seat):
        have, housed = table.seat(seat).influence, strongholds_of(table, seat) or not table.tracks("map")
        if housed and (have or not table.tracks("influence")):
            title = text("Draw up to {count|hero card|hero cards}", count=min(have, MOST_HERO_CARDS) or MOST_HERO_CARDS)
            yield Prompt(title, HeroCardsDrawn, fields={"seat": seat}, left=text("a new hero"))


def gaining_power(table: Runewars, seat: str) -> Iterator[Prompt]:
    if not table.turn.base:
        unknown = icons_reached(table, seat, "influence") is None
        needs = ("amount",) if unknown else ()
        yield Prompt(text("Gain influence by the dials"), PowerGained, True, {"seat": seat}, needs=needs)


def claiming(table: Runewars, seat: str) -> Iterator[Prompt]:
    if table.turn.base and has_bonus(table, seat, CLAIMED) and claimable(table, seat):
        yield Prompt(text("Claim a title"), TitleClaimed, fields={"seat": seat}, left=text("a title"))


def drawing(table: Runewars, seat: str) -> Iterator[Prompt]:
    """Strategize's bonus; its moves come before it."""
    count = icons_reached(table, seat, "tactics")
    if has_bonus(table, seat, DRAWN) and count != 0:
        title = text("Draw {count|tactics card|tactics cards}", count=count) if count else text("Draw tactics cards")
        needs, opens = () if count else ("count",), names_cards(table)
        yield Prompt(title, StrategyDrawn, fields={"seat": seat}, opens=opens, needs=needs, left=text("tactics cards"))


def fortifying(table: Runewars, seat: str) -> Iterator[Prompt]:
    used = table.turn.used
    if BUILD not in used and can_pay(table, seat, "wood", "ore") and (places := building_sites(table, seat)):
        yield founding(table, seat, places)
    if REPAIR not in used and can_pay(table, seat, "ore") and (places := ruined(table, seat)):
        fields = {"seat": seat, **_only("area", places)}
        yield Prompt(text("Repair a stronghold"), StrongholdRepaired, fields=fields, left=text("a repair"))
    if MIXING not in used and _may_mix(table, seat):
        yield Prompt(text("Mix the runes of two areas"), RunesMixed, fields={"seat": seat})


def _may_mix(table: Runewars, seat: str) -> bool:
    """Whether a seat has runes to mix; where nobody tracks who holds what, any may be its own."""
    return bool(with_rune(table, seat) if table.tracks("map") else runes_on_map(table))


def founding(table: Runewars, seat: str, places: list[str]) -> Prompt:
    """A stronghold; where all are on the map, one is taken away first."""
    if not strongholds_left(table, seat):
        title = text("Take a stronghold away, to build it elsewhere")
        return Prompt(title, StrongholdTakenAway, fields={"seat": seat})
    fields = {"seat": seat, **_only("area", places)}
    return Prompt(text("Build a stronghold"), StrongholdBuilt, fields=fields, left=text("a stronghold"))


def _only(field: str, places: list[str]) -> Mapping[str, str]:
    """A field that has one answer."""
    return {field: places[0]} if len(places) == 1 else {}


QUESTS_AT_START = 2
NAMED = ("tactics", "quests")
"""What a city gives that may be named, card by card."""
Step = Callable[[Runewars, str], Iterator[Prompt]]
ORDERS: Mapping[str, tuple[Step, ...]] = {
    "strategize": (drawing,),
    "harvest": (harvesting, harvest_bonus),
    "recruit": (recruiting,),
    "rally-support": (supporting, hiring),
    "acquire-power": (gaining_power, claiming),
    "fortify": (fortifying,),
}

__all__ = ["coming"]
