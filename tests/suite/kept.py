"""Templates compiled once: what every app of a test process would otherwise compile anew."""

from __future__ import annotations

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class Kept(BytecodeCache):
    """Compiled templates in memory, found by their name and their source."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if code := self._code.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


def keep_templates() -> None:
    """From here on every application of this process shares what was compiled."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Kept()}
