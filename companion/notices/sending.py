"""Sending a notice once over HTTP: signed, within a time, to an address that was checked, without redirects."""

import re
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from socket import IPPROTO_TCP, SHUT_RDWR, SOCK_STREAM, create_connection, getaddrinfo, socket
from threading import Event, Timer
from time import time
from urllib.parse import SplitResult, urlsplit, urlunsplit

from companion.config import release_number
from companion.notices.notice import Notice, body_of, sign_body
from companion.notices.receivers import Receiver, address_of, is_public, is_this_computer
from domain.framework.text import Text, text

TIMEOUT = 5.0
"""Seconds for the connection, and for each part of the answer."""
DEADLINE = 10.0
"""Seconds for the whole answer."""
LEADS_ASIDE = text("its name leads into a private network")
LATER = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)
"""Answers of a client's fault after which the same notice is sent again; after others, it never is."""
SECONDS = re.compile(r"[0-9]{1,7}")
"""How a receiver asks to wait; a date is ignored."""
LONGEST_PAUSE = 3_600
"""Seconds that a receiver may ask to wait."""


@dataclass(frozen=True)
class Reply:
    """The outcome of sending once, in words.

    Attributes:
        is_final: whether it is not sent again: it arrived, or it never will.
        pause: seconds that the receiver asks to wait before the next attempt.
    """

    said: Text
    arrived: bool = False
    is_final: bool = False
    pause: int = 0


class _PrivateAddress(Exception):
    """A host name leads to an address of a private network."""


def send_notice(notice: Notice, receiver: Receiver) -> Reply:
    """Send a notice once. The body of the answer is not read, and no redirect is followed."""
    body, late = body_of(notice, receiver.shape), Event()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"companion/{release_number()}",
        "X-Companion-Delivery": notice.id,
        "X-Companion-Timestamp": str(int(time())),
        "X-Companion-Signature": sign_body(body, receiver.secret),
    }
    parts = urlsplit(receiver.url)
    try:
        with closing(_Connection(parts)) as connection:
            connection.connect()
            with _deadline(connection.sock, late):
                connection.request("POST", urlunsplit(("", "", parts.path or "/", parts.query, "")), body, headers)
                answer = connection.getresponse()
                return _reply(answer.status, answer.getheader("Retry-After", ""))
    except _PrivateAddress:
        return Reply(LEADS_ASIDE, is_final=True)
    except ssl.SSLCertVerificationError:
        return Reply(text("its certificate is not valid"))
    except (OSError, HTTPException, ValueError) as error:
        return Reply(_say_failure(error, is_late=late.is_set()))


class _Connection(HTTPConnection):
    """A connection to an address that was checked; the name is not looked up again."""

    def __init__(self, parts: SplitResult) -> None:
        self._encrypted = parts.scheme == "https"
        self.default_port = 443 if self._encrypted else 80
        super().__init__(parts.hostname or "", parts.port or self.default_port, timeout=TIMEOUT)

    def connect(self) -> None:
        """Connect.

        Raises:
            _PrivateAddress: the name leads to a private network.
            OSError: it cannot be reached.
        """
        plain = create_connection((checked_address(self.host, self.port), self.port), TIMEOUT)
        # The first byte that is sent begins the handshake, so that it is within the deadline.
        wrap = partial(encryption().wrap_socket, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock = wrap(plain) if self._encrypted else plain


@cache
def encryption() -> ssl.SSLContext:
    """The encryption, with the certificates that this computer trusts."""
    return ssl.create_default_context()


def checked_address(host: str, port: int) -> str:
    """The network address of a host, if notices may be sent there.

    Raises:
        _PrivateAddress: one of its addresses is in a private network.
        OSError: it has none.
    """
    names = [str(found[4][0]) for found in getaddrinfo(host, port, type=SOCK_STREAM, proto=IPPROTO_TCP)]
    addresses = [address_of(name.partition("%")[0]) for name in names]
    here = is_this_computer(host)
    if not all(address and (address.is_loopback if here else is_public(address)) for address in addresses):
        raise _PrivateAddress
    return names[0]


@contextmanager
def _deadline(sock: socket, late: Event) -> Iterator[None]:
    """End a connection that takes too long as a whole, such as one whose answer comes letter by letter."""

    def end() -> None:
        late.set()
        with suppress(OSError):
            sock.shutdown(SHUT_RDWR)

    timer = Timer(DEADLINE, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _reply(status: int, wait: str) -> Reply:
    said = text("answered {status}", status=status)
    if status in range(200, 300):
        return Reply(said, arrived=True, is_final=True)
    if status in range(300, 400):
        return Reply(text("answered {status}, which leads elsewhere", status=status), is_final=True)
    pause = min(int(wait), LONGEST_PAUSE) if SECONDS.fullmatch(wait) else 0
    return Reply(said, is_final=status not in range(500, 600) and status not in LATER, pause=pause)


def _say_failure(error: Exception, *, is_late: bool) -> Text:
    if is_late or isinstance(error, TimeoutError):
        return text("no answer in time")
    return text("no answer") if isinstance(error, HTTPException) else text("not reached")


__all__ = ["Reply", "send_notice"]
