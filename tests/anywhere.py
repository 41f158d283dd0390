"""What a process makes of golden logs, of dice and of documents: `python -m tests.anywhere` tells it as JSON.

Started with another hash seed, in another zone and locale, it has to say the very same.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from companion.config import Settings
from companion.services import Services
from domain.framework.table import as_json
from domain.games import BY_KEY
from projections.documents import lossless
from projections.documents.arrivals import import_campaign
from projections.documents.export import EXPORTS, export_campaign, render_sheets
from tests.house import rows_of
from tests.strategies import played

GOLDEN = Path(__file__).parent / "golden"
SEED, STEPS = 7, 60


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def recorded() -> Iterator[tuple[str, str]]:
    """What comes of the same dice, guesses and rules in each game: the bytes of its log, and its table."""
    for game in BY_KEY.values():
        play = played(game, SEED, STEPS)
        yield f"{game.key}: a log", digest(b"\n".join(raw.state for raw in play.memory.raws))
        yield f"{game.key}: a table", digest(orjson.dumps(as_json(play.campaign.table)))


@contextmanager
def clock_of_greenwich() -> Iterator[None]:
    """Documents of logs without recorded days take the zone of this computer, so it is the same here."""
    zone = os.environ.get("TZ", "")
    os.environ["TZ"] = "UTC"
    time.tzset()
    yield
    os.environ["TZ"] = zone
    time.tzset()


def read(log: Path, services: Services) -> Iterator[tuple[str, str]]:
    """What comes of a golden log: its table, its rows, its bytes, and what people take away of it."""
    with log.open("rb") as file:
        id_ = import_campaign(services.campaigns, lossless.read_lossless(file, BY_KEY)).campaign
    listed, campaign = services.find_campaign(id_), services.campaigns.copy_from_file(id_)
    yield "its table", digest(orjson.dumps(as_json(campaign.table)))
    with clock_of_greenwich():
        for suffix in EXPORTS.keys() - {".pdf"}:
            yield suffix, digest(b"".join(export_campaign(campaign, listed, services.store.reading, suffix)))
    yield "its sheets", digest(render_sheets(campaign.game.sheets(campaign.table), "text"))
    with services.store.reading() as cursor:
        for table, found in rows_of(services.models, cursor.connection).items():
            yield f"rows of {table}", digest(repr(found).encode())


def told() -> dict[str, str]:
    found = dict(recorded())
    for game in BY_KEY:
        log = min((GOLDEN / game).glob("*.jsonl"), key=lambda path: path.stat().st_size)
        with TemporaryDirectory() as folder:
            services = Services(Settings(Path(folder)))
            try:
                found |= {f"{game} {log.stem}: {what}": said for what, said in read(log, services)}
            finally:
                services.close()
    return found


if __name__ == "__main__":
    sys.stdout.buffer.write(orjson.dumps(told(), option=orjson.OPT_SORT_KEYS))
