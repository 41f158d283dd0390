"""An invitation: the address and the code to join a campaign with, as words and as a QR code."""

from dataclasses import dataclass
from io import StringIO

import segno
from markupsafe import Markup

from companion.web.guests import SIGNS

HALF = SIGNS // 2


@dataclass(frozen=True)
class Invitation:
    """Where the phones of a table find it, and the code they show there."""

    address: str
    code: str

    @property
    def door(self) -> str:
        """The address that people type."""
        return f"{self.address}/join"

    @property
    def shown_code(self) -> str:
        """The code as people read it to one another."""
        return f"{self.code[:HALF]} {self.code[HALF:]}"

    @property
    def link(self) -> str:
        """The address that the QR code holds."""
        return f"{self.door}/{self.code}"

    @property
    def svg(self) -> Markup:
        """The QR code as a drawing, black on white in every theme."""
        drawn = segno.make_qr(self.link, error="m").svg_inline(
            border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
        )
        return Markup(drawn)  # noqa: S704 - drawn by us, of squares alone

    @property
    def blocks(self) -> str:
        """The QR code for a terminal."""
        out = StringIO()
        segno.make_qr(self.link, error="l").terminal(out, border=2, compact=True)
        return out.getvalue()


__all__ = ["Invitation"]
