"""Search keys with which a device finds readings while it is offline.

A key is a number, a run of Chinese characters, or the words or syllables of a name joined by `'`: `wei'ni'ya`.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product

from companion.i18n.hant import to_traditional
from companion.quick_entry.candidates import words_of
from companion.quick_entry.letters import folded_letters, spelling_of
from companion.quick_entry.option_matches import Offers
from companion.quick_entry.possible import direction_of_event
from companion.quick_entry.reading import Reading
from companion.quick_entry.typed import NUMERALS
from companion.view_context import ViewContext
from domain.framework.fields.fields import fields_of, make_event
from domain.framework.text import folded_words
from projections.search.words import is_han, split_words

WAYS = 4
"""The maximum of pronunciations listed for a name."""
APART = "'"
"""The separator between words and between syllables of a name."""


def keys_of(reading: Reading, here: ViewContext, offers: Offers) -> list[str]:
    """The search keys of a reading: the names of its event and values, its sentence, its numbers."""
    called = [*words_of(reading.cls, here.game.key).called, *_names_chosen(reading, offers)]
    found = [key for name in called for key in keys_of_name(name)]
    return list(dict.fromkeys([*found, *written_keys(reading.said), *_numbers_told(reading, here)]))


@lru_cache(maxsize=8_192)
def keys_of_name(name: str) -> tuple[str, ...]:
    """A name as written, and the pronunciations of its characters."""
    read = islice(product(*spelling_of(name).readings), WAYS)
    return (*written_keys(name), *filter(None, (APART.join(way) for way in read)))


def written_keys(words: str) -> list[str]:
    """The Latin words of a text, and its runs of characters in both scripts."""
    scripts = dict.fromkeys((folded_words(words), folded_letters(words), folded_words(to_traditional(words))))
    runs = dict.fromkeys(run for script in scripts for run in split_words(script) if is_han(run))
    latin = APART.join(word for word in split_words(folded_letters(words)) if not is_han(word))
    return [*filter(None, [latin]), *runs]


def _names_chosen(reading: Reading, offers: Offers) -> Iterator[str]:
    """The names of the chosen things, in all languages."""
    for field in fields_of(reading.cls):
        if field.chosen and field.name in reading.fields:
            value, names = reading.fields[field.name], offers.names(reading.cls, field, reading.fields)
            for id_ in value if isinstance(value, list | dict) else [value]:
                yield from names.get(str(id_), ())


def _numbers_told(reading: Reading, here: ViewContext) -> Iterator[str]:
    """The numbers of a reading, as digits and numerals; also with a sign if they change a value."""
    way = 0 if reading.missing else direction_of_event(make_event(reading.cls, reading.fields), here)
    for number in reading.fields.values():
        if isinstance(number, int) and not isinstance(number, bool):
            yield from (str(abs(number)), *(numeral for numeral, of in NUMERALS.items() if of == abs(number)))
            yield from (f"{sign}{abs(number)}" for sign, of in (("+", 1), ("-", -1)) if of == way)


__all__ = ["keys_of"]
