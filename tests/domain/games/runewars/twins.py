"""The golden war told twice: once as it was, once with all that a seat never comes to know another way.

Another rune is false, other cards are drawn, other orders and bids lie face down before somebody thinks better of it.
To that seat both are one war, at every entry, until the end lays all secrets open.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from domain.framework.content import Content
from domain.framework.events.event import Event
from domain.framework.kernel import Amended
from domain.framework.kernel.adjusting import SecretsOpened
from domain.games.runewars import GAME
from domain.games.runewars.realm.bids import BidPlaced, BidsRevealed
from domain.games.runewars.runes import (
    FalseRunesDiscarded,
    RuneInspected,
    RuneRemoved,
    RunesMixed,
    RunesPlaced,
    StartingRunesPlaced,
)
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import OrderChosen, OrdersRevealed, unused_orders
from domain.log.campaign import Campaign
from domain.log.entries import Entry, Memory, Raw, digest_of
from projections.documents import lossless

WAR = Path(__file__).parents[3] / "golden" / "runewars" / "0.1.0-war.jsonl"
SEATS = ("human", "elf", "uthuk")
CARDS = ("tactics", "quests", "objectives", "heroes", "rewards")
"""Kinds of cards that are drawn face down."""

KEPT: Mapping[str, tuple[str, ...]] = {
    "starting-runes-placed": ("fake",),
    "runes-placed": ("real",),
    "runes-mixed": ("swapped",),
    "rune-inspected": ("kind",),
    "order-chosen": ("order",),
    "bid-placed": ("amount",),
    "tactics-drawn": ("cards",),
    "strategy-drawn": ("cards",),
    "developments-paid": ("cards",),
    "city-supported": ("cards", "quest_cards"),
    "autumn-taken": ("card",),
    "kellos-card-drawn": ("card",),
    "quests-drawn": ("cards",),
    "next-quest-drawn": ("quest",),
    "objective-dealt": ("card",),
    "hero-cards-drawn": ("heroes",),
    "reward-drawn": ("reward",),
    "rewards-traded": ("rewards",),
}
"""What lies face down, by the rules of the game: said here once more, so that a mark that is missing shows."""


@cache
def imported() -> lossless.Imported:
    return lossless.read_lossless(io.BytesIO(WAR.read_bytes()), {GAME.key: GAME})


def pack_of(digest: str) -> Content | None:
    return next((pack for pack in imported().packs if pack.digest == digest), None)


def opened(raws: list[Raw]) -> Campaign:
    """A campaign with these entries."""
    return Campaign(imported().header.campaign, GAME, Memory(raws), pack_of)


def named(raws: Sequence[Raw], name: str) -> list[Raw]:
    """The same entries under another name, each following from the one before, as if they were recorded so."""
    found: list[Raw] = []
    for raw in raws:
        document = orjson.loads(raw.state)
        if found:
            document["entry"]["previous"] = digest_of(found[-1])
        else:
            document["event"]["name"] = name
        found.append(raw._replace(state=orjson.dumps(document)))
    return found


@cache
def entries() -> tuple[Entry, ...]:
    return tuple(opened(imported().raws).entries())


def end() -> int:
    """The position at which all secrets are laid open."""
    return next(entry.position for entry in entries() if isinstance(entry.event, SecretsOpened))


def is_hidden(entry: Entry, seat: str) -> bool:
    """Whether an entry hides something from a seat."""
    return bool(hidden_in(entry.topic, entry.fields, seat))


def hidden_in(topic: str, fields: Mapping[str, Any], seat: str) -> list[str]:
    """The fields of an event that a seat may not know, by what the rules of the game keep face down."""
    names = KEPT.get(topic.removeprefix(f"{GAME.key}."), ())
    return [name for name in names if fields.get(name) is not None and fields.get("seat") != seat]


# --- what may be otherwise -------------------------------------------------------------------


def strings(part: Any) -> Iterator[str]:
    match part:
        case str():
            yield part
        case Mapping():
            yield from strings(list(part.values()))
        case list() | tuple():
            for each in part:
                yield from strings(each)


def other_cards(seat: str) -> dict[str, str]:
    """Cards that a seat never hears of, each with one that lies in no hand and on no pile of this war."""
    told = {
        word
        for entry in entries()
        for word in strings(
            {k: v for k, v in entry.fields.items() if k not in hidden_in(entry.topic, entry.fields, seat)}
        )
        if not isinstance(entry.event, Amended)
    }
    secret = [word for entry in entries() if is_hidden(entry, seat) for word in strings(dict(entry.fields))]
    pack = imported().pack
    kinds = {id_: kind for kind in CARDS for id_ in pack.of(kind)}
    swapped = {}
    for card in dict.fromkeys(secret):
        if card in kinds and card not in told:
            swapped[card] = f"another of the {kinds[card]} ({len(swapped)})"
    return swapped


@dataclass
class Known:
    """The groups of runes of which a seat knows one, or everybody does; groups that were mixed are one."""

    seat: str
    seen: set[str] = field(default_factory=set)
    one: dict[str, set[str]] = field(default_factory=dict)

    def look(self, table: Runewars, event: Event[Any] | None) -> None:
        """Before an entry, on the table as it then stands."""
        for area in table.land.values():
            if area.rune and (area.rune.up or self.seat in area.rune.known):
                self.seen.add(area.rune.group)
        match event:
            case FalseRunesDiscarded(areas=areas):
                self.seen |= {rune.group for area in areas if (rune := table.land[area].rune)}
            case RuneRemoved(area=area):
                self.seen |= {rune.group for rune in [table.land[area].rune] if rune}
            case RunesMixed(one=one, two=two):
                both = {rune.group for area in (one, two) if (rune := table.area_at(area).rune)}
                together = set().union(both, *(self.one.get(group, set()) for group in both))
                self.one |= dict.fromkeys(together, together)

    def spoiled(self) -> set[str]:
        """Groups whose runes cannot lie otherwise."""
        return self.seen | {group for seen in self.seen for group in self.one.get(seen, ())}


def war_of(raws: list[Raw]) -> Iterator[tuple[Raw, Campaign]]:
    """Each entry, with the campaign as it was before."""
    told: list[Raw] = []
    campaign = opened(told)
    memory = campaign.source
    assert isinstance(memory, Memory)
    for raw in raws:
        yield raw, campaign
        memory.raws.append(raw)
        campaign.catch_up()


@cache
def spoiled(seat: str) -> frozenset[str]:
    known = Known(seat)
    for raw, campaign in war_of(imported().raws[: end() - 1]):
        known.look(campaign.table, campaign.reader.entry(raw).event)  # type: ignore[arg-type]
    return frozenset(known.spoiled())


def thought_better(entry: Entry) -> bool:
    """Whether a seat chooses its order, or its bid, anew before it is turned over."""
    event = entry.event
    over = OrdersRevealed if isinstance(event, OrderChosen) else BidsRevealed
    for later in entries()[entry.position :]:
        if isinstance(later.event, over):
            return False
        if type(later.event) is type(event) and later.event.seat == event.seat:  # type: ignore[union-attr]
            return True
    return False


class Twin:
    """The same war, with what a seat never comes to know told otherwise."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.cards = other_cards(seat)
        self.groups = spoiled(seat)
        self.otherwise = 0

    def told(self, raw: Raw, entry: Entry, table: Runewars, twin: Runewars) -> Raw:
        """An entry of it, by the tables of both wars before it."""
        document = orjson.loads(raw.state)
        event = document["event"]
        if is_hidden(entry, self.seat):
            event = {**event, **self._cards(entry, event), **self._changed(entry.event, table, twin)}
        if isinstance(entry.event, Amended):
            event = {**event, "now": [self._amended(one) for one in event["now"]]}
        if event == document["event"]:
            return raw
        self.otherwise += 1
        return Raw(raw.position, raw.topic, orjson.dumps({**document, "event": event}))

    def _cards(self, entry: Entry, event: Mapping[str, Any]) -> dict[str, Any]:
        return {name: self._swapped(event[name]) for name in hidden_in(entry.topic, event, self.seat)}

    def _swapped(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._swapped(one) for one in value]
        return self.cards.get(value, value) if isinstance(value, str) else value

    def _amended(self, told: Mapping[str, Any]) -> dict[str, Any]:
        hidden = hidden_in(told["topic"], told["event"], self.seat)
        changed = {name: self._swapped(told["event"][name]) for name in hidden}
        return {**told, "event": {**told["event"], **changed}}

    def _changed(self, event: Event[Any] | None, table: Runewars, twin: Runewars) -> dict[str, Any]:
        match event:
            case StartingRunesPlaced(seat=seat, areas=areas, fake=str(fake)) if seat not in self.groups:
                return {"fake": next(area for area in areas if area != fake)}
            case RunesPlaced(seat=seat, areas=areas, real=str(real)) if self._is_free(seat, table):
                return {"real": next(area for area in areas if area != real)}
            case RunesMixed(one=one, two=two, swapped=swapped) if self._may_mix(table, one, two):
                return {"swapped": not swapped}
            case RuneInspected(area=area):
                rune = twin.land[area].rune
                return {"kind": rune.kind if rune else None}
        return self._unsaid(event, table)

    def _unsaid(self, event: Event[Any] | None, table: Runewars) -> dict[str, Any]:
        """Orders and bids that somebody thinks better of."""
        if not isinstance(event, OrderChosen | BidPlaced) or not thought_better(self._entry(event)):
            return {}
        if isinstance(event, BidPlaced):
            return {"amount": event.amount - 1 if event.amount else min(1, table.seat(event.seat).influence)}
        return {"order": next(order for order in unused_orders(table, event.seat) if order != event.order)}

    def _entry(self, event: Event[Any]) -> Entry:
        return next(entry for entry in entries() if entry.event is event)

    def _is_free(self, seat: str, table: Runewars) -> bool:
        """Whether the group that a gain makes is one that the seat never looks into."""
        number, name = 1, f"{seat} gain"
        while name in table.groups:
            number += 1
            name = f"{seat} gain {number}"
        return name not in self.groups

    def _may_mix(self, table: Runewars, *areas: str) -> bool:
        runes = [table.area_at(area).rune for area in areas]
        return all(rune and rune.group not in self.groups for rune in runes)


def both(seat: str) -> Iterator[tuple[Entry, Campaign, Campaign]]:
    """Each entry before the end, with the campaigns of both wars after it."""
    twin, other = Twin(seat), opened([])
    memory = other.source
    assert isinstance(memory, Memory)
    for entry, (raw, campaign) in zip(entries(), war_of(imported().raws[: end() - 1]), strict=False):
        told = twin.told(raw, entry, campaign.table, other.table)  # type: ignore[arg-type]
        if entry.position > 1:
            yield entries()[entry.position - 2], campaign, other
        memory.raws.append(told)
        other.catch_up()


@cache
def told_otherwise(seat: str) -> list[Raw]:
    """The entries of the other war."""
    last = [other for _, _, other in both(seat)][-1]
    return list(last.source.read())
