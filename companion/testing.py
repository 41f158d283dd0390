"""Specs: worked cases of a rulebook as sentences, in memory.

    given(toy.GAME, SeatTaken(seat="Ann"), CoinsGained(seat="Ann", amount=3))
        .when(TowerBuilt(seat="Ann", tower="oak"))
        .then(TowerBuilt(seat="Ann", tower="oak", paid=2), table(**{"seats.Ann.coins": 1}))

    given(game, ...).when(event).then(refused("not-enough-coins", bendable=False))
    given(game, ...).when(event, bend="card 7 says so").then(bent("tower-stands"))
    given(game, ...).when(event, rolled=(3, 4)).then(followed(CoinsGained(seat="Ann", amount=7)))
    given(game, ...).when(event).then(table(**{"seats.Ann.coins": 7, "seats.Bob": NOTHING}))
    given(game, ...).when(event).then(says("Ann rolled 3, 4")).and_then(other).then(...)
    given(game, ...).when(event).and_undo().then(table(...)).and_redo().then(table(...))
    given(game, ...).when(event).then_prompts(NightFell, TowerBuilt(seat="Ann", tower="oak"))
    given(game, ...).then_prompts(...)            what comes next without recording anything

`given` records with the rules on, so a case that cannot happen fails as such; `given_bent` bends
whatever can be bent. `then` takes any number of expectations and can be repeated. Events that
stand in `then` are all that was recorded, in order, with what `settle` filled in; `followed(...)`
looks at the consequences alone. Each step starts with `rolled` dice and draws if they are given,
else with those of a generator with a fixed seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, Self, TypeVar

import orjson

from domain.framework import kernel
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC, AnyGame, Prompt, Viewer
from domain.framework.offers.prompt_list import next_prompt, skipped_by_end
from domain.framework.refusal import NotFound, Refused, RefusedAll
from domain.framework.table import as_json, split_path, value_at
from domain.framework.text import Slot, pieces_of_message, value_as_words
from domain.log import corrections
from domain.log.campaign import Batch, Campaign
from domain.log.command import Command
from domain.log.dependents import last_command
from domain.log.entries import Memory
from domain.log.entry_decoding import Reader

T = TypeVar("T")
SEED = 1
NOON = "2026-01-01T12:00:00.000Z"
AnyEvent = Event[Any]
Named = type[Event[Any]] | Event[Any] | str


class _Nothing:
    def __repr__(self) -> str:
        return "NOTHING"


NOTHING: Any = _Nothing()
"""Expected at a path where nothing is."""


class Rolled(Chance):
    """Dice and draws that come out as told, one after the other; the rest is up to a fixed seed."""

    def __init__(self, outcomes: Iterable[Any]) -> None:
        super().__init__(Random(SEED))
        self._outcomes = list(outcomes)

    def dice(self, count: int, faces: int) -> tuple[int, ...]:
        if not self._outcomes:
            return super().dice(count, faces)
        shown, self._outcomes = tuple(self._outcomes[:count]), self._outcomes[count:]
        assert len(shown) == count, f"{count} dice are rolled, but only {shown} were told"
        assert all(1 <= die <= faces for die in shown), f"no die of {faces} faces shows {shown}"
        return shown

    def draw(self, pile: Sequence[T]) -> T:
        if not self._outcomes:
            return super().draw(pile)
        shown: T = self._outcomes.pop(0)
        assert shown in pile, f"{shown!r} is not in the pile {list(pile)!r}"
        return shown


class Play:
    """A campaign in memory, as a spec plays it."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.memory = Memory()
        self.campaign = self.fold()
        self._commands = 0
        self.record(kernel.CampaignStarted(game=game.key, name="Spec", pack=game.pack.digest))

    def command(self, bend: str = "", later: str = "") -> Command:
        self._commands += 1
        return Command(f"command-{self._commands}", NOON, actor="spec", bend=bend, later=later)

    def record(self, event: AnyEvent, chance: Chance | None = None, bend: str = "", later: str = "") -> Batch:
        """Record an event; one that is refused changed nothing, and if anything else goes wrong all is as it was."""
        chance = chance or Chance(Random(SEED))
        return self.do(lambda campaign: campaign.record(event, self.command(bend, later), chance))

    def do(self, decide: Callable[[Campaign], Batch]) -> Batch:
        try:
            batch = decide(self.campaign)
        except RefusedAll:
            raise
        except BaseException:
            self.reopen()
            raise
        for raw in batch.raws:
            Reader(self.game).checked(raw.topic, orjson.loads(raw.state))  # an import reads it, too
        self.memory.raws += batch.raws
        return batch

    def reopen(self) -> Campaign:
        """Fold everything anew from what is stored."""
        self.campaign = self.fold()
        return self.campaign

    def fold(self) -> Campaign:
        """The campaign of what is stored, with the content it was recorded with."""
        return Campaign("0" * 32, self.game, self.memory)

    def again(self) -> Self:
        """The same campaign once more, to go on apart from this one."""
        made = copy(self)
        made.memory = Memory(self.memory.raws)
        made.reopen()
        return made


@dataclass(frozen=True)
class Outcome:
    """What a step led to: what was recorded, or why nothing was."""

    shown: str
    play: Play
    batch: Batch | None = None
    reasons: tuple[Refused, ...] = ()

    @property
    def events(self) -> list[AnyEvent]:
        return [entry.event for entry in self.batch.entries if entry.event] if self.batch else []

    @property
    def what(self) -> str:
        """What happened, for the message of a failure."""
        if self.reasons:
            return "was refused:\n" + "\n".join(f"  {r.code} (bendable={r.bendable}): {r}" for r in self.reasons)
        return "recorded:\n" + "\n".join(f"  {event!r}" for event in self.events)


Expectation = Callable[[Outcome], None]


@dataclass(frozen=True)
class RefusalExpected:
    """The expectation that a step is refused."""

    expect: Expectation

    def __call__(self, outcome: Outcome) -> None:
        self.expect(outcome)


def values_left_out(reason: Refused) -> list[str]:
    """The values that a refusal's sentence has a place for, and no words."""
    slots = [one for one in pieces_of_message(reason.text.message) if isinstance(one, Slot) and not one.one]
    return [slot.name for slot in slots if not value_as_words(reason.text.values.get(slot.name, "")).strip()]


def refused(code: str, bendable: bool | None = None, rule: str | None = None, says: str | None = None) -> Expectation:
    """It is refused, for this reason among others; `sentence` is part of its sentence."""

    def expect(outcome: Outcome) -> None:
        assert outcome.reasons, f"expected a refusal “{code}”, but {outcome.shown} {outcome.what}"
        found = next((reason for reason in outcome.reasons if reason.code == code), None)
        assert found is not None, f"expected a refusal “{code}”, but {outcome.shown} {outcome.what}"
        assert not values_left_out(found), f"“{code}” leaves out what it is about: “{found}”"
        if bendable is not None:
            assert found.bendable is bendable, f"“{code}” has bendable={found.bendable}, expected {bendable}"
        if rule is not None:
            on = found.rule and found.rule.zh
            assert on == rule, f"“{code}” rests on “{on}”, expected “{rule}”"
        if says is not None:
            assert says in str(found), f"“{code}” says “{found}”, expected “{says}” in it"

    return RefusalExpected(expect)


def refused_first(code: str) -> Expectation:
    """It is refused, and this is the first reason that the table hears."""

    def expect(outcome: Outcome) -> None:
        shown = [reason.code for reason in outcome.reasons]
        assert shown[:1] == [code], f"expected “{code}” to be told first, but {outcome.shown} {outcome.what}"

    return RefusalExpected(expect)


def bent(*codes: str) -> Expectation:
    """It is recorded, and marked as bending these refusals."""

    def expect(outcome: Outcome) -> None:
        entry = _batch(outcome).entries[0]
        marked = tuple(entry.bent["codes"]) if entry.bent else ()
        assert marked == codes, f"{outcome.shown} bends {marked}, expected {codes}"

    return expect


def table(**values: object) -> Expectation:
    """The table afterwards, by path; `NOTHING` where nothing is expected."""

    def expect(outcome: Outcome) -> None:
        wrong = [
            f"  {path} is {found!r}, expected {value!r}"
            for path, value in values.items()
            if (found := _at(outcome.play, path)) != (value if value is NOTHING else as_json(value))
        ]
        assert not wrong, f"after {outcome.shown}:\n" + "\n".join(wrong) + f"\n{outcome.shown} {outcome.what}"

    return expect


def followed(*events: AnyEvent) -> Expectation:
    """Its consequences, all of them, in order; none if none are named."""

    def expect(outcome: Outcome) -> None:
        found = [entry.event for entry in _batch(outcome).entries if entry.cause is not None]
        assert found == list(events), _differ(f"what followed from {outcome.shown}", events, found)

    return expect


def says(*sentences: str) -> Expectation:
    """How the log tells what was recorded, in English."""

    def expect(outcome: Outcome) -> None:
        shown = [str(event.describe(outcome.play.campaign.table)) for event in outcome.events]
        assert shown == list(sentences), _differ(f"the log lines of {outcome.shown}", sentences, shown)

    return expect


def _at(play: Play, path: str) -> Any:
    try:
        return as_json(value_at(play.campaign.table, split_path(path)))
    except NotFound:
        return NOTHING


def _batch(outcome: Outcome) -> Batch:
    assert outcome.batch is not None, f"{outcome.shown} {outcome.what}"
    return outcome.batch


def _differ(what: str, expected: Iterable[object], found: Iterable[object]) -> str:
    lists = ("\n".join(f"  {each!r}" for each in group) or "  nothing" for group in (expected, found))
    return "{}:\nexpected\n{}\nfound\n{}".format(what, *lists)


class Spec:
    """A step of a spec: after what is given, or after something was done."""

    def __init__(self, play: Play, outcome: Outcome | None = None) -> None:
        self.play = play
        self.outcome = outcome or Outcome("what was given", play)

    # --- when ---

    def when(
        self,
        event: AnyEvent,
        bend: str = "",
        *,
        later: str = "",
        rolled: Sequence[Any] = (),
        chance: Chance | None = None,
    ) -> Spec:
        """Record an event; `bend` is why a refusal does not hold, `rolled` what dice and draws come to."""
        source = chance or Rolled(rolled)
        return self._step(repr(event), lambda: self.play.record(event, source, bend, later))

    and_then = when

    def and_undo(
        self, entry: int | None = None, choice: corrections.Reach | None = None, *, sure: bool = False
    ) -> Spec:
        """Take back the last command, or an entry."""

        decision = corrections.TableDecision(choice, sure)

        def decide(campaign: Campaign) -> Batch:
            if entry is None:
                last = last_command(campaign)
                return corrections.withdraw(campaign, last, self.play.command(), decision, "command")
            return corrections.withdraw(campaign, entry, self.play.command(), decision)

        return self._step("undo", lambda: self.play.do(decide))

    def and_undo_alone(self, entry: int) -> Spec:
        """Take back one consequence, not the entry that it follows from."""
        return self._step(
            "undo alone",
            lambda: self.play.do(
                lambda campaign: corrections.withdraw(
                    campaign, entry, self.play.command(), corrections.TableDecision("those"), "consequence"
                )
            ),
        )

    def and_redo(self) -> Spec:
        """Undo the last undo."""
        return self._step("redo", lambda: self.play.do(lambda c: corrections.redo(c, self.play.command())))

    def and_restore(self, entry: int, choice: corrections.Reach | None = None) -> Spec:
        """Let an entry count again."""
        decision = corrections.TableDecision(choice)
        return self._step(
            "restore", lambda: self.play.do(lambda c: corrections.restore(c, entry, self.play.command(), decision))
        )

    def and_amend(
        self, entry: int, choice: corrections.Reach | None = None, /, *, bend: str = "", **changes: object
    ) -> Spec:
        """Put an entry right."""
        decision = corrections.TableDecision(choice)
        return self._step(
            f"amending entry {entry}",
            lambda: self.play.do(lambda c: corrections.amend(c, entry, changes, self.play.command(bend), decision)),
        )

    def _step(self, shown: str, act: Callable[[], Batch]) -> Spec:
        try:
            outcome = Outcome(shown, self.play, act())
        except RefusedAll as refusal:
            outcome = Outcome(shown, self.play, reasons=refusal.reasons)
        return Spec(self.play, outcome)

    # --- then ---

    def then(self, *expected: AnyEvent | Expectation) -> Spec:
        """What was recorded, refused or changed; nothing is refused unless it says so."""
        events = [each for each in expected if isinstance(each, Event)]
        others = [each for each in expected if not isinstance(each, Event)]
        if events:
            found = self.outcome.events
            assert found == events, _differ(f"what {self.outcome.shown} recorded", events, found) + self._refusal
        elif not any(isinstance(each, RefusalExpected) for each in others):
            assert not self.outcome.reasons, f"{self.outcome.shown} {self.outcome.what}"
        for expectation in others:
            expectation(self.outcome)
        return self

    @property
    def _refusal(self) -> str:
        return f"\n{self.outcome.shown} {self.outcome.what}" if self.outcome.reasons else ""

    def then_prompts(self, *expected: Named, viewer: Viewer = PUBLIC) -> Spec:
        """These are among what comes next, in this order; none at all if none are named.

        An event stands for its class with these fields known; a text for the prompt's title.
        """
        prompts = self.play.campaign.prompts(viewer)
        if not expected:
            assert not prompts, f"expected no prompts, found\n{_listed(prompts)}"
        rest = iter(prompts)
        for wanted in expected:
            assert any(_is(prompt, wanted) for prompt in rest), (
                f"expected the prompt {wanted!r}, in this order, among\n{_listed(prompts)}"
            )
        return self

    def then_no_prompt(self, *unexpected: Named, viewer: Viewer = PUBLIC) -> Spec:
        """None of these is among what comes next."""
        prompts = self.play.campaign.prompts(viewer)
        for wanted in unexpected:
            assert not any(_is(prompt, wanted) for prompt in prompts), f"{wanted!r} is prompted:\n{_listed(prompts)}"
        return self

    def then_asked_of(self, expected: Named, *seats: str) -> Spec:
        """The first prompt like that is for these seats; for everybody, if none is given."""
        found = next((one for one in self.play.campaign.prompts_of_all(PUBLIC) if _is(one, expected)), None)
        assert found is not None, f"nothing asks for {expected!r}"
        assert found.seats == {*seats}, f"it is asked of {sorted(found.seats)}"
        return self

    def then_must(self, expected: Named, viewer: Viewer = PUBLIC) -> Spec:
        """The first thing that must come next."""
        prompts = self.play.campaign.prompts(viewer)
        first = next((prompt for prompt in prompts if prompt.required), None)
        assert first is not None, f"nothing must come next:\n{_listed(prompts)}"
        assert _is(first, expected), f"expected the first must to be {expected!r}:\n{_listed(prompts)}"
        return self

    def then_next(self, expected: Named, viewer: Viewer = PUBLIC) -> Spec:
        """What the large button is."""
        prompts = self.play.campaign.prompts(viewer)
        found = next_prompt(prompts)
        assert found is not None, f"nothing is the next thing to do:\n{_listed(prompts)}"
        assert _is(found, expected), f"expected {expected!r} to be next, not “{found.title}”:\n{_listed(prompts)}"
        return self

    def then_skips(self, event: type[Event[Any]], *left: str, viewer: Viewer = PUBLIC) -> Spec:
        """What an event would leave undone that ends the moment, in words."""
        assert [str(one) for one in skipped_by_end(event, self.play.campaign.prompts(viewer))] == [*left]
        return self


def _is(prompt: Prompt, wanted: Named) -> bool:
    if isinstance(wanted, str):
        return str(prompt.title) == wanted
    if isinstance(wanted, Event):
        known = {name: as_json(value) for name, value in prompt.fields.items()}
        shown = {name: as_json(getattr(wanted, name)) for name in wanted.model_fields_set}
        return prompt.event is type(wanted) and known == shown
    return prompt.event is wanted


def _listed(prompts: Sequence[Prompt]) -> str:
    return "\n".join(
        f"  {'must' if p.required else 'may '} {p.event.__name__} {dict(p.fields)} “{p.title}”" for p in prompts
    )


def given(game: AnyGame, *events: AnyEvent, rolled: Sequence[Any] = ()) -> Spec:
    """A campaign in which these events happened, each by the rules."""
    return _given(game, events, "", rolled)


def given_bent(game: AnyGame, *events: AnyEvent, rolled: Sequence[Any] = ()) -> Spec:
    """A campaign in which these events happened, whatever rule they bend."""
    return _given(game, events, "given", rolled)


def _given(game: AnyGame, events: Iterable[AnyEvent], bend: str, rolled: Sequence[Any]) -> Spec:
    play, chance = Play(game), Rolled(rolled)
    for event in events:
        try:
            play.record(event, chance, bend)
        except RefusedAll as refusal:
            raise AssertionError(f"cannot be given: {event!r} is refused: {refusal}") from refusal
    return Spec(play)
