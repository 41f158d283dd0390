"""This computer's address in its network."""

import socket
from ipaddress import IPv6Address, ip_address

ELSEWHERE = ("192.0.2.1", 9)
"""An address that is never assigned (RFC 5737); nothing is sent there."""
ALONE = "127.0.0.1"
"""The loopback address, also used for a computer without a network."""


def host_name_for_network(address: str) -> str:
    """The host name that others in the network use for a served address; empty if they cannot reach it."""
    try:
        found = ip_address(address)
    except ValueError:
        return "" if address == "localhost" else address
    if found.is_unspecified:
        return own_network_address()
    return "" if found.is_loopback else f"[{found}]" if isinstance(found, IPv6Address) else address


def own_network_address() -> str:
    """This computer's address in its network, or `ALONE` without a network.

    Connecting a UDP socket sends nothing: the system only chooses the address it would send from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(ELSEWHERE)
        except OSError:
            return ALONE
        return str(way_out.getsockname()[0])


__all__ = ["ALONE", "host_name_for_network", "own_network_address"]
