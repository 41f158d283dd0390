"""The rulebook's names in traditional characters."""


def traditional(name: str) -> str:
    return name


__all__ = ["traditional"]
