"""Hostile files, as uploads: each is taken as a sound definition, or refused in words with nothing changed."""

from hypothesis import HealthCheck, given, settings

from domain.games.own.definition import faults_of_definition
from tests.companion.conftest import Head
from tests.companion.visitor import Reader, Visitor, foreign
from tests.companion.web.own.conftest import Tables
from tests.domain.games.own.definitions import files
from tests.suite.soak import often

KEPT = [HealthCheck.function_scoped_fixture]


@settings(max_examples=often(40), suppress_health_check=KEPT, deadline=None)
@given(files())
def test_a_hostile_file_begins_nothing(host: Visitor, head: Head, source: str) -> None:
    before = head()
    answer = host.post("/new/own/", {"pack": source})
    page = Reader(answer.get_data(as_text=True))
    assert answer.status_code in (200, 413, 422)
    assert answer.status_code != 422 or page.part("refused")
    assert (head(), foreign(page)) == (before, [])


@settings(max_examples=often(40), suppress_health_check=KEPT, deadline=None)
@given(files())
def test_a_hostile_file_changes_a_campaign_to_a_sound_game_or_nothing(
    host: Visitor, head: Head, table: Tables, source: str
) -> None:
    before = head()
    answer = host.post("game-file/change", {"pack": source, "act": "take"})
    assert answer.status_code in (200, 303, 413, 422)
    assert answer.status_code == 303 or head() == before
    assert not faults_of_definition(table().pack)
    assert host.get("").status_code == host.get("game/").status_code == 200
