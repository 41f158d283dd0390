"""Hosts who signed in by a proxy: each has campaigns of their own, and knows of no other."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.services import Services
from companion.web.application.app import create_app
from companion.web.visitors.guests import Guests, QuotaReached
from tests.companion.guest import Guest, code_of
from tests.companion.visitor import Visitor, body
from tests.companion.web.people.before import write_guests_of_before

PROXY, SITE, TOKEN = "172.18.0.5", "http://table.example", "a token that somebody was told"


class Signer(Guest):
    """Somebody who comes by the proxy, which says who they are."""

    def __init__(self, app: Flask, account: str = "", *, key: str = "boat", peer: str = PROXY) -> None:
        super().__init__(app, key, "/more", address=peer)
        self.client.environ_base["HTTP_X_FORWARDED_FOR"] = "203.0.113.9"
        if account:
            self.client.environ_base["HTTP_X_FORWARDED_USER"] = account

    def begin(self, name: str, command: str = "") -> TestResponse:
        fields = self.fields("/new/toy")
        fields["command"] = command or fields["command"]
        return self.client.post("/new/toy", data={**fields, "name": name})

    def give_up(self) -> TestResponse:
        return self.client.post(self.at("give-up"), data=self.fields("campaign"))

    @property
    def sees(self) -> set[str]:
        """The campaigns that their list has."""
        return {link.split("/")[2] for link in self.read("/").links if link.startswith("/c/")}


@pytest.fixture
def hosting(services: Services, visitor: Visitor) -> Flask:
    """Pages behind a proxy that signs people in; the campaign Harbour is the administrator's."""
    settings = replace(
        services.settings,
        behind=SITE,
        trusted_proxies=("172.18.0.0/16",),
        host_header="X-Forwarded-User",
        host_token=TOKEN,
        quota=2,
    )
    return create_app(settings, services)


@pytest.fixture
def ann(hosting: Flask) -> Signer:
    """A host with a campaign, “Boat”."""
    ann = Signer(hosting, "ann")
    ann.begin("Boat")
    return ann


@pytest.fixture
def bob(hosting: Flask, ann: Signer) -> Signer:
    """Another one, with “Tower”."""
    bob = Signer(hosting, "bob", key="tower")
    bob.begin("Tower")
    return bob


@pytest.fixture
def administrator(hosting: Flask) -> Signer:
    """Whoever showed the token, by the same proxy."""
    phone = Signer(hosting, "root")
    phone.client.post("/host", data={**phone.fields("/host"), "host": TOKEN})
    return phone


# --- who is a host ----------------------------------------------------------------------------


def test_whoever_signed_in_is_a_host_of_their_own_campaigns(ann: Signer, bob: Signer) -> None:
    assert (ann.sees, bob.sees) == ({"boat"}, {"tower"})
    assert ann.get("").status_code == ann.get("people/").status_code == 200


@pytest.mark.parametrize("peer", ["127.0.0.1", "172.19.0.5", "203.0.113.9"])
def test_a_header_from_elsewhere_makes_nobody_a_host(hosting: Flask, ann: Signer, peer: str) -> None:
    stranger = Signer(hosting, "ann", peer=peer)
    assert [stranger.get(path).status_code for path in ("/", "/new", "")] == [303] * 3


@pytest.mark.parametrize("account", ["", " ", "eve,ann", "eve, ann", "a" * 201])
def test_nobody_is_signed_in_by_a_header_that_does_not_say_one_name(hosting: Flask, ann: Signer, account: str) -> None:
    assert Signer(hosting, account).get("/").status_code == 303


def test_where_no_header_is_believed_it_makes_nobody_a_host(hosting: Flask, ann: Signer) -> None:
    hosting.config["HOST_HEADER"] = ""
    assert ann.get("/").status_code == 303


def test_a_program_is_who_its_token_says_and_not_who_signed_in(ann: Signer) -> None:
    assert ann.get("/api/c", headers={"Authorization": "Bearer nonsense"}).status_code == 401
    assert [one["key"] for one in ann.get("/api/c").get_json()["campaigns"]] == ["boat"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_somebody_else_that_leads_here_shows_nothing(ann: Signer, site: str) -> None:
    answer = ann.get("", headers={"Sec-Fetch-Site": site})
    assert (answer.status_code, "A link from another site led here" in body(answer)) == (403, True)


# --- whose campaigns --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["", "log", "people/", "campaign", "export/jsonl", "live", "screen", "report/report.zip"]
)
@pytest.mark.parametrize("key", ["tower", "harbour"])
def test_no_other_campaign_is_there_for_them(ann: Signer, bob: Signer, key: str, path: str) -> None:
    answer = ann.get(f"/c/{key}/{path}")
    assert (answer.status_code, "Tower" in body(answer), "Harbour" in body(answer)) == (404, False, False)


def test_nor_is_it_to_be_compared_with_or_read_by_a_program(ann: Signer, bob: Signer) -> None:
    assert "tower" not in body(ann.get("compare?a=1"))
    assert [ann.get(path).status_code for path in ("compare?with=tower&a=1", "/api/c/tower/state")] == [404, 404]


def test_nothing_is_recorded_in_it(ann: Signer, bob: Signer) -> None:
    assert ann.client.post("/c/tower/record/seat-taken", data={**ann.fields(), "f.seat": "Ann"}).status_code == 404
    assert "Ann" not in bob.log


def test_what_they_branch_or_bring_in_is_theirs(services: Services, ann: Signer, bob: Signer) -> None:
    export = ann.get("export/jsonl").data
    ann.client.post(ann.at("branch"), data={**ann.fields(), "name": "Raft"})
    assert ann.sees == {"boat", "raft"}
    other = export.replace(services.find_campaign("boat").campaign.encode(), b"0" * 32)
    sent = {**bob.fields(), "file": (BytesIO(other), "boat.jsonl")}
    bob.client.post("/import", data=sent, content_type="multipart/form-data")
    assert bob.sees == {"tower", "boat-2"}


def test_what_is_there_already_does_not_become_theirs(ann: Signer, bob: Signer, administrator: Signer) -> None:
    for export in (ann.get("export/jsonl").data, administrator.get("/c/harbour/export/jsonl").data):
        sent = {**bob.fields(), "file": (BytesIO(export), "some.jsonl")}
        assert bob.client.post("/import", data=sent, content_type="multipart/form-data").status_code == 409
    assert (ann.sees, bob.sees) == ({"boat"}, {"tower"})


def test_a_command_of_the_administrators_gives_nobody_their_campaign(hosting: Flask, administrator: Signer) -> None:
    administrator.begin("Lighthouse", command="the-command-of-the-lighthouse")
    eve = Signer(hosting, "eve", key="lighthouse")
    assert eve.begin("Lighthouse", command="the-command-of-the-lighthouse").status_code == 303
    assert (eve.get("").status_code, eve.sees) == (404, set())


def test_an_example_which_all_would_share_is_not_offered(ann: Signer) -> None:
    assert "/example/" not in body(ann.get("/new"))
    assert ann.client.post("/example/agemonia", data=ann.fields()).status_code == 403


# --- the administrator ------------------------------------------------------------------------


def test_whoever_showed_the_token_sees_all_campaigns(ann: Signer, bob: Signer, administrator: Signer) -> None:
    assert administrator.sees == {"harbour", "boat", "tower"}
    assert "entries" in administrator.get("/healthz").get_json()


def test_what_is_about_the_whole_file_is_told_to_the_administrator_alone(ann: Signer) -> None:
    assert ann.get("/healthz").get_json() == {"ok": True}
    assert "Sign out" not in ann.text("/more")
    assert "Size of the campaign file" not in ann.text("report?asked=1&with=settings")


def test_pages_that_a_device_keeps_are_another_ones_for_each_host(ann: Signer, bob: Signer) -> None:
    kept = [dict(tag)["data-owner"] for one in (ann, bob) for name, tag in one.read("/").tags if name == "main"]
    assert kept == ["host ann", "host bob"]


# --- quotas -----------------------------------------------------------------------------------


def test_with_as_many_campaigns_as_one_may_have_the_next_is_refused(ann: Signer, bob: Signer) -> None:
    assert ann.begin("Raft").status_code == 303
    answer = ann.begin("Canoe")
    assert (answer.status_code, "You have 2 campaigns, the most allowed." in body(answer)) == (403, True)
    assert (ann.sees, bob.begin("Keep").status_code) == ({"boat", "raft"}, 303)


def test_a_form_that_is_sent_twice_begins_one_within_the_quota(ann: Signer) -> None:
    for _ in range(3):
        assert ann.begin("Raft", command="a-command-of-this-test").status_code == 303
    assert ann.sees == {"boat", "raft"}


def test_one_that_cannot_begin_takes_no_place(ann: Signer) -> None:
    assert ann.begin("").status_code == 422
    assert ann.begin("Raft").status_code == 303


def test_one_that_is_given_up_makes_room_and_is_the_administrators(ann: Signer, administrator: Signer) -> None:
    ann.begin("Raft")
    assert ann.give_up().status_code == 303
    assert (ann.sees, ann.begin("Canoe").status_code) == ({"raft"}, 303)
    assert "boat" in administrator.sees


def test_nobody_gives_up_what_is_not_theirs(ann: Signer, bob: Signer, administrator: Signer) -> None:
    assert ann.client.post("/c/tower/give-up", data=ann.fields()).status_code == 404
    assert administrator.client.post("/c/tower/give-up", data=administrator.fields()).status_code == 403
    assert bob.sees == {"tower"}


# --- guests of each other ---------------------------------------------------------------------


@pytest.fixture
def guest(hosting: Flask, services: Services, ann: Signer, bob: Signer) -> Signer:
    """Bob, who joined Ann's campaign with its code."""
    bob.type_code(code_of(hosting, services, "boat"))
    assert bob.sit("Bob").status_code == 303
    return bob


def test_a_host_joins_the_campaign_of_another_with_its_code(guest: Signer) -> None:
    assert guest.sees == {"boat", "tower"}
    assert (guest.get("/c/boat/").status_code, guest.get("/c/boat/export/jsonl").status_code) == (200, 403)
    assert guest.get("/c/tower/export/jsonl").status_code == 200


def test_and_who_is_let_go_sees_it_no_more(hosting: Flask, services: Services, guest: Signer, ann: Signer) -> None:
    guests: Guests = hosting.extensions["guests"]
    (bob,) = guests.guests_of_campaign(services.find_campaign("boat").campaign)
    ann.client.post(ann.at(f"people/{bob.id}/end"), data=ann.fields())
    assert (guest.get("/c/boat/").status_code, guest.sees) == (404, {"tower"})


def test_the_code_of_their_own_campaign_leads_them_there(hosting: Flask, services: Services, ann: Signer) -> None:
    ann.type_code(code_of(hosting, services, "boat"))
    assert ann.get("/join").location == "/c/boat/"


# --- where it is kept -------------------------------------------------------------------------


def test_a_file_of_guests_of_before_there_were_owners_keeps_them(tmp_path: Path) -> None:
    secret = "a secret"
    write_guests_of_before(tmp_path / "guests.db", version=1, seat="castle", secret=secret)
    after = Guests(tmp_path / "guests.db")
    assert after.claim_campaign("war", "ann")
    found = after.guest_of_secret(secret)
    assert found
    assert (found.seats, after.owner_of("war"), after.campaigns_of("ann")) == (("castle",), "ann", {"war"})


def test_a_campaign_has_one_owner(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests.db")
    assert (
        guests.claim_campaign("war", "ann", 1),
        guests.claim_campaign("war", "ann", 1),
        guests.claim_campaign("war", "bob"),
    ) == (1, 0, 0)
    assert (guests.owner_of("war"), guests.owner_of("peace")) == ("ann", "")
    with pytest.raises(QuotaReached):
        guests.claim_campaign("peace", "ann", 1)
