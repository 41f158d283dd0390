"""The gate: while it is shut, nobody is answered who is not at this computer."""

from threading import Lock
from typing import Protocol

from flask import Flask, current_app

from companion.web.who import at_this_computer
from domain.language.text import Text


class Shut(Exception):
    """The table is not open to the network; nothing was read and nothing recorded."""


class Jammed(Exception):
    """The gate could not be opened; the sentence says why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


class Keeper(Protocol):
    """Who opens the pages to the network while they are served."""

    def open(self) -> str:
        """The address that the neighbours type.

        Raises:
            Jammed: that is not possible now.
        """

    def shut(self) -> None:
        """Hang up on everybody who came from the network."""


class Gate:
    """Whether the network reaches the pages, and where; with a keeper, that changes while they are served."""

    def __init__(self) -> None:
        self.address = ""
        self._keeper: Keeper | None = None
        self._turning = Lock()

    def kept_by(self, keeper: Keeper) -> None:
        """From here on it is shut until it is opened."""
        self._keeper, self.address = keeper, ""

    @property
    def can_turn(self) -> bool:
        return self._keeper is not None

    @property
    def lets_in(self) -> bool:
        """Whether it is open; without a keeper, whoever serves the pages has decided that."""
        return self._keeper is None or bool(self.address)

    def open(self) -> None:
        """Open the pages to the network, if they are not.

        Raises:
            Jammed: that is not possible now.
        """
        with self._turning:
            if self._keeper and not self.address:
                self.address = self._keeper.open()

    def shut(self) -> None:
        """Leave the pages to this computer alone."""
        with self._turning:
            if self._keeper and self.address:
                self.address = ""
                self._keeper.shut()


def install(app: Flask) -> None:
    """Ask the gate before anything else is asked."""
    app.extensions["gate"] = Gate()
    app.before_request(check)


def gate() -> Gate:
    found: Gate = current_app.extensions["gate"]
    return found


def check() -> None:
    """Let through who may come.

    Raises:
        Shut: the table is not open to the network.
    """
    if not gate().lets_in and not at_this_computer():
        raise Shut


__all__ = ["Gate", "Jammed", "Keeper", "Shut", "gate", "install"]
