"""Two tables that differ in a secret alone send the same notices, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest

from companion.config import Settings
from companion.log_sentences import say_event
from companion.notices.news import find_news
from companion.notices.notice import body_of
from companion.notices.receivers import KINDS, SHAPES
from companion.script import Script
from companion.services import Services
from companion.view_context import ViewContext
from domain.framework.events.event import sentence_of_event
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.text import ENGLISH
from domain.games import BY_KEY
from domain.games.runewars import GAME as RUNEWARS
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.dependents import end_of_command
from domain.log.entries import Memory
from projections.campaigns import Listed
from projections.documents.lossless import read_lossless
from tests.companion.web.test_two_worlds import NOON, SECRETS, Line, Secret
from tests.domain.games.runewars import twins
from tests.moments import GOLDEN

LOGS = [path for game in BY_KEY for path in sorted((GOLDEN / game).glob("*.jsonl"))]


def bodies(services: Services, campaign: Campaign, known: int) -> list[bytes]:
    """All notices about the entries after a position, in each form."""
    listed = services.find_campaign(campaign.id)
    now = ViewContext(listed, campaign, PUBLIC, ENGLISH)
    clock = datetime.fromisoformat(campaign.entry(campaign.position).time)
    with services.store.reading() as cursor:
        found = list(find_news(now, known, KINDS, clock, cursor))
    return [body_of(one, shape) for one in found for shape in SHAPES]


# --- played tables ---------------------------------------------------------------------------


def in_an_evening(log: Sequence[Line]) -> Iterator[Line]:
    """The same lines within one evening; those that name an entry name the same one."""
    yield {"event": "session-started"}
    for line in log:
        if line.get("event") != "session-started":
            yield {name: value + 1 if name in ("amend", "undo") else value for name, value in line.items()}
        else:
            yield {"event": "note-added", "text": "a pause"}
    yield {"event": "session-ended"}


class Telling:
    """A table that sends notices after each line."""

    def __init__(self, folder: Path, game: AnyGame, log: Sequence[Line]) -> None:
        self.services = Services(Settings(folder))
        self.services.campaigns.games = {game.key: game}
        made = self.services.campaigns.new(game.key, "Evening", {}, Command("begun", NOON)).campaign
        script, self.sent = Script(self.services, made), list[bytes]()
        for number, line in enumerate(in_an_evening(log)):
            with self.services.campaigns.open(made) as campaign:
                known = campaign.position
            script.line({"command": f"line-{number}", "time": NOON, **line})
            with self.services.campaigns.open(made) as campaign:
                self.sent += bodies(self.services, campaign, known)
        self.services.close()


@pytest.mark.slow
@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_tables_that_differ_in_a_secret_send_the_same(secret: Secret, tmp_path: Path) -> None:
    one, two = (Telling(tmp_path / str(n), secret.game, log) for n, log in enumerate(secret.logs))
    assert one.sent == two.sent
    assert [body for body in one.sent if b"evening-started" in body]
    assert [body for body in one.sent if b"evening-ended" in body]


@pytest.mark.slow
def test_a_whole_war_sends_the_same_notices_told_otherwise(tmp_path: Path) -> None:
    """The golden war up to the end of some evenings."""
    sent: list[list[bytes]] = []
    wars = (twins.imported().raws, twins.told_otherwise(""))
    last = len(wars[1]) - 1  # what comes then turns all runes up
    for number, raws in enumerate(wars):
        services, found = Services(Settings(tmp_path / str(number))), list[bytes]()
        for pack in twins.imported().packs:
            services.store.add_pack(RUNEWARS.key, pack)
        ends = [raw.position for raw in raws[:last] if raw.topic == "table.session-ended"]
        for end in ends[::2]:
            campaign = twins.opened(twins.named(raws[:end], f"war {end}"))
            campaign.id = f"{end:032}"
            services.campaigns.adopt_campaign(campaign)
            found += bodies(services, campaign, end - 1)
        services.close()
        sent.append(found)
    assert sent[0] == sent[1]
    assert len(sent[0]) >= 2 * len(SHAPES)


# --- golden logs -----------------------------------------------------------------------------


def secrets_of(campaign: Campaign, key: str) -> dict[int, str]:
    """What the log says of entries to those who know their secrets, and to no spectator; by position."""
    listed = Listed(campaign.id, key, campaign.game.key, "", "", "", "", 0, 0, 0, 0, "", 0, "")
    now, found = ViewContext(listed, campaign, PUBLIC, ENGLISH), {}
    for entry in campaign.entries():
        if entry.event is not None:
            whole = sentence_of_event(type(entry.event), entry.fields, now.table).render(ENGLISH)
            if whole != say_event(type(entry.event), entry.fields, now):
                found[entry.position] = whole
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_no_notice_of_a_golden_log_has_a_sentence_with_a_secret(path: Path, tmp_path: Path) -> None:
    """The evening ends right after an entry with a secret, so that its recap ends with that one."""
    services = Services(Settings(tmp_path))
    imported = read_lossless(BytesIO(path.read_bytes()), BY_KEY)
    for pack in imported.packs:
        services.store.add_pack(imported.game.key, pack)
    whole = Campaign("0" * 32, imported.game, Memory(imported.raws), services.store.pack)
    secret = list(secrets_of(whole, "whole"))
    end = end_of_command(whole, secret[len(secret) // 2]) if secret else whole.position
    campaign = Campaign(whole.id, whole.game, Memory(imported.raws[:end]), services.store.pack)
    services.campaigns.adopt_campaign(campaign)
    if campaign.table.sitting:
        services.campaigns.record(campaign.id, "session-ended", {}, services.new_command())
    with services.campaigns.open(campaign.id) as live:
        sent = b"".join(bodies(services, live, live.position - 1)).decode()
        secrets = secrets_of(live, "live").values()
    services.close()
    assert "evening-ended" in sent
    assert [said for said in secrets if said in sent] == []
