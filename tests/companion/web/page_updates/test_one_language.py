"""Names known in one language only, on pages that are sent in fragments."""

import pytest
from flask import Flask

from companion.demo import make_demo
from companion.services import Services
from domain.games import BY_KEY
from tests.companion.visitor import Visitor, body

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("language", "is_marked"), [("zh_Hans", True), ("en", False)])
@pytest.mark.parametrize("page", ["", "sheets/", "log"])
def test_a_hero_with_an_english_name_alone_is_marked_in_chinese(
    app: Flask, services: Services, page: str, language: str, is_marked: bool
) -> None:
    key = make_demo(services, BY_KEY["runewars"])
    html = body(Visitor(app, key).get(f"{page}?interface={language}"))
    assert ('<i lang="en" class="one-language" title="只有英文名">Silhouette</i>' in html) == is_marked


@pytest.mark.parametrize("game", BY_KEY)
def test_what_fragments_are_called_is_never_marked(app: Flask, services: Services, game: str) -> None:
    key = make_demo(services, BY_KEY[game])
    assert 'id="board"' in body(Visitor(app, key).get("?interface=zh_Hans"))
