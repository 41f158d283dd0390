"""A client that is generated from the OpenAPI document reaches the whole API, and plays ten entries with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.campaign_files.script_token import new_token
from companion.config import Settings
from companion.services import Services
from companion.web.api.described import encoded_document
from companion.web.application.app import create_app
from tests.companion.guest import PHONE, code_of

pytestmark = pytest.mark.slow

NAME = "generated_client"
HERE = "127.0.0.1"
IDS = count(1)


class Generated:
    """The generated package, at an app and with a token."""

    def __init__(self, app: Any, address: str, token: str = "") -> None:
        made = import_module(f"{NAME}.client").AuthenticatedClient("http://table", token)
        transport = httpx.WSGITransport(app, remote_addr=address)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._client = made.set_httpx_client(
            httpx.Client(transport=transport, base_url="http://table", headers=headers)
        )

    def __call__(self, address: str, *path: Any, model: str = "", body: Any = None, **query: Any) -> Any:
        """Call an address; returns what its answer is parsed to."""
        sent = {"body": self.model(model, body)} if model else {}
        answer = import_module(f"{NAME}.api.{address}").sync_detailed(*path, client=self._client, **sent, **query)
        assert answer.status_code < 400, (address, answer.content)
        return answer.parsed

    @staticmethod
    def model(name: str, fields: Any) -> Any:
        """A request body of the client, with all its fields."""
        return getattr(import_module(f"{NAME}.models"), name).from_dict(fields)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """An app with an empty folder, and the client that is generated for it."""
    folder = tmp_path_factory.mktemp("generated")
    with closing(Services(Settings(folder / "data"))) as services, pytest.MonkeyPatch.context() as patch:
        app = create_app(services.settings, services)
        with app.app_context():
            (folder / "odalin.json").write_bytes(encoded_document("odalin"))
        generate(folder / "odalin.json", folder / NAME)
        patch.syspath_prepend(folder)
        yield app


def generate(document: Path, package: Path) -> None:
    """Generate the client; a part that cannot be generated is an error."""
    settings = package.with_name("settings.yml")
    settings.write_text("post_hooks: []\n")
    asked = ["generate", "--path", document, "--output-path", package, "--meta", "none", "--config", settings]
    command = [sys.executable, "-m", "openapi_python_client", *map(str, asked), "--fail-on-warning"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def new_id() -> str:
    return f"generated-{next(IDS)}"


def test_the_whole_api_is_played_by_a_generated_client(app: Any) -> None:
    services = app.extensions["services"]
    host = Generated(app, HERE, new_token(services.settings.data))
    assert host("index.start").version == "v1"
    begun = host("hosting.begin", model="NewBody", body={"id": new_id(), "game": "odalin", "name": "The Lanterns"})
    assert [one.key for one in host("reading.every").campaigns] == [begun.key]
    joining = {"code": code_of(app, services, begun.key), "name": "Pia", "role": "player"}
    joined = Generated(app, PHONE)("joining.join", model="JoinBody", body=joining)
    pia = Generated(app, PHONE, joined.token)
    notes = [f"Evening note {number}" for number in range(10)]
    for text in notes:
        body = {"id": new_id(), "event": "note-added", "fields": {"text": text}}
        recorded = pia("recording.record", begun.key, model="CommandBodyNoteAdded", body=body)
        assert (recorded.repeated, recorded.entries[-1].text) == (False, f"Note: {text}")
    again = pia("recording.record", begun.key, model="CommandBodyNoteAdded", body=body)
    assert (again.repeated, again.position) == (True, recorded.position)
    lines = pia("reading.log", begun.key, after=recorded.position - 10).entries
    assert [line.text for line in lines] == [f"Note: {text}" for text in notes]
    assert pia("reading.about", begun.key).position == recorded.position
    correct(pia, begun.key, recorded.position)
    read(pia, begun.key)
    assert b"Evening note 0" in host("hosting.export", begun.key, "jsonl").payload.read()
    assert pia("joining.leave", begun.key) is None
    with pytest.raises(AssertionError, match="not-joined"):
        pia("reading.state", begun.key)


def correct(pia: Generated, key: str, entry: int) -> None:
    """Preview and record each correction of the newest note."""
    assert pia("correcting.undo_preview", key, model="UndoPreviewBody", body={"entry": entry}).going == 1
    pia("correcting.undo", key, model="UndoBody", body={"id": new_id(), "entry": entry})
    pia("correcting.redo_preview", key, model="RedoPreviewBody", body={"entry": entry})
    pia("correcting.redo", key, model="RedoBody", body={"id": new_id(), "entry": entry})
    amended = {"entry": entry, "fields": {"text": "A better note"}}
    pia("correcting.amend_preview", key, model="AmendPreviewBody", body=amended)
    pia("correcting.amend", key, model="AmendBody", body={"id": new_id(), **amended})
    inserted = {"after": entry, "event": "note-added", "fields": {"text": "Forgotten"}}
    pia("correcting.insert_preview", key, model="InsertPreviewBody", body=inserted)
    pia("correcting.insert", key, model="InsertBody", body={"id": new_id(), **inserted})
    notes = pia("reading.state", key, path="notes").value
    assert notes[""][-2:] == ["A better note", "Forgotten"]


def read(pia: Generated, key: str) -> None:
    """Read what else there is."""
    assert pia("reading.sheets", key).sheets
    assert pia("reading.possible", key).events
    assert pia("reading.moves", key, path="notes").moves
    asked = {"event": "note-added", "fields": {"text": "May I?"}}
    assert pia("recording.why", key, model="EventBody", body=asked).possible
    assert pia("joining.sit", key, model="SeatsBody", body={"role": "spectator"}).role == "spectator"
