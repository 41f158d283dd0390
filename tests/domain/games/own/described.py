"""Games that short definitions describe."""

from domain.framework.cards.packs import read_pack
from domain.framework.game import AnyGame
from domain.games import BY_KEY, OWN
from domain.games.own.kinds import KINDS

OWN_GAME = BY_KEY[OWN].for_pack(BY_KEY[OWN].pack)
"""The game of a campaign that names no definition."""


def described(source: str, players: str = "[1, 4]", more: str = "") -> AnyGame:
    """The game of a definition without its line about the game."""
    head = f'[game]\ngame = {{ en = "Game", players = {players}{more} }}\n'
    pack = read_pack(head + source, KINDS).content
    assert BY_KEY[OWN].table.content_faults(pack) == {}
    return BY_KEY[OWN].for_pack(pack)
