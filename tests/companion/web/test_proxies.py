"""Proxies: who asks is what one of ours says, and nobody else."""

from dataclasses import replace

import pytest
from flask import Flask

from companion.services import Services
from companion.web.application.app import create_app
from companion.web.network.proxies import PASSED_ON_BY, TrustedProxies
from companion.web.visitors.body_limits import body_limit_before_body
from companion.web.visitors.tries import EACH
from tests.companion.guest import Guest
from tests.companion.visitor import Visitor

PROXY, STRANGER = "172.18.0.5", "203.0.113.9"


def who_asks(peer: str, forwarded: str | None, *trusted: str) -> tuple[str, bool]:
    """The address that counts, and whether a proxy of ours passed it on."""
    environ = {"REMOTE_ADDR": peer} | ({} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded})
    TrustedProxies(trusted).resolve_client(environ)
    return environ["REMOTE_ADDR"], PASSED_ON_BY in environ


@pytest.mark.parametrize("trusted", ["172.18.0.5", "172.16.0.0/12", "172.18.0.9/16"])
def test_an_address_or_a_network_is_believed(trusted: str) -> None:
    assert who_asks(PROXY, STRANGER, "fd00::/8", trusted) == (STRANGER, True)


@pytest.mark.parametrize("peer", [STRANGER, "127.0.0.1", "", "nonsense"])
def test_nobody_else_is_believed(peer: str) -> None:
    assert who_asks(peer, "10.0.0.1", PROXY) == (peer, False)


def test_an_address_of_ipv4_is_the_same_one_written_as_of_ipv6() -> None:
    assert who_asks(f"::ffff:{PROXY}", "2001:db8::7", PROXY) == ("2001:db8::7", True)


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (f"10.9.9.9, {STRANGER}", STRANGER),
        (f"{STRANGER}, 172.18.0.6", STRANGER),
        (f"10.9.9.9, {STRANGER}, 172.18.0.6, 172.18.0.7", STRANGER),
        ("172.18.0.6, 172.18.0.7", "172.18.0.6"),
        (f"{STRANGER}:4711", STRANGER),
        ('"[2001:db8::7]:4711"', "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("unknown", PROXY),
        (f"{STRANGER}, nonsense", PROXY),
        ("", PROXY),
        (None, PROXY),
    ],
)
def test_who_asks_is_the_last_who_is_no_proxy_of_ours(forwarded: str | None, client: str) -> None:
    assert who_asks(PROXY, forwarded, "172.18.0.0/16") == (client, True)


@pytest.fixture
def passed_on(services: Services, visitor: Visitor) -> Flask:
    """Pages behind a proxy in another container."""
    settings = replace(services.settings, behind="https://table.example", trusted_proxies=("172.18.0.0/16",))
    return create_app(settings, services)


def test_who_guesses_codes_behind_a_proxy_keeps_nobody_else_waiting(passed_on: Flask) -> None:
    def guess(client: str, peer: str = PROXY) -> int:
        phone = Guest(passed_on, address=peer, headers={"X-Forwarded-For": client})
        return phone.get("/join/BBBBBB", headers=phone.headers, base_url="https://table.example").status_code

    assert [guess(STRANGER) for _ in range(EACH + 1)] == [422] * EACH + [429]
    assert guess("203.0.113.10") == 422
    assert [guess(f"203.0.113.{n}", peer="198.51.100.7") for n in range(EACH + 1)] == [422] * EACH + [429]


def test_how_much_somebody_may_bring_is_asked_of_who_the_proxy_says(passed_on: Flask) -> None:
    environ = {"REMOTE_ADDR": PROXY, "HTTP_X_FORWARDED_FOR": STRANGER}
    body_limit_before_body(passed_on, environ)
    assert environ["REMOTE_ADDR"] == STRANGER
