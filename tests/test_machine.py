"""Random evenings: whatever is recorded, taken back, put right, branched off or forgotten, all views agree.

They begin at an empty table, and at the named moments of golden logs (`tests/golden/<game>/moments.toml`).

Live = folded from zero = from a snapshot = the read models; undo then redo = nothing happened;
everything that is accepted can be projected, and a rebuild gives the very same rows.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from domain import campaigns as campaigns_module
from domain.framework.content import Content, merge_content
from domain.framework.events.chance import Chance
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.kernel import Adjusted
from domain.framework.refusal import Misfit, NotFound, RefusedAll
from domain.framework.table import as_json, join_path
from domain.log import history as history_module
from domain.log.campaign import Campaign
from domain.log.dependents import end_of_command, root_of
from domain.log.entries import Memory
from domain.log.reasons import reasons_against
from projections.documents.arrivals import import_campaign
from tests.house import House
from tests.moments import Moment, moments_of, read_golden
from tests.strategies import guess
from tests.suite.soak import SOAK, often
from tests.suite.variants import first_of_each
from tests.test_games import GAMES_UNDER_TEST

REFUSED = (RefusedAll, NotFound, Misfit)
randoms = st.randoms(use_true_random=False)
SOME, MORE = 12, 20
"""Evenings from an empty table; in `make full`. The same every time; nothing happens in the first three."""
choices = st.sampled_from([None, "those", "since"])


def leaves(state: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every single value of a table, with its path."""
    if isinstance(state, dict):
        for name, part in state.items():
            yield from leaves(part, (*path, name))
    elif isinstance(state, list):
        for n, part in enumerate(state):
            yield from leaves(part, (*path, str(n)))
    elif path[0] not in ("content", "library"):
        yield join_path(path), state


def numbers(thing: Mapping[str, Any]) -> list[str]:
    """The fields of a thing that are numbers."""
    return [name for name, value in thing.items() if type(value) is int]


class Evening(RuleBasedStateMachine):
    """A house with a campaign of a game, and its branches; with a moment, one that goes on from there."""

    def __init__(self, game: AnyGame, moment: Moment | None = None) -> None:
        super().__init__()
        self.game = game
        self.moment = moment
        self.folder = TemporaryDirectory()
        self.house = House(Path(self.folder.name) / "campaigns.db", (game,))
        self.campaigns: list[str] = []
        self.steps = -1

    @initialize(random=randoms)
    def begin(self, random: Random) -> None:
        self.campaigns.append(self._begin_anew(random) if self.moment is None else self._go_on_from(self.moment))

    def _go_on_from(self, moment: Moment) -> str:
        log = read_golden(self.game.key, moment.log)
        past = replace(log, raws=log.raws[: moment.entry])
        return import_campaign(self.house.campaigns, past).campaign

    def _begin_anew(self, random: Random) -> str:
        opening: dict[str, Any] = {}
        if self.game.opening is not None:
            event = None
            while event is None or not self._fits(event):
                event = guess(self.game.opening, self.game.new_table(), random)
            opening = event.model_dump(mode="json")
        return self.house.new("Evening", opening)

    def _fits(self, event: Any) -> bool:
        return not reasons_against(self.game, event, Campaign("0" * 32, self.game, Memory()).table)

    @property
    def current(self) -> str:
        return self.campaigns[-1]

    @property
    def head(self) -> int:
        return self.house.head(self.current)

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something that may be refused; then nothing may have changed."""
        before, head = self.house.table(self.current), self.head
        try:
            act()
        except REFUSED:
            assert (self.house.table(self.current), self.head) == (before, head)
            return False
        return True

    # --- what may happen ---

    @rule(random=randoms, bend=st.booleans())
    def record(self, random: Random, bend: bool) -> None:
        """Anything, plausible or not."""
        cls = random.choice(list(self.game.by_name.values()))
        with self.house.campaigns.open(self.current) as live:
            event = guess(cls, live.table, random)
        if event is not None:
            reason = "a card says so" if bend else ""
            self.attempt(lambda: self.house.record(self.current, event, bend=reason))

    @rule(random=randoms)
    def go_on(self, random: Random) -> None:
        """What the game asks for."""
        with self.house.campaigns.open(self.current) as live:
            prompts = live.prompts(PUBLIC)
            prompt = random.choice(prompts) if prompts else None
            event = prompt and guess(prompt.event, live.table, random)
        if event is not None:
            self.house.campaigns.chance = Chance(random)
            self.attempt(lambda: self.house.record(self.current, event))

    @rule(random=randoms)
    def answer_a_card(self, random: Random) -> None:
        """Several things at once, all of them or none; undo is about all of them."""
        with self.house.campaigns.open(self.current) as live:
            guessed = [guess(random.choice(list(self.game.by_name.values())), live.table, random) for _ in range(3)]
        events, before = [event for event in guessed if event is not None], self.house.table(self.current)
        command = self.house.command()
        if events and self.attempt(lambda: self.house.campaigns.record_all(self.current, events, command)):
            after = self.house.table(self.current)
            if self.attempt(lambda: self.house.undo(self.current, None, "those", sure=True)):
                assert self.house.table(self.current) == before
                self.house.redo(self.current)
                assert self.house.table(self.current) == after

    @rule(random=randoms)
    def adjust(self, random: Random) -> None:
        path, value = random.choice(list(leaves(self.house.table(self.current))))
        after = not value if isinstance(value, bool) else random.randint(0, 9) if isinstance(value, int) else value
        self.attempt(lambda: self.house.record(self.current, Adjusted(path=path, after=after, reason="by hand")))

    @rule(random=randoms)
    def change_pack(self, random: Random) -> None:
        """One thing of the pack has other numbers from here on."""
        with self.house.campaigns.open(self.current) as live:
            pack = live.table.pack
        things = [(kind, id_, thing) for kind, of_kind in pack.kinds.items() for id_, thing in of_kind.items()]
        kind, id_, thing = random.choice([found for found in things if numbers(found[2])])
        other = Content({kind: {id_: {name: random.randint(0, 9) for name in numbers(thing)}}})
        made = merge_content(pack, other)
        self.attempt(lambda: self.house.campaigns.change_pack(self.current, made, self.house.command()))

    @rule()
    def undo(self) -> None:
        self.attempt(lambda: self.house.undo(self.current))

    @rule()
    def redo(self) -> None:
        self.attempt(lambda: self.house.redo(self.current))

    @rule()
    def undo_and_redo_changes_nothing(self) -> None:
        before = self.house.table(self.current)
        if self.attempt(lambda: self.house.undo(self.current, None, "those")):
            self.house.redo(self.current)
            assert self.house.table(self.current) == before

    @rule(random=randoms, choice=choices, sure=st.booleans())
    def undo_any(self, random: Random, choice: Any, sure: bool) -> None:
        entry = random.randint(1, self.head)
        with self.house.campaigns.open(self.current) as live:
            first = root_of(live, entry)
        before = self.house.at(self.current, first - 1)
        if self.attempt(lambda: self.house.undo(self.current, entry, choice, sure)) and choice == "since":
            assert self.house.table(self.current) == before

    @rule(random=randoms)
    def undo_since_and_redo_changes_nothing(self, random: Random) -> None:
        before, entry = self.house.table(self.current), random.randint(1, self.head)
        if self.attempt(lambda: self.house.undo(self.current, entry, "since", sure=True)):
            self.house.redo(self.current)
            assert self.house.table(self.current) == before

    @rule(random=randoms, choice=choices)
    def restore(self, random: Random, choice: Any) -> None:
        entry = random.randint(1, self.head)
        self.attempt(lambda: self.house.restore(self.current, entry, choice))

    @rule(random=randoms, choice=choices)
    def amend(self, random: Random, choice: Any) -> None:
        entry = random.randint(1, self.head)
        with self.house.campaigns.open(self.current) as live:
            old = live.entry(entry).event
            new = old and guess(type(old), live.table, random)
        if new is not None:
            changes = {name: value for name, value in new.model_dump(mode="json").items() if random.random() < 0.5}
            self.attempt(lambda: self.house.amend(self.current, entry, choice, **changes))

    @precondition(lambda self: len(self.campaigns) < 3)
    @rule(random=randoms)
    def branch(self, random: Random) -> None:
        at = random.randint(1, self.head)
        with self.house.campaigns.open(self.current) as live:
            before = as_json(live.table_counting_today(end_of_command(live, at)))
        made = self.house.campaigns.branch(self.current, "Branch", at, "evening", self.house.command())
        self.campaigns.append(made.campaign)
        assert self.house.table(self.current) == {**before, "name": "Branch"}

    @rule()
    def forget(self) -> None:
        self.house.campaigns.drop_from_memory(self.current)

    @rule()
    def restart(self) -> None:
        again = self.house.again()
        self.house.close()
        self.house = again

    @rule(random=randoms)
    def another_process(self, random: Random) -> None:
        """Records something that this one has not seen."""
        other = self.house.again()
        with other.campaigns.open(self.current) as live:
            prompts = live.prompts(PUBLIC)
            event = guess(random.choice(prompts).event, live.table, random) if prompts else None
        try:
            if event is not None:
                other.record(self.current, event)
        except REFUSED:
            pass
        finally:
            other.close()

    # --- what always holds ---

    @invariant()
    def count_steps(self) -> None:
        self.steps += 1

    @invariant()
    def the_read_model_is_the_live_table(self) -> None:
        if self.campaigns:
            assert self.house.shown(self.current) == self.house.told(self.current)

    def teardown(self) -> None:
        try:
            if self.steps > 0:  # of an evening on which nothing happened there is nothing to say
                self.all_views_agree()
        finally:
            self.house.close()
            self.folder.cleanup()

    def all_views_agree(self) -> None:
        rows = self.house.rows()
        for campaign in self.campaigns:
            live = self.house.table(campaign)
            assert self.house.cold(campaign) == live
            self.house.campaigns.drop_from_memory(campaign)
            assert self.house.table(campaign) == live, "from its snapshot"
            self.lines_say_what_counts(campaign)
            self.the_past_is_what_it_was(campaign)
        assert self.house.rebuild() == rows
        assert self.house.verify() == []

    def lines_say_what_counts(self, campaign: str) -> None:
        now = self.house.standing(campaign)
        for line in self.house.log(campaign):
            assert line.withdrawn_by == now.withdrawn.get(line.position)
            assert line.replaced_by == now.replaced.get(line.position)
            assert line.amended_by == (now.amended[line.position].by if line.position in now.amended else None)
            assert not line.unreadable

    def the_past_is_what_it_was(self, campaign: str) -> None:
        raws = list(self.house.store.source(campaign).read())
        for position in range(1, len(raws) + 1, max(1, len(raws) // 5)):
            then = Campaign(campaign, self.game, Memory(raws[:position]), self.house.store.pack)
            assert self.house.at(campaign, position) == as_json(then.table), f"at {position}"


@pytest.fixture(autouse=True)
def short_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots, checkpoints and pieces of a log are so short that an evening goes through many of them."""
    monkeypatch.setattr(campaigns_module, "SNAPSHOT_EVERY", 6)
    monkeypatch.setattr(history_module, "EVERY", 3)
    monkeypatch.setattr(history_module, "CHUNK", 7)


def play_evenings(game: AnyGame, moment: Moment | None, examples: int, steps: int) -> None:
    run_state_machine_as_test(
        lambda: Evening(game, moment),
        settings=settings(
            max_examples=often(examples),
            stateful_step_count=steps,
            phases=[phase for phase in Phase if phase is not Phase.shrink or SOAK],
            report_multiple_bugs=False,
        ),
    )


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("evenings", [SOME, pytest.param(MORE, marks=pytest.mark.full)])
@pytest.mark.parametrize("game", GAMES_UNDER_TEST, ids=lambda game: game.key)
def test_all_views_agree_after_any_evening(game: AnyGame, evenings: int) -> None:
    play_evenings(game, None, evenings, steps=30)


MOMENTS = [moment for game in GAMES_UNDER_TEST for moment in moments_of(game)]


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("evenings", [1, pytest.param(4, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    "moment",
    first_of_each(MOMENTS, lambda moment: moment.game.key, lambda moment: f"{moment.game.key}: {moment.name}", 3),
)
def test_all_views_agree_after_any_evening_that_goes_on_from_a_moment(moment: Moment, evenings: int) -> None:
    play_evenings(moment.game, moment, evenings, steps=20)
