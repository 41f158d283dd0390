"""The board of a war: the battle that is fought, the season, the map, a kingdom for each seat."""

from collections.abc import Iterator, Mapping, Sequence

from domain.games.runewars.areas import held_by, is_frozen
from domain.games.runewars.base import whose_turn
from domain.games.runewars.cards import symbol
from domain.games.runewars.display.map import area_piece, plan
from domain.games.runewars.display.sheets import dial_counter, influence_counter
from domain.games.runewars.realm import dials
from domain.games.runewars.runes import with_rune
from domain.games.runewars.setup.filling import AreaDescribed
from domain.games.runewars.setup.laying import MapKept, MapLaid, MapRolledBack, MapTilePlaced
from domain.games.runewars.state.kinds import OrderCard, UnitSheet
from domain.games.runewars.state.table import RESOURCES, Runewars
from domain.games.runewars.state.war import Battle, Fighter, Volley
from domain.games.runewars.war.armies import army
from domain.games.runewars.year.orders import OrderChosen, unused
from domain.language.shown.board import Ask, Badge, Chip, Counter, Face, Handle, Pad, Piece, made
from domain.language.shown.sheet import Said
from domain.language.text import Text, text

# === What the season still does, as a reminder: a card that works until the next one, water that can be crossed


def season_piece(table: Runewars) -> Iterator[Piece]:
    """The season at hand; nothing where it changes nothing."""
    if marks := list(_season_marks(table)):
        yield Piece("season", table.called("season numbers", str(table.season)), marks=marks)


def _season_marks(table: Runewars) -> Iterator[Said]:
    if table.lasting and table.tracks("calendar"):
        yield text("still works: {card}", card=table.called("season-cards", table.lasting))
    if table.tracks("map") and is_frozen(table):
        yield text("the water is frozen")


# === The battle that is fought, as it stands on the table: both sides, and how each of their units fares


SIGNS: Mapping[str, tuple[str, Text]] = {
    "special": ("spark", text("{count|special|specials}")),
    "rout": ("fallen", text("{count|rout|routs}")),
    "damage": ("wound", text("{count} damage")),
}
"""What stands on fate cards in a battle: its icon, and how many of it are told."""


def fight(table: Runewars) -> Iterator[Piece]:
    """A battle under way; nothing where there is none, or where no units are tracked."""
    battle = table.battle
    if battle and table.tracks("units"):
        title = text(
            "Battle in {area}[, round {round}]", area=table.called("areas", battle.area), round=battle.round or ""
        )
        yield Piece("battle", title, inside=[side(table, battle, owner) for owner in battle.sides], look="moment")


def side(table: Runewars, battle: Battle, owner: str) -> Piece:
    """One side: the cards it drew last in this round, and its units, those that stand first."""
    fighters = sorted(army(battle, owner).items(), key=lambda one: one[1].routed)
    words = text("{side} attacks") if owner == battle.attacker else text("{side} defends")
    volley = _last_volley(battle, owner)
    return Piece(
        f"battle-{battle.sides.index(owner)}",
        words.but(side=table.called("owners", owner)),
        note=_shot(table, volley) if volley else "",
        faces=list(_faces(table, volley)) if volley else (),
        rows=[_fares(table, id_, fighter) for id_, fighter in fighters],
    )


def _last_volley(battle: Battle, owner: str) -> Volley | None:
    drawn = (one for one in reversed(battle.report.volleys) if one.side == owner and one.round == battle.round)
    return next(drawn, None)


def _shot(table: Runewars, volley: Volley) -> Text:
    """What a side's cards came to, in one line."""
    counted = {"special": volley.specials, "rout": volley.routs, "damage": volley.damage}
    return text(
        "{unit}[: {signs}]",
        unit=table.called("units", volley.unit),
        signs=tuple(SIGNS[kind][1].but(count=count) for kind, count in counted.items() if count),
    )


def _faces(table: Runewars, volley: Volley) -> Iterator[Face]:
    """The cards of a volley, each with what the base of its unit reads; nothing of one that nobody typed in."""
    shape = UnitSheet.of(table, volley.unit).shape
    for card in volley.cards:
        printed = symbol(table, card, shape) if shape else None
        kind, _, count = (printed or "").partition(" ")
        yield Face(table.called("fate", card), [_sign(kind, int(count or 1))] if kind in SIGNS else [])


def _sign(kind: str, count: int) -> Badge:
    icon, said = SIGNS[kind]
    return Badge(icon, said.but(count=count), str(count))


def _fares(table: Runewars, id_: str, fighter: Fighter) -> Piece:
    """A unit in a battle, and how much of its health is left."""
    health, name = fighter.health, table.called("fighters", id_)
    left = Counter(name, max(0, health - fighter.damage), of=health) if health else None
    return Piece(
        f"fighter-{id_}",
        name,
        marks=[text("routed")] if fighter.routed else (),
        note=text("{damage} damage", damage=fighter.damage) if fighter.damage else "",
        counters=[left] if left else (),
        look="done" if fighter.routed else "",
    )


# === The board of a war: the battle that is fought, the map, a kingdom for each seat, and each area closely looked
# at


def board(table: Runewars) -> Sequence[Piece]:
    """All of it; what is secret is covered by then."""
    mapped = [the_map(table), *(area_piece(table, id_) for id_ in table.land)] if table.tracks("map") else []
    kingdoms = (kingdom(table, seat) for seat in table.seats)
    return [*fight(table), *season_piece(table), *mapped, *kingdoms]


def the_map(table: Runewars) -> Piece:
    """The map; areas without a place are named below it."""
    apart = [Chip(table.called("areas", id_)) for id_, area in table.land.items() if area.q is None]
    return Piece(
        "map",
        text("The map"),
        plan=plan(table),
        chips=apart,
        asks=list(_asks(table)),
        handle=Handle(text("The map"), icon="path"),
    )


def _asks(table: Runewars) -> Iterator[Ask]:
    """What is done with the map as a whole."""
    if table.step == "setup":
        yield Ask(text("Lay a tile"), MapTilePlaced)
        if table.laying.tiles:
            yield Ask(text("Take the map up"), MapRolledBack)
        elif any(table.ids("maps")):
            yield Ask(text("Lay a kept map"), MapLaid)
    if table.laying.tiles:
        yield Ask(text("Keep this map"), MapKept)
    if not table.laying.tiles:
        yield Ask(text("Type in an area"), AreaDescribed)


def kingdom(table: Runewars, id_: str) -> Piece:
    """What lies before a player."""
    seat = table.seats[id_]
    name = table.called("seats", id_)
    return Piece(
        f"seat-{id_}",
        name,
        note=seat.player,
        marks=list(_seat_marks(table, id_)),
        counters=[counter for _, counter in _numbers(table, id_)],
        pads=[(text("{seat}: order", seat=name), pad) for pad in _order_pad(table, id_)],
        handle=Handle(name, seat=id_, numbers=list(_numbers(table, id_))[:2], active=whose_turn(table) == id_),
    )


def _order_pad(table: Runewars, id_: str) -> Iterator[Pad]:
    """The order cards to choose from; once one is chosen, only for who knows which, and may change it."""
    order, left = table.seats[id_].order, unused(table, id_)
    if table.step != "orders" or not left or (order.chosen and not order.choice):
        return
    if event := made(OrderChosen, seat=id_, order=left[0]):
        yield Pad(event, "order", [(card, table.called("orders", card)) for card in left], chosen=order.choice)


def _seat_marks(table: Runewars, id_: str) -> Iterator[Said]:
    seat = table.seats[id_]
    if seat.eliminated:
        yield text("out of the war")
    if table.tracks("calendar"):
        used = tuple(str(OrderCard.of(table, order).number) for order in seat.used)
        if used:
            yield text("orders used: {orders}", orders=used)
        if table.step == "orders":
            yield text("order chosen") if seat.order.chosen else text("still to choose")
    for title in seat.titles:
        yield dials.title_priced(table, title)


def _numbers(table: Runewars, id_: str) -> Iterator[tuple[str, Counter]]:
    """What is counted of a seat, each with its icon."""
    if table.tracks("influence"):
        yield "token", influence_counter(table, id_)
    if table.tracks("runes", "map"):
        yield "rune", Counter(text("Rune tokens"), len(with_rune(table, id_)))
    if table.tracks("map"):
        yield "banner", Counter(text("Areas"), len(held_by(table, id_)))
    for resource in RESOURCES if table.tracks("dials") else ():
        yield resource, dial_counter(table, id_, resource)
