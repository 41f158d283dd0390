"""`python -m tests.toy …`: the command line with the toy game among the games."""

from companion.cli import main
from domain.games import BY_KEY
from tests.toy import GAME

BY_KEY[GAME.key] = GAME
main()
