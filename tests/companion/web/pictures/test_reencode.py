"""Pictures: a photo is made anew, and nothing but what it shows is kept of it."""

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from companion.web.pages.pictures import reencode
from companion.web.pages.pictures.reencode import LONGEST_SIDE, PORTRAIT_SIDE, encode_portrait, reencode_photo
from domain.framework.refusal import Misfit

PLACE, CAMERA, TURNED = 0x8825, 0x0110, 0x0112


def photo(
    width: int = 40, height: int = 20, format: str = "JPEG", exif: Image.Exif | None = None, **how: bool
) -> bytes:
    """A photo with a red left half."""
    image = Image.new("RGB", (width, height), "blue")
    image.paste("red", (0, 0, width // 2, height))
    made = BytesIO()
    image.save(made, format, **({"exif": exif} if exif else {}), **how)
    return made.getvalue()


def read(body: bytes) -> Image.Image:
    return Image.open(BytesIO(body))


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_any_photo_becomes_a_jpeg(format: str) -> None:
    made = read(reencode_photo(photo(format=format)))
    assert (made.format, made.size) == ("JPEG", (40, 20))


def test_place_and_camera_are_taken_out() -> None:
    exif = Image.Exif()
    exif[CAMERA] = "Camera of Ann"
    exif.get_ifd(PLACE)[2] = (48.0, 8.0, 15.0)
    brought = photo(exif=exif)
    assert b"Camera of Ann" in brought
    made = reencode_photo(brought)
    assert (dict(read(made).getexif()), b"Camera of Ann" in made, b"Exif" in made) == ({}, False, False)


def test_a_photo_stands_upright() -> None:
    exif = Image.Exif()
    exif[TURNED] = 6  # the phone was held upright
    made = read(reencode_photo(photo(exif=exif)))
    assert made.size == (20, 40)
    red, _, blue = made.getpixel((10, 5))  # type: ignore[misc]
    assert red > blue


def test_a_large_photo_is_made_smaller() -> None:
    assert read(reencode_photo(photo(3200, 1600))).size == (LONGEST_SIDE, LONGEST_SIDE // 2)


def test_a_portrait_is_the_middle_of_a_photo_small_and_square() -> None:
    exif = Image.Exif()
    exif[CAMERA] = "Camera of Ann"
    made = encode_portrait(photo(800, 400, exif=exif))
    assert (read(made).size, b"Camera of Ann" in made) == ((PORTRAIT_SIDE, PORTRAIT_SIDE), False)
    left, right = (read(made).getpixel((x, 96)) for x in (40, 150))
    assert (left[0] > left[2], right[0] > right[2]) == (True, False)  # type: ignore[index]


@pytest.mark.parametrize(
    "brought", [b"", b"GIF89a", b"<svg/>", photo()[:200], b"\xff\xd8\xff" * 50, photo(format="GIF")]
)
def test_what_is_no_photo_is_refused(brought: bytes) -> None:
    with pytest.raises(Misfit, match="cannot be read here"):
        reencode_photo(brought)
    with pytest.raises(Misfit, match="cannot be read here"):
        encode_portrait(brought)


def test_a_photo_of_too_many_bytes_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reencode, "MOST_BYTES", 100)
    with pytest.raises(Misfit, match="too large"):
        reencode_photo(photo())


@pytest.mark.parametrize("make", [reencode_photo, encode_portrait])
@pytest.mark.parametrize("limit", ["MOST_PIXELS", "UNPACKED"])
def test_a_photo_that_says_it_is_huge_is_not_unpacked(
    monkeypatch: pytest.MonkeyPatch, limit: str, make: Callable[[bytes], bytes]
) -> None:
    monkeypatch.setattr(reencode, limit, 40 * 20 - 1)
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _: pytest.fail("unpacked"))
    with pytest.raises(Misfit, match="too large"):
        make(photo())


def test_of_a_large_jpeg_a_fraction_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reencode, "UNPACKED", 2000 * 2000)
    assert read(reencode_photo(photo(4000, 4000))).size == (LONGEST_SIDE, LONGEST_SIDE)
    for brought in (photo(4000, 4000, "PNG"), photo(4000, 4000, progressive=True)):
        with pytest.raises(Misfit, match="too large"):
            reencode_photo(brought)


def test_of_a_photo_as_phones_make_them_half_of_each_side_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its shorter side would be below the longest one of a photo that is kept: what counts is how large it becomes."""
    monkeypatch.setattr(reencode, "UNPACKED", 2000 * 1500)
    assert read(reencode_photo(photo(4000, 3000))).size == (1600, 1200)
