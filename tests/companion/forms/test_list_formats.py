"""The forms of pasted lists: each is read as names with counts, or refused with a sentence that says what it is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.forms.list_formats import LONGEST, fault_of_list, parse_counts

TWO = {"Hawkeye": 2, "Energy": 1}
FORMS = {
    "text": "2x Hawkeye\n1x Energy",
    "a table": "Hawkeye\t2\nEnergy\t1",
    "a table with a heading": "Name\tCount\nHawkeye\t2\nEnergy\t1",
    "a table with numbers first": "Count\tName\n2\tHawkeye\n1\tEnergy",
    "commas": "Hawkeye,2\nEnergy,1",
    "quoted commas": 'Name,Count\n"Hawkeye",2\n"Energy", 1',
    "semicolons": "Hawkeye;2\r\nEnergy;1\r\n",
    "slots": '{"name": "Webs", "slots": {"Hawkeye": 2, "Energy": 1}}',
    "counts as text": '{"slots": {"Hawkeye": "2", "Energy": "1"}}',
    "objects": '[{"name": "Hawkeye", "count": "2"}, {"name": "Energy", "count": 1}]',
    "objects in cards": '{"cards": [{"title": "Hawkeye", "qty": 2}, {"title": "Energy"}]}',
    "OCTGN": '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<deck game="a1">'
    '<section name="Cards" shared="False">'
    '<card qty="2" id="b2">Hawkeye</card><card qty="1" id="c3">Energy</card></section></deck>',
    "a byte order mark": "\ufeff2x Hawkeye\n1x Energy",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_list_is_read_in_each_form(form: str) -> None:
    assert parse_counts(FORMS[form]) == TWO


def test_a_list_of_marvelcdb_has_a_title_a_hero_an_aspect_and_headings() -> None:
    head = "2 Fast 2 Captain\n\nNight Heron (Core Set)\nLeadership\n\nAlly (3)\n"
    assert parse_counts(f"{head}1x Hawkeye (Core Set)\n2x Hawkeye: Ada Reed") == {
        "Hawkeye (Core Set)": 1,
        "Hawkeye: Ada Reed": 2,
    }


def test_where_no_line_has_a_sign_the_first_line_is_a_card_too() -> None:
    assert parse_counts("2 Fast\n1 Energy") == {"Fast": 2, "Energy": 1}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("[Hawkeye](/card/01066) x2", "Hawkeye (01066)"),
        ("* 2x [Hawkeye](https://cards.example/card/01066) _(Core Set)_", "Hawkeye (01066) (Core Set)"),
        ("- 2x **[Hawkeye](/card/01066)**", "Hawkeye (01066)"),
        ("2x [Hawkeye](/elsewhere)", "Hawkeye"),
    ],
)
def test_a_markdown_link_is_its_name_with_its_code(line: str, name: str) -> None:
    assert parse_counts(line) == {name: 2}


def test_a_name_may_have_commas() -> None:
    assert parse_counts('Me, Myself,2\n"You, Yourself",1\n3x We, Ourselves') == {
        "Me, Myself": 2,
        "You, Yourself": 1,
        "We, Ourselves": 3,
    }


def test_an_object_may_name_subtitle_pack_and_code() -> None:
    rows = [
        {"name": "Hawkeye", "subname": "Ada Reed", "pack_name": "Core Set", "count": 1},
        {"name": "Hawkeye", "code": "01066", "pack_name": "Core Set", "count": 2},
    ]
    assert parse_counts(json.dumps(rows)) == {"Hawkeye: Ada Reed (Core Set)": 1, "Hawkeye (01066)": 2}


@pytest.mark.parametrize(
    ("cards", "found"), [(("Hulk", "Hulk"), TWO), (("Hulk", "Slam"), {"Hulk": 1, "Slam": 1, **TWO})]
)
def test_a_hero_is_no_card_of_an_octgn_deck_but_cards_of_the_hero_are(cards: tuple[str, str], found: object) -> None:
    heroes = "".join(f'<card qty="1">{name}</card>' for name in cards)
    others = "".join(f'<card qty="{count}">{name}</card>' for name, count in TWO.items())
    deck = f'<deck><section name="Hero">{heroes}</section><section name="Ally">{others}</section></deck>'
    assert parse_counts(deck) == found


UNREAD = {
    "a link": ("https://cards.example/deck/view/12", "is a link"),
    "a link without a scheme": ("cards.example/deck/view/12", "is a link"),
    "a page": ("<!doctype html><html><p>2x Hawkeye</p></html>", "no OCTGN deck"),
    "other XML": ("<cards><one>Hawkeye</one></cards>", "no OCTGN deck"),
    "a deck without numbers": ('<deck><card qty="many">Hawkeye</card></deck>', "no OCTGN deck"),
    "cut XML": ('<deck><card qty="2">Hawk', "no OCTGN deck"),
    "entities": ('<!DOCTYPE d [<!ENTITY a "b">]><deck><card qty="1">&a;</card></deck>', "no OCTGN deck"),
    "other JSON": ('{"name": "Webs"}', "this JSON"),
    "a list of numbers": ("[1, 2]", "this JSON"),
    "cut JSON": ('{"slots": {', "this JSON"),
    "deep JSON": ("[" * 100_000, "this JSON"),
    "prose": ("The evening began, and " * 20, "not a list"),
    "many words": ("\n".join(f"word {n}a" for n in range(300)), "not a list"),
    "much": ("2x Hawkeye\n" * LONGEST, "too long"),
}


@pytest.mark.parametrize("form", UNREAD)
def test_a_form_that_is_not_known_is_named(form: str) -> None:
    pasted, sentence = UNREAD[form]
    assert parse_counts(pasted) == pasted
    assert sentence in str(fault_of_list(pasted).copy_with(field="cards"))


@given(some.text(max_size=300))
def test_any_text_is_counts_or_stays_as_it_is(pasted: str) -> None:
    found = parse_counts(pasted)
    assert found == pasted or all(isinstance(count, int) and count for count in found.values())
