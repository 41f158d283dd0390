"""Names: nobody is taken for somebody else, or for the host; and one code lets in only so many."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.services import Services
from companion.web.visitors.guests import MOST, Guests
from companion.web.visitors.typed import is_hosts_name, look_alike, mixes_scripts, visible_part
from tests.companion.guest import Guest, code_of, joined
from tests.companion.visitor import Visitor, body

ALIKE = [
    *[
        ("Ann", other)
        for other in ("ann", "ANN", "Ánn", "A n n", "Ann.", "Ａｎｎ", "𝐀𝐧𝐧", "Аnn", "Ann\u00ad", "Ann\u3164")
    ],
    *[("Iris", other) for other in ("lris", "1ris", "|ris", "ӏris")],
    *[("Bob", other) for other in ("B0b", "ВОВ", "ΒΟΒ")],
    ("Оля", "ОЛЯ"),
    ("Arnold", "Amold"),
    ("Sal", "Ꮪal"),
    ("paypal", "раураl"),
    ("工人", "エ人"),
    ("李雷", "李 雷"),
]
APART = [
    ("Ann", "Anna"),
    ("Ann", "Annie"),
    ("Оля", "Коля"),
    ("李雷", "李雪"),
    ("🎲", "🎯"),
    ("小明", "小红"),
    ("ヒロ", "ヒト"),
]
MIXED = ["Аnn", "Bоb", "Ηans", "PаuΙ"]
PLAIN = [
    *("Ann", "Оля", "Νίκος", "Zoë", "Jürgen", "O'Neil-Smith", "R2-D2", "🎲"),
    *("李雷", "小Ann", "ヒロちゃん", "민준", "עדי", "سارة"),
]
HOSTS = [
    *("Host", "HOST", "the host", "The Host", "H0st", "Hоst", "Ηοѕt", "ｈｏｓｔ"),
    *("H o s t", "🅷ost", "🅗🅞🅢🅣", "🇭🇴🇸🇹", "ʜosᴛ", "🄷ost", "房主", "主持人", "-Host-"),
]
DRAWN_ALIKE = Path(__file__).with_name("drawn_like_host.txt")
"""Signs that Unicode has for a letter of “Host”, large or small (UTS 39), as another library reads its table."""


def drawn_like_the_host() -> Iterator[str]:
    for line in DRAWN_ALIKE.read_text(encoding="ascii").splitlines():
        letter, *signs = line.split()
        yield from ("Host".replace(letter, chr(int(sign, 16))) for sign in signs)


@pytest.mark.parametrize(("one", "other"), ALIKE, ids=ascii)
def test_these_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(("one", "other"), APART, ids=ascii)
def test_these_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)


@pytest.mark.parametrize("name", MIXED, ids=ascii)
def test_letters_of_several_alphabets_are_seen(name: str) -> None:
    assert mixes_scripts(name)


@pytest.mark.parametrize("name", PLAIN, ids=ascii)
def test_what_people_are_called_is_nothing_of_the_kind(name: str) -> None:
    assert (mixes_scripts(name), is_hosts_name(name), visible_part(name)) == (False, False, name)


@pytest.mark.parametrize("name", HOSTS, ids=ascii)
def test_nobody_is_called_the_host(name: str) -> None:
    assert is_hosts_name(name)


def test_no_sign_that_is_drawn_like_a_letter_lets_the_hosts_name_pass() -> None:
    names = list(drawn_like_the_host())
    assert len(names) == 250
    assert [ascii(name) for name in names if not is_hosts_name(name)] == []


@pytest.mark.parametrize("name", ["Hostess", "Ghost", "Hosta", "Ann the host", "主持人小王"])
def test_what_merely_holds_that_word_is_a_name(name: str) -> None:
    assert not is_hosts_name(name)


@pytest.fixture
def phone(app: Flask, services: Services, visitor: Visitor) -> Guest:
    """A phone whose owner knows the code of a table at which Ann sits."""
    joined(app, services, "Ann", "at:Ann")
    phone = Guest(app)
    phone.get(f"/join/{code_of(app, services)}")
    return phone


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Аnn", "mixes look-alike letters"),
        ("A nn", "The name Ann is taken"),
        ("Host", "is the name of the host"),
        ("\u3164\u3164", "Enter your name first"),
    ],
    ids=ascii,
)
def test_who_would_be_taken_for_somebody_else_is_asked_for_another_name(phone: Guest, name: str, why: str) -> None:
    answer = phone.sit(name)
    assert (answer.status_code, why in body(answer)) == (422, True)
    assert phone.get("").status_code == 303


# --- so many and no more ----------------------------------------------------------------------


def test_a_code_lets_in_twelve_unless_the_host_says_otherwise(app: Flask, services: Services, visitor: Visitor) -> None:
    guests: Guests = app.extensions["guests"]
    campaign = services.find_campaign("harbour").campaign
    assert MOST == 12
    for name in "ABCDEFGHJKMN":
        guests.join(campaign, name, "spectator", ())
    phone = Guest(app)
    phone.get(f"/join/{code_of(app, services)}")
    answer = phone.sit("Zoe")
    assert (answer.status_code, "12 people have joined, and that is the limit." in body(answer)) == (422, True)
    assert phone.get("").status_code == 303


def test_the_host_lets_in_fewer_or_more(app: Flask, services: Services, visitor: Visitor) -> None:
    joined(app, services, "Ann", "at:Ann")
    visitor.post("people/most", {"most": "1"})
    phone = Guest(app)
    phone.get(f"/join/{code_of(app, services)}")
    assert phone.sit("Zoe").status_code == 422
    visitor.post("people/most", {"most": "2"})
    assert phone.sit("Zoe").status_code == 303


def test_who_was_let_go_makes_room(app: Flask, services: Services, visitor: Visitor) -> None:
    visitor.post("people/most", {"most": "1"})
    joined(app, services, "Ann", "at:Ann")
    visitor.post("people/1/end")
    joined(app, services, "Bob", "at:Ann")


def test_another_table_has_places_of_its_own(app: Flask, services: Services, visitor: Visitor) -> None:
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    visitor.post("people/most", {"most": "1"})
    joined(app, services, "Ann", "at:Ann")
    joined(app, services, "Ann", key="elsewhere")
    joined(app, services, "Bob", key="elsewhere")


@pytest.mark.parametrize("most", ["0", "100", "-1", "", "many", "1e1"])
def test_a_number_that_is_none_changes_nothing(app: Flask, services: Services, visitor: Visitor, most: str) -> None:
    assert visitor.post("people/most", {"most": most}).status_code == 422
    assert app.extensions["guests"].limit_of(services.find_campaign("harbour").campaign) == MOST
