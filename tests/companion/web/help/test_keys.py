"""The list of keys: one for the dialog and for what the keys do; who does not want it has none."""

import pytest
from flask import template_rendered
from jinja2 import Template

from companion.web.pages.help.keys import SHORTCUTS
from tests.companion.visitor import Reader, Visitor

KEYS = "Keyboard shortcuts"


def rows(page: Reader) -> list[dict[str, str | None]]:
    return [given for _, given in page.tags if "data-keys" in given]


@pytest.mark.parametrize("path", ["/", "", "log", "sheets/", "record/coins-gained", "/nowhere"])
def test_every_page_carries_the_list(visitor: Visitor, path: str) -> None:
    page = visitor.read(path)
    assert page.part("keys")
    assert [row["data-keys"] for row in rows(page)] == ["\n".join(shortcut.keys) for shortcut in SHORTCUTS]


def test_the_list_is_drawn_once_in_each_language(visitor: Visitor) -> None:
    drawn: list[str | None] = []

    def note(_: object, template: Template, **__: object) -> None:
        drawn.append(template.name)

    with template_rendered.connected_to(note, visitor.app):
        said = [visitor.text(path) for path in ("", "log", "", "?interface=zh_Hans", "log")]
    assert drawn.count("help/keys.html") == 2
    assert [KEYS in page for page in said] == [True, True, True, False, False]


def test_no_key_does_two_things() -> None:
    keys = [key for shortcut in SHORTCUTS for key in shortcut.keys]
    assert len(keys) == len(set(keys))


def test_no_key_begins_what_another_is_alone() -> None:
    alone = {key for shortcut in SHORTCUTS for key in shortcut.keys if ">" not in key}
    assert not [key for shortcut in SHORTCUTS for key in shortcut.keys if key.split(">")[0] in alone and ">" in key]


def test_each_key_is_said_in_the_dialog(visitor: Visitor) -> None:
    said = visitor.text("")
    for shortcut in SHORTCUTS:
        assert str(shortcut.what) in said
        assert all(str(key) in said for keys in shortcut.printed for key in keys)


def test_who_switched_them_off_has_no_list(visitor: Visitor) -> None:
    visitor.post("/preferences", {"shortcuts": "off"})
    assert not visitor.read("").part("keys")


def test_the_list_stands_in_the_help_for_who_switched_them_off_too(visitor: Visitor) -> None:
    visitor.post("/preferences", {"shortcuts": "off"})
    assert len(rows(visitor.read("/help/keys"))) == len(SHORTCUTS)


def test_the_places_that_keys_lead_to_are_there(visitor: Visitor) -> None:
    places = {given.get("data-place") for _, given in visitor.read("").tags}
    assert {"play", "sheets", "log", "campaign", "more"} <= places


def test_the_screen_is_kept_awake_while_a_session_is_on_for_who_asked(visitor: Visitor) -> None:
    def awake() -> bool:
        return any(tag == "html" and "data-awake" in given for tag, given in visitor.read("").tags)

    visitor.record("session-started")
    assert not awake()
    visitor.post("/preferences", {"awake": "session"})
    assert awake()
    visitor.record("session-ended")
    assert not awake()
