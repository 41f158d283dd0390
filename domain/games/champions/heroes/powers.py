"""Powers of heroes and allies: attacks, thwarts and recoveries; and changes of form."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Self

from pydantic import Field

from domain.components.limits import Limit
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Occasion, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.framework.views.sheet import Said
from domain.games.champions import sections
from domain.games.champions.base import (
    DASHED,
    NOT_YOUR_TURN,
    ChampionsEvent,
    EnemyId,
    InGame,
    Maybe,
    NumberName,
    PlayedEvent,
    SchemeId,
    is_possible,
    not_at_turn,
    not_in_form,
    not_in_game,
    not_in_play,
    not_played,
    seats_at_turn,
    start_occurrence,
    whose_turn,
)
from domain.games.champions.cards.handling import EXHAUSTS, exhausted_already
from domain.games.champions.harm import (
    Assault,
    DamageHealed,
    consequential_damage,
    follow_hit,
    follow_power_use,
    follow_retaliation,
    survives_attack,
)
from domain.games.champions.numbers import (
    attachments_of,
    body_of,
    changes_of,
    effects_forbidding,
    is_number_missing,
    is_threat_unknown,
    number_of,
)
from domain.games.champions.printing import bodies_alike, keep_printed, print_unknown
from domain.games.champions.state.kinds import (
    FORM_NAMES,
    NUMBER_NAMES,
    STATUS_NAMES,
    CardSheet,
    IdentitySheet,
    Occurrence,
    Power,
)
from domain.games.champions.state.parts import Body
from domain.games.champions.state.table import MAIN, VILLAIN, Champions, Form
from domain.games.champions.threat import ThreatRemoved, less_threat, scheme_at, why_threat_stays
from domain.games.champions.timing.effects import expire_effects, hit_points_end

# === Form: hero or alter-ego; damage, status cards and attachments stay (身份，变换身份) =========

FORM_USED = refusal("form-used", "{seat} has already changed form this round.", rule=sections.CHANGE_FORM)
ONE_FORM_CHANGE: Limit[Champions] = Limit(lambda table, seat: int(table.seat(seat).changed_form), FORM_USED)


class FormEvent(PlayedEvent):
    heading = "Heroes"


class FormChanged(FormEvent):
    title = "Change form"
    help_text = "Flip between hero and alter-ego: once per round on your own turn, or because of a card."
    sentence = "{seat} changed form: {to}[ ({source})]"
    limits = {ONE_FORM_CHANGE: {"by_card": False}}
    layout = Layout(no_choice=("by_card",))
    seat: InGame
    by_card: bool = Field(default=False, title="a card says so")
    source: Occasion = ""
    to: Annotated[str, Choice("forms"), Settled()] = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The one change of form that each player may make on the own turn; without tracked turns, in the phase."""
        phase = table.in_game() if table.step == "player" and not table.tracks("turns") else ()
        for seat in (*seats_at_turn(table), *phase):
            form = FORM_NAMES[other_form(table, seat)]
            words = text("{who}: change to {form}", who=table.called("identities", seat), form=form)
            yield Offer(words, {"seat": seat})

    def check(self, table: Champions) -> Iterator[Refused]:
        if not self.by_card:
            yield from not_at_turn(table, self.seat)
            yield from ONE_FORM_CHANGE.reasons(table, self.seat, seat=table.called("identities", self.seat))

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.copy_with(to=other_form(table, self.seat))

    def apply(self, table: Champions) -> None:
        if seat := table.seats.get(self.seat):
            seat.form = "hero" if self.to == "hero" else "alter-ego"
            seat.changed_form = seat.changed_form or not self.by_card
        start_occurrence(table, "form")
        if self.seat in table.tallies:
            table.tallies[self.seat].forms += 1


def other_form(table: Champions, seat: str) -> Form:
    """The form that a player is not in."""
    return "alter-ego" if table.seat(seat).form == "hero" else "hero"


# === Powers of heroes and allies: common rules of attacks, thwarts and recoveries (攻击, 化解, 恢复)

CANNOT = refusal("cannot", "{card} cannot do that now: {effect}.", rule=sections.CANNOT, areas=("timing",))
HOW_MUCH = never("how-much", "How much? {power} of {card} is not known here.", asks=True)

HOW_MUCH_HARM = never(
    "how-much-harm", "How much consequential damage does {card} take? That is not typed in.", asks=True
)

AllyId = Annotated[str, Choice("allies", why_not=not_in_play)]
INSTEAD = {"attack": "stunned", "thwart": "confused"}
"""The status card that is discarded instead of using a power (击晕, 困惑)."""
HAPPENS: Mapping[str, Occurrence] = {"attack": "hero attack", "thwart": "thwart"}
"""The occurrence of a power that abilities can answer."""


@dataclass(frozen=True, slots=True)
class Use:
    """The use of a power: the user, the power, the given amount if any, and whether it is the basic power."""

    user: str
    power: Power
    said: int | None
    basic: bool

    def whom(self, table: Champions) -> Body:
        """The character that uses the power; a blank one that is not stored if it is gone."""
        return body_of(table, self.user) or Body()

    def stopped(self, table: Champions) -> bool:
        """Whether a status card is discarded instead; costs stay paid (D11)."""
        return self.power in INSTEAD and bool(getattr(self.whom(table), INSTEAD[self.power]))

    def strength(self, table: Champions) -> int | None:
        """The amount: as given, else the current number; None if unknown, 0 if a status card stops it."""
        if self.stopped(table):
            return 0
        return number_of(table, self.user, self.power) if self.said is None else self.said

    def reasons(self, table: Champions) -> Iterator[Refused]:
        """The refusals for using the power now. An ability has its own timing and exhausts no one."""
        yield from not_played(table)
        yield from not_in_game(table, controller_of_power(table, self.user))
        yield from why_power_forbidden(table, self.user, self.power)
        yield from self.not_basic(table) if self.basic else self.not_by_ability(table)
        if self.strength(table) is None:
            yield HOW_MUCH(card=table.called("characters", self.user), power=NUMBER_NAMES[self.power])

    def not_basic(self, table: Champions) -> Iterator[Refused]:
        """The refusals for exhausting: another player's turn, the other form, already exhausted, a dash."""
        yield from not_at_turn(table, controller_of_power(table, self.user))
        if self.user in table.seats:
            yield from not_in_form(table, self.user, "alter-ego" if self.power == "recover" else "hero")
        yield from exhausted_already(table, self.user)
        if self.power in powers_with_dash(table, self.user):
            yield DASHED(card=table.called("characters", self.user), power=NUMBER_NAMES[self.power])

    def not_by_ability(self, table: Champions) -> Iterator[Refused]:
        """The refusals for a hero's ability: the other form, or another player's turn without being asked.

        During an enemy's activation it may be used at any time.
        """
        if self.user not in table.seats or self.power not in HAPPENS:
            return
        yield from not_in_form(table, self.user, "hero")
        turn = whose_turn(table)
        if turn not in ("", self.user) and self.user not in table.helping and not table.activations_open:
            yield replace(NOT_YOUR_TURN, areas=("turns", "timing"))(current=table.called("identities", turn))

    def harms_unknown(self, table: Champions) -> bool:
        """Whether it harms the ally that uses it by an unknown amount."""
        harmless = self.stopped(table) and not table.ruled("replaced-attempts-hurt")
        return not harmless and consequential_damage(table, self.user, self.power) is None

    def teaches(self, table: Champions) -> bool:
        """Whether the given amount of a basic power is the printed number, which was unknown and is kept from now on.

        With an attachment or an effect on it, it may be another number.
        """
        printed = not attachments_of(table, self.user) and not changes_of(table, self.user, self.power)
        asked = self.basic and self.said is not None and not self.stopped(table)
        return printed and asked and is_number_missing(table, self.user, self.power)

    def open_fields(self, table: Champions) -> tuple[str, ...]:
        """The fields of its event that have to be filled in, because their numbers are unknown."""
        amount = ("amount",) if self.strength(table) is None else ()
        return (*amount, "consequential") if self.harms_unknown(table) else amount

    def done(self, table: Champions, status: str) -> None:
        """Exhaust for the basic power, and discard the status card that stopped it; for `apply`."""
        whom = self.whom(table)
        whom.exhausted = whom.exhausted or self.basic
        if status:
            setattr(whom, status, False)


class PowerEvent(ChampionsEvent):
    heading = "Heroes"
    limits = {EXHAUSTS: {"by_ability": False}}
    stopped: Annotated[bool, Settled()] = False
    unknown: Annotated[tuple[NumberName, ...], Settled()] = ()
    """The printed numbers that were unknown before, and are kept as they are said."""

    @abstractmethod
    def used(self) -> Use:
        """The use of a power that the event records."""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from self.used().reasons(table)

    def settle(self, table: Champions, chance: Chance) -> Self:
        use = self.used()
        return self.copy_with(
            stopped=use.stopped(table), amount=use.strength(table), unknown=(use.power,) if use.teaches(table) else ()
        )

    def apply(self, table: Champions) -> None:
        use = self.used()
        if use.power in self.unknown and use.said is not None:
            learn_number(table, use.user, use.power, use.said)
        use.done(table, INSTEAD.get(use.power, "") if self.stopped else "")
        if not self.stopped and use.power in HAPPENS:
            start_occurrence(table, HAPPENS[use.power])
        if use.power == "attack" and not within_attack(table):
            expire_effects(table, "attack")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.used().power == "attack" and not within_attack(table):
            yield from hit_points_end(table, "attack")


def learn_number(table: Champions, user: str, number: str, value: int) -> None:
    """Keep a printed number that was unknown for all copies of a card; for `apply`."""
    keep_printed(table, user, {number: value})
    for whom in bodies_alike(table, user).values():
        whom.printed.setdefault(number, value)


def within_attack(table: Champions) -> bool:
    """Whether an enemy's attack is open, so that effects until the end of an attack continue."""
    return any(one.kind == "attack" for one in table.activations_open)


def controller_of_power(table: Champions, user: str) -> str:
    """The seat that uses a power: the hero's own, or the ally's controller; empty if unknown."""
    return user if user in table.seats else table.play[user].controller if user in table.play else ""


def why_power_forbidden(table: Champions, user: str, power: Power) -> Iterator[Refused]:
    """The refusals for a power that a lasting effect forbids (无法)."""
    for effect in effects_forbidding(table, user, power):
        yield CANNOT(card=table.called("characters", user), effect=effect)


def powers_with_dash(table: Champions, user: str) -> Collection[Power]:
    """The powers for which a character's card has a dash."""
    if user in table.seats:
        return IdentitySheet.of(table, user).dashes
    return CardSheet.of(table, table.play[user].card).dashes if user in table.play else ()


# === Attacks of heroes and allies on enemies (攻击, 守护, 反击X, 反制伤害) =======================

GUARDED = refusal(
    "guarded", "{minion} with Guard is engaged with {seat}: the villain cannot be attacked.",
    rule=sections.KEYWORDS, areas=("minions",),
)  # fmt: skip


def behind_guard(table: Champions, seat: str, target: str) -> Iterator[Refused]:
    """The refusals for attacking the villain past minions with Guard; a villain with Guard may be attacked."""
    if target != VILLAIN or "guard" in table.villain.keywords:
        return
    engaged = [copy for copy in table.copies("minion") if table.play[copy].engaged == seat]
    for copy in engaged:
        if "guard" in table.play[copy].keywords:
            yield GUARDED(minion=table.called("minions", copy), seat=table.called("identities", seat))
    yield from print_unknown(table, engaged)


def struck_back_unknown(table: Champions, use: Use, target: str) -> Iterator[Refused]:
    """The refusal for attacking an enemy of unknown Retaliate that survives the attack."""
    whom, amount = body_of(table, target), use.strength(table)
    if whom and not use.stopped(table) and survives_attack(whom, Assault(use.user, target, amount or 0)):
        yield from print_unknown(table, (target,), "retaliate")


def keywords_of_attacker(table: Champions, user: str) -> Mapping[str, bool]:
    """The printed and gained keywords of an attacker that apply to its attacks, as field values."""
    whom = body_of(table, user)
    return {keyword: True for keyword in ("overkill", "piercing") if whom and keyword in whom.keywords}


def attack_keywords(**keywords: bool) -> tuple[str, ...]:
    """The names of the keywords that an attack has."""
    return tuple(keyword for keyword, has in keywords.items() if has)


class HeroAttacked(PowerEvent):
    """A hero attacks. A stunned hero exhausts too, but the status card is discarded instead of attacking (D11)."""

    help_text = "A hero attacks an enemy: exhaust for the basic power, or use an ability marked (attack)."
    sentence = (
        "{seat} attacked {target}[ for {amount}][ ({source})][: {stopped|stunned, so the status card was discarded "
        "instead}]"
    )
    title = "Attack with a hero"
    layout = Layout(no_choice=("amount", "by_ability", "overkill", "piercing"))
    seat: InGame
    target: EnemyId
    amount: Maybe | None = Field(default=None, title="damage")
    by_ability: bool = Field(default=False, title="by an ability (attack), without exhausting")
    overkill: bool = False
    piercing: bool = False
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for seat in seats_at_turn(table):
            yield from offers_to_attack(table, cls(seat=seat, target=VILLAIN), {"seat": seat})

    def used(self) -> Use:
        return Use(self.seat, "attack", self.amount, not self.by_ability)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return super().settle(table, chance).copy_with(**keywords_of_attacker(table, self.seat))

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from behind_guard(table, self.seat, self.target)
        yield from struck_back_unknown(table, self.used(), self.target)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if not self.stopped:
            keywords = attack_keywords(overkill=self.overkill, piercing=self.piercing)
            assault = Assault(self.seat, self.target, self.amount or 0, self.seat, keywords)
            yield from follow_hit(table, assault)
            yield from follow_retaliation(table, assault)
        yield from super().follow(table)


class AllyPowerEvent(PowerEvent):
    """The base of the powers of allies, which harm the ally (反制伤害); an unknown damage is asked for once."""

    tracked = ("allies",)
    card: AllyId = Field(title="which ally")
    consequential: Maybe | None = Field(default=None, title="consequential damage")

    def settle(self, table: Champions, chance: Chance) -> Self:
        said, harmed = super().settle(table, chance), f"{self.used().power}_damage"
        harms = self.consequential is not None and self.used().harms_unknown(table)
        return said.copy_with(unknown=(*said.unknown, harmed)) if harms else said

    def check(self, table: Champions) -> Iterator[Refused]:
        if self.consequential is None and self.used().harms_unknown(table):
            yield HOW_MUCH_HARM(card=table.called("characters", self.card))

    def apply(self, table: Champions) -> None:
        super().apply(table)
        if self.consequential is not None and (card := table.play.get(self.card)):
            card.printed.setdefault(f"{self.used().power}_damage", self.consequential)
            if f"{self.used().power}_damage" in self.unknown:
                learn_number(table, self.card, f"{self.used().power}_damage", self.consequential)

    def follow_use(self, table: Champions) -> Iterator[Event[Champions]]:
        """The consequential damage; a status card that was discarded instead prevents it, unless ruled so."""
        if not self.stopped or table.ruled("replaced-attempts-hurt"):
            yield from follow_power_use(table, self.card, self.used().power, self.consequential)


class AllyAttacked(AllyPowerEvent):
    """An ally attacks.

    Consequential damage comes before Retaliate (A30); a stunned ally takes none, unless ruled so (A10).
    """

    help_text = "An ally exhausts to attack an enemy, then takes the damage printed below its ATK."
    sentence = (
        "{card} attacked {target}[ for {amount}][ ({source})][: {stopped|stunned, so the status card was discarded "
        "instead}]"
    )
    title = "Attack with an ally"
    layout = Layout(no_choice=("amount", "by_ability", "overkill", "piercing", "consequential"))
    target: EnemyId
    amount: Maybe | None = Field(default=None, title="damage")
    by_ability: bool = Field(default=False, title="by an ability (attack), without exhausting")
    overkill: bool = False
    piercing: bool = False
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for card in allies_at_turn(table):
            yield from offers_to_attack(table, cls(card=card, target=VILLAIN), {"card": card})

    def used(self) -> Use:
        return Use(self.card, "attack", self.amount, not self.by_ability)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return super().settle(table, chance).copy_with(**keywords_of_attacker(table, self.card))

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from behind_guard(table, controller_of_power(table, self.card), self.target)
        yield from struck_back_unknown(table, self.used(), self.target)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        keywords = attack_keywords(overkill=self.overkill, piercing=self.piercing)
        by = controller_of_power(table, self.card) or None
        assault = Assault(self.card, self.target, self.amount or 0, by, keywords)
        if not self.stopped:
            yield from follow_hit(table, assault)
        yield from self.follow_use(table)
        if not self.stopped:
            yield from follow_retaliation(table, assault)
        yield from super().follow(table)


# === Thwarts of heroes and allies: threat is removed from a scheme (化解, 危机图示, 反制伤害) ====

NOTHING_TO_THWART = refusal("nothing-to-thwart", "There is no threat on {scheme}.", rule=sections.THWART)
PATROLLED = refusal(
    "patrolled", "{minion} with Patrol is engaged with {seat}: the main scheme cannot be thwarted.",
    rule=sections.KEYWORDS, areas=("minions",),
)  # fmt: skip


def threat_on(table: Champions, id_: str) -> int:
    """The threat on a scheme; 0 if it is gone."""
    scheme = scheme_at(table, id_)
    return scheme.threat if scheme else 0


def not_thwarted(table: Champions, use: Use, id_: str) -> Iterator[Refused]:
    """The refusals for thwarting a scheme: no threat, a crisis icon, or Patrol.

    A confused character may thwart without threat, to discard the status card.
    """
    if is_threat_unknown(table, id_):
        yield from less_threat(table, id_, use.strength(table) or 0)
    elif not threat_on(table, id_) and not use.stopped(table):
        yield NOTHING_TO_THWART(scheme=table.called("schemes", id_))
    yield from why_threat_stays(table, id_)
    yield from behind_patrol(table, controller_of_power(table, use.user), id_)


def behind_patrol(table: Champions, seat: str, scheme: str) -> Iterator[Refused]:
    """The refusals for thwarting the main scheme past minions with Patrol, a keyword of later boxes."""
    minions = table.copies("minion") if scheme == MAIN else ()
    engaged = [copy for copy in minions if table.play[copy].engaged == seat]
    for copy in engaged:
        if "patrol" in table.play[copy].keywords:
            yield PATROLLED(minion=table.called("minions", copy), seat=table.called("identities", seat))
    yield from print_unknown(table, engaged)


class HeroThwarted(PowerEvent):
    """A hero thwarts. A confused hero exhausts too, but the status card is discarded instead of thwarting."""

    help_text = "A hero thwarts a scheme: exhaust for the basic power, or use an ability marked (thwart)."
    sentence = (
        "{seat} thwarted {scheme}[ by {amount}][ ({source})][: {stopped|confused, so the status card was discarded "
        "instead}]"
    )
    title = "Thwart with a hero"
    layout = Layout(no_choice=("amount", "by_ability"))
    seat: InGame
    scheme: SchemeId
    amount: Maybe | None = Field(default=None, title="threat")
    by_ability: bool = Field(default=False, title="by an ability (thwart), without exhausting")
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for seat in seats_at_turn(table):
            yield from offers_to_thwart(table, cls(seat=seat, scheme=MAIN), {"seat": seat})

    def used(self) -> Use:
        return Use(self.seat, "thwart", self.amount, not self.by_ability)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_thwarted(table, self.used(), self.scheme)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.amount and threat_on(table, self.scheme):
            yield ThreatRemoved(scheme=self.scheme, amount=self.amount, by=self.seat)


class AllyThwarted(AllyPowerEvent):
    """An ally thwarts. A confused ally takes no consequential damage, unless the table rules so (A10)."""

    help_text = "An ally exhausts to thwart a scheme, then takes the damage printed below its THW."
    sentence = (
        "{card} thwarted {scheme}[ by {amount}][ ({source})][: {stopped|confused, so the status card was discarded "
        "instead}]"
    )
    title = "Thwart with an ally"
    layout = Layout(no_choice=("amount", "by_ability", "consequential"))
    scheme: SchemeId
    amount: Maybe | None = Field(default=None, title="threat")
    by_ability: bool = Field(default=False, title="by an ability (thwart), without exhausting")
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        for card in allies_at_turn(table):
            yield from offers_to_thwart(table, cls(card=card, scheme=MAIN), {"card": card})

    def used(self) -> Use:
        return Use(self.card, "thwart", self.amount, not self.by_ability)

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_thwarted(table, self.used(), self.scheme)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.amount and threat_on(table, self.scheme):
            by = controller_of_power(table, self.card) or None
            yield ThreatRemoved(scheme=self.scheme, amount=self.amount, by=by, ally=self.card if by else "")
        yield from self.follow_use(table)


# === Recovery of an alter-ego (恢复) =============================================================


class RecoveryTaken(PowerEvent):
    help_text = "An alter-ego exhausts to heal damage equal to its REC, up to full hit points."
    sentence = "{seat} recovered[ ({source})]"
    title = "Recover"
    layout = Layout(no_choice=("amount", "by_ability"))
    seat: InGame
    amount: Maybe | None = Field(default=None, title="damage healed")
    by_ability: bool = Field(default=False, title="by an ability, without exhausting")
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Champions) -> Iterator[Offer]:
        """The recovery of a damaged alter-ego; the amount is asked for if the REC is unknown."""
        for seat in seats_at_turn(table):
            basic = cls(seat=seat)
            needs = basic.used().open_fields(table)
            if table.seat(seat).damage and is_possible(table, basic.copy_with(**dict.fromkeys(needs, 1))):
                value = number_of(table, seat, "recover")
                words = text(
                    "{who}: recover[ {value}][: which {number} is printed?]", who=table.called("identities", seat)
                )
                words = words.copy_with(value=value, number=number_to_say(basic.used(), needs))
                yield Offer(words, {"seat": seat}, also_required=needs)

    def used(self) -> Use:
        return Use(self.seat, "recover", self.amount, not self.by_ability)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if healed := min(self.amount or 0, table.seat(self.seat).damage):
            yield DamageHealed(target=self.seat, amount=healed)


# === Offers of powers on the own turn ============================================================

Attack = HeroAttacked | AllyAttacked
Thwart = HeroThwarted | AllyThwarted


def allies_at_turn(table: Champions) -> list[str]:
    """The allies of the player at turn, in the order they entered."""
    seats = seats_at_turn(table)
    return [copy for copy in table.copies("ally") if table.play[copy].controller in seats]


def enemies_to_attack(table: Champions, attack: Attack) -> list[str]:
    """The enemies that a character can attack now, even if the damage is still unknown."""
    said = attack.copy_with(**dict.fromkeys(attack.used().open_fields(table), 1))
    return [id_ for id_ in table.ids("enemies") if is_possible(table, said.copy_with(target=id_))]


def schemes_to_thwart(table: Champions, thwart: Thwart) -> list[str]:
    """The schemes that a character can thwart now, even if the amount is still unknown."""
    said = thwart.copy_with(**dict.fromkeys(thwart.used().open_fields(table), 1))
    return [id_ for id_ in table.ids("schemes") if is_possible(table, said.copy_with(scheme=id_))]


def comes_to(table: Champions, use: Use) -> Said | None:
    """The effect of a power in words: its amount, or the status card to discard; None if a number is unknown."""
    if use.open_fields(table):
        return None
    if use.stopped(table):
        return text("{status} is discarded", status=STATUS_NAMES[INSTEAD[use.power]])
    return str(use.strength(table))


def only_one(table: Champions, kind: str, among: Sequence[str]) -> Said:
    """The name of the only possible target; empty if there are several, or no other exists at all."""
    return table.called(kind, among[0]) if len(among) == 1 < len(list(table.ids(kind))) else ""


def offers_to_attack(table: Champions, attack: Attack, user: Known) -> Iterator[Offer]:
    """The offer of a possible attack; with a single enemy it is complete."""
    words = text("{who}: attack[ {whom}][ for {value}][: {status} is discarded instead][: which {number} is printed?]")
    if among := enemies_to_attack(table, attack):
        words = words.copy_with(whom=only_one(table, "enemies", among))
        yield _offer_power(table, attack.used(), words, {**user, **_only_target("target", among)})


def offers_to_thwart(table: Champions, thwart: Thwart, user: Known) -> Iterator[Offer]:
    """The offer of a possible thwart; with a single scheme it is complete."""
    words = text("{who}: thwart[ {scheme}][ by {value}][: {status} is discarded instead][: which {number} is printed?]")
    if among := schemes_to_thwart(table, thwart):
        words = words.copy_with(scheme=only_one(table, "schemes", among))
        yield _offer_power(table, thwart.used(), words, {**user, **_only_target("scheme", among)})


def _only_target(field: str, among: Sequence[str]) -> Known:
    return {field: among[0]} if len(among) == 1 else {}


def _offer_power(table: Champions, use: Use, words: Text, fields: Known) -> Offer:
    """The offer of a power with its amount, or with the status card that is discarded instead."""
    value, needs = use.strength(table), use.open_fields(table)
    words = words.copy_with(who=table.called("characters", use.user))
    if use.stopped(table):
        return Offer(words.copy_with(status=STATUS_NAMES[INSTEAD[use.power]]), fields, also_required=needs)
    words = words.copy_with(value=value, number=number_to_say(use, needs))
    return Offer(words, fields, also_required=needs)


def number_to_say(use: Use, needs: Collection[str]) -> Said:
    """The name of the number that a power asks for; empty if it is known."""
    return NUMBER_NAMES[use.power] if "amount" in needs else ""
