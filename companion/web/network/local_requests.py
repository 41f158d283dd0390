"""Requests from this computer: only they can be the host's without a token."""

import re
from contextlib import suppress
from ipaddress import IPv6Address, ip_address

from flask import request

PASSED_ON = re.compile(
    r"forwarded|via|cdn-loop|client-ip|proxy-.+|cf-.+|ngrok-.+|tailscale-.+|(true-client|fastly-client|fly-client)-ip"
    r"|x-(forwarded|original|envoy|amzn|azure|arr|real-ip|client-ip|remote|cluster-client-ip|proxyuser-ip|scheme)\b.*"
)
"""Headers that proxies, tunnels and load balancers add: such a request is not from this computer."""
CLIENT = re.compile(r"forwarded|proxy|(^|-)(ip|userip|clientip|addr|address|via)($|-)")
"""The names of any headers that name a client."""
OF_BROWSERS = re.compile(r"host|origin|referer|user-agent|cookie|accept.*|if-.+|sec-.+|x-has")
"""Headers of browsers and of these pages, whose version numbers and names can look like addresses."""


def at_this_computer() -> bool:
    """Whether a request comes from this computer; headers can only make it count as from elsewhere."""
    if any(names_another_client(header.lower(), value) for header, value in request.headers):
        return False
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def names_another_client(header: str, value: str) -> bool:
    """Whether a header shows that the request comes from elsewhere, by its name or an address in it."""
    if OF_BROWSERS.fullmatch(header):
        return False
    if PASSED_ON.fullmatch(header) or CLIENT.search(header):
        return True
    return any(_is_address(part) for part in re.split(r"[^\w.:]+", value))


def _is_address(part: str) -> bool:
    """Whether a word is a network address, perhaps with a port."""
    for host in (part, part.rpartition(":")[0]):
        with suppress(ValueError):
            return bool(ip_address(host))
    return False


__all__ = ["at_this_computer"]
