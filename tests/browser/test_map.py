"""The map of a war: tapped to see what stands there and to act, made larger, chosen on in forms."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from domain.framework.content import merge_content
from domain.framework.events.event import name_of
from tests.browser import looks
from tests.browser.barriers import barriers, barriers_in_any_light
from tests.browser.chromium import LAPTOP, PHONE
from tests.browser.company import Company
from tests.browser.server import Server
from tests.domain.games.runewars.maps import HOMES, MAPPED

ROOM: ViewportSize = {"width": 1920, "height": 1080}


@pytest.fixture(scope="module")
def war(server: Server) -> str:
    """The key of a war whose map is laid, with three home realms."""
    services = server.services
    made = services.campaigns.new("runewars", "The long war", {}, services.new_command()).campaign
    services.campaigns.change_pack(made, merge_content(MAPPED.pack, MAPPED.pack), services.new_command())
    for event in HOMES:
        said = event.model_dump(mode="json", exclude_defaults=True)
        services.campaigns.record(made, name_of(type(event)), said, services.new_command())
    return services.find_campaign(made).key


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(company: Company, war: str, request: pytest.FixtureRequest) -> Page:
    """A laptop at the board."""
    page = company.page(java_script_enabled=request.param, viewport=LAPTOP)
    page.goto(f"/c/{war}/")
    return page


@pytest.fixture
def mapped(company: Company, war: str) -> Page:
    """A phone at the board, with the map in view."""
    page = company.page(viewport=PHONE, has_touch=True)
    page.goto(f"/c/{war}/")
    page.locator("#piece-map").scroll_into_view_if_needed()
    return page


def width(page: Page) -> float:
    box = page.locator("#piece-map svg.plan").bounding_box()
    assert box
    return box["width"]


def test_a_tap_on_an_area_opens_what_can_be_done_there(page: Page, request: pytest.FixtureRequest) -> None:
    page.locator("#piece-map .spot", has_text="U3").click()
    piece = page.locator(".aside:popover-open")
    expect(piece.get_by_role("heading", name="U3")).to_be_visible()
    if request.node.callspec.id == "no script":
        piece.get_by_role("link", name="Possible here").click()
    page.get_by_role("link", name="First stronghold").click()
    page.wait_for_url("**/record/starting-stronghold-placed?*")
    expect(page.locator("input[name='f.area'][value='U3']")).to_be_checked()


def test_what_can_be_done_there_changes_with_the_table(mapped: Page, server: Server, war: str) -> None:
    mapped.locator("#piece-map .spot", has_text="7C").tap()
    asks = mapped.locator(".aside:popover-open .asks")
    expect(asks.get_by_role("link", name="City placed")).to_be_visible()
    campaign = server.services.find_campaign(war).campaign
    server.services.campaigns.record(campaign, "city-placed", {"area": "7C"}, server.services.new_command())
    expect(asks.get_by_role("link", name="City placed")).to_have_count(0)
    expect(asks.get_by_role("link", name="Fix the area")).to_be_visible()


def test_an_area_is_opened_over_the_map_on_a_phone_too(mapped: Page) -> None:
    mapped.locator("#piece-map .spot", has_text="3B").tap()
    expect(mapped.locator(".aside:popover-open").get_by_role("heading", name="3B")).to_be_in_viewport()
    expect(mapped.locator("#piece-map")).to_be_visible()


def test_a_map_grows_and_stays_so_when_the_table_changes(mapped: Page, server: Server, war: str) -> None:
    before = width(mapped)
    mapped.get_by_role("button", name="Map: larger").tap()
    larger = width(mapped)
    assert larger > before * 1.3
    campaign = server.services.find_campaign(war).campaign
    server.services.campaigns.record(
        campaign, "area-described", {"area": "3B", "food": 2}, server.services.new_command()
    )
    expect(mapped.locator("#piece-map .spot", has_text="3B")).to_contain_text("2 Food")
    assert width(mapped) == larger


def test_a_map_shrinks_until_all_of_it_is_seen(mapped: Page) -> None:
    for _ in range(6):
        mapped.get_by_role("button", name="Map: smaller").tap()
    pane = mapped.locator("[data-pans]").first
    assert pane.evaluate("pane => pane.scrollWidth <= pane.clientWidth")


def test_two_fingers_make_a_map_larger(mapped: Page) -> None:
    before = width(mapped)
    box = mapped.locator("#piece-map [data-pans]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = mapped.context.new_cdp_session(mapped)

    def put(kind: str, *apart: float) -> None:
        points = [{"x": x + side, "y": y, "id": n} for n, side in enumerate(apart)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    put("touchStart", -30, 30)
    for wider in (40, 50, 60):
        put("touchMove", -wider, wider)
    put("touchEnd")
    assert width(mapped) > before * 1.5


def test_a_form_takes_a_place_that_is_tapped(company: Company, war: str) -> None:
    page = company.page(viewport=PHONE)
    page.goto(f"/c/{war}/record/map-tile-placed?tile=2")
    page.locator("[data-pick='1 1']").click()
    expect(page.locator("[name='f.place']")).to_have_value("1 1")
    expect(page.locator("[data-pick='1 1']")).to_have_attribute("aria-pressed", "true")


def test_a_tile_is_drawn_where_it_would_lie_before_it_is_laid(company: Company, war: str) -> None:
    page = company.page(viewport=LAPTOP)
    page.goto(f"/c/{war}/record/map-tile-placed?tile=2")
    laid, place = page.locator("[data-covers]"), page.locator("[data-pick='1 1']")
    expect(laid).to_be_hidden()
    place.hover()
    expect(laid.locator("polygon")).to_have_count(2)
    expect(laid).to_be_visible()
    place.click()
    page.locator("[name='f.place']").hover()
    expect(laid).to_be_visible()


def test_several_areas_are_chosen_on_the_map_one_after_the_other(company: Company, war: str) -> None:
    page = company.page(viewport=PHONE)
    page.goto(f"/c/{war}/record/starting-runes-placed?seat=uthuk")
    page.locator("[data-picks='f-areas'] > summary").click()
    on_map = page.locator("[data-picks='f-areas'] [data-pick]")
    expect(on_map).to_have_count(3)
    for area, chosen in (
        ("U2", ["U2"]),
        ("U1", ["U1", "U2"]),
        ("U3", ["U1", "U2", "U3"]),
        ("U1", ["U2", "U3"]),
        ("U1", ["U1", "U2", "U3"]),
    ):
        on_map.filter(has_text=area).click()
        expect(page.locator("[name='f.areas']:checked")).to_have_count(len(chosen))
        ticked = page.locator("[name='f.areas']:checked").all()
        assert sorted(str(one.get_attribute("value")) for one in ticked) == chosen
    expect(page.locator("[data-picks='f-areas'] [aria-pressed=true]")).to_have_count(3)
    expect(page.locator("[name='f.fake'][value='U1']")).to_have_count(1)


def test_without_a_script_a_form_has_its_list_alone(company: Company, war: str) -> None:
    page = company.page(java_script_enabled=False)
    page.goto(f"/c/{war}/record/border-corrected")
    expect(page.locator("select[name='f.area']")).to_be_visible()
    expect(page.locator(".picks").first).to_be_hidden()


def test_a_map_is_in_nobodys_way(mapped: Page) -> None:
    assert [*barriers(mapped), *looks.misplaced(mapped)] == []


def test_a_map_is_read_in_any_light(company: Company, war: str) -> None:
    page = company.page(viewport=LAPTOP)
    company.prefer(page, theme="light")
    page.goto(f"/c/{war}/")
    assert barriers_in_any_light(page) == []


def test_the_room_sees_all_of_it(company: Company, war: str) -> None:
    page = company.page(viewport=ROOM)
    page.goto(f"/c/{war}/table/")
    expect(page.locator("#piece-map")).to_be_in_viewport(ratio=1)
    expect(page.locator("#piece-seat-uthuk")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.documentElement.scrollHeight") == ROOM["height"]
