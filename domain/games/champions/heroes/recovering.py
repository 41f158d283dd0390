"""Recovery of an alter-ego (恢复)."""

from collections.abc import Iterator

from pydantic import Field

from domain.games.champions.base import InGame, Maybe
from domain.games.champions.harm.damage import DamageHealed
from domain.games.champions.heroes.powers import PowerEvent, Use
from domain.games.champions.state.table import Champions
from domain.language.event import Event, Occasion


class RecoveryTaken(PowerEvent):
    help_text = "An alter-ego exhausts and heals as much as its REC, up to all hit points."
    says = "{seat} recovered[, {source}]"
    title = "Recover"
    seat: InGame
    amount: Maybe | None = Field(default=None, title="damage healed")
    by_ability: bool = Field(default=False, title="by an ability, without exhausting")
    source: Occasion = ""

    def used(self) -> Use:
        return Use(self.seat, "recover", self.amount, not self.by_ability)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if healed := min(self.amount or 0, table.seat(self.seat).damage):
            yield DamageHealed(target=self.seat, amount=healed)


EVENTS = (RecoveryTaken,)
