"""Dice on the board of a scenario: a roll that is being made, an attack that waits for its target's shields."""

from collections.abc import Iterator, Sequence

from domain.games.agemonia.console.checks.checks import CheckResolved
from domain.games.agemonia.console.checks.dice import ACTION_DIE, REACTION_DIE, sides
from domain.games.agemonia.console.checks.rolls import DiceRolled, is_known, most_stamina
from domain.games.agemonia.console.fight.attacks import AttackResolved
from domain.games.agemonia.console.fight.enemy_attacks import EnemyAttackRedirected
from domain.games.agemonia.console.fight.reactions import ReactionEnded, ReactiveCheckRolled
from domain.games.agemonia.console.turns.skills import Act, focus_dice, reminders
from domain.games.agemonia.display.models import labelled
from domain.games.agemonia.state.kinds import Skill
from domain.games.agemonia.state.scenario import Roll, Strike
from domain.games.agemonia.state.table import Agemonia
from domain.language.shown.board import Ask, Button, Pad, Piece
from domain.language.shown.sheet import Said
from domain.language.text import Term, spoken, text

TRAY = "tray"
"""The key of the piece into which the dice are drawn."""
OWN_WORDS = {
    "besides": text("besides"),
    "hindered": text("hindered"),
    "blocked aim": text("blocked aim"),
    "printed damage": text("printed damage"),
}
"""What else adds to a roll, in our words."""


def reminded(table: Agemonia, skills: Sequence[str]) -> list[Piece]:
    """Skills to think of now, each with what it does in few words of the content's own; none where there are none."""
    known = ((skill, Skill.of(table, skill)) for skill in skills)
    rows = [
        Piece(f"skill-{skill}", table.called("skills", skill), Term(card.does, card.does_zh)) for skill, card in known
    ]
    return [Piece("reminders", text("Skills to think of"), rows=rows)] if rows else []


# --- a roll ----------------------------------------------------------------------------------


def tray_piece(table: Agemonia) -> Iterator[Piece]:
    """Dice on the table, if there are any: whose, for what, what is added, and what may be paid."""
    roll = table.scene.roll
    if roll is None:
        return
    event = resolver(roll)
    yield Piece(
        TRAY,
        _rolled_for(table, roll),
        marks=list(_of_roll(table, roll)),
        pads=list(_roll_pads(table, roll)),
        buttons=list(_roll_buttons(table, roll)),
        asks=[Ask(text("With a gem, or otherwise"), event, icon="gem")],
        inside=reminded(table, reminders(table, _act_of(roll))),
        look="active",
    )


def faces_of(roll: Roll) -> list[tuple[str, Said]]:
    """What each die shows, with its name; nothing as long as that is not known."""
    return [(face, spoken(face)) for face in roll.faces] or [("", "")] * roll.dice


def _rolled_for(table: Agemonia, roll: Roll) -> Said:
    who = table.called("figures", roll.figure)
    if roll.targets:
        targets = tuple(table.called("figures", target) for target in roll.targets)
        return text("{figure} attacks {targets}", figure=who, targets=targets)
    return text("{figure}: {what}", figure=who, what=roll.what)


def _of_roll(table: Agemonia, roll: Roll) -> Iterator[Said]:
    """How many dice, against which target, what is added, and what it comes to once all is known."""
    yield text("{count|die|dice}", count=roll.dice)
    if roll.target is not None:
        yield text("target {target}", target=roll.target)
    for modifier in roll.plus:
        yield labelled(_source(table, modifier.source), f"{modifier.successes:+}")
    if is_known(roll) and not most_stamina(table, roll):
        yield text("{count|success|successes}", count=resolver(roll)().comes_to(table, roll))


def _roll_pads(table: Agemonia, roll: Roll) -> Iterator[tuple[Said, Pad]]:
    """How many successes were rolled; then how much stamina is paid for more."""
    event = resolver(roll)()
    if not is_known(roll):
        yield text("Rolled at the table: how many successes?"), Pad(event, "rolled", numbers(range(9)))
    elif most := most_stamina(table, roll):
        words = text("Successes: {n}. Stamina for stamina faces:", n=event.comes_to(table, roll))
        yield words, Pad(event, "stamina", numbers(range(most + 1)))


def _roll_buttons(table: Agemonia, roll: Roll) -> Iterator[Button]:
    if not is_known(roll):
        yield from [Button(text("Roll here"), DiceRolled())] if sides(table, ACTION_DIE) else ()
    elif not most_stamina(table, roll):
        yield Button(text("So be it"), resolver(roll)())


def resolver(roll: Roll) -> type[CheckResolved | AttackResolved]:
    """The event that ends a roll."""
    return CheckResolved if roll.kind == "check" else AttackResolved


def _act_of(roll: Roll) -> Act:
    """What a roll is, as far as skills ask."""
    if roll.kind == "check":
        return Act("check", roll.figure, ability=roll.ability)
    return Act("attack", roll.figure, attack=roll.attack, targets=roll.targets)


def numbers(values: Sequence[int]) -> Sequence[tuple[str, Said]]:
    return [(str(n), str(n)) for n in values]


def _source(table: Agemonia, source: str) -> Said:
    """What adds to a roll: a skill, an item, or words of ours."""
    if source in OWN_WORDS:
        return OWN_WORDS[source]
    return table.called("items" if source in table.ids("items") else "causes", source)


# --- a reaction ------------------------------------------------------------------------------


def reaction_piece(table: Agemonia) -> Iterator[Piece]:
    """An enemy's attack, or another harm, that waits for its target's shields."""
    strike = table.scene.strike
    if strike is None:
        return
    who = table.called("figures", strike.figure) if strike.figure else strike.source
    target = table.called("figures", strike.target)
    attacks = text("{figure} attacks {target}", figure=who, target=target)
    steps_in = Ask(text("Another hero steps in"), EnemyAttackRedirected, icon="person")
    acts = Act("reaction", strike.target, strike.attack, strike.ability)
    yield Piece(
        "reaction",
        attacks if strike.figure else text("{figure} reacts[ to {source}]", figure=target, source=who),
        marks=list(_of_strike(strike)),
        pads=[] if strike.successes is not None else [(text("Shields rolled:"), _shields(strike))],
        buttons=list(_reaction_buttons(table, strike)),
        asks=[steps_in] if strike.figure and strike.successes is None else [],
        inside=reminded(table, reminders(table, acts)),
        look="active",
    )


def _of_strike(strike: Strike) -> Iterator[Said]:
    """How strong it is, by which abilities it is met, and what was rolled."""
    yield labelled(spoken(strike.effect), strike.value)
    yield from (spoken(ability) for ability in (strike.ability, strike.ability_or) if ability)
    if strike.successes is not None:
        yield text("{count|shield|shields}", count=strike.successes)


def _shields(strike: Strike) -> Pad:
    return Pad(ReactiveCheckRolled(), "shields", numbers(range(min(9, strike.value) + 1)))


def _reaction_buttons(table: Agemonia, strike: Strike) -> Iterator[Button]:
    """The reaction rolled here; once it is known, its end."""
    if strike.successes is not None:
        yield Button(text("As it is"), ReactionEnded())
        yield Button(text("With an achievement gem"), ReactionEnded(gem=True))
    elif sides(table, REACTION_DIE):
        yield Button(text("Roll here"), ReactiveCheckRolled())
        if focus_dice(table, strike.target) > 0:
            yield Button(text("With the focus die"), ReactiveCheckRolled(focus=True))
