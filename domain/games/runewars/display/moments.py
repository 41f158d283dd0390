"""The current event of a war, drawn large: a battle, a duel, a bid, diplomacy, city support."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from domain.framework.text import Text, spaced_words, text
from domain.framework.views.board import Badge, Chip, Counter, Face, Piece
from domain.framework.views.sheet import Said
from domain.games.runewars.cards import symbol_on_card
from domain.games.runewars.heroes.company import health_left
from domain.games.runewars.heroes.duels import name_of_side
from domain.games.runewars.march.diplomacy import unallied_units
from domain.games.runewars.realm.bids import still_to_bid
from domain.games.runewars.realm.cities import BENEFITS, RALLY, Benefit, benefits_of, cities_left, say_benefit
from domain.games.runewars.state.heroes import DUEL_ROUNDS, Duel, Duelist
from domain.games.runewars.state.kinds import Destiny, FateCard, HeroCard, UnitSheet
from domain.games.runewars.state.table import Bid, Diplomacy, Runewars
from domain.games.runewars.state.war import Battle, Fighter, Volley
from domain.games.runewars.war.armies import army_of
from domain.games.runewars.year.orders import seat_resolving


def piece_of_moment(table: Runewars) -> Iterator[Piece]:
    """The piece of the current event; none during an ordinary turn."""
    found = chain(
        piece_of_battle(table),
        piece_of_duel(table),
        piece_of_bid(table),
        piece_of_diplomacy(table),
        piece_of_cities(table),
    )
    yield from [first] if (first := next(found, None)) else ()


# === Open fate cards, each with the symbol for the unit it was drawn for =========================

SIGNS: Mapping[str, tuple[str, Text]] = {
    "special": ("spark", text("{count|special|specials}")),
    "rout": ("fallen", text("{count|rout|routs}")),
    "damage": ("wound", text("{count} damage")),
}
"""The symbols on fate cards in a battle: the icon, and the words for its number."""


def _fate_card_face(table: Runewars, card: str, printed: str | None) -> Face:
    """A fate card with its symbol; without one if unknown."""
    kind, _, count = (printed or "").partition(" ")
    name = table.called("fate", card) if card else text("fate card")
    return Face(name, [_sign(kind, int(count or 1))] if kind in SIGNS else [])


def _sign(kind: str, count: int) -> Badge:
    icon, said = SIGNS[kind]
    return Badge(icon, said.copy_with(count=count), str(count))


# === The current battle: both sides, and the state of each unit ==================================


def piece_of_battle(table: Runewars) -> Iterator[Piece]:
    """The current battle, if there is one and units are tracked."""
    battle = table.battle
    if battle and table.tracks("units"):
        title = text(
            "Battle in {area}[, round {round}]", area=table.called("areas", battle.area), round=battle.round or ""
        )
        yield Piece(
            "battle", title, inside=[piece_of_side(table, battle, owner) for owner in battle.sides], look="moment"
        )


def piece_of_side(table: Runewars, battle: Battle, owner: str) -> Piece:
    """One side: its cards of this round, and its units, standing ones first."""
    fighters = sorted(army_of(battle, owner).items(), key=lambda one: one[1].routed)
    volley = _last_volley(battle, owner)
    return Piece(
        f"battle-{battle.sides.index(owner)}",
        _on_side(table.called("owners", owner), attacks=owner == battle.attacker),
        note=_volley_summary(table, volley) if volley else "",
        faces=list(_volley_faces(table, volley)) if volley else (),
        rows=[_unit_state(table, id_, fighter) for id_, fighter in fighters],
    )


def _on_side(name: object, *, attacks: bool) -> Text:
    """A side with its role."""
    return (text("{side} attacks") if attacks else text("{side} defends")).copy_with(side=name)


def _last_volley(battle: Battle, owner: str) -> Volley | None:
    drawn = (one for one in reversed(battle.report.volleys) if one.side == owner and one.round == battle.round)
    return next(drawn, None)


def _volley_summary(table: Runewars, volley: Volley) -> Text:
    """The result of a side's cards, in one line."""
    counted = {"special": volley.specials, "rout": volley.routs, "damage": volley.damage}
    return text(
        "{unit}[: {signs}]",
        unit=table.called("units", volley.unit),
        signs=tuple(SIGNS[kind][1].copy_with(count=count) for kind, count in counted.items() if count),
    )


def _volley_faces(table: Runewars, volley: Volley) -> Iterator[Face]:
    """The cards of a volley, each with the symbol of its unit's base."""
    shape = UnitSheet.of(table, volley.unit).shape
    yield from (
        _fate_card_face(table, card, symbol_on_card(table, card, shape) if shape else None) for card in volley.cards
    )


def _unit_state(table: Runewars, id_: str, fighter: Fighter) -> Piece:
    """A unit in a battle, and its remaining health."""
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


# === A duel: both sides, the card that each drew in this round, its result, and the remaining health


def piece_of_duel(table: Runewars) -> Iterator[Piece]:
    """A duel under way, round by round."""
    if found := table.duel:
        title = text(
            "Duel[ in {area}], round {round} of {rounds}",
            area=table.called("areas", found.area) if found.area else "",
            round=min(found.round, DUEL_ROUNDS),
            rounds=DUEL_ROUNDS,
        )
        yield Piece("duel", title, inside=[_duelist(table, found, of) for of in found.fighters], look="moment")


def _duelist(table: Runewars, fought: Duel, of: Duelist) -> Piece:
    number = int(of is fought.defender)
    return Piece(
        f"duel-{number}",
        _on_side(name_of_side(table, of), attacks=not number),
        note=_card_result(of) if fought.drawn else "",
        faces=[_fate_card_face(table, (*table.fate_open, "", "")[number], of.symbol)] if fought.drawn else (),
        counters=[_health_of(table, of)],
    )


def _card_result(of: Duelist) -> Said:
    """The result of a side's card, the effect of its icon first."""
    if of.special:
        return text("what does the icon do?")
    return text("{deals} damage[, {prevents} prevented]", deals=of.deals, prevents=of.prevents or "")


def _health_of(table: Runewars, of: Duelist) -> Counter:
    """The remaining health of a side; if unknown, the damage it took."""
    known, damage = UnitSheet.of(table, of.unit).health, of.damage
    if of.hero:
        known, damage = HeroCard.of(table, of.hero).health, table.hero(of.hero).damage
    left = health_left(table, of.hero) if of.hero else max(0, (known or 0) - damage)
    if known is None or left is None:
        return Counter(text("Damage"), damage)
    return Counter(text("Health"), left, of=known, look="life")


# === A bid: declared influence, closed hands, and the amounts once they are open =================


def piece_of_bid(table: Runewars) -> Iterator[Piece]:
    """The current bid, until it is won."""
    if found := table.bid:
        yield Piece(
            "bid",
            text("Influence bid[ for {prize}][, for {rune|a dragon rune}]", prize=found.prize, rune=found.rune),
            note=_how_won(table, found),
            inside=[_bidder(table, found, seat) for seat in table.alive()],
            look="moment",
        )


def _how_won(table: Runewars, found: Bid) -> Text:
    """The rule by which the bid is won, or the decider of a tie."""
    if found.tied:
        decider = table.called("seats", found.decider) if found.decider else text("the table")
        return text("A tie: {decider} decides who wins", decider=decider)
    return text("the most wins") if found.wins == "most" else text("the fewest wins")


def _bidder(table: Runewars, found: Bid, seat: str) -> Piece:
    """A seat with its influence; its hand stays closed until all are opened."""
    hand = table.seat(seat).bid
    return Piece(
        f"bid-{seat}",
        text("{seat} bids", seat=table.called("seats", seat)),
        marks=[text("shares the tie")] if seat in found.tied else (),
        faces=[_opened(hand.amount) if hand.open else _closed_hand(table, seat)],
        counters=[Counter(text("Influence"), table.seat(seat).influence, icon="token")],
    )


def _opened(amount: int) -> Face:
    return Face(text("bid"), [Badge("token", text("{count} influence", count=amount), str(amount))])


def _closed_hand(table: Runewars, seat: str) -> Face:
    """A closed hand: ready, or not yet."""
    if seat in still_to_bid(table):
        return Face(text("still to bid"))
    return Face(text("ready"), [Badge("lock", text("a closed hand"))])


# === Diplomacy: the neutral units, the payment, and the marks on the drawn cards =================

MARKS: Mapping[Destiny, str] = {"ally": "link", "withdraw": "run", "refuse": "arena"}
"""The icon of each answer of neutral units."""


def piece_of_diplomacy(table: Runewars) -> Iterator[Piece]:
    """The current diplomacy."""
    if found := table.diplomacy:
        values = {"seat": table.called("seats", found.seat), "area": table.called("areas", found.area)}
        yield Piece(
            "talks",
            text("{seat} talks to the neutral units of {area}", **values),
            note=text("{influence} influence was paid", influence=found.influence),
            faces=[_answer(table, card) for card in table.fate_open],
            chips=list(_talked_to(table, found)),
            look="moment",
        )


def _talked_to(table: Runewars, found: Diplomacy) -> Iterator[Chip]:
    for unit, (standing, routed) in unallied_units(table, found.area, found.seat).items():
        yield Chip(table.called("units", unit), standing + routed)


def _answer(table: Runewars, card: str) -> Face:
    """A card with its diplomacy mark."""
    mark, name = FateCard.of(table, card).destiny, table.called("fate", card) if card else text("fate card")
    if mark is None:
        return Face(name)
    return Face(text("{card}: {mark}", card=name, mark=spaced_words(mark)), [Badge(MARKS[mark], spaced_words(mark))])


# === Rally Support: the remaining cities, each with its benefits =================================

BENEFIT_ICONS: Mapping[Benefit, str] = {"units": "wild", "tactics": "hand", "influence": "token", "quests": "quest"}


def piece_of_cities(table: Runewars) -> Iterator[Piece]:
    """The cities of the seat at turn that have not given a benefit yet."""
    for seat in seat_resolving(table, RALLY) if table.tracks("map") else ():
        if left := cities_left(table, seat):
            title = text("{seat}: support of the cities", seat=table.called("seats", seat))
            yield Piece("support", title, inside=[_city(table, area) for area in left], look="moment")


def _city(table: Runewars, area: str) -> Piece:
    city = table.land[area].city
    return Piece(
        f"support-{area}",
        table.called("cities", city),
        note=table.called("areas", area),
        faces=list(_benefits_offered(table, city)),
    )


def _benefits_offered(table: Runewars, city: str) -> Sequence[Face]:
    """The benefits of a city to choose from; none if unknown."""
    return [
        Face(say_benefit(table, city, benefit, count), [Badge(BENEFIT_ICONS[benefit], BENEFITS[benefit], str(count))])
        for benefit, count in benefits_of(table, city).items()
    ]
