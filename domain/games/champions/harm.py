"""Harm: damage and healing, hits, spread or moved damage, and damage tokens on cards."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import NOT_ENOUGH, Gains, Lowers, NumbersMoved, Spends, add_to_number, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Count, Delta, Merged, Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.champions import sections
from domain.games.champions.base import (
    SAME_PLACE,
    CharacterId,
    HostId,
    InGame,
    Maybe,
    PlayedEvent,
    Some,
    comes_of_it,
    is_scenario_chosen,
    not_in_game,
    not_in_play,
)
from domain.games.champions.defeats import damage_of, follow_defeat, path_of_body
from domain.games.champions.numbers import (
    attachments_of,
    body_of,
    changes_of,
    modified_number,
)
from domain.games.champions.state.kinds import CardSheet, IdentitySheet
from domain.games.champions.state.parts import CHARACTERS, Body, Tally
from domain.games.champions.state.table import VILLAIN, Champions, Seat

# === Damage: dealt, prevented by a Tough status card, healed, corrected (伤害, 治疗, 剩余生命值)

UNHARMED = refusal("unharmed", "{target} has no damage to heal.", rule=sections.HEALING)
ALREADY_SO = never("already-so", "It is already like that.")
MORE_THAN_MOST = refusal("more-than-most", "{target} can have {most} hit points at most.", rule=sections.HEALING)
MOST_UNKNOWN = never("most-unknown", "The hit points of {target} are not known: set them first.")


class HarmEvent(PlayedEvent):
    """The base of events about the hit points of `target`, which must still be in the game."""

    heading = "Hit points"

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, str(getattr(self, "target", "")))


class DamageDealt(HarmEvent):
    title = "Deal damage"
    help_text = (
        "Damage to a hero, the villain, an ally or a minion. A Tough status card blocks all of it, then is discarded."
    )
    sentence = (
        "{target} took {amount} damage[ from {by}][ from {ally}][, {stopped|prevented by Tough}][, {prevented} "
        "prevented][ ({source})]"
    )
    target: CharacterId
    amount: Annotated[Some, Merged(), MovesNumber(damage_of, less="lost", counted_down=True)]
    by: Annotated[InGame | None, Field(title="by whom")] = None
    piercing: bool = Field(default=False, title="piercing: Tough is discarded first")
    source: Occasion = ""
    prevented: Maybe = Field(default=0, title="prevented by a card")
    stopped: Annotated[bool, Settled()] = False
    lost: Annotated[Count, Settled()] = 0
    ally: Annotated[str, Choice("characters"), Settled()] = ""
    """The ally that dealt it, for the player in `by`."""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        """Without the player if an ally dealt the damage."""
        return {"by": ""} if fields.get("ally") else {}

    def settle(self, table: Champions, chance: Chance) -> Self:
        whom = body_of(table, self.target)
        # Tough comes before prevention (F33): it stops all damage, so a card that prevents some is not used up.
        stopped = whom is not None and whom.tough and not self.piercing
        dealt = 0 if stopped else after_prevention(self.amount, self.prevented)
        left = whom.left if whom else 0
        # A dial does not go below zero, so a later heal starts from there; Overkill needs the excess (F14).
        room = dealt if left is None else min(dealt, left)
        prevented = 0 if stopped else min(self.prevented, self.amount)
        return self.copy_with(stopped=stopped, prevented=prevented, lost=self.amount - room)

    def apply(self, table: Champions) -> None:
        if whom := body_of(table, self.target):
            whom.damage += self.amount - self.lost
            # Piercing discards Tough although the damage goes through; otherwise only stopped damage does.
            whom.tough = whom.tough and not (self.stopped or self.piercing)
        if self.amount > self.lost:
            comes_of_it(table, "damage")
        tally_of(table, self.by or "").dealt += self.amount - self.lost
        tally_of(table, self.target).taken += self.amount - self.lost

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if not self.stopped:
            yield from follow_defeat(table, self.target)


class DamageHealed(NumbersMoved[Champions], HarmEvent):
    title = "Heal damage"
    help_text = "Heal damage, up to full hit points."
    sentence = "{target} healed {amount} damage[ ({source})]"
    target: CharacterId
    amount: Annotated[Some, Merged(), Lowers(damage_of, less="beyond", counted_down=True, none=UNHARMED)]
    source: Occasion = ""
    beyond: Annotated[Count, Settled()] = 0

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, self.target)


PRINTED = range(9, 16)
"""The hit points of identities that are a tap each."""
OF_VILLAINS = range(10, 20)
"""The hit points of villains for each player that are a tap each."""
OF_CARDS = range(1, 10)
"""The hit points of allies and minions that are a tap each."""


class HitPointsSet(HarmEvent):
    title = "Set hit points"
    help_text = "Set the hit points to the number on the dial at the table."
    sentence = "{target} was set to {left|hit point|hit points}[ ({source})]"
    target: CharacterId
    left: Maybe = Field(title="hit points left")
    source: Occasion = ""
    before: Annotated[Count | None, Settled()] = None

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """In the setup, for each hero and the villain whose hit points are unknown (附录II); later for the villain."""
        for id_, seat in table.seats.items() if table.step == "setup" else ():
            if seat.health is None:
                title = text("{seat}: how many hit points?", seat=table.called("identities", id_))
                seats = frozenset({id_})
                yield Offer(title, {"target": id_}, reminder=title, keypad="left", keypad_numbers=PRINTED, seats=seats)
        if is_scenario_chosen(table) and table.villain.health is None:
            yield _offer_villain(table)

    def check(self, table: Champions) -> Iterator[Refused]:
        whom = body_of(table, self.target)
        if whom and whom.left == self.left:
            yield ALREADY_SO()
        if whom and whom.health is not None and self.left > whom.health:
            yield MORE_THAN_MOST(target=table.called("characters", self.target), most=whom.health)

    def settle(self, table: Champions, chance: Chance) -> Self:
        whom = body_of(table, self.target)
        return self.copy_with(before=whom.health if whom else None)

    def apply(self, table: Champions) -> None:
        if table.step == "setup" and self.before is None and self.target in table.seats:
            table.keep_typed(IdentitySheet.kind_name, self.target, {"health": self.left})
        if whom := body_of(table, self.target):
            # If no maximum is known, the dial as set becomes the maximum, and damage counts from there.
            whom.health = max(self.left, whom.health or 0)
            whom.damage = whom.health - self.left

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, self.target)


def _offer_villain(table: Champions) -> Offer:
    """The offer to set the villain's dial to its number for all players: in the setup (S9), and for each next stage.

    A dial that was left open is set later to what is left.
    """
    villain, heads = table.called("characters", VILLAIN), table.heads
    next_stage = table.villain.stage > 1 and not table.villain.damage
    if table.step != "setup" and not next_stage:
        return Offer(text("{villain}: how many hit points are left?", villain=villain), {"target": VILLAIN})
    title = text("{villain}: how many hit points for {count|player|players}, in total?", villain=villain, count=heads)
    keys = [each * heads for each in OF_VILLAINS]
    fields = {"target": VILLAIN}
    return Offer(title, fields, required=next_stage, reminder=title, keypad="left", keypad_numbers=keys)


def harmed_of_unknown(table: Champions) -> list[str]:
    """The damaged allies and minions in play whose hit points are unknown."""
    copies = ((copy, table.play[copy]) for copy in table.copies(*CHARACTERS))
    return [copy for copy, card in copies if card.damage and card.health is None]


class HitPointsSaid(HarmEvent):
    """Say the printed hit points of an ally or minion; its damage stays, and its card keeps the number."""

    title = "Say the printed hit points"
    help_text = "The hit points printed on an ally or minion; the damage on it stays. Asked once for each card."
    sentence = "{target} has {health|hit point|hit points}"
    target: Annotated[str, Choice("characters", lambda table: table.copies(*CHARACTERS), why_not=not_in_play)]
    health: Some = Field(title="hit points")

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for copy in harmed_of_unknown(table):
            title = text("{target}: how many hit points are printed?", target=table.called("characters", copy))
            yield Offer(title, {"target": copy}, reminder=title, keypad="health", keypad_numbers=OF_CARDS)

    def check(self, table: Champions) -> Iterator[Refused]:
        if (card := table.play.get(self.target)) and card.health == most_of(table, self.target, self.health):
            yield ALREADY_SO()

    def apply(self, table: Champions) -> None:
        if (card := table.play.get(self.target)) and not card.facedown:
            table.keep_typed(CardSheet.kind_name, card.card, {"health": self.health, "health_each": False})
        for copy in same_unknown(table, self.target):
            table.play[copy].health = most_of(table, copy, self.health)

    def plan(self, table: Champions) -> Sequence[str]:
        return same_unknown(table, self.target)

    def follow_plan(self, table: Champions, plan: Sequence[str]) -> Iterator[Event[Champions]]:
        for copy in plan:
            yield from follow_defeat(table, copy)


def same_unknown(table: Champions, target: str) -> Sequence[str]:
    """A card in play, and the other copies of it whose hit points are unknown too; a card face down stands alone."""
    card = table.play.get(target)
    if card is None or card.facedown:
        return [target] if card else []
    others = ((copy, one) for copy, one in table.play.items() if one.card == card.card and not one.facedown)
    return [copy for copy, one in others if copy == target or (one.health is None and one.type in CHARACTERS)]


def most_of(table: Champions, copy: str, printed: int) -> int:
    """The maximum hit points of a card in play, with the bonuses of its attachments."""
    return max(0, printed + sum(table.play[one].printed.get("health_bonus", 0) for one in attachments_of(table, copy)))


class MostHitPointsChanged(HarmEvent):
    title = "Change the maximum hit points"
    help_text = "A character gains extra hit points, or loses them again: maximum and remaining both change."
    sentence = "The maximum hit points of {target} changed by {by}[ ({source})]"
    target: CharacterId
    by: Annotated[Delta, Field(title="by how much")]
    source: Occasion = ""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        """The change with its sign."""
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
    """The damage left after a card prevented some (F34).

    Tough is checked before, and leaves nothing to prevent (F33).
    """
    return max(0, amount - prevented)


def tally_of(table: Champions, seat: str) -> Tally:
    """A hero's tally in this game; a blank one that is not stored for other characters."""
    return table.tallies.setdefault(seat, Tally()) if seat in table.seats else Tally()


# === Consequences of an attack's hit: Overkill, consequential damage, Retaliate (贯穿, 反制伤害, 反击X)

NOT_THERE = never("not-there-any-more", "{whom} is not there any more.", rule=sections.KEYWORDS)


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack that hits: attacker, target, damage, the seat that is credited for it, and keywords."""

    attacker: str
    target: str
    amount: int
    by: str | None = None
    keywords: Collection[str] = ()


class OverkillDealt(DamageDealt):
    title = "Deal overkill damage"
    help_text = "Overkill: damage left over from a defeated minion hits the villain; from a defending ally, its hero."
    sentence = "Overkill: {target} took {amount} damage[ by {by}][ by {ally}][, {stopped|prevented by Tough}]"
    automatic = True


class ConsequentialDamageTaken(DamageDealt):
    title = "Take consequential damage"
    help_text = "An ally that attacked or thwarted takes the damage printed below that power."
    sentence = "{target} took {amount} consequential damage[, {stopped|prevented by Tough}]"
    automatic = True

    def void_reasons(self, table: Champions) -> Iterator[Refused]:
        yield from why_not_there(table, self.target)


class RetaliateDealt(DamageDealt):
    """Retaliate damage. A defeated character does not retaliate (F15), and an attacker that is gone takes none."""

    title = "Strike back with Retaliate"
    help_text = "Retaliate: a character that survives an attack strikes back."
    sentence = "{whose} retaliated: {target} took {amount} damage[, {stopped|prevented by Tough}]"
    automatic = True
    whose: Annotated[CharacterId, Field(title="whose")]

    def void_reasons(self, table: Champions) -> Iterator[Refused]:
        yield from why_not_there(table, self.whose, self.target)


def why_not_there(table: Champions, *ids: str) -> Iterator[Refused]:
    """The refusals for characters that are gone and can neither deal nor take damage."""
    for id_ in ids:
        whom = body_of(table, id_)
        if whom is None or whom.left == 0 or (isinstance(whom, Seat) and whom.eliminated):
            yield NOT_THERE(whom=table.called("characters", id_))


def excess_damage(damage: int, left: int | None) -> int:
    """Damage beyond a defeat (F14); 0 if the hit points are unknown."""
    return 0 if left is None else max(0, damage - left)


def follow_overkill(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """The Overkill damage beyond an ally or a minion: to the controlling hero, or to the villain (F14).

    Damage that a Tough status card prevents leaves no excess.
    """
    whom = table.play.get(assault.target)
    # Tough prevents all of the damage, so there is no excess to pass on.
    if whom is None or (whom.tough and "piercing" not in assault.keywords):
        return
    heir = VILLAIN if whom.type == "minion" else whom.controller
    beyond = excess_damage(assault.amount, whom.left)
    if beyond and body_of(table, heir):
        ally = assault.attacker if assault.attacker in table.play and assault.by else ""
        yield OverkillDealt(target=heir, amount=beyond, by=assault.by, ally=ally)


def follow_hit(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """The damage of an attack and its direct consequences, without Retaliate; for `follow`."""
    # Computed before the damage is dealt: afterwards the target may be gone, and its hit points determine the excess.
    beyond = list(follow_overkill(table, assault)) if "overkill" in assault.keywords else []
    if assault.amount:
        yield DamageDealt(
            target=assault.target,
            amount=assault.amount,
            by=assault.by,
            piercing="piercing" in assault.keywords,
            ally=assault.attacker if assault.attacker in table.play and assault.by else "",
        )
    yield from beyond


def consequential_damage(table: Champions, ally: str, power: str) -> int | None:
    """The damage that an ally takes for using a power (F16); None if its card is not typed in."""
    name, card = f"{power}_damage", table.play.get(ally)
    if card is None or name in card.printed:
        return card.printed[name] if card else 0
    # A card that is typed in with the power, and without a damage below it, has none.
    typed = power in table.content_thing("cards", card.card) or name in table.thing("cards", card.card)
    return 0 if typed else None


def follow_power_use(table: Champions, ally: str, power: str, said: int | None) -> Iterator[Event[Champions]]:
    """The consequential damage of an ally for using a power: as said, else as printed."""
    damage = consequential_damage(table, ally, power) if said is None else said
    if damage and ally in table.play:
        yield ConsequentialDamageTaken(target=ally, amount=damage)


def follow_retaliation(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """The Retaliate damage to the attacker (F15); it lapses if either is gone by then.

    A villain whose stage is defeated does not retaliate, even if the next stage has begun by then.
    """
    whom = body_of(table, assault.target)
    if whom is None or not survives_attack(whom, assault):
        return
    printed = whom.printed.get("retaliate", 0)
    if back := modified_number(printed, changes_of(table, assault.target, "retaliate")):
        yield RetaliateDealt(target=assault.attacker, amount=back, whose=assault.target)


def survives_attack(whom: Body, assault: Assault) -> bool:
    """Whether a character is still in play after an attack, as far as known."""
    if whom.left is None or (whom.tough and "piercing" not in assault.keywords):
        return whom.left != 0
    return assault.amount < whom.left


def follow_enemy_attack(table: Champions, assault: Assault) -> Iterator[Event[Champions]]:
    """The consequences of an enemy's attack. An alter-ego does not retaliate; a target that is gone is not hit."""
    target = table.seats.get(assault.target)
    if body_of(table, assault.target) is None or (target and target.eliminated):
        return
    yield from follow_hit(table, assault)
    # Retaliate is printed on the hero side of an identity; allies have one side.
    if target is None or target.form == "hero":
        yield from follow_retaliation(table, assault)


# === Damage that is spread or moved: indirect damage, and damage moved between dials and cards (间接伤害, 移动)

OVER_ASSIGNED = refusal(
    "over-assigned", "{target} can be assigned at most {most} indirect damage.", rule=sections.INDIRECT_DAMAGE
)
NOT_ALL_ASSIGNED = refusal(
    "not-all-assigned", "Assign exactly {amount} damage, not {assigned}.", rule=sections.INDIRECT_DAMAGE
)
NO_BODY = never("no-body", "There is no damage on {target}, and none can be moved there.", rule=sections.MOVE)


def characters_controlled(table: Champions, seat: str | None) -> list[str]:
    """The characters that a player controls, allies before the hero; without a player, those of all players."""
    allies = [copy for copy in table.copies("ally") if seat in (None, table.play[copy].controller)]
    return [*allies, *(id_ for id_ in table.in_game() if seat in (None, id_))]


FriendId = Annotated[str, Choice("characters", characters_controlled, given=("seat",), why_not=not_in_play)]


def room_for(table: Champions, targets: Mapping[str, int]) -> Mapping[str, int]:
    """The most indirect damage for each target, up to its defeat; no bound if its hit points are unknown (F32)."""
    whom = {id_: body_of(table, id_) for id_ in targets}
    return {id_: one.left for id_, one in whom.items() if one is not None and one.left is not None}


def to_assign(table: Champions, amount: int, seat: str | None) -> int:
    """The indirect damage that can be assigned; the rest is lost (F32)."""
    everybody = [body_of(table, id_) for id_ in characters_controlled(table, seat)]
    left = [one.left for one in everybody if one is not None]
    known = [one for one in left if one is not None]
    return min(amount, sum(known)) if len(known) == len(left) else amount


class IndirectDamageAssigned(HarmEvent):
    """Assign indirect damage. The players divide it; no character is assigned more than defeats it."""

    help_text = "Split indirect damage among one player's hero and allies, or among all players."
    sentence = "{amount} indirect damage[ to {seat}]: {assigned}[ ({source})]"
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


class DamageMoved(NumbersMoved[Champions], HarmEvent):
    """Move damage from one dial or card to another: the first is healed, the second damaged (F35)."""

    title = "Move damage"
    help_text = "A card moves damage from one place to another."
    sentence = "{amount} damage moved from {target} to {to}[ ({source})]"
    target: HostId = Field(title="from where")
    to: HostId
    amount: Annotated[Some, Lowers(damage_of)]
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
        move_numbers(table, self)
        add_to_number(table, (*path_of_body(table, self.to), "damage"), self.amount)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from follow_defeat(table, self.target)
        yield from follow_defeat(table, self.to)


# === Damage tokens on cards without hit points, such as armor that takes damage for the villain (伤害标记)


def cards_without_health(table: Champions) -> Iterable[str]:
    """The cards in play that are not characters."""
    return [copy for copy, card in table.play.items() if card.type not in CHARACTERS]


class TokenEvent(NumbersMoved[Champions], PlayedEvent):
    heading = "Hit points"
    card: Annotated[str, Choice("copies", cards_without_health, why_not=not_in_play)]
    amount: Annotated[Some, Merged()] = Field(default=1, title="damage")
    source: Occasion = ""


class DamageTokensPlaced(TokenEvent):
    title = "Place damage tokens"
    help_text = "Put damage on a card that is not a character; the card says what happens."
    sentence = "{amount} damage placed on {card}[ ({source})]"
    amount: Annotated[Some, Merged(), Gains("play.{card}.damage")] = Field(default=1, title="damage")


class DamageTokensRemoved(TokenEvent):
    title = "Remove damage tokens"
    help_text = "Take damage off a card that is not a character."
    sentence = "{amount} damage removed from {card}[ ({source})]"
    amount: Annotated[Some, Merged(), Spends("play.{card}.damage")] = Field(default=1, title="damage")
