"""The page that asks a person for a key."""

from __future__ import annotations

from html import escape
from http import HTTPStatus
from typing import TYPE_CHECKING

from service.access.smallpage import small_page

if TYPE_CHECKING:
    from starlette.responses import HTMLResponse

_FORM = """{alert}<form method="post" action="{action}">
<label for="key">API key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
<button>Log in</button>
</form>
<p>Whoever runs this service creates keys: <code>urltree keys add NAME --scope admin</code></p>"""


def login_page(action: str, complaint: str = "", status: HTTPStatus = HTTPStatus.FORBIDDEN) -> HTMLResponse:
    """Make the page with the form that posts to `action`; with a complaint it has the given status."""
    alert = f'<p role="alert">{escape(complaint)}</p>\n' if complaint else ""
    form = _FORM.format(alert=alert, action=escape(action))
    return small_page("Log in", form, status if complaint else HTTPStatus.OK)
