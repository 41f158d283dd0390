"""Tables that write little down: of runes and orders alone, or of areas without the units that hold them."""

from collections.abc import Iterator
from typing import Any

from companion.testing import Spec, given, table
from companion.web.pages.table.boards import asks_about
from domain.framework.events.event import Event
from domain.framework.fields.fields import fields_of
from domain.framework.game import PUBLIC, Viewer
from domain.framework.kernel import AreasTracked
from domain.framework.offers.prompt_list import next_prompt
from domain.framework.views.board import Piece
from domain.games.runewars import GAME
from domain.games.runewars.display.board import board
from domain.games.runewars.display.sheets import sheets
from domain.games.runewars.realm.dials import DialSet, DialsHarvested
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.runes import RuneGainBegun, RunesPlaced, StartingRunesPlaced
from domain.games.runewars.setup.filling import AreaDescribed
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.victory import VictoryClaimed, WarScored
from tests.domain.games.runewars.maps import HOMES, MAPPED
from tests.domain.games.runewars.moments import CALLED, SPRING, THREE, Events, ordered, over

FEW = AreasTracked(tracks=("calendar", "runes"))
LANDS = AreasTracked(tracks=("calendar", "runes", "map", "dials", "influence"))
OF_UNITS = {"units", "stacks", "fighters", "owners", "dial-icons"}
"""Kinds of what no table is asked for that writes no units down."""
FIRST_RUNES: Events = tuple(
    StartingRunesPlaced(seat=seat, areas=tuple(f"{seat} {n}" for n in (1, 2, 3)), fake=f"{seat} 1")
    for seat in ("human", "elf", "uthuk")
)


def year() -> Events:
    """A year of orders, one a season, no two of them alike at a time."""
    return (
        *SPRING,
        *ordered(human="strategize", elf="mobilize", uthuk="conquer"),
        *over("human", "elf", "uthuk"),
        *CALLED,
        *ordered(human="mobilize", elf="harvest", uthuk="recruit"),
        *over("human", "elf", "uthuk"),
        *CALLED,
        *ordered(human="recruit", elf="rally-support", uthuk="acquire-power"),
        *over("human", "elf", "uthuk"),
        *CALLED,
        *ordered(human="acquire-power", elf="fortify", uthuk="rally-support"),
    )


def along(start: Event[Any], *events: Event[Any]) -> Iterator[Spec]:
    """The table after each of these."""
    for count in range(len(events) + 1):
        yield given(GAME, start, *events[:count])


def asked(cls: type[Event[Any]]) -> set[str]:
    """The kinds of things that a form asks for."""
    return {field.choice.kind for field in fields_of(cls) if field.choice and not field.settled}


def now(spec: Spec) -> Runewars:
    found: Runewars = spec.play.campaign.table
    return found


def test_a_table_of_orders_and_runes_is_never_asked_for_units() -> None:
    for spec in along(FEW, *THREE, *FIRST_RUNES, *year()):
        prompts = spec.play.campaign.prompts(PUBLIC)
        assert [p for p in prompts if asked(p.event) & OF_UNITS] == []
        offered = GAME.offered(now(spec)).values()
        assert [cls for cls in offered if cls.namespace == "runewars" and asked(cls) & OF_UNITS] == []


def test_its_board_and_its_sheets_have_no_place_for_units_either() -> None:
    there = now(given(GAME, FEW, *THREE, *FIRST_RUNES, *year()))
    pieces = [piece for piece in board(there) if isinstance(piece, Piece)]
    assert [piece.key for piece in pieces] == ["seat-human", "seat-elf", "seat-uthuk"]
    assert [piece.counters for piece in pieces] == [[]] * 3
    words = str([sheet.blocks for sheet in sheets(there) if not sheet.key.startswith("map")]).lower()
    assert "unit" not in words


def test_every_step_of_its_year_is_a_tap() -> None:
    asked_for = [next_prompt(spec.play.campaign.prompts(PUBLIC)) for spec in along(FEW, *THREE, *FIRST_RUNES, *year())]
    steps = [prompt for prompt in asked_for if prompt and prompt.event.namespace == "runewars"][9:]
    assert [str(p.title) for p in steps if not (p.complete or p.keypad)] == []


def test_who_holds_which_rune_is_for_such_a_table_to_say() -> None:
    spec = given(GAME, FEW, *THREE, *FIRST_RUNES, *SPRING)
    for n in range(4):
        gain = RunesPlaced(seat="human", areas=(f"x{n}", f"y{n}"), real=f"x{n}")
        spec = spec.when(RuneGainBegun(seat="human")).and_then(gain)
    shown = ("human 2", "human 3", "x0", "x1", "x2", "x3")
    spec.when(VictoryClaimed(seat="human", areas=shown)).then(table(winners=["human"]))


def test_its_runes_are_counted_by_hand_at_the_end() -> None:
    spec = given(GAME, FEW, *THREE, *FIRST_RUNES)
    now(spec).step = "finished"
    last = next_prompt(GAME.prompts(now(spec)))
    assert last
    assert (last.event, last.missing) == (WarScored, ["real"])


def held() -> Spec:
    """The elves hold three areas with their first runes; nobody writes units down."""
    yields = ({"area": "elf 1", "food": 2}, {"area": "elf 2", "wood": 1}, {"area": "elf 3", "food": 1, "ore": 3})
    described = (AreaDescribed(**sentences) for sentences in yields)  # type: ignore[arg-type]  # numbers and a name
    taken = (AreaTaken(seat="elf", area=f"elf {n}") for n in (1, 2, 3))
    return given(GAME, LANDS, *THREE, *described, *FIRST_RUNES, *taken, *SPRING)


def test_a_table_of_areas_without_units_gets_its_income() -> None:
    orders = ordered(elf="harvest", human="recruit", uthuk="fortify")
    spec = held()
    for event in (DialSet(seat="elf", resource="wood", value=4), *orders):
        spec = spec.when(event)
    spec.when(DialsHarvested(seat="elf")).then(table(**{"seats.elf.dials": {"food": 3, "wood": 1, "ore": 3}}))


def test_a_table_of_areas_without_units_is_told_who_may_win() -> None:
    spec = held()
    for n in range(4):
        for area in (f"x{n}", f"y{n}"):
            spec = spec.when(AreaTaken(seat="elf", area=area))
        spec = spec.when(RuneGainBegun(seat="elf")).and_then(
            RunesPlaced(seat="elf", areas=(f"x{n}", f"y{n}"), real=f"x{n}")
        )
    claims = [p for p in spec.play.campaign.prompts(Viewer.on("elf")) if p.event is VictoryClaimed]
    assert [p.fields["areas"] for p in claims] == [["elf 2", "elf 3", "x0", "x1", "x2", "x3"]]
    spec.when(VictoryClaimed(seat="elf", areas=tuple(claims[0].fields["areas"]))).then(table(winners=["elf"]))


def test_a_table_of_areas_without_units_is_asked_for_none_by_its_map() -> None:
    there = now(given(MAPPED, LANDS, *HOMES))
    offered = set(MAPPED.offered(there).values())
    pieces = [piece for piece in board(there) if isinstance(piece, Piece)]
    sentences = [ask for piece in pieces for ask in (*asks_about(MAPPED, there, piece), *piece.asks)]
    asks = [ask for ask in sentences if ask.event in offered]
    assert [ask for ask in asks if asked(ask.event) & OF_UNITS] == []
    assert AreaTaken in {ask.event for ask in asks}
