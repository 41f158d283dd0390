"""The sheets of a war: its end, each seat's kingdom, heroes, the map, the calendar, secrets."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from domain.components.numbers import counter_of
from domain.framework.table import join_path
from domain.framework.text import Text, spaced_words, text
from domain.framework.views.board import Counter as BoardCounter
from domain.framework.views.sheet import Beside, Block, Box, Boxes, Cell, Fact, Facts, Grid, Said, Sheet
from domain.games.runewars.areas import held_by, strongholds_of, tally_of
from domain.games.runewars.display.battle_sheets import CAUSES, battle_sheet
from domain.games.runewars.heroes.company import attribute_value
from domain.games.runewars.realm import dials
from domain.games.runewars.rune_tokens import count_thrones, known_real, real_range, rune_in, with_rune
from domain.games.runewars.runes import rune_tokens_of
from domain.games.runewars.setup.completion import are_first_tactics_unknown
from domain.games.runewars.state.calendar import SeasonPast, Tally
from domain.games.runewars.state.heroes import Deed, Hero, living_heroes
from domain.games.runewars.state.kinds import Attribute, HeroCard, Resource
from domain.games.runewars.state.table import ATTRIBUTES, RESOURCES, Area, Rune, Runewars
from domain.games.runewars.state.war import Report

# === The map as a sheet, and the areas of a seat =================================================

RUNE_WORDS: Mapping[str, Text] = {"real": text("real rune"), "fake": text("false rune"), "": text("rune")}
FAITHFUL: Mapping[bool, Text] = {True: text("intact"), False: text("destroyed")}


def grid_of_areas(table: Runewars, seat: str) -> Iterator[Grid]:
    """The areas of a seat, if the table tracks the map."""
    if table.tracks("map"):
        held = [_area_row(table, id_) for id_ in held_by(table, seat)]
        yield Grid(text("Areas"), [text("Area"), text("Units"), text("Also there"), text("Yields")], held)


def map_sheet(table: Runewars) -> Iterator[Sheet]:
    """The areas of all seats, one per row."""
    if table.land:
        heads = [text("Area"), text("Held by"), text("Units"), text("Also there"), text("Yields")]
        rows = [[id_, _holder(table, area), *_area_row(table, id_)[1:]] for id_, area in _named(table)]
        named = [[table.called("areas", str(row[0])), *row[1:]] for row in rows]
        yield Sheet("map", text("The map"), [Grid(text("Areas"), heads, named)])


def _named(table: Runewars) -> list[tuple[str, Area]]:
    return sorted(table.land.items())


def _holder(table: Runewars, area: Area) -> Said:
    return table.called("seats", area.controller) if area.controller else "–"


def _area_row(table: Runewars, id_: str) -> list[Said | Fact]:
    area = table.land[id_]
    units = Fact("", text("{units}", units=tuple(units_in(table, area))), path=join_path(("land", id_, "stacks")))
    things = Fact("", text("{things}", things=tuple(things_in(table, area))), path=join_path(("land", id_)))
    return [table.called("areas", id_), units, things, say_yields(table, area)]


def units_in(table: Runewars, area: Area) -> Iterator[Text]:
    """The units of an area, type by type."""
    for unit, stack in area.stacks.items():
        name = table.called("units", unit)
        yield text("{count} {unit}[ ({routed} routed)]", count=stack.size, unit=name, routed=stack.routed)


def things_in(table: Runewars, area: Area) -> Iterator[Said]:
    """The contents of an area in addition to units, as the viewer knows them."""
    if area.stronghold:
        owner = table.called("seats", area.stronghold.owner)
        yield text("stronghold of {owner} ({state})", owner=owner, state=FAITHFUL[area.stronghold.intact])
    if area.development:
        resource = table.called("resources", area.development.resource) if area.development.resource else ""
        name = table.called("developments", area.development.kind)
        yield text("{name}[ ({resource})]", name=name, resource=resource)
    if area.city:
        yield table.called("cities", area.city)
    if area.rune:
        yield rune_word(area.rune)
    if area.exploration:
        known = area.exploration.kind
        yield table.called("explorations", known) if known else text("exploration token")
    if area.activated:
        yield text("activated by {seats}", seats=tuple(table.called("seats", seat) for seat in area.activated))


def rune_word(rune: Rune) -> Text:
    """A rune token, as the viewer of the table knows it."""
    return RUNE_WORDS[rune.kind]


def say_yields(table: Runewars, area: Area) -> Text:
    """The resources that are printed in an area."""
    printed = {"food": area.food, "wood": area.wood, "ore": area.ore}
    yields = tuple(
        text("{count} {resource}", count=count, resource=table.called("resources", resource))
        for resource, count in printed.items()
        if count
    )
    return text("{yields}", yields=yields)


# === The sheet of heroes: their state, and their deeds in each quest phase =======================

NOTHING = "–"
OUTCOMES: Mapping[str, Text] = {
    "completed": text("completed"),
    "failed": text("failed"),
    "won": text("duel won"),
    "lost": text("duel lost"),
    "undecided": text("undecided"),
}
"""The outcome of a hero's deed."""


def heroes_sheet(table: Runewars) -> Iterator[Sheet]:
    """All heroes of the war, and their deeds, summer by summer."""
    if table.tracks("heroes") and (table.heroes or table.deeds):
        yield Sheet("heroes", text("Heroes and quests"), [grid_of_heroes(table), grid_of_deeds(table)])


def grid_of_heroes(table: Runewars, seat: str = "") -> Grid:
    """The heroes of a seat, or all, including defeated ones."""
    attributes = [table.called("attributes", attribute) for attribute in ATTRIBUTES]
    heads = [text("Hero"), text("Follows"), text("Area"), *attributes, text("Damage"), text("Rewards")]
    rows = [_hero(table, id_, hero) for id_, hero in table.heroes.items() if seat in ("", hero.seat)]
    return Grid(text("Heroes"), heads, rows)


def _hero(table: Runewars, id_: str, hero: Hero) -> list[Cell]:
    at = ("heroes", id_)
    where = table.called("areas", hero.area) if hero.area else NOTHING
    state = text(
        "{area}[ ({routed|routed})][ ({defeated|defeated})]", area=where, routed=hero.routed, defeated=hero.defeated
    )
    return [
        table.called("heroes", id_),
        table.called("seats", hero.seat) if hero.seat else NOTHING,
        Fact("", state, path=join_path((*at, "area"))),
        *(_attribute(table, id_, attribute) for attribute in ATTRIBUTES),
        Fact("", hero.damage, of=HeroCard.of(table, id_).health, path=join_path((*at, "damage"))),
        _rewards(table, hero),
    ]


def _attribute(table: Runewars, hero: str, attribute: Attribute) -> Cell:
    """The value of a hero's attribute; only its training if the card is unknown."""
    value, training = attribute_value(table, hero, attribute), table.hero(hero).training.get(attribute, 0)
    return value if value is not None else text("+{training}", training=training) if training else NOTHING


def _rewards(table: Runewars, hero: Hero) -> Said:
    """The face-up rewards by name, and the number of face-down ones."""
    shown = [table.called("rewards", reward) for reward in hero.shown]
    hidden = [text("{count} face down", count=len(hero.rewards))] if hero.rewards else []
    return text("{rewards}", rewards=(*shown, *hidden)) if shown or hidden else NOTHING


def grid_of_deeds(table: Runewars) -> Grid:
    """The acts of heroes in quest phases, one row each."""
    heads = [text("Season"), text("Hero"), text("Action"), text("Duel or quest"), text("Test"), text("Outcome")]
    return Grid(text("Quest phases"), heads, [_deed(table, deed) for deed in table.deeds])


def _deed(table: Runewars, deed: Deed) -> list[Cell]:
    area = table.called("areas", deed.area) if deed.area else ""
    return [
        table.called("season numbers", str(deed.season)),
        table.called("heroes", deed.hero),
        text("{action}[: {area}]", action=spaced_words(deed.action), area=area) if deed.action else NOTHING,
        _tried(table, deed),
        _test(table, deed),
        OUTCOMES.get(deed.outcome, NOTHING),
    ]


def _tried(table: Runewars, deed: Deed) -> Said:
    foe = table.called("heroes", deed.foe) if deed.foe else ""
    unit = table.called("units", deed.unit) if deed.unit else ""
    if deed.quest:
        return text("{quest}[ ({unit})]", quest=table.called("quests", deed.quest), unit=unit)
    return text("Duel with {foe}", foe=foe) if foe else NOTHING


def _test(table: Runewars, deed: Deed) -> Said:
    if deed.attribute is None:
        return text("{rounds|round|rounds}", rounds=deed.rounds) if deed.rounds else NOTHING
    cards = tuple(table.called("fate", card) for card in deed.cards)
    name = table.called("attributes", deed.attribute)
    mark = spaced_words(deed.mark) if deed.mark else ""
    return text(
        "{attribute} {value}[: {cards}][, {mark} chosen]", attribute=name, value=deed.value, cards=cards, mark=mark
    )


# === The secrets of a seat: its hand, its objective, the runes it knows. Others see only numbers


def secret_sheet(table: Runewars, seat: str) -> Sheet:
    """The secret sheet of a seat."""
    title = text("{seat}: secrets", seat=table.called("seats", seat))
    return Sheet(f"secrets-{seat}", title, list(_secret_blocks(table, seat)))


def _secret_blocks(table: Runewars, id_: str) -> Iterator[Block]:
    seat = table.seats[id_]
    if table.tracks("cards"):
        objective = table.called("objectives", seat.objective) if seat.objective else _covered(seat.has_objective)
        yield Facts(
            text("Objective"), [Fact(text("Objective"), objective, path=join_path(("seats", id_, "objective")))]
        )
        yield _hand(table, id_, "tactics", (*seat.tactics, *seat.fresh))
        yield _hand(table, id_, "quests", seat.quests)
    if table.tracks("runes"):
        yield _runes_seen(table, id_)


def _covered(there: bool) -> Said:
    return text("face down") if there else text("none")


def _hand(table: Runewars, seat: str, kind: str, cards: Sequence[str]) -> Grid:
    """A hand; a card that is covered, or not recorded, is a question mark."""
    title = {"tactics": text("Tactics cards"), "quests": text("Quest cards")}[kind]
    path = join_path(("seats", seat, kind))
    return Grid(
        title, [text("Card")], [[Fact("", table.called(kind, card) if card else "?", path=path)] for card in cards]
    )


def _runes_seen(table: Runewars, seat: str) -> Grid:
    """The runes that a seat has seen on the map, and the number of real ones that it may control."""
    seen = [
        [table.called("areas", id_), {"real": text("real"), "fake": text("false")}.get(rune.kind, "?")]
        for id_ in table.land
        if (rune := rune_in(table, id_)) and (rune.up or seat in rune.known)
    ]
    return Grid(_seen(table, seat), [text("Area"), text("Rune")], seen)


def _seen(table: Runewars, seat: str) -> Said:
    """The number of real runes that a seat knows, and the public bounds."""
    if not table.tracks("map"):
        return text("Runes seen")
    least, most = real_range(table, seat)
    known = len(known_real(table, seat))
    if least == most:
        return text("Runes seen: {known} real in own areas, {count} known to all", known=known, count=most)
    return text(
        "Runes seen: {known} real in own areas, {least} to {most} known to all", known=known, least=least, most=most
    )


# === The calendar: each season with its card, the orders, their order of play, and taken bonuses


def calendar_sheet(table: Runewars) -> Iterator[Sheet]:
    """The seasons so far, one per row."""
    if table.tracks("calendar") and table.calendar:
        seats = [table.called("seats", seat) for seat in table.seats]
        heads = [text("Season"), text("Card"), *seats, text("Order of play")]
        rows = [_season_row(table, number, past) for number, past in table.calendar.items()]
        yield Sheet("calendar", text("Calendar"), [Grid(text("Seasons"), heads, rows)])


def _season_row(table: Runewars, number: str, past: SeasonPast) -> list[Said]:
    card = table.called("season-cards", past.card) if past.card else "–"
    played = text("{seats}", seats=tuple(table.called("seats", seat) for seat in past.play))
    orders = [_order(table, past, seat) for seat in table.seats]
    return [table.called("season numbers", number), card, *orders, played]


def _order(table: Runewars, past: SeasonPast, seat: str) -> Text | str:
    order = past.orders.get(seat)
    if not order:
        return "–"
    return text("{order}[ {bonus|★}]", order=table.called("orders", order), bonus=seat in past.bonus)


# === The end of a war on paper: the winner, the final numbers, and the seasons ===================


def summary_sheet(table: Runewars) -> Iterator[Sheet]:
    """The war as a whole, once it is over."""
    if table.winners:
        yield Sheet("summary", text("The war"), list(_ending_blocks(table)))


def _ending_blocks(table: Runewars) -> Iterator[Block]:
    yield Facts(text("How it ended"), list(_ending(table)))
    yield Grid(text("In the end"), [text("Player"), *_heads(table)], [_last(table, seat) for seat in table.seats])
    if table.tracks("runes"):
        yield Grid(text("Runes"), [text("Area"), text("Held by"), text("Rune")], list(_runes_in_the_end(table)))
    if table.tracks("calendar"):
        if any(past.tally for past in table.calendar.values()):
            yield Beside(text("Season by season"), list(_seasons(table)))
        yield Grid(text("Orders"), [text("Player"), text("Orders"), text("Bonuses taken")], list(_orders(table)))
    if table.battles:
        heads = [text("Player"), text("Fought"), text("Won"), text("Lost"), text("Units lost")]
        yield Grid(text("Battles"), heads, [_battles(table, seat) for seat in table.seats])
    if table.heroes or table.deeds:
        heads = [
            text("Player"),
            text("Heroes in the end"),
            text("Defeated"),
            text("Quests completed"),
            text("Duels won"),
        ]
        yield Grid(text("Heroes and quests"), heads, [_heroes(table, seat) for seat in table.seats])


# --- the victory ---


def _ending(table: Runewars) -> Iterator[Fact]:
    winners = tuple(table.called("seats", seat) for seat in table.winners)
    yield Fact(text("Winner") if len(winners) == 1 else text("Winners"), text("{seats}", seats=winners))
    yield Fact(text("By"), _way_of_victory(table))
    if table.season:
        yield Fact(text("Ended"), table.called("season numbers", str(table.season)))
    if bids := sum(past.bids for past in table.calendar.values()):
        yield Fact(text("Influence bids"), bids)


def _way_of_victory(table: Runewars) -> Text:
    """The way of victory: a claim with enough real runes, the count after the last winter, or an agreement."""
    if any(_shown_runes(table, seat) >= table.goal for seat in table.winners):
        return text("a claim to victory")
    if table.tracks("runes") and table.season >= table.last_season:
        return text("most real runes after the last winter")
    return text("agreement")


def _shown_runes(table: Runewars, seat: str) -> int:
    """The face-up real runes of a seat, including its Dragon Thrones."""
    runes = (table.land[area].rune for area in with_rune(table, seat))
    return sum(rune is not None and rune.up and rune.kind == "real" for rune in runes) + count_thrones(table, seat)


def _runes_in_the_end(table: Runewars) -> Iterator[Sequence[Cell]]:
    for id_, area in sorted(table.land.items()):
        if area.rune:
            held = table.called("seats", area.controller) if area.controller else NOTHING
            yield [table.called("areas", id_), held, rune_word(area.rune)]


# --- the final numbers ---


def _heads(table: Runewars) -> list[Said]:
    return [name for name, _ in _numbers_of_a_season(table, Tally())] + [
        *((text("Strongholds"),) if table.tracks("map") else ()),
        *((table.called("resources", resource) for resource in RESOURCES) if table.tracks("dials") else ()),
        *((text("Titles"),) if table.tracks("influence") else ()),
    ]


def _numbers_of_a_season(table: Runewars, had: Tally) -> Iterator[tuple[Said, Cell]]:
    """The tracked values of a seat's charts."""
    if table.tracks("runes", "map"):
        yield text("Rune tokens"), had.runes
    if table.tracks("map"):
        yield text("Areas"), had.areas
    if table.tracks("units"):
        yield text("Units"), had.units
    if table.tracks("influence"):
        yield text("Influence"), "?" if had.influence is None else had.influence


def _last(table: Runewars, id_: str) -> Sequence[Cell]:
    seat = table.seats[id_]
    row: list[Cell] = [table.called("seats", id_), *(n for _, n in _numbers_of_a_season(table, tally_of(table, id_)))]
    if table.tracks("map"):
        row.append(len(strongholds_of(table, id_)))
    if table.tracks("dials"):
        row += [seat.dials.get(resource, "?") for resource in RESOURCES]
    if table.tracks("influence"):
        row.append(_joined_words([table.called("titles", title) for title in seat.titles]))
    return row


def _joined_words(said: Sequence[Said]) -> Said:
    return text("{said}", said=tuple(said)) if said else NOTHING


# --- the seasons ---


def _seasons(table: Runewars) -> Iterator[Grid]:
    """A grid for each tracked number, one row per season and one column per seat; and one for won battles."""
    told = {number: past for number, past in table.calendar.items() if past.tally}
    heads = [text("Season"), *(table.called("seats", seat) for seat in table.seats)]
    for place, (name, _) in enumerate(_numbers_of_a_season(table, Tally())):
        yield Grid(name, heads, [_season(table, number, past, place) for number, past in told.items()])
    if any(report.winner for report in table.battles):
        won = [[table.called("season numbers", number), _battles_won(table, number)] for number in told]
        yield Grid(text("Battles won"), [text("Season"), text("Winner")], won)


def _battles_won(table: Runewars, number: str) -> Said:
    """The winners of a season's battles, with the areas."""
    battles = [report for report in table.battles if report.winner and str(report.season) == number]
    return _joined_words(
        [
            text(
                "{winner} ({area})",
                winner=table.called("owners", report.winner),
                area=table.called("areas", report.area),
            )
            for report in battles
        ]
    )


def _season(table: Runewars, number: str, past: SeasonPast, place: int) -> Sequence[Cell]:
    had = (past.tally.get(seat, Tally()) for seat in table.seats)
    return [
        table.called("season numbers", number),
        *([n for _, n in _numbers_of_a_season(table, one)][place] for one in had),
    ]


def _orders(table: Runewars) -> Iterator[Sequence[Cell]]:
    for seat in table.seats:
        used = Counter(past.orders[seat] for past in table.calendar.values() if seat in past.orders)
        said = [text("{count} {order}", count=used[id_], order=table.called("orders", id_)) for id_ in sorted(used)]
        yield [
            table.called("seats", seat),
            _joined_words(said),
            sum(seat in past.bonus for past in table.calendar.values()),
        ]


def _battles(table: Runewars, seat: str) -> Sequence[Cell]:
    fought = [report for report in table.battles if seat in (report.attacker, report.defender)]
    won = sum(report.winner == seat for report in fought)
    lost = sum(report.winner not in ("", seat) for report in fought)
    return [table.called("seats", seat), len(fought), won, lost, _losses_by_cause(fought, seat)]


def _losses_by_cause(fought: Sequence[Report], seat: str) -> Said:
    """The units that a seat lost in battles, by cause."""
    causes: Counter[str] = Counter()
    for report in fought:
        causes.update(report.armies[seat].causes if seat in report.armies else {})
    return _joined_words([text("{count} {cause}", count=n, cause=CAUSES[cause]) for cause, n in causes.items()])  # type: ignore[index]


def _heroes(table: Runewars, seat: str) -> Sequence[Cell]:
    own = [hero for hero in table.heroes.values() if hero.seat == seat]
    done = Counter(deed.outcome for deed in table.deeds if deed.seat == seat)
    return [
        table.called("seats", seat),
        _joined_words([table.called("heroes", hero) for hero in living_heroes(table.heroes, seat)]),
        sum(hero.defeated for hero in own),
        done["completed"],
        done["won"],
    ]


# === All sheets of a war: the summary, each seat's kingdom, the map, the calendar, and secrets


def sheets(table: Runewars) -> Sequence[Sheet]:
    """All sheets, as the viewer of the table may see them."""
    return [
        *summary_sheet(table),
        *(sheet_of_seat(table, seat) for seat in table.seats),
        *map_sheet(table),
        *heroes_sheet(table),
        *calendar_sheet(table),
        *battle_sheet(table),
        *(secret_sheet(table, seat) for seat in table.seats),
    ]


def sheet_of_seat(table: Runewars, id_: str) -> Sheet:
    """The public sheet of a seat."""
    return Sheet(f"kingdom-{id_}", table.called("seats", id_), list(_kingdom_blocks(table, id_)))


def _kingdom_blocks(table: Runewars, id_: str) -> Iterator[Block]:
    yield Facts(text("Kingdom"), list(_numbers_of_a_seat(table, id_)))
    if table.tracks("calendar"):
        seat = table.seats[id_]
        path = join_path(("seats", id_, "used"))
        used = [Box(table.called("orders", order), order in seat.used, path) for order in table.ids("orders")]
        yield Boxes(text("Orders used this year"), used)
    yield from grid_of_areas(table, id_)


def influence_counter(table: Runewars, id_: str) -> BoardCounter:
    return counter_of(table, text("Influence"), dials.InfluenceGained, dials.InfluenceSpent, seat=id_)


def dial_counter(table: Runewars, id_: str, resource: Resource) -> BoardCounter:
    name = table.called("resources", resource)
    return counter_of(table, name, dials.DialRaised, dials.DialLowered, seat=id_, resource=resource)


def _numbers_of_a_seat(table: Runewars, id_: str) -> Iterator[Fact]:
    """The tracked counts of a seat."""
    seat, at = table.seats[id_], ("seats", id_)
    if seat.player:
        yield Fact(text("Player"), seat.player)
    if table.tracks("influence"):
        yield influence_counter(table, id_).fact
        if titles := tuple(dials.title_priced(table, title) for title in seat.titles):
            yield Fact(text("Titles"), text("{titles}", titles=titles), path=join_path((*at, "titles")))
    if table.tracks("dials"):
        facts = {resource: dial_counter(table, id_, resource).fact for resource in RESOURCES}
        for resource, fact in facts.items():
            yield fact if resource in seat.dials else replace(fact, value="?", path="")
    if table.tracks("cards"):
        tactics = "?" if are_first_tactics_unknown(table, id_) else len(seat.held)
        yield Fact(text("Tactics cards"), tactics, path=join_path((*at, "tactics")))
        yield Fact(text("Quest cards"), len(seat.quests), path=join_path((*at, "quests")))
    if table.tracks("runes", "map"):
        count = rune_tokens_of(table, id_)
        yield Fact(text("Rune tokens"), "?" if count is None else count, path="land")
