"""Bodies of notices: JSON with all facts, messages for Discord, and the signature."""

import hmac
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.notices.notice import LONGEST_MESSAGE, Notice, body_of, sign_body

CAMPAIGN = {"key": "harbour", "name": "Harbour", "game": "toy"}


def ended(*story: str, said: str = "Harbour: the evening has ended.", changes: tuple[str, ...] = ()) -> Notice:
    return Notice("id-1", "evening-ended", "2026-12-02T19:00:00.000Z", CAMPAIGN, said, story, changes, {"evening": {}})


def message(notice: Notice) -> Any:
    return orjson.loads(body_of(notice, "discord"))


def test_a_body_has_the_facts_and_the_recap() -> None:
    assert orjson.loads(body_of(ended("Ann won", changes=("Gold: 1 → 2",)), "json")) == {
        "id": "id-1",
        "notice": "evening-ended",
        "time": "2026-12-02T19:00:00.000Z",
        "campaign": CAMPAIGN,
        "text": "Harbour: the evening has ended.",
        "evening": {},
        "recap": ["Ann won"],
        "changes": ["Gold: 1 → 2"],
    }


def test_only_the_end_of_an_evening_has_a_recap() -> None:
    turn = Notice("id-1", "turn", "", CAMPAIGN, "Ann's turn", facts={"turn": {"seat": "Ann"}})
    assert orjson.loads(body_of(turn, "json")).keys() == {"id", "notice", "time", "campaign", "text", "turn"}


def test_a_message_names_everything_and_mentions_no_one() -> None:
    assert message(ended("Ann won", changes=("Gold: 1 → 2",))) == {
        "content": "**Harbour: the evening has ended.**\n• Ann won\n• Gold: 1 → 2",
        "allowed_mentions": {"parse": []},
    }


@pytest.mark.parametrize("name", ["**Ann**", "_Ann_", "`Ann`", "||Ann||", "[Ann](https://example.org)", "<@1>", "a\\*"])
def test_no_name_changes_the_form_of_a_message(name: str) -> None:
    line = message(ended(name))["content"].splitlines()[1]
    assert line.replace("\\\\", "\0").replace("\\", "").replace("\0", "\\") == f"• {name}"
    assert line != f"• {name}"


def test_a_line_of_several_lines_becomes_one() -> None:
    assert message(ended("one\n# two"))["content"].count("\n") == 1


@given(st.lists(st.text(max_size=900), max_size=40), st.text(max_size=100))
def test_a_message_fits_and_a_body_is_bounded(story: list[str], said: str) -> None:
    content = message(ended(*story, said=said))["content"]
    assert len(content.encode("utf-16-le", "surrogatepass")) // 2 <= LONGEST_MESSAGE
    assert len(body_of(ended(*story[:32], said=said), "json")) < 64 * 1024


def test_a_message_that_is_cut_says_so() -> None:
    content = message(ended(*["x" * 300] * 20))["content"]
    assert content.endswith("x\n…")
    assert len(content) > LONGEST_MESSAGE - 310


def test_a_signature_is_the_hmac_of_the_body() -> None:
    assert sign_body(b"{}", "key") == "sha256=" + hmac.digest(b"key", b"{}", "sha256").hex()
    assert sign_body(b"{}", "key") != sign_body(b"{ }", "key")
