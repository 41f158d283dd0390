"""Stored campaigns of the gallery: pages, files and read models agree with the log, before and after a change."""

import io
from pathlib import Path
from random import Random

import pytest

from companion.config import Settings
from companion.services import Services
from domain.framework.cards.packs import read_pack
from domain.framework.content import Content
from domain.framework.events.event import name_of
from domain.framework.game import PUBLIC
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import as_json
from domain.games import BY_KEY, OWN
from domain.games.own.gallery import GALLERY, TEMPLATES, source_of
from domain.games.own.kinds import KINDS
from projections.documents.arrivals import import_campaign
from projections.documents.lossless import read_lossless, write_lossless
from projections.rebuild import rebuild_read_models, verify_file
from tests.strategies import guess
from tests.suite.variants import first_of_each

STEPS = 20
LUCK = {"kind": "numbers", "id": "luck", "fields": {"en": "Luck", "start": 2, "most": 5, "chart": True}}
FILES = [*dict.fromkeys((*GALLERY, *TEMPLATES))]


def play_evening(services: Services, campaign: str, seed: int) -> None:
    """Record random events, and take some back."""
    random = Random(seed)
    for step in range(STEPS):
        with services.open(campaign) as live:
            table, events = live.table, [prompt.event for prompt in live.prompts(PUBLIC)]
            every = [*live.game.by_name.values()]
        event = guess(random.choice(events if events and random.random() < 0.5 else every), table, random)
        try:
            if step % 10 == 9:
                services.campaigns.undo(campaign, None, services.new_command())
            elif event:
                fields = as_json(dict(event))
                services.campaigns.record(campaign, name_of(type(event)), fields, services.new_command())
        except (RefusedAll, Misfit):
            continue


def renamed(definition: Content) -> Content:
    """The same definition with another name for each number."""
    kinds = {kind: dict(things) for kind, things in definition.kinds.items()}
    kinds["numbers"] = {id_: {**one, "en": f"{one['en']} too"} for id_, one in kinds["numbers"].items()}
    return Content(kinds)


@pytest.mark.parametrize("file", first_of_each(FILES, lambda file: file in TEMPLATES, str, 1, pytest.mark.slow))
def test_what_is_stored_of_a_described_game_is_what_its_log_says(file: str, tmp_path: Path) -> None:
    services = Services(Settings(tmp_path / "here"))
    definition = read_pack(source_of(file), KINDS).content
    campaign = services.campaigns.new(OWN, file, {}, services.new_command(), pack=definition).campaign
    play_evening(services, campaign, 3)
    services.campaigns.record(campaign, "content-added", LUCK, services.new_command())
    play_evening(services, campaign, 5)
    services.campaigns.change_pack(campaign, renamed(definition), services.new_command())
    play_evening(services, campaign, 4)
    assert list(verify_file(services.campaigns, services.models)) == []
    rebuild_read_models(services.campaigns, services.models)
    assert list(verify_file(services.campaigns, services.models)) == []

    there = Services(Settings(tmp_path / "there"))
    with services.open(campaign) as live:
        table, export = as_json(live.table), b"".join(write_lossless(live, file))
    imported = import_campaign(there.campaigns, read_lossless(io.BytesIO(export), BY_KEY)).campaign
    with there.open(imported) as live:
        assert as_json(live.table) == table
        assert live.game.name == BY_KEY[OWN].for_pack(definition).name
