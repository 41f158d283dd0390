"""Receivers: where the notices of each campaign go, with their secrets, in private files next to the campaigns.

A receiver is in no log and no export, and only the host sees it.
"""

import logging
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal, get_args
from urllib.parse import SplitResult, urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.campaign_files.file_permissions import OURS, make_folder
from domain.framework.refusal import Misfit
from domain.framework.text import Text, text

log = logging.getLogger(__name__)
Address = IPv4Address | IPv6Address
Shape = Literal["json", "discord"]
Kind = Literal["evening-started", "evening-ended", "turn"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
KINDS: tuple[Kind, ...] = get_args(Kind)
LONGEST_URL = 500
NOT_AN_ADDRESS = text("Give a whole address that begins with https://, with at most 500 characters.")
NOT_ENCRYPTED = text("The address must begin with https://. Only this computer (localhost) may have http://.")
HAS_PASSWORD = text("Leave name and password out of the address. Every notice is signed instead.")
PRIVATE = text("This address is in a private network. Notices go to public addresses and to this computer.")
NOT_LOCAL = text("Only the administrator may send notices to this computer.")
NO_KIND = text("Choose at least one notice.")


class Receiver(BaseModel):
    """Where the notices of a campaign go, which ones, and how their sentences are written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    campaign: str
    url: str
    shape: Shape = "json"
    on: Annotated[tuple[Kind, ...], Field(min_length=1)]
    secret: str
    language: str = "en"
    content: str = ""


class Receivers:
    """The receivers of all campaigns: a file for each, readable by its owner only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, campaign: str) -> Receiver | None:
        """The receiver of a campaign; None if it has none."""
        return _read(self._path(campaign))

    def every(self) -> Iterator[Receiver]:
        """All receivers; an unreadable file is left alone."""
        with suppress(FileNotFoundError):
            yield from filter(None, map(_read, sorted(self._folder.glob("*.json"))))

    def keep(self, receiver: Receiver) -> None:
        """Store a receiver in place of the campaign's former one."""
        make_folder(self._folder)
        with TemporaryDirectory(dir=self._folder) as unfinished:
            half = Path(unfinished) / "half"
            with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS), "w", encoding="utf-8") as file:
                file.write(receiver.model_dump_json())
            half.replace(self._path(receiver.campaign))

    def remove(self, campaign: str) -> None:
        """Remove the receiver of a campaign, with its secret."""
        self._path(campaign).unlink(missing_ok=True)

    def _path(self, campaign: str) -> Path:
        # An imported campaign may have any id, so the file is named after its digest.
        return self._folder / f"{sha256(campaign.encode()).hexdigest()[:32]}.json"


def _read(path: Path) -> Receiver | None:
    try:
        return Receiver.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        log.warning("the receiver in %s cannot be read: %s", path.name, type(error).__name__)
        return None


def make_receiver(wanted: Mapping[str, Any], known: Receiver | None, *, local: bool = True) -> Receiver:
    """A receiver with wanted values. It keeps the secret of the `known` one, unless the address is another.

    Args:
        local: whether the address may be of this computer.

    Raises:
        Misfit: with a sentence for each wrong part.
    """
    faults = {"url": fault} if (fault := fault_of_url(str(wanted["url"]), local=local)) else {}
    faults |= {} if wanted["on"] else {"on": NO_KIND}
    if faults:
        raise Misfit(faults)
    secret = known.secret if known and known.url == wanted["url"] else secrets.token_hex(32)
    return Receiver.model_validate({**wanted, "secret": secret})


def fault_of_url(url: str, *, local: bool = True) -> Text | None:
    """Why no notices may be sent to an address; None if they may."""
    parts = _split(url)
    if parts is None:
        return NOT_AN_ADDRESS
    if "@" in parts.netloc:
        return HAS_PASSWORD
    here = is_this_computer(parts.hostname or "")
    if parts.scheme != "https" and not here:
        return NOT_ENCRYPTED
    if here:
        return None if local else NOT_LOCAL
    address = address_of(parts.hostname or "")
    return PRIVATE if address and not is_public(address) else None


def _split(url: str) -> SplitResult | None:
    """The parts of an address of the web; None if it is no such address."""
    if len(url) > LONGEST_URL or not (url.isascii() and url.isprintable()) or {" ", "\\", "#"} & set(url):
        return None
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # an invalid port, or an invalid IPv6 address
        return None
    return parts if valid else None


def is_this_computer(host: str) -> bool:
    """Whether a host name or an address is written as this computer's own."""
    address = address_of(host)
    return address.is_loopback if address else host == "localhost"


def address_of(host: str) -> Address | None:
    """A network address in words; None for a host name."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def is_public(address: Address) -> bool:
    """Whether an address is in no private, local or reserved network."""
    return address.is_global and not address.is_multicast


__all__ = [
    "KINDS",
    "SHAPES",
    "Kind",
    "Receiver",
    "Receivers",
    "Shape",
    "address_of",
    "fault_of_url",
    "is_public",
    "is_this_computer",
    "make_receiver",
]
