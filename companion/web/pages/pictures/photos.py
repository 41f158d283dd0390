"""Pages of photos of the table."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for

from companion.view_context import ViewContext
from companion.web.network.slow_work import slow_work_of_app
from companion.web.pages.pictures.reencode import MOST_BYTES, reencode_photo
from companion.web.visitors.language import say_value
from companion.web.visitors.page import campaign_of, command_of_form, current_services, with_live_campaign
from companion.web.visitors.typed import one_line
from domain.framework.kernel import PhotoTaken
from domain.framework.refusal import Misfit, NotFound
from projections.photos import Photo, photos_of_campaign

pictures = Blueprint("photos", __name__, url_prefix="/c/<key>/photos")
LONGEST_CAPTION = 200


def photos_of(here: ViewContext) -> list[Photo]:
    """The photos of a campaign that count, the oldest first."""
    with current_services().store.reading() as cursor:
        return photos_of_campaign(cursor, here.campaign)


@pictures.get("/")
@with_live_campaign
def every(here: ViewContext) -> str:
    """The page of all photos, the newest first, with an upload form."""
    return show_photos(here)


def show_photos(here: ViewContext, fault: str = "") -> str:
    return render_template("table/photos.html", photos=photos_of(here)[::-1], fault=fault)


@pictures.post("/")
def take(key: str) -> Any:
    """Store an uploaded photo."""
    try:
        body = read_photo(key, reencode_photo)
    except Misfit as wrong:
        return with_live_campaign(show_photos)(
            key, fault=" ".join(say_value(fault) for fault in wrong.faults.values())
        ), 422
    return with_live_campaign(keep_photo)(key, body=body)


def read_photo(key: str, make: Callable[[bytes], bytes]) -> bytes:
    """The re-encoded upload. One is made at a time, without holding a campaign.

    Raises:
        Misfit: the file is not a photo, or too large.
        TooManyWaiting: too many other uploads wait.
    """
    campaign_of(key)
    file = request.files.get("photo")
    with slow_work_of_app().wait_for_turn("picture"):
        return make(file.stream.read(MOST_BYTES + 1) if file else b"")


def keep_photo(here: ViewContext, body: bytes) -> Any:
    """Store a re-encoded photo."""
    caption = one_line(request.form.get("caption", ""), LONGEST_CAPTION)
    current_services().campaigns.record_picture(
        here.id, body, lambda digest: PhotoTaken(photo=digest, caption=caption), command_of_form()
    )
    return redirect(url_for("photos.every", key=here.key), 303)


@pictures.get("/<digest>.jpg")
@with_live_campaign
def one(here: ViewContext, digest: str) -> Response:
    """Send a photo of this campaign.

    Raises:
        NotFound: no photo with this digest counts, or it is not stored here.
    """
    known = digest in {photo.digest for photo in photos_of(here)}
    body = current_services().store.photo(digest) if known else None
    if body is None:
        raise NotFound("That photo is not here any more.")
    answer = send_file(BytesIO(body), "image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=86400"
    return answer


__all__ = ["photos_of", "pictures", "read_photo"]
