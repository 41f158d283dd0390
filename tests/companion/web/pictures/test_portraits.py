"""Portraits and colours of seats: chosen by who sits there or by the host, seen by everybody at the table."""

from __future__ import annotations

import re
from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.campaign_files.backups import write_backup
from companion.services import Services
from companion.web.pages.pictures.marks import SHAPES
from companion.web.rendering.static_files import STATIC
from domain.framework.table import SEAT_COLOURS, SEAT_HEADS
from domain.store import FileStore
from projections.documents import lossless
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor, body
from tests.companion.web.pictures.test_reencode import photo


def hangs(visitor: Visitor, brought: bytes, seat: str = "Ann", **fields: str) -> TestResponse:
    sent = {**visitor.fields("people/"), "photo": (BytesIO(brought), "me.jpg"), "seat": seat, **fields}
    return visitor.client.post(visitor.at("seat/portrait"), data=sent, content_type="multipart/form-data")


def coloured(visitor: Visitor, seat: str = "Ann", colour: str = "blue") -> TestResponse:
    return visitor.post("seat/colour", {"seat": seat, "colour": colour})


def shown(visitor: Visitor, path: str = "") -> list[str]:
    """The addresses of the portraits on a page, each once."""
    found = [str(given["src"]) for tag, given in visitor.read(path).tags if tag == "img"]
    return list(dict.fromkeys(found))


def marks(visitor: Visitor, path: str = "") -> int:
    """How many seats are marked in a colour on a page."""
    return body(visitor.get(path)).count("coloured seat-blue")


@pytest.fixture
def portrayed(visitor: Visitor) -> Visitor:
    """A portrait of Ann hangs there."""
    assert hangs(visitor, photo()).status_code == 303
    return visitor


def test_every_colour_has_a_shape_of_its_own() -> None:
    assert len({SHAPES[colour] for colour in SEAT_COLOURS}) == len(SEAT_COLOURS)


@pytest.mark.parametrize("path", ["", "table/", "log", "people/", "sheets/"])
def test_a_seat_is_marked_wherever_it_is_shown(visitor: Visitor, path: str) -> None:
    assert marks(visitor, path) == 0
    coloured(visitor)
    assert marks(visitor, path) > 0


def chosen(visitor: Visitor, seat: str = "Ann", head: str = "fox") -> TestResponse:
    return visitor.post("seat/head", {"seat": seat, "head": head})


@pytest.mark.parametrize("path", ["", "table/", "log", "people/", "sheets/", "seat/?seat=Ann"])
def test_a_drawn_head_is_shown_in_place_of_the_mark_with_one_tap(visitor: Visitor, path: str) -> None:
    assert chosen(visitor).status_code == 303
    assert "heads.svg#head-fox" in body(visitor.get(path))


def test_every_head_is_drawn_and_offered_by_its_name(visitor: Visitor) -> None:
    drawn = re.findall(r'<symbol id="head-(\w+)"', (STATIC / "heads.svg").read_text(encoding="utf-8"))
    offered = re.findall(r'<button name="head" value="(\w+)"', body(visitor.get("seat/?seat=Ann")))
    assert drawn == offered == [*SEAT_HEADS]
    assert len(drawn) == 20


def test_the_chosen_head_is_marked_as_such(visitor: Visitor) -> None:
    chosen(visitor)
    pressed = re.findall(r'<button name="head" value="(\w+)" aria-pressed="true"', body(visitor.get("seat/?seat=Ann")))
    assert pressed == ["fox"]


def test_a_head_takes_the_place_of_a_photo_and_is_taken_down_like_one(portrayed: Visitor) -> None:
    (address,) = shown(portrayed)
    chosen(portrayed)
    assert (shown(portrayed), portrayed.get(address).status_code) == ([], 404)
    assert "Ann chose the portrait fox" in portrayed.log
    portrayed.post("seat/down", {"seat": "Ann"})
    assert "#head-fox" not in body(portrayed.get("people/"))


@pytest.mark.parametrize("head", ["", "unicorn", "a" * 64])
def test_a_head_that_is_not_drawn_is_refused_in_words(visitor: Visitor, head: str) -> None:
    answer = chosen(visitor, head=head)
    assert (answer.status_code, 'role="alert"' in body(answer)) == (422, True)


def test_a_head_is_chosen_by_who_sits_there_or_the_host(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = joined(app, services, "Anna", "at:Ann")
    assert [chosen(ann, seat).status_code for seat in ("Ann", "Bob")] == [303, 422]
    assert chosen(visitor, "Bob").status_code == 303


def test_the_log_says_who_has_which_colour(visitor: Visitor) -> None:
    coloured(visitor)
    assert "Ann took the colour blue" in visitor.log


def test_taken_back_the_seat_has_the_colour_from_before(visitor: Visitor, services: Services) -> None:
    coloured(visitor, colour="red")
    coloured(visitor)
    visitor.post("undo/6")
    with services.open("harbour") as campaign:
        assert campaign.table.colours == {"Ann": "red"}
    visitor.redo()
    with services.open("harbour") as campaign:
        assert campaign.table.colours == {"Ann": "blue"}


def test_a_colour_says_who_has_it_already(visitor: Visitor) -> None:
    coloured(visitor, "Bob")
    assert "blue also Bob" in visitor.text("seat/?seat=Ann")


@pytest.mark.parametrize("colour", ["", "mauve", "<b>"])
def test_another_colour_is_refused_in_words(visitor: Visitor, colour: str) -> None:
    answer = coloured(visitor, colour=colour)
    assert (answer.status_code, 'role="alert"' in body(answer)) == (422, True)


def test_a_portrait_is_small_and_square_and_shown_everywhere(portrayed: Visitor) -> None:
    (address,) = shown(portrayed)
    answer = portrayed.get(address)
    assert (answer.mimetype, answer.data[:3]) == ("image/jpeg", b"\xff\xd8\xff")
    assert [shown(portrayed, path) for path in ("table/", "people/", "log", "sheets/")] == [[address]] * 4


def test_the_log_has_the_digest_and_never_the_picture(portrayed: Visitor, services: Services) -> None:
    (address,) = shown(portrayed)
    picture = portrayed.get(address).data
    with services.open("harbour") as campaign:
        assert campaign.entry(5).fields == {"seat": "Ann", "portrait": sha256(picture).hexdigest()}
        exported = b"".join(lossless.write_lossless(campaign, "harbour"))
    assert picture[:64] not in exported
    assert "Put up a portrait of Ann" in portrayed.log


def test_a_portrait_taken_back_is_shown_no_more_and_comes_back_with_redo(portrayed: Visitor) -> None:
    (address,) = shown(portrayed)
    portrayed.post("undo/5")
    assert (shown(portrayed), portrayed.get(address).status_code) == ([], 404)
    portrayed.redo()
    assert (shown(portrayed), portrayed.get(address).status_code) == ([address], 200)


def test_a_portrait_taken_down_is_shown_no_more_not_even_in_a_look_back(portrayed: Visitor) -> None:
    (address,) = shown(portrayed)
    portrayed.post("seat/down", {"seat": "Ann"})
    assert (shown(portrayed), portrayed.get(address).status_code) == ([], 404)
    assert shown(portrayed, "at/5") == []


def test_a_second_tap_hangs_it_up_once(visitor: Visitor, services: Services) -> None:
    command = visitor.fields("people/")["command"]
    for _ in range(2):
        assert hangs(visitor, photo(), command=command).status_code == 303
    with services.open("harbour") as campaign:
        assert campaign.position == 5


@pytest.mark.parametrize("brought", [b"", b"<script>alert(1)</script>", photo(format="GIF")])
def test_what_is_no_photo_is_refused_and_nothing_recorded(visitor: Visitor, services: Services, brought: bytes) -> None:
    answer = hangs(visitor, brought)
    assert (answer.status_code, "This photo cannot be read here." in body(answer)) == (422, True)
    with services.open("harbour") as campaign:
        assert campaign.position == 4


def test_who_sits_there_chooses_and_nobody_else_but_the_host(app: Flask, services: Services, visitor: Visitor) -> None:
    ann = joined(app, services, "Anna", "at:Ann")
    assert (coloured(ann).status_code, hangs(ann, photo()).status_code) == (303, 303)
    assert (coloured(ann, "Bob").status_code, hangs(ann, photo(), "Bob").status_code) == (422, 422)
    visitor.post("people/sit", {"place": "at:Bob"})
    assert coloured(visitor, "Ann", "red").status_code == 303


def test_who_has_no_seat_chooses_none(app: Flask, services: Services, visitor: Visitor) -> None:
    eve = joined(app, services, "Eve")
    assert "or the host does" in eve.text("seat/?seat=Ann")
    assert (coloured(eve).status_code, hangs(eve, photo()).status_code) == (422, 422)


def test_the_colour_of_another_seat_is_not_put_right_either(app: Flask, services: Services, visitor: Visitor) -> None:
    coloured(visitor)
    eve = joined(app, services, "Eve", "at:Bob")
    assert eve.post("amend/5", {"act": "record"}, seat="Ann", colour="red").status_code == 422


def test_who_only_watches_sees_it_and_chooses_nothing(app: Flask, services: Services, portrayed: Visitor) -> None:
    eve = joined(app, services, "Eve", "watch")
    (address,) = shown(eve)
    assert eve.get(address).status_code == 200
    assert (coloured(eve).status_code, hangs(eve, photo()).status_code) == (403, 403)


def test_who_is_at_another_table_does_not_see_it(app: Flask, services: Services, portrayed: Visitor) -> None:
    (address,) = shown(portrayed)
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    eve = joined(app, services, "Eve", key="elsewhere")
    assert eve.get(address).status_code == 404
    assert eve.get(address.replace("harbour", "elsewhere", 1)).status_code == 404


def test_who_has_not_joined_is_led_to_the_way_in(app: Flask, portrayed: Visitor) -> None:
    (address,) = shown(portrayed)
    assert Guest(app).get(address).status_code == 303


def test_a_portrait_is_in_backups(portrayed: Visitor, services: Services, tmp_path: Path) -> None:
    (address,) = shown(portrayed)
    write_backup(services.store, tmp_path / "copy.db")
    with closing(FileStore(tmp_path / "copy.db")) as copy:
        assert copy.photo(address.rpartition("/")[2].removesuffix(".jpg")) == portrayed.get(address).data


def test_where_the_picture_is_not_kept_the_initial_stands_for_it(portrayed: Visitor, services: Services) -> None:
    with services.store.writing() as db:
        db.execute("DELETE FROM photos")
    page = portrayed.read("")
    assert (shown(portrayed), "seat-mark" in str(page.tags)) == ([], True)


def test_a_seat_that_came_later_is_marked_like_any_other(visitor: Visitor) -> None:
    visitor.record("seat-taken", seat="Cid")
    coloured(visitor, "Cid")
    assert marks(visitor) > 0


def test_a_seat_that_is_not_there_has_no_page(visitor: Visitor) -> None:
    assert visitor.get("seat/?seat=Zoe").status_code == 404
    assert coloured(visitor, "Zoe").status_code == 404
