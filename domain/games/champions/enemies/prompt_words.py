"""The words and keypads of activations, for prompts and for the board."""

from collections.abc import Mapping

from domain.framework.text import Text, text
from domain.games.champions.enemies.course import (
    amplify_icons,
    damage_of,
    defense_of,
    defense_unknown,
    kind_of,
    next_to_activate,
    status_against,
    value_of,
    whom_attack_strikes,
)
from domain.games.champions.state.parts import Activation, Activity
from domain.games.champions.state.table import VILLAIN, Champions

BOOST_KEYS, VALUE_KEYS = range(4), range(8)
"""The numbers with a key: boost icons, and the value of an activation. The form takes larger ones."""
KEYPADS: Mapping[str, range] = {"boost": BOOST_KEYS, "value": VALUE_KEYS}
"""The keys for each number that may be missing in an activation in one tap."""

# === An activation that begins ===================================================================


def activation_words(table: Champions, enemy: str, seat: str, kind: Activity | None = None) -> Text:
    """The sentence of an enemy's activation against a player; `kind` follows from the player's form by default."""
    said = {"enemy": table.called("enemies", enemy), "seat": table.called("identities", seat)}
    if (kind or kind_of(table, seat)) == "attack":
        return text("{enemy} attacks {seat}", **said)
    return text("{enemy} schemes against {seat}", **said)


def quickstrike_words(table: Champions, copy: str) -> Text:
    """The sentence of the attack of a minion with quickstrike on the player that it engages."""
    return text("Quickstrike: {attack}", attack=activation_words(table, copy, table.play[copy].engaged))


def words_in_order(table: Champions, enemy: str, seat: str) -> Text:
    """The sentence of the next activation; if the order is open, it names the player who decides (A15)."""
    words = activation_words(table, enemy, seat)
    if next_to_activate(table) == [(enemy, seat)]:
        return words
    chooser = seat if table.ruled("minions-by-their-player") else table.first
    name = table.called("identities", chooser)
    return text("{activation} ({chooser} decides the order)", activation=words, chooser=name)


# === The questions of an activation ==============================================================


def defense_question(table: Champions, enemy: str) -> Text:
    return text("Who defends against {enemy}?", enemy=table.called("enemies", enemy))


def boost_question(table: Champions, activation: Activation) -> Text:
    """The question for the next boost card, with the number of cards left and the icons that Amplify adds."""
    left = sum(not boost.open for boost in activation.boosts)
    values = {"left": left if left > 1 else "", "amplify": amplify_icons(table) or ""}
    return text("Boost card[, the first of {left}]: how many icons?[ Amplify adds {amplify}]", **values)


def question_at_once(table: Champions, process: Activation) -> tuple[Text, str]:
    """The question for the missing number of an activation in one tap, and its field; else its result and ""."""
    value = value_of(table, process)
    if status := status_against(table, process.enemy, process.kind):
        return text("{status} is discarded", status=table.called("statuses", status)), ""
    if value is None:
        return _worth_question(table, process), "value"
    if process.enemy == VILLAIN:
        return text("{value}, and how many boost icons?", value=value), "boost"
    if process.kind == "attack":
        return text("{damage} damage", damage=damage_of(table, process, value)), ""
    return text("{threat} threat", threat=value), ""


def _worth_question(table: Champions, process: Activation) -> Text:
    """The question for the whole value of an activation in one tap: what is counted, and what the app takes off."""
    icons, before = process.enemy == VILLAIN, defense_of(table, process) or ""
    if process.kind == "scheme":
        return text("how much threat, boost icons included?") if icons else text("how much threat?")
    if icons:
        return text("how much damage[ before DEF {defense} is taken off], boost icons included?", defense=before)
    return text("how much damage[ before DEF {defense} is taken off]?", defense=before)


def outcome_question(table: Champions, activation: Activation) -> Text:
    """The question for the result of an activation, if the enemy's number is unknown."""
    enemy = table.called("enemies", activation.enemy)
    icons = len(activation.boosts) or ""
    if activation.kind == "scheme":
        words = text("{enemy} schemes: how much threat[, {icons|boost card|boost cards} included]?")
        return words.copy_with(enemy=enemy, icons=icons)
    target = table.called("characters", whom_attack_strikes(table, activation))
    words = text(
        "{enemy} strikes {target}: how much damage[ before DEF {defense} is taken off]"
        "[, {icons|boost card|boost cards} included]?"
    )
    return words.copy_with(enemy=enemy, target=target, defense=defense_of(table, activation) or "", icons=icons)


# === The result of an activation =================================================================


def outcome_words(table: Champions, activation: Activation) -> Text | None:
    """The result of an activation as a sentence; None if it is unknown."""
    value = None if defense_unknown(table, activation) else value_of(table, activation)
    if value is None:
        return None
    enemy = table.called("enemies", activation.enemy)
    if activation.kind == "scheme":
        return text("{enemy} schemes: {threat} threat", enemy=enemy, threat=value)
    target = table.called("characters", whom_attack_strikes(table, activation))
    damage = damage_of(table, activation, value)
    return text("{enemy} strikes {target}: {damage} damage", enemy=enemy, target=target, damage=damage)
