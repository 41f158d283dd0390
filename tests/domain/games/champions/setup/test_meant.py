"""A name that several cards have: who plays, which decks were listed and which sets are in play say which is meant."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.forms.names import names_offered_at
from companion.forms.values import form_strings, values_of
from companion.forms.widgets import MARK
from companion.testing import Spec, given_bent, refused, table
from domain.framework.events import choice
from domain.framework.events.event import Event
from domain.framework.fields.fields import fields_of
from domain.framework.kernel import ContentAdded
from domain.framework.refusal import Misfit
from domain.framework.text import ENGLISH
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, MinionEntered, SideSchemeEntered
from domain.games.champions.encounter import EncounterCardRevealed
from domain.games.champions.heroes.playing import CostDeclared
from domain.games.champions.piles.encounter_deck import EncounterCardsDiscarded
from domain.games.champions.piles.players_decks import CardsCounted, HandNamed
from domain.games.champions.setup.decks import DeckListed
from domain.games.champions.setup.players import HeroTaken
from domain.games.champions.setup.scenarios import GameBegun, ModularSetChosen, ScenarioChosen
from domain.games.champions.timing.abilities import CardPresented

MARVEL = "captain-marvel"
OWN = {"energy-channel": 2, "alpha-flight-station": 1}
CARDS: Mapping[str, Mapping[str, Any]] = {
    "energy-channel": {"en": "Energy Channel", "type": "upgrade", "classification": "hero"},
    "energy-channel-leader": {"en": "Energy Channel", "type": "attachment", "set": "captain-marvel-leader"},
    "alpha-flight-station": {"en": "Alpha Flight Station", "type": "support", "classification": "hero"},
    "alpha-flight-station-leader": {"en": "Alpha Flight Station", "type": "side scheme"},
    "mockingbird": {"en": "Mockingbird", "type": "ally", "classification": "basic"},
    "mockingbird-justice": {"en": "Mockingbird", "type": "ally", "classification": "justice"},
    "spider-woman": {"en": "Spider-Woman", "type": "ally", "classification": "aggression"},
    "spider-woman-justice": {"en": "Spider-Woman", "type": "ally", "classification": "justice"},
    "tac-team": {"en": "Tac Team", "type": "support", "classification": "aggression"},
    "web-shooter": {"en": "Web-Shooter", "type": "upgrade", "classification": "hero"},
    "web-shooter-morales": {"en": "Web-Shooter", "type": "upgrade", "classification": "hero"},
    "hydra-mercenary-legions": {"en": "Hydra Mercenary", "type": "minion", "set": "legions"},
    "hydra-mercenary-rhino": {"en": "Hydra Mercenary", "type": "minion", "set": "rhino"},
    "shadow": {"en": "Shadow of the Past", "type": "treachery", "set": "standard"},
    "shadow-of-old": {"en": "Shadow of the Past", "type": "side scheme", "set": "legions"},
}
KNOWN = (
    ContentAdded(kind="identities", id=MARVEL, fields={"en": "Captain Marvel", "cards": OWN, "health": 12}),
    *(ContentAdded(kind="cards", id=id_, fields=dict(fields)) for id_, fields in CARDS.items()),
    ContentAdded(kind="encounter-sets", id="rhinos", fields={"cards": {"hydra-mercenary-rhino": 2, "shadow": 1}}),
    ContentAdded(kind="scenarios", id="rampage", fields={"sets": ["rhinos"]}),
)
SEATED = (*KNOWN, HeroTaken(hero=MARVEL))
LIST = {"Energy Channel": 2, "Alpha Flight Station": 1, "Tac Team": 3, "Mockingbird": 1, "Spider-Woman": 1}
LISTED = {"energy-channel": 2, "alpha-flight-station": 1, "tac-team": 3, "mockingbird": 1, "spider-woman": 1}
PLAYING = (*SEATED, ScenarioChosen(scenario="rampage", health=14, target=7), GameBegun())


def at(*events: Event[Any]) -> Spec:
    return given_bent(GAME, *events)


def test_a_deck_list_by_names_has_the_heros_own_cards_and_those_of_its_aspect() -> None:
    spec = at(*SEATED).when(DeckListed(seat=MARVEL, cards=LIST, aspect="aggression"), bend="a few cards are enough")
    spec.then(table(**{f"seats.{MARVEL}.list_": LISTED}))


def test_a_pasted_list_of_names_is_read_in_one_go() -> None:
    here = at(*SEATED).play.campaign.table
    pasted = "\n".join(f"{count}x {name} (Core Set)" for name, count in LIST.items())
    typed = {**form_strings(DeckListed, {"seat": MARVEL}), f"{MARK}cards": [pasted]}
    assert values_of(DeckListed, here, typed)["cards"] == LISTED


def test_all_names_of_a_list_that_nobody_can_tell_apart_are_told_at_once() -> None:
    here = at(*SEATED).play.campaign.table
    typed = {**form_strings(DeckListed, {"seat": MARVEL}), f"{MARK}cards": ["2x Web-Shooter\n1x Spider-Woman"]}
    with pytest.raises(Misfit) as wrong:
        values_of(DeckListed, here, typed)
    assert str(wrong.value.faults["cards"]) == (
        "cards: several things have that name:"
        " “Web-Shooter” (Web-Shooter (upgrade, Hero, web-shooter), Web-Shooter (upgrade, Hero, web-shooter-morales)),"
        " “Spider-Woman” (Spider-Woman (ally, Aggression), Spider-Woman (ally, Justice))"
    )


def in_deck(spec: Spec, *cards: str) -> Spec:
    """The same with a deck list, which is too short to be one."""
    return spec.when(DeckListed(seat=MARVEL, cards=dict.fromkeys(cards, 1)), bend="a few cards are enough")


def test_a_hand_is_named_by_the_cards_of_the_deck() -> None:
    spec = in_deck(at(*SEATED), "web-shooter-morales").and_then(CardsCounted(seat=MARVEL, hand=1))
    spec.and_then(HandNamed(seat=MARVEL, cards=("Web-Shooter",))).then(
        table(**{f"seats.{MARVEL}.hand": ["web-shooter-morales"]})
    )


@pytest.mark.parametrize(
    ("event", "card"),
    [
        (MinionEntered(name="Hydra Mercenary", seat=MARVEL), "hydra-mercenary-rhino"),
        (SideSchemeEntered(name="Shadow of the Past"), "shadow-of-old"),
        (SideSchemeEntered(name="Alpha Flight Station"), "alpha-flight-station-leader"),
    ],
)
def test_what_enters_play_is_of_the_type_and_of_the_encounter_deck(event: Event[Any], card: str) -> None:
    at(*PLAYING).when(event).then(table(**{f"play.{card}.card": card}))


def test_what_is_revealed_or_discarded_is_of_the_encounter_deck() -> None:
    revealed = EncounterCardRevealed(seat=MARVEL, name="Shadow of the Past", out_of="elsewhere")
    spec = at(*PLAYING).when(revealed)
    assert any("shadow" in str(due) for due in spec.play.campaign.table.agenda.due.values())
    at(*PLAYING).when(EncounterCardsDiscarded(cards=("Shadow of the Past",))).then(
        table(**{"scenario.discard": ["shadow"]})
    )


def test_what_nobody_can_tell_apart_is_asked_for_with_set_type_and_class() -> None:
    at(*PLAYING).when(CardPresented(seat=MARVEL, card="Energy Channel")).then(
        refused(
            "looks-like-known",
            says="Energy Channel (upgrade, Hero), Energy Channel (captain-marvel-leader, attachment)",
        )
    )


def test_a_form_offers_the_cards_of_the_deck_where_nobody_said_what_is_in_the_hand() -> None:
    here = in_deck(at(*SEATED), "web-shooter-morales", "tac-team").play.campaign.table
    field = next(field for field in fields_of(CostDeclared) if field.name == "card")
    names = names_offered_at(field, here, ENGLISH, {"seat": MARVEL})
    assert [id_ for id_, _ in names.search("web")] == ["web-shooter-morales"]
    assert len(names.options) == 2


def test_heroes_of_one_name_are_told_apart_by_their_other_side() -> None:
    twins = {
        "reed": {"en": "Night Heron", "alter_ego": "Ada Reed"},
        "vole": {"en": "Night Heron", "alter_ego": "Bo V."},
    }
    here = at(*(ContentAdded(kind="identities", id=id_, fields=one) for id_, one in twins.items())).play.campaign.table
    with pytest.raises(Misfit) as wrong:
        values_of(HeroTaken, here, form_strings(HeroTaken, {"hero": "Night Heron"}))
    assert "Night Heron (Ada Reed), Night Heron (Bo V.)" in str(wrong.value.faults["hero"])
    assert values_of(HeroTaken, here, form_strings(HeroTaken, {"hero": "Night Heron (Bo V.)"}))["hero"] == "vole"


def test_modular_sets_come_first_where_one_is_chosen_and_what_is_in_the_deck_last() -> None:
    uses = {"old-foes": "nemesis", "any-other": "modular", "wished": "modular", "home-made": None, "rhinos": "modular"}
    sets = [
        ContentAdded(kind="encounter-sets", id=id_, fields={"en": id_, **({"use": use} if use else {})})
        for id_, use in uses.items()
    ]
    wishing = ContentAdded(kind="scenarios", id="rampage", fields={"sets": ["rhinos"], "recommended": ["wished"]})
    seated = HeroTaken(hero="spider-man")
    here = at(seated, *sets, wishing, ScenarioChosen(scenario="rampage", health=14)).play.campaign.table
    field = next(field for field in fields_of(ModularSetChosen) if field.name == "set")
    offered = [id_ for id_, _ in names_offered_at(field, here, ENGLISH).options if id_ in uses]
    assert offered == ["wished", "any-other", "home-made", "rhinos"], "a nemesis set is no modular set"


def test_a_form_offers_first_what_can_be_meant() -> None:
    here = at(*PLAYING).play.campaign.table
    field = next(field for field in fields_of(MinionEntered) if field.name == "name")
    names = names_offered_at(field, here, ENGLISH)
    assert names.search("hydra")[0][0] == "hydra-mercenary-rhino"
    assert names.options[0][0] == "hydra-mercenary-rhino"


@pytest.fixture
def three_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards are many, as hundreds are in a whole collection."""
    monkeypatch.setattr(choice, "FEW", 2)


@pytest.mark.usefixtures("three_are_many")
def test_before_anything_is_typed_the_cards_of_the_deck_are_offered() -> None:
    here = in_deck(at(*SEATED), "web-shooter-morales", "tac-team").play.campaign.table
    field = next(field for field in fields_of(CardEntered) if field.name == "name")
    offered = [id_ for id_, _ in names_offered_at(field, here, ENGLISH, {"seat": MARVEL}).search("")]
    assert offered == ["tac-team", "web-shooter-morales", *sorted(OWN, reverse=True)]


@pytest.mark.usefixtures("three_are_many")
def test_before_anything_is_typed_minions_of_this_encounter_deck_are_offered() -> None:
    here = at(*PLAYING).play.campaign.table
    field = next(field for field in fields_of(MinionEntered) if field.name == "name")
    assert [id_ for id_, _ in names_offered_at(field, here, ENGLISH).search("")] == ["hydra-mercenary-rhino"]
