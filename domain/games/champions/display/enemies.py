"""The order of prompts for enemies, and the pieces of enemies and encounter cards."""

from collections.abc import Iterator, Sequence

from domain.framework.events.offer import Offer
from domain.framework.game import Prompt
from domain.framework.offers.prompt_list import OfferedBy, Ordered, offered_prompts
from domain.framework.text import text
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
from domain.games.champions.enemies import activations, boosts, course, numbers_said
from domain.games.champions.enemies.prompt_words import activation_words, outcome_words
from domain.games.champions.state.kinds import KEYWORD_NAMES, CardSheet, VillainSheet
from domain.games.champions.state.parts import Activation, card_of
from domain.games.champions.state.table import VILLAIN, Champions

ENEMIES: Sequence[Ordered] = (
    numbers_said.PrintedNumberSaid,
    activations.ActivationEnded,
    boosts.AttackUndefended,
    boosts.DefenderDeclared,
    boosts.DefenseAbilityUsed,
    boosts.BoostCardTurnedUp,
    activations.EnemyAttackResolved,
    activations.EnemySchemeResolved,
    activations.ActivationStarted,
    activations.EnemyActivated,
)
"""The steps of the current activation; without one, the activations that may begin (反派阶段, 敌人攻击, 敌人密谋)."""


def enemy_prompts(table: Champions) -> Iterator[Prompt]:
    return offered_prompts(ENEMIES, table)


def waiting_for(table: Champions) -> list[Said]:
    """The enemies that have not activated yet in this villain phase, each with its target."""
    return [activation_words(table, enemy, seat) for enemy, seat in course.still_to_activate(table)]


# === The activation at hand as a piece of the board, and activations in one tap ==================


def board_of_enemies(table: Champions) -> Sequence[Piece]:
    """The pieces of the current activation; if activations are recorded in one tap, of the next ones."""
    if table.tracks("activations"):
        activation = course.current_activation(table)
        return [*([current_activation_piece(table, activation)] if activation else []), *still_to_activate_piece(table)]
    return list(one_tap_pieces(table))


def still_to_activate_piece(table: Champions) -> Iterator[Piece]:
    """The enemies that have not activated yet in this villain phase."""
    if left := waiting_for(table):
        yield Piece("still-to-activate", text("Still to activate"), chips=[Chip(one) for one in left])


def current_activation_piece(table: Champions, activation: Activation) -> Piece:
    """The current activation: enemy, target, defender, boost cards, result."""
    return Piece(
        "activation",
        activation_words(table, activation.enemy, activation.target or activation.seat, activation.kind),
        note=outcome_words(table, activation) or "",
        marks=list(activation_marks(table, activation)),
        buttons=list(activation_buttons(activation)),
        asks=list(activation_asks(table, activation)),
        inside=both_sides(table, activation),
        look="moment",
    )


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
    """The possible next activations; the first of them is already a prompt.

    While a number is asked for that they need, they have no buttons.
    """
    asked, lacking = not course.striking_now(table), [*numbers_said.numbers_due(table)]
    for number_, (enemy, seat) in enumerate(course.next_to_activate(table)):
        words = activation_words(table, enemy, seat)
        ways = [] if lacking else [*prompts_at_once(table, enemy, seat)]
        another = Ask(text("Another way"), activations.EnemyActivated, {"enemy": enemy, "seat": seat})
        if asked and not number_:
            asks = [another] if lacking or ways[0].complete else []
            yield Piece("activation", words, asks=asks, inside=begun_sides(table, enemy, seat), look="moment")
            continue
        yield Piece(
            f"activates-{number_}",
            words,
            buttons=[Button(one.title, one.event(**one.fields)) for one in ways if one.complete],
            pads=[pad_of(one) for one in ways if one.keypad_numbers],
            asks=[another],
        )


def prompts_at_once(table: Champions, enemy: str, seat: str) -> Iterator[Prompt]:
    """The usual ways of an activation as prompts."""

    def ways(table: Champions) -> Iterator[Offer]:
        return activations.offers_at_once(table, activation_words(table, enemy, seat), {"enemy": enemy, "seat": seat})

    return offered_prompts([OfferedBy(activations.EnemyActivated, ways)], table)


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
