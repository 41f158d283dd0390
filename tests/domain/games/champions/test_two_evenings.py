"""Each golden log, and the same evening with other cards in the hands of others: to a seat both are one."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import orjson
import pytest

from companion.log_sentences import say_entry
from companion.view_context import ViewContext
from domain.framework.content import Content
from domain.framework.game import Viewer
from domain.framework.text import ENGLISH
from domain.games.champions import GAME
from domain.games.champions.defeats import SeatEliminated
from domain.games.champions.state.table import Champions
from domain.log.campaign import Campaign
from domain.log.entries import Entry, Memory, Raw
from projections.documents import lossless
from projections.documents.plain import plain_sheet
from projections.search.public_fields import public_fields
from tests.suite.soak import SOAK
from tests.test_secrets import LISTED

LOGS = Path(__file__).parents[3] / "golden" / "champions"
EVENINGS = {
    "0.1.0": ("spider-man", "nightjar", "ironwood"),
    "0.1.0-lost": ("spider-man", "nightjar"),
    "0.1.0-every": ("spider-man", "nightjar", "ironwood"),
}
"""The logs in which hands are written down, with who holds them."""
VIEWERS = [(log, seat) for log, seats in EVENINGS.items() for seat in (*seats, "")]
"""Every player, and a spectator, who is on no seat."""
ONE_IN, PAPERS = (1, 1) if SOAK else (9, 60)
"""At every so many'th entry it is looked at the table and what comes next, and at what is printed."""
KEPT: Mapping[str, tuple[str, ...]] = {
    "starting-hand-drawn": ("cards",),
    "mulligan-taken": ("cards",),
    "hand-refreshed": ("drawn",),
    "cards-drawn": ("cards",),
    "cards-searched-for": ("cards",),
    "cards-put-on-deck": ("cards",),
    "hand-named": ("cards",),
    "card-looked-at": ("card",),
}
"""What others do not see, by the rules of the game: said here once more, so that a mark that is missing shows."""
each_viewer = pytest.mark.parametrize(
    ("log", "seat"), VIEWERS, ids=[f"{log} {who or 'anybody'}" for log, who in VIEWERS]
)


@cache
def imported(log: str) -> lossless.Imported:
    return lossless.read_lossless(io.BytesIO((LOGS / f"{log}.jsonl").read_bytes()), {GAME.key: GAME})


def opened(log: str, raws: list[Raw]) -> Campaign:
    here = imported(log)

    def pack_of(digest: str) -> Content | None:
        return next((pack for pack in here.packs if pack.digest == digest), None)

    return Campaign(here.header.campaign, GAME, Memory(raws), pack_of)


def otherwise(raw: Raw, seat: str) -> Raw:
    """An entry as it could have been as well, as far as a seat can tell: others drew other cards."""
    names = KEPT.get(raw.topic.removeprefix(f"{GAME.key}."), ())
    document = orjson.loads(raw.state)
    event = document["event"]
    if not names or event["seat"] == seat:
        return raw
    return raw._replace(state=orjson.dumps({**document, "event": {**event, **{n: other(event[n]) for n in names}}}))


def other(shown: Any) -> Any:
    """Other cards, as many of them; a card that nobody named stays unnamed."""
    if isinstance(shown, list):
        return [other(one) for one in shown]
    return f"another than {shown}" if shown else shown


def face_down(log: str) -> Sequence[Raw]:
    """The entries until somebody is out of the game, whose hand lies open on the discard pile from then on."""
    return [*takewhile(lambda raw: raw.topic != SeatEliminated.topic, imported(log).raws)]


def both(log: str, seat: str) -> Iterator[tuple[Entry, Campaign, Campaign]]:
    """Each entry, with the campaigns of both evenings after it."""
    one, two = opened(log, []), opened(log, [])
    for raw in face_down(log):
        for campaign, shown in ((one, raw), (two, otherwise(raw, seat))):
            assert isinstance(campaign.source, Memory)
            campaign.source.raws.append(shown)
            campaign.catch_up()
        yield one.entry(raw.position), one, two


def looks(campaign: Campaign, entry: Entry, viewer: Viewer) -> Iterator[tuple[str, object]]:
    """What a viewer is told after an entry."""
    there = campaign.entry(entry.position)
    line = say_entry(there, ViewContext(LISTED, campaign, viewer, ENGLISH))
    yield "the log", (line, public_fields(GAME, there.topic, there.fields))
    if entry.position % ONE_IN == 0:
        yield "the table", vars(GAME.view(campaign.table, viewer))
        yield "what comes next", [(str(p.title), p.event, dict(p.fields)) for p in campaign.prompts(viewer)]
    if entry.position % PAPERS == 0:
        table = GAME.view(campaign.table, viewer)
        yield "sheets and board", ([plain_sheet(sheet) for sheet in GAME.sheets(table)], repr(GAME.board(table)))


@each_viewer
def test_to_a_viewer_both_are_one_evening_at_every_entry(log: str, seat: str) -> None:
    viewer, found = Viewer.on(*filter(None, [seat])), dict[str, Sequence[object]]()
    for entry, one, two in both(log, seat):
        for (name, a), (_, b) in zip(looks(one, entry, viewer), looks(two, entry, viewer), strict=True):
            if a != b:
                found.setdefault(name, [entry.position, entry.topic, a, b])
    assert found == {}


@each_viewer
def test_the_evenings_differ_in_what_others_hold(log: str, seat: str) -> None:
    raws = imported(log).raws
    twins = [otherwise(raw, seat) for raw in raws]
    changed = [number for number, (one, two) in enumerate(zip(raws, twins, strict=True), 1) if one.state != two.state]
    one, two = (hands(opened(log, shown[: changed[0]])) for shown in (list(raws), twins))
    [who] = [who for who in one if one[who] != two[who]]
    assert (who != seat, len(one[who])) == (True, len(two[who]))


def hands(campaign: Campaign) -> Mapping[str, Sequence[str]]:
    assert isinstance(campaign.table, Champions)
    return {id_: seat.hand for id_, seat in campaign.table.seats.items()}


def test_all_that_is_marked_as_a_secret_is_told_otherwise() -> None:
    """Else the twins of these evenings would not try it."""
    marked = {name: cls.secret for name, cls in GAME.by_name.items() if cls.secret and cls in GAME.own_events}
    assert marked == KEPT
