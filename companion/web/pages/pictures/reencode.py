"""Re-encoding of uploaded pictures without metadata."""

from io import BytesIO
from typing import TYPE_CHECKING

from domain.framework.refusal import Misfit
from domain.framework.text import text

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 12 * 1024 * 1024
"""The largest upload in bytes; a larger body is refused before it is read (`visitors/body_limits.py`)."""
MOST_PIXELS, UNPACKED = 50_000_000, 24_000_000
"""Pixels of an uploaded photo, and pixels that are decoded of it; a picture that declares more is never decoded.

A JPEG is decoded at a fraction of its size, but a progressive one needs all of its pixels first.
"""
LONGEST_SIDE = 1600
"""Pixels of the longer side of a stored photo."""
PLAIN = ("RGB", "L")
"""The colour modes of pictures that can be scaled without conversion."""
PORTRAIT_SIDE = 192
"""Pixels of each side of a portrait."""
MIDDLE = (0.5, 0.4)
"""The centre of a portrait in its photo, across and down: faces are above the middle."""
QUALITY = 82


def reencode_photo(brought: bytes) -> bytes:
    """Re-encode a photo as a JPEG of modest size, upright, without its metadata.

    Raises:
        Misfit: the file is not a photo, or too large.
    """
    return _encode_jpeg(_decode_photo(brought))


def encode_portrait(brought: bytes) -> bytes:
    """Re-encode the middle of a photo as a small square JPEG.

    Raises:
        Misfit: the file is not a photo, or too large.
    """
    from PIL import ImageOps  # noqa: PLC0415 - only uploads need it

    return _encode_jpeg(ImageOps.fit(_decode_photo(brought), (PORTRAIT_SIDE, PORTRAIT_SIDE), centering=MIDDLE))


def _decode_photo(brought: bytes) -> "Image":
    """Decode a photo, upright and scaled down; its size is checked before it is decompressed.

    Raises:
        Misfit: the file is not a photo, or too large.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415 - only uploads need it

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
    """Whether a picture declares too many pixels. From here on, a JPEG is decoded at reduced size."""
    whole = image.width * image.height
    smaller = min(1, LONGEST_SIDE / max(image.size))
    image.draft("RGB", (round(image.width * smaller), round(image.height * smaller)))
    unpacked = whole if "progressive" in image.info else image.width * image.height
    return whole > MOST_PIXELS or unpacked > UNPACKED


def _encode_jpeg(shown: "Image") -> bytes:
    """Encode a picture as JPEG without metadata."""
    from PIL import Image  # noqa: PLC0415 - only uploads need it

    clean = Image.new("RGB", shown.size)
    clean.paste(shown)
    made = BytesIO()
    clean.save(made, "JPEG", quality=QUALITY, optimize=True)
    return made.getvalue()


__all__ = ["LONGEST_SIDE", "MOST_BYTES", "MOST_PIXELS", "PORTRAIT_SIDE", "encode_portrait", "reencode_photo"]
