"""`companion prompts`: what it prints can be typed back as it stands, at every moment of real evenings of each game."""

from __future__ import annotations

import io
import shlex
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.cli.arguments import as_command_words, named_values
from companion.cli.complaints import DONE, REFUSED
from companion.config import Settings
from companion.services import Services
from domain.framework.fields.fields import make_event
from domain.framework.game import event_named
from domain.framework.refusal import Misfit
from domain.framework.text import ENGLISH
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.reasons import reasons_against
from projections.documents import lossless
from projections.documents.arrivals import import_campaign
from tests.companion.cli.conftest import Terminal
from tests.test_golden import GOLDEN

Evenings = Callable[[str], tuple[Services, str]]
MOMENTS = [
    *(("runewars/0.1.0-war", position) for position in (10, 40, 120, 200, 260, 330, 400, 480, 560, 640, 720, 800)),
    *(("runewars/0.1.0", position) for position in (5, 60, 110, 170, 230, 300)),
    *(("champions/0.1.0", position) for position in (3, 20, 45, 90, 200, 400, 600)),
    *(("champions/0.1.0-every", position) for position in (15, 70, 130, 190)),
    *(("agemonia/0.1.0-fight", position) for position in (5, 40, 90, 140, 200, 260)),
    *(("agemonia/0.1.0-scenario", position) for position in (20, 120, 240)),
]


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evenings]:
    """Services for each golden log, by the name of its file, with the id of its campaign."""
    kept: dict[str, tuple[Services, str]] = {}

    def evening(name: str) -> tuple[Services, str]:
        if name not in kept:
            services = Services(Settings(tmp_path_factory.mktemp("evening")))
            read = lossless.read_lossless(io.BytesIO((GOLDEN / f"{name}.jsonl").read_bytes()), BY_KEY)
            kept[name] = services, import_campaign(services.campaigns, read).campaign
        return kept[name]

    yield evening
    for services, _ in kept.values():
        services.close()


def wrong(campaign: Campaign, words: list[str], missing: str) -> list[str]:
    """What `record` would have against typed words, besides that what was told to be missing is."""
    event, *fields = words
    cls = event_named(campaign.game, event)
    try:
        made = make_event(cls, named_values(cls, fields, campaign.table))
    except Misfit as misfit:
        left = [name for name in misfit.faults if name not in missing.split(", ")]
        return [misfit.faults[name].render(ENGLISH) for name in left]
    return [] if missing else [str(reason) for reason in reasons_against(campaign.game, made, campaign.table)]


@pytest.mark.parametrize(("evening", "position"), MOMENTS)
def test_what_comes_next_is_recorded_as_it_is_printed(
    evening: str, position: int, evenings: Evenings, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    services, id_ = evenings(evening)
    branch = services.campaigns.branch(
        id_, f"at {position}", position, services.find_campaign(id_).key, services.new_command()
    ).campaign
    terminal = Terminal(services.settings.data, capsysbinary)
    key = services.find_campaign(branch).key
    printed, rows = terminal.ok("prompts", key).out.splitlines(), terminal.ok("prompts", key, "--json").json
    assert len(printed) == len(rows)
    refused = {}
    with services.campaigns.open(branch) as campaign:
        for line, row in zip(printed, rows, strict=True):
            typed, _, missing = line.partition("  [missing: ")
            _, event, rest = typed.partition(f"  {row['event']}")
            if output := wrong(campaign, shlex.split(event + rest), missing.rstrip("]")):
                refused[line] = output
    assert refused == {}


@pytest.mark.parametrize(
    ("event", "values", "typed"),
    [
        ("agemonia.damage-suffered", {"hero": "venia", "amount": 2}, "hero=venia amount=2"),
        ("agemonia.note-added", {"text": "ask the smith"}, 'text="ask the smith"'),
        ("agemonia.note-added", {"text": 'say "no", $5'}, "text='say \"no\", $5'"),
        ("runewars.strength-tallied", {"siege": True, "stronghold": None}, "siege=true"),
        (
            "runewars.battle-resolved-by-hand",
            {"winner": "elf", "lost": {"a b": 1, "c": 2}},
            'winner=elf lost="a b=1,c=2"',
        ),
        ("runewars.battle-resolved-by-hand", {"winner": "elf", "lost": {}}, 'winner=elf lost=""'),
    ],
)
def test_values_are_typed_in_the_shortest_words_that_are_read_as_the_same(
    event: str, values: dict[str, Any], typed: str
) -> None:
    game, _, name = event.partition(".")
    cls = BY_KEY[game].by_name[name]
    assert as_command_words(cls, values) == f"{name} {typed}"
    output = {field: value for field, value in values.items() if value is not None}
    assert named_values(cls, shlex.split(typed)) == output


@pytest.mark.parametrize(("evening", "position"), [("runewars/0.1.0-war", 260), ("champions/0.1.0", 200)])
def test_what_comes_next_is_typed_after_record(
    evening: str, position: int, evenings: Evenings, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """What is complete, one after the other; what another one made impossible is refused by the rules alone."""
    services, id_ = evenings(evening)
    branch = services.campaigns.branch(
        id_, "typed", position, services.find_campaign(id_).key, services.new_command()
    ).campaign
    terminal, key = Terminal(services.settings.data, capsysbinary), services.find_campaign(branch).key
    lines = [row["typed"] for row in terminal.ok("prompts", key, "--json").json if not row["missing"]]
    codes = [terminal("record", key, *shlex.split(typed)).code for typed in lines]
    assert (codes[0], {*codes} - {DONE, REFUSED}) == (DONE, set())
