"""`python -m tests.toy …`: the command line with the toy game among the games, and pages as in `tests.browser`."""

from companion import services
from companion.cli import arguments, main, packs
from companion.web.pages import live
from domain.games import BY_KEY
from tests.toy import GAME

for module in (services, arguments, packs):
    module.BY_KEY = {**BY_KEY, GAME.key: GAME}
live.GLANCE = 0.05
main()
