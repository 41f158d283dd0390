"""Non-interference: two worlds that differ in a secret alone are one world to everybody who may not know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Literal, Self

import pytest
from pydantic import Field

from companion.log_sentences import say_entry
from companion.testing import Play, given
from companion.value_history import moves_of_value
from companion.view_context import ViewContext
from domain.framework import kernel
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, LogRole, Secrets
from domain.framework.events.marks import Settled
from domain.framework.game import AnyGame, Prompt, Viewer
from domain.framework.refusal import Misfit, NotFound, Refused, RefusedAll, never
from domain.framework.table import as_json, changes_between, join_path
from domain.framework.text import ENGLISH, text
from domain.framework.views import visibility
from domain.games.agemonia import GAME as AGEMONIA
from domain.games.agemonia.console.rounds import HeroActionSelected, RoundStarted
from domain.games.champions import GAME as CHAMPIONS
from domain.games.heroes3 import GAME as HEROES3
from domain.games.runewars import GAME as RUNEWARS
from domain.log import corrections
from domain.log.corrections import TableDecision
from domain.log.entries import Entry
from domain.log.reasons import reasons_against
from projections.campaigns import Listed
from projections.documents.plain import plain_sheet
from projections.search.public_fields import public_fields
from tests import toy
from tests.domain.games.agemonia.console.fights import FIGHTING, LUNARA, VENIA
from tests.domain.games.champions.moments import IRON, SPIDER
from tests.domain.games.champions.worlds import evening
from tests.domain.games.heroes3.opening import DUNGEON
from tests.domain.games.heroes3.worlds import study
from tests.domain.games.runewars.heroes.summer import HEROES, adventure
from tests.domain.games.runewars.worlds import court, war
from tests.strategies import plausible
from tests.suite.soak import SOAK
from tests.suite.variants import first_of_each

TOO_LITTLE = never("too-little", "{seat} shows {have} of 20.")


class CardShown(toy.ToyEvent):
    """Its rule rests on what only its seat knows."""

    help_text = "A card of 20 or more wins the day."
    sentence = "{seat} showed a card of 20 or more"
    acting_seat = "seat"
    seat: toy.Sitter

    def check(self, table: toy.Harbour) -> Iterator[Refused]:
        if (have := table.seats[self.seat].card or 0) < ENOUGH:
            yield TOO_LITTLE(seat=self.seat, have=have)


class CardsTurned(toy.ToyEvent):
    """What it shows is settled; who has the highest card gains a coin."""

    help_text = "Everybody shows their card."
    sentence = "The cards were turned over: {shown}"
    log = LogRole(confirm_undo="revealed")
    shown: Annotated[Mapping[str, int], Settled()] = Field(default_factory=dict)

    def settle(self, table: toy.Harbour, chance: Chance) -> Self:
        return self.copy_with(shown={name: seat.card for name, seat in table.seats.items() if seat.card})

    def follow(self, table: toy.Harbour) -> Iterator[Event[toy.Harbour]]:
        if self.shown:
            yield toy.CoinsGained(seat=max(self.shown, key=lambda seat: self.shown[seat]), amount=1)


def tempting(table: toy.Harbour) -> Sequence[Prompt]:
    """Who could win is prompted to, by the card that lies before them."""
    winning = [name for name, seat in table.seats.items() if (seat.card or 0) >= ENOUGH]
    return [Prompt(text("{seat} wins", seat=seat), CardShown, fields={"seat": seat}) for seat in winning]


ENOUGH = 20
NEWEST, ONE_IN, ONCE = (3, 1, 1) if SOAK else (3, 3, 1000)
"""So many entries are taken back at every moment, all of them at one in so many, such as the last alone."""
RIVALS = replace(
    toy.GAME, key="rivals", rivals=True, own_events=(*toy.GAME.own_events, CardShown, CardsTurned), prompts=tempting
)
LISTED = Listed("c", "c", "toy", "c", "", "", "", 0, 0, 0, 0, "", 0, "")


@dataclass(frozen=True)
class Pair:
    """A log that was played twice, with another secret the second time, and the seats that may not know it."""

    game: AnyGame
    logs: tuple[Sequence[Event[Any]], Sequence[Event[Any]]]
    others: tuple[tuple[str, ...], ...]

    def plays(self, upto: int) -> list[Play]:
        return [given(self.game, *log[:upto]).play for log in self.logs]


def harbour(first: int, second: int) -> list[Event[Any]]:
    return [
        toy.SeatTaken(seat="Ann"),
        toy.SeatTaken(seat="Bob"),
        kernel.SessionStarted(),
        toy.CoinsGained(seat="Ann", amount=9),
        toy.CardDrawn(seat="Ann", card=first),
        toy.CardDrawn(seat="Bob", card=7),
        toy.TowerBuilt(seat="Ann", tower="oak"),
        toy.CardDrawn(seat="Ann", card=second),
        toy.NightFell(),
    ]


def hands(favour: str) -> list[Event[Any]]:
    """Ann holds another favour, as many of them."""
    return [
        toy.SeatTaken(seat="Ann"),
        toy.SeatTaken(seat="Bob"),
        toy.FavoursTaken(seat="Ann", favours={favour: 2}),
        toy.FavoursTaken(seat="Bob", favours={"toll": 1}),
        toy.CoinsGained(seat="Bob", amount=1),
    ]


def drawing(*favours: str) -> list[Event[Any]]:
    """Ann draws and plays what she holds in both worlds; then the deck runs out for Bob."""
    return [
        toy.SeatTaken(seat="Ann"),
        toy.SeatTaken(seat="Bob"),
        toy.FavoursDrawn(seat="Ann", count=2, favours=("calm", favours[0])),
        toy.FavoursDrawn(seat="Bob", favours=("calm",)),
        toy.FavourCalledIn(seat="Ann", favour="calm"),
        toy.FavoursDrawn(seat="Ann", favours=(favours[1],)),
        toy.FavoursDrawn(seat="Bob", count=2, favours=("calm", "calm")),
        toy.BoatSailed(space="mole"),
    ]


def betting(first: str, second: str) -> list[Event[Any]]:
    """Ann bets, bets anew, and all is turned over alike."""
    return [
        toy.SeatTaken(seat="Ann"),
        toy.SeatTaken(seat="Bob"),
        toy.BetPlaced(seat="Ann", space=first),
        toy.BetPlaced(seat="Bob", space="reef"),
        toy.BetPlaced(seat="Ann", space="quay"),
        toy.BetsRevealed(),
        toy.BoatSailed(space="mole"),
        toy.BetPlaced(seat="Ann", space=second),
    ]


def rivalry(card: int) -> list[Event[Any]]:
    """Ann wins with one of the cards, and does not with the other."""
    drawn = toy.CardDrawn(seat="Ann", card=card)
    return [toy.SeatTaken(seat="Ann"), toy.SeatTaken(seat="Bob"), drawn, toy.CoinsGained(seat="Bob", amount=1)]


def round_of(action: str, symbol: str) -> list[Event[Any]]:
    chosen = HeroActionSelected(hero=LUNARA, action=action, symbol=symbol)
    return [*FIGHTING, RoundStarted(), chosen, HeroActionSelected(hero=VENIA, action="focus", symbol="red")]


PAIRS = {
    "toy": Pair(toy.GAME, (harbour(17, 3), harbour(23, 8)), ((), ("Bob",))),
    "hands": Pair(toy.GAME, (hands("calm"), hands("gust")), ((), ("Bob",))),
    "favours": Pair(toy.GAME, (drawing("gust", "toll"), drawing("calm", "gust")), ((), ("Bob",))),
    "bets": Pair(toy.GAME, (betting("isle", "mole"), betting("mole", "reef")), ((), ("Bob",))),
    "the same again": Pair(toy.GAME, (betting("quay", "mole"), betting("isle", "reef")), ((), ("Bob",))),
    "rivals": Pair(RIVALS, (rivalry(31), rivalry(12)), ((), ("Bob",))),
    "agemonia": Pair(AGEMONIA, (round_of("focus", "red"), round_of("sweep", "green")), ((), (VENIA,))),
    "hand": Pair(CHAMPIONS, (evening("daredevil", "web", "aid"), evening("aid", "aid", "web")), ((), (IRON,))),
    "study": Pair(
        HEROES3,
        (
            study(("attack", "power", "defense", "magic-arrow"), "curse", ("cure", "clone")),
            study(("attack", "knowledge", "attack", "offense"), "cure", ("berserk", "weakness")),
        ),
        ((), (DUNGEON,)),
    ),
    "the other hand": Pair(
        CHAMPIONS,
        (evening("daredevil", "web", "aid", keeper=IRON), evening("aid", "aid", "web", keeper=IRON)),
        ((), (SPIDER,)),
    ),
    "court": Pair(RUNEWARS, (court("ambush", "The Lost Mine", 1), court("retreat", "The Old Road", 3)), ((), ("elf",))),
    "runewars": Pair(RUNEWARS, (war("1B", "harvest", "fortify"), war("1C", "recruit", "conquer")), ((), ("elf",))),
    "heroes": Pair(HEROES, (adventure("boots", "ruins"), adventure("blade-of-fury", "spire")), ((), ("elf",))),
}
each_pair = pytest.mark.parametrize(
    "pair",
    first_of_each(
        PAIRS.values(),
        lambda pair: pair.game.key,
        lambda pair: next(name for name, one in PAIRS.items() if one is pair),
        further=pytest.mark.slow,
    ),
)


def views(pair: Pair, look: Callable[[Play, Viewer], object], one_in: int = 1) -> Iterator[tuple[object, object]]:
    """What each of the others finds in either world, at every entry, or every so many'th and the last."""
    last = len(pair.logs[0])
    for upto in range(last, 0, -one_in):
        plays = pair.plays(upto)
        for seats in pair.others:
            one, two = (look(play, Viewer.on(*seats)) for play in plays)
            yield one, two


def told(reasons: Sequence[Refused]) -> list[tuple[str, str]]:
    return [(reason.code, str(reason)) for reason in reasons]


def here(play: Play, viewer: Viewer) -> ViewContext:
    return ViewContext(LISTED, play.campaign, viewer, ENGLISH)


@each_pair
def test_the_worlds_differ(pair: Pair) -> None:
    one, two = pair.plays(len(pair.logs[0]))
    assert changes_between(one.campaign.table, two.campaign.table)


@each_pair
def test_a_table_looks_the_same(pair: Pair) -> None:
    for one, two in views(pair, lambda play, viewer: as_json(play.game.view(play.campaign.table, viewer))):
        assert one == two


@each_pair
def test_what_comes_next_is_the_same(pair: Pair) -> None:
    def prompts(play: Play, viewer: Viewer) -> object:
        return [(str(one.title), one.event, dict(one.fields), one.required) for one in play.campaign.prompts(viewer)]

    for one, two in views(pair, prompts):
        assert one == two


@each_pair
def test_sheets_and_boards_are_the_same(pair: Pair) -> None:
    def drawn(play: Play, viewer: Viewer) -> object:
        table = play.game.view(play.campaign.table, viewer)
        return [plain_sheet(sheet) for sheet in play.game.sheets(table)], repr(play.game.board(table))

    for one, two in views(pair, drawn):
        assert one == two


@each_pair
def test_what_moved_a_value_is_the_same(pair: Pair) -> None:
    """Also how often: who chose the same again changed nothing, and that is nobody else's to know."""

    def moved(play: Play, viewer: Viewer) -> Iterator[object]:
        for marked, _, _ in visibility.marked_values(play.campaign.table):
            for path in (join_path(marked), join_path(marked[:-1])):
                try:
                    yield path, moves_of_value(path, here(play, viewer))
                except NotFound as hidden:
                    yield path, str(hidden)

    for one, two in views(pair, lambda play, viewer: list(moved(play, viewer))):
        assert one == two


@each_pair
def test_the_log_says_the_same(pair: Pair) -> None:
    def lines(play: Play, viewer: Viewer) -> object:
        found = here(play, viewer)
        entries = play.campaign.entries()
        return [(say_entry(entry, found), public_fields(play.game, entry.topic, entry.fields)) for entry in entries]

    for one, two in views(pair, lines):
        assert one == two


def listed(game: AnyGame, preview: corrections.Preview) -> dict[str, object]:
    """The whole preview, for a viewer who may not know the secret fields of its events."""

    def said(event: Event[Any]) -> object:
        return event.topic, public_fields(game, event.topic, event.model_dump(mode="json"))

    def refused(found: list[tuple[Entry, list[Refused]]]) -> object:
        return [(entry.position, told(reasons)) for entry, reasons in found]

    return {
        "goes": [entry.position for entry in preview.goes],
        "otherwise": [(one.entry.position, said(one.was), said(one.now), one.rolled) for one in preview.otherwise],
        "added": [(one.after.position, said(one.event), one.rolled) for one in preview.added],
        "lapsed": [(entry.position, entry.topic) for entry in preview.lapsed],
        "returned": [entry.position for entry in preview.returned],
        "dropped": refused(preview.dropped),
        "bent": refused(preview.bent),
        "still open": [(str(prompt.title), dict(prompt.fields)) for prompt in preview.still_open],
        "changes": preview.changes,
        "hides": preview.hides,
    }


Look = Callable[[], corrections.Preview]


def outcome(play: Play, look: Look) -> object:
    """The preview, or its refusal."""
    try:
        return listed(play.game, look())
    except NotFound as gone:
        return str(gone)
    except RefusedAll as refusal:
        return told(refusal.reasons)
    except Misfit as misfit:
        return str(misfit)


def previews(play: Play, viewer: Viewer, oldest: int) -> list[object]:
    """The previews of withdrawing each entry from one on, alone or with all since."""
    choices: tuple[Literal["since"] | None, ...] = (None, "since")
    return [
        outcome(
            play, partial(corrections.preview_withdrawal, play.campaign, entry, viewer.seats, TableDecision(choice))
        )
        for entry in range(max(2, oldest), play.campaign.position + 1)
        for choice in choices
    ]


@pytest.mark.slow
@each_pair
def test_a_preview_of_taking_back_what_is_new_is_the_same(pair: Pair) -> None:
    def newest(play: Play, viewer: Viewer) -> object:
        return previews(play, viewer, play.campaign.position - NEWEST)

    for one, two in views(pair, newest):
        assert one == two


@pytest.mark.slow
@each_pair
def test_a_preview_of_taking_back_any_entry_is_the_same(pair: Pair) -> None:
    for one, two in views(pair, lambda play, viewer: previews(play, viewer, 2), ONCE):
        assert one == two


@pytest.mark.slow
@each_pair
def test_a_preview_of_an_amendment_is_the_same(pair: Pair) -> None:
    """For every number in an entry that others may amend."""

    def amended(play: Play, viewer: Viewer) -> Iterator[object]:
        command = replace(play.command(), seats=viewer.seats)
        for entry in play.campaign.entries(1):
            for name, value in entry.fields.items():
                if type(value) is int and name not in (entry.event.secrets.fields if entry.event else ()):
                    look = partial(
                        corrections.preview_amendment, play.campaign, entry.position, {name: value + 1}, command
                    )
                    yield entry.position, name, outcome(play, look)

    for one, two in views(pair, lambda play, viewer: list(amended(play, viewer)), ONCE):
        assert one == two


@pytest.mark.slow
@each_pair
def test_a_preview_of_an_insertion_is_the_same(pair: Pair) -> None:
    """Of events that others may record, after an entry in the middle and one near the end."""

    def inserted(play: Play, viewer: Viewer) -> Iterator[object]:
        campaign, command = play.campaign, replace(play.command(bend="a card says so"), seats=viewer.seats)
        seen = play.game.view(campaign.table, viewer)
        open_rules = [cls for cls in play.game.by_name.values() if cls is not CardShown]
        events = [event for cls in open_rules[::3] for event in plausible(cls, seen, seed=4, count=1)]
        for after in (campaign.position // 2, campaign.position - 2):
            for event in events:
                yield event, outcome(play, partial(corrections.preview_insertion, campaign, after, event, command))

    for one, two in views(pair, lambda play, viewer: list(inserted(play, viewer)), ONCE):
        assert one == two


@each_pair
def test_a_refusal_is_the_same(pair: Pair) -> None:
    """Of anything that others may record: it says nothing of what they do not see."""

    def refusals(play: Play, viewer: Viewer) -> object:
        table = play.campaign.table
        seen = play.game.view(table, viewer)
        open_rules = [cls for cls in play.game.by_name.values() if cls is not CardShown]
        events = [event for cls in open_rules for event in plausible(cls, seen, seed=4, count=2)]
        return [told(reasons_against(play.campaign.game, event, table, viewer.seats)) for event in events]

    for one, two in views(pair, refusals, ONE_IN):
        assert one == two


@each_pair
def test_a_view_differs_exactly_at_hidden_paths(pair: Pair) -> None:
    for play in pair.plays(len(pair.logs[0])):
        for seats in pair.others:
            viewer = Viewer.on(*seats)
            differing = {
                change.path
                for change in changes_between(play.campaign.table, play.game.view(play.campaign.table, viewer))
            }
            assert differing
            assert all(visibility.is_hidden_from(play.campaign.table, path, viewer.seats) for path in differing)


def test_undoing_the_start_of_a_round_tells_no_selected_action() -> None:
    play = given(AGEMONIA, *round_of("focus", "red")).play
    started = play.campaign.position - 2
    assert isinstance(play.campaign.entry(started).event, RoundStarted)
    found = corrections.preview_withdrawal(play.campaign, started, frozenset())
    assert "ocus" not in str(listed(play.game, found))


def test_nothing_is_taken_back_that_would_turn_a_secret_over() -> None:
    play = given(AGEMONIA, *round_of("focus", "red")).play
    with pytest.raises(RefusedAll) as refused:
        corrections.withdraw(play.campaign, play.campaign.position - 2, play.command(), TableDecision("those"))
    assert refused.value.reasons[0].code == "would-turn-over"


def test_setting_the_phase_by_hand_turns_no_action_over() -> None:
    spec = given(AGEMONIA, *round_of("focus", "red"))
    reasons = reasons_against(
        spec.play.campaign.game,
        kernel.Adjusted(path="scene.phase", after="turns", reason="x"),
        spec.play.campaign.table,
    )
    assert [(reason.code, reason.bendable) for reason in reasons] == [("turns-over", False)]


def test_the_first_of_two_cards_is_not_told_by_taking_the_second_back() -> None:
    play = given(toy.GAME, *harbour(17, 3)).play
    second = next(
        n for n in range(play.campaign.position, 0, -1) if isinstance(play.campaign.entry(n).event, toy.CardDrawn)
    )
    assert "17" not in str(corrections.preview_withdrawal(play.campaign, second, frozenset({"Bob"})).changes)


def test_a_preview_gives_no_reason_that_rests_on_a_secret() -> None:
    """Ann won with a card that she drew anew; without it she has 12, which nobody else is told."""
    log = [*rivalry(12)[:3], toy.CardDrawn(seat="Ann", card=31), CardShown(seat="Ann")]
    play = given(RIVALS, *log).play
    found = corrections.preview_withdrawal(play.campaign, 5, None)
    assert [str(reason) for _, reasons in found.dropped for reason in reasons] == ["Ann shows 12 of 20."]
    seen = corrections.preview_withdrawal(play.campaign, 5, frozenset({"Bob"}))
    assert "12" not in str(listed(play.game, seen))
    assert seen.hides


def test_a_refusal_that_rests_on_a_secret_says_only_that() -> None:
    play = given(RIVALS, *rivalry(12)).play
    for seats, code in ((frozenset({"Bob"}), "something-hidden"), (frozenset({"Ann"}), "too-little")):
        reasons = reasons_against(play.campaign.game, CardShown(seat="Ann"), play.campaign.table, seats)
        assert [reason.code for reason in reasons] == [code]


@pytest.mark.parametrize("held", ["calm", "gust"])
def test_a_card_of_another_hand_is_refused_alike_whether_it_is_held_or_not(held: str) -> None:
    play = given(toy.GAME, *hands(held)).play
    asked = toy.FavourCalledIn(seat="Ann", favour="calm")
    for seats in (frozenset({"Bob"}), frozenset[str]()):
        reasons = reasons_against(play.campaign.game, asked, play.campaign.table, seats)
        assert told(reasons) == [("not-offered", "“Calm Sea” is not one of the favours here.")]


def test_a_card_of_ones_own_hand_is_offered_and_no_other() -> None:
    play = given(toy.GAME, *hands("calm")).play
    codes = {
        favour: [
            reason.code
            for reason in reasons_against(
                play.campaign.game,
                toy.FavourCalledIn(seat="Ann", favour=favour),
                play.campaign.table,
                frozenset({"Ann"}),
            )
        ]
        for favour in ("calm", "gust")
    }
    assert codes == {"calm": [], "gust": ["not-offered"]}


def test_who_sees_a_hand_is_prompted_to_play_from_it_and_nobody_else() -> None:
    play = given(toy.GAME, *hands("calm")).play
    asked = {
        seat: [dict(p.fields) for p in play.campaign.prompts(Viewer.on(seat)) if p.event is toy.FavourCalledIn]
        for seat in ("Ann", "Bob", "Cleo")
    }
    assert asked == {"Ann": [{"seat": "Ann"}], "Bob": [{"seat": "Bob"}], "Cleo": []}


def test_putting_right_what_is_another_seats_to_say_tells_no_rule_that_rests_on_its_secret() -> None:
    play = given(RIVALS, *rivalry(12), toy.CardDrawn(seat="Bob", card=25), CardShown(seat="Bob")).play
    bob = replace(play.command(), seats=frozenset({"Bob"}))
    with pytest.raises(RefusedAll) as refused:
        corrections.preview_amendment(play.campaign, 7, {"seat": "Ann"}, bob)
    assert [reason.code for reason in refused.value.reasons] == ["not-yours"]


def test_a_secret_of_nobody_is_nobodys_to_guard() -> None:
    class Shuffled(toy.ToyEvent):
        sentence = "Shuffled {order}"
        secrets = Secrets(("order",), of="nobody")
        order: tuple[int, ...] = ()

    table = toy.GAME.new_table()
    assert Shuffled.keepers({"order": (2, 1)}, table) == ()
    assert not list(corrections.kept_from(frozenset({"Bob"}), Shuffled, {"order": (2, 1)}, table))


def test_a_table_that_only_counts_hides_nothing() -> None:
    table = toy.GAME.new_table()
    assert toy.CardDrawn.hidden({"seat": "Ann", "card": None}) == ()
    assert toy.CardDrawn.keepers({"seat": "Ann", "card": None}, table) is None


def test_what_is_one_seats_own_doing_is_not_for_another_to_record() -> None:
    class Passed(toy.ToyEvent):
        sentence = "{seat} passed"
        acting_seat = "seat"
        seat: str

    table = toy.GAME.new_table()
    assert [r.code for r in corrections.kept_from(frozenset({"Bob"}), Passed, {"seat": "Ann"}, table)] == ["not-yours"]
    assert not list(corrections.kept_from(None, Passed, {"seat": "Ann"}, table))
    assert not list(corrections.kept_from(frozenset({"Ann"}), Passed, {"seat": "Ann"}, table))
