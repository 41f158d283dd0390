"""A board of pieces: drawn by one template for every game that has none of its own."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

import pytest

from companion.services import Services
from domain.framework.events.choice import Known
from domain.framework.game import Prompt
from domain.framework.text import text
from domain.framework.views.board import (
    Ask,
    Badge,
    Button,
    Chip,
    Counter,
    Edge,
    Pad,
    Piece,
    Plan,
    Space,
    Tallied,
    event_if_valid,
)
from domain.framework.views.sheet import Track
from tests import toy
from tests.companion.guest import joined
from tests.companion.visitor import Visitor, body

SIDES = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
WALL = Edge((0.5, -0.5), (0.5, 0.5), "a wall")


def board(table: toy.Harbour) -> Sequence[Piece]:
    return [
        Piece(
            "harbour",
            "Harbour",
            note="Two seats and a quay",
            marks=["stormy"],
            tracks=[Track("Gates", table.gates, 9, path="gates")],
            plan=plan(),
        ),
        Piece("orders", "Orders", asks=[Ask("Roll dice", toy.DiceRolled)]),
        Piece("hull", "Hull", counters=[Counter("Hull", 3, "gates", 9, look="life")]),
        Piece("hold", "Hold", counters=[Counter("Goods", None, of=5, up=toy.CoinsGained(seat="Ann", amount=1))]),
        Piece("boats", "Boats", rows=[boat("Gull"), boat("Tern")], words=[Tallied("Storm", Counter("Storm", 7)), GONE]),
        Piece("town", "Town", buttons=[Button("Let night fall", toy.NightFell())], inside=list(map(seat, table.seats))),
    ]


GONE = Tallied("Calm", Counter("Calm", 0), crossed=True)


def boat(name: str) -> Piece:
    """A boat that leaks, which sails by a tap, and of which a form tells more."""
    rolled = toy.DiceRolled(seat="Ann", dice=(1, 1))
    return Piece(
        f"boat-{name}",
        name,
        marks=["leaking"],
        counters=[Counter("Hull", 2, of=5)],
        chips=[Chip("rot", look="ill", opens=Ask("", toy.TowerBuilt, {"seat": "Ann"}))],
        pads=[(f"{name} sails for", Pad(rolled, "seat", [("Ann", "Ann"), ("Bob", "Bob")]))],
        look="active" if name == "Tern" else "done",
        symbol="circle",
    )


def plan() -> Plan:
    where = [Space(id_, id_, (n, 0), SIDES, n, [Chip("boat", 2)]) for n, id_ in enumerate(("Ann", "Bob", "Quay"))]
    rolled = toy.DiceRolled(seat="Ann", dice=(1, 1))
    return Plan("The harbour", where, [WALL], [Pad(rolled, "seat", [("Ann", "Ann"), ("Bob", "Bob")])])


def seat(name: str) -> Piece:
    coins = Counter("Coins", 0, f"seats.{name}.coins", up=event_if_valid(toy.CoinsGained, seat=name, amount=1))
    ask = Ask("Build a tower", toy.TowerBuilt, {"seat": name})
    return Piece(f"seat-{name}", name, counters=[coins], asks=[ask], folded=name == "Bob")


@pytest.fixture
def services(services: Services) -> Services:
    """Services whose game has a board of pieces."""
    services.campaigns.games = {"toy": replace(toy.GAME, board=board)}
    return services


@pytest.fixture
def harbour(services: Services, visitor: Visitor) -> Visitor:
    """A table of the toy game with its own board; its map is sailed on by day alone."""
    services.campaigns.games = {"toy": toy.GAME}
    services.campaigns.new("toy", "At sea", {}, services.new_command())
    return replace(visitor, key="at-sea")


def drawn(visitor: Visitor, path: str = "") -> str:
    """The board of a page, without room between tags and without the direction of words."""
    page = re.sub(r">\s+<", "><", body(visitor.get(path))).replace(' dir="auto"', "")
    return page.partition('id="board"')[2]


def test_a_piece_has_its_heading_its_note_and_its_marks(visitor: Visitor) -> None:
    assert "<h2>Harbour</h2>" in drawn(visitor)
    assert "Two seats and a quay" in drawn(visitor)
    assert "<li>stormy</li>" in drawn(visitor)


def test_a_piece_within_a_piece_has_a_heading_below_or_is_folded(visitor: Visitor) -> None:
    assert "<h3>Ann</h3>" in drawn(visitor)
    assert "<summary><span>Bob</span></summary>" in drawn(visitor)


def test_a_counter_of_a_piece_goes_up_with_a_tap(visitor: Visitor) -> None:
    assert 'data-counter="seats.Ann.coins"' in drawn(visitor)


def test_an_unknown_number_is_a_question_mark_without_a_bar_and_can_still_be_stepped(visitor: Visitor) -> None:
    hold = drawn(visitor).partition("<h2>Hold</h2>")[2].partition("<h2>")[0]
    assert '<b class="value">?</b><span class="of">/5</span>' in hold
    assert "data-counter" not in hold
    assert "<progress" not in hold
    assert 'data-step="1" aria-label="Goods: one more"' in hold


def test_what_is_seen_across_the_table_is_drawn_large_with_its_bar(visitor: Visitor) -> None:
    assert '<div class="counter large life"' in drawn(visitor)
    assert re.search(r'<progress class="bar large life" id="\S+" value="3"', drawn(visitor))


def test_a_piece_with_nothing_to_look_at_is_not_on_the_screen_for_the_room(visitor: Visitor) -> None:
    assert "<h2>Orders</h2>" in drawn(visitor)
    assert "<h2>Orders</h2>" not in drawn(visitor, "table/")
    assert "<h2>Hull</h2>" in drawn(visitor, "table/")


def test_a_piece_with_a_handle_is_a_drawer_that_it_pulls_out(harbour: Visitor) -> None:
    harbour.record("seat-taken", seat="Ann")
    harbour.record("coins-gained", seat="Ann", amount=4)
    page = re.sub(r">\s+<", "><", body(harbour.get("")))
    bar, _, board = page.partition('id="bar"')[2].partition('id="board"')
    assert re.findall(r'popovertarget="(\S+)"', bar) == ["piece-seat-Ann"]
    assert "<span>4</span>" in bar
    assert 'id="piece-seat-Ann" popover' in board
    assert 'id="piece-map" data-card' in board


def test_a_piece_has_an_id_without_spaces_and_no_two_have_the_same() -> None:
    keys = ["seat-Iron Man", "seat-Iron-Man", "seat-Iron_Man", "seat-鋼鐵人", "map"]
    ids = [Piece(key, "").id for key in keys]
    assert [id_ for id_ in ids if not id_.replace("-", "").replace("_", "").isalnum()] == []
    assert len(set(ids)) == len(keys)
    assert ids[-1] == "piece-map"


def pulled(page: str) -> tuple[list[str], list[str]]:
    """What the handles of the row pull out, without those a phone leaves out; and what the drawer of handles does."""
    bar = re.sub(r">\s+<", "><", page).partition('id="bar"')[2].partition('id="board"')[0]
    row, _, drawer = bar.partition('class="drawer all"')
    shown = re.findall(r'popovertarget="(\S+)"\s+class="handle(?! put)', row)
    return shown, re.findall(r'class="button quiet" popovertarget="(\S+)"', drawer)


def test_who_plays_on_a_seat_has_it_in_the_row_and_all_in_a_drawer(harbour: Visitor, services: Services) -> None:
    for seat in ("Ann", "Bob", "Cleo"):
        harbour.record("seat-taken", seat=seat)
    bob = joined(harbour.app, services, "Bob", "at:Bob", harbour.key)
    assert pulled(body(bob.get(""))) == (
        ["piece-seat-Bob", "all"],
        [f"piece-seat-{who}" for who in ("Bob", "Ann", "Cleo")],
    )
    assert pulled(body(harbour.get(""))) == ([f"piece-seat-{who}" for who in ("Ann", "Bob", "Cleo")], [])


def test_what_a_phone_has_no_room_for_is_in_a_drawer(harbour: Visitor) -> None:
    seats = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"]
    for seat in seats:
        harbour.record("seat-taken", seat=seat)
    row, drawer = pulled(body(harbour.get("")))
    assert (row, drawer) == ([*(f"piece-seat-{who}" for who in seats[:4]), "all"], ["piece-seat-Eve", "piece-seat-Fay"])


def test_of_a_board_of_the_past_nothing_is_a_drawer(harbour: Visitor) -> None:
    harbour.record("seat-taken", seat="Ann")
    page = body(harbour.get("timeline?at=2"))
    assert 'id="piece-seat-Ann"' in page
    assert "popover" not in page


def row(page: str, name: str) -> str:
    """A line of the list of boats."""
    return page.partition(f'id="piece-boat-{name}"')[2].partition("</li></ul></section>")[0].partition("piece-boat")[0]


def test_pieces_that_are_alike_are_lines_of_a_list_with_their_number_beside_their_name(visitor: Visitor) -> None:
    gull, tern = row(drawn(visitor), "Gull"), row(drawn(visitor), "Tern")
    head = gull.partition("</div>")[0]
    assert [words in head for words in ("Gull", "leaking", 'value="2"', "Hull:")] == [True] * 4
    assert "Tern" in tern
    assert '<li class="active" id="piece-boat-Tern"' in drawn(visitor)


def test_a_line_that_is_done_says_so(visitor: Visitor) -> None:
    assert re.findall(r'<li class="(\w*)" id="piece-boat-(\w+)"', drawn(visitor)) == [
        ("done", "Gull"),
        ("active", "Tern"),
    ]
    assert ["done</span>" in row(drawn(visitor), name) for name in ("Gull", "Tern")] == [True, False]


def test_the_pad_of_a_line_says_what_it_is_to_who_cannot_see_it(visitor: Visitor) -> None:
    gull = row(drawn(visitor), "Gull")
    assert re.findall(r'class="key" name="f.seat" value="\w+" aria-label="([^"]+)"', gull) == [
        "Gull sails for: Ann",
        "Gull sails for: Bob",
    ]
    assert '<p class="soft">Gull sails for</p>' not in gull


def test_a_tap_on_what_lies_there_opens_its_form(visitor: Visitor) -> None:
    assert re.search(r'record/tower-built\?seat=Ann">\s*rot\s*</a>', row(drawn(visitor), "Gull"))
    assert "<span>rot</span>" in drawn(visitor, "timeline?at=3")


def test_a_line_of_the_past_can_only_be_looked_at(visitor: Visitor) -> None:
    gull = row(drawn(visitor, "table/"), "Gull")
    assert ("leaking" in gull, "<form" in gull, "<a" in gull) == (True, False, False)


def test_a_sign_of_the_table_stands_before_a_name(visitor: Visitor) -> None:
    assert re.search(r'<i class="symbol circle" aria-hidden="true"></i>\s*Gull', drawn(visitor))


def test_words_are_written_down_with_their_strokes(visitor: Visitor) -> None:
    assert "Storm" in drawn(visitor)
    assert "crossed out:</span><s>Calm</s>" in drawn(visitor)


def test_who_has_bet_is_told_a_line_each(harbour: Visitor) -> None:
    for seat in ("Ann", "Bob"):
        harbour.record("seat-taken", seat=seat)
    assert 'id="piece-bets"' not in drawn(harbour)
    harbour.record("bet-placed", seat="Ann", space="reef")
    bets = drawn(harbour).partition('id="piece-bets"')[2].partition("</section>")[0]
    assert ("Ann" in bets, "Bob" in bets, "face down" in bets, "Reef" in bets) == (True, False, True, False)


def test_a_form_is_asked_for_with_what_is_known(visitor: Visitor) -> None:
    assert "record/tower-built?seat=Ann" in drawn(visitor)


def test_a_space_of_a_plan_is_a_button_that_records_without_a_script(visitor: Visitor) -> None:
    page = drawn(visitor)
    assert re.findall(r'<button class="spot" form="(\S+)" name="(\S+)" value="(\S+)"', page) == [
        ("plan-harbour-0", "f.seat", "Ann"),
        ("plan-harbour-0", "f.seat", "Bob"),
    ]
    form, hidden = next(one for one in visitor.read("").forms if one[0].endswith("record/dice-rolled"))
    visitor.client.post(form, data={**hidden, "f.seat": "Bob"})
    assert "Bob rolled 1, 1" in visitor.log


def test_a_plan_shows_what_stands_where_and_what_lies_between(visitor: Visitor) -> None:
    assert drawn(visitor).count("boat ×2") == 3
    assert "<title>a wall</title>" in drawn(visitor)


def test_nothing_of_a_board_of_the_past_can_be_tapped(visitor: Visitor) -> None:
    page = re.sub(r">\s+<", "><", body(visitor.get("timeline?at=3")))
    assert "Two seats and a quay" in page
    assert "spot" in page
    assert '<button class="spot"' not in page
    assert "data-counter=" not in page
    assert "record/" not in page.partition("Two seats")[2].partition("</section></section>")[0]


def test_a_map_whose_step_is_not_open_cannot_be_tapped_and_says_why(harbour: Visitor) -> None:
    assert '<button class="spot"' in drawn(harbour)
    harbour.record("night-fell")
    assert '<button class="spot"' not in drawn(harbour)
    assert "That belongs to: day." in drawn(harbour)


def guarded(table: toy.Harbour) -> Sequence[Piece]:
    """A map on which a tap opens something, and what it opens."""
    flag = Badge("tower", "tower of Ann", "3", "place", seat="Ann")
    signs = [flag, Badge("skull", "guards", "4", "guard"), Badge("chip", "2 coins", "2", "resource", quiet=True)]
    quay = Space("quay", "Quay", (0, 0), SIDES, "Ann", badges=signs, opens="piece-quay", kind="town")
    isle = Space("isle", "Isle", (1, 0), SIDES, badges=[Badge("check", "seen", kind="visited")], kind="sea", faint=True)
    sea = Edge((0, 0), (1, 1), "the sea", "water")
    return [
        Piece("map", "Map", plan=Plan("Map", [quay, isle], [sea])),
        Piece("quay", "The quay", asks=[Ask("Build a tower", toy.TowerBuilt)], aside=True),
    ]


@pytest.fixture
def guarding(services: Services, visitor: Visitor) -> Visitor:
    services.campaigns.games = {"toy": replace(toy.GAME, board=guarded)}
    services.campaigns.new("toy", "Guarded", {}, services.new_command())
    sitting = replace(visitor, key="guarded")
    sitting.record("seat-taken", seat="Ann")
    return sitting


def test_a_tap_on_a_space_opens_what_belongs_to_it(guarding: Visitor) -> None:
    page = drawn(guarding)
    assert '<button type="button" class="spot" popovertarget="piece-quay">' in page
    assert 'id="piece-quay" popover aria-label="The quay"' in page
    assert 'popovertarget="piece-quay" popovertargetaction="hide"' in page


def test_a_tap_on_a_thing_opens_what_events_say_of_it(services: Services, visitor: Visitor) -> None:
    """The boat lies at the quay, so that it does not sail there; what is due, offered or wanted anywhere is asked."""
    spaces = [Piece(space, space, aside=True, about=("spaces", space)) for space in ("quay", "mole")]
    services.campaigns.games = {"toy": replace(toy.GAME, board=lambda table: spaces)}
    services.campaigns.new("toy", "Sailing", {}, services.new_command())
    sailing = replace(visitor, key="sailing")
    sailing.record("seat-taken", seat="Ann")
    assert drawn(sailing).count("Possible here") == len(spaces)
    mole = body(sailing.get("opened/piece-mole"))
    assert re.findall(r"record/([\w-]+)\?([^\"]+)\"", mole) == [
        ("boat-sailed", "space=mole"),
        ("bet-placed", "seat=Ann&space=mole"),
    ]
    assert "boat-sailed" not in body(sailing.get("opened/piece-quay"))


def test_a_space_of_the_past_opens_what_was_there(guarding: Visitor) -> None:
    page = re.sub(r">\s+<", "><", body(guarding.get("timeline?at=1")))
    assert 'popovertarget="piece-quay"' in page
    assert "record/tower-built" not in page


def test_signs_say_in_words_what_they_show(guarding: Visitor) -> None:
    page = drawn(guarding)
    sign, shown = '<span class="sign owned seat-red is-place">', '<b aria-hidden="true">3</b>'
    assert re.search(rf'{sign}.*?<span class="hide">tower of Ann</span>{shown}', page)
    assert page.index('<span class="signs">') < page.index('<span class="signs quiet">')


def test_whose_a_space_is_is_told_by_colour_and_by_hatching(guarding: Visitor) -> None:
    page = drawn(guarding)
    assert 'class="space ground-town guarded owned seat-red"' in page
    assert '<polygon class="held seat-red"' in page
    assert 'id="plan-map-hatching-red"' in page
    assert 'fill="url(#plan-map-hatching-red)"' in page


def test_the_drawing_says_the_ground_of_a_space_and_whether_it_is_undiscovered_guarded_or_visited(
    guarding: Visitor,
) -> None:
    page = drawn(guarding)
    assert re.findall(r'class="space (.*?)"', page) == [
        "ground-town guarded owned seat-red",
        "ground-sea faint visited",
    ]
    assert '<span class="sign is-guard">' in page
    assert 'class="border water"' in page


def test_a_figure_without_an_icon_is_drawn_as_the_mark_of_its_seat(services: Services, visitor: Visitor) -> None:
    quay = Space("quay", "Quay", (0, 0), SIDES, badges=[Badge("", "Ann", kind="figure", seat="Ann")])
    services.campaigns.games = {
        "toy": replace(toy.GAME, board=lambda table: [Piece("map", "Map", plan=Plan("", [quay]))])
    }
    services.campaigns.new("toy", "Marked", {}, services.new_command())
    marked = replace(visitor, key="marked")
    marked.record("seat-taken", seat="Ann")
    assert re.search(r'<span class="sign is-figure"><span class="seat-mark coloured seat-red"', drawn(marked))


def test_a_way_between_two_spaces_is_drawn_below_them(services: Services, visitor: Visitor) -> None:
    spaces = [Space(id_, id_, (n, 0), SIDES) for n, id_ in enumerate(("Ann", "Bob"))]
    plan = Plan("", spaces, [Edge((0, 0), (1, 0), "a path", "path"), WALL])
    services.campaigns.games = {"toy": replace(toy.GAME, board=lambda table: [Piece("map", "Map", plan=plan)])}
    services.campaigns.new("toy", "Ways", {}, services.new_command())
    page = drawn(replace(visitor, key="ways"))
    assert page.index("a path") < page.index('class="space') < page.index("a wall")


def test_a_form_offers_the_map_to_choose_on(services: Services, visitor: Visitor) -> None:
    def harbour(table: toy.Harbour, kind: str, offered: Collection[str], known: Known) -> Plan | None:
        return plan() if kind == "seats" else None

    services.campaigns.games = {"toy": replace(toy.GAME, plan=harbour)}
    services.campaigns.new("toy", "Mapped", {}, services.new_command())
    mapped = replace(visitor, key="mapped")
    mapped.record("seat-taken", seat="Ann")
    mapped.record("seat-taken", seat="Bob")
    page = body(mapped.get("record/coins-gained?seat=Bob"))
    assert re.findall(r'data-pick="(\w+)" aria-pressed="(\w+)"', page) == [("Ann", "false"), ("Bob", "true")]
    assert 'data-picks="f-seat"' in page
    assert "data-pick" not in body(mapped.get("record/night-fell"))


def betting(table: toy.Harbour) -> Sequence[Piece]:
    """A pad a seat to bet on, whoever looks; Ann has chosen the reef."""
    pads = {who: Pad(toy.BetPlaced(seat=who, space="reef"), "space", [("reef", "Reef")]) for who in table.seats}
    return [
        Piece(f"bet-{who}", who, pads=[(f"{who}'s bet", replace(pad, chosen="reef" if who == "Ann" else ""))])
        for who, pad in pads.items()
    ]


@pytest.fixture
def bets(services: Services, visitor: Visitor) -> Visitor:
    """The host at a table where Ann and Bob may bet."""
    bet = Prompt(text("Ann bets"), toy.BetPlaced, required=True, fields={"seat": "Ann"}, keypad="space")
    services.campaigns.games = {"toy": replace(toy.GAME, board=betting, prompts=lambda table: [bet])}
    services.campaigns.new("toy", "Betting", {}, services.new_command())
    host = replace(visitor, key="betting")
    host.record("seat-taken", seat="Ann")
    host.record("seat-taken", seat="Bob")
    return host


def test_a_pad_for_a_secret_stands_before_its_own_seat_alone(bets: Visitor, services: Services) -> None:
    bob = joined(bets.app, services, "Bob", "at:Bob", bets.key)
    assert re.findall(r'aria-label="(\w+)\S+ bet: Reef"', drawn(bets)) == ["Ann", "Bob"]
    assert re.findall(r'aria-label="(\w+)\S+ bet: Reef"', drawn(bob)) == ["Bob"]


def draw_by(seat: str, label: str) -> Ask:
    return Ask(label, toy.FavoursDrawn, {"seat": seat})


def own_doings(table: toy.Harbour) -> Sequence[Piece]:
    """A drawer for each seat, with what only that seat records: by an action, and by a chip."""
    return [
        Piece(f"hand-{seat}", seat, asks=[draw_by(seat, "Draw")], chips=[Chip("Deck", opens=draw_by(seat, ""))])
        for seat in table.seats
    ]


def test_what_only_another_seat_records_is_not_offered_at_its_things(services: Services, visitor: Visitor) -> None:
    """Who speaks for all is offered all."""
    services.campaigns.games = {"toy": replace(toy.GAME, board=own_doings)}
    services.campaigns.new("toy", "Hands", {}, services.new_command())
    host = replace(visitor, key="hands")
    host.record("seat-taken", seat="Ann")
    host.record("seat-taken", seat="Bob")
    bob = joined(host.app, services, "Bob", "at:Bob", host.key)
    ways = re.compile(r"record/favours-drawn\?seat=(\w+)")
    assert ways.findall(drawn(host)) == ["Ann", "Ann", "Bob", "Bob"]
    assert ways.findall(drawn(bob)) == ["Bob", "Bob"]


def test_a_pad_shows_what_was_chosen_on_it(bets: Visitor) -> None:
    assert re.findall(r'bet: Reef"( aria-pressed="true")?>', drawn(bets)) == [' aria-pressed="true"', ""]


def test_what_comes_next_is_one_tap_where_a_pad_answers_it(bets: Visitor) -> None:
    page = re.sub(r">\s+<", "><", body(bets.get("")))
    asked = page.partition('id="prompts"')[2].partition("</section>")[0]
    assert "<h2>Ann bets</h2>" in asked
    assert '<button class="key" name="f.space" value="quay">' in asked
    _, hidden = next(form for form in bets.read("").forms if form[0].endswith("record/bet-placed"))
    assert hidden["f.seat"] == "Ann"
    bets.record("bet-placed", hidden, **{"space": "quay"})
    assert "Ann bet" in bets.log


def test_a_number_is_one_tap_and_any_other_is_said_in_the_form(services: Services, visitor: Visitor) -> None:
    asked = Prompt(
        text("How many coins?"),
        toy.CoinsGained,
        required=True,
        fields={"seat": "Ann"},
        keypad="amount",
        keypad_numbers=(1, 2),
    )
    services.campaigns.games = {"toy": replace(toy.GAME, prompts=lambda table: [asked])}
    services.campaigns.new("toy", "Counting", {}, services.new_command())
    host = replace(visitor, key="counting")
    host.record("seat-taken", seat="Ann")
    page = re.sub(r">\s+<", "><", body(host.get("")))
    keys = page.partition('class="pad digits"')[2].partition("</form>")[0]
    assert re.findall(r'name="f.amount" value="(\d)" aria-label="How many coins\? \d"', keys) == ["1", "2"]
    _, hidden = next(form for form in host.read("").forms if form[0].endswith("record/coins-gained"))
    host.record("coins-gained", hidden, amount="2")
    assert "Ann gained 2 coins" in host.log
    form = body(host.get(re.findall(r'href="/c/counting/([^"]+)"', keys)[0].replace("&amp;", "&")))
    assert 'name="f.amount"' in form
    assert re.search(r'name="f.seat"[^>]*value="Ann"[^>]*checked|<option[^>]*value="Ann"[^>]*selected', form)


def test_numbers_of_what_else_may_be_stand_below_those_of_what_comes_next(services: Services, visitor: Visitor) -> None:
    asked = [
        Prompt(
            text("How many coins?"),
            toy.CoinsGained,
            required=True,
            fields={"seat": who},
            keypad="amount",
            keypad_numbers=(1, 2),
        )
        for who in ("Ann", "Bob")
    ]
    also = [asked[0], replace(asked[1], required=False, title=text("Or Bob?"))]
    services.campaigns.games = {"toy": replace(toy.GAME, prompts=lambda table: also)}
    services.campaigns.new("toy", "Counting on", {}, services.new_command())
    host = replace(visitor, key="counting-on")
    host.record("seat-taken", seat="Ann")
    host.record("seat-taken", seat="Bob")
    page = body(host.get(""))
    assert re.findall(r'aria-label="([^"]+\?) 2"', page) == ["How many coins?", "Or Bob?"]
    assert "Or Bob?" not in page.partition('class="mays"')[2]


def test_what_is_laid_is_drawn_on_the_map_of_a_form_and_has_room_there(services: Services, visitor: Visitor) -> None:
    def harbour(table: toy.Harbour, kind: str, offered: Collection[str], known: Known) -> Plan | None:
        return replace(plan(), covers=[(0, 0), (0, 4)]) if kind == "seats" else None

    services.campaigns.games = {"toy": replace(toy.GAME, plan=harbour)}
    services.campaigns.new("toy", "Laid", {}, services.new_command())
    mapped = replace(visitor, key="laid")
    for name in ("Ann", "Bob"):
        mapped.record("seat-taken", seat=name)
    page = body(mapped.get("record/coins-gained?seat=Bob"))
    laid = page.partition("data-covers")[2].partition("</g>")[0]
    assert 'transform="translate(60.0 0.0)"' in laid
    assert laid.count("<polygon") == 2
    assert 'viewBox="-42 -42 204 324"' in page
    assert "data-covers>" in body(mapped.get("record/coins-gained"))
