"""Faces of games: colours, crest and pattern."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameFace:
    """The colours of a game, its crest, and the pattern of its band.

    The accent tints the pages of the game. The band is the line at the top of each page, and part of the game in lists.
    Tests compute the contrast of all texts on all grounds.

    Args:
        light: accent on light grounds, as "#rrggbb", like all colours here.
        dark: accent on dark grounds.
        band: ground of the band, for white words.
        sign: colour of the signs on the band.
        crest: name of its drawing in `icons.svg`, without "crest-".
        weave: name of the pattern of the band in `weaves/`; empty for a plain band.
    """

    light: str
    dark: str
    band: str
    sign: str
    crest: str
    weave: str = ""


HOUSE = GameFace(light="#6b4a12", dark="#e2b158", band="#3a2c18", sign="#f0cf8a", crest="cube")
"""The face of pages without a game, and of games without a face."""

__all__ = ["HOUSE", "GameFace"]
