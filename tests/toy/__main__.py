"""`python -m tests.toy …`: the command line with the toy game among the games."""

from companion import services
from companion.cli import given, main, packs
from domain.games import BY_KEY
from tests.toy import GAME

for module in (services, given, packs):
    module.BY_KEY = {**BY_KEY, GAME.key: GAME}
main()
