"""An invitation: the address and the code to join a campaign with, as words and as a QR code."""

from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from markupsafe import Markup

from companion.web.visitors.join_codes import SIGNS

if TYPE_CHECKING:
    from segno import QRCode

HALF = SIGNS // 2


def drawn_code(link: str) -> Markup:
    """The QR code of an address as a drawing, black on white in every theme."""
    drawn = _code_of(link, "m")
    drawing = drawn.svg_inline(border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return Markup(drawing)  # noqa: S704 - generated here, and only squares


def _code_of(link: str, error: str) -> "QRCode":
    """The QR code of an address with a level of error correction."""
    import segno  # noqa: PLC0415 - only pages with a code need it

    return segno.make_qr(link, error=error)


@dataclass(frozen=True)
class Invitation:
    """The address of the pages for a table's phones, and the join code."""

    address: str
    code: str

    @property
    def door(self) -> str:
        """The address to type, short enough for one line next to the QR code."""
        return f"{self.address}/join".removeprefix("http://")

    @property
    def shown_code(self) -> str:
        """The code in groups that are easy to read aloud."""
        return f"{self.code[:HALF]} {self.code[HALF:]}"

    @property
    def link(self) -> str:
        """The address in the QR code."""
        return f"{self.address}/join/{self.code}"

    @property
    def svg(self) -> Markup:
        """The QR code as a drawing."""
        return drawn_code(self.link)

    @property
    def blocks(self) -> str:
        """The QR code for a terminal."""
        out = StringIO()
        _code_of(self.link, "l").terminal(out, border=2, compact=True)
        return out.getvalue()


__all__ = ["Invitation", "drawn_code"]
