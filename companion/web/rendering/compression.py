"""Compression of whole pages, which makes a first page on a slow network a third as long to send."""

from gzip import compress
from http import HTTPStatus

from flask import Flask, Response, request

from companion.web.rendering.static_files import knows_gzip

LEVEL = 6
"""Beyond it, a page takes twice as long and is one hundredth smaller."""
SMALLEST = 1_400
"""Bytes that fit into one packet anyway."""


def install_compression(app: Flask) -> None:
    """Compress pages after everything else was filled in."""
    app.after_request(compress_page)


def compress_page(response: Response) -> Response:
    """Compress a page if the client reads gzip.

    A page contains a CSRF token. Over https, the length of a compressed page can betray a secret in it if an attacker
    chooses other text on the same page (BREACH). Another site can only choose the address that a browser opens, and
    its text gets onto a page from the query or from an error that quotes the path. So only pages that were found
    without a query are compressed.
    """
    if response.mimetype != "text/html" or response.is_streamed or response.direct_passthrough:
        return response
    response.vary.add("Accept-Encoding")
    is_fixed = request.method == "GET" and response.status_code == HTTPStatus.OK and not request.query_string
    if is_fixed and knows_gzip() and len(response.get_data()) > SMALLEST:
        response.set_data(compress(response.get_data(), LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response


__all__ = ["install_compression"]
