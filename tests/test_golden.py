"""Golden logs: real evenings of each game, as earlier versions wrote them. Only added, never edited.

Each `<version>.jsonl` stands beside the state it must give, `<version>.json`.
"""

import io
from pathlib import Path
from typing import Any

import orjson
import pytest

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.framework.content import Content
from domain.framework.game import PUBLIC, AnyGame
from domain.framework.table import as_json
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.entries import digest_of
from projections.documents import lossless
from projections.documents.arrivals import import_campaign
from projections.rebuild import verify_file
from tests.moments import moments_of

GOLDEN = Path(__file__).parent / "golden"
LOGS = sorted(GOLDEN.glob("*/*.jsonl"))


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return Services(Settings(tmp_path))


def told_again(now: Any, expected: Any) -> Any:
    """What a state says now of all that was expected; parts of it that came later are left out."""
    if isinstance(now, dict) and isinstance(expected, dict):
        return {name: told_again(now[name], part) for name, part in expected.items() if name in now}
    if isinstance(now, list) and isinstance(expected, list) and len(now) == len(expected):
        return [told_again(*parts) for parts in zip(now, expected, strict=True)]
    return now


def taken_in(services: Services, log: Path) -> str:
    imported = lossless.read_lossless(io.BytesIO(log.read_bytes()), BY_KEY)
    return import_campaign(services.campaigns, imported).campaign


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_every_game_has_a_golden_log(game: object) -> None:
    assert any(log.parent.name == game.key for log in LOGS)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_every_game_names_moments_at_which_there_is_something_to_do(game: AnyGame) -> None:
    """The laws play on from there."""
    assert len(moments_of(game)) >= 4
    for moment in moments_of(game):
        play = moment.play_on()
        assert (play.campaign.position, play.campaign.failures) == (moment.entry, [])
        assert play.campaign.prompts(PUBLIC), moment.name


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_a_golden_log_gives_the_state_it_always_gave(services: Services, log: Path) -> None:
    expected = orjson.loads(log.with_suffix(".json").read_bytes())
    with services.campaigns.open(taken_in(services, log)) as campaign:
        now = as_json(campaign.table)
    assert told_again(now, expected) == expected


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_a_golden_log_means_the_same_whatever_the_content_says_by_now(services: Services, log: Path) -> None:
    id_ = taken_in(services, log)
    with services.campaigns.open(id_) as campaign:
        bare = Campaign(id_, campaign.game, campaign.source, lambda digest: Content())
        assert as_json(bare.table) == as_json(campaign.table)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_a_golden_log_has_no_entry_that_cannot_be_read(services: Services, log: Path) -> None:
    with services.campaigns.open(taken_in(services, log)) as campaign:
        assert [entry.position for entry in campaign.entries() if entry.unreadable] == []


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_a_golden_log_leaves_as_it_came_and_everything_is_sound(services: Services, log: Path) -> None:
    id_ = taken_in(services, log)
    with services.campaigns.open(id_) as campaign:
        head = [digest_of(raw) for raw in campaign.source.read(campaign.position - 1)]
        again = b"".join(lossless.write_lossless(campaign, services.find_campaign(id_).key))
    assert head == [orjson.loads(log.read_bytes().split(b"\n", 1)[0])["digest"]]
    assert again == log.read_bytes()
    assert list(verify_file(services.campaigns, services.models)) == []


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_the_demo_is_the_same_whenever_and_wherever_it_is_made(tmp_path: Path, game: object) -> None:
    made = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        services = Services(Settings(folder))
        key = make_demo(services, game)  # type: ignore[arg-type]
        with services.open(key) as campaign:
            made.append(b"".join(lossless.write_lossless(campaign, key)))
    assert made[0] == made[1]


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_making_the_demo_twice_leaves_one_campaign(services: Services, game: object) -> None:
    assert make_demo(services, game) == make_demo(services, game)  # type: ignore[arg-type]
    assert len([row for row in services.list_campaigns() if not row.parent]) == 1
