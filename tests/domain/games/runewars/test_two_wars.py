"""One whole war, and another that differs in what a seat never comes to know: to it they are one at every entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import pytest

from companion.log_sentences import say_entry
from companion.view_context import ViewContext
from domain.framework.events.event import Event
from domain.framework.game import Viewer
from domain.framework.table import as_json, changes_between
from domain.framework.text import ENGLISH
from domain.games.runewars import GAME
from domain.log.campaign import Campaign
from domain.log.entries import Entry
from domain.log.reasons import reasons_against
from projections.documents.plain import plain_sheet
from projections.search.public_fields import public_fields
from tests.domain.games.runewars.twins import KEPT, SEATS, WAR, both, end, entries, imported, opened, told_otherwise
from tests.strategies import plausible
from tests.suite.soak import SOAK
from tests.suite.variants import first_of_each
from tests.test_secrets import LISTED, told

pytestmark = pytest.mark.slow

VIEWERS = (*SEATS, "")
"""Every player, and a spectator, who is on no seat."""
ONE_IN, PAPERS = (1, 1) if SOAK else (4, 40)
"""At every so many'th entry it is looked at what comes next, and at what is printed."""
Look = Callable[[Campaign, Entry, Viewer], object]
each_viewer = pytest.mark.parametrize("seat", VIEWERS, ids=lambda seat: seat or "spectator")


def viewer_on(seat: str) -> Viewer:
    return Viewer.on(*filter(None, [seat]))


def line(campaign: Campaign, entry: Entry, viewer: Viewer) -> object:
    """What the log says of an entry."""
    there = campaign.entry(entry.position)
    return say_entry(there, ViewContext(LISTED, campaign, viewer, ENGLISH)), public_fields(
        GAME, there.topic, there.fields
    )


def coming(campaign: Campaign, entry: Entry, viewer: Viewer) -> object:
    return [(str(one.title), one.event, dict(one.fields), one.required) for one in campaign.prompts(viewer)]


def printed(campaign: Campaign, entry: Entry, viewer: Viewer) -> object:
    table = GAME.view(campaign.table, viewer)
    return [plain_sheet(sheet) for sheet in GAME.sheets(table)], repr(GAME.board(table))


@cache
def kinds() -> list[type[Event]]:  # type: ignore[type-arg]
    return list(GAME.by_name.values())


def refused(campaign: Campaign, entry: Entry, viewer: Viewer) -> object:
    """Why some events would be refused: at each entry others, so that all come up again and again."""
    table = GAME.view(campaign.table, viewer)
    some = [kinds()[(entry.position * 3 + n) % len(kinds())] for n in range(3)]
    events = [event for cls in some for event in plausible(cls, table, seed=entry.position)]
    return [told(reasons_against(campaign.game, event, campaign.table, viewer.seats)) for event in events]


LOOKS: Mapping[str, tuple[int, Look]] = {
    "the table": (1, lambda campaign, entry, viewer: vars(GAME.view(campaign.table, viewer))),
    "the log": (1, line),
    "what is refused": (1, refused),
    "what comes next": (ONE_IN, coming),
    "sheets and map": (PAPERS, printed),
}
"""Where a viewer looks, and at every how many'th entry."""


@cache
def differing(seat: str) -> Mapping[str, Sequence[object]]:
    """What is first not the same in both wars, with what a viewer found there in either."""
    viewer, found = viewer_on(seat), dict[str, list[object]]()
    for entry, one, two in both(seat):
        for name, (every, look) in LOOKS.items():
            if name in found or entry.position % every:
                continue
            if (a := look(one, entry, viewer)) != (b := look(two, entry, viewer)):
                found[name] = [entry.position, entry.topic, a, b]
    return found


@each_viewer
def test_the_wars_differ_in_what_a_viewer_may_not_know(seat: str) -> None:
    one, two = imported().raws[: end() - 2], told_otherwise(seat)
    changed = {a.topic for a, b in zip(one, two, strict=False) if a.state != b.state}
    assert len(changed) > 4
    assert changes_between(opened(one).table, opened(two[: len(one)]).table)


@pytest.mark.parametrize("seat", first_of_each(VIEWERS, bool, lambda seat: seat or "spectator"))
def test_to_a_viewer_both_are_one_war_at_every_entry(seat: str) -> None:
    assert differing(seat) == {}


# --- after the end ---------------------------------------------------------------------------


def lines(seat: str) -> Iterator[str]:
    """The whole log after the end, as somebody reads it."""
    campaign = opened(imported().raws)
    here = ViewContext(LISTED, campaign, viewer_on(seat), ENGLISH)
    yield from (say_entry(entry, here) for entry in campaign.entries())


def test_after_the_end_everybody_reads_all_of_it() -> None:
    assert WAR.exists()
    human, *others = ([*lines(seat)] for seat in VIEWERS)
    assert others == [human] * len(others)
    assert not [said for said in human if "hidden" in said]


def test_after_the_end_everybody_sees_the_whole_table() -> None:
    table = opened(imported().raws).table
    for seat in VIEWERS:
        assert as_json(GAME.view(table, viewer_on(seat))) == as_json(table)


def test_before_the_end_every_player_reads_more_than_a_spectator() -> None:
    before = opened(imported().raws[: end() - 1])
    hidden = {
        seat: sum(
            "hidden" in say_entry(entry, ViewContext(LISTED, before, viewer_on(seat), ENGLISH))
            for entry in entries()[: end() - 1]
        )
        for seat in VIEWERS
    }
    assert all(0 < hidden[seat] < hidden[""] for seat in SEATS)


def test_all_that_is_marked_as_a_secret_is_told_otherwise() -> None:
    """Else the twin of this war would not try it."""
    marked = {
        name: cls.secrets.fields for name, cls in GAME.by_name.items() if cls.secrets.fields and cls in GAME.own_events
    }
    assert marked == KEPT
