"""Charts: drawn on the server, with the numbers in a table beside."""

import re

from companion.services import Services
from companion.web.application.app import create_app
from companion.web.pages.campaign.charts import HEIGHT, LOOKS, MOST_COLUMNS, Owner, draw_chart
from tests.companion.visitor import Visitor, body


def lantern_bearers(services: Services) -> str:
    from companion.demo import make_demo  # noqa: PLC0415
    from domain.games.agemonia import GAME  # noqa: PLC0415

    key = make_demo(services, GAME)
    answer = create_app(services.settings, services).test_client().get(f"/c/{key}/charts/")
    assert answer.status_code == 200
    return re.sub(r">\s+<", "><", answer.get_data(as_text=True))


def test_each_faction_has_its_line_by_its_own_name(services: Services) -> None:
    page = lantern_bearers(services)
    assert all(name in page for name in ("House Gramask", "House Pennark", "Harbour Guild"))


def test_the_table_beside_says_the_same(services: Services) -> None:
    page = lantern_bearers(services)
    table = page[page.index("<caption") : page.index("</table>")]
    assert re.search(r'<th scope="row">1</th><td>0</td><td>3</td>', table)


def test_each_scenario_tells_its_results_in_order(services: Services) -> None:
    drawn = lantern_bearers(services).partition('class="outcomes"')[2].partition("</ul>")[0]
    salt_road = drawn.partition("The Salt Road")[2].partition("</li>")[0]
    assert re.findall(r'<text class="(\w+)"[^>]*>(\w+)<', salt_road) == [("lost", "F1"), ("won", "S1")]


def test_the_results_stand_in_a_table_too(services: Services) -> None:
    assert '<th scope="row">The Salt Road</th><td>S1</td><td>F1</td>' in lantern_bearers(services)


def test_games_that_are_told_in_several_ways_stand_under_each_of_them(services: Services) -> None:
    key = services.campaigns.new("champions", "Evenings", {}, services.new_command()).campaign
    services.campaigns.record(key, "hero-taken", {"hero": "spider-man"}, services.new_command())
    for mode, end in (("standard", "game-won"), ("expert", "game-lost")):
        for event, fields in (
            ("scenario-chosen", {"scenario": "rhino", "mode": mode}),
            ("game-begun", {}),
            (end, {"reason": "card"}),
        ):
            services.campaigns.record(key, event, fields, services.new_command())
        services.campaigns.record(key, "next-game-set-up", {}, services.new_command())
    answer = create_app(services.settings, services).test_client().get(f"/c/{services.find_campaign(key).key}/charts/")
    page = re.sub(r">\s+<", "><", answer.get_data(as_text=True))
    drawn = page.partition("Results of the scenarios</h2>")[2]
    assert re.findall(r"<h3>(\w+)</h3>", drawn) == ["Scenario", "Mode", "Hero"]
    assert '<span class="outcome won">won</span><span class="outcome lost">lost</span>' in drawn
    assert 'aria-label="won, lost"' in drawn.partition("<h3>Mode</h3>")[0]
    assert '<th scope="rowgroup" colspan="3">Mode</th></tr><tr><th scope="row">standard</th><td>won</td>' in drawn


def test_a_line_for_each_of_several_stands_under_what_it_is_of_whatever_that_is_called(services: Services) -> None:
    key = services.campaigns.new("champions", "Evenings", {}, services.new_command()).campaign
    heroes = ({"hero": "spider-man"}, {"hero": "Iron Man", "health": 9})
    for event, fields in (
        *(("hero-taken", hero) for hero in heroes),
        ("scenario-chosen", {"scenario": "rhino"}),
        ("game-begun", {}),
        ("damage-dealt", {"target": "Iron Man", "amount": 4}),
    ):
        services.campaigns.record(key, event, fields, services.new_command())
    answer = create_app(services.settings, services).test_client().get(f"/c/{services.find_campaign(key).key}/charts/")
    drawn = re.sub(r">\s+<", "><", answer.get_data(as_text=True)).partition("Hit points</h2>")[2]
    assert '<th scope="col">Iron Man</th><th scope="col">Spider-Man</th>' in drawn
    assert "<td>5</td><td>10</td>" in drawn


def test_what_stands_against_each_other_is_a_chart_for_each_of_several(services: Services) -> None:
    key = services.campaigns.new("odalin", "Evenings", {}, services.new_command()).campaign
    for event, fields in (
        *(("hero-joined", {"hero": hero, "hp": 9, "soul": 2}) for hero in ("Ana", "Ben")),
        ("campaign-begun", {}),
        ("corruption-gained", {"hero": "Ben", "amount": 4}),
    ):
        services.campaigns.record(key, event, fields, services.new_command())
    answer = create_app(services.settings, services).test_client().get(f"/c/{services.find_campaign(key).key}/charts/")
    page = re.sub(r">\s+<", "><", answer.get_data(as_text=True))
    assert re.findall(r"(\w+) · Corruption against soul</h2>", page) == ["Ana", "Ben"]
    assert '<th scope="col">Corruption</th><th scope="col">Soul</th>' in page
    assert "<td>4</td><td>2</td>" in page.partition("Ben · ")[2]


def test_a_campaign_without_a_round_has_nothing_to_draw(services: Services) -> None:
    services.campaigns.new("agemonia", "new", {}, services.new_command())
    page = create_app(services.settings, services).test_client().get("/c/new/charts/")
    assert "Nothing to draw yet" in page.get_data(as_text=True)


def test_a_line_that_begins_later_has_no_value_before() -> None:
    drawn = draw_chart("Coins", "Day", {"Ann": {1: 2, 3: 5}, "Bob": {3: 4}})
    assert drawn is not None
    assert drawn.rows == [("1", [2, None]), ("3", [5, 4])]


def test_a_value_holds_until_it_changes() -> None:
    drawn = draw_chart("Coins", "Day", {"Ann": {1: 2}, "Bob": {1: 1, 2: 4}})
    assert drawn is not None
    assert [curve.values for curve in drawn.curves] == [[2, 2], [1, 4]]


def test_all_points_lie_inside_the_drawing() -> None:
    drawn = draw_chart("Coins", "Day", {"Ann": {day: day * 37 % 101 for day in range(1, 61)}})
    assert drawn is not None
    assert all(0 <= x <= 100 and 0 <= y <= HEIGHT for x, y in drawn.curves[0].points)


def test_nothing_but_noughts_is_no_chart() -> None:
    assert draw_chart("Coins", "Day", {"Ann": {1: 0, 2: 0}}) is None


def test_each_axis_says_what_it_is_unless_the_title_does(services: Services) -> None:
    page = lantern_bearers(services)
    across = re.findall(r'<text class="mark across"[^>]*>([^<]*)<', page)
    up = re.findall(r'<text class="mark up"[^>]*>([^<]*)<', page)
    titles = re.findall(r"<figcaption><h2>([^<]*)<", page)
    assert set(across) == {"Campaign round", "Session"}
    assert (titles[0], up[-1]) == ("Reputation", "Entries")
    assert not {*titles} & {*up}


def test_where_there_are_chapters_a_column_is_a_round_of_one(visitor: Visitor) -> None:
    visitor.record("coins-gained", seat="Ann", amount="2")
    for event in ("year-turned", "night-fell", "day-broke"):
        visitor.record(event)
    page = body(visitor.client.get("/c/harbour/charts/"))
    assert re.findall(r'<text class="mark across"[^>]*>([^<]*)<', page)[0] == "Year · Round"
    assert re.findall(r'<th scope="row">([^<]*)</th>', page)[:3] == ["1", "1·1", "1·2"]


def test_what_was_taken_back_is_in_no_chart(visitor: Visitor) -> None:
    for event in ("night-fell", "day-broke"):
        visitor.record(event)
    assert '<th scope="row">1</th><td>9</td>' in re.sub(r">\s+<", "><", body(visitor.client.get("/c/harbour/charts/")))
    visitor.post("undo/4")
    assert '<th scope="row">1</th><td>9</td>' not in re.sub(r">\s+<", "><", body(visitor.get("charts/")))


def test_no_two_lines_of_a_chart_have_the_same_marks(services: Services) -> None:
    page = lantern_bearers(services)
    stars = page.partition(">Stars</h2>")[2].partition("</figure>")[0]
    marks = re.findall(r'<li><svg class="sample".*?href="#(shape-\d)"', stars)
    assert len(marks) == len(set(marks)) == 3
    assert all(f'<path id="{mark}"' in page for mark in marks)


def test_of_very_many_columns_some_are_drawn_and_the_last_one_is_among_them() -> None:
    drawn = draw_chart("Coins", "Day", {"Ann": {day: day % 101 for day in range(1, 2_001)}, "Bob": {3: 7}})
    assert drawn is not None
    assert (drawn.each, len(drawn.columns), drawn.columns[-1]) == (9, 223, "2000")
    assert all(len(curve.points) <= MOST_COLUMNS for curve in drawn.curves)
    assert drawn.rows[0] == ("2", [2, None])
    assert drawn.rows[-1] == ("2000", [2_000 % 101, 7])


def test_the_line_of_a_seat_has_its_colour_and_its_shape(visitor: Visitor) -> None:
    visitor.record("seat-coloured", seat="Ann", colour="blue")
    for event in ("night-fell", "day-broke"):
        visitor.record(event)
    page = re.sub(r">\s+<", "><", body(visitor.client.get("/c/harbour/charts/")))
    line = f"look-{LOOKS['blue']} of-seat seat-blue"
    assert f'<path class="curve {line}" d="M0.00' in page
    assert f'<use class="dot {line}" href="#shape-{LOOKS["blue"]}"' in page


def test_the_legend_has_the_mark_of_the_seat_and_its_last_value(visitor: Visitor) -> None:
    visitor.record("seat-coloured", seat="Ann", colour="blue")
    for event in ("night-fell", "day-broke"):
        visitor.record(event)
    legend = body(visitor.client.get("/c/harbour/charts/")).partition('class="legend"')[2].partition("</ul>")[0]
    assert '<span class="seat-mark coloured seat-blue"' in legend
    assert re.search(r"<span>Ann</span>\s*<strong>9</strong>", legend)


def test_a_single_line_has_its_last_value_in_a_legend_too(services: Services) -> None:
    last = lantern_bearers(services).rpartition('class="legend"')[2].partition("</ul>")[0]
    assert re.search(r"<span>Recorded in each session</span><strong>\d+</strong>", last)


def test_lines_of_one_colour_differ_in_stroke_and_mark() -> None:
    sides = {name: Owner(name, "red") for name in ("Ann", "Bob", "Cleo")}
    drawn = draw_chart("Coins", "Day", {name: {1: 2, 2: 3} for name in sides}, owners=sides)
    assert drawn is not None
    looks = [curve.look for curve in drawn.curves]
    assert (looks[0], len(set(looks))) == (LOOKS["red"], 3)


def test_a_line_of_no_seat_leaves_the_marks_of_seats_to_them() -> None:
    values = {name: {1: 2, 2: 3} for name in ("bank", "Ann")}
    drawn = draw_chart("Coins", "Day", values, owners={"Ann": Owner("Ann", "red")})
    assert drawn is not None
    assert [curve.look for curve in drawn.curves] == [1, LOOKS["red"]]
