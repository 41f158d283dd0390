"""Stopping and resuming: typing in a paper save sheet, and reminders before a stop (停止你的游玩会话)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.event import Count, Layout, Line, Offer, Settled
from domain.framework.refusal import Refused, never
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import HeroId, OdalinEvent
from domain.games.odalin.campaign.party import TOO_FEW_HEROES
from domain.games.odalin.dungeon.rest import recover_all
from domain.games.odalin.dungeon.rooms import RELICS_FULL, most_relics, put_away
from domain.games.odalin.state.hero import MOST_DIAL, MOST_TAINTS
from domain.games.odalin.state.kinds import HIGHEST_LEVEL
from domain.games.odalin.state.table import FEWEST_HEROES, MOST_POWER, Odalin, Room

ABOVE_MOST = never("above-most", "{hero} has at most {most} hit points.", rule=sections.STOPPING)

Stop = Literal["campfire", "after a combat"]
Dial = Annotated[int, Field(ge=0, le=MOST_DIAL)]
Taints = Annotated[int, Field(ge=0, le=MOST_TAINTS)]


class SaveSheetTyped(OdalinEvent):
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
    level: Annotated[int, Field(ge=0, le=HIGHEST_LEVEL, title="team level")]
    hp: Annotated[Mapping[HeroId, Count], Field(title="hit points")] = Field(default_factory=dict)
    soul: Mapping[HeroId, Dial] = Field(default_factory=dict)
    corruption: Mapping[HeroId, Dial] = Field(default_factory=dict)
    tainted: Annotated[Mapping[HeroId, Taints], Field(title="tainted action points")] = Field(default_factory=dict)
    rooms: Annotated[
        tuple[Annotated[Line, Field(max_length=60)], ...], Field(max_length=40, title="explored rooms")
    ] = ()
    relics: Annotated[Count | None, Field(title="purified relics")] = None
    corrupted_relics: Count | None = None
    power: Annotated[int | None, Field(ge=0, le=MOST_POWER)] = None
    balance: Annotated[int | None, Field(ge=-20, le=20, title="balance, below 0 to chaos")] = None
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
            yield Offer(text("Go on from a save sheet"), opens=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if len(table.heroes) < FEWEST_HEROES:
            yield TOO_FEW_HEROES(have=len(table.heroes))
        if self.relics and self.relics > most_relics(table):
            yield RELICS_FULL(most=most_relics(table))
        for id_, hp in self.hp.items():
            most = table.heroes[id_].most
            if most is not None and hp > most:
                yield ABOVE_MOST(hero=table.called("heroes", id_), most=most)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(no_soul=table.ruled("no-soul-after-rest"))

    def apply(self, table: Odalin) -> None:
        known, room = table.rooms, table.room
        put_away(table)
        table.rift = None
        table.chapter_no, table.section, table.level = self.chapter_no, self.section, self.level
        table.day = max(1, table.day)
        table.relics = table.relics if self.relics is None else self.relics
        table.corrupted_relics = table.corrupted_relics if self.corrupted_relics is None else self.corrupted_relics
        if self.stop == "campfire":
            table.phase, table.rested = "campfire", True
            recover_all(table, base_soul=not self.no_soul)
        else:
            table.phase, table.rooms, table.room = "dungeon", known, room
            table.power = table.power if self.power is None else self.power
            table.balance = table.balance if self.balance is None else self.balance
            self._explore(table)
            self._set_dials(table)

    def _explore(self, table: Odalin) -> None:
        """Set the explored rooms; the party is in the last of them."""
        table.rooms = {
            entry: table.rooms.get(entry) or Room(cleared=True, collected=True) for entry in self.rooms or table.rooms
        }
        table.room = table.room if table.room in table.rooms else next(reversed(table.rooms), "")
        table.entry = table.entry or table.room or "1"

    def _set_dials(self, table: Odalin) -> None:
        for id_, hero in table.heroes.items():
            hero.hp = self.hp.get(id_, hero.hp)
            hero.soul = self.soul.get(id_, hero.soul)
            hero.corruption = self.corruption.get(id_, hero.corruption)
            hero.tainted = self.tainted.get(id_, hero.tainted)
            hero.status = "defeated" if hero.hp == 0 else "active"


POSITIONS = "positions"
"""The subject of notes about the positions on the board."""


NOTE_POSITIONS = Offer(text("Note the positions"), {"about": POSITIONS}, when=lambda table: table.fighting)
PUT_AWAY = Offer(
    text("Put the game away"),
    leaves=(text("positions: take a photo of the board, or note them"),),
    when=lambda table: table.fighting,
)
"""In the middle of a combat, the positions are all that the log does not have."""


EVENTS = (SaveSheetTyped,)
