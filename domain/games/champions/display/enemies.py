"""Prompts and pieces of enemies and encounter cards."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.framework.events.event import Event
from domain.framework.game import Prompt
from domain.framework.text import Text, text
from domain.framework.views.board import Ask, Button, Chip, Pad, Piece, event_if_valid
from domain.framework.views.sheet import Said
from domain.games.champions.display.activation import begun_sides, both_sides
from domain.games.champions.encounter import (
    EachHeroDamaged,
    EncounterCardRevealed,
    NemesisSetEntered,
    is_named,
    reveals_now,
)
from domain.games.champions.enemies import activations, boosts, course
from domain.games.champions.numbers import body_of
from domain.games.champions.state.kinds import KEYWORD_NAMES, CardSheet, VillainSheet
from domain.games.champions.state.parts import Activation, Activity, card_of
from domain.games.champions.state.table import VILLAIN, Champions

# === Activations in one tap: the defender, then the boost icons, or the total value if a number is unknown

ICONS = range(4)
"""The numbers of boost icons with a key; larger ones are entered in the form."""
VALUES = range(8)
"""The values of an activation with a key, if the number on the card is unknown."""


def activation_words(table: Champions, enemy: str, seat: str, kind: Activity | None = None) -> Text:
    """The sentence of an enemy's activation against a player; `kind` follows from the player's form by default."""
    said: dict[str, Said] = {"enemy": table.called("enemies", enemy), "seat": table.called("identities", seat)}
    if (kind or course.kind_of(table, seat)) == "attack":
        return text("{enemy} attacks {seat}", **said)
    return text("{enemy} schemes against {seat}", **said)


def one_tap_prompts(table: Champions, enemy: str, seat: str, title: Text, **more: str) -> Iterator[Prompt]:
    """The usual activations: without a defender, or defended by a character of the attacked player."""
    fields = {"enemy": enemy, "seat": seat, **more}
    yield one_tap_prompt(table, activations.EnemyActivated(enemy=enemy, seat=seat), title, fields, left=title)
    if course.kind_of(table, seat) == "scheme" or course.status_against(table, enemy, "attack"):
        return
    for defender in boosts.could_defend(table):
        event = event_if_valid(activations.EnemyActivated, enemy=enemy, seat=seat, defender=defender)
        if event and boosts.player_of(table, defender) == seat and not any(boosts.why_cannot_defend(table, defender)):
            title = text("{defender} defends", defender=table.called("characters", defender))
            yield one_tap_prompt(table, event, title, {**fields, "defender": defender})
    if not table.tracks("allies"):
        yield Prompt(text("An ally defends"), activations.EnemyActivated, fields=fields, also_required=("defender",))


def one_tap_prompt(
    table: Champions, event: activations.EnemyActivated, said: Text, fields: dict[str, str], left: Text | None = None
) -> Prompt:
    """A prompt for an activation, with keys for the number that is missing."""
    process, values = activations.as_process(table, event), {"enemy": table.called("enemies", event.enemy)}
    asked, field = question_of(table, event, process)
    if field and process.kind == "attack" and not event.defender:
        said = text("{activation}, no defender", activation=said)
    return Prompt(
        text("{activation}: {asked}", activation=said, asked=asked),
        activations.EnemyActivated,
        fields=fields,
        also_required=("value",) if field == "value" else (),
        reminder=left,
        keypad=field,
        keypad_numbers={"boost": ICONS, "value": VALUES}.get(field, ()),
        question=None if field else text("Who defends against {enemy}?", **values),
    )


def question_of(table: Champions, event: activations.EnemyActivated, process: Activation) -> tuple[Text, str]:
    """The question for the missing number of an activation, and its field; the result and "" if none is missing."""
    value = course.value_of(table, process)
    if status := course.status_against(table, event.enemy, process.kind):
        return text("{status} is discarded", status=table.called("statuses", status)), ""
    if course.defense_unknown(table, process):
        return text("how much is left after DEF?"), "value"
    if value is None:
        return text("how much, boost icons included?") if event.enemy == VILLAIN else text("how much?"), "value"
    if event.enemy == VILLAIN:
        return text("{value}, and how many boost icons?", value=value), "boost"
    if process.kind == "attack":
        return text("{damage} damage", damage=course.damage_of(table, process, value)), ""
    return text("{threat} threat", threat=value), ""


# === Prompts for enemies: activations, defenders, results (反派阶段, 敌人攻击, 敌人密谋) =========


def enemy_prompts(table: Champions) -> Iterator[Prompt]:
    """The prompts for the current activation; if there is none, for quickstrike attacks and the villain phase."""
    if table.activations_open:
        yield from at_hand_prompts(table)
        return
    found = [*quickstrike_prompts(table), *next_activation_prompts(table)]
    for first, *others in found:
        yield first
        yield from others if first is found[0][0] else ()


def at_hand_prompts(table: Champions) -> Iterator[Prompt]:
    """The prompts for the open steps of the current activation."""
    activation = course.at_hand(table)
    if activation is None or body_of(table, activation.enemy) is None:
        yield Prompt(text("End the activation"), activations.ActivationEnded, required=True)
    elif activation.kind == "attack" and not activation.decided:
        yield from defense_prompts(table, activation)
    elif boosts.face_down(activation):
        yield Prompt(
            boost_words(table, activation),
            boosts.BoostCardTurnedUp,
            required=True,
            keypad="icons",
            keypad_numbers=ICONS,
        )
    else:
        yield resolution_prompt(table, activation)


def boost_words(table: Champions, activation: Activation) -> Text:
    """The question for the next boost card, with the number of cards left and the icons that Amplify adds."""
    left = sum(not boost.open for boost in activation.boosts)
    values = {"left": left if left > 1 else "", "amplify": course.amplify_icons(table) or ""}
    return text("Boost card[, the first of {left}]: how many icons?[ Amplify adds {amplify}]", **values)


def defense_prompts(table: Champions, activation: Activation) -> Iterator[Prompt]:
    """The prompts for no defender or a defender, characters of the attacked player first."""
    name = table.called("enemies", activation.enemy)
    title, who = text("No defender against {enemy}", enemy=name), text("Who defends against {enemy}?", enemy=name)
    yield Prompt(title, boosts.AttackUndefended, required=True, question=who)
    for defender in able_defenders(table, activation):
        title = text("{defender} defends", defender=table.called("characters", defender))
        yield Prompt(title, boosts.DefenderDeclared, fields={"defender": defender}, question=who)
    target = activation.target
    if not table.tracks("allies"):
        yield Prompt(text("An ally defends"), boosts.DefenderDeclared, fields={"ally_of": target}, question=who)
    title = text("Defend with a card")
    yield Prompt(title, boosts.DefenseAbilityUsed, fields={"seat": target}, opens_form=True, question=who)


def able_defenders(table: Champions, activation: Activation) -> list[str]:
    """The characters that can exhaust to defend, those of the attacked player first."""
    able = [one for one in boosts.could_defend(table) if not any(boosts.why_cannot_defend(table, one))]
    return sorted(
        able, key=lambda one: activation.target not in (one, table.play[one].controller if one in table.play else "")
    )


def resolution_prompt(table: Champions, activation: Activation) -> Prompt:
    """The resolution of the activation, with its value if it is known."""
    value = course.value_of(table, activation)
    event: type[Event[Champions]] = (
        activations.EnemyAttackResolved if activation.kind == "attack" else activations.EnemySchemeResolved
    )
    if seat := course.defense_unknown(table, activation):
        said = {"enemy": table.called("enemies", activation.enemy), "seat": table.called("identities", seat)}
        title = text("{enemy} strikes {seat}: how much is left after DEF?", **said)
        return Prompt(title, event, required=True, also_required=("value",), keypad="value", keypad_numbers=VALUES)
    if value is None:
        values = {"enemy": table.called("enemies", activation.enemy), "icons": len(activation.boosts) or ""}
        title = text("{enemy}: how much is it[, with {icons|boost card|boost cards}]?", **values)
        return Prompt(title, event, required=True, also_required=("value",), keypad="value", keypad_numbers=VALUES)
    return Prompt(outcome_words(table, activation, value), event, required=True)


def outcome_words(table: Champions, activation: Activation, value: int) -> Text:
    """The result of the current activation as a sentence."""
    enemy = table.called("enemies", activation.enemy)
    if activation.kind == "scheme":
        return text("{enemy} schemes: {threat} threat", enemy=enemy, threat=value)
    target, damage = (
        table.called("characters", course.whom_attack_strikes(table, activation)),
        course.damage_of(table, activation, value),
    )
    return text("{enemy} strikes {target}: {damage} damage", enemy=enemy, target=target, damage=damage)


def quickstrike_prompts(table: Champions) -> Iterator[Sequence[Prompt]]:
    """The prompts for minions with quickstrike that have just engaged a hero (迅击): one sequence for each minion."""
    for copy in course.striking_now(table):
        seat = table.play[copy].engaged
        title = text("Quickstrike: {attack}", attack=activation_words(table, copy, seat))
        first, *others = beginning_prompts(table, copy, seat, title, because="quickstrike")
        yield [replace(first, required=True) if first.event is activations.ActivationStarted else first, *others]


def next_activation_prompts(table: Champions) -> Iterator[Sequence[Prompt]]:
    """The prompts for the enemies that may activate next in the villain phase: one sequence for each enemy."""
    several = course.next_to_activate(table)
    which = text("Which enemy is next?") if len(several) > 1 else None
    for number_, (enemy, seat) in enumerate(several):
        first, *others = beginning_prompts(table, enemy, seat, in_order(table, enemy, seat))
        must = not number_ and first.event is activations.ActivationStarted
        yield [replace(first, required=must or first.required, question=which or first.question), *others]


def in_order(table: Champions, enemy: str, seat: str) -> Text:
    """The title for the next enemy; if the order is open, it names the player who decides (A15)."""
    title = activation_words(table, enemy, seat)
    if course.next_to_activate(table) == [(enemy, seat)]:
        return title
    chooser = seat if table.ruled("minions-by-their-player") else table.first
    name = table.called("identities", chooser)
    return text("{activation} ({chooser} decides the order)", activation=title, chooser=name)


def beginning_prompts(table: Champions, enemy: str, seat: str, title: Text, **more: str) -> Iterator[Prompt]:
    """The prompts to begin an activation: step by step if tracked, else in one tap in any of its ways."""
    if table.tracks("activations"):
        yield Prompt(
            title, activations.ActivationStarted, fields={"enemy": enemy, "seat": seat, **more}, reminder=title
        )
    else:
        yield from one_tap_prompts(table, enemy, seat, title, **more)


def waiting_for(table: Champions) -> list[Said]:
    """The enemies that have not activated yet in this villain phase, each with its target."""
    return [activation_words(table, enemy, seat) for enemy, seat in course.still_to_activate(table)]


# === The activation at hand as a piece of the board, and activations in one tap ==================


def board_of_enemies(table: Champions) -> Sequence[Piece]:
    """The pieces of the current activation; if activations are recorded in one tap, of the next ones."""
    if table.tracks("activations"):
        activation = course.at_hand(table)
        return [*([at_hand_piece(table, activation)] if activation else []), *still_to_activate_piece(table)]
    return list(one_tap_pieces(table))


def still_to_activate_piece(table: Champions) -> Iterator[Piece]:
    """The enemies that have not activated yet in this villain phase."""
    if left := waiting_for(table):
        yield Piece("still-to-activate", text("Still to activate"), chips=[Chip(one) for one in left])


def at_hand_piece(table: Champions, activation: Activation) -> Piece:
    """The current activation: enemy, target, defender, boost cards, result."""
    return Piece(
        "activation",
        activation_words(table, activation.enemy, activation.target or activation.seat, activation.kind),
        note=outcome_so_far(table, activation),
        marks=list(activation_marks(table, activation)),
        buttons=list(activation_buttons(activation)),
        asks=list(activation_asks(table, activation)),
        inside=both_sides(table, activation),
        look="moment",
    )


def outcome_so_far(table: Champions, activation: Activation) -> Said:
    """The result so far; empty if it is unknown."""
    value = settled_value(table, activation)
    return "" if value is None else outcome_words(table, activation, value)


def settled_value(table: Champions, activation: Activation) -> int | None:
    """The value of the activation; None if the result is unknown."""
    return None if course.defense_unknown(table, activation) else course.value_of(table, activation)


def activation_marks(table: Champions, activation: Activation) -> Iterator[Said]:
    """The marks for no defender or a defense by a card, keywords, and a star to consider."""
    if activation.kind == "attack" and activation.defended and not activation.defender:
        yield text("defended by a card")
    elif activation.kind == "attack" and activation.decided and not activation.defender:
        yield text("no defender")
    for keyword in sorted(course.keywords_of(table, activation) & {"overkill", "piercing"}):
        yield KEYWORD_NAMES[keyword]
    if has_star(table, activation):
        yield text("star: think of its ability")


def has_star(table: Champions, activation: Activation) -> bool:
    """Whether the enemy has a star next to the number it uses (星形图示)."""
    sheet: VillainSheet | CardSheet = (
        VillainSheet.of(table, table.villain.sheet)
        if activation.enemy == VILLAIN
        else CardSheet.of(table, card_of(activation.enemy))
    )
    return sheet.attack_star if activation.kind == "attack" else sheet.scheme_star


def is_boost_next(activation: Activation) -> bool:
    """Whether turning up a boost card is the next step."""
    decided = activation.kind == "scheme" or activation.decided
    return decided and boosts.face_down(activation) is not None


def activation_buttons(activation: Activation) -> Iterator[Button]:
    """A button for another boost card; the defender and the result are asked for by prompts."""
    if activation.enemy == VILLAIN:
        yield Button(text("One more boost card"), boosts.BoostCardsGiven())


def activation_asks(table: Champions, activation: Activation) -> Iterator[Ask]:
    """Links to forms about the activation: effects of cards, and a defending ally if allies are not tracked."""
    if activation.kind == "attack":
        yield Ask(text("Defend with a card"), boosts.DefenseAbilityUsed, {"seat": activation.target})
        if not activation.decided and not table.tracks("allies"):
            yield Ask(text("An ally defends"), boosts.DefenderDeclared, {"ally_of": activation.target})
    yield Ask(text("Change it by a card"), activations.ActivationChanged)
    if is_boost_next(activation):
        yield Ask(text("Boost card, by its name"), boosts.BoostCardTurnedUp)
    resolved = activations.EnemyAttackResolved if activation.kind == "attack" else activations.EnemySchemeResolved
    yield Ask(text("Another value, or prevented"), resolved)
    yield Ask(text("End it at once"), activations.ActivationEnded)


def one_tap_pieces(table: Champions) -> Iterator[Piece]:
    """The possible next activations; the first of them is already a prompt."""
    asked = not any(quickstrike_prompts(table))
    for number_, (enemy, seat) in enumerate(course.next_to_activate(table)):
        words = activation_words(table, enemy, seat)
        said = list(one_tap_prompts(table, enemy, seat, words))
        another = Ask(text("Another way"), activations.EnemyActivated, {"enemy": enemy, "seat": seat})
        if asked and not number_:
            asks = [another] if said[0].complete else []
            yield Piece("activation", words, asks=asks, inside=begun_sides(table, enemy, seat), look="moment")
            continue
        yield Piece(
            f"activates-{number_}",
            words,
            buttons=[Button(one.title, one.event(**one.fields)) for one in said if one.complete],
            pads=[pad_of(one) for one in said if one.keypad_numbers],
            asks=[another],
        )


def pad_of(prompt: Prompt) -> tuple[Said, Pad]:
    """The keys of a prompt as a pad of the board."""
    choices = [(str(one), str(one)) for one in prompt.keypad_numbers]
    return prompt.title, Pad(prompt.event(**prompt.fields), prompt.keypad, choices)


# === Encounter cards as a piece of the board: dealt cards, and further effects ===================


def board_of_encounters(table: Champions) -> Sequence[Piece]:
    """The cards dealt to each player, with a button to reveal; empty if the encounter deck is not tracked."""
    if not table.tracks("encounter") or not table.under_way():
        return []
    dealt = {seat: table.seats[seat].dealt for seat in table.player_order() if table.seats[seat].dealt}
    return [
        Piece(
            "encounter",
            text("Encounter cards"),
            chips=[Chip(table.called("identities", seat), count) for seat, count in dealt.items()],
            buttons=list(encounter_buttons(table)),
            asks=list(encounter_asks(table)),
            folded=not dealt,
        )
    ]


def encounter_buttons(table: Champions) -> Iterator[Button]:
    """A button for the next card to reveal, unless its name is asked for."""
    seat = reveals_now(table) if table.place[1] == "encounters" else ""
    event = event_if_valid(EncounterCardRevealed, seat=seat) if seat else None
    if event and not is_named(table):
        yield Button(text("{seat} reveals", seat=table.called("identities", seat)), event)


def encounter_asks(table: Champions) -> Iterator[Ask]:
    """Links to forms for the revealed card, for one that another card reveals, and for further effects."""
    seat = reveals_now(table) if table.place[1] == "encounters" else ""
    if seat:
        yield Ask(text("Which card it is"), EncounterCardRevealed, {"seat": seat})
    yield Ask(text("Reveal one more card"), EncounterCardRevealed, {"out_of": "deck"})
    yield Ask(text("Damage to each hero"), EachHeroDamaged)
    if table.tracks("minions"):
        yield Ask(text("Bring in a nemesis"), NemesisSetEntered)
        if table.copies("minion"):
            yield Ask(text("Engage another player"), activations.MinionEngaged)
