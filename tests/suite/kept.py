"""Templates and addresses compiled once: what every app of a test process would otherwise compile anew."""

from __future__ import annotations

from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


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


class KeptRule(Rule):
    """An address compiled once: what comes of it is the same in every app."""

    known: dict[tuple[object, ...], dict[str, Any]] = {}

    def compile(self) -> None:
        made_of = (self.rule, self.endpoint, frozenset(self.methods or ()), repr(self.defaults), self.websocket)
        if made_of not in self.known:
            super().compile()
            self.known[made_of] = {name: value for name, value in vars(self).items() if name != "map"}
        vars(self).update(self.known[made_of])


def keep_addresses() -> None:
    """From here on every application of this process shares its compiled addresses."""
    Flask.url_rule_class = KeptRule
