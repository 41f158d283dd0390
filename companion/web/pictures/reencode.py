"""Re-encoding of uploaded pictures without metadata."""

from io import BytesIO
from typing import TYPE_CHECKING

from domain.language.refusal import Misfit
from domain.language.text import text

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 12 * 1024 * 1024
"""Of an uploaded photo; a larger body is refused before it is read (`door/body_limits.py`)."""
MOST_PIXELS, UNPACKED = 50_000_000, 24_000_000
"""Of a photo as it is brought, and of as much of it as has to be unpacked; one that says it is larger never is.

Of a JPEG a fraction is enough, unless it was written in several passes: then all of it is unpacked first.
"""
LONGEST_SIDE = 1600
"""Pixels of a photo as it is kept."""
PLAIN = ("RGB", "L")
"""How the colours of a picture are kept that can be made smaller as it is."""
PORTRAIT_SIDE = 192
"""Pixels of each side of a portrait."""
MIDDLE = (0.5, 0.4)
"""Where the middle of a portrait is in a photo, across and down: faces stand above the middle of one."""
QUALITY = 82


def reencode_photo(brought: bytes) -> bytes:
    """Re-encode a photo as a JPEG of modest size, upright, without its metadata.

    Raises:
        Misfit: it is no photo, or too large.
    """
    return _encode_jpeg(_decode_photo(brought))


def encode_portrait(brought: bytes) -> bytes:
    """Re-encode the middle of a photo as a small square JPEG.

    Raises:
        Misfit: it is no photo, or too large.
    """
    from PIL import ImageOps  # noqa: PLC0415 - only who brings a photo needs it

    return _encode_jpeg(ImageOps.fit(_decode_photo(brought), (PORTRAIT_SIDE, PORTRAIT_SIDE), centering=MIDDLE))


def _decode_photo(brought: bytes) -> "Image":
    """Decode a photo, upright and reduced; its size is checked before it is decompressed.

    Raises:
        Misfit: it is no photo, or too large.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415 - only who brings a photo needs it

    if len(brought) > MOST_BYTES:
        raise Misfit({"photo": text("The photo is too large. Choose a smaller one.")})
    try:
        with Image.open(BytesIO(brought), formats=FORMATS) as image:
            if _too_large(image):
                raise Misfit({"photo": text("The photo is too large. Choose a smaller one.")})
            plain = image if image.mode in PLAIN else image.convert("RGB")
            plain.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            return ImageOps.exif_transpose(plain).convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as wrong:
        raise Misfit({"photo": text("This photo cannot be read here. Choose a JPEG, PNG or WebP.")}) from wrong


def _too_large(image: "Image") -> bool:
    """Whether a picture declares too many pixels; a JPEG is decoded at reduced size from here on."""
    whole = image.width * image.height
    smaller = min(1, LONGEST_SIDE / max(image.size))
    image.draft("RGB", (round(image.width * smaller), round(image.height * smaller)))
    unpacked = whole if "progressive" in image.info else image.width * image.height
    return whole > MOST_PIXELS or unpacked > UNPACKED


def _encode_jpeg(shown: "Image") -> bytes:
    """Encode a picture as JPEG without metadata."""
    from PIL import Image  # noqa: PLC0415 - only who brings a photo needs it

    clean = Image.new("RGB", shown.size)
    clean.paste(shown)
    made = BytesIO()
    clean.save(made, "JPEG", quality=QUALITY, optimize=True)
    return made.getvalue()


__all__ = ["LONGEST_SIDE", "MOST_BYTES", "MOST_PIXELS", "PORTRAIT_SIDE", "encode_portrait", "reencode_photo"]
