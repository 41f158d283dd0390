"""Whatever its document allows, and whatever it does not: every address answers as it says there, and never breaks.

What schemathesis makes is the same every time: a little of it in `make test`, for one game, and more in `make full`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.openapi import from_dict

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from companion.web.api.openapi import build_document
from companion.web.application.app import FOR_PROGRAMS, create_app
from companion.web.visitors.bearer import VERSIONED
from domain.games import BY_KEY
from tests.companion.web.api.program import Program, program

pytestmark = pytest.mark.slow

DOCUMENT = build_document(BY_KEY["champions"], FOR_PROGRAMS)
SEPARATE = {VERSIONED, f"{VERSIONED}/c/{{key}}/positions", f"{VERSIONED}/c/{{key}}/you"}
"""Tested elsewhere: the index takes nothing, the stream has no end, and after leaving every token is refused."""
ADDRESSES = [
    (path, method) for path, operations in DOCUMENT["paths"].items() for method in operations if path not in SEPARATE
]
CHECKED = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
FEW, MANY = 5, 40
"""So many requests of each kind."""
OFTEN = 6
"""Where an event is named, so many times as many: it is one of two hundred."""


class Table(NamedTuple):
    """The demo of a game, as it is asked by one of its players."""

    document: dict[str, Any]
    pia: Program


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Table]]:
    """The demos, each made when it is first asked for."""
    made = Tables(tmp_path_factory.mktemp("tables"))
    yield made
    made.services.close()


class Tables(dict[str, Table]):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.services = Services(Settings(folder))
        self.app = create_app(self.services.settings, self.services)
        self.app.config["PROPAGATE_EXCEPTIONS"] = False

    def __missing__(self, game: str) -> Table:
        key = make_demo(self.services, BY_KEY[game])
        document = build_document(BY_KEY[game], FOR_PROGRAMS)
        self[game] = Table(document, program(self.app, self.services, "Pia", key=key))
        return self[game]


def ask(table: Table, path: str, method: str, mode: GenerationMode, examples: int) -> None:
    """Ask an address for a number of things, and look whether each is answered as its document says."""
    table.pia.post("seats", {"role": "player"})  # whatever seat was asked for before
    schema = from_dict(table.document)
    schema.app = table.pia.app
    known = {"key": table.pia.key} if "{key}" in path else None
    often = OFTEN if path.endswith(("/commands", "/why")) else 1

    @settings(
        max_examples=examples * often,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(schema[path][method].as_strategy(mode, path_parameters=known))
    def answered(case: Case) -> None:
        if mode is GenerationMode.POSITIVE and isinstance(case.body, dict) and "id" in case.body:
            case.body["id"] = uuid4().hex  # or the same one is sent again and again, and repeated
        answer = case.call(headers=table.pia.shown)
        case.validate_response(answer, checks=CHECKS.get_by_names(CHECKED))

    answered()


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
@pytest.mark.parametrize(("path", "method"), ADDRESSES)
def test_every_address_answers_as_its_document_says(
    tables: dict[str, Table], path: str, method: str, mode: GenerationMode
) -> None:
    ask(tables["champions"], path, method, mode, FEW)


@pytest.mark.full
@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
@pytest.mark.parametrize("game", BY_KEY)
@pytest.mark.parametrize(("path", "method"), ADDRESSES)
def test_every_address_of_every_game_does(
    tables: dict[str, Table], path: str, method: str, game: str, mode: GenerationMode
) -> None:
    ask(tables[game], path, method, mode, MANY)
