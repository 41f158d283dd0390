"""The end of the war (游戏胜利): C-29 to C-32, X93, ties, and what is laid open."""

from companion.testing import Spec, given, refused, table
from domain.framework.game import PUBLIC, Viewer
from domain.framework.kernel import AreasTracked
from domain.framework.kernel.adjusting import Adjusted
from domain.games.runewars import GAME
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.rune_tokens import final_ranking, known_real, real_range
from domain.games.runewars.runes import RuneGainBegun, RunesPlaced, StartingRunesPlaced
from domain.games.runewars.setup.players import WarSetUp
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.victory import VictoryClaimed, WarEnded, WarScored, runes_counted
from tests.domain.games.runewars.moments import TWO, Events

HOME = ("1A", "1B", "1C")
PLACED = StartingRunesPlaced(seat="human", areas=HOME, fake="1B")
MINE = tuple(AreaTaken(seat="human", area=area) for area in HOME)
REAL = ("1A", "1C", "r1", "r2", "r3", "r4")


def gained(n: int) -> Events:
    places = (AreaTaken(seat="human", area=f"r{n}"), AreaTaken(seat="human", area=f"f{n}"))
    return (*places, RuneGainBegun(seat="human"), RunesPlaced(seat="human", areas=(f"r{n}", f"f{n}"), real=f"r{n}"))


OVER: Events = tuple(Adjusted(path=path, after=to, reason="x") for path, to in (("season", 24), ("step", "finished")))
"""The last winter is over."""
HOME_HELD: Events = (*TWO, PLACED, *MINE)
RICH: Events = (*HOME_HELD, *(event for n in range(1, 5) for event in gained(n)))
"""The human seat controls six real runes and five false ones."""


def rich() -> Spec:
    return given(GAME, *RICH)


def now(spec: Spec) -> Runewars:
    found: Runewars = spec.play.campaign.table
    return found


def test_c_29_a_seat_counts_the_runes_it_knows_to_be_real() -> None:
    assert known_real(now(rich()), "human") == ["1A", "1C", "r1", "r2", "r3", "r4"]
    assert known_real(now(rich()), "elf") == []


def test_six_real_runes_win() -> None:
    won = rich().when(VictoryClaimed(seat="human", areas=REAL))
    won.then(table(winners=["human"], step="finished", secrets_open=True))


def test_that_it_may_win_is_told_to_the_seat_that_knows_its_runes_alone() -> None:
    rich().then_prompts("Claim victory", viewer=Viewer.on("human"))
    for viewer in (PUBLIC, Viewer.on("elf")):
        rich().then_no_prompt(VictoryClaimed, viewer=viewer)


def test_nobody_is_told_so_who_lacks_a_rune_or_has_won() -> None:
    poor = given(GAME, *HOME_HELD, *(event for n in range(1, 4) for event in gained(n)))
    poor.then_no_prompt(VictoryClaimed, viewer=Viewer.on("human"))
    won = rich().and_then(VictoryClaimed(seat="human", areas=REAL))
    won.then_no_prompt(VictoryClaimed, viewer=Viewer.on("human")).then_no_prompt(WarEnded)


def test_fewer_do_not() -> None:
    rich().when(VictoryClaimed(seat="human", areas=REAL[:5])).then(
        refused("too-few-runes", bendable=False, says="makes 5 runes; it takes 6 real ones to win")
    )


def test_a_false_one_shows_itself_and_does_not_count() -> None:
    claimed = rich().when(VictoryClaimed(seat="human", areas=("1B", *REAL[1:])))
    claimed.then(
        VictoryClaimed(seat="human", areas=("1B", *REAL[1:]), false=("1B",), won=False),
        table(**{"winners": [], "land.1B.rune.up": True, "secrets_open": False}),
    )


def test_taking_a_claim_back_hides_the_secrets_again() -> None:
    claimed = rich().when(VictoryClaimed(seat="human", areas=REAL))
    claimed.and_undo(sure=True).then(table(winners=[], secrets_open=False))


def test_the_last_winter_is_scored_by_real_runes() -> None:
    early = given(GAME, *TWO, PLACED, *MINE)
    early.when(WarScored()).then(refused("not-yet-over", bendable=True))
    early.when(WarScored(), bend="we stop here").then(table(winners=["human"]))


def test_a_false_rune_counts_for_nobody() -> None:
    """Of three areas of Daqan Lords with rune tokens, one token is false."""
    assert runes_counted(now(given(GAME, *TWO, PLACED, *MINE))) == {"human": 2, "elf": 0}


def test_x_01_a_war_ends_once() -> None:
    ended = rich().when(VictoryClaimed(seat="human", areas=REAL))
    for event in (VictoryClaimed(seat="human", areas=REAL), WarScored(), WarEnded()):
        ended.and_then(event).then(refused("war-is-over", bendable=False))


def test_after_the_last_winter_nobody_claims_any_more() -> None:
    given(GAME, *RICH, *OVER).when(VictoryClaimed(seat="human", areas=REAL)).then(refused("too-late", bendable=True))


def test_what_nobody_wrote_down_the_table_counts() -> None:
    """Otherwise everybody would have none, and influence would decide."""
    blind = given(GAME, WarSetUp(runes="blind"), *HOME_HELD, *OVER)
    blind.when(WarScored()).then(refused("say-real-runes", bendable=False, says="Daqan Lords, Latari Elves"))
    blind.when(WarScored(real={"human": 1})).then(refused("say-real-runes", says="how many Latari Elves control"))
    blind.when(WarScored(real={"human": 1, "elf": 2})).then(table(winners=["elf"]))


def test_runes_that_were_not_all_written_down_are_counted_by_the_table() -> None:
    unwritten = (*TWO, PLACED.copy_with(fake=None), *MINE, *OVER)
    given(GAME, *unwritten).when(WarScored()).then(refused("not-all-written", bendable=True, says="Daqan Lords"))
    given(GAME, *unwritten).when(WarScored(real={"human": 2})).then(table(winners=["human"]))


def test_a_table_that_does_not_track_who_holds_what_counts_the_runes_itself() -> None:
    runes = (AreasTracked(tracks=("calendar", "runes")), *TWO, PLACED, *OVER)
    given(GAME, *runes).when(WarScored()).then(refused("say-real-runes", bendable=False))
    given(GAME, *runes).when(WarScored(real={"human": 2, "elf": 3})).then(table(winners=["elf"]))


def test_c_31_ties_go_by_influence_then_by_what_one_began_with_and_then_are_shared() -> None:
    three = now(given(GAME, *TWO))
    three.seats["human"].influence = three.seats["elf"].influence = 3
    three.seats["human"].starting_influence, three.seats["elf"].starting_influence = 3, 4
    assert final_ranking(three, {"human": 2, "elf": 2}) == [["elf"], ["human"]]
    three.seats["human"].starting_influence = 4
    assert final_ranking(three, {"human": 2, "elf": 2}) == [["human", "elf"]]
    assert final_ranking(three, {"human": 3, "elf": 2}) == [["human"], ["elf"]]


def test_a_tie_with_an_unknown_influence_is_left_to_the_table() -> None:
    played = given(GAME, *TWO, PLACED, *OVER)
    played.play.campaign.table.seats["elf"].unsaid = True
    scored = WarScored(real={"human": 2, "elf": 2})
    played.when(scored).then(refused("tie-unknown", bendable=False))
    played.when(WarScored(real={"human": 3, "elf": 2})).then(table(winners=["human"]))


def test_c_32_everybody_can_work_out_how_many_a_seat_may_have() -> None:
    home = given(GAME, *HOME_HELD)
    assert real_range(now(home), "human") == (2, 2)
    one_lost = given(GAME, *HOME_HELD, AreaTaken(seat="elf", area="1A"))
    assert real_range(now(one_lost), "human") == (1, 2)
    assert real_range(now(one_lost), "elf") == (0, 1)


def test_the_table_may_agree_that_the_war_is_over() -> None:
    given(GAME, *TWO).when(WarEnded(winners=("elf",), source="given up")).then(
        table(winners=["elf"], step="finished", secrets_open=False)
    )
