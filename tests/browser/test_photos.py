"""A photo of the table: made smaller on the phone, then shown to all."""

from io import BytesIO
from random import Random

from PIL import Image
from playwright.sync_api import expect

from tests.browser.company import Gathering, settled

LARGE = """(field) => new Promise((seen) => {
  const look = () => field.files[0]?.name === "photo" ? seen(field.files[0].size) : setTimeout(look, 20);
  look();
})"""


def photo() -> bytes:
    """A photo as a phone takes it: large, and nothing in it is even."""
    noise = Image.frombytes("RGB", (400, 300), Random(1).randbytes(400 * 300 * 3)).resize((3200, 2400))
    made = BytesIO()
    noise.save(made, "PNG")
    return made.getvalue()


def test_a_photo_is_made_smaller_before_it_is_sent_and_shown_to_all(table: Gathering) -> None:
    page, brought = table.page(), photo()
    page.goto(table.at("photos/"))
    field = page.get_by_label("Photo", exact=False).and_(page.locator("[type=file]"))
    field.set_input_files({"name": "IMG_2041.png", "mimeType": "image/png", "buffer": brought})
    assert field.evaluate(LARGE) < len(brought) / 4
    page.get_by_label("Caption").fill("Five towers")
    page.get_by_role("button", name="Keep the photo").click()
    settled(page)
    other = table.page()
    other.goto(table.at("photos/"))
    shown = other.get_by_role("img", name="Five towers")
    expect(shown).to_be_visible()
    assert shown.evaluate("async (image) => { await image.decode(); return image.naturalWidth }") == 1600
