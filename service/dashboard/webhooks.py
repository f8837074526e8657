"""Webhooks: where documents are sent, and how that goes; a part of the queue's page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.dashboard.elements import errors_shown, section
from service.dashboard.table import Column, Table, act, cell
from service.dashboard.words import NOTHING, figure, span

if TYPE_CHECKING:
    from service.dashboard.common import Common
    from service.webhooks.webhooks import Progress, Webhook, Webhooks

_COLUMNS = (
    Column("webhook", "Webhook"),
    Column("health", "Health"),
    Column("behind", "Behind", "number"),
    Column("delivered", "Delivered", "number"),
    Column("dead", "Never accepted", "number"),
    Column("acts", "Actions", "acts"),
)

#: Where the section is on its page, for links that lead to it: what is parked above it may be long.
PLACE = "webhooks"


class WebhooksView:
    """The section, which is hidden while there are no webhooks."""

    def __init__(self, webhooks: Webhooks, common: Common) -> None:
        self._webhooks = webhooks
        self._common = common
        with section("Webhooks") as self._section:
            self._table = Table("Webhooks, oldest first", _COLUMNS, on_act=self._act)
        self._section.props["id"] = PLACE
        self._section.set_visibility(False)

    async def refresh(self) -> None:
        """Show the health of the webhooks now."""
        known = await self._common.webhooks.get()
        self._section.set_visibility(bool(known))
        self._table.show([_row(*each) for each in known])

    async def _act(self, _event: str, webhook: str) -> None:
        with errors_shown():
            await self._webhooks.retry(webhook)
            self._common.webhooks.forget()
            await self.refresh()


def _row(webhook: Webhook, progress: Progress) -> dict[str, Any]:
    words, tone = _health(progress)
    wanted = webhook.wanted.model_dump(exclude_none=True)
    filters = " · ".join(f"{name}: {value}" for name, value in wanted.items())
    return {
        "id": webhook.id,
        "webhook": cell(webhook.url, note=filters or None),
        "health": cell(words, note=progress.error, tone=tone),
        "behind": span(progress.behind) if progress.behind else NOTHING,
        "delivered": figure(progress.delivered),
        "dead": figure(progress.dead),
        "acts": [act("retry", "Try now", webhook.url)] if progress.next_try else [],
    }


def _health(progress: Progress) -> tuple[str, str]:
    if progress.is_gone:
        return "Gone: it wants no more documents", "bad"
    return ("Fails", "bad") if progress.error else ("Works", "good")
