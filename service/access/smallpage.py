"""Self-contained pages that run no script."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from html import escape
from http import HTTPStatus

from starlette.responses import HTMLResponse

_STYLE = (
    ":root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}"
    "main{max-width:22rem;margin:15vh auto;padding:0 1rem}"
    "input,button{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;margin:.25rem 0 1rem}"
    "[role=alert]{color:light-dark(#b00020,#ff8a80)}"
)
_HASH = b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()

#: No `form-action`: browsers also apply it to the target of a redirect that answers a form.
_POLICY = (
    f"default-src 'none'; img-src data:; style-src 'sha256-{_HASH}'; base-uri 'none'; frame-ancestors 'none'"
)

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · urltree</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<main>
<h1>urltree</h1>
{main}
</main>
</body>
</html>
"""

_FORM = """{alert}<form method="post" action="{action}">
<label for="key">API key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
<button>Log in</button>
</form>
<p>Whoever runs this service creates keys: <code>urltree keys add NAME --scope admin</code></p>"""

#: Seconds after which a browser checks again whether the store is back.
_RETRY_SECONDS = "5"

_AWAY = (
    '<p role="alert">The store does not answer.</p>\n'
    "<p>Nothing that was acknowledged is lost. This page tries again every five seconds; "
    "<code>urltree doctor</code> and the logs of the service and the store say what is wrong.</p>"
)


def small_page(title: str, main: str, status: HTTPStatus) -> HTMLResponse:
    """Make a page of some HTML."""
    page = _PAGE.format(title=title, style=_STYLE, main=main)
    return HTMLResponse(page, status, {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"})


def login_page(action: str, complaint: str = "", status: HTTPStatus = HTTPStatus.OK) -> HTMLResponse:
    """Make the page that asks a person for a key, with a form that posts to `action`."""
    alert = f'<p role="alert">{escape(complaint)}</p>\n' if complaint else ""
    return small_page("Log in", _FORM.format(alert=alert, action=escape(action)), status)


def away_page() -> HTMLResponse:
    """Make the page that says that the store is away; the browser reloads it by itself."""
    page = small_page("Store unavailable", _AWAY, HTTPStatus.SERVICE_UNAVAILABLE)
    page.headers.update({"Refresh": _RETRY_SECONDS, "Retry-After": _RETRY_SECONDS})
    return page
