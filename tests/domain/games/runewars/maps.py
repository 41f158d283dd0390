"""Maps for tests: the game with invented tiles typed in, and how a map of three players comes about."""

from dataclasses import replace
from importlib.resources import files

from domain.framework.cards.packs import read_pack
from domain.framework.content import Content, merge_content
from domain.games.runewars import GAME
from domain.games.runewars.setup.homes import HomeMarkerPlaced, HomeTilePlaced
from domain.games.runewars.setup.laying import MapTilePlaced
from domain.games.runewars.setup.players import StartingPlayerFound
from domain.games.runewars.state.kinds import KINDS
from tests.domain.games.runewars.moments import THREE, Events

DEMO = read_pack(files("domain.games.runewars").joinpath("demo.toml").read_text(encoding="utf-8"), KINDS).content
"""What a demo table typed in: cards, and the areas of the tiles."""
TILES = Content({"areas": dict(DEMO.of("areas"))})
MAPPED = replace(GAME, pack=merge_content(GAME.pack, TILES))
"""Runewars with all tiles typed in."""
WARRED = replace(GAME, pack=merge_content(GAME.pack, DEMO))
"""Runewars with all that the demo table typed in."""

SEATED: Events = (*THREE, StartingPlayerFound(seat="human"))
WHERE = {"1": "0 0", "4": "-2 1", "3": "-2 0", "7": "-4 2", "9": "-4 0", "8": "0 -2"}
LAID: Events = (*SEATED, *(MapTilePlaced(tile=tile, place=place) for tile, place in WHERE.items()))
"""Six tiles lie: two of each player."""
MARKED: Events = (*LAID, *(HomeMarkerPlaced(place=place) for place in ("1 -1", "0 2", "-6 3")))
HOMES: Events = (
    *MARKED,
    HomeTilePlaced(seat="elf", marker="1", turned="3"),
    HomeTilePlaced(seat="uthuk", marker="2"),
    HomeTilePlaced(seat="human", marker="3", turned="2"),
)
"""The whole map, with three home realms."""
