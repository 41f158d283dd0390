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


SHARED = """() => {
  navigator.canShare = () => true;
  navigator.share = async ({ title, text, files: [card] }) => {
    window.passed = [title, text, card.type, card.size];
  };
}"""


def photo() -> bytes:
    """A photo that is larger than any is kept, and nothing in it is even."""
    noise = Image.frombytes("RGB", (400, 300), Random(1).randbytes(400 * 300 * 3)).resize((2000, 1500))
    made = BytesIO()
    noise.save(made, "PNG", compress_level=1)
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


def test_a_portrait_and_a_colour_are_chosen_from_the_card_of_a_hero_and_shown_to_all(table: Gathering) -> None:
    page, other = table.page(), table.page()
    other.goto(table.at())
    page.goto(table.at())
    page.locator(".handle", has_text="Venia").click()
    page.locator("#piece-hero-venia").get_by_role("link", name="Colour and portrait").click()
    page.get_by_role("radio", name="green").check(force=True)
    page.locator("#colour").get_by_role("button", name="Keep").click()
    expect(page.locator("h1 .seat-green")).to_be_visible()
    field = page.get_by_label("Photo", exact=False).and_(page.locator("[type=file]"))
    field.set_input_files({"name": "me.png", "mimeType": "image/png", "buffer": photo()})
    field.evaluate(LARGE)
    page.get_by_role("button", name="Use this photo").click()
    face = other.locator(".handle", has_text="Venia").locator(".seat-green img")
    expect(face).to_be_visible()
    assert face.evaluate("async (image) => { await image.decode(); return image.naturalWidth }") == 192


def test_the_recap_is_passed_on_as_text_and_as_a_card(table: Gathering) -> None:
    page = table.page()
    page.goto(table.at())
    page.evaluate(SHARED)
    page.get_by_role("link", name="Share it").click()
    page.wait_for_function("() => window.passed")
    title, text, kind, size = page.evaluate("() => window.passed")
    assert title
    assert "Session 6" in text
    assert (kind, size > 10_000) == ("image/png", True)


def test_where_nothing_can_be_passed_on_it_is_a_file(table: Gathering) -> None:
    page = table.page()
    page.goto(table.at())
    page.evaluate("() => { Navigator.prototype.share = undefined; delete Navigator.prototype.share }")
    with page.expect_download(lambda download: download.suggested_filename.endswith(".txt")):
        page.get_by_role("link", name="Share it").click()
