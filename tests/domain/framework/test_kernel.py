"""What every game has: sessions, notes, own content."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import pytest
from pydantic import BaseModel

from companion.testing import Spec, bent, given, refused, says, table
from domain.framework import kernel
from domain.framework.fields.fields import make_event
from domain.framework.kernel import (
    Adjusted,
    CampaignHidden,
    CampaignRenamed,
    CampaignShown,
    ContentAdded,
    ContentCorrected,
    NoteAdded,
    PackChanged,
    SessionEnded,
    SessionStarted,
)
from domain.framework.refusal import Misfit, RefusedAll
from domain.log.entries import CORRECTION_TOPICS
from tests.house import House
from tests.toy import GAME, CoinsGained, Harbour, SeatTaken, TowerBuilt

TIN = ContentAdded(kind="towers", id="tin", fields={"en": "Tin Tower", "price": 1})


def test_a_file_knows_corrections_by_the_topics_that_they_have() -> None:
    assert tuple(event.topic for event in kernel.CORRECTIONS) == CORRECTION_TOPICS


def test_a_campaign_starts_with_its_name_and_its_content() -> None:
    given(GAME).then(table(name="Spec", content=GAME.pack.digest, sitting=None, sittings=0))


def test_a_session_is_numbered_from_one_and_knows_who_came() -> None:
    (
        given(GAME)
        .when(SessionStarted(players=("Ann", "Bob")))
        .then(table(sittings=1, **{"sitting.number": 1, "sitting.players": ["Ann", "Bob"]}))
        .when(SessionEnded())
        .when(SessionStarted())
        .then(table(sittings=2, **{"sitting.number": 2}))
    )


def test_a_session_is_ended_before_the_next_begins() -> None:
    given(GAME, SessionStarted()).when(SessionStarted()).then(refused("session-open", bendable=False, says="Session 1"))


def test_only_an_open_session_ends() -> None:
    given(GAME).when(SessionEnded()).then(refused("no-session", bendable=False))


def test_notes_are_kept_by_what_they_are_about() -> None:
    given(GAME, NoteAdded(text="rain"), NoteAdded(text="wind")).when(NoteAdded(text="tired", about="Ann")).then(
        table(notes={"": ["rain", "wind"], "Ann": ["tired"]}), says("Note: tired")
    )


def test_a_note_on_an_entry_is_not_on_the_table() -> None:
    given(GAME).when(NoteAdded(text="well played", entry=1)).then(table(notes={}))


def test_a_campaign_is_renamed() -> None:
    given(GAME).when(CampaignRenamed(name="Old Harbour")).then(table(name="Old Harbour"))


def test_a_campaign_is_hidden_and_shown_again() -> None:
    given(GAME).when(CampaignHidden()).then(table(hidden=True))
    given(GAME, CampaignHidden()).when(CampaignShown()).then(table(hidden=False))


def test_a_campaign_is_not_hidden_by_hand() -> None:
    by_hand = Adjusted(path="hidden", after=True, reason="x")
    given(GAME).when(by_hand).then(refused("not-a-value", bendable=False))


def test_only_the_host_hides_a_campaign(house: House) -> None:
    campaign = house.new()
    with pytest.raises(RefusedAll) as wrong:
        house.record_as(campaign, CampaignHidden(), replace(house.command(), host=False))
    assert wrong.value.reasons[0].code == "for-the-host"


def test_what_is_hidden_is_not_hidden_again() -> None:
    given(GAME, CampaignHidden()).when(CampaignHidden()).then(refused("already-hidden", bendable=False))
    given(GAME).when(CampaignShown()).then(refused("not-hidden", bendable=False))


def test_typed_in_content_is_played_with() -> None:
    (
        given(GAME, SeatTaken(seat="Ann"), CoinsGained(seat="Ann", amount=1), TIN)
        .when(TowerBuilt(seat="Ann", tower="tin"))
        .then(table(**{"seats.Ann.coins": 0}), says("Ann built Tin Tower"))
    )


@pytest.mark.parametrize("id_", ["oak", "tin"])
def test_what_is_known_is_not_added_again(id_: str) -> None:
    given(GAME, TIN).when(ContentAdded(kind="towers", id=id_)).then(refused("content-present", bendable=False))


@pytest.mark.parametrize("event", [TIN, ContentCorrected(kind="towers", id="oak", fields={"price": 3})], ids=str)
def test_what_stands_on_no_card_is_not_typed_in(event: ContentAdded | ContentCorrected) -> None:
    given(GAME).when(event.copy_with(fields={"en": "Zinc", "prise": 1})).then(
        refused("no-such-field", bendable=False, says="A card of the towers has no field “prise”. It has: price.")
    )
    given(GAME).when(ContentAdded(kind="tower", id="tin")).then(
        refused("no-such-kind", bendable=False, says="There is no kind of content called “tower”. There is: towers.")
    )
    given(GAME).when(event.copy_with(fields={"price": "much"})).then(refused("odd-on-card", bendable=True))


@pytest.mark.parametrize(
    ("id_", "fields"),
    [
        ("7", {"en": "Oak Towre"}),
        ("7", {"zh": "橡木塔"}),
        ("Oak  Tower", {}),
        ("OAK TOWER", {"price": 3}),
        ("7", {"en": "Oak Tower", "zh": "橡塔"}),
    ],
    ids=str,
)
def test_a_name_that_looks_like_a_known_one_is_asked_about_first(id_: str, fields: dict[str, object]) -> None:
    new = ContentAdded(kind="towers", id=id_, fields=fields)
    spec = (
        given(GAME).when(new).then(refused("looks-like-known", bendable=True, says="Oak Tower. Is it something else?"))
    )
    spec.and_then(new, bend="the second of its kind").then(bent("looks-like-known"))


def test_names_that_differ_in_their_numbers_are_those_of_different_things() -> None:
    one, two = (ContentAdded(kind="towers", id=f"w{n}", fields={"en": f"Watch Tower {n}"}) for n in (12, 13))
    given(GAME, one).when(two).then(two)


def test_a_card_is_no_deeper_than_cards_are() -> None:
    assert make_event(ContentAdded, {"kind": "towers", "id": "x", "fields": {"stages": [[[[1]]]]}})
    with pytest.raises(Misfit):
        make_event(ContentAdded, {"kind": "towers", "id": "x", "fields": {"stages": [[[[[1]]]]]}})


@pytest.mark.parametrize("id_", ["Tin Tower", "T2", "锡塔"])
def test_another_name_is_not_asked_about(id_: str) -> None:
    given(GAME, ContentAdded(kind="towers", id="T1")).when(ContentAdded(kind="towers", id=id_)).then()


class OldHarbour(Harbour):
    """The harbour of an earlier release, which took any kind and any field."""

    kinds: ClassVar[Mapping[str, type[BaseModel]]] = {}


def test_what_an_earlier_release_wrote_is_never_asked_about() -> None:
    moat, oaks = ContentAdded(kind="moats", id="deep"), TIN.copy_with(fields={"en": "Tin Tower", "q": 1})
    play = given(replace(GAME, table=OldHarbour), NoteAdded(text="Hello"), moat, oaks).play
    play.game = GAME
    assert play.reopen().table.library["moats"] == {"deep": {}}
    Spec(play).and_undo(2).then(table(notes={}))


def test_the_tables_own_words_have_several_lines_and_nothing_else_has() -> None:
    words = "When it is built:\ntake a coin"
    given(GAME).when(TIN.copy_with(fields={"en": "Tin Tower", "text": words})).then(
        table(**{"library.towers.tin.text": words})
    )
    for fields in ({"en": words}, {"text": ["a\nb"]}, {"text": "x" * 5_001}):
        with pytest.raises(Misfit):
            make_event(ContentAdded, {"kind": "towers", "id": "tin", "fields": fields})


def test_content_of_the_pack_is_corrected_for_this_campaign() -> None:
    (
        given(GAME, SeatTaken(seat="Ann"), CoinsGained(seat="Ann", amount=1))
        .when(ContentCorrected(kind="towers", id="oak", fields={"price": 1}, reason="errata"))
        .then()
        .when(TowerBuilt(seat="Ann", tower="oak"))
        .then(table(**{"seats.Ann.coins": 0}))
    )


def test_a_corrected_thing_keeps_its_name() -> None:
    corrected = ContentCorrected(kind="towers", id="oak", fields={"price": 1})
    campaign = given(GAME, corrected).play.campaign
    assert str(campaign.table.called("towers", "oak")) == "Oak Tower"


def test_what_is_not_known_is_not_corrected() -> None:
    given(GAME).when(ContentCorrected(kind="towers", id="tin", fields={"price": 1})).then(
        refused("content-unknown", bendable=False)
    )


def test_taking_typed_in_content_back_asks_about_what_was_played_with_it() -> None:
    (
        given(GAME, SeatTaken(seat="Ann"), CoinsGained(seat="Ann", amount=1), TIN, TowerBuilt(seat="Ann", tower="tin"))
        .and_undo(4)
        .then(refused("others-affected"))
    )


def test_another_pack_is_pinned_from_there_on() -> None:
    given(GAME).when(PackChanged(pack="f" * 64)).then(table(content="f" * 64))


def test_the_campaigns_own_events_are_not_recorded_by_hand() -> None:
    by_hand = set(GAME.by_name.values())
    own = {kernel.CampaignStarted, kernel.CampaignBranched, kernel.PackChanged, *kernel.CORRECTIONS}
    assert not by_hand & own


@pytest.mark.parametrize("path", ["content", "library.towers.tin.price", "seats.Ann.towers.0", "seats.Ann.towers.-1"])
def test_what_is_pinned_or_in_a_list_is_not_set_by_hand(path: str) -> None:
    coins, oak = CoinsGained(seat="Ann", amount=2), TowerBuilt(seat="Ann", tower="oak")
    given(GAME, TIN, SeatTaken(seat="Ann"), coins, oak).when(Adjusted(path=path, after="iron", reason="card")).then(
        refused("not-a-value", bendable=False)
    )
