"""Read models: tables for quick reading that can always be rebuilt from the log."""

from collections.abc import Iterator

from projections.base import Models, Projection


class _All:
    """All read models, imported when first needed: their writers need every event class."""

    def __iter__(self) -> Iterator[Projection]:
        from projections.campaigns import CAMPAIGNS  # noqa: PLC0415
        from projections.current import CURRENT  # noqa: PLC0415
        from projections.log import LOG  # noqa: PLC0415
        from projections.saves import SAVES  # noqa: PLC0415
        from projections.series import SERIES  # noqa: PLC0415

        return iter((CAMPAIGNS, LOG, CURRENT, SERIES, SAVES))


PROJECTIONS = _All()

__all__ = ["PROJECTIONS", "Models"]
