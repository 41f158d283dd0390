"""The notifier: a thread that recording never waits for, and that ends at once."""

from collections.abc import Iterator
from threading import Thread
from time import monotonic

import pytest

from companion.notices import notifier as notifiers
from companion.notices.notifier import Notifier
from companion.services import Services
from domain.store import Busy
from projections.documents.archive import write_archive
from projections.documents.export import EXPORTS, export_campaign
from projections.documents.lossless import write_lossless
from tests.companion.notices.program import SECRET, Program, all_posts, wait_until
from tests.suite.patience import HANG


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifiers, "GLANCE", 0.01)


@pytest.fixture
def harbour(services: Services, program: Program) -> str:
    """A campaign with the program as its receiver."""
    made = services.campaigns.new("toy", "Harbour", {}, services.new_command()).campaign
    Notifier(services).receivers.keep(program.receiver(made))
    return made


@pytest.fixture
def notifier(services: Services, harbour: str) -> Iterator[Notifier]:
    found = Notifier(services)
    found.start()
    yield found
    found.end()


def record(services: Services, campaign: str, event: str) -> None:
    services.campaigns.record(campaign, event, {}, services.new_command())


def test_what_is_recorded_is_sent(services: Services, harbour: str, notifier: Notifier, program: Program) -> None:
    record(services, harbour, "session-started")
    post = program.next_post()
    assert (post.json["notice"], post.json["campaign"]["key"]) == ("evening-started", "harbour")
    assert post.is_signed_with(SECRET)


def test_recording_does_not_wait_for_a_silent_receiver(
    services: Services, harbour: str, notifier: Notifier, program: Program
) -> None:
    program.silent = True
    record(services, harbour, "session-started")
    program.next_post()  # the receiver has it, and keeps the sender waiting
    record(services, harbour, "session-ended")
    with services.open("harbour") as campaign:
        assert campaign.table.sitting is None
    assert notifier.outbox.last_delivery(harbour) is None


def test_the_end_does_not_wait_for_a_silent_receiver(
    services: Services, harbour: str, notifier: Notifier, program: Program
) -> None:
    program.silent = True
    record(services, harbour, "session-started")
    program.next_post()
    ending = Thread(target=notifier.end)
    began = monotonic()
    ending.start()
    ending.join(HANG)
    assert notifier.outbox.last_delivery(harbour) is None, "it waited for the answer"
    assert monotonic() - began < HANG


def test_a_restart_sends_nothing_again(services: Services, harbour: str, notifier: Notifier, program: Program) -> None:
    record(services, harbour, "session-started")
    program.next_post()
    notifier.end()
    record(services, harbour, "session-ended")
    again = Notifier(services)
    again.start()
    record(services, harbour, "session-started")
    assert program.next_post().json["evening"]["number"] == 2
    again.end()
    assert all_posts(program) == []


def test_a_receiver_that_is_added_gets_nothing_earlier(
    services: Services, notifier: Notifier, program: Program
) -> None:
    made = services.campaigns.new("toy", "Lighthouse", {}, services.new_command()).campaign
    record(services, made, "session-started")
    notifier.receivers.keep(program.receiver(made))
    notifier.look()
    record(services, made, "session-ended")
    assert program.next_post().json["notice"] == "evening-ended"


def test_a_busy_file_delays_a_notice_and_loses_none(
    services: Services, harbour: str, notifier: Notifier, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[str] = []
    whole = services.campaigns.copy_from_memory

    def copy(campaign: str) -> object:
        if not failed:
            failed.append(campaign)
            raise Busy("Another program records.")
        return whole(campaign)

    monkeypatch.setattr(services.campaigns, "copy_from_memory", copy)
    record(services, harbour, "session-started")
    assert program.next_post().json["notice"] == "evening-started"
    assert failed == [harbour]


def test_a_campaign_that_is_gone_stops_no_other(
    services: Services, harbour: str, notifier: Notifier, program: Program
) -> None:
    notifier.receivers.keep(program.receiver("no such campaign"))
    record(services, harbour, "session-started")
    assert program.next_post().json["campaign"]["key"] == "harbour"


def test_a_fault_of_ours_is_logged_and_stops_no_later_notice(
    services: Services,
    harbour: str,
    notifier: Notifier,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with monkeypatch.context() as faulty:
        faulty.setattr(notifiers, "find_news", None)
        record(services, harbour, "session-started")
        wait_until(lambda: "cannot be made" in caplog.text)
    record(services, harbour, "session-ended")
    assert program.next_post().json["notice"] == "evening-ended"


def test_a_campaign_without_a_receiver_is_not_read(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    made = services.campaigns.new("toy", "Harbour", {}, services.new_command()).campaign
    notifier = Notifier(services)
    notifier.look()
    record(services, made, "session-started")
    with monkeypatch.context() as unreadable:
        unreadable.setattr(services.campaigns, "copy_from_memory", None)
        unreadable.setattr(services.store, "source", None)
        notifier.look()


def test_with_a_shared_log_no_computer_sends(services: Services, harbour: str, program: Program) -> None:
    services.settings = services.settings.for_database("postgresql://user@host/companion")
    services.settings.notices.mkdir(exist_ok=True)
    notifier = Notifier(services)
    assert not notifier.is_available
    notifier.start()
    record(services, harbour, "session-started")
    notifier.end()
    assert all_posts(program) == []


def test_no_log_and_no_export_has_the_address_or_the_secret(services: Services, harbour: str, program: Program) -> None:
    listed = services.find_campaign("harbour")
    record(services, harbour, "session-started")
    with services.open("harbour") as campaign:
        files = [b"".join(write_lossless(campaign)), write_archive(services.campaigns, [listed])]
        for suffix in EXPORTS:
            if suffix != ".pdf":
                files.append(b"".join(export_campaign(campaign, listed, services.store.reading, suffix)))
    with services.store.reading() as cursor:
        files.append("\n".join(cursor.connection.iterdump()).encode())
    for secret in (SECRET.encode(), program.url.encode()):
        assert [number for number, file in enumerate(files) if secret in file] == []
