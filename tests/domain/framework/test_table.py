"""The table of any game: what it tracks and holds to, paths into it, and what a thing on it is called and known by."""

from typing import Any

import pytest

from domain.framework.refusal import NotFound, Refused, refusal
from domain.framework.table import Table, join_path, put_value, split_path, value_at
from tests.toy import GAME, Harbour, Seat


def harbour(**state: Any) -> Harbour:
    table = GAME.new_table()
    table.seats = {"Ann": Seat(coins=3, towers=["oak", "iron"], goods={"rope": 2})}
    for name, value in state.items():
        setattr(table, name, value)
    return table


@pytest.mark.parametrize(
    ("tracked", "areas", "all_of_them"),
    [
        (None, ("coins", "towers"), True),
        ([], (), True),
        ([], ("coins",), False),
        (["coins"], ("coins",), True),
        (["coins"], ("coins", "towers"), False),
    ],
)
def test_a_table_tracks_everything_until_it_says_what(
    tracked: list[str] | None, areas: tuple[str, ...], all_of_them: bool
) -> None:
    table = Table(tracked=tracked)
    assert table.tracks(*areas) is all_of_them
    reason = refusal("no", "No.", areas=areas)()
    assert (table.held([reason]) == [reason]) is all_of_them


@pytest.mark.parametrize(
    ("during", "codes"), [((), []), (("day",), []), (("night", "day"), []), (("night",), ["wrong-step"])]
)
def test_an_event_outside_its_steps_is_refused_where_steps_are_held_to(
    during: tuple[str, ...], codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = harbour()

    def gate() -> list[Refused]:
        return list(table.gate(during))

    assert table.place[1] == "day"
    assert [reason.code for reason in gate()] == codes
    monkeypatch.setattr(Harbour, "holds_to_steps", lambda _: False)
    assert gate() == []


def test_a_game_that_counts_nothing_is_nowhere() -> None:
    assert (Table().place, Table().chapter, Table().chairs(), Table().seat_of("x", "y")) == ((0, ""), 0, {}, "")


@pytest.mark.parametrize(
    ("path", "segments"),
    [
        ("", ()),
        ("seats", ("seats",)),
        ("seats.Ann.coins", ("seats", "Ann", "coins")),
        (r"seats.J\. R\.", ("seats", "J. R.")),
    ],
)
def test_a_path_is_its_segments_and_a_dot_in_a_name_is_none_of_it(path: str, segments: tuple[str, ...]) -> None:
    assert split_path(path) == segments
    assert join_path(segments) == path


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("seats.Ann.coins", 3),
        ("seats.Ann.towers.1", "iron"),
        ("seats.Ann.towers.-1", "iron"),
        ("seats.Ann.goods.rope", 2),
        ("seats.Bob", None),
        ("seats.Ann.towers.2", None),
        ("seats.Ann.towers.x", None),
        ("seats.Ann.tracks", None),
        ("seats.Ann.coins.x", None),
        ("called", None),
    ],
)
def test_what_stands_at_a_path_is_found_and_put_there_or_nowhere(path: str, found: object) -> None:
    table, before = harbour(), harbour()
    if found is None:
        with pytest.raises(NotFound):
            value_at(table, split_path(path))
        put_value(table, split_path(path), 7)
        assert table == before
    else:
        assert value_at(table, split_path(path)) == found
        put_value(table, split_path(path), 7)
        assert value_at(table, split_path(path)) == 7
        assert table != before


def test_a_thing_is_known_by_the_pack_by_what_was_typed_in_and_least_by_what_events_said() -> None:
    table = harbour()
    table.keep_typed("towers", "oak", {"price": 9, "height": 4})
    table.keep_typed("towers", "elm", {})
    assert (table.thing("towers", "oak")["price"], table.thing("towers", "oak")["height"]) == (2, 4)
    assert "elm" not in table.typed["towers"]
    table.library = {"towers": {"oak": {"price": 3, "en": "Old Oak"}, "tin": {"en": "Tin Tower"}}}
    assert (table.thing("towers", "oak")["price"], table.content_thing("towers", "oak").get("height")) == (3, None)
    assert list(table.ids("towers")) == ["oak", "iron", "tin"]
    assert [str(table.called("towers", id_)) for id_ in ("oak", "iron", "tin", "elm")] == [
        "Old Oak",
        "Iron Tower",
        "Tin Tower",
        "elm",
    ]


def test_a_text_that_turned_out_to_be_a_thing_means_it_everywhere() -> None:
    table = harbour(bound={"towers": {"the old one": "oak"}})
    assert [table.meant("towers", text) for text in ("the old one", "oak", "x")] == ["oak", "oak", "x"]
    assert table.meant("goods", "the old one") == "the old one"
    assert str(table.called("towers", "the old one")) == "Oak Tower"
    assert table.bound_in("towers", "the old one", "towers", "the old one", "oak") == "oak"
    assert table.bound_in("goods", "the old one", "towers", "the old one", "oak") == "the old one"
    assert table.bound_in("towers", "another", "towers", "the old one", "oak") == "another"
