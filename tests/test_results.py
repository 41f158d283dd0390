"""Results: who took part in each finished game, who won, and what leaves as plays."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from companion.config import Settings
from companion.services import Services
from domain.framework.table import Played
from domain.games import BY_KEY
from projections.documents import lossless
from projections.documents.arrivals import import_campaign
from projections.documents.export import export_campaign

LOGS = sorted((Path(__file__).parent / "golden").glob("*/*.jsonl"))
PLAY = {
    "uuid": str, "playDate": str, "durationMin": int, "gameRefId": int, "locationRefId": int, "usesTeams": bool,
    "ignored": bool, "manualWinner": bool, "board": str, "comments": str, "playerScores": list,
}  # fmt: skip
SCORE = {
    "playerRefId": int, "score": str, "winner": bool, "startPlayer": bool, "seatOrder": int, "role": str,
}  # fmt: skip


def faults_of(document: Mapping[str, Any]) -> Iterator[str]:
    """The faults of a BG Stats document: missing fields, wrong types, references that lead nowhere, bad dates."""
    players, games = ({one["id"] for one in document[kind]} for kind in ("players", "games"))
    for play in document["plays"]:
        yield from (f"play {name}" for name, kind in PLAY.items() if type(play.get(name)) is not kind)
        if not re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"]):
            yield f"date {play['playDate']}"
        if play["gameRefId"] not in games:
            yield "game"
        for score in play["playerScores"]:
            yield from (f"score {name}" for name, kind in SCORE.items() if type(score.get(name)) is not kind)
            if score["playerRefId"] not in players:
                yield "player"
            if not re.fullmatch(r"(-?\d+)?", score["score"]):
                yield f"score {score['score']}"
    if len({play["uuid"] for play in document["plays"]}) != len(document["plays"]):
        yield "the same id twice"


def exported(log: Path, folder: Path) -> tuple[dict[str, Any], list[Played]]:
    """The plays of a golden log, and the results that its table keeps."""
    services = Services(Settings(folder))
    imported = lossless.read_lossless(io.BytesIO(log.read_bytes()), BY_KEY)
    id_ = import_campaign(services.campaigns, imported).campaign
    with services.campaigns.open(id_) as live:
        listed = services.find_campaign(id_)
        made = b"".join(export_campaign(live, listed, services.store.reading, ".bgsplay"))
        played = list(live.table.played)
    services.close()
    return orjson.loads(made), played


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name} {log.stem}")
def test_the_plays_of_a_log_have_its_winners(log: Path, tmp_path: Path) -> None:
    document, played = exported(log, tmp_path)
    assert list(faults_of(document)) == []
    finished = [play for play in document["plays"] if not play["ignored"]]
    decided = [one for one in played if one.session and one.winners is not None]
    seated = [one for one in decided if any(one.players.values())]
    names = {one["id"]: one["name"] for one in document["players"]}
    winners = [
        {names[score["playerRefId"]] for score in play["playerScores"] if score["winner"]}
        for play in finished
        if any(score["role"] for score in play["playerScores"])
    ]
    assert winners == [{one.players[seat] for seat in one.winners or ()} for one in seated]


@pytest.mark.parametrize("game", ["agemonia", "champions", "heroes3", "odalin", "runewars"])
def test_some_log_of_each_game_has_a_finished_game(game: str, tmp_path: Path) -> None:
    """Otherwise the comparison of winners would compare nothing."""
    logs = [log for log in LOGS if log.parent.name == game]
    played = [one for number, log in enumerate(logs) for one in exported(log, tmp_path / str(number))[1]]
    assert any(one.winners for one in played)
    assert all(set(one.winners or ()) <= one.players.keys() for one in played)


def test_the_winner_of_a_war_is_that_of_its_log(tmp_path: Path) -> None:
    document, _ = exported(Path(__file__).parent / "golden/runewars/0.1.0-war.jsonl", tmp_path)
    assert document["games"][0]["bggId"] == 59294
    names = {one["id"]: one["name"] for one in document["players"]}
    war = document["plays"][-1]
    scores = {names[one["playerRefId"]]: (one["winner"], one["score"], one["role"]) for one in war["playerScores"]}
    assert scores == {
        "Ana": (False, "2", "Daqan Lords"),
        "Ben": (True, "3", "Latari Elves"),
        "小梅": (False, "2", "Uthuk Y'llan"),
    }
    assert [play["ignored"] for play in document["plays"]] == [True] * 5 + [False]


def test_a_scenario_that_was_given_up_is_ignored_by_statistics(tmp_path: Path) -> None:
    document, played = exported(Path(__file__).parent / "golden/champions/0.1.0-every.jsonl", tmp_path)
    assert played[0].winners is None
    assert [(play["ignored"], play["board"]) for play in document["plays"]] == [
        (True, "The Clockmaker"),
        (False, "Rhino"),
        (False, "Klaw"),
    ]
