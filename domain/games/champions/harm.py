"""Harm: damage and healing, hits, damage that is spread or moved, status cards, and whoever is defeated."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import (
    SAME_PLACE,
    CharacterId,
    HostId,
    InGame,
    Maybe,
    NumberName,
    PlayedEvent,
    Some,
    StatusName,
    comes_of_it,
    is_due,
    no_longer_due,
    none_due,
    not_in_game,
    not_in_play,
)
from domain.games.champions.endgame import GameLost, GameWon
from domain.games.champions.numbers import (
    body_of,
    changes_of,
    effects_forbidding,
    health_of,
    known_numbers,
    modified_number,
)
from domain.games.champions.state.kinds import VillainSheet
from domain.games.champions.state.table import CHARACTERS, VILLAIN, Body, Champions, Seat, Tally
from domain.games.champions.zones import discard_from_play, engage_player
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Delta, Event, Line, Occasion, Remark, Settled, Sums
from domain.language.moves import Moves
from domain.language.refusal import Refused, never, refusal
from domain.things.health import Lowers, NumberLowered
from domain.things.numbers import NOT_ENOUGH, Gains, NumbersMoved, Spends

# === Whoever can be hurt, on any table: where the damage stands, and when somebody is defeated ===


def path_of_body(table: Champions, id_: str) -> tuple[str, ...]:
    """The path of a body in the state."""
    if id_ == VILLAIN:
        return (VILLAIN,)
    return ("seats", id_) if id_ in table.seats else ("play", id_)


def damage_of(event: Event[Champions], table: Champions) -> Iterable[str]:
    """Where the damage of an event's `target` stands."""
    return (*path_of_body(table, str(getattr(event, "target", ""))), "damage")


# === Defeats: an ally or a minion leaves play, the villain's stage ends, a hero is out (击败, 击败反派, 玩家退场)

ENCOUNTERED = ("obligation-resolved", "treachery-resolved")
"""What is due while an encounter card is at hand; its name goes with it."""
DIAL_NOT_SET = refusal(
    "dial-not-set", "Set the hit points of {villain} first: the next stage begins once none are left.",
    rule=sections.VILLAIN,
)  # fmt: skip
LAST_STAGE = refusal("last-stage", "The last stage has no next one.", rule=sections.VILLAIN)


class DefeatEvent(PlayedEvent):
    area_of_play = "Hit points"


class CharacterDefeated(DefeatEvent):
    """An ally goes to its owner's discard pile, a minion to the encounter discard pile, or to its owner's."""

    title = "Defeat a character"
    help_text = "An ally or minion is defeated: discard it and everything attached to it."
    says = "{card} was defeated[, {source}]"
    card: Annotated[str, Choice("characters", lambda table: table.copies(*CHARACTERS), why_not=not_in_play)]
    source: Occasion = ""

    def apply(self, table: Champions) -> None:
        if card := table.play.get(self.card):
            table.beaten = {**table.beaten, card.type: table.beaten.get(card.type, 0) + 1}
        discard_from_play(table, self.card)
        comes_of_it(table, "defeat")


class SeatEliminated(DefeatEvent):
    """The hand, the deck and what the player controls go to the discard piles, minions to the next player."""

    title = "Take a player out of the game"
    help_text = "A hero with no hit points left is out; the others play on."
    says = "{seat} was out of the game[, {source}][; {heir} was engaged by {minions}]"
    seat: InGame
    source: Occasion = ""
    minions: Annotated[tuple[str, ...], Choice("minions"), Settled()] = ()
    """The minions that engage the next player, and who that is."""
    heir: Annotated[str, Choice("identities"), Settled()] = ""

    def settle(self, table: Champions, chance: Chance) -> Self:
        heir = next_player(table, self.seat) if self.seat in table.seats else ""
        theirs = [copy for copy, card in table.play.items() if card.engaged == self.seat]
        return self.but(minions=tuple(theirs), heir=heir) if heir and theirs else self

    def apply(self, table: Champions) -> None:
        put_out(table, self.seat)
        comes_of_it(table, "defeat")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if not table.in_game():
            yield GameLost(reason="all eliminated")


class VillainStageDefeated(DefeatEvent):
    help_text = "The villain's hit points are at 0: this stage is defeated."
    says = "The villain's stage was defeated[: {villain}]"
    automatic = True
    villain: Annotated[Remark, Choice("villains", free=True), Settled()] = ""
    last: Annotated[bool, Settled()] = False

    def settle(self, table: Champions, chance: Chance) -> Self:
        stages = len(table.villain.stages)
        last = table.scenario.skirmish or bool(stages and table.villain.stage >= stages)
        return self.but(villain=table.villain.sheet or table.villain.name, last=last)

    def lapses(self, table: Champions) -> Iterator[Refused]:
        if table.villain.left:
            yield from stage_goes_on(table)

    def apply(self, table: Champions) -> None:
        comes_of_it(table, "stage")
        if not self.last:
            table.agenda.put(VillainStageBegun)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.last:
            yield GameWon()
        elif table.villain.stages:
            yield VillainStageBegun()


STANDS = refusal("still-stands", "{target} has {left|hit point|hit points} left.", rule=sections.VILLAIN)


class VillainStageBegun(DefeatEvent):
    """What was left of the damage is lost; status cards, attachments and counters stay."""

    title = "Begin the next stage of the villain"
    help_text = "The villain's next stage: reset the hit points. Status cards, attachments and counters stay."
    renames = True
    says = "The villain's stage {stage} began[: {villain}][, {health} hit points]"
    asks = "Begin the villain's next stage"
    likely = ("villain", "health")
    villain: Annotated[Line | None, Choice("villains", free=True)] = Field(default=None, title="which stage")
    health: Maybe | None = Field(default=None, title="hit points, total")
    stage: Annotated[Count, Settled()] = 0
    printed: Annotated[dict[NumberName, Maybe], Settled()] = Field(default_factory=dict)
    keywords: Annotated[tuple[str, ...], Choice("keywords"), Settled()] = ()
    traits: Annotated[tuple[Line, ...], Settled()] = ()
    name: Annotated[Remark, Settled()] = ""
    """What the villain is called from now on, where somebody said a stage that is none of those known."""
    fresh: Annotated[bool, Settled()] = False
    """Whether the numbers of the stage before count no longer, though nobody knows those of this one."""

    def check(self, table: Champions) -> Iterator[Refused]:
        if table.villain.stages and table.villain.stage >= len(table.villain.stages) and not self.villain:
            yield LAST_STAGE()
        if not is_due(table, VillainStageBegun):
            yield from stage_goes_on(table)

    def settle(self, table: Champions, chance: Chance) -> Self:
        villain = table.villain
        stage = villain.stage + 1
        stages = villain.stages
        id_ = self.villain or (stages[stage - 1] if stage <= len(stages) else "") or villain.name
        sheet = VillainSheet.of(table, id_)
        printed = known_numbers(attack=sheet.attack, scheme=sheet.scheme, retaliate=sheet.retaliate or None)
        health = self.health if self.health is not None else health_of(table, sheet)
        name = "" if id_ in (*stages, villain.name) else id_
        found = {"villain": id_ or None, "stage": stage, "health": health, "name": name}
        fresh = bool(villain.printed and not printed)
        words = {"keywords": tuple(sheet.keywords), "traits": tuple(sheet.traits)}
        return self.but(**found, **words, printed=printed, fresh=fresh)

    def apply(self, table: Champions) -> None:
        villain = table.villain
        villain.stage, villain.health, villain.damage = self.stage, self.health, 0
        villain.printed = dict(self.printed) or ({} if self.fresh else villain.printed)
        villain.name = self.name or villain.name
        villain.keywords, villain.traits = list(self.keywords), list(self.traits)
        villain.tough = villain.tough or "toughness" in self.keywords


class VillainStageStands(DefeatEvent):
    help_text = "The villain still has hit points: no next stage yet."
    says = "The villain's stage was not defeated after all"
    automatic = True

    def lapses(self, table: Champions) -> Iterator[Refused]:
        yield from none_due(table, VillainStageBegun)

    def apply(self, table: Champions) -> None:
        no_longer_due(table, VillainStageBegun)


def follow_defeat(table: Champions, id_: str) -> Iterator[Event[Champions]]:
    """What follows for somebody who has no hit points left; for a villain also, who has some again."""
    whom = body_of(table, id_)
    if id_ == VILLAIN:
        yield from stage_over(table)
    elif whom is None or whom.left != 0:
        return
    elif isinstance(whom, Seat):
        if not whom.eliminated:
            yield SeatEliminated(seat=id_)
    else:
        yield CharacterDefeated(card=id_)


def stage_goes_on(table: Champions) -> Iterator[Refused]:
    """Why the villain's stage is not over: hit points are left, or nobody set its dial."""
    name, left = table.called("characters", VILLAIN), table.villain.left
    if left is None:
        yield DIAL_NOT_SET(villain=name)
    elif left:
        yield STANDS(target=name, left=left)


def stage_over(table: Champions) -> Iterator[Event[Champions]]:
    """Whether the villain's stage is defeated, once; or not after all, where a dial was turned too far."""
    due = is_due(table, VillainStageBegun)
    if table.villain.left == 0 and not due:
        yield VillainStageDefeated()
    elif table.villain.left and due:
        yield VillainStageStands()


def put_out(table: Champions, id_: str) -> None:
    """Take a player out of the game, with all that lies before them and was still to be done; for `apply`."""
    if seat := table.seats.get(id_):
        heir = next_player(table, id_)
        seat.eliminated = True
        clear_player_area(table, id_, seat)
        for copy in [copy for copy, card in table.play.items() if card.engaged == id_]:
            engage_player(table, copy, heir)
        leave_undone(table, id_)
        if table.first == id_:
            table.first = heir


def next_player(table: Champions, seat: str) -> str:
    """The next player clockwise who is still in the game; empty where nobody else is."""
    seats = list(table.seats)
    at = seats.index(seat)
    return next((id_ for id_ in (*seats[at + 1 :], *seats[:at]) if not table.seats[id_].eliminated), "")


def clear_player_area(table: Champions, id_: str, seat: Seat) -> None:
    """What lies before a player who is out goes to the discard piles."""
    seat.discard += [*seat.hand, *seat.lying("deck")]
    seat.hand, seat.deck = [], 0
    table.scenario.discard += [""] * seat.dealt
    seat.dealt = 0
    for copy in [copy for copy, card in table.play.items() if card.controller == id_]:
        discard_from_play(table, copy)
    for copy in [copy for copy, card in table.play.items() if card.host == id_]:
        discard_from_play(table, copy)


def leave_undone(table: Champions, id_: str) -> None:
    """What a player who is out still had to do is not done; an encounter card that was at hand is discarded."""
    theirs = table.agenda.drop(lambda due: due.says(seat=id_))
    names = [str(due.fields.get("name", "")) for due in theirs if due.event in ENCOUNTERED]
    table.scenario.discard += names
    table.peril = "" if table.peril == id_ else table.peril


# === Damage: dealt, prevented by a Tough status card, healed, set right (伤害, 治疗, 剩余生命值) =

UNHARMED = refusal("unharmed", "{target} has no damage to heal.", rule=sections.HEALING)
ALREADY_SO = never("already-so", "It is already like that.")
MORE_THAN_MOST = refusal("more-than-most", "{target} has {most} hit points at most.", rule=sections.HEALING)
MOST_UNKNOWN = never("most-unknown", "Nobody knows how many hit points {target} has: set them first.")


class HarmEvent(PlayedEvent):
    """Something happens to the hit points of `target`, who is still in the game."""

    area_of_play = "Hit points"

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, str(getattr(self, "target", "")))


class DamageDealt(HarmEvent):
    title = "Deal damage"
    help_text = (
        "Damage to a hero, the villain, an ally or a minion. A Tough status card blocks all of it, then is discarded."
    )
    says = "{target}: {amount} damage[ by {by}][, {stopped|prevented by Tough}][, {prevented} prevented][, {source}]"
    target: CharacterId
    amount: Annotated[Some, Sums(), Moves(damage_of, less="lost", counted_down=True)]
    by: Annotated[InGame | None, Field(title="by whom")] = None
    piercing: bool = Field(default=False, title="piercing: Tough is discarded first")
    source: Occasion = ""
    prevented: Maybe = Field(default=0, title="prevented by a card")
    stopped: Annotated[bool, Settled()] = False
    lost: Annotated[Count, Settled()] = 0

    def settle(self, table: Champions, chance: Chance) -> Self:
        whom = body_of(table, self.target)
        stopped = whom is not None and whom.tough and not self.piercing
        dealt = 0 if stopped else after_prevention(self.amount, self.prevented)
        left = whom.left if whom else 0
        room = dealt if left is None else min(dealt, left)
        prevented = 0 if stopped else min(self.prevented, self.amount)
        return self.but(stopped=stopped, prevented=prevented, lost=self.amount - room)

    def apply(self, table: Champions) -> None:
        if whom := body_of(table, self.target):
            whom.damage += self.amount - self.lost
            whom.tough = whom.tough and not (self.stopped or self.piercing)
        if self.amount > self.lost:
            comes_of_it(table, "damage")
        tally_of(table, self.by or "").dealt += self.amount - self.lost
        tally_of(table, self.target).taken += self.amount - self.lost

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if not self.stopped:
            yield from follow_defeat(table, self.target)


class DamageHealed(NumberLowered[Champions], HarmEvent):
    title = "Heal damage"
    help_text = "Heal damage, up to full hit points."
    says = "{target}: {amount} damage healed[, {source}]"
    target: CharacterId
    amount: Annotated[Some, Sums(), Lowers(damage_of, less="beyond", counted_down=True, none=UNHARMED)]
    source: Occasion = ""
    beyond: Annotated[Count, Settled()] = 0

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, self.target)


class HitPointsSet(HarmEvent):
    title = "Set hit points"
    help_text = "Set the hit points to what the dial on the table shows."
    says = "{target}: {left|hit point|hit points}[, {source}]"
    target: CharacterId
    left: Maybe = Field(title="hit points left")
    source: Occasion = ""
    before: Annotated[Count | None, Settled()] = None

    def check(self, table: Champions) -> Iterator[Refused]:
        whom = body_of(table, self.target)
        if whom and whom.left == self.left:
            yield ALREADY_SO()
        if whom and whom.health is not None and self.left > whom.health:
            yield MORE_THAN_MOST(target=table.called("characters", self.target), most=whom.health)

    def settle(self, table: Champions, chance: Chance) -> Self:
        whom = body_of(table, self.target)
        return self.but(before=whom.health if whom else None)

    def apply(self, table: Champions) -> None:
        if whom := body_of(table, self.target):
            whom.health = max(self.left, whom.health or 0)
            whom.damage = whom.health - self.left

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, self.target)


class MostHitPointsChanged(HarmEvent):
    title = "Change the most hit points"
    help_text = "A character gains extra hit points, or loses them again: maximum and remaining both change."
    says = "{target}: most hit points {by}[, {source}]"
    target: CharacterId
    by: Annotated[Delta, Field(title="by how much")]
    source: Occasion = ""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        """A change, with its sign."""
        by = fields.get("by")
        return {"by": f"{by:+}".replace("-", "−")} if isinstance(by, int) else {}

    def check(self, table: Champions) -> Iterator[Refused]:
        if not self.by:
            yield ALREADY_SO()
        if (whom := body_of(table, self.target)) and whom.health is None:
            yield MOST_UNKNOWN(target=table.called("characters", self.target))

    def apply(self, table: Champions) -> None:
        if (whom := body_of(table, self.target)) and whom.health is not None:
            whom.health = max(0, whom.health + self.by)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, self.target)


def after_prevention(amount: int, prevented: int) -> int:
    """Damage after a card prevented some of it (F34). Tough comes first, and leaves nothing to prevent (F33)."""
    return max(0, amount - prevented)


def tally_of(table: Champions, seat: str) -> Tally:
    """What a hero did in this game; of nobody, a tally that nobody keeps."""
    return table.tallies.setdefault(seat, Tally()) if seat in table.seats else Tally()


# === Hits: what an attack does beside its damage: Overkill, consequential damage, Retaliate (贯穿, 反制伤害, 反击X)

NOT_THERE = never("not-there-any-more", "{whom} is not there any more.", rule=sections.KEYWORDS)


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack that hits: who attacks whom for how much, for which seat it counts, and its keywords."""

    attacker: str
    target: str
    amount: int
    by: str | None = None
    keywords: Collection[str] = ()


class OverkillDealt(DamageDealt):
    title = "Deal overkill damage"
    help_text = "Overkill: damage left over from a defeated minion hits the villain; from a defending ally, its hero."
    says = "Overkill: {target} took {amount} damage[ by {by}][, {stopped|prevented by Tough}]"
    automatic = True


class ConsequentialDamageTaken(DamageDealt):
    title = "Take consequential damage"
    help_text = "An ally that attacked or thwarted takes the damage printed below that power."
    says = "{target}: {amount} consequential damage[, {stopped|prevented by Tough}]"
    automatic = True

    def lapses(self, table: Champions) -> Iterator[Refused]:
        yield from why_not_there(table, self.target)


class RetaliateDealt(DamageDealt):
    """Nothing comes back from who was defeated by the attack (F15), or to who is gone by then."""

    title = "Strike back with Retaliate"
    help_text = "Retaliate: a character that survives an attack strikes back."
    says = "{whose} retaliated: {target} took {amount} damage[, {stopped|prevented by Tough}]"
    automatic = True
    whose: Annotated[CharacterId, Field(title="whose")]

    def lapses(self, table: Champions) -> Iterator[Refused]:
        yield from why_not_there(table, self.whose, self.target)


def why_not_there(table: Champions, *ids: str) -> Iterator[Refused]:
    """Who of these is not there to deal damage, or to take it."""
    for id_ in ids:
        whom = body_of(table, id_)
        if whom is None or whom.left == 0 or (isinstance(whom, Seat) and whom.eliminated):
            yield NOT_THERE(whom=table.called("characters", id_))


def excess_damage(damage: int, left: int | None) -> int:
    """Damage beyond what defeats somebody (F14); none where nobody knows how much that is."""
    return 0 if left is None else max(0, damage - left)


def follow_overkill(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """What Overkill does beyond an ally or a minion: to the hero who controls it, or to the villain (F14).

    Damage that a Tough status card prevents leaves no excess.
    """
    whom = table.play.get(assault.target)
    if whom is None or (whom.tough and "piercing" not in assault.keywords):
        return
    heir = VILLAIN if whom.type == "minion" else whom.controller
    beyond = excess_damage(assault.amount, whom.left)
    if beyond and body_of(table, heir):
        yield OverkillDealt(target=heir, amount=beyond, by=assault.by)


def follow_hit(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """The damage of an attack, and what it lets follow at once but for Retaliate; for `follow`."""
    beyond = list(follow_overkill(table, assault)) if "overkill" in assault.keywords else []
    if assault.amount:
        yield DamageDealt(
            target=assault.target,
            amount=assault.amount,
            by=assault.by,
            piercing="piercing" in assault.keywords,
        )
    yield from beyond


def follow_power_use(table: Champions, ally: str, power: str) -> Iterator[Event[Champions]]:
    """What an ally takes for using a power (F16)."""
    card = table.play.get(ally)
    if card and (damage := card.printed.get(f"{power}_damage", 0)):
        yield ConsequentialDamageTaken(target=ally, amount=damage)


def follow_retaliation(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """What comes back to the attacker (F15); it lapses where either is gone by then.

    Of a villain whose stage is defeated, nothing comes back, though the next stage has begun by then.
    """
    whom = body_of(table, assault.target)
    if whom is None or not survives_attack(whom, assault):
        return
    printed = whom.printed.get("retaliate", 0)
    if back := modified_number(printed, changes_of(table, assault.target, "retaliate")):
        yield RetaliateDealt(target=assault.attacker, amount=back, whose=assault.target)


def survives_attack(whom: Body, assault: Assault) -> bool:
    """Whether somebody is still there after an attack, as far as that can be known."""
    if whom.left is None or (whom.tough and "piercing" not in assault.keywords):
        return whom.left != 0
    return assault.amount < whom.left


def follow_enemy_attack(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """What an enemy's attack does; an alter-ego strikes nobody back, and who is gone or out of the game takes none."""
    target = table.seats.get(assault.target)
    if body_of(table, assault.target) is None or (target and target.eliminated):
        return
    yield from follow_hit(table, assault)
    if target is None or target.form == "hero":
        yield from follow_retaliation(table, assault)


# === Damage that is spread or moved: indirect damage assigned, damage moved between dials and cards (间接伤害, 移动)

OVER_ASSIGNED = refusal(
    "over-assigned", "{target} can be assigned at most {most} indirect damage.", rule=sections.INDIRECT_DAMAGE
)
NOT_ALL_ASSIGNED = refusal(
    "not-all-assigned", "Assign exactly {amount} damage, not {assigned}.", rule=sections.INDIRECT_DAMAGE
)
NO_BODY = never("no-body", "There is no damage on {target}, and none can be moved there.", rule=sections.MOVE)


def characters_controlled(table: Champions, seat: str | None) -> list[str]:
    """The characters that a player controls, allies before the hero; without a player those of all."""
    allies = [copy for copy in table.copies("ally") if seat in (None, table.play[copy].controller)]
    return [*allies, *(id_ for id_ in table.in_game() if seat in (None, id_))]


FriendId = Annotated[str, Choice("characters", characters_controlled, given=("seat",), why_not=not_in_play)]


def room_for(table: Champions, targets: Mapping[str, int]) -> Mapping[str, int]:
    """The most indirect damage for each of these: what defeats them; nothing is said of who has no known end (F32)."""
    whom = {id_: body_of(table, id_) for id_ in targets}
    return {id_: one.left for id_, one in whom.items() if one is not None and one.left is not None}


def to_assign(table: Champions, amount: int, seat: str | None) -> int:
    """How much of indirect damage there is room for; the rest is lost (F32)."""
    everybody = [body_of(table, id_) for id_ in characters_controlled(table, seat)]
    left = [one.left for one in everybody if one is not None]
    known = [one for one in left if one is not None]
    return min(amount, sum(known)) if len(known) == len(left) else amount


class IndirectDamageAssigned(HarmEvent):
    """Divided as the players like; nobody is assigned more than what defeats them."""

    help_text = "Split indirect damage among one player's hero and allies, or among all players."
    says = "{amount} indirect damage[ to {seat}]: {assigned}[, {source}]"
    title = "Assign indirect damage"
    amount: Some = Field(title="damage in all")
    seat: Annotated[InGame | None, Field(title="which player, if only one")] = None
    assigned: Annotated[Mapping[FriendId, Some], Field(max_length=20), Field(title="damage to each")]
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        for id_, most in room_for(table, self.assigned).items():
            if self.assigned[id_] > most:
                yield OVER_ASSIGNED(target=table.called("characters", id_), most=most)
        total = sum(self.assigned.values())
        if total != (amount := to_assign(table, self.amount, self.seat)):
            yield NOT_ALL_ASSIGNED(amount=amount, assigned=total)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        for id_ in sorted(self.assigned, key=lambda id_: id_ in table.seats):
            yield DamageDealt(target=id_, amount=self.assigned[id_])


class DamageMoved(HarmEvent):
    """What leaves a dial turns it up; what comes to one turns it down (F35)."""

    title = "Move damage"
    help_text = "A card moves damage from one place to another."
    says = "{amount} damage moved from {target} to {to}[, {source}]"
    target: HostId = Field(title="from where")
    to: HostId
    amount: Annotated[Some, Moves(damage_of)]
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.to)
        if self.target == self.to:
            yield SAME_PLACE()
        for id_ in (self.target, self.to):
            if body_of(table, id_) is None:
                yield NO_BODY(target=table.called("hosts", id_))
        whom = body_of(table, self.target)
        if whom and whom.damage < self.amount:
            yield NOT_ENOUGH(have=whom.damage, need=self.amount)

    def apply(self, table: Champions) -> None:
        for id_, change in ((self.target, -self.amount), (self.to, self.amount)):
            if whom := body_of(table, id_):
                whom.damage = max(0, whom.damage + change)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, self.target)
        yield from follow_defeat(table, self.to)


# === Status cards, one of each at most, and counters on whatever lies on the table (状态卡, 通用指示物)

HAS_IT = refusal("has-it", "{target} already has a {status} card.", rule=sections.STATUS_CARDS)
CANNOT_HAVE = refusal("cannot-have", "{target} cannot be {status}: {effect}.", rule=sections.CANNOT, areas=("timing",))
HAS_NONE = never("has-none", "{target} has no {status} card.", rule=sections.STATUS_CARDS)


class StatusEvent(PlayedEvent):
    area_of_play = "Hit points"


class StatusGiven(StatusEvent):
    title = "Give a status card"
    help_text = "Stunned, Confused or Tough: give a status card, one of each at most."
    says = "{target} was {status}[, {source}]"
    target: CharacterId
    status: StatusName
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.target)
        if getattr(body_of(table, self.target), self.status, False):
            yield HAS_IT(**status_named(table, self.target, self.status))
        for effect in effects_forbidding(table, self.target, self.status):
            yield CANNOT_HAVE(**status_named(table, self.target, self.status), effect=effect)

    def apply(self, table: Champions) -> None:
        if whom := body_of(table, self.target):
            setattr(whom, self.status, True)


class StatusDiscarded(StatusEvent):
    title = "Discard a status card"
    help_text = "A status card is discarded: it has done its job, or a card says so."
    says = "{target} was {status} no more[, {source}]"
    target: CharacterId
    status: StatusName
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        if not getattr(body_of(table, self.target), self.status, False):
            yield HAS_NONE(**status_named(table, self.target, self.status))

    def apply(self, table: Champions) -> None:
        if whom := body_of(table, self.target):
            setattr(whom, self.status, False)


def status_named(table: Champions, target: str, status: str) -> dict[str, object]:
    """Whom a refusal speaks of, and of which status card."""
    return {"target": table.called("characters", target), "status": table.called("statuses", status)}


# === Damage tokens on cards that are no characters, such as armor that takes damage in place of the villain (伤害标记)


def cards_without_health(table: Champions) -> Iterable[str]:
    """The cards in play that are no characters."""
    return [copy for copy, card in table.play.items() if card.type not in CHARACTERS]


class TokenEvent(NumbersMoved[Champions], PlayedEvent):
    area_of_play = "Hit points"
    card: Annotated[str, Choice("copies", cards_without_health, why_not=not_in_play)]
    amount: Annotated[Some, Sums()] = Field(default=1, title="damage")
    source: Occasion = ""


class DamageTokensPlaced(TokenEvent):
    title = "Place damage tokens"
    help_text = "Put damage on a card that is not a character; the card says what happens."
    says = "{card}: {amount} damage placed[, {source}]"
    amount: Annotated[Some, Sums(), Gains("play.{card}.damage")] = Field(default=1, title="damage")


class DamageTokensRemoved(TokenEvent):
    title = "Remove damage tokens"
    help_text = "Take damage off a card that is not a character."
    says = "{card}: {amount} damage removed[, {source}]"
    amount: Annotated[Some, Sums(), Spends("play.{card}.damage")] = Field(default=1, title="damage")


EVENTS = (
    DamageDealt,
    DamageHealed,
    HitPointsSet,
    MostHitPointsChanged,
    OverkillDealt,
    ConsequentialDamageTaken,
    RetaliateDealt,
    IndirectDamageAssigned,
    DamageMoved,
    StatusGiven,
    StatusDiscarded,
)
TOKEN_AND_DEFEAT_EVENTS = (
    DamageTokensPlaced,
    DamageTokensRemoved,
    CharacterDefeated,
    SeatEliminated,
    VillainStageDefeated,
    VillainStageBegun,
    VillainStageStands,
)
