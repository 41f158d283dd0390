"""Turns: the selected action, maneuvers, rethink, actions of other allies."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, HeroId, OwnSkill, follows_fights, hero_of
from domain.games.agemonia.campaign.gems import AchievementGemSpent, InspirationGemSpent, no_gem, no_inspiration
from domain.games.agemonia.campaign.vitality import (
    DamageHealed,
    StaminaRecovered,
    StaminaSpent,
    stamina_to_recover,
    too_little_stamina,
    wounds_to_heal,
)
from domain.games.agemonia.console.initiative import NO_TURNS, comes_first, out_of_turn, special_initiative
from domain.games.agemonia.console.rounds import TURN_TAKEN
from domain.games.agemonia.console.skills import Act, action_of, shown_action, skills_in, turn_of
from domain.games.agemonia.console.story import TrapTriggered
from domain.games.agemonia.console.terrain import hinders_roll, is_overfull, traps_untried
from domain.games.agemonia.figures import (
    ActionId,
    AllyHere,
    FigureId,
    Small,
    action_called,
    at_turn,
    clamped_to,
    friends_at_turn,
    heroes_at_turn,
    id_of,
    is_enemy,
    is_out,
    spawned_now,
)
from domain.games.agemonia.state.kinds import PRINTED_ON_TOKENS, Action, HeroBoard, Skill
from domain.games.agemonia.state.scenario import PERIODS, AttackKind, HeroTurn
from domain.games.agemonia.state.table import Agemonia, Hero

# === Turns: their order, the selected action, rethink, acts of other allies (英雄回合) ===========

OUT = never("out", "{figure} takes no turn.")
SPAWNED_NOW = never("spawned-now", "This enemy spawned this round, so it takes no turn.", rule=sections.SPAWNING)
UNFINISHED = refusal(
    "unfinished", "Finish the roll first: say what it comes to, or put its dice away.", rule=sections.HERO_TURNS
)
OTHER_ACTION = refusal("other-action", "{hero} selected {action}.", rule=sections.HERO_TURNS)
GEM_FOR_ANOTHER = refusal(
    "gem-for-another", "The gem adds to the chosen effect, or heals instead of recovering.", rule=sections.RETHINK
)
NOT_YOUR_TURN = refusal("not-your-turn", "It is not this hero's turn.", rule=sections.HERO_TURNS)
HERO_EXHAUSTED = never("hero-exhausted", "An exhausted hero cannot do anything.", rule=sections.EXHAUSTED)
ACTION_USED = never("action-used", "The action was already used.", rule=sections.HERO_TURNS)
TOO_FULL = refusal("too-full", "The area is too full: move back to the last one that was not.", rule=sections.CAPACITY)
WHAT_IT_COSTS = never("what-it-costs", "Say how much stamina the action costs.", areas=("vitality",), asks=True)
WHICH_ACTION = never("which-action", "Say which action.", asks=True)
FOCUS_USED = never("focus-used", "Focus was already used this round: no Rethink.", rule=sections.RETHINK)
NO_SUCH_SKILL = never("no-such-skill", "No skill of this hero gives that.", rule=sections.CLASS_SKILLS)
FEW_CHIPS = 5
"""The most stamina of an action that has a button; the form takes more."""
GEMS_FOR: Mapping[str, tuple[str | None, ...]] = {
    "move 1": (None, "move"),
    "recover 1": (None, "recover", "heal"),
    "a maneuver": (),
}
"""The uses of an achievement gem in a rethink, by the option chosen."""
ALLY_DID = never("ally-did", "This ally has already done that this turn.", rule=sections.ALLY_TURNS)


def cannot_act(table: Agemonia, figure: str) -> Iterator[Refused]:
    """The refusals of a turn: one a round, and none in the round of spawning (特殊先攻, 产卵敌人)."""
    if figure in table.scene.done:
        yield TURN_TAKEN()
    elif spawned_now(table, figure):
        yield SPAWNED_NOW()
    if is_out(table, figure):
        yield OUT(figure=table.called("figures", figure))


def no_turns(table: Agemonia) -> Iterator[Refused]:
    if table.scene.phase != "turns":
        yield NO_TURNS.under(sections.HERO_TURNS)()


def not_at_turn(table: Agemonia, figure: str) -> Iterator[Refused]:
    """The refusal of a figure out of turn, if rounds are tracked."""
    if table.scene.phase and at_turn(table) != figure:
        yield NOT_YOUR_TURN()


def in_the_middle(table: Agemonia, figure: str) -> Iterator[Refused]:
    """The refusal while a roll of the figure is open: it ends before anything else begins (英雄回合)."""
    made = table.scene.roll
    if made and made.figure == figure:
        yield UNFINISHED()


def another_action(table: Agemonia, hero: str, action: str | None) -> Iterator[Refused]:
    """The refusal of an action other than the one that the hero revealed."""
    shown = action_of(table, hero)
    if shown and action and id_of(table, "actions", action) != shown:
        yield OTHER_ACTION(hero=table.called("heroes", hero), action=table.called("actions", shown))


def points_lost(table: Agemonia, hero: str) -> int:
    """The movement points that a hero loses by going on to something else."""
    return turn_of(table, hero).points


def too_exhausted(table: Agemonia, figure: str) -> Iterator[Refused]:
    """The refusal of any act of an exhausted figure (筋疲力尽)."""
    if is_out(table, figure):
        yield HERO_EXHAUSTED()


def action_gone(table: Agemonia, hero: str) -> Iterator[Refused]:
    """The refusal of a hero that rethought or gave up its action: it has none left this turn (重新思考行动)."""
    if turn_of(table, hero).did in ("rethink", "nothing"):
        yield ACTION_USED()


class TurnEvent(AgemoniaEvent):
    heading = "Turns"
    during = ("tutorial", "scenario")


class TurnStarted(TurnEvent):
    title = "Begin the turn"
    help_text = "A figure's turn begins. You only need this if you play out of order."
    sentence = "{figure} began the turn"
    figure: FigureId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_turns(table)
        yield from cannot_act(table, self.figure)
        if at_turn(table) not in ("", self.figure) and not self._may_step_in(table):
            yield comes_first(table, self.figure)

    def _may_step_in(self, table: Agemonia) -> bool:
        """Whether special initiative lets a figure act now, right after any ally's turn."""
        last = table.scene.done[-1] if table.scene.done else ""
        after_ally = last in table.heroes or last in table.scene.allies
        return special_initiative(table, self.figure) == "after any ally" and after_ally and not table.scene.active

    def apply(self, table: Agemonia) -> None:
        table.scene.active = self.figure


class TurnEnded(TurnEvent):
    title = "End the turn"
    help_text = "This figure's turn is over; the next in order goes."
    sentence = "{figure} ended the turn"
    ends = "turn"
    offer = Offer(text("{figure}: end the turn"), required=True, each=("figure", friends_at_turn))
    former_fields = ("sprung",)
    figure: FigureId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_turns(table)
        if not ended_without_event(table, self.figure):
            yield from cannot_act(table, self.figure)
            if self.figure not in table.scene.done:
                yield from out_of_turn(table, self.figure)
        yield from in_the_middle(table, self.figure)
        yield from too_full(table, self.figure)

    def plan(self, table: Agemonia) -> int:
        """The traps that the hero did not try to disarm."""
        return traps_untried(table, self.figure)

    def apply(self, table: Agemonia) -> None:
        end_turn(table, self.figure)
        if turn := table.scene.heroes.get(self.figure):
            turn.trap = ""

    def follow_plan(self, table: Agemonia, plan: int) -> Iterator[Event[Agemonia]]:
        """Traps that the hero did not try to disarm go off as its turn ends (陷阱指示物)."""
        area = table.scene.places.get(self.figure, "")
        yield from (TrapTriggered(area=area, by=self.figure) for _ in range(plan))


def ended_without_event(table: Agemonia, figure: str) -> bool:
    """Whether a turn ended before this event: of an enemy whose action was just recorded, or of an exhausted figure."""
    is_last_done = is_enemy(table, figure) and figure == (table.scene.done or [""])[-1]
    return is_last_done or (is_out(table, figure) and figure not in table.scene.done)


def too_full(table: Agemonia, figure: str) -> Iterator[Refused]:
    """The refusal of ending a turn in an area above its capacity (最大容量)."""
    if is_overfull(table, table.scene.places.get(figure, "")):
        yield TOO_FULL()


def end_turn(table: Agemonia, figure: str) -> None:
    """Mark a figure's turn as taken, and end effects that last for one turn."""
    scene = table.scene
    if scene.phase == "turns" and figure not in scene.done:
        scene.done.append(figure)
    if scene.active == figure:
        scene.active = ""
    for acted in (scene.heroes.get(figure), scene.allies.get(figure), scene.figure(figure)):
        PERIODS.end(acted, "turn")


# --- the selected action ---------------------------------------------------------------------


def stamina_printed(table: Agemonia, action: str) -> int | None:
    """The stamina that an action costs; None if nothing that is printed on its token is known."""
    known = action_called(table, action)
    return known.stamina if known.model_fields_set & PRINTED_ON_TOKENS else None


def stamina_known(stamina: int) -> Mapping[str, int]:
    """The fields of an action that its stamina makes known."""
    return {"stamina": stamina}


def costs_still(table: Agemonia, hero: str) -> bool:
    """Whether a hero attacked with its action before it paid: the cost is unknown, or more than nothing (英雄行动)."""
    turn, shown = turn_of(table, hero), shown_action(table, hero)
    if turn.did != "action" or turn.performed or not (turn.attacks and shown and follows_fights(table)):
        return False
    return stamina_printed(table, shown) != 0 or action_called(table, shown).maneuvers > 0


class HeroActionPerformed(TurnEvent):
    # In the rulebook under 英雄行动.
    title = "Perform the action"
    help_text = "A hero performs the action it selected, and pays for it."
    sentence = "{hero} performed {action}[ for {stamina} stamina]"
    layout = Layout(no_choice=("action", "stamina", "gem"))
    hero: HeroId
    action: ActionId | None = None
    stamina: Annotated[Small | None, Printed(Action, by="action", read=stamina_printed, kept=stamina_known)] = Field(
        default=None, title="stamina it costs"
    )
    gem: bool | None = Field(default=None, title="an inspiration gem")
    note: Remark = ""
    maneuvers: Annotated[Small, Settled()] = Field(default=0, title="maneuvers it gives")
    lost: Annotated[Small, Settled()] = Field(default=0, title="movement points lost")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for hero in heroes_at_turn(table):
            shown = shown_action(table, hero)
            left = text("{figure} still has its action", figure=table.called("figures", hero))
            if turn_of(table, hero).did:
                if not costs_still(table, hero):
                    continue
                left = text("{figure} has not paid for its action", figure=table.called("figures", hero))
            asked = "stamina" if shown and stamina_printed(table, shown) is None and follows_fights(table) else ""
            action = table.called("actions", shown) if shown else ""
            title = text("{hero}: perform the action[ {action}]", action=action)
            if asked:
                title = text("{hero} performs {action}: for how much stamina?", action=action)
            needs = (asked,) if asked else () if shown else ("action",)
            known, numbers = {"hero": hero}, range(FEW_CHIPS + 1)
            yield Offer(title, known, also_required=needs, reminder=left, keypad=asked, keypad_numbers=numbers)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)
        yield from in_the_middle(table, self.hero)
        if turn_of(table, self.hero).did and not costs_still(table, self.hero):
            yield ACTION_USED()
        yield from another_action(table, self.hero, self.action)
        if self.action is None and not shown_action(table, self.hero):
            yield WHICH_ACTION()
        settled = self.settled(table)
        if settled.action and settled.stamina is None:
            yield WHAT_IT_COSTS()
        yield from too_little_stamina(table, self.hero, settled.stamina or 0)
        if settled.gem:
            yield from no_inspiration(table, self.hero)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.settled(table).copy_with(lost=points_lost(table, self.hero))

    def settled(self, table: Agemonia) -> Self:
        """This event with the values of the action's content, unless others are typed."""
        action = self.action or shown_action(table, self.hero) or None
        known = action_called(table, action) if action else Action()
        return self.copy_with(
            action=action,
            stamina=stamina_printed(table, action) if action and self.stamina is None else self.stamina,
            gem=known.gem if self.gem is None else self.gem,
            maneuvers=known.maneuvers,
        )

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.did, turn.performed = "action", True
        turn.maneuvers += self.maneuvers
        turn.points, turn.lengthens = max(0, turn.points - self.lost), False

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.stamina:
            yield StaminaSpent(hero=self.hero, amount=self.stamina, purpose=self.action or "")
        if self.gem:
            yield InspirationGemSpent(hero=self.hero, use=self.action or "")


class RethinkPerformed(TurnEvent):
    # In the rulebook under 重新思考行动.
    title = "Rethink"
    help_text = "Instead of acting, a hero moves 1, recovers 1, or with the right skill takes a maneuver."
    sentence = "{hero} rethought: {choice}"
    offer = Offer(each=("hero", heroes_at_turn))
    hero: HeroId
    choice: Annotated[Literal["move 1", "recover 1", "a maneuver"], Field(title="what instead")]
    gem: bool = Field(default=False, title="an achievement gem for 1 more")
    gem_for: Literal["move", "recover", "heal"] | None = Field(default=None, title="what is the gem for")
    maneuvers: Annotated[Small, Settled()] = Field(default=0, title="maneuvers it gives")
    lost: Annotated[Small, Settled()] = Field(default=0, title="movement points lost")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        turn = turn_of(table, self.hero)
        yield from not_at_turn(table, self.hero)
        yield from in_the_middle(table, self.hero)
        if turn.did:
            yield ACTION_USED.under(sections.RETHINK)()
        if turn.focused:
            yield FOCUS_USED()
        if self.choice == "a maneuver" and not self._maneuvers(table):
            yield NO_SUCH_SKILL()
        if self.gem:
            yield from no_gem(table, self.hero)
            if self.gem_for not in GEMS_FOR[self.choice]:
                yield GEM_FOR_ANOTHER()

    def _maneuvers(self, table: Agemonia) -> int:
        return sum(known.maneuvers for _, known in skills_in(table, Act("rethink", self.hero)))

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        maneuvers = self._maneuvers(table) if self.choice == "a maneuver" else 0
        return self.copy_with(maneuvers=maneuvers, lost=points_lost(table, self.hero))

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.did = "rethink"
        turn.lengthens = False
        turn.points = max(0, turn.points - self.lost) + (self.choice == "move 1") + self._more("move")
        turn.maneuvers += self.maneuvers

    def _more(self, what: str) -> bool:
        """Whether the gem adds 1 to this use; by default to the chosen one."""
        return self.gem and what == (self.gem_for or ("move" if self.choice == "move 1" else "recover"))

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.gem:
            yield AchievementGemSpent(hero=self.hero, use="rethink")
        if recovered := (self.choice == "recover 1") + self._more("recover"):
            yield StaminaRecovered(hero=self.hero, amount=recovered)
        if self._more("heal"):
            yield DamageHealed(hero=self.hero, amount=1)


class ActionForgone(TurnEvent):
    title = "Give up the action"
    help_text = "A hero gives up its action."
    sentence = "{hero} gave up the action"
    hero: HeroId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)
        if turn_of(table, self.hero).did:
            yield ACTION_USED()

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).did = "nothing"


class ActionCounted(TurnEvent):
    """Count the action of an attack that was rolled at the table, of which only the damage is recorded."""

    help_text = "A hero hits with dice that are not typed in here: the action is used."
    sentence = "{hero} used the action"
    automatic = True
    hero: HeroId
    attack: AttackKind | None = None

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.did = turn.did or "action"
        if self.attack and not turn.attacks:
            turn.attacks.append(self.attack)


def events_of_attack_made(table: Agemonia, by: str | None) -> Iterator[Event[Agemonia]]:
    """The events of a hit by the figure at turn: its action is used, if that was not recorded before."""
    if by is None or table.scene.phase != "turns" or at_turn(table) != by:
        return
    if by in table.heroes and attack_open(table, by):
        shown = action_called(table, shown_action(table, by) or "?").attacks
        yield ActionCounted(hero=by, attack=shown[0] if shown else None)
    elif by in table.scene.allies and "action" not in table.scene.allies[by].did:
        yield AllyActionPerformed(ally=by)


def action_open(table: Agemonia, hero: str) -> bool:
    """Whether the hero at turn still has its action."""
    return not turn_of(table, hero).did


def attack_open(table: Agemonia, hero: str) -> bool:
    """Whether the hero at turn can still attack: with its action, or with an attack that its action shows."""
    turn, known = turn_of(table, hero), action_called(table, shown_action(table, hero) or "?")
    if known.printed and not known.attacks:
        return False
    return action_open(table, hero) or (turn.did == "action" and bool(known.attacks) and not turn.attacks)


# --- other allies ----------------------------------------------------------------------------


class AllyActionPerformed(TurnEvent):
    # In the rulebook under 非英雄盟友回合.
    title = "Act with an ally"
    help_text = "A non-hero ally uses an action, a maneuver or its special ability."
    sentence = "{ally} used its {kind}[: {what}]"
    ally: AllyHere
    kind: Literal["action", "maneuver", "special ability"] = "action"
    what: Remark = Field(default="", title="what does it do")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """One of its actions and one of its maneuvers, in any order."""
        for ally in friends_at_turn(table):
            if ally in table.heroes:
                return
            figure = table.called("figures", ally)
            action, maneuver = text("{figure}: use the action"), text("{figure}: spend the maneuver")
            left = None if table.scene.allies[ally].did else text("{figure} has done nothing", figure=figure)
            yield Offer(action.copy_with(figure=figure), {"ally": ally, "kind": "action"}, reminder=left)
            yield Offer(maneuver.copy_with(figure=figure), {"ally": ally, "kind": "maneuver"})

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_exhausted(table, self.ally)
        yield from out_of_turn(table, self.ally)
        ally = table.scene.allies[self.ally]
        most = {"action": 1, "maneuver": ally.maneuvers}.get(self.kind)
        if table.scene.phase == "turns" and most is not None and ally.did.count(self.kind) >= most:
            yield ALLY_DID()

    def apply(self, table: Agemonia) -> None:
        if ally := table.scene.allies.get(self.ally):
            ally.did.append(self.kind)


# === Maneuvers: moving, recovering, tasks; one a turn, and extra ones (动作) =====================

NO_MANEUVER = never("no-maneuver", "There is no maneuver left.", rule=sections.SPENDING_MANEUVERS)
HOW_FAR = never("how-far", "Say how many movement points.", rule=sections.MOVE_MANEUVER, asks=True)
NOTHING_BACK = refusal(
    "nothing-back",
    "{hero} has nothing to recover.",
    rule=sections.RECOVER_MANEUVER,
    areas=("vitality",),
)
NO_MOVE = never("no-move", "No move is under way that a gem could extend.", rule=sections.ACHIEVEMENT_GEMS)
HOW_MUCH = never("how-much", "Say the number printed on the hero board.", rule=sections.RECOVER_MANEUVER, asks=True)


def maneuvers_left(turn: HeroTurn) -> int:
    """The number of maneuvers that a hero has left this turn."""
    return max(0, turn.maneuvers - turn.used)


def no_maneuver(table: Agemonia, hero: str) -> Iterator[Refused]:
    """The refusal of a maneuver beyond one a turn and extra ones; counted only if rounds are tracked."""
    if table.scene.phase == "turns" and not maneuvers_left(turn_of(table, hero)):
        yield NO_MANEUVER()


def spend_maneuver(table: Agemonia, hero: str) -> None:
    """Use a maneuver; the movement points of the one before are lost (花费动作)."""
    turn = table.scene.turn_of(hero)
    turn.used += 1
    turn.points, turn.lengthens = 0, False


class Maneuver(AgemoniaEvent):
    """The base of events that use a hero's maneuver."""

    heading = "Maneuvers"
    during = ("tutorial", "scenario")
    hero: HeroId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_exhausted(table, self.hero)
        yield from not_at_turn(table, self.hero)
        yield from in_the_middle(table, self.hero)
        yield from no_maneuver(table, self.hero)

    def _name(self, table: Agemonia) -> object:
        return table.called("heroes", self.hero)

    def apply(self, table: Agemonia) -> None:
        spend_maneuver(table, self.hero)


ON_SKILL = Printed(Skill, by="skill")


MOVE = Offer(text("{hero}: move"), also_required=("points",), each=("hero", heroes_at_turn))
"""A move; nothing is left undone without it."""


class MoveManeuverStarted(Maneuver):
    # In the rulebook under 移动动作.
    title = "Begin a move"
    help_text = "Before moving, a hero chooses how and pays for it; a class skill can be the way."
    sentence = "{hero} began to move with {points|movement point|movement points}[ for {stamina} stamina][ ({skill})]"
    points: Annotated[Small | None, ON_SKILL] = Field(default=None, title="movement points")
    stamina: Annotated[Small | None, ON_SKILL] = Field(default=None, title="stamina it costs")
    skill: OwnSkill | None = None
    gem: bool = Field(default=False, title="an achievement gem for 1 more")
    offer = MOVE

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.points is None:
            yield HOW_FAR()
        yield from too_little_stamina(table, self.hero, self.stamina or 0)
        if self.gem:
            yield from no_gem(table, self.hero)

    def apply(self, table: Agemonia) -> None:
        super().apply(table)
        turn = table.scene.turn_of(self.hero)
        turn.points, turn.lengthens = (self.points or 0) + self.gem, not self.gem

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.stamina:
            yield StaminaSpent(hero=self.hero, amount=self.stamina, purpose="movement")
        if self.gem:
            yield AchievementGemSpent(hero=self.hero, use="movement")


class MoveLengthened(AgemoniaEvent):
    heading = "Maneuvers"
    # In the rulebook under 成就宝石.
    title = "Move 1 farther"
    help_text = "A moving hero adds an achievement gem for 1 more movement point, even after the last one."
    sentence = "{hero} moved 1 farther"
    offer = Offer(text("{hero}: spend a gem to move 1 farther"), each=("hero", heroes_at_turn))
    during = ("tutorial", "scenario")
    hero: HeroId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)
        if not turn_of(table, self.hero).lengthens:
            yield NO_MOVE()
        yield from no_gem(table, self.hero)

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        turn.points, turn.lengthens = turn.points + 1, False

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield AchievementGemSpent(hero=self.hero, use="movement")


def printed_recovery(table: Agemonia, hero: str, mode: str) -> int | None:
    """The number on the hero board for recovering or healing, or a higher one of a skill; None if neither is known."""
    board = HeroBoard.of(table, hero)
    printed = board.recover if mode == "recover" else board.heal
    skilled = [known.amount for _, known in skills_in(table, Act("recover", hero, mode=mode))]
    return max(skilled if printed is None else [printed, *skilled], default=None)


def modes_of_recovery(hero: Hero) -> list[str]:
    """The modes in which something could come back to a hero."""
    amounts = {"recover": stamina_to_recover(hero), "heal": wounds_to_heal(hero)}
    return [mode for mode, back in amounts.items() if back]


class RecoverManeuverPerformed(Maneuver):
    # In the rulebook under 恢复动作, 受阻.
    title = "Recover"
    help_text = "A hero recovers stamina or heals damage; 1 less if hindered."
    sentence = "{hero} took a breath: {mode} {amount}"
    mode: Literal["recover", "heal"]
    amount: Small | None = Field(default=None, title="printed number")
    hindered: bool | None = None
    gem: bool = Field(default=False, title="an achievement gem for 1 more")
    comes_to: Annotated[Small | None, Settled()] = Field(default=None, title="comes to")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """Offered if something could come back; if only one thing could, that one is known.

        Nothing is left undone without it: a hero that moved on the table alone took no breath.
        """
        for hero in heroes_at_turn(table):
            modes = modes_of_recovery(table.heroes[hero])
            if not modes:
                return
            titles: dict[tuple[str, ...], Text] = {
                ("recover",): text("{hero}: recover stamina"),
                ("heal",): text("{hero}: heal damage"),
            }
            known = {"mode": modes[0]} if len(modes) == 1 else {}
            needs = ("amount",) if None in [printed_recovery(table, hero, mode) for mode in modes] else ()
            title = titles.get(tuple(modes), text("{hero}: recover stamina, or heal damage"))
            yield Offer(title, {"hero": hero, **known}, also_required=needs)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.amount is None and printed_recovery(table, self.hero, self.mode) is None:
            yield HOW_MUCH()
        if not self._to_come_back(table):
            yield NOTHING_BACK(hero=self._name(table))
        if self.gem:
            yield from no_gem(table, self.hero)

    def _to_come_back(self, table: Agemonia) -> int:
        hero = hero_of(table, self.hero)
        return stamina_to_recover(hero) if self.mode == "recover" else wounds_to_heal(hero)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        amount = printed_recovery(table, self.hero, self.mode) if self.amount is None else self.amount
        if amount is None:
            return self
        hindered = hinders_roll(table, self.hero, self.hindered)
        spared = any(known.unhindered for _, known in skills_in(table, Act("recover", self.hero, mode=self.mode)))
        comes_to = clamped_to(clamped_to(amount) - (hindered and not spared) + self.gem)
        return self.copy_with(amount=clamped_to(amount), hindered=hindered, comes_to=comes_to)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.gem:
            yield AchievementGemSpent(hero=self.hero, use="recovery")
        if self.comes_to:
            cls = StaminaRecovered if self.mode == "recover" else DamageHealed
            yield cls(hero=self.hero, amount=self.comes_to)


class ManeuverSpent(Maneuver):
    # In the rulebook under 花费动作.
    title = "Spend a maneuver"
    help_text = "A hero spends a maneuver on something."
    sentence = "{hero} spent a maneuver[: {purpose}]"
    purpose: Occasion = Field(default="", title="what for")


class ManeuverForgone(Maneuver):
    title = "Give up a maneuver"
    help_text = "A hero gives up a maneuver."
    sentence = "{hero} gave up a maneuver"


class ExtraManeuverGained(AgemoniaEvent):
    heading = "Maneuvers"
    title = "Gain a maneuver"
    help_text = "A hero may take one more maneuver this turn."
    sentence = "{hero} gained a maneuver[ ({source})]"
    hero: HeroId
    source: Occasion = ""

    def apply(self, table: Agemonia) -> None:
        table.scene.turn_of(self.hero).maneuvers += 1
