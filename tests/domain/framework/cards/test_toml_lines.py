"""The lines of a TOML file: a fault at a place is shown with the line where that place is written."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.framework.cards.toml_lines import DEEPEST, lines_of_faults, lines_of_places

SOURCE = '''# a [comment] = 1
release = "1.0"
[numbers]
hp = { en = "HP # [no] comment", most = 3 }  # [numbers.no]
"a.b".most = 5
xp.en = """
[numbers.no]
"""
[numbers."mp x"]
en = 'a"b'
taps = [
  5,
  [1, 2], { q = 1, r.s = 2 },
]
most = 1.5
[["rules"]]
x = 1979-05-27T07:32:00Z
'long' = \'\'\'
y = 1\'\'\'
z = {}
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("release", 2),
        ("numbers", 3),
        ("numbers.hp", 4),
        ("numbers.hp.most", 4),
        ("numbers.a.b.most", 5),
        ("numbers.xp.en", 6),
        ("numbers.mp x", 9),
        ("numbers.mp x.taps", 11),
        ("numbers.mp x.taps.0", 12),
        ("numbers.mp x.taps.1.1", 13),
        ("numbers.mp x.taps.2.r.s", 13),
        ("numbers.mp x.most", 15),
        ("rules.x", 17),
        ("rules.long", 18),
        ("rules.z", 20),
    ],
)
def test_a_place_has_the_line_where_it_is_written(place: str, line: int) -> None:
    assert lines_of_faults(SOURCE, [place]) == {place: line}


def test_what_a_text_or_a_comment_looks_like_is_no_place() -> None:
    assert not [place for place in lines_of_places(SOURCE) if place.startswith(("numbers.no", "rules.y"))]


@pytest.mark.parametrize(
    ("place", "line"), [("numbers.hp.start", 4), ("numbers.mp x.taps.9", 11), ("boxes", 1), ("numbers.mp", 9), ("", 1)]
)
def test_a_place_that_is_not_written_has_the_line_of_the_nearest_part(place: str, line: int) -> None:
    assert lines_of_faults(SOURCE, [place]) == {place: line}


KEYS = st.sampled_from(["a", "b.c", "d e", '"', "f"])
VALUES = st.recursive(
    st.sampled_from(["1", "true", "'x = [1]'", '"a\\"{"', "1.5"]),
    lambda inside: (
        st.lists(inside, max_size=3).map(lambda parts: f"[\n{', '.join(parts)}]")
        | st.dictionaries(KEYS, inside, max_size=3).map(
            lambda pairs: "{" + ", ".join(f"{quoted(key)} = {value}" for key, value in pairs.items()) + "}"
        )
    ),
)


def quoted(key: str) -> str:
    return '"\\""' if key == '"' else f'"{key}"'


def places_of(value: Any, path: tuple[str, ...] = ()) -> set[str]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = {".".join(path)} if 0 < len(path) <= DEEPEST else set()
    return found.union(*(places_of(part, (*path, str(key))) for key, part in parts))


@given(st.dictionaries(KEYS, VALUES, max_size=3), st.dictionaries(KEYS, VALUES, max_size=3))
def test_the_places_are_those_that_a_parser_finds(first: dict[str, str], second: dict[str, str]) -> None:
    lines = [f"{quoted(key)} = {value}" for key, value in first.items()]
    lines += ["[table] # [x]", *(f"{quoted(key)} = {value} # , ]" for key, value in second.items())]
    source = "\n".join(lines)
    assert {*lines_of_places(source)} == places_of(tomllib.loads(source))
