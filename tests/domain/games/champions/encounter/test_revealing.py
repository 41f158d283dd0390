"""Encounter cards: dealt, revealed in order, and what becomes of them by their type."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, given_bent, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.framework.offers.prompt_list import offered_prompts
from domain.games.champions import GAME
from domain.games.champions.cards.entering import (
    AttachmentEntered,
    EnvironmentEntered,
    MinionEntered,
    SideSchemeEntered,
)
from domain.games.champions.cards.leaving import CardLeft
from domain.games.champions.defeats import SeatEliminated
from domain.games.champions.display.enemies import board_of_encounters
from domain.games.champions.display.prompts import ENCOUNTER
from domain.games.champions.encounter import (
    EachHeroDamaged,
    EncounterCardRevealed,
    NemesisSetEntered,
    ObligationResolved,
    TreacheryResolved,
)
from domain.games.champions.enemies.activations import MinionEngaged
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.numbers import count_icons
from domain.games.champions.piles.encounter_deck import (
    DealtCardsCounted,
    EncounterCardsDealt,
    EncounterCounted,
    EncounterDeckExhausted,
)
from domain.games.champions.rounds import (
    ActivationsEnded,
    PlayerPhaseEnded,
    RoundEnded,
    SchemeThreatPlaced,
    StepCardsDealt,
)
from domain.games.champions.setup.players import FirstPlayerChosen, HeroTaken
from domain.games.champions.setup.scenarios import GameBegun, NemesisSetsSetAside, ScenarioChosen
from tests.domain.games.champions.moments import IRON, SPIDER, activations, at

ROOM = ("encounter", "minions", "schemes")
DEALING = (*activations(*ROOM), EncounterCounted(deck=10), ActivationsEnded())
REVEALING = (*DEALING, StepCardsDealt())
"""A card lies before each player, eight in the deck."""


def card(id_: str, type_: str, *keywords: str, **fields: object) -> ContentAdded:
    return ContentAdded(
        kind="cards", id=id_, fields={"en": id_.title(), "type": type_, "keywords": [*keywords], **fields}
    )


def reveal(name: str, seat: str = SPIDER, **fields: object) -> Spec:
    return given(GAME, *REVEALING).when(EncounterCardRevealed(seat=seat, name=name, **fields))


def test_each_player_is_dealt_a_card_and_the_step_goes_on() -> None:
    given(GAME, *DEALING).when(StepCardsDealt()).then(
        followed(EncounterCardsDealt(cards={SPIDER: 1, IRON: 1})),
        table(**{"step": "encounters", "scenario.deck": 8, "seats.spider-man.dealt": 1}),
    )
    given(GAME, *activations(*ROOM)).when(StepCardsDealt()).then(refused("wrong-step"))


def test_cards_are_revealed_in_player_order_and_on_until_none_is_left() -> None:
    given(GAME, *REVEALING).when(EncounterCardRevealed(seat=IRON)).then(
        refused("others-reveal", bendable=True, says="First Spider-Man reveals an encounter card.")
    )
    own = given(GAME, *REVEALING, EncounterCardRevealed(seat=SPIDER)).when(EncounterCardRevealed(seat=SPIDER))
    own.then(refused("none-dealt", bendable=True))
    late = (
        EncounterCardRevealed(seat=SPIDER),
        EncounterCardRevealed(seat=IRON),
        DealtCardsCounted(seat=SPIDER, dealt=1),
    )
    given(GAME, *REVEALING, *late).when(EncounterCardRevealed(seat=SPIDER)).then(table(**{"seats.spider-man.dealt": 0}))


def test_cards_dealt_meanwhile_join_those_of_their_player_at_once() -> None:
    more = (EncounterCardsDealt(cards={SPIDER: 1}), EncounterCardRevealed(seat=SPIDER))
    given(GAME, *REVEALING, *more).when(EncounterCardRevealed(seat=IRON)).then(refused("others-reveal"))


def test_who_reveals_goes_on_though_somebody_before_is_dealt_a_card() -> None:
    more = (EncounterCardsDealt(cards={IRON: 1}), EncounterCardRevealed(seat=SPIDER), EncounterCardRevealed(seat=IRON))
    late = given(GAME, *REVEALING, *more, EncounterCardsDealt(cards={SPIDER: 1}))
    late.when(EncounterCardRevealed(seat=SPIDER)).then(refused("others-reveal"))
    late.when(EncounterCardRevealed(seat=IRON)).then(table(**{"seats.Iron Man.dealt": 0}))


def test_in_the_next_round_the_first_player_reveals_first() -> None:
    first = (*REVEALING, EncounterCardRevealed(seat=SPIDER), EncounterCardRevealed(seat=IRON), RoundEnded())
    second = (FirstPlayerChosen(seat=SPIDER), PlayerPhaseEnded(), SchemeThreatPlaced(), ActivationsEnded())
    again = given(GAME, *first, *second, StepCardsDealt())
    again.when(EncounterCardRevealed(seat=SPIDER)).then(table(**{"seats.spider-man.dealt": 0}))


def test_who_is_out_reveals_nothing() -> None:
    out = (*REVEALING, DamageDealt(target=IRON, amount=9))
    given(GAME, *out).when(EncounterCardRevealed(seat=IRON, out_of="deck")).then(refused("eliminated", bendable=False))


def test_a61_dealt_cards_wait_for_the_villain_phase() -> None:
    early = (*activations(*ROOM)[:-2], DealtCardsCounted(seat=SPIDER, dealt=1))
    given(GAME, *early).when(EncounterCardRevealed(seat=SPIDER)).then(refused("dealt-wait", bendable=True))


def test_the_round_does_not_end_while_a_card_is_unresolved() -> None:
    given(GAME, *REVEALING).when(RoundEnded()).then(
        refused("cards-left", bendable=True, says="2 dealt encounter cards are still unresolved.")
    )
    done = (EncounterCardRevealed(seat=SPIDER), EncounterCardRevealed(seat=IRON))
    given(GAME, *REVEALING, *done).when(RoundEnded()).then(table(round=2))


def test_a_card_that_nobody_names_is_discarded() -> None:
    given(GAME, *REVEALING).when(EncounterCardRevealed(seat=SPIDER)).then(
        says("Spider-Man revealed a card"), followed(), table(**{"scenario.discard": [""]})
    )


def test_a_minion_engages_who_revealed_it() -> None:
    reveal("shocker").then(
        says("Spider-Man revealed a card: Shocker, minion", "Shocker entered play, engaged with Spider-Man"),
        table(**{"play.shocker.engaged": SPIDER, "scenario.discard": [], "seats.spider-man.dealt": 0}),
    )


def test_an_environment_and_a_side_scheme_enter_play() -> None:
    entered = reveal("ultron-drones").outcome.events[1]
    assert isinstance(entered, EnvironmentEntered)
    scheme = reveal("illegal-arms-factory")
    assert isinstance(scheme.outcome.events[1], SideSchemeEntered)
    scheme.then(table(**{"play.illegal-arms-factory.threat": 3}))


def test_an_attachment_is_attached_to_the_villain_or_to_what_it_names() -> None:
    attached = reveal("armored-rhino-suit").outcome.events[1]
    assert isinstance(attached, AttachmentEntered)
    assert attached.host == "villain"
    reveal("armored-rhino-suit", host=IRON).then(table(**{"play.armored-rhino-suit.host": IRON}))


def test_what_content_does_not_know_is_said() -> None:
    said = reveal("Hydra", type="minion").outcome.events[1]
    assert isinstance(said, MinionEntered)
    assert said.name == "Hydra"


def test_a_card_of_a_type_that_nobody_knows_is_resolved_by_hand() -> None:
    reveal("Hydra").then_must(TreacheryResolved(seat=SPIDER, name="Hydra"))


def test_a_treachery_is_resolved_and_discarded() -> None:
    shown = reveal("explosion").then(followed(), table(**{"scenario.discard": []}))
    shown.then_must(TreacheryResolved(seat=SPIDER, name="explosion"))
    shown.and_then(TreacheryResolved(seat=SPIDER, name="explosion", cancelled=True)).then(
        says("Spider-Man resolved Explosion, cancelled"), table(**{"scenario.discard": ["explosion"]})
    )


def test_surge_reveals_the_top_card_of_the_deck_once_the_card_is_resolved() -> None:
    shown = given(GAME, card("rush", "treachery", "surge"), *REVEALING).when(
        EncounterCardRevealed(seat=SPIDER, name="rush")
    )
    shown.then(says("Spider-Man revealed a card: Rush, treachery, with surge"))
    shown.then_must(TreacheryResolved(seat=SPIDER, name="rush"))
    resolved = shown.and_then(TreacheryResolved(seat=SPIDER, name="rush"))
    resolved.then_must(EncounterCardRevealed(seat=SPIDER, out_of="surge"))
    resolved.and_then(EncounterCardRevealed(seat=SPIDER, out_of="surge")).then(
        table(**{"scenario.deck": 7, "seats.spider-man.dealt": 0, "agenda.due": {}})
    )


def test_the_round_does_not_end_before_surge() -> None:
    done = (
        EncounterCardRevealed(seat=SPIDER),
        EncounterCardRevealed(seat=IRON, name="shocker", surge=True),
    )
    given(GAME, *REVEALING, *done).when(RoundEnded()).then(refused("still-due", bendable=True))


def test_one_card_is_resolved_before_the_next_is_revealed() -> None:
    shown = (*REVEALING, EncounterCardRevealed(seat=SPIDER, name="explosion"))
    given(GAME, *shown).when(EncounterCardRevealed(seat=IRON)).then(
        refused("still-due", bendable=True, says="First: Spider-Man resolves Explosion")
    )
    given(GAME, *shown).when(EncounterCardRevealed(seat=IRON, out_of="deck")).then(says("Iron Man revealed a card"))


def test_peril_lasts_until_the_card_is_resolved() -> None:
    shown = given(GAME, card("alone", "treachery", "peril"), *REVEALING).when(
        EncounterCardRevealed(seat=SPIDER, name="alone")
    )
    shown.then(table(peril=SPIDER))
    shown.and_then(TreacheryResolved(seat=SPIDER, name="alone")).then(table(peril=""))


def test_peril_of_an_obligation_is_its_players() -> None:
    owed = card("owed", "obligation", "peril", identity=IRON)
    shown = given(GAME, owed, *REVEALING).when(EncounterCardRevealed(seat=SPIDER, name="owed"))
    shown.then(table(peril=IRON))
    shown.and_then(ObligationResolved(seat=IRON, name="owed")).then(table(peril=""))


def test_the_last_card_of_the_deck_has_it_shuffled() -> None:
    last = (*REVEALING, EncounterCounted(deck=1, discard=9))
    given(GAME, *last).when(EncounterCardRevealed(seat=SPIDER, out_of="deck")).then(
        table(**{"scenario.deck": 10, "main.tokens": 1})
    )
    event = given(GAME, *last).when(EncounterCardRevealed(seat=SPIDER, out_of="deck")).outcome.events[1]
    assert isinstance(event, EncounterDeckExhausted)


OBLIGED = REVEALING
"""Business Problems says on its card whose it is: Iron Man's, whom the table typed in."""


def test_e25_an_obligation_goes_to_the_player_of_its_identity() -> None:
    shown = given(GAME, *OBLIGED).when(EncounterCardRevealed(seat=SPIDER, name="business-problems"))
    shown.then_must(ObligationResolved(seat=IRON, name="business-problems"))
    removed = ObligationResolved(seat=IRON, name="business-problems", to="removed", choice="exhausts Tony Stark")
    shown.and_then(removed).then(
        says("Iron Man resolved Business Problems: removed, exhausts Tony Stark"),
        table(**{"scenario.removed": ["business-problems"], "scenario.discard": []}),
    )


def test_an_obligation_that_is_kept_lies_before_its_player_and_its_icons_count() -> None:
    debts = card("debts", "obligation", acceleration=1, hazard=1)
    due = (debts, *REVEALING, EncounterCardRevealed(seat=SPIDER, name="debts", whose=SPIDER))
    kept = given(GAME, *due).when(ObligationResolved(seat=SPIDER, name="debts", to="kept"))
    kept.then(
        says("Spider-Man resolved Debts: kept", "Debts stayed in front of Spider-Man"),
        table(**{"play.debts.type": "obligation", "play.debts.controller": SPIDER, "scenario.discard": []}),
    )
    here = kept.play.campaign.table
    assert (count_icons(here, "acceleration"), count_icons(here, "hazard")) == (1, 1)
    kept.and_then(CardLeft(card="debts")).then(table(**{"play": {}, "scenario.discard": ["debts"]}))


def test_the_icons_of_a_hero_count_in_hero_form() -> None:
    wings = ContentAdded(kind="identities", id="dark-wing", fields={"en": "Dark Wing", "health": 9, "acceleration": 1})
    spec = given_bent(GAME, wings, HeroTaken(hero="dark-wing"), ScenarioChosen(scenario="rhino"), GameBegun())
    assert count_icons(spec.play.campaign.table, "acceleration") == 0
    assert count_icons(spec.when(FormChanged(seat="dark-wing")).play.campaign.table, "acceleration") == 1


def test_a34_an_obligation_is_discarded_where_its_text_says_nothing() -> None:
    due = (*OBLIGED, EncounterCardRevealed(seat=SPIDER, name="business-problems"))
    given(GAME, *due).when(ObligationResolved(seat=IRON, name="business-problems")).then(
        table(**{"scenario.discard": ["business-problems"], "agenda.due": {}})
    )


def test_a_treachery_may_have_the_villain_attack_or_scheme() -> None:
    advance = EncounterCardRevealed(seat=SPIDER, name="Advance", type="treachery")
    spec = given(GAME, *REVEALING).and_then(advance)
    spec.then_prompts(
        "Advance: the villain attacks Spider-Man", "Advance: the villain schemes against Spider-Man"
    ).then_must(TreacheryResolved(seat=SPIDER, name="Advance"))


def test_what_an_unknown_attachment_is_attached_to_is_asked() -> None:
    claw = EncounterCardRevealed(seat=SPIDER, name="Claw", type="attachment")
    given(GAME, *REVEALING).when(claw).then(refused("host-unknown", bendable=True))
    given(GAME, *REVEALING).when(claw.copy_with(host="villain")).then(table(**{"play.Claw.host": "villain"}))


def test_whose_an_unknown_obligation_is_is_asked_once_and_it_goes_to_that_player() -> None:
    rent = EncounterCardRevealed(seat=SPIDER, name="Rent", type="obligation")
    asked = given(GAME, *REVEALING).when(rent)
    asked.then(refused("whose-unknown", bendable=True, says="Say whose obligation Rent is"))
    said = given(GAME, *REVEALING).when(rent.copy_with(whose=IRON))
    said.then_must(ObligationResolved(seat=IRON, name="Rent"))
    again = EncounterCardRevealed(seat=SPIDER, name="Rent", type="obligation", out_of="deck")
    said.and_then(ObligationResolved(seat=IRON, name="Rent")).and_then(again).then_must(
        ObligationResolved(seat=IRON, name="Rent")
    )


def test_an_obligation_of_a_player_who_is_out_is_removed_and_one_more_card_is_revealed() -> None:
    out = (*REVEALING, SeatEliminated(seat=IRON))
    rent = EncounterCardRevealed(seat=SPIDER, name="Rent", type="obligation", whose=IRON)
    spec = given(GAME, *out).when(rent)
    spec.then(table(**{"scenario.removed": ["Rent"]}))
    spec.then_must(EncounterCardRevealed(seat=SPIDER, out_of="obligation"))


def test_the_size_of_an_unknown_nemesis_set_is_asked_for_where_the_encounter_deck_is_counted() -> None:
    counted = (*REVEALING, EncounterCounted(deck=20))
    nemesis = NemesisSetEntered(seat=IRON)
    given(GAME, *counted).when(nemesis).then(refused("nemesis-unknown", bendable=False))
    given(GAME, *counted).when(nemesis.copy_with(shuffled=3)).then(table(**{"scenario.deck": 23}))
    given(GAME, *activations(*ROOM)).when(nemesis).then(table(**{"seats.Iron Man.nemesis": True}))


def test_an_obligation_of_nobody_here_is_for_who_revealed_it() -> None:
    debts = ContentAdded(kind="cards", id="debts", fields={"en": "Debts", "type": "obligation", "identity": "Hulk"})
    given(GAME, debts, *REVEALING).when(EncounterCardRevealed(seat=SPIDER, name="debts")).then_must(
        ObligationResolved(seat=SPIDER, name="debts")
    )


@pytest.mark.parametrize("whose", ["spider-man", "Spider-Man", "peter parker"])
def test_an_obligation_names_its_identity_by_any_of_its_names(whose: str) -> None:
    debts = ContentAdded(kind="cards", id="debts", fields={"en": "Debts", "type": "obligation", "identity": whose})
    given(GAME, debts, *OBLIGED).when(EncounterCardRevealed(seat=IRON, name="debts", out_of="elsewhere")).then_must(
        ObligationResolved(seat=SPIDER, name="debts")
    )


@pytest.mark.parametrize(
    ("attach_to", "host"),
    [("Shocker", "shocker"), ("main scheme", "main scheme"), ("Iron Man", IRON), ("Rhino", "villain"), ("", "villain")],
)
def test_an_attachment_goes_where_its_card_says(attach_to: str, host: str) -> None:
    fields = {"en": "Plating", "type": "attachment", "attach_to": attach_to}
    start = (ContentAdded(kind="cards", id="plating", fields=fields), *REVEALING)
    there = (*start, MinionEntered(name="shocker", seat=SPIDER))
    given(GAME, *there).when(EncounterCardRevealed(seat=SPIDER, name="plating", out_of="elsewhere")).then(
        table(**{"play.plating.host": host})
    )


def test_d33_the_obligation_of_who_is_out_is_removed_and_one_more_card_comes() -> None:
    out = (*OBLIGED, DamageDealt(target=IRON, amount=9))
    shown = given(GAME, *out).when(EncounterCardRevealed(seat=SPIDER, name="business-problems"))
    shown.then(table(**{"scenario.removed": ["business-problems"]}))
    shown.then_must(EncounterCardRevealed(seat=SPIDER, out_of="obligation"))
    shown.and_then(EncounterCardRevealed(seat=SPIDER, out_of="obligation")).then(table(**{"scenario.deck": 7}))


def test_what_was_due_of_who_is_out_is_no_longer() -> None:
    due = (*OBLIGED, EncounterCardRevealed(seat=SPIDER, name="business-problems"))
    given(GAME, *due).when(DamageDealt(target=IRON, amount=9)).then(table(**{"agenda.due": {}}))


def test_e27_each_hero_is_hurt_and_no_alter_ego() -> None:
    given(GAME, *REVEALING).when(EachHeroDamaged(amount=1, source="Shocker")).then(
        followed(DamageDealt(target=SPIDER, amount=1)),
        says("1 damage to each hero (Shocker)", "Spider-Man took 1 damage"),
    )
    both = (*REVEALING, FormChanged(seat=IRON, by_card=True))
    given(GAME, *both).when(EachHeroDamaged()).then(table(**{"seats.spider-man.damage": 1, "seats.Iron Man.damage": 1}))


def test_the_nemesis_set_enters_as_content_knows_it() -> None:
    vulture = (
        card("vulture", "minion", health=4),
        card("robbery", "side scheme", threat=2),
        card("talons", "attachment"),
        ContentCorrected(
            kind="identities", id="spider-man", fields={"nemesis": {"vulture": 1, "robbery": 1, "talons": 3}}
        ),
    )
    entered = given(GAME, *vulture, *REVEALING).when(NemesisSetEntered(seat=SPIDER))
    entered.then(
        table(**{"play.vulture.engaged": SPIDER, "play.robbery.threat": 2, "scenario.deck": 11}),
    )
    entered.and_then(NemesisSetEntered(seat=SPIDER)).then(refused("nemesis-entered", bendable=True))


def test_what_was_set_aside_for_another_nemesis_stays_there() -> None:
    room = activations(*ROOM)
    begun = next(at for at, event in enumerate(room) if isinstance(event, GameBegun))
    aside = NemesisSetsSetAside(cards=("Whiplash", "Vulture"))
    given_bent(GAME, *room[:begun], aside, *room[begun:]).when(NemesisSetEntered(seat=IRON, minion="Whiplash")).then(
        table(**{"scenario.aside": ["Vulture"]})
    )


def test_the_nemesis_set_enters_as_the_table_says() -> None:
    given(GAME, *REVEALING).when(NemesisSetEntered(seat=IRON, minion="Whiplash", shuffled=4)).then(
        table(**{"play.Whiplash.engaged": IRON, "scenario.deck": 12})
    )


def test_a_table_without_minions_reveals_all_the_same() -> None:
    alone = (*activations("encounter"), EncounterCounted(deck=10), ActivationsEnded(), StepCardsDealt())
    given(GAME, *alone).when(EncounterCardRevealed(seat=SPIDER, name="shocker")).then(followed(), table(play={}))


def prompted(*events: Event[Any]) -> list[tuple[str, Event[Any]]]:
    """What comes next of the encounter cards."""
    return [(str(prompt.title), prompt.event(**prompt.fields)) for prompt in offered_prompts(ENCOUNTER, at(*events))]


def test_what_comes_next_leads_from_dealing_through_everybodys_cards() -> None:
    assert prompted(*DEALING) == [("Deal 2 encounter cards", StepCardsDealt())]
    first = ("Spider-Man reveals an encounter card", EncounterCardRevealed(seat=SPIDER))
    assert prompted(*REVEALING) == [first]
    one = (*REVEALING, EncounterCardRevealed(seat=SPIDER))
    assert prompted(*one) == [("Iron Man reveals an encounter card", EncounterCardRevealed(seat=IRON))]
    assert prompted(*one, EncounterCardRevealed(seat=IRON)) == []


def test_who_has_several_cards_is_told_how_many() -> None:
    ((title, _),) = prompted(*REVEALING, EncounterCardsDealt(cards={SPIDER: 1}))
    assert title == "Spider-Man reveals an encounter card, of 2"


def test_a_table_that_counts_the_deck_alone_reveals_with_one_tap() -> None:
    alone = (*activations("encounter"), EncounterCounted(deck=10), ActivationsEnded(), StepCardsDealt())
    assert [prompt.complete for prompt in offered_prompts(ENCOUNTER, at(*alone))] == [True]
    assert [prompt.complete for prompt in offered_prompts(ENCOUNTER, at(*REVEALING))] == [False]
    (piece,) = board_of_encounters(at(*alone))
    assert [button.event for button in piece.buttons] == [EncounterCardRevealed(seat=SPIDER)]
    assert [(str(chip.name), chip.copies) for chip in piece.chips] == [("Spider-Man", 1), ("Iron Man", 1)]


def test_the_board_asks_what_cards_bring() -> None:
    (piece,) = board_of_encounters(at(*REVEALING, MinionEntered(name="shocker", seat=SPIDER)))
    assert [ask.event for ask in piece.asks] == [
        EncounterCardRevealed,
        EncounterCardRevealed,
        EachHeroDamaged,
        NemesisSetEntered,
        MinionEngaged,
    ]
    assert board_of_encounters(at(*activations())) == []
