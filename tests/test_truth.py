"""The log tells what happened, not what was meant: each amount told is the change that `why` shows."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Annotated, Any, Self

from companion.testing import Play, followed, given, table
from domain.components.numbers import Steps
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.events.marks import Count, Settled
from domain.framework.fields.fields import make_event
from domain.framework.fields.number_paths import MovesNumber, number_marks_of
from domain.framework.game import AnyGame
from domain.framework.kernel import AreasTracked
from domain.framework.refusal import NotFound, Refused, RefusedAll, never
from domain.framework.table import Table, as_json, join_path, split_path, value_at
from domain.games.agemonia import GAME as AGEMONIA
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.champions.cards.handling import CountersPlaced, CountersRemoved
from domain.games.champions.heroes.powers import HeroAttacked
from domain.games.runewars.realm.dials import DialsSet
from domain.log.entries import Entry
from domain.log.value_history import positions_that_moved
from tests import toy
from tests.domain.games.agemonia.console.fights import FIGHTING, enemy
from tests.domain.games.champions.moments import AGAINST_SPIKY, IN_PLAY, PLAYING, SPIDER
from tests.domain.games.heroes3.cards.test_revealing import MERCHANT
from tests.domain.games.heroes3.combat.fights import against, on_map
from tests.domain.games.heroes3.opening import dealt
from tests.domain.games.odalin.opening import PARTY
from tests.domain.games.runewars.heroes.summer import DEALT, TO_SUMMER
from tests.domain.games.runewars.moments import THREE
from tests.strategies import guess, played
from tests.test_games import each_game

SEEDS, BEFORE, MOVING = 3, 60, 250
DIALS = [DialsSet(seat=seat, dials={"food": 2, "wood": 2, "ore": 2}) for seat in ("human", "elf", "uthuk")]
STARTS: Mapping[str, Sequence[Sequence[Event[Any]]]] = {
    "agemonia": [(*FIGHTING, *enemy(3), ScenarioAllyAdded(ally="Wolf", health=9, controller="Ana"))],
    "champions": [
        (*PLAYING, *IN_PLAY),
        (
            *AGAINST_SPIKY,
            HeroAttacked(seat=SPIDER, target="villain"),
            CountersPlaced(on=SPIDER, name="web", amount=2),
            CountersRemoved(on=SPIDER, name="web"),
        ),
    ],
    "heroes3": [
        against("wolves", "slings", own=("pikes", "bows"), packs=("birds",)),
        (*dealt(tracks=("cards", "towns")), MERCHANT),
        on_map(),
    ],
    "odalin": [PARTY],
    "runewars": [(*THREE, *DIALS, *DEALT, *TO_SUMMER)],
}
"""Moments of a game in which more moves than random events lead to."""
DASH = "–"
"""What stands for a value that there is none of."""


def movers(game: AnyGame) -> list[type[Event[Any]]]:
    """The events of a game that tell by how much a value moved."""
    return [event for event in game.own_events if number_marks_of(event)]


@cache
def moved(game: AnyGame) -> tuple[Play, ...]:
    """Campaigns in which things go up and down at random, often further than they can, and whatever can be bent is."""
    anything, moving = list(game.by_name.values()), [event for event in movers(game) if not event.automatic]
    return (
        *(_moving(played(game, seed, BEFORE), Random(seed), anything, moving) for seed in range(SEEDS)),
        *(
            _moving(given(game, *start).play, Random(seed), moving)
            for start in STARTS.get(game.key, ())
            for seed in range(SEEDS)
        ),
    )


def _moving(play: Play, random: Random, *among: Sequence[type[Event[Any]]]) -> Play:
    for _ in range(MOVING):
        event = guess(random.choice(random.choice(among)), play.campaign.table, random)
        try:
            if event:
                play.record(event, Chance(random), bend="a card says so")
        except RefusedAll:
            continue
    return play


def steps(play: Play) -> Iterator[tuple[Event[Any], Entry, Table, Table]]:
    """Every entry of a campaign with the tables before and after it."""
    table = play.campaign.empty_table()
    for entry in play.campaign.entries():
        assert entry.event is not None
        before = table.model_copy(deep=True)
        entry.event.record_on(table)
        yield entry.event, entry, before, table


@each_game
def test_an_amount_told_is_the_change_that_it_made(game: AnyGame) -> None:
    for play in moved(game):
        for event, entry, before, after in steps(play):
            for path, told, is_signed in _told(event, before):
                if (change := _change(path, before, after)) is not None:
                    assert (change if is_signed else abs(change)) == told, (entry.position, path, event)


def _told(event: Event[Any], before: Table) -> Iterator[tuple[tuple[str, ...], int, bool]]:
    """By how much values moved, as an event says, and whether it says which way; what it brings and costs is one."""
    net = Counter[tuple[str, ...]]()
    for name, mark in number_marks_of(type(event)):
        if not before.tracks(*mark.areas):
            continue
        if isinstance(mark, Steps):
            for path, change in mark.changes_by_path(event, before, name):
                net[path] += change
        else:
            yield from ((path, amount, False) for path, amount in mark.sizes_by_path(event, before, name))
    yield from ((path, amount, True) for path, amount in net.items())


def _change(path: tuple[str, ...], before: Table, after: Table) -> int | None:
    """By how much a value moved; None where nobody counts it."""
    was, is_ = _number(before, path), _number(after, path)
    return None if was is None or is_ is None else is_ - was


def _number(table: Table, path: tuple[str, ...]) -> int | None:
    """The number at a path, 0 where nothing stands yet."""
    try:
        found: int | None = value_at(table, path)
    except NotFound:
        return 0
    return found


@each_game
def test_a_game_meets_what_moves(game: AnyGame) -> None:
    """Else nothing is said by the law above."""
    met = Counter(type(entry.event) for play in moved(game) for entry in play.campaign.entries())
    assert len([event for event in movers(game) if met[event]]) > len(movers(game)) * 2 / 3


@each_game
def test_why_shows_the_amounts_that_are_told(game: AnyGame) -> None:
    play = moved(game)[-1]
    sentences: dict[str, dict[int, int]] = {}
    for event, entry, before, after in steps(play):
        for path, told, _ in _told(event, before):
            if _change(path, before, after):
                sentences.setdefault(join_path(path), {})[entry.position] = abs(told)
    shown = [(path, here) for path, here in sentences.items() if _is_there(play, path)]
    assert shown
    for path, here in shown:
        why = {at: abs((new or 0) - (old or 0)) for at, old, new in positions_that_moved(play.campaign, path)}
        assert {position: why.get(position) for position in here} == here, path


def _is_there(play: Play, path: str) -> bool:
    """Whether something still stands at a path, so that somebody may ask why."""
    try:
        value_at(play.campaign.table, split_path(path))
    except NotFound:
        return False
    return True


@each_game
def test_settled_again_it_says_the_same(game: AnyGame) -> None:
    for play in moved(game):
        for event, entry, before, _ in steps(play):
            assert event.settle(before, Chance(Random(entry.position))) == event


@each_game
def test_what_is_settled_can_be_read_again(game: AnyGame) -> None:
    for play in moved(game):
        for event, *_ in steps(play):
            assert make_event(type(event), event.model_dump(mode="json")) == event


def test_what_nobody_said_is_left_out() -> None:
    """A dash in a sentence was typed in by somebody."""
    for play in moved(AGEMONIA):
        for event, _, _, after in steps(play):
            sentences = DASH in str(event.describe(after)) and event.topic.startswith(AGEMONIA.key)
            assert not sentences or DASH in str(as_json(event)), event


# --- consequences ----------------------------------------------------------------------------

PENNILESS = never("penniless", "{seat} has no coins.")


class HarbourRaided(toy.ToyEvent):
    help_text = "Pirates come, twice."
    sentence = "Pirates came"

    def follow(self, table: toy.Harbour) -> Iterator[Event[toy.Harbour]]:
        yield from (SeatRobbed(seat=seat) for seat in (*table.seats, *table.seats))


class SeatRobbed(toy.ToyEvent):
    help_text = "Pirates take what there is."
    sentence = "{seat} lost {amount} coins"
    seat: toy.Sitter
    amount: Annotated[Count | None, Settled(), MovesNumber("seats.{seat}.coins")] = None

    def void_reasons(self, table: toy.Harbour) -> Iterator[Refused]:
        if not table.seats[self.seat].coins:
            yield PENNILESS(seat=self.seat)

    def settle(self, table: toy.Harbour, chance: Chance) -> Self:
        return self.copy_with(amount=table.seats[self.seat].coins)

    def apply(self, table: toy.Harbour) -> None:
        if seat := table.seats.get(self.seat):
            seat.coins = 0


RAIDED = replace(toy.GAME, key="raided", own_events=(*toy.GAME.own_events, HarbourRaided, SeatRobbed))
SAT = (toy.SeatTaken(seat="Ann"), toy.SeatTaken(seat="Bob"), toy.CoinsGained(seat="Ann", amount=3))


def test_a_consequence_that_would_lapse_right_away_does_not_happen() -> None:
    given(RAIDED, *SAT).when(HarbourRaided()).then(followed(SeatRobbed(seat="Ann", amount=3)))


def test_what_follows_after_it_has_its_own_cause() -> None:
    spec = given(RAIDED, *SAT, toy.CoinsGained(seat="Bob", amount=1)).when(HarbourRaided())
    head, *robbed = spec.play.campaign.entries(spec.play.campaign.position - 3)
    assert [entry.cause for entry in robbed] == [head.position] * 2


def test_a_tower_that_nobody_counts_coins_for_costs_no_more_than_there_is() -> None:
    tower = toy.TowerBuilt(seat="Ann", tower="iron")
    spec = given(toy.GAME, *SAT, AreasTracked(tracks=("towers",))).when(tower)
    spec.then(tower.copy_with(paid=3), table(**{"seats.Ann.coins": 0}))
