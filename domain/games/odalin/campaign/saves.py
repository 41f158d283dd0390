"""Stopping and resuming: typing in a paper save sheet, and reminders before a stop (停止你的游玩会话)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, Sets, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.event import Layout
from domain.framework.events.marks import Count, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import HeroId, OdalinEvent
from domain.games.odalin.campaign.party import TOO_FEW_HEROES
from domain.games.odalin.dungeon.rest import recover_all
from domain.games.odalin.dungeon.rooms import RELICS_FULL, put_away
from domain.games.odalin.state.hero import MOST_DIAL, MOST_TAINTS
from domain.games.odalin.state.kinds import HIGHEST_LEVEL
from domain.games.odalin.state.table import FEWEST_HEROES, MOST_POWER, Odalin, Room

ABOVE_MOST = never("above-most", "{hero} has at most {most} hit points.", rule=sections.STOPPING)
BEYOND_BALANCE = never(
    "beyond-balance", "The Balance Track goes from {least} to {most}.", areas=("power",), rule=sections.BALANCE_TRACK
)

Stop = Literal["campfire", "after a combat"]
Dial = Annotated[int, Field(ge=0, le=MOST_DIAL)]
Taints = Annotated[int, Field(ge=0, le=MOST_TAINTS)]


class SaveSheetTyped(NumbersMoved[Odalin], OdalinEvent):
    """Resume from a paper save sheet.

    From a campfire the heroes are fully recovered, whatever dials are given. In the middle of a combat, villains and
    the initiative are entered afterwards.
    """

    heading = "Stopping and going on"
    title = "Type in a save sheet"
    help_text = "The place where the paper log stops; dials and relics are below, and on the board afterwards."
    sentence = (
        "The save sheet was typed in: {stop}, chapter {chapter_no}, section {section}, team level {level}"
        "[; explored rooms: {rooms}]"
    )
    layout = Layout(usual=("rooms",))
    stop: Annotated[Stop, Field(title="where did the party stop")]
    chapter_no: Annotated[int, Field(ge=1, le=20, title="chapter")]
    section: Annotated[int, Field(ge=1, le=99)]
    level: Annotated[int, Field(ge=0, le=HIGHEST_LEVEL, title="team level"), Sets("level")]
    hp: Annotated[Mapping[HeroId, Count], Field(title="hit points"), Sets("heroes.*.hp")] = Field(default_factory=dict)
    soul: Annotated[Mapping[HeroId, Dial], Sets("heroes.*.soul")] = Field(default_factory=dict)
    corruption: Annotated[Mapping[HeroId, Dial], Sets("heroes.*.corruption")] = Field(default_factory=dict)
    tainted: Annotated[Mapping[HeroId, Taints], Field(title="tainted action points"), Sets("heroes.*.tainted")] = Field(
        default_factory=dict
    )
    rooms: Annotated[
        tuple[Annotated[Line, Field(max_length=60)], ...], Field(max_length=40, title="explored rooms")
    ] = ()
    relics: Annotated[Count | None, Field(title="purified relics"), Sets("relics", outside=RELICS_FULL)] = None
    corrupted_relics: Annotated[Count | None, Sets("corrupted_relics")] = None
    power: Annotated[int | None, Field(ge=0, le=MOST_POWER), Sets("power")] = None
    balance: Annotated[
        int | None, Field(ge=-20, le=20, title="balance, below 0 to chaos"), Sets("balance", outside=BEYOND_BALANCE)
    ] = None
    no_soul: Annotated[bool, Settled()] = False

    @classmethod
    def prefilled(cls, table: Odalin) -> Mapping[str, Any]:
        return {
            "stop": "campfire" if table.phase == "campfire" else "after a combat",
            "chapter_no": table.chapter_no,
            "section": table.section,
            "level": table.level,
            "rooms": tuple(table.rooms),
        }

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "setup" and len(table.heroes) >= FEWEST_HEROES:
            yield Offer(text("Go on from a save sheet"), opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if len(table.heroes) < FEWEST_HEROES:
            yield TOO_FEW_HEROES(have=len(table.heroes))
        for id_, hp in self.hp.items():
            most = table.heroes[id_].most
            if most is not None and hp > most:
                yield ABOVE_MOST(hero=table.called("heroes", id_), most=most)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return super().settle(table, chance).copy_with(no_soul=table.ruled("no-soul-after-rest"))

    def apply(self, table: Odalin) -> None:
        known, room = table.rooms, table.room
        put_away(table)
        table.rift = None
        table.chapter_no, table.section = self.chapter_no, self.section
        table.day = max(1, table.day)
        move_numbers(table, self)
        if self.stop == "campfire":
            table.phase, table.rested = "campfire", True
            recover_all(table, base_soul=not self.no_soul)
        else:
            table.phase, table.rooms, table.room = "dungeon", known, room
            self._explore(table)
            for hero in table.heroes.values():
                hero.status = "defeated" if hero.hp == 0 else "active"

    def _explore(self, table: Odalin) -> None:
        """Set the explored rooms; the party is in the last of them."""
        table.rooms = {
            entry: table.rooms.get(entry) or Room(cleared=True, collected=True) for entry in self.rooms or table.rooms
        }
        table.room = table.room if table.room in table.rooms else next(reversed(table.rooms), "")
        table.entry = table.entry or table.room or "1"


POSITIONS = "positions"
"""The subject of notes about the positions on the board."""


NOTE_POSITIONS = Offer(text("Note the positions"), {"about": POSITIONS}, when=lambda table: table.fighting)
PUT_AWAY = Offer(
    text("Put the game away"),
    leaves=(text("positions: take a photo of the board, or note them"),),
    when=lambda table: table.fighting,
)
"""In the middle of a combat, the positions are all that the log does not have."""
