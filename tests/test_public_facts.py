"""Public outcomes depend on no secret: a command in two worlds that differ in one secret has one outcome.

Two worlds differ in a hidden name, which trades places with another one wherever a viewer may not know it. Whatever the
viewer records, or somebody else does who knows more, the public fields of the event and of all that follows are equal,
and so is the table that the viewer is sent. An event that lays hidden things open, or by which the
viewer looks at one, may show the two names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, TypeVar
from zlib import crc32

import pytest

from companion.testing import given
from domain.framework import kernel
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import AnyGame, Viewer
from domain.framework.table import Names, Table, as_json, join_path, kind_marked, value_at
from domain.framework.views import visibility
from domain.games import BY_KEY
from domain.games.heroes3 import GAME as HEROES3
from domain.games.heroes3.cards.decks import cards_of_deck, count_undrawn
from domain.games.heroes3.cards.searching import SearchBegun
from domain.log.campaign import Campaign
from domain.log.consequences import settle_chain
from domain.log.permissions import is_kept_from
from domain.log.reasons import reasons_against
from projections.search.public_fields import public_fields
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, dealt
from tests.strategies import guess
from tests.suite.soak import SOAK
from tests.test_faulty_rules import sampled_moments
from tests.test_secrets import PAIRS, told

T = TypeVar("T")
MOMENTS, TRIED = (60, 200) if SOAK else (6, 12)
"""How many moments of golden logs there are, and how many kinds of events are tried in each pair of worlds."""
LAYS_OPEN = (
    "champions.seat-eliminated",
    "heroes3.carry-over-chosen",
    *("runewars.starting-runes-placed", "runewars.runes-placed", "runewars.rune-put", "runewars.false-runes-discarded"),
)
"""Events that reveal something by rule, in addition to those marked so (`confirm_undo`): a hand, the deck of the only
player, a rune token in whose place another one comes, for it goes to the supply face up, and a rune token that is
discarded as a false one, by whether it stays."""
NOT_TRIED = (kernel.Adjusted, kernel.CampaignBranched)


class Alike(Chance):
    """Draws the same in both worlds, as long as there is anything but the two names; notes where there is not."""

    def __init__(self, names: Sequence[object]) -> None:
        super().__init__(Random(1))
        self.names, self.forced = names, False

    def draw(self, pile: Sequence[T]) -> T:
        others = [one for one in pile if one not in self.names]
        self.forced |= not others
        return min(others or pile, key=lambda one: crc32(repr(one).encode()))

    def shuffle(self, pile: Sequence[T]) -> tuple[T, ...]:
        return tuple(sorted(pile, key=lambda one: (one in self.names, crc32(repr(one).encode()))))


@dataclass(frozen=True)
class Worlds:
    """Two tables that differ in a hidden name alone, and the seats that may not know it."""

    campaign: Campaign
    one: Table
    two: Table
    seats: frozenset[str]
    names: tuple[Any, Any]

    def trade(self, value: Any) -> Any:
        """A value with each of the names in place of the other."""
        one, two = self.names
        match value:
            case dict():
                return {self.trade(key): part for key, part in value.items()}
            case list() | tuple():
                return type(value)(self.trade(part) for part in value)
        return two if value == one else one if value == two else value

    def in_the_other(self, event: Event[Any]) -> Event[Any]:
        """An event with its secrets as they are in the second world, unless the viewer may know them."""
        if not is_kept_from(self.seats, type(event), event.model_dump(mode="json"), self.one):
            return event
        return event.copy_with(**{name: self.trade(getattr(event, name)) for name in event.secrets.fields})

    def outcome(self, event: Event[Any], table: Table, chance: Chance) -> tuple[list[Any], set[str]]:
        """The view of an event and its consequences, and the topics that reveal secrets."""
        campaign, sent, opens = self.campaign, list[Any](), set[str]()
        trial = table.model_copy(deep=True)
        for happened, _ in settle_chain(campaign.game, event, trial, chance):
            happened.record_on(trial)
            fields = happened.model_dump(mode="json")
            knows = lambda cls, found: not is_kept_from(self.seats, cls, found, trial)  # noqa: E731
            sent.append((happened.topic, public_fields(campaign.game, happened.topic, fields, knows)))
            learns = happened.hidden(fields) and knows(type(happened), fields)
            opens |= (
                {happened.topic}
                if learns or happened.log.confirm_undo == "revealed"
                else {happened.topic} & {*LAYS_OPEN}
            )
        return [sent, as_json(campaign.game.view(trial, Viewer(self.seats)))], opens


def hidden_parts(table: Table, seats: frozenset[str]) -> Iterator[tuple[visibility.Path, Any, str]]:
    """The hidden parts of a table, each with the kind of its names, or another description."""
    for path, mark, value in visibility.marked_values(table):
        if not visibility.lies_open(table, mark, path) and not seats & set(mark.to(table, path)):
            cls = type(value_at(table, path[:-1]))
            yield path, value, kind_marked(cls.model_fields[path[-1]], Names) or f"{cls.__name__}.{path[-1]}"


def worlds_of(campaign: Campaign, random: Random) -> Iterator[Worlds]:
    """For the public and each seat, pairs of worlds that differ in hidden names of a kind, or in two other secrets."""
    table = campaign.table
    for seats in (frozenset[str](), *(frozenset({seat}) for seat in table.chairs())):
        parts: dict[str, list[tuple[visibility.Path, Any]]] = {}
        for path, value, kind in hidden_parts(table, seats):
            parts.setdefault(kind, []).append((path, value))
        for kind, found in parts.items():
            if kind in table.kinds:
                values = [
                    name for _, value in found for name in (value if isinstance(value, list) else [value]) if name
                ]
                one = random.choice(values) if values else ""
                others = sorted({*values, *table.ids(kind)} - {one, ""})
                if one and others:
                    yield worlds_apart(campaign, seats, (one, random.choice(others)), [path for path, _ in found])
            else:
                alike = [pair for pair in combinations(found, 2) if are_interchangeable(table, *pair)]
                if alike:
                    (one_path, one), (two_path, two) = random.choice(alike)
                    yield worlds_apart(campaign, seats, (one, two), (one_path, two_path))


def are_interchangeable(table: Table, one: tuple[visibility.Path, Any], two: tuple[visibility.Path, Any]) -> bool:
    """Whether two hidden values differ and belong to the same seats, so that others cannot distinguish them."""
    keepers = [visibility.keepers_of(table, join_path(path)) for path, _ in (one, two)]
    return one[1] != two[1] and None not in (one[1], two[1]) and keepers[0] == keepers[1]


def worlds_apart(
    campaign: Campaign, seats: frozenset[str], names: tuple[Any, Any], paths: Iterable[visibility.Path]
) -> Worlds:
    """The table, and a copy with two names swapped at some paths."""
    other = campaign.table.model_copy(deep=True)
    worlds = Worlds(campaign, campaign.table, other, seats, names)
    for path in paths:
        setattr(value_at(other, path[:-1]), path[-1], worlds.trade(value_at(campaign.table, path)))
    return worlds


def differences(one: Any, two: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, dict) and isinstance(two, dict):
        for key in {**one, **two}:
            yield from differences(one.get(key), two.get(key), f"{path}.{key}")
    elif isinstance(one, list | tuple) and isinstance(two, list | tuple) and len(one) == len(two):
        for number, pair in enumerate(zip(one, two, strict=True)):
            yield from differences(*pair, f"{path}.{number}")
    elif one != two:
        yield path, one, two


def faults(worlds: Worlds, event: Event[Any], by: frozenset[str] | None) -> list[object]:
    """The forbidden differences between the two worlds after an event is recorded."""
    # The recorded fields are the same in both worlds, also those about hidden values.
    campaign, other = worlds.campaign, event if by is not None else worlds.in_the_other(event)
    tables = ((event, worlds.one), (other, worlds.two))
    if by is not None:
        reasons = [told(reasons_against(campaign.game, said, table, by)) for said, table in tables]
        if reasons[0] != reasons[1]:
            return [event, *reasons]
    if any(not reason.bendable for said, table in tables for reason in reasons_against(campaign.game, said, table)):
        return []
    chances = [Alike(worlds.names) for _ in tables]
    (one, opens), (two, _) = (worlds.outcome(*each, chance) for each, chance in zip(tables, chances, strict=True))
    found = [*differences(one, two)]
    shows_names = any({str(a), str(b)} == {*map(str, worlds.names)} for _, a, b in found)
    laid_open = opens & {*LAYS_OPEN} or (opens and shows_names)
    return [] if laid_open or any(chance.forced for chance in chances) or not found else [event, *found]


def assert_one_world(campaign: Campaign, random: Random) -> int:
    """Try events in pairs of worlds, as the viewer records them and as the host does; returns how many pairs."""
    pairs = [*worlds_of(campaign, random)]
    for worlds in pairs:
        views = [campaign.game.view(one, Viewer(worlds.seats)) for one in (worlds.one, worlds.two)]
        assert as_json(views[0]) == as_json(views[1]), worlds.names
        every = [cls for cls in campaign.game.by_name.values() if cls not in NOT_TRIED]
        for cls in random.sample(every, min(TRIED, len(every))):
            for by, table in ((worlds.seats, views[0]), (None, worlds.one)):
                if (event := guess(cls, table, random)) is not None:
                    assert not faults(worlds, event, by), (worlds.seats, worlds.names)
    return len(pairs)


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_no_public_fact_depends_on_a_secret_in_golden_logs(game: AnyGame) -> None:
    for moment in sampled_moments(game, MOMENTS):
        assert_one_world(moment.play_on().campaign, Random(moment.entry))


@pytest.mark.parametrize("name", [name for name, pair in PAIRS.items() if pair.game.key in BY_KEY])
def test_no_public_fact_depends_on_a_secret_where_seats_keep_some(name: str) -> None:
    pair = PAIRS[name]
    log = pair.logs[0]
    tried = [
        assert_one_world(given(pair.game, *log[:upto]).play.campaign, Random(upto))
        for upto in range(len(log), len(log) // 2, -max(1, len(log) // (20 if SOAK else 6)))
    ]
    assert sum(tried)


# --- shared decks that run out (Heroes III) --------------------------------------------------


ABILITIES = cards_of_deck(HEROES3.new_table(), "ability")


@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("names", [("offense", "defense"), ("magic-arrow", "offense"), ("scholar", "offense")])
def test_a_search_tells_nothing_of_other_hands(names: tuple[str, str], left: int) -> None:
    """Castle holds a hidden card; Dungeon looks at all others but a few, or takes an open one."""
    tables = []
    for name in names:
        campaign = given(HEROES3, *dealt()).play.campaign
        table: Any = campaign.table
        table.discards["ability"] = ["wisdom"]
        castle = table.seats[CASTLE]
        castle.cards[castle.cards.index(castle.hand[0])] = castle.hand[0] = name
        tables.append(table)
    seen = count_undrawn(tables[0], "ability") - left
    others = tuple(card for card in ABILITIES if card not in ("wisdom", *names))
    worlds = Worlds(campaign, *tables, frozenset({DUNGEON}), names)
    for event in (
        SearchBegun(seat=DUNGEON, deck="ability", count=seen),
        SearchBegun(seat=DUNGEON, deck="ability", count=seen, looked=others[:seen]),
        SearchBegun(seat=DUNGEON, deck="ability", how="top of the discard pile"),
    ):
        assert not faults(worlds, event, frozenset({DUNGEON}))
