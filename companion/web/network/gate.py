"""The gate: whether requests from other computers are answered."""

from threading import Lock
from typing import Protocol

from flask import Flask, current_app

from companion.web.network.local_requests import at_this_computer
from domain.framework.text import Text


class NotOpenToNetwork(Exception):
    """A request from the network while the pages are closed to it; nothing was read or recorded."""


class CannotOpenToNetwork(Exception):
    """The pages could not be opened to the network; `text` is the reason and the remedy."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class NetworkListener(Protocol):
    """Starts and stops listening on the network's address while the pages are served."""

    def open(self) -> str:
        """Start listening; returns the address to type on other devices.

        Raises:
            CannotOpenToNetwork: listening is not possible now.
        """

    def shut(self) -> None:
        """Stop listening, and close every connection from the network."""


class Gate:
    """The state of network access: the address, empty while closed. With a listener, it can be opened and closed."""

    def __init__(self) -> None:
        self.address = ""
        self._listener: NetworkListener | None = None
        self._turning = Lock()

    def set_listener(self, listener: NetworkListener) -> None:
        """Set the listener; the gate is closed until `open` is called."""
        self._listener, self.address = listener, ""

    @property
    def can_be_opened(self) -> bool:
        return self._listener is not None

    @property
    def is_open(self) -> bool:
        """Whether requests from the network are answered; without a listener, the address served decides."""
        return self._listener is None or bool(self.address)

    def open(self) -> None:
        """Open the pages to the network, if they are closed.

        Raises:
            CannotOpenToNetwork: listening is not possible now.
        """
        with self._turning:
            if self._listener and not self.address:
                self.address = self._listener.open()

    def shut(self) -> None:
        """Close the pages to the network, if they are open."""
        with self._turning:
            if self._listener and self.address:
                self.address = ""
                self._listener.shut()


def install_gate(app: Flask) -> None:
    """Add the gate to an app; it runs before every request."""
    app.extensions["gate"] = Gate()
    app.before_request(refuse_when_shut)


def gate_of_app() -> Gate:
    found: Gate = current_app.extensions["gate"]
    return found


def refuse_when_shut() -> None:
    """Refuse a request from another computer while the gate is closed.

    Raises:
        NotOpenToNetwork: the gate is closed.
    """
    if not gate_of_app().is_open and not at_this_computer():
        raise NotOpenToNetwork


__all__ = ["CannotOpenToNetwork", "Gate", "NetworkListener", "NotOpenToNetwork", "gate_of_app", "install_gate"]
