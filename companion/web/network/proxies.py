"""Trusted proxies, by address: they report the client's address, and some the account that signed in."""

from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from flask import Flask

PASSED_ON_BY = "companion.proxy"
"""The WSGI variable with the address of the trusted proxy that forwarded the request. No header can set it."""
Environment = dict[str, Any]


class TrustedProxies:
    """The addresses and networks of trusted proxies; without any, no proxy is trusted.

    Raises:
        ValueError: an entry is neither an address nor a network.
    """

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = [ip_network(one, strict=False) for one in named]

    def __bool__(self) -> bool:
        return bool(self._networks)

    def trusts(self, address: str) -> bool:
        found = _address_of(address)
        return found is not None and any(found in network for network in self._networks)

    def resolve_client(self, environ: Environment) -> None:
        """Set the client's address from a trusted proxy's header, and note the proxy."""
        proxy = str(environ.get("REMOTE_ADDR", ""))
        if not self.trusts(proxy):
            return
        environ[PASSED_ON_BY] = proxy
        if client := self._client(str(environ.get("HTTP_X_FORWARDED_FOR", "")).split(",")):
            environ["REMOTE_ADDR"] = client

    def _client(self, hops: Sequence[str]) -> str:
        """The client's address: the last hop that is not a trusted proxy, since clients can invent earlier ones."""
        found = [_host_of(hop) for hop in hops]
        client = next((hop for hop in reversed(found) if not self.trusts(hop)), found[0])
        return client if _address_of(client) else ""


def _address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address in a string; IPv4 if it is written as an IPv4-mapped IPv6 address."""
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
    """Resolve the client's address before anything else reads a request."""
    proxies = app.extensions["proxies"] = TrustedProxies(named)
    if proxies:
        app.wsgi_app = _believing(proxies, app.wsgi_app)  # type: ignore[method-assign]


def _believing(proxies: TrustedProxies, inner: Callable[..., Any]) -> Callable[..., Any]:
    def answer(environ: Environment, start_response: Any) -> Any:
        proxies.resolve_client(environ)
        return inner(environ, start_response)

    return answer


__all__ = ["PASSED_ON_BY", "TrustedProxies", "install_proxies"]
