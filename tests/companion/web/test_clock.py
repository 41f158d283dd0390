"""Words and times that stand on every line of a page: looked up once, and right all the same."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.rendering.clock import clock, day, local_time
from companion.web.visitors import language
from companion.web.visitors.language import translate_sentence, use_game_catalogue
from domain.framework.text import Text

TIME = "2026-05-01T18:05:09.000Z"


@pytest.mark.parametrize("interface", ["en", "zh_Hans", "zh_Hant"])
def test_a_time_is_told_as_the_clock_here_shows_it(app: Flask, interface: str) -> None:
    moment = local_time(TIME)
    assert moment is not None
    with app.test_request_context(f"/?interface={interface}"):
        assert clock(TIME).endswith(f"{moment:%H:%M}")
        assert str(moment.year) in day(TIME)
        assert clock("half past nine") == "half past nine"


def test_words_are_looked_up_once_an_answer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    class Watched(Text):
        def render(self, tongue: object = None) -> str:
            looked.append(self.message)
            return Text.render(self, tongue)  # type: ignore[arg-type]

    monkeypatch.setattr(language, "Text", Watched)
    with app.test_request_context("/?interface=zh_Hans"):
        assert [translate_sentence("Undo"), translate_sentence("Undo"), translate_sentence("Redo")] == [
            "撤销",
            "撤销",
            "重做",
        ]
        assert translate_sentence("{number} of {of}", number=1, of=2) == "1 of 2"
        assert translate_sentence("{number} of {of}", number=2, of=2) == "2 of 2"
        assert looked == ["Undo", "Redo", "{number} of {of}", "{number} of {of}"]
    with app.test_request_context("/?interface=en"):
        assert translate_sentence("Undo") == "Undo"


def test_the_words_of_a_game_win_once_it_is_known(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "tongue_of", lambda language, content, game: game)
    monkeypatch.setattr(language, "Text", Game)
    with app.test_request_context("/"):
        before = translate_sentence("Hero")
        use_game_catalogue("toy")
        assert (before, translate_sentence("Hero")) == ("Hero of no game", "Hero of toy")


class Game:
    """A sentence that says in which game's words it is told."""

    def __init__(self, message: str) -> None:
        self.message = message

    def render(self, game: str) -> str:
        return f"{self.message} of {game or 'no game'}"
