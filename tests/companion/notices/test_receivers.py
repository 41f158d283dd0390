"""Receivers: which addresses may get notices, and where they are kept."""

import os
from pathlib import Path

import pytest

from companion.notices import receivers
from companion.notices.receivers import KINDS, Receivers, fault_of_url, make_receiver
from domain.framework.refusal import Misfit

HOOK = "https://example.org/hook?room=7"


@pytest.mark.parametrize(
    "url",
    [
        HOOK,
        "https://discord.com/api/webhooks/1/abc",
        "https://93.184.216.34:8443/",
        "http://localhost:8123/hook",
        "http://127.0.0.1/",
        "http://[::1]:9000/x",
        "https://localhost/",
    ],
)
def test_an_encrypted_or_local_address_may_be_used(url: str) -> None:
    assert fault_of_url(url) is None


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", receivers.NOT_AN_ADDRESS),
        ("example.org/hook", receivers.NOT_AN_ADDRESS),
        ("file:///etc/passwd", receivers.NOT_AN_ADDRESS),
        ("ftp://example.org/", receivers.NOT_AN_ADDRESS),
        ("https://", receivers.NOT_AN_ADDRESS),
        ("https://example.org:99999/", receivers.NOT_AN_ADDRESS),
        ("https://example.org/a b", receivers.NOT_AN_ADDRESS),
        ("https://example.org\\@localhost/", receivers.NOT_AN_ADDRESS),
        ("https://example.org/\r\nHost: x", receivers.NOT_AN_ADDRESS),
        ("https://[::1", receivers.NOT_AN_ADDRESS),
        ("https://example.org/" + "x" * 500, receivers.NOT_AN_ADDRESS),
        ("http://example.org/", receivers.NOT_ENCRYPTED),
        ("http://192.168.1.5/", receivers.NOT_ENCRYPTED),
        ("http://localhost.example.org/", receivers.NOT_ENCRYPTED),
        ("https://ann:secret@example.org/", receivers.HAS_PASSWORD),
        ("http://127.0.0.1@example.org/", receivers.HAS_PASSWORD),
        ("https://192.168.1.5/", receivers.PRIVATE),
        ("https://169.254.169.254/latest", receivers.PRIVATE),
        ("https://[fe80::1]/", receivers.PRIVATE),
        ("https://[::ffff:10.0.0.1]/", receivers.PRIVATE),
        ("https://0.0.0.0/", receivers.PRIVATE),
    ],
)
def test_any_other_address_is_refused_with_the_reason(url: str, why: object) -> None:
    assert fault_of_url(url) == why


@pytest.mark.parametrize("url", ["http://localhost/", "https://127.0.0.1/", "http://[::1]/", "http://127.9.9.9/"])
def test_a_host_with_an_account_reaches_no_program_of_this_computer(url: str) -> None:
    assert fault_of_url(url, local=False) == receivers.NOT_LOCAL


def wanted(**values: object) -> dict[str, object]:
    return {"campaign": "c1", "url": HOOK, "shape": "json", "on": KINDS, **values}


def test_a_receiver_is_kept_found_and_removed(tmp_path: Path) -> None:
    every = Receivers(tmp_path / "notices")
    assert (every.find("c1"), list(every.every())) == (None, [])
    one, other = make_receiver(wanted(), None), make_receiver(wanted(campaign="../../c2"), None)
    every.keep(one)
    every.keep(other)
    assert (every.find("c1"), every.find("../../c2")) == (one, other)
    assert {found.campaign for found in every.every()} == {"c1", "../../c2"}
    assert [path.name for path in tmp_path.iterdir()] == ["notices"]
    every.remove("c1")
    every.remove("c1")
    assert list(every.every()) == [other]


def test_each_receiver_has_a_secret_that_stays_while_the_address_does() -> None:
    one = make_receiver(wanted(), None)
    assert len(one.secret) == 64
    assert make_receiver(wanted(on=("turn",)), one).secret == one.secret
    assert make_receiver(wanted(url="https://example.org/other"), one).secret != one.secret
    assert make_receiver(wanted(), None).secret != one.secret


def test_every_fault_of_a_receiver_is_named() -> None:
    with pytest.raises(Misfit) as wrong:
        make_receiver(wanted(url="http://example.org/", on=()), None)
    assert wrong.value.faults == {"url": receivers.NOT_ENCRYPTED, "on": receivers.NO_KIND}


@pytest.mark.skipif(os.name == "nt", reason="other systems have other rights")
def test_only_its_owner_reads_a_receiver(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        Receivers(tmp_path / "notices").keep(make_receiver(wanted(), None))
    finally:
        os.umask(before)
    (kept,) = (tmp_path / "notices").iterdir()
    assert [path.stat().st_mode & 0o777 for path in (kept.parent, kept)] == [0o700, 0o600]


def test_an_unreadable_receiver_is_none_and_stops_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    every = Receivers(tmp_path)
    one, other = make_receiver(wanted(), None), make_receiver(wanted(campaign="c2"), None)
    every.keep(one)
    (damaged,) = tmp_path.iterdir()
    damaged.write_text('{"url": "https://example.org/with-a-key"')
    every.keep(other)
    assert every.find("c1") is None
    assert list(every.every()) == [other]
    assert "with-a-key" not in caplog.text
