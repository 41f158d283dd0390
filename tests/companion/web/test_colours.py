"""Every theme can be read: words and signs stand out from what they stand on (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
from pathlib import Path

import pytest

import companion
from companion.web.language import THEMES

STATIC = Path(companion.__file__).parent / "web" / "static"
WORDS = ("ink", "soft", "accent", "link", "good", "bad", "bent", "water")
GROUNDS = ("ground", "surface", "raised")


def block(file: str, selector: str) -> dict[str, str]:
    """The colours of a rule."""
    css = (STATIC / file).read_text(encoding="utf-8")
    rule = re.search(rf"^{re.escape(selector)} {{(.*?)^}}", css, re.DOTALL | re.MULTILINE)
    assert rule, selector
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]+);", rule[1]))


def colours(theme: str) -> dict[str, str]:
    known = block("tokens.css", ":root")
    if theme == "light":
        return known | block("light.css", ":root")
    return known if theme == "dark" else known | block("tokens.css", f'[data-theme="{theme}"]')


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.fixture(params=["dark", *(theme for theme in THEMES if theme not in ("", "auto"))])
def theme(request: pytest.FixtureRequest) -> dict[str, str]:
    return colours(request.param)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("word", WORDS)
def test_words_can_be_read(theme: dict[str, str], word: str, ground: str) -> None:
    assert contrast(theme[word], theme[ground]) >= 4.5


def test_words_on_a_button_and_in_a_refusal_can_be_read(theme: dict[str, str]) -> None:
    assert contrast(theme["accent-ink"], theme["accent"]) >= 4.5
    assert contrast(theme["ink"], theme["bad-ground"]) >= 4.5
    assert contrast(theme["bad"], theme["bad-ground"]) >= 4.5


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_edges_of_controls_can_be_seen(theme: dict[str, str], ground: str) -> None:
    assert contrast(theme["edge"], theme[ground]) >= 3


def test_a_theme_has_colours_for_all_that_the_dark_one_has() -> None:
    wanted = block("tokens.css", ":root").keys()
    for theme in ("candle", "contrast"):
        assert block("tokens.css", f'[data-theme="{theme}"]').keys() == wanted
    assert block("light.css", ":root").keys() == wanted


def test_candle_is_the_dimmest() -> None:
    lights = {theme: luminance(colours(theme)["ink"]) for theme in ("dark", "candle", "contrast")}
    assert min(lights, key=lambda theme: lights[theme]) == "candle"
