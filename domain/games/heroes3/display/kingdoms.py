"""The kingdom of each player: resources and income, heroes, the town with its buildings, units, morale."""

from collections import Counter as Counted
from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.components.numbers import counter_of
from domain.framework.text import text
from domain.framework.views.board import Ask, Chip, Counter, Handle, Piece
from domain.framework.views.sharing import shared_by_viewers
from domain.framework.views.sheet import Said
from domain.games.heroes3.base import TURNS, without_turns
from domain.games.heroes3.cards.handling import CardGained
from domain.games.heroes3.cards.searching import SearchBegun
from domain.games.heroes3.combat.announcing import CombatAnnounced
from domain.games.heroes3.display.land import ICONS
from domain.games.heroes3.state.kinds import GOODS, BuildingTile
from domain.games.heroes3.state.seat import MOST_XP, Unit
from domain.games.heroes3.state.table import TOWN_TOKENS, Heroes3
from domain.games.heroes3.town.buildings import BUILDINGS, BuildingBuilt, SpellBookUsed, needed_before
from domain.games.heroes3.town.goods import (
    GoodsGained,
    GoodsSpent,
    GoodsTraded,
    IncomeLowered,
    IncomeRaised,
    ResourceDiceRolled,
    TreasureDieRolled,
    may_trade,
)
from domain.games.heroes3.town.units import UnitRecruited, UnitReinforced


@shared_by_viewers
def kingdom(table: Heroes3, id_: str) -> Piece:
    """A player's kingdom: its numbers on the handle, the rest in the drawer."""
    seat, name = table.seats[id_], table.called("factions", id_)
    at_turn = TURNS.whose_turn(table) == id_
    return Piece(
        f"seat-{id_}",
        name,
        note=seat.player,
        marks=list(_marks(table, id_)),
        counters=[good_counter(table, id_, good) for good in GOODS],
        asks=list(_asks(table, id_)),
        inside=[_hero(table, id_), *_town(table, id_), *_units(table, id_), _income(table, id_)],
        handle=Handle(name, seat=id_, numbers=list(_handle_numbers(table, id_)), active=at_turn),
        look="done" if seat.eliminated or seat.done else "active" if at_turn else "",
    )


def good_counter(table: Heroes3, id_: str, good: str) -> Counter:
    """The counter of a resource: a step up is a gain, a step down a payment."""
    counter = counter_of(table, table.called("goods", good), GoodsGained, GoodsSpent, seat=id_, good=good)
    return counter if table.seats[id_].knows_goods else replace(counter, value=None)


def _income(table: Heroes3, id_: str) -> Piece:
    """The income of each resource round, without that of buildings."""
    income = table.seats[id_].income
    said = tuple(priced(table, good, income[good]) for good in GOODS if income.get(good))
    steps = [
        counter_of(table, table.called("goods", good), IncomeRaised, IncomeLowered, seat=id_, good=good)
        for good in GOODS
    ]
    return Piece(f"income-{id_}", text("Income"), note=text("{goods|none}", goods=said), counters=steps, folded=True)


def _handle_numbers(table: Heroes3, id_: str) -> Iterator[tuple[str, Counter]]:
    for good in GOODS:
        yield ICONS[good], good_counter(table, id_, good)
    yield from _hero_numbers(table, id_)


def _hero_numbers(table: Heroes3, id_: str) -> Iterator[tuple[str, Counter]]:
    """The remaining numbers of a main hero in a round, each with its icon: movement, expert effects, cards in hand."""
    seat = table.seats[id_]
    if table.tracks("map"):
        yield "run", Counter(text("Movement points"), seat.main.left, join_path(id_, "main.spent"))
    if table.tracks("cards"):
        yield "spark", Counter(text("Expert effects left"), seat.experts_left, join_path(id_, "experts"))
        yield "hand", Counter(text("Cards in hand"), len(seat.hand), of=seat.hand_limit, look="bare")


def _marks(table: Heroes3, id_: str) -> Iterator[Said]:
    seat = table.seats[id_]
    if seat.eliminated:
        yield text("out of the game")
    if seat.team:
        yield text("team {team}", team=seat.team)
    if table.starting == id_:
        yield text("starting player")
    if seat.morale:
        yield text("positive morale") if seat.morale > 0 else text("negative morale")
    if seat.hand_goes:
        yield text("discards the hand at the end of the turn")
    if cubes := sum(seat.cubes.values()):
        yield text("{count|cube captured|cubes captured}", count=cubes)
    if table.grail == id_:
        yield text("has the Grail")


def _hero(table: Heroes3, id_: str) -> Piece:
    """The main hero: level, experience, movement, experts, cards."""
    seat = table.seats[id_]
    counters = [
        Counter(text("Level"), seat.level, join_path(id_, "xp")),
        Counter(text("Experience"), seat.xp, join_path(id_, "xp"), of=MOST_XP, look="bare"),
        *(counter for _, counter in _hero_numbers(table, id_)),
    ]
    second = text("secondary hero: {count|movement point|movement points}")
    marks = [second.copy_with(count=seat.second.left)] if seat.second else []
    hand = Counted(card for card in seat.hand if card)
    cards = [Chip(table.called("cards", card), copies) for card, copies in hand.items()]
    play = [Chip(table.called("cards", card), look="on") for card in (*seat.in_play, seat.permanent) if card]
    if seat.adventures:
        marks.append(text("{count|adventure resolved|adventures resolved}", count=len(seat.adventures)))
    title = table.called("heroes", seat.hero) if seat.hero else text("Hero")
    chips = [*cards, *play, *_of_adventure(table, id_)]
    return Piece(
        f"main-hero-{id_}", title, marks=marks, counters=counters, chips=chips, asks=list(_hero_asks(table, id_))
    )


def _hero_asks(table: Heroes3, id_: str) -> Iterator[Ask]:
    """The links for combats and cards. The map offers combats to a hero on it; texts may cause searches at any time."""
    on_map = table.seats[id_].main.field
    acts = TURNS.whose_turn(table) == id_ or id_ in without_turns(table)
    if table.tracks("combats") and acts and not (table.combat or on_map):
        yield Ask(text("Announce a combat"), CombatAnnounced, {"seat": id_})
    if table.tracks("cards"):
        yield Ask(text("Search"), SearchBegun, {"seat": id_})
        yield Ask(text("Gain a card"), CardGained, {"seat": id_})


def _of_adventure(table: Heroes3, id_: str) -> Iterator[Chip]:
    """Adventure cards in hand, and cards set aside for one use (p59)."""
    seat = table.seats[id_]
    held = [card for card in seat.adventure if card]
    yield from (Chip(table.called("adventures", card), marks=[("quest", text("adventure"))]) for card in held)
    yield from (Chip(table.called("cards", card), marks=[("sack", text("set aside"))]) for card in seat.aside)


def join_path(seat: str, rest: str) -> str:
    return f"seats.{seat}.{rest}"


def _town(table: Heroes3, id_: str) -> Iterator[Piece]:
    """The town: each building with its price, or the reason why it cannot be built."""
    if not table.tracks("towns"):
        return
    seat = table.seats[id_]
    tokens = [table.called("town-tokens", token) for token in TOWN_TOKENS if token in seat.used]
    marks = [text("{token} used", token=token) for token in tokens]
    yield Piece(
        f"town-{id_}", text("Town"), marks=marks, chips=[_building(table, id_, kind) for kind in BUILDINGS],
        asks=_town_asks(id_),
    )  # fmt: skip


def _building(table: Heroes3, id_: str, kind: str) -> Chip:
    seat, name = table.seats[id_], table.called("building-kinds", kind)
    if kind in seat.buildings:
        return Chip(name, marks=[("check", text("built"))], look="on")
    cost = BuildingTile.of(table, f"{id_} {kind}").cost
    price = tuple(priced(table, good, cost[good]) for good in GOODS if cost.get(good))
    why = _why_unbuilt(table, id_, kind)
    words = text("{building}[: {price}][ ({why})]", building=name, price=price, why=why)
    return Chip(words, opens=None if why else Ask("", BuildingBuilt, {"seat": id_, "building": kind}))


def priced(table: Heroes3, good: str, amount: int) -> Said:
    """An amount of a good."""
    return text("{amount} {good}", amount=amount, good=table.called("goods", good))


def _why_unbuilt(table: Heroes3, id_: str, kind: str) -> Said:
    """The reason why a building cannot be built now; empty if it can."""
    seat, cost = table.seats[id_], BuildingTile.of(table, f"{id_} {kind}").cost
    before = needed_before(table, id_, kind)
    if before and before not in seat.buildings:
        return text("after {building}", building=table.called("building-kinds", before))
    if "build" in seat.used:
        return text("one a round")
    return text("too expensive") if any(seat.goods.get(good, 0) < amount for good, amount in cost.items()) else ""


def _town_asks(id_: str) -> Sequence[Ask]:
    known = {"seat": id_}
    return [
        Ask(text("Recruit a unit"), UnitRecruited, known),
        Ask(text("Reinforce a unit"), UnitReinforced, known),
        Ask(text("Use the Spell Book"), SpellBookUsed, known),
    ]


def _asks(table: Heroes3, id_: str) -> Iterator[Ask]:
    if may_trade(table, id_):
        yield Ask(text("Trade"), GoodsTraded, {"seat": id_})
    yield Ask(text("Roll resource dice"), ResourceDiceRolled, {"seat": id_})
    yield Ask(text("Roll the treasure die"), TreasureDieRolled, {"seat": id_})


def _units(table: Heroes3, id_: str) -> Iterator[Piece]:
    """The unit deck."""
    units = table.seats[id_].units
    if units:
        yield Piece(f"units-{id_}", text("Units"), chips=[_unit(table, unit, it) for unit, it in units.items()])


def _unit(table: Heroes3, unit: str, it: Unit) -> Chip:
    sides = {"few": text("Few"), "pack": text("Pack"), "single": text("neutral")}
    marks = [("troops", sides[it.side])]
    if it.stacked:
        marks.append(("star", text("stacked")))
    return Chip(table.called("units", unit), marks=marks, look="on" if it.side == "pack" else "")
