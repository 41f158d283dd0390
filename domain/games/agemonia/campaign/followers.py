"""Followers and artifacts: hiring, buying and keeping them."""

from collections.abc import Iterator
from typing import Annotated

from domain.components.numbers import Gains, NumbersMoved, move_numbers
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Amount, Line, Merged, Remark
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    POINTS_PAID,
    STARS_PAID,
    THE_END,
    AgemoniaEvent,
    ArtifactId,
    FollowerId,
    HeroId,
    Price,
    below_level,
    hero_of,
    too_late,
)
from domain.games.agemonia.state.table import Agemonia, Follower

NO_FOLLOWERS_YET = never(
    "level-too-low", "Followers can be hired from level {level}.", rule=sections.STOCK_AND_ARCHIVE, areas=("levels",)
)
NO_ARTIFACTS_YET = NO_FOLLOWERS_YET.saying("Artifacts are available from level {level}.")
NO_SUCH_FOLLOWER = never("no-such-follower", "This follower is not with you.", rule=sections.RECOVERY_AFTER_SCENARIO)
FOLLOWER_HIRED = never("follower-hired", "This follower is already with you.")
FOLLOWER_GONE = refusal("follower-gone", "This follower is gone for good.", rule=sections.RECOVERY_AFTER_SCENARIO)
FOLLOWER_EXHAUSTED = refusal(
    "follower-exhausted", "An exhausted follower gains no experience.", rule=sections.RECOVERY_AFTER_SCENARIO
)
GONE_FOR_GOOD = never("follower-gone", "This follower is gone for good.", rule=sections.RECOVERY_AFTER_SCENARIO)
NOT_IN_STOCK = never("not-in-stock", "This follower is not in the stock.", rule=sections.STOCK_AND_ARCHIVE)
ARTIFACT_OWNED = never("artifact-owned", "This artifact already has an owner.")
ARTIFACT_NOT_IN_STOCK = never("not-in-stock", "This artifact is not in the stock.", rule=sections.STOCK_AND_ARCHIVE)
ARTIFACT_NOT_OWNED = never("artifact-not-owned", "This hero does not own the artifact.")

# Followers enter the stock at party level 2, artifacts at level 3 (§「库存和档案」).
FOLLOWER_LEVEL = 2
ARTIFACT_LEVEL = 3


def follower_of(table: Agemonia, follower: str) -> Follower:
    return table.followers.setdefault(follower, Follower())


def is_hired(table: Agemonia, follower: str) -> bool:
    return follower in table.followers and table.followers[follower].zone == "hired"


def not_hired(table: Agemonia, follower: str) -> Iterator[Refused]:
    if not is_hired(table, follower):
        yield NO_SUCH_FOLLOWER()


class FollowerEvent(AgemoniaEvent):
    heading = "Followers"
    tracked = ("followers",)


class FollowerCardGained(FollowerEvent):
    title = "Gain a follower card"
    help_text = "A follower card goes to the stock: you can hire that follower from now on."
    sentence = "Follower {follower} went to the stock"
    follower: FollowerId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if is_hired(table, self.follower):
            yield FOLLOWER_HIRED()
        elif self.follower in table.followers and table.followers[self.follower].zone == "removed":
            yield FOLLOWER_GONE()

    def apply(self, table: Agemonia) -> None:
        follower_of(table, self.follower).zone = "stock"


class FollowerHired(NumbersMoved[Agemonia], FollowerEvent):
    title = "Hire a follower"
    help_text = "From level 2 you can hire a follower."
    sentence = "{hero} hired {follower}[ for {price|star|stars}][, {points|point|points}]"
    during = ("city",)
    layout = Layout(usual=("price", "points"))
    offer = Offer(text("Hire {follower}"), also_required=("price",), each=("follower", lambda table: table.followers))
    hero: HeroId
    follower: FollowerId
    price: Annotated[Price, STARS_PAID] = 0
    points: Annotated[Price, POINTS_PAID] = 0

    def check(self, table: Agemonia) -> Iterator[Refused]:
        known = table.followers.get(self.follower)
        yield from below_level(table, FOLLOWER_LEVEL, NO_FOLLOWERS_YET)
        if known and known.zone == "removed":
            yield GONE_FOR_GOOD()
        elif known and known.zone == "hired":
            yield FOLLOWER_HIRED()
        elif known is None or known.zone == "archive":
            yield NOT_IN_STOCK()
        yield from too_late(table, self.points)

    def apply(self, table: Agemonia) -> None:
        follower = follower_of(table, self.follower)
        follower.zone, follower.controller = "hired", self.hero
        move_numbers(table, self)


class FollowerOutcomeRead(FollowerEvent):
    # In the rulebook under 场景后恢复.
    title = "Read the entry of a follower"
    help_text = "After a scenario, read the follower's entry, by whether the follower was exhausted."
    sentence = "Read the entry[ {entry}] of follower {follower} (exhausted: {exhausted})"
    during = ("scenario",)
    follower: FollowerId
    exhausted: bool
    entry: Remark = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        read = table.running.followers_read if table.running else ()
        for id_, follower in table.followers.items():
            if follower.zone == "hired" and id_ not in read:
                ally = table.scene.allies.get(id_)
                known = {} if ally is None else {"exhausted": ally.exhausted}
                fields = {"follower": id_, **known}
                yield Offer(text("{follower}: read its entry"), fields, required=True, card=THE_END)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_hired(table, self.follower)

    def apply(self, table: Agemonia) -> None:
        if table.running:
            table.running.followers_read.append(self.follower)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.exhausted:
            yield FollowerRemovedFromGame(follower=self.follower)


class FollowerRemovedFromGame(FollowerEvent):
    help_text = "An exhausted follower is gone for good."
    sentence = "{follower} left for good"
    automatic = True
    follower: FollowerId

    def apply(self, table: Agemonia) -> None:
        follower_of(table, self.follower).zone = "removed"
        table.lost_followers += 1


class FollowerExperienceGained(NumbersMoved[Agemonia], FollowerEvent):
    title = "Give a follower experience"
    help_text = "A follower that is not exhausted gains experience."
    sentence = "{follower} gained {amount} experience"
    follower: FollowerId
    amount: Annotated[Amount, Merged(), Gains("followers.{follower}.experience")] = 1

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_hired(table, self.follower)
        along = table.scene.allies.get(self.follower)
        if along and along.exhausted:
            yield FOLLOWER_EXHAUSTED()


class ArtifactCardGained(FollowerEvent):
    title = "Gain an artifact card"
    help_text = "An artifact card goes to the stock."
    sentence = "Artifact {artifact} went to the stock"
    artifact: ArtifactId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if any(self.artifact in hero.artifacts for hero in table.everybody()):
            yield ARTIFACT_OWNED()

    def apply(self, table: Agemonia) -> None:
        if self.artifact not in table.artifacts:
            table.artifacts.append(self.artifact)


class ArtifactPurchased(NumbersMoved[Agemonia], FollowerEvent):
    title = "Buy an artifact"
    help_text = "From level 3 a hero can buy an artifact."
    sentence = "{hero} bought the artifact {artifact}[ for {price|star|stars}]"
    during = ("city",)
    offer = Offer(text("Buy {artifact}"), each=("artifact", lambda table: table.artifacts))
    hero: HeroId
    artifact: ArtifactId
    price: Annotated[Price, STARS_PAID]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table)
        yield from below_level(table, ARTIFACT_LEVEL, NO_ARTIFACTS_YET)
        if any(self.artifact in hero.artifacts for hero in table.everybody()):
            yield ARTIFACT_OWNED()
        elif self.artifact not in table.artifacts:
            yield ARTIFACT_NOT_IN_STOCK()

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).artifacts[self.artifact] = ""
        table.artifacts = [artifact for artifact in table.artifacts if artifact != self.artifact]
        move_numbers(table, self)


class ArtifactProgressMarked(FollowerEvent):
    title = "Mark progress on an artifact"
    help_text = "Mark progress on an artifact card."
    sentence = "{hero} marked {mark} on {artifact}"
    hero: HeroId
    artifact: ArtifactId
    mark: Line

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.artifact not in hero_of(table, self.hero).artifacts:
            yield ARTIFACT_NOT_OWNED()

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).artifacts[self.artifact] = self.mark
