"""Proxies that are believed, by their addresses: they say who asks, and some who has signed in."""

from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from flask import Flask

PASSED_ON_BY = "companion.proxy"
"""In a WSGI environment: the address of the trusted proxy that passed the request on. No header has such a name."""
Environment = dict[str, Any]


class TrustedProxies:
    """The addresses and networks of proxies that are believed; none of them is believed where there are none.

    Raises:
        ValueError: one of them is neither an address nor a network.
    """

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = [ip_network(one, strict=False) for one in named]

    def __bool__(self) -> bool:
        return bool(self._networks)

    def trusts(self, address: str) -> bool:
        found = _address_of(address)
        return found is not None and any(found in network for network in self._networks)

    def resolve_client(self, environ: Environment) -> None:
        """Take who asks from what a trusted proxy says, and note that one passed the request on."""
        proxy = str(environ.get("REMOTE_ADDR", ""))
        if not self.trusts(proxy):
            return
        environ[PASSED_ON_BY] = proxy
        if client := self._client(str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",")):
            environ["REMOTE_ADDR"] = client

    def _client(self, hops: Sequence[str]) -> str:
        """Who asks: of the addresses on the way the last that is no proxy of ours; what others say is before it."""
        found = [_host_of(hop) for hop in hops]
        client = next((hop for hop in reversed(found) if not self.trusts(hop)), found[0])
        return client if _address_of(client) else ""


def _address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address in a word; that of IPv4 where it is written as one of IPv6."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found


def _host_of(hop: str) -> str:
    """An address without quotes, brackets and port."""
    bare = hop.strip().strip('"')
    if bare.startswith("["):
        return bare[1:].partition("]")[0]
    return bare.partition(":")[0] if bare.count(":") == 1 else bare


def install_proxies(app: Flask, named: Iterable[str]) -> None:
    """Believe proxies before anything else looks at a request."""
    proxies = app.extensions["proxies"] = TrustedProxies(named)
    if proxies:
        app.wsgi_app = _believing(proxies, app.wsgi_app)  # type: ignore[method-assign]


def _believing(proxies: TrustedProxies, inner: Callable[..., Any]) -> Callable[..., Any]:
    def answer(environ: Environment, start_response: Any) -> Any:
        proxies.resolve_client(environ)
        return inner(environ, start_response)

    return answer


__all__ = ["PASSED_ON_BY", "TrustedProxies", "install_proxies"]
