"""The board of Agemonia on the page Play: what it shows at each step, and what one tap on it records."""

from typing import Any

import pytest
from flask import Flask, g, render_template, render_template_string

from companion.demo import make_demo
from companion.services import Services
from companion.view_context import ViewContext
from companion.web.visitors.language import tongue_of_visitor
from domain.framework.game import PUBLIC
from domain.framework.views.board import Chip, Piece
from domain.games import BY_KEY
from domain.games.agemonia import GAME
from domain.games.agemonia.state.table import AREAS
from tests.companion.visitor import Reader, Visitor, body

Fields = dict[str, Any]
HEROES: list[tuple[str, Fields]] = [
    ("hero-joined-party", {"hero": "lunara", "player": "Ana"}),
    ("hero-joined-party", {"hero": "venia"}),
    ("vitality-disk-replaced", {"hero": "lunara", "chips": 7, "wounded_cap": 4}),
    ("stars-gained", {"hero": "lunara", "amount": 9}),
]
CITY: list[tuple[str, Fields]] = [
    *HEROES,
    *(("tutorial-scenario-completed", {"number": n}) for n in (1, 2, 3)),
    ("campaign-proper-started", {}),
]
JOURNEY: list[tuple[str, Fields]] = [
    *CITY,
    ("city-event-revealed", {"card": "C1"}),
    ("city-event-resolved", {}),
    ("city-step-ended", {}),
]
SALT_ROAD: Fields = {
    "kind": "scenarios",
    "id": "11",
    "fields": {
        "en": "The Salt Road",
        "zh": "盐路",
        "stages": [
            {"no": 1, "kind": "story entry"},
            {"no": 2, "kind": "world event", "branch": "A"},
            {"no": 2, "kind": "special location", "branch": "B"},
        ],
    },
}
ON_THE_WAY: list[tuple[str, Fields]] = [
    *JOURNEY,
    ("content-added", SALT_ROAD),
    ("scenario-card-gained", {"scenario": "11"}),
    ("scenario-selected", {"scenario": "11"}),
    ("scenario-introduction-read", {}),
    ("journey-stage-completed", {"kind": "story entry"}),
]
PLAYED: list[tuple[str, Fields]] = [
    *ON_THE_WAY,
    ("journey-branch-chosen", {"branch": "B"}),
    ("journey-stage-completed", {"kind": "special location"}),
    ("journey-step-ended", {}),
    ("scenario-started", {"narrator": "Ben"}),
    ("scenario-outcome-recorded", {"code": "F2", "replay": True}),
    ("achievement-completed", {"achievement": "Not a scratch", "kind": "group"}),
]


class Party:
    """A campaign of Agemonia that is looked at."""

    def __init__(self, app: Flask, services: Services, tracks: tuple[str, ...] = AREAS) -> None:
        self.app, self.services = app, services
        self.id = services.campaigns.new(
            "agemonia", "Lanterns", {"tracks": list(tracks)}, services.new_command()
        ).campaign
        self.visitor = Visitor(app, services.list_campaigns()[0].key)

    def record(self, *events: tuple[str, Fields]) -> "Party":
        for event, fields in events:
            self.services.campaigns.record(self.id, event, fields, self.services.new_command())
        return self

    @property
    def page(self) -> str:
        """The board as the page has it."""
        page = body(self.visitor.get(""))
        return page[page.index('id="begun"') : page.index('id="everything"')]

    @property
    def text(self) -> str:
        return Reader(self.page).text

    def counter(self, path: str) -> str:
        """The counter of a path, as it stands on the page."""
        _, _, found = self.page.partition(f'data-counter="{path}"')
        return found[: found.index("</span></div>") if "</span></div>" in found else None].partition("data-counter")[0]

    def tap(self, path: str, way: int, **sent: str) -> None:
        """Send the form of one step of a counter as it stands."""
        forms = [f for f in self.counter(path).split("<form")[1:] if f'data-step="{way}"' in f]
        action, fields = Reader("<form" + forms[0]).forms[0]
        answer = self.visitor.client.post(action, data={**fields, **sent})
        assert answer.status_code == 303, body(answer)

    @property
    def newest(self) -> str:
        """The words of the last entry."""
        return self.visitor.log.rpartition("Undo ")[0]


@pytest.fixture
def party(app: Flask, services: Services) -> Party:
    return Party(app, services)


def test_without_heroes_the_board_says_what_comes_first(party: Party) -> None:
    assert FIRST_STEP in party.text


@pytest.mark.parametrize(
    ("events", "shown"),
    [
        (HEROES, ["Tutorial", "Tutorial 1"]),
        (CITY, ["City step", "Nowhere yet.", "This is not revealed yet.", "Lunara no bed yet"]),
        (
            [*CITY, ("location-visited", {"location": "Market"}), ("city-event-revealed", {"card": "C7"})],
            ["Visited Market", "City event C7 to be resolved"],
        ),
        (
            [
                *CITY,
                ("room-rented", {"hero": "lunara", "location": "Old Inn", "price": 2}),
                ("city-event-revealed", {"card": "C7"}),
                ("city-event-option-chosen", {"option": "B"}),
                ("city-event-resolved", {}),
            ],
            ["Lunara Old Inn Activity points: 2", "C7 Option B resolved", "Venia no bed yet"],
        ),
        (JOURNEY, ["Journey step", "No scenario is chosen yet."]),
        (ON_THE_WAY, ["The Salt Road", "1 story entry", "2 A world event, B special location"]),
        ([*ON_THE_WAY, ("journey-branch-chosen", {"branch": "B"})], ["Way B"]),
        ([*ON_THE_WAY, ("world-event-revealed", {"card": "W3"})], ["World event W3 to be resolved"]),
        (PLAYED[:-2], ["Scenario step", "Attempt 1", "Narrator Ben", "under way"]),
        (PLAYED, ["over", "Achievements Not a scratch"]),
        ([*CITY, ("campaign-finished", {})], ["Campaign finished", "1 campaign round played."]),
    ],
)
def test_each_step_has_a_screen_of_its_own(party: Party, events: list[tuple[str, Fields]], shown: list[str]) -> None:
    text = party.record(*events).text
    assert [words for words in shown if words not in text] == []


def test_how_a_scenario_ended_stands_above_its_board(party: Party) -> None:
    page = party.record(*PLAYED).visitor.text("")
    assert "Failure: F2" in page
    assert "Next to be played again" in page


def test_the_step_at_hand_is_the_current_one(party: Party) -> None:
    way = party.record(*JOURNEY).page.partition('<ol class="way">')[2].partition("</ol>")[0]
    assert [Reader("<li" + step).text for step in way.split("<li") if 'aria-current="step"' in step] == ["Journey step"]


FIRST_STEP = "First everyone takes a hero or a faction"
HERO = "heroes.lunara."
TAPS = [
    (f"{HERO}stars", 1, "Lunara gained 1 star"),
    (f"{HERO}stars", -1, "Lunara spent 1 star"),
    (f"{HERO}spent", -1, "Lunara spent 1 stamina"),
    (f"{HERO}wounds", 1, "Lunara suffered 1 damage"),
    (f"{HERO}achievement_gems", 1, "Lunara gained an achievement gem"),
    (f"{HERO}inspiration_gems", 1, "Lunara gained an inspiration gem"),
    ("factions.gramask", 1, "House Gramask: +1 reputation"),
    ("factions.faction-9", 1, "Faction 9: +1 reputation"),
    ("experience", 1, "The heroes gained 1 experience"),
    ("journal.words.storm.tally", 1, "1 tally mark at “Storm”"),
    (f"{HERO}journal.words.debt.tally", 1, "Lunara's journal: 1 tally mark at “Debt”"),
]
WORDS: list[tuple[str, Fields]] = [
    ("keyword-written", {"journal": "party", "keyword": "Storm"}),
    ("keyword-written", {"journal": "lunara", "keyword": "Debt"}),
]


@pytest.mark.parametrize(("path", "way", "said"), TAPS)
def test_one_tap_records_one(party: Party, path: str, way: int, said: str) -> None:
    party.record(*HEROES, *WORDS).tap(path, way)
    assert said in party.newest


@pytest.mark.parametrize(
    ("event", "path", "said"),
    [
        (("stamina-spent", {"hero": "lunara", "amount": 3}), f"{HERO}spent", "Lunara recovered 1 stamina"),
        (("stamina-spent", {"hero": "venia", "amount": 3}), "heroes.venia.spent", "Venia spent 1 stamina"),
        (("faction-reputation-gained", {"faction": "gramask", "amount": 3}), "factions.gramask", "+1 reputation"),
    ],
)
def test_what_went_down_goes_up_again(party: Party, event: tuple[str, Fields], path: str, said: str) -> None:
    party.record(*HEROES, event).tap(path, 1)
    assert said in party.newest


@pytest.mark.parametrize(
    ("event", "path", "said"),
    [
        (("damage-suffered", {"hero": "lunara", "amount": 3}), f"{HERO}wounds", "Lunara healed 1 damage"),
        (("achievement-gem-gained", {"hero": "lunara"}), f"{HERO}achievement_gems", "Lunara spent an achievement gem"),
        (("inspiration-gem-gained", {"hero": "lunara"}), f"{HERO}inspiration_gems", "spent an inspiration gem"),
        (("faction-reputation-gained", {"faction": "gramask", "amount": 3}), "factions.gramask", "−1 reputation"),
        (("stamina-spent", {"hero": "venia", "amount": 3}), "heroes.venia.spent", "Venia recovered 1 stamina"),
    ],
)
def test_one_less_records_what_a_table_would_call_it(
    party: Party, event: tuple[str, Fields], path: str, said: str
) -> None:
    party.record(*HEROES, event).tap(path, -1)
    assert said in party.newest


def test_a_run_of_taps_is_one_line(party: Party) -> None:
    party.record(*HEROES).tap(f"{HERO}stars", 1, **{"f.amount": "4"})
    assert "Lunara gained 4 stars" in party.newest


@pytest.mark.parametrize(
    ("path", "sums"), [("stars", "f.amount"), ("journal.words.debt.tally", "f.count"), ("inspiration_gems", "")]
)
def test_a_form_says_where_a_run_of_taps_puts_its_sum(party: Party, path: str, sums: str) -> None:
    counter = party.record(*HEROES, *WORDS).counter(HERO + path)
    assert (f'data-sums="{sums}"' in counter) is bool(sums)


@pytest.mark.parametrize("path", ["heroes.venia.stars", "factions.gramask", f"{HERO}wounds"])
def test_nothing_goes_below_none(party: Party, path: str) -> None:
    counted = ("stars-counted", {"hero": "venia", "stars": 0})
    less = party.record(*HEROES, counted).counter(path).partition('data-step="-1"')[2].partition(">")[0]
    assert "disabled" in less


def test_a_full_track_takes_no_more(party: Party) -> None:
    track = ("faction-track-configured", {"faction": "gramask", "length": 3, "ranks": [2]})
    full = ("faction-reputation-gained", {"faction": "gramask", "amount": 2})
    party.record(track, full, ("faction-space-locked", {"faction": "gramask"}))
    assert "disabled" in party.counter("factions.gramask").partition('data-step="1"')[2].partition(">")[0]


def test_a_step_that_the_rules_refuse_says_why(party: Party) -> None:
    hurt = ("damage-suffered", {"hero": "lunara", "amount": 30})
    assert 'title="An exhausted hero is not affected."' in party.record(*HEROES, hurt, hurt).counter(f"{HERO}wounds")


def test_a_number_links_to_its_why(party: Party) -> None:
    links = Reader(party.record(*HEROES).page).links
    assert f"/c/{party.visitor.key}/why?path=heroes.lunara.stars" in links


def test_every_number_that_is_linked_has_a_why(party: Party) -> None:
    gained = ("faction-reputation-gained", {"faction": "gramask", "amount": 1})
    links = [link for link in Reader(party.record(*PLAYED, *WORDS, gained).page).links if "/why?" in link]
    assert (len(links) > 10, [link for link in links if party.visitor.get(link).status_code != 200]) == (True, [])


def test_every_way_to_a_form_leads_to_one(party: Party) -> None:
    links = [link for link in Reader(party.record(*PLAYED, *WORDS).page).links if "/record/" in link]
    assert (len(links) > 10, [link for link in links if party.visitor.get(link).status_code != 200]) == (True, [])


def test_rivals_face_each_other(party: Party) -> None:
    for faction in ("gramask", "pennark"):
        party.record(("faction-track-configured", {"faction": faction, "length": 5, "ranks": [2, 4]}))
    gained = ("faction-reputation-gained", {"faction": "pennark", "amount": 2})
    page = party.record(gained, ("faction-space-locked", {"faction": "gramask"})).page
    left, right = (
        page.partition(f'<span class="lane {side}"')[2].partition("</span>")[0] for side in ("left", "right")
    )
    assert (left.count("shut"), left.count("rank")) == (1, 2)
    assert [cell.startswith("on") for cell in right.split('<i class="')[1:]] == [True, True, False, False, False]


def test_a_crossed_out_word_takes_no_strokes(party: Party) -> None:
    party.record(*WORDS[:1], ("keyword-crossed-out", {"journal": "party", "keyword": "Storm"}))
    assert "crossed out: Storm" in party.text
    assert 'data-counter="journal.words.storm.tally"' not in party.page


def test_strokes_stand_in_fives(party: Party) -> None:
    added = ("keyword-tally-added", {"journal": "party", "keyword": "Storm", "count": 7})
    strokes = party.record(added).page.partition('<span class="strokes"')[2]
    assert Reader("<i>" + strokes.partition("</li>")[0].partition(">")[2]).text.startswith("|||| ||")


ONLY = {
    "steps": "Nowhere yet.",
    "reputation": "House Gramask",
    "journals": "Party journal",
    "levels": "Experience",
    "builds": "Classes to choose from",
    "items": "Items",
    "stars": "Stars",
    "vitality": "Wounds",
}
"""What only the board of a table that tracks an area shows."""


@pytest.mark.parametrize("area", ONLY)
def test_an_area_that_is_not_tracked_is_not_shown(app: Flask, services: Services, area: str) -> None:
    tracks = tuple(other for other in AREAS if other != area)
    tracked = [(name, fields) for name, fields in CITY if area not in GAME.by_name[name].tracked]
    assert ONLY[area] not in Party(app, services, tracks).record(*tracked).text


@pytest.mark.parametrize("area", ONLY)
def test_an_area_that_is_tracked_is_shown(party: Party, area: str) -> None:
    assert ONLY[area] in party.record(*CITY).text


@pytest.mark.parametrize("area", AREAS)
def test_every_area_has_a_board_alone(app: Flask, services: Services, area: str) -> None:
    assert Party(app, services, (area,)).visitor.get("").status_code == 200


def test_with_a_hero_the_board_says_no_more_what_comes_first(party: Party) -> None:
    assert FIRST_STEP not in party.record(*HEROES).text


def test_a_faction_of_the_tables_own_stands_alone(party: Party) -> None:
    guild = ("content-added", {"kind": "factions", "id": "guild", "fields": {"en": "Glass Guild"}})
    party.record(guild, ("faction-reputation-gained", {"faction": "guild", "amount": 2}))
    assert "Glass Guild" in party.page.partition('class="pair-of alone"')[2]


def test_a_hero_with_thirty_items_shows_them_all(party: Party) -> None:
    items = [("item-gained", {"hero": "lunara", "item": f"Trinket {n}"}) for n in range(30)]
    text = party.record(*HEROES, *items).text
    assert [n for n in range(30) if f"Trinket {n}" not in text] == []


def test_four_heroes_are_a_light_page(party: Party) -> None:
    for hero in ("torrax", "matajam"):
        party.record(("hero-joined-party", {"hero": hero}))
    party.record(*PLAYED, *WORDS)
    assert len(party.visitor.get("").get_data()) < 100_000


@pytest.mark.parametrize(
    ("path", "after"),
    [
        ("journal.words.storm.keyword", ""),
        ("factions.gramask.length", 5_000),
        ("factions.gramask.reputation", 700),
        ("factions.gramask.locked", 90),
        ("heroes.lunara.chips", 400),
        ("heroes.lunara.wounds", 60),
        ("heroes.lunara.sleeps", "Nowhere"),
        ("experience", 900),
        ("level", 9),
        ("journey.stage", 12),
    ],
)
def test_a_number_set_by_hand_breaks_nothing(party: Party, path: str, after: Any) -> None:
    party.record(*ON_THE_WAY, *WORDS, ("faction-reputation-gained", {"faction": "gramask", "amount": 1}))
    party.record(("adjusted", {"path": path, "after": after, "reason": "a card"}))
    assert party.visitor.get("").status_code == 200


def test_a_visitor_who_reads_chinese_sees_the_games_own_words(party: Party) -> None:
    party.record(*CITY).visitor.get("?interface=zh_Hant")
    assert [name for name in ("盧娜拉", "格拉馬斯克家族", "星星", "體力", "城市步驟") if name not in party.text] == []


def past(services: Services, app: Flask, key: str, at: int) -> str:
    """The board as it was after an entry, to look at alone."""
    with app.test_request_context(), services.open(key) as campaign:
        g.here = ViewContext(services.find_campaign(key), campaign, PUBLIC, tongue_of_visitor())
        return render_template("games/agemonia/board.html", here=g.here, table=g.here.at(at))


@pytest.fixture
def lanterns(services: Services) -> str:
    """The key of the demo."""
    return make_demo(services, BY_KEY["agemonia"])


def test_a_board_of_the_past_can_only_be_looked_at(app: Flask, services: Services, lanterns: str) -> None:
    for at in (1, 12, 60, 130, 200, 260, 330):
        page = Reader(past(services, app, lanterns, at))
        assert {tag for tag, _ in page.tags} & {"form", "button", "input", "a"} == set(), at


def test_a_board_of_the_past_shows_the_past(app: Flask, services: Services, lanterns: str) -> None:
    boards = [Reader(past(services, app, lanterns, at)).text for at in (12, 330)]
    assert ["Level 3" in board for board in boards] == [False, True]


def test_the_room_sees_what_ails_a_hero_and_nothing_else_among_its_ills(
    app: Flask, services: Services, lanterns: str
) -> None:
    hero = Piece("hero-lunara", "Lunara", chips=[Chip("Stunned", look="ill"), Chip("Torch")])
    imports = '{% import "macros.html" as m with context %}{% import "table/board.html" as b %}'
    with app.test_request_context(), services.open(lanterns) as campaign:
        g.here = ViewContext(services.find_campaign(lanterns), campaign, PUBLIC, tongue_of_visitor())
        page = render_template_string(
            imports + '{% include "games/agemonia/room/hero.html" %}', hero=hero, out={"disks": {}}, here=g.here
        )
    ills = page.partition('class="things ills"')[2].partition("</ul>")[0]
    assert ("Stunned" in ills, "Torch" in ills) == (True, False)
