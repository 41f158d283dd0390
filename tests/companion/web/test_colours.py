"""Every theme can be read: words and signs stand out from what they stand on (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
from collections.abc import Mapping
from itertools import combinations
from math import dist
from pathlib import Path
from typing import get_args

import pytest

import companion
from companion.web.pages.campaign.charts import SHAPES
from companion.web.visitors.language import THEMES
from domain.framework.table import SEAT_COLOURS
from domain.framework.views.board import SpaceKind
from domain.framework.views.face import HOUSE, GameFace
from domain.games import BY_KEY, KEYS, OWN
from domain.games.faces import FACES

STATIC = Path(companion.__file__).parent / "web" / "static"
WORDS = ("ink", "soft", "accent", "link", "good", "bad", "bent", "water")
GROUNDS = ("ground", "surface", "raised")
TINTED = {"dark": "tokens.css", "light": "light.css"}
"""The themes that are tinted by a game, and the file with the rule."""
ALL_FACES = {"house": HOUSE, **FACES}


def block(file: str, selector: str) -> dict[str, str]:
    """The colours of a rule."""
    css = (STATIC / file).read_text(encoding="utf-8")
    rule = re.search(rf"^{re.escape(selector)} {{(.*?)^}}", css, re.DOTALL | re.MULTILINE)
    assert rule, selector
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]+|\d+%);", rule[1]))


def colours(theme: str) -> dict[str, str]:
    known = block("tokens.css", ":root")
    if theme == "light":
        return known | block("light.css", ':root:where(:root[data-theme="light"])')
    return known if theme == "dark" else known | block("tokens.css", f'[data-theme="{theme}"]')


def tinted(theme: str, face: GameFace) -> dict[str, str]:
    """The colours of the pages of a game: those of the theme, or mixed with the accent of the game."""
    known = colours(theme)
    if theme not in TINTED:
        return known
    known |= {"game-light": face.light, "game-dark": face.dark, "game-band": face.band, "game-sign": face.sign}
    for name, value in rules(TINTED[theme], "[data-game]").items():
        known[name] = mixed(value, known)
    return known | {"band": face.band, "band-sign": face.sign}


def rules(file: str, selector: str) -> dict[str, str]:
    """The custom properties of a rule, as they are written."""
    css = (STATIC / file).read_text(encoding="utf-8")
    rule = re.search(rf"^{re.escape(selector)}[^{{]*{{(.*?)^}}", css, re.DOTALL | re.MULTILINE)
    assert rule, selector
    return dict(re.findall(r"--([\w-]+): ([^;]+);", rule[1]))


def mixed(value: str, known: Mapping[str, str]) -> str:
    """A colour that is written, taken from another, or mixed of another and a written one."""
    if taken := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return known.get(taken[1], "")
    if not (mix := re.fullmatch(r"color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, (#[0-9a-f]{6})\)", value)):
        return value
    return blended(known[mix[1]], mix[3], int(mix[2]))


def blended(one: str, other: str, percent: int) -> str:
    """A colour laid over another, of which so much is seen."""
    pairs = zip(*(bytes.fromhex(six_digits(colour)) for colour in (one, other)), strict=True)
    return "#" + bytes(round((percent * over + (100 - percent) * below) / 100) for over, below in pairs).hex()


def six_digits(colour: str) -> str:
    return colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])


def linear(colour: str) -> list[float]:
    """Red, green and blue, as much as there is of their light."""
    digits = six_digits(colour)
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


PAGES = [
    pytest.param((theme, face), id=f"{theme}-{key}")
    for theme in THEMES
    if theme
    for key, face in (ALL_FACES.items() if theme in TINTED else [("all", HOUSE)])
]


@pytest.fixture(params=PAGES)
def theme(request: pytest.FixtureRequest) -> dict[str, str]:
    """The colours of a theme, on the pages of each game where it is tinted."""
    return tinted(*request.param)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("word", WORDS)
def test_words_can_be_read(theme: dict[str, str], word: str, ground: str) -> None:
    assert contrast(theme[word], theme[ground]) >= 4.5


def test_words_on_a_button_and_in_a_refusal_can_be_read(theme: dict[str, str]) -> None:
    assert contrast(theme["accent-ink"], theme["accent"]) >= 4.5
    assert contrast(theme["ink"], theme["bad-ground"]) >= 4.5
    assert contrast(theme["bad"], theme["bad-ground"]) >= 4.5


@pytest.mark.parametrize("word", ["band-ink", "band-soft", "band-sign", "band-bad"])
def test_words_and_signs_on_the_band_can_be_read(theme: dict[str, str], word: str) -> None:
    assert contrast(theme[word], theme["band"]) >= 4.5


def test_each_game_has_a_face_of_its_own() -> None:
    assert {key: BY_KEY[key].face for key in KEYS} == FACES
    assert BY_KEY[OWN].face == HOUSE


def test_the_colours_of_games_are_told_apart() -> None:
    for kind in ("light", "dark", "band"):
        seen = [seen_as(str(getattr(face, kind)), "all colours") for face in ALL_FACES.values()]
        assert min(dist(one, other) for one, other in combinations(seen, 2)) >= 0.02, kind


@pytest.mark.parametrize("face", ALL_FACES.values(), ids=ALL_FACES)
def test_the_crest_and_the_pattern_of_a_face_are_drawn(face: GameFace) -> None:
    assert f'<symbol id="crest-{face.crest}"' in (STATIC / "icons.svg").read_text(encoding="utf-8")
    assert not face.weave or (STATIC / "weaves" / f"{face.weave}.svg").is_file()


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_edges_of_controls_can_be_seen(theme: dict[str, str], ground: str) -> None:
    assert contrast(theme["edge"], theme[ground]) >= 3


def test_each_line_of_a_chart_stands_out_from_its_card(theme: dict[str, str]) -> None:
    css = (STATIC / "campaign.css").read_text(encoding="utf-8")
    looks = re.findall(r"^\.look-(\d) { --look: var\(--([\w-]+)\)", css, re.MULTILINE)
    assert [int(number) for number, _ in looks] == [*range(len(SHAPES))]
    for name in (*(name for _, name in looks), *SEATS):
        assert contrast(theme[name], theme["surface"]) >= 3, name


def test_a_theme_has_colours_for_all_that_the_dark_one_has() -> None:
    """The band is the same in light and dark."""
    wanted = block("tokens.css", ":root").keys()
    for theme in ("candle", "contrast"):
        assert block("tokens.css", f'[data-theme="{theme}"]').keys() == wanted
    assert block("light.css", ':root:where(:root[data-theme="light"])').keys() == {
        name for name in wanted if not name.startswith("band")
    }


def test_candle_is_the_dimmest() -> None:
    lights = {theme: luminance(colours(theme)["ink"]) for theme in ("dark", "candle", "contrast")}
    assert min(lights, key=lambda theme: lights[theme]) == "candle"


# --- seats -----------------------------------------------------------------------------------

SEATS = tuple(f"seat-{colour}" for colour in SEAT_COLOURS)
SIGHT = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""What is left of linear red, green and blue to whose eyes lack one of them (Machado, Oliveira and Fernandes 2009)."""
TOLD_APART = 0.07
"""How far colours are apart in Oklab that nobody takes for each other side by side; one just sees 0.02."""


def seen_as(colour: str, sight: str) -> tuple[float, ...]:
    """A colour as some eyes see it, in Oklab, where distance is what one sees."""
    light = linear(colour)
    r, g, b = (min(1, max(0, sum(x * y for x, y in zip(row, light, strict=True)))) for row in SIGHT[sight])
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


@pytest.mark.parametrize("sight", SIGHT)
def test_seats_are_told_apart_by_all_eyes(theme: dict[str, str], sight: str) -> None:
    seen = [seen_as(theme[seat], sight) for seat in SEATS]
    assert min(dist(one, other) for one, other in combinations(seen, 2)) >= TOLD_APART


@pytest.mark.parametrize("seat", SEATS)
def test_the_mark_of_a_seat_stands_out_and_its_initial_can_be_read(theme: dict[str, str], seat: str) -> None:
    assert min(contrast(theme[seat], theme[ground]) for ground in GROUNDS) >= 3
    assert contrast(theme["seat-ink"], theme[seat]) >= 4.5


# --- plans -----------------------------------------------------------------------------------

KINDS: tuple[str, ...] = get_args(SpaceKind)
BARELY_SEEN = 0.02


@pytest.mark.parametrize("kind", KINDS)
def test_names_and_signs_on_each_ground_of_a_plan_can_be_read(theme: dict[str, str], kind: str) -> None:
    assert min(contrast(theme[word], theme[kind]) for word in ("ink", "soft", "bad")) >= 4.5


@pytest.mark.parametrize("kind", KINDS)
def test_rims_and_borders_stand_out_from_each_ground_of_a_plan(theme: dict[str, str], kind: str) -> None:
    """Guards, the way one may go, walls and rivers."""
    assert min(contrast(theme[line], theme[kind]) for line in ("bad", "accent", "wall", "water")) >= 3


def test_the_dots_around_what_is_undiscovered_stand_out(theme: dict[str, str]) -> None:
    assert contrast(theme["edge"], theme["fog"]) >= 3


@pytest.mark.parametrize("seat", SEATS)
def test_on_the_ground_of_a_seat_names_can_be_read_and_its_ring_stands_out(theme: dict[str, str], seat: str) -> None:
    held = blended(theme[seat], theme["raised"], int(theme["held"].rstrip("%")))
    hatched = blended(theme[seat], held, int(theme["hatching"].rstrip("%")))
    assert contrast(theme[seat], held) >= 3
    assert min(contrast(theme["ink"], ground) for ground in (held, hatched)) >= 4.5


def test_the_grounds_of_a_plan_are_told_apart(theme: dict[str, str]) -> None:
    seen = [seen_as(theme[kind], "all colours") for kind in KINDS]
    assert min(dist(one, other) for one, other in combinations(seen, 2)) >= BARELY_SEEN


def test_the_style_sheet_knows_the_ground_of_each_kind() -> None:
    css = (STATIC / "plans.css").read_text(encoding="utf-8")
    drawn = re.findall(r"(?:^|\n)\.(?:ground-(\w+)|space) { --kind: var\(--(\w+)\)", css)
    assert {kind or "land": token for kind, token in drawn} == {kind: kind for kind in KINDS}
