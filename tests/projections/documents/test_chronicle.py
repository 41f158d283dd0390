"""The chronicle: how a log becomes a story."""

import pytest

from domain.framework.text import Tongue
from projections.documents import chronicle
from projections.documents.export import EXPORTS
from tests.house import House
from tests.projections.documents.evening import CHINESE, Evening, item, items
from tests.toy import GAME, DiceRolled


def test_sessions_are_chapters_with_their_date_and_players(played: Evening) -> None:
    chapters = played.story().chapters
    assert [(c.title, c.date, c.players) for c in chapters] == [
        ("Session 1", "2026-11-20 (clock of this computer)", "Ann, 贝丝, <img src=x onerror=alert(1)>"),
        ("Session 2", "2026-11-20 (clock of this computer)", "Ann, Cleo"),
    ]


def test_rounds_and_steps_stand_inside_a_session(played: Evening) -> None:
    second = played.story().chapters[1]
    assert [(r.title, [s.title for s in r.steps]) for r in second.rounds] == [
        ("Round 1", ["night"]),
        ("Round 2", ["day"]),
    ]


def test_without_sessions_the_log_is_one_chapter(evening: Evening) -> None:
    evening.sits("Ann")
    assert [c.title for c in evening.story().chapters] == ["What happened"]


def test_the_head_tells_who_played_when_and_how_much(played: Evening) -> None:
    head = dict(played.story().head)
    assert head["Players"] == "Ann, 贝丝, <img src=x onerror=alert(1)>, Cleo"
    assert head["Played"] == "2026-01-01 – 2026-11-20"
    assert head["Sessions"] == "2"
    assert head["Taken back"] == "1"


def test_a_consequence_stands_under_its_cause(evening: Evening) -> None:
    evening.sits("Ann")
    evening.plays("dice-rolled", seat="Ann", dice=[3, 4])
    rolled = item(evening.story(), "Ann rolled 3, 4")
    assert [below.text for below in rolled.followed] == ["Ann gained 7 coins"]


def test_a_run_of_taps_reads_as_one_line(evening: Evening) -> None:
    evening.sits("Ann", "Bob")
    for seat, amount in [("Ann", 1), ("Ann", 2), ("Ann", 1), ("Bob", 1), ("Ann", 1)]:
        evening.plays("coins-gained", seat=seat, amount=amount)
    shown = [one.text for one in items(evening.story())]
    assert shown[2:] == ["Ann gained 4 coins", "Bob gained 1 coins", "Ann gained 1 coins"]


def test_taps_of_two_people_or_with_a_note_stay_apart(evening: Evening) -> None:
    evening.sits("Ann")
    evening.plays("coins-gained", seat="Ann", amount=1)
    noted = evening.plays("coins-gained", seat="Ann", amount=2, actor="Bob")
    evening.plays("coins-gained", seat="Ann", amount=3, actor="Bob")
    evening.plays("note-added", text="why?", entry=noted)
    story = evening.story()
    assert [one.text for one in items(story)][1:] == [
        "Ann gained 1 coins",
        "Ann gained 2 coins",
        "Ann gained 3 coins",
    ]
    assert [note.text for note in item(story, "Ann gained 2 coins").notes] == ["Note: why?"]


def test_what_was_taken_back_is_not_told(evening: Evening, house: House) -> None:
    evening.sits("Ann")
    evening.plays("dice-rolled", seat="Ann", dice=[3, 4])
    house.undo(evening.id)
    assert [one.text for one in items(evening.story())] == ["Ann sat down"]


def test_what_was_restored_is_told_as_if_nothing_had_been(evening: Evening, house: House) -> None:
    evening.sits("Ann")
    house.undo(evening.id)
    house.redo(evening.id)
    assert [one.text for one in items(evening.story())] == ["Ann sat down"]


def test_an_amended_line_is_told_as_it_counts_now(evening: Evening, house: House) -> None:
    evening.sits("Ann")
    rolled = evening.plays("dice-rolled", seat="Ann", dice=[3, 4])
    house.amend(evening.id, rolled, dice=[1, 1])
    sat, now = items(evening.story())
    assert (sat.text, now.text) == ("Ann sat down", "Ann rolled 1, 1")
    assert [below.text for below in now.followed] == ["Ann gained 2 coins"]


def test_the_tables_own_books_are_left_out(evening: Evening) -> None:
    evening.plays("content-added", kind="towers", id="glass", fields={"en": "Glass Tower"})
    evening.plays("campaign-renamed", name="The Longer Winter")
    evening.sits("Ann")
    assert [one.text for one in items(evening.story())] == ["Ann sat down"]


def test_what_followed_from_the_books_is_told_on_its_own(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(GAME), "bookkeeping", GAME.bookkeeping | {DiceRolled.topic})
    evening.sits("Ann")
    evening.plays("dice-rolled", seat="Ann", dice=[3, 4])
    assert [one.text for one in items(evening.story())] == ["Ann sat down", "Ann gained 7 coins"]


def test_a_session_says_how_long_it_was_without_the_breaks(evening: Evening) -> None:
    for event, time in [("session-started", "19:00"), ("night-fell", "20:30"), ("session-ended", "23:10")]:
        evening.plays(event, time=f"2026-11-20T{time}:00.000Z")
    (session,) = evening.story().chapters
    assert session.length == "1 h 30 min"


def test_a_session_says_how_it_was_put_away_and_where_it_led(evening: Evening) -> None:
    for event in ("session-started", "night-fell", "day-broke"):
        evening.plays(event)
    evening.plays("session-ended", note="A long night")
    (session,) = evening.story().chapters
    assert session.summary == "A long night · Round 1 → Round 2"


def test_an_amended_session_has_the_players_it_has_now(evening: Evening, house: House) -> None:
    started = evening.plays("session-started", players=["Ann"])
    house.amend(evening.id, started, players=["Ann", "Bob"])
    assert evening.story().chapters[0].players == "Ann, Bob"


def test_a_bent_refusal_and_a_late_record_are_marked_with_the_reason(played: Evening) -> None:
    marks = {mark.kind: mark.text for one in items(played.story()) for mark in one.marks}
    assert marks["bent"] == "against the rule: the card says [so](javascript:alert(1))"
    assert marks["later"] == "recorded later: last Sunday"


def test_a_late_record_is_marked_once_not_on_each_consequence(played: Evening) -> None:
    built = item(played.story(), "贝丝 built Iron Tower")
    assert [(below.text, below.marks) for below in built.followed] == [("A gate opened", [])]


def test_a_note_on_an_entry_stands_under_it_and_nowhere_else(played: Evening) -> None:
    story = played.story()
    (noted,) = [one for one in items(story) if one.notes]
    assert noted.text.startswith("贝丝 rolled")
    assert noted.notes[0].kind == "note"
    assert not [one for one in items(story) if one.kind == "note"]


def test_a_note_on_a_note_on_itself_or_on_the_future_is_not_lost(evening: Evening) -> None:
    evening.sits("Ann")
    first = evening.plays("note-added", text="first", entry=2)
    evening.plays("note-added", text="second", entry=first)
    evening.plays("note-added", text="self", entry=first + 2)
    evening.plays("note-added", text="future", entry=99)
    story = evening.story()
    assert [one.text for one in items(story)][1:] == ["Note: second", "Note: self", "Note: future"]
    assert item(story, "Ann sat down").notes[0].text == "Note: first"


def test_a_secret_stays_hidden_even_where_it_was_amended(evening: Evening, house: House) -> None:
    evening.sits("Ann")
    drawn = evening.plays("card-drawn", seat="Ann", card=41)
    house.amend(evening.id, drawn, card=42)
    story = evening.story()
    assert item(story, "Ann drew card hidden")


def test_an_entry_that_cannot_be_read_is_shown_as_such(evening: Evening, house: House) -> None:
    house.plant(evening.id, ("toy.volcano-erupted", {"event": {}, "entry": {}}))
    (unread,) = [one for one in items(evening.story()) if one.kind == "unreadable"]
    assert "toy.volcano-erupted" in unread.text
    assert dict(evening.story().head)["Unreadable"] == "1"


def test_names_typed_in_by_hand_are_told_in_the_viewers_language(played: Evening) -> None:
    assert item(played.story(), "Ann built Glass Tower")
    assert item(played.story(CHINESE), "Ann built 玻璃塔")


def test_every_word_of_our_own_goes_through_the_catalogue(played: Evening) -> None:
    shouted = played.story(Tongue(translate=str.upper))
    assert shouted.sheets_title == "SAVE SHEETS"
    assert all(label.isupper() for label, _ in shouted.head)


def test_the_story_ends_with_the_sheets_as_they_stand(played: Evening) -> None:
    story = played.story()
    assert story.sheets[0]["key"] == "harbour"
    assert story.sheets[0]["blocks"][0]["facts"][1]["value"] == 1


def test_markdown_is_written_chapter_by_chapter(played: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[str] = []
    render = chronicle.render_line
    monkeypatch.setattr(chronicle, "render_line", lambda line, *rest: rendered.append(line.text) or render(line, *rest))
    with played.subject() as subject:
        pieces = EXPORTS[".md"](subject)
        assert next(pieces).decode().startswith("# ")
        assert not rendered
        assert "## Session 1" in next(pieces).decode()
        first = len(rendered)
        assert "## Session 2" in next(pieces).decode()
    assert 0 < first < len(rendered)


def test_a_consequence_in_another_session_stands_under_its_cause(evening: Evening, house: House) -> None:
    evening.sits("Ann")
    evening.plays("session-started", players=["Ann"])
    rolled = evening.plays("dice-rolled", seat="Ann", dice=[3, 4])
    evening.plays("session-ended")
    late = {"event": {"seat": "Ann", "amount": 5}, "entry": {"cause": rolled}}
    house.plant(evening.id, ("toy.coins-gained", late))
    (session,) = [chapter for chapter in evening.story().chapters if chapter.title == "Session 1"]
    (one,) = [one for r in session.rounds for step in r.steps for one in step.items if one.text == "Ann rolled 3, 4"]
    assert [below.text for below in one.followed] == ["Ann gained 7 coins", "Ann gained 5 coins"]
    assert "5 coins" not in "".join(one.text for one in items(evening.story()))
