"""Prompts of heroes: dealing and recruiting, the quest phase, a quest, a duel, destroyed places."""

from collections.abc import Iterator
from typing import Any

from domain.framework.events.event import Event
from domain.framework.events.offer import seat_alone
from domain.framework.game import Prompt
from domain.framework.text import Text, text
from domain.games.runewars.base import whose_turn
from domain.games.runewars.heroes import company, exploring
from domain.games.runewars.heroes.actions import (
    STRATEGIZE,
    HeroActionSkipped,
    HeroFinished,
    HeroHealed,
    HeroMoved,
    HeroStrategized,
    HeroTrained,
)
from domain.games.runewars.heroes.company import foes_in
from domain.games.runewars.heroes.damage import DuelEnded, is_decided
from domain.games.runewars.heroes.duels import (
    DuelCardsDrawn,
    DuelIconResolved,
    DuelRoundResolved,
    DuelStarted,
    DuelUnitDefeated,
    Part,
    QuestDuelStarted,
    StartOfDuelEffectUsed,
    name_of_side,
)
from domain.games.runewars.heroes.quest_phase import QuestPhaseEnded, heroes_waiting, in_quest_phase
from domain.games.runewars.heroes.quests import (
    AttributeTested,
    CardOfTestChosen,
    QuestCompleted,
    QuestFailed,
    QuestRevealed,
    has_covered_token,
)
from domain.games.runewars.heroes.rewards import (
    FallenRewardsTaken,
    RewardsTraded,
    RewardUsed,
    can_share_rewards,
    fallen_near,
)
from domain.games.runewars.march.marches import WHO_MOVES
from domain.games.runewars.state.heroes import Attempt, Duel, Duelist, living_heroes, unnamed_hero
from domain.games.runewars.state.kinds import FateCard, QuestCard
from domain.games.runewars.state.table import ATTRIBUTES, MOST_HEROES, Runewars
from domain.games.runewars.year.orders import order_at_turn


def hero_prompts(table: Runewars) -> Iterator[Prompt]:
    """The due and the possible events of heroes."""
    yield from prompts_to_hire(table)
    if table.duel:
        yield from prompts_of_duel(table, table.duel)
    elif table.attempt:
        yield from prompts_of_attempt(table, table.attempt)
    elif in_quest_phase(table):
        yield from prompts_of_quest(table, table.questing) if table.questing else prompts_of_phase(table)
    elif table.step == "setup":
        yield from prompts_at_start(table)
    elif seat := whose_turn(table):
        yield from in_turn(table, seat)


def prompts_at_start(table: Runewars) -> Iterator[Prompt]:
    """The first hero of each seat, once the starting player is known and the home realms are placed."""
    is_laid = not table.laying.tiles or all(company.home_of(table, seat) for seat in table.alive())
    for seat in table.alive() if table.starting and is_laid else ():
        if not company.heroes_of(table, seat):
            yield prompt_to_deal(table, seat)


def prompt_to_deal(table: Runewars, seat: str) -> Prompt:
    """The first hero of a seat: drawn here, or named; unnamed if the table typed in no hero cards.

    If only the area is open, each area is a tap; the name can be entered in the form.
    """
    home, drawn = len(company.home_of(table, seat)), company.all_typed_in(table)
    where = ("area",) if home > 1 or (not home and table.tracks("map")) else ()
    title = text("{seat}: deal the first hero", seat=table.called("seats", seat))
    if not drawn and not company.is_any_typed_in(table):
        asks = text("{seat}: where does the first hero begin?", seat=table.called("seats", seat)) if where else title
        fields, pad = {"seat": seat, "hero": unnamed_hero(seat)}, "area" if where else ""
        return Prompt(asks, company.HeroDealt, True, fields, also_required=where, reminder=title, keypad=pad)
    needs = where if company.of_its_alignment(table, seat) else ("hero", *where)
    pad = "area" if home > 1 and drawn and "hero" not in needs else ""
    return Prompt(title, company.HeroDealt, True, {"seat": seat}, also_required=needs, opens_form=not drawn, keypad=pad)


def prompts_to_hire(table: Runewars) -> Iterator[Prompt]:
    """The drawn hero cards, one of which is kept."""
    for seat in table.alive():
        if table.seat(seat).hero_cards:
            needs = ("deserter",) if len(company.heroes_of(table, seat)) >= MOST_HEROES else ()
            title = text("{seat}: which hero is kept?", seat=table.called("seats", seat))
            yield Prompt(title, company.HeroRecruited, required=True, fields={"seat": seat}, also_required=needs)


# --- the quest phase ---------------------------------------------------------------------------


def prompts_of_phase(table: Runewars) -> Iterator[Prompt]:
    """The heroes of the next seat, in any order; or the end of the phase for all others."""
    left = heroes_waiting(table)
    seat = table.hero(left[0]).seat if left else ""
    for hero in left:
        if table.hero(hero).seat == seat:
            yield from prompts_of_hero(table, hero)
    yield from prompts_to_share(table)
    yield Prompt(text("The rest does nothing"), QuestPhaseEnded)


def prompts_of_hero(table: Runewars, hero: str) -> Iterator[Prompt]:
    """The possible actions of a hero, the likeliest first. Only the first one counts as left undone."""
    choices, which = [*_choices(table, hero)], text("{hero}: which action?", hero=table.called("heroes", hero))
    for title, event, opens in choices:
        first = event is choices[0][1]
        yield Prompt(title, event, required=first, fields={"hero": hero}, opens_form=opens, question=which)


def _choices(table: Runewars, id_: str) -> Iterator[tuple[Text, type[Event[Any]], bool]]:
    hero, name = table.hero(id_), table.called("heroes", id_)
    here = table.land.get(hero.area)
    heals = hero.damage > 0 and (here is None or here.controller == hero.seat)
    if heals:
        yield text("{hero}: heal {damage}", hero=name, damage=hero.damage), HeroHealed, False
    if not hero.routed:
        yield text("{hero}: move, or stay", hero=name), HeroMoved, True
    if company.points_due(hero):
        yield text("{hero}: train", hero=name), HeroTrained, True
    yield text("{hero}: do nothing", hero=name), HeroActionSkipped, False


def prompts_of_quest(table: Runewars, id_: str) -> Iterator[Prompt]:
    """The acts of a hero who moved: first the token, then a duel, a quest or neither."""
    hero, name = table.hero(id_), table.called("heroes", id_)
    mine = {"seat": hero.seat, "hero": id_}
    if has_covered_token(table, hero.area):
        title = text("{hero}: turn over the exploration token", hero=name)
        yield Prompt(title, exploring.ExplorationTokenRevealed, required=True, fields=mine)
    elif not hero.tried and not hero.routed:
        yield from prompts_to_duel(table, id_)
        yield from prompts_to_attempt(table, id_)
    yield from prompts_to_pick_up(table, id_)
    yield from prompts_to_share(table)
    yield Prompt(text("{hero}: finish", hero=name), HeroFinished, required=True, fields={"hero": id_})


def prompts_to_share(table: Runewars) -> Iterator[Prompt]:
    """Handing over rewards between heroes of one player in the same area."""
    for id_ in living_heroes(table.heroes):
        if can_share_rewards(table, id_):
            title = text("{hero}: hand on rewards", hero=table.called("heroes", id_))
            yield Prompt(title, RewardsTraded, fields={"seat": table.hero(id_).seat, "hero": id_})


def prompts_to_pick_up(table: Runewars, hero: str) -> Iterator[Prompt]:
    """The rewards of defeated heroes in the areas that a hero enters."""
    for fallen in fallen_near(table, hero):
        names = {"hero": table.called("heroes", hero), "fallen": table.called("heroes", fallen)}
        title = text("{hero}: take the rewards of {fallen}", **names)
        yield Prompt(title, FallenRewardsTaken, fields={"hero": hero, "fallen": fallen})


def prompts_to_duel(table: Runewars, hero: str) -> Iterator[Prompt]:
    for foe in foes_in(table, table.hero(hero).area, table.hero(hero).seat):
        title = text("Duel with {foe}", foe=table.called("heroes", foe))
        yield Prompt(title, DuelStarted, fields={"hero": hero, "foe": foe})


def prompts_to_attempt(table: Runewars, hero: str) -> Iterator[Prompt]:
    """The quests for this area, as far as the viewer knows the hand."""
    seat, here = table.hero(hero).seat, table.hero(hero).area
    hand = table.seat(seat).quests
    for quest in dict.fromkeys(hand):
        if quest and here in (QuestCard.of(table, quest).areas or [here]):
            title = text("Quest: {quest}", quest=table.called("quests", quest))
            yield Prompt(title, QuestRevealed, fields={"seat": seat, "hero": hero, "quest": quest})
    if "" in hand:
        yield Prompt(text("A quest"), QuestRevealed, fields={"seat": seat, "hero": hero})


# --- a quest -----------------------------------------------------------------------------------


def prompts_of_attempt(table: Runewars, attempt: Attempt) -> Iterator[Prompt]:
    """The duel or the test that the card requires, then its outcome."""
    mine = {"hero": attempt.hero}
    if attempt.unit and not attempt.tested:
        title = text("Duel with {unit}", unit=table.called("units", attempt.unit))
        yield Prompt(title, QuestDuelStarted, required=True, fields={**mine, "unit": attempt.unit})
    elif not attempt.tested:
        yield prompt_of_test(table, attempt)
        if attempt.attribute is None:
            yield Prompt(text("A duel with a neutral unit"), QuestDuelStarted, fields=mine)
    elif not attempt.chosen:
        yield from prompts_to_choose_card(table, attempt)
        return
    result = text("Is the quest completed?")
    yield Prompt(text("The quest is completed"), QuestCompleted, attempt.chosen, mine, question=result)
    yield Prompt(text("The quest is not completed"), QuestFailed, attempt.chosen, mine, question=result)


def prompt_of_test(table: Runewars, attempt: Attempt) -> Prompt:
    """The draw of fate cards for the attribute, as far as both are known."""
    tested = [attempt.attribute] if attempt.attribute else ATTRIBUTES
    unknown = any(company.attribute_value(table, attempt.hero, one) is None for one in tested)
    needs = ("value",) if unknown else ()
    if attempt.attribute is None:
        title = text("{hero}: test an attribute", hero=table.called("heroes", attempt.hero))
        return Prompt(
            title, AttributeTested, required=True, fields={"hero": attempt.hero}, also_required=("attribute", *needs)
        )
    name = table.called("attributes", attempt.attribute)
    title = text("{hero}: test {attribute}", hero=table.called("heroes", attempt.hero), attribute=name)
    fields = {"hero": attempt.hero, "attribute": attempt.attribute}
    return Prompt(title, AttributeTested, required=True, fields=fields, also_required=needs)


def prompts_to_choose_card(table: Runewars, attempt: Attempt) -> Iterator[Prompt]:
    """The cards of the test, successes first; a card with an unknown mark asks for it."""
    wins = QuestCard.of(table, attempt.quest).success
    cards = sorted(table.fate_open, key=lambda card: FateCard.of(table, card).destiny not in wins)
    for card in cards:
        title = text("Choose {card}[: {mark}]", card=table.called("fate", card), mark=FateCard.of(table, card).destiny)
        needs = () if FateCard.of(table, card).destiny else ("mark",)
        fields = {"hero": attempt.hero, "card": card}
        which = text("Which fate card?")
        yield Prompt(title, CardOfTestChosen, card == cards[0], fields, also_required=needs, question=which)
    if not cards:
        yield Prompt(
            text("Mark of the card"),
            CardOfTestChosen,
            required=True,
            fields={"hero": attempt.hero},
            also_required=("mark",),
        )


# --- a duel ------------------------------------------------------------------------------------


def prompts_of_duel(table: Runewars, duel: Duel) -> Iterator[Prompt]:
    """The steps of a duel: cards, icons, damage, until it is decided."""
    if is_decided(table, duel):
        yield Prompt(text("The duel is over"), DuelEnded, required=True)
        return
    if duel.drawn:
        yield from prompts_of_icons(table, duel)
        yield Prompt(_damage(table, duel), DuelRoundResolved, required=True)
    else:
        title = text("Round {round}: draw the fate cards", round=duel.round)
        yield Prompt(title, DuelCardsDrawn, required=True, opens_form=not table.tracks("fate"))
    yield from prompts_of_effects(table, duel)


def _damage(table: Runewars, duel: Duel) -> Text:
    """The current damage of the round."""
    attacker, defender = duel.fighters
    return text(
        "Round {round}: {attacker} takes {to_attacker}, {defender} takes {to_defender}",
        round=duel.round,
        attacker=name_of_side(table, attacker),
        to_attacker=company.duel_damage(defender.deals, attacker.prevents),
        defender=name_of_side(table, defender),
        to_defender=company.duel_damage(attacker.deals, defender.prevents),
    )


def prompts_of_icons(table: Runewars, duel: Duel) -> Iterator[Prompt]:
    """The open icons. A hero's special icon is one damage unless a reward uses it."""
    parts: tuple[tuple[Part, Duelist], ...] = (("attacker", duel.attacker), ("defender", duel.defender))
    for part, side in parts:
        if not side.special:
            continue
        seats = seat_alone(side.seat)
        if side.hero and side.symbol == "special":
            title, which = (
                text("{side}: special icon, 1 damage", side=name_of_side(table, side)),
                use_of_icon(table, side),
            )
            known = {"side": part, "damage": 1}
            yield Prompt(title, DuelIconResolved, required=True, fields=known, seats=seats, question=which)
        else:
            title = text("{side}: what does the card do?", side=name_of_side(table, side))
            fields = {"side": part, "damage": 0}
            yield Prompt(title, DuelIconResolved, required=True, fields=fields, opens_form=True, seats=seats)


def use_of_icon(table: Runewars, side: Duelist) -> Text:
    """The question for a hero's special icon: a damage, or one of its rewards."""
    return text("{side}: what does the special icon do?", side=name_of_side(table, side))


def prompts_of_effects(table: Runewars, duel: Duel) -> Iterator[Prompt]:
    """The effects that may be used: at the start, of rewards, and the defeat of a unit."""
    for side in duel.fighters:
        if side.hero and not duel.drawn and duel.round == 1:
            title = text("{side}: use an effect at the start", side=name_of_side(table, side))
            yield Prompt(title, StartOfDuelEffectUsed, fields={"seat": side.seat})
        if side.hero and duel.drawn and company.rewards_of_hero(table, side.hero):
            title = text("{side}: use a reward", side=name_of_side(table, side))
            fields = {"seat": side.seat, "hero": side.hero, "special": side.special}
            which = use_of_icon(table, side) if side.special else None
            yield Prompt(title, RewardUsed, fields=fields, opens_form=True, question=which)
    if duel.defender.unit:
        yield Prompt(text("The unit is defeated"), DuelUnitDefeated)


# --- a turn ------------------------------------------------------------------------------------


def in_turn(table: Runewars, seat: str) -> Iterator[Prompt]:
    """Places that must be destroyed, and heroes that Strategize moves."""
    for area in exploring.to_be_destroyed(table, seat):
        title = text("Destroy the place in {area}", area=table.called("areas", area))
        must = not table.ruled(exploring.MAY_STAY)
        yield Prompt(title, exploring.LocationDestroyed, required=must, fields={"seat": seat, "area": area})
    for id_ in company.heroes_of(table, seat):
        yield from prompts_to_pick_up(table, id_)
    if order_at_turn(table) == STRATEGIZE:
        for id_ in company.heroes_of(table, seat):
            hero = table.hero(id_)
            if not (hero.routed or hero.strategized or hero.stopped):
                title = text("Strategize: {hero}", hero=table.called("heroes", id_))
                question = None if table.turn.base else WHO_MOVES
                yield Prompt(title, HeroStrategized, fields={"hero": id_}, question=question)


__all__ = ["hero_prompts"]
