"""Gaining dragon runes (获得巨龙符文): W-32, X90, X91, X92, X17, X05."""

from companion.testing import Spec, given, refused, says, table
from domain.framework.events.marked_fields import choices_of
from domain.framework.game import PUBLIC, Viewer
from domain.games.runewars import GAME
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.runes import FalseRunesDiscarded, RuneGainBegun, RunePut, RunesPlaced, StartingRunesPlaced
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.players import WarSetUp
from tests.domain.games.runewars.maps import HOMES, MAPPED
from tests.domain.games.runewars.moments import SPRING, TWO
from tests.domain.games.runewars.war.field import GAME as LAND
from tests.domain.games.runewars.war.field import Laid

HOME = ("1A", "1B", "1C")
MINE = tuple(AreaTaken(seat="human", area=area) for area in ("1A", "1B", "1C", "2A", "2B"))
PLACED = StartingRunesPlaced(seat="human", areas=HOME, fake="1B")


def gaining() -> Spec:
    return given(GAME, *TWO, *MINE, PLACED, RuneGainBegun(seat="human", source="an objective"))


def test_two_real_runes_and_a_false_one_lie_at_home() -> None:
    given(GAME, *TWO).when(PLACED).then(
        table(
            **{
                "land.1A.rune.kind": "real",
                "land.1B.rune.kind": "fake",
                "land.1C.rune.kind": "real",
                "land.1B.rune.known": ["human"],
                "groups.human.real": 2,
            }
        )
    )


def test_the_false_rune_is_one_of_those_that_are_placed() -> None:
    given(GAME, *TWO).when(PLACED.copy_with(fake="2A")).then(refused("not-among-them"))
    gaining().when(RunesPlaced(seat="human", areas=("2A", "2B"), real="1A")).then(refused("not-among-them"))


def test_runes_are_offered_the_areas_in_which_they_may_lie() -> None:
    """The first ones the home realm alone; later ones those areas first."""
    there = given(MAPPED, *HOMES).play.campaign.table
    first, gained = (choices_of(cls)["areas"].ids(there, {"seat": "elf"}) for cls in (StartingRunesPlaced, RunesPlaced))
    assert list(first) == ["E1", "E2", "E3"]
    homes = [there.land[area].home for area in gained if area in there.land]
    assert homes.index("human") > max(n for n, home in enumerate(homes) if home in ("", "elf"))


def test_nobody_else_sees_which_is_false() -> None:
    play = given(GAME, *TWO, PLACED).play
    others = GAME.view(play.campaign.table, Viewer.on("elf"))
    mine = GAME.view(play.campaign.table, Viewer.on("human"))
    assert [others.land[area].rune.kind for area in HOME if others.land[area].rune] == ["", "", ""]
    assert [mine.land[area].rune.kind for area in HOME if mine.land[area].rune] == ["real", "fake", "real"]


def test_in_an_epic_game_there_is_one_real_rune_face_up() -> None:
    epic = given(GAME, WarSetUp(epic=True), *TWO)
    asked = next(iter(StartingRunesPlaced.offers(epic.play.campaign.table)))
    assert (asked.required, asked.fields) == (True, {"seat": "human"})
    epic.when(StartingRunesPlaced(seat="human", areas=("1A",))).then(
        table(**{"land.1A.rune.kind": "real", "land.1A.rune.up": True})
    )
    epic.when(PLACED).then(refused("rune-count", bendable=True))


def test_a_table_that_does_not_write_them_down_knows_only_where_they_lie() -> None:
    blind = given(GAME, WarSetUp(runes="blind"), *TWO)
    blind.when(PLACED).then(table(**{"land.1A.rune.kind": "", "groups.human.real": 2}))


def test_each_area_takes_one_rune() -> None:
    again = StartingRunesPlaced(seat="elf", areas=("1A", "4B", "4C"))
    given(GAME, *TWO, PLACED).when(again).then(refused("rune-there", bendable=False))
    twice = StartingRunesPlaced(seat="elf", areas=("4A", "4A", "4C"))
    given(GAME, *TWO).when(twice).then(refused("same-area", bendable=False))


def test_the_first_runes_lie_in_ones_own_home_realm() -> None:
    there = given(GAME, *TWO, AreaTaken(seat="elf", area="4A"))
    there.when(StartingRunesPlaced(seat="human", areas=("4A", "1A", "1B"))).then(
        refused("rune-not-at-home", bendable=True)
    )


def test_on_a_map_they_lie_nowhere_else() -> None:
    beside = StartingRunesPlaced(seat="human", areas=("H1", "H2", "somewhere"), fake="H1")
    given(MAPPED, *HOMES).when(beside).then(refused("rune-not-at-home", bendable=True))


def test_w_32_a_false_rune_is_discarded_then_a_real_and_a_false_one_are_placed() -> None:
    discarded = (
        gaining()
        .when(FalseRunesDiscarded(seat="human", areas=("1B",)))
        .then(table(**{"land.1B.rune": None, "groups.human.tokens": 2, "groups.human.real": 2}))
    )
    discarded.and_then(RunesPlaced(seat="human", areas=("2A", "2B"), real="2B")).then(
        table(
            **{
                "land.2A.rune.kind": "fake",
                "land.2B.rune.kind": "real",
                "land.2A.rune.known": ["human"],
                "agenda.due": {},
            }
        )
    )


def test_a_rune_gained_waits_until_it_is_placed() -> None:
    due = gaining().play.campaign.table.agenda.due
    assert [thing.event for thing in due.values()] == ["runes-placed"]


def test_at_most_two_false_runes_are_discarded() -> None:
    gaining().when(FalseRunesDiscarded(seat="human", areas=())).then(refused("too-many-fakes", bendable=False))


def test_x_92_two_false_runes_are_discarded_for_one_gain_and_no_more() -> None:
    more = RunesPlaced(seat="human", areas=("2A", "2B"), real="2A")
    twice = gaining().when(more).and_then(RuneGainBegun(seat="human"))
    first = twice.and_then(FalseRunesDiscarded(seat="human", areas=("1B",)))
    first.and_then(FalseRunesDiscarded(seat="human", areas=("2B", "1A"))).then(refused("too-many-fakes"))
    second = first.and_then(FalseRunesDiscarded(seat="human", areas=("2B",))).then()
    second.and_then(FalseRunesDiscarded(seat="human", areas=("1A",))).then(refused("too-many-fakes", bendable=False))


def test_each_gain_lets_two_false_runes_go() -> None:
    one = gaining().when(FalseRunesDiscarded(seat="human", areas=("1B",)))
    placed = one.and_then(RunesPlaced(seat="human", areas=("2A", "2B"), real="2A"))
    placed.then(table(**{"seats.human.false_gone": 0}))


def test_false_runes_may_go_first_as_long_as_any_may_and_who_gains_one_says_so() -> None:
    begun = gaining().and_then(RunePut(area="2B", kind="fake"))
    for own in (PUBLIC, Viewer.on("human")):
        begun.then_prompts("Daqan Lords: discard false runes first", viewer=own)
    begun.then_no_prompt(FalseRunesDiscarded, viewer=Viewer.on("elf"))
    gone = begun.and_then(FalseRunesDiscarded(seat="human", areas=("1B", "2B")))
    gone.then_no_prompt(FalseRunesDiscarded)


def test_nobody_is_asked_for_false_runes_where_none_lies_or_none_is_gained() -> None:
    given(GAME, *TWO, *MINE, RuneGainBegun(seat="human")).then_no_prompt(FalseRunesDiscarded)
    given(GAME, *TWO, *MINE, PLACED).then_no_prompt(FalseRunesDiscarded)
    epic = given(GAME, WarSetUp(epic=True), *TWO, *MINE, StartingRunesPlaced(seat="human", areas=("1A",)))
    epic.and_then(RuneGainBegun(seat="human")).then_no_prompt(FalseRunesDiscarded)


def test_who_gains_a_rune_may_discard_false_ones_before_it_is_placed() -> None:
    may = gaining().then_prompts("Daqan Lords: discard false runes first")
    both = may.when(FalseRunesDiscarded(seat="human", areas=("1B",)))
    both.and_then(RunesPlaced(seat="human", areas=("2A", "2B"), real="2A")).then_no_prompt(FalseRunesDiscarded)


def test_false_runes_are_discarded_as_a_rune_is_gained() -> None:
    given(GAME, *TWO, *MINE, PLACED).when(FalseRunesDiscarded(seat="human", areas=("1B",))).then(
        refused("no-gain", bendable=True)
    )


def test_a_rune_that_is_written_down_as_real_shows_itself_and_stays() -> None:
    wrong = gaining().when(FalseRunesDiscarded(seat="human", areas=("1A", "1B")))
    wrong.then(
        FalseRunesDiscarded(seat="human", areas=("1A", "1B"), real=("1A",)),
        says("Daqan Lords discarded the false runes of 1A, 1B; the one in 1A is real and stays"),
        table(
            **{
                "land.1A.rune.kind": "real",
                "land.1A.rune.known": ["human", "elf"],
                "land.1B.rune": None,
                "groups.human": {"tokens": 2, "real": 2},
                "seats.human.false_gone": 1,
            }
        ),
    )


def test_a_rune_lies_on_the_map_where_one_is_laid() -> None:
    land = (Laid(area="1A", home="human"), Laid(area="4A", home="elf"), Laid(area="5A"))
    laid = given(LAND, *TWO, *land, *SPRING, RuneGainBegun(seat="human"))
    laid.when(RunesPlaced(seat="human", areas=("1A", "W2"), real="1A")).then(refused("not-offered", bendable=False))


def test_what_finds_no_place_goes_back_to_the_supply() -> None:
    land = (Laid(area="1A", home="human"), Laid(area="4A", home="elf"))
    small = given(LAND, *TWO, *land, *SPRING, RuneGainBegun(seat="human"))
    small.when(RunesPlaced(seat="human", areas=())).then(refused("rune-count", bendable=True, says="1 rune token"))
    small.when(RunesPlaced(seat="human", areas=("1A",), real="1A")).then(table(**{"land.1A.rune.kind": "real"}))
    full = small.and_then(RuneGainBegun(seat="human"))
    full.and_then(RunesPlaced(seat="human", areas=())).then(table(**{"agenda.due": {}}))


def test_a_rune_goes_to_an_area_of_ones_own_or_of_nobody() -> None:
    taken = given(GAME, *TWO, *MINE, AreaTaken(seat="elf", area="4A"), RuneGainBegun(seat="human"))
    taken.when(RunesPlaced(seat="human", areas=("4A", "2A"), real="2A")).then(refused("not-for-runes", bendable=True))
    taken.when(RunesPlaced(seat="human", areas=("9A", "2A"), real="2A")).then(table(**{"land.9A.rune.kind": "fake"}))


def test_a_rune_lies_on_the_map_where_there_is_one() -> None:
    mapped = given(MAPPED, *HOMES, WarBegun(), RuneGainBegun(seat="human"))
    mapped.when(RunesPlaced(seat="human", areas=("6C", "1A"), real="1A")).then(refused("not-offered", bendable=False))
    mapped.when(RunesPlaced(seat="human", areas=("H1", "1A"), real="1A")).then(table(**{"land.H1.rune.kind": "fake"}))


def test_both_runes_are_placed() -> None:
    gaining().when(RunesPlaced(seat="human", areas=("2A",), real="2A")).then(refused("rune-count", bendable=True))


def test_there_are_twenty_one_real_runes() -> None:
    out = [RunePut(area=f"r{n}") for n in range(21)]
    given(GAME, *TWO, *out).when(RuneGainBegun(seat="human")).then(refused("runes-out", bendable=False))
