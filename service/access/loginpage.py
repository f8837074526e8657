"""The page that asks a person for a key."""

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

#: No `form-action`: browsers apply it to where a form is led on to as well.
_POLICY = (
    f"default-src 'none'; img-src data:; style-src 'sha256-{_HASH}'; base-uri 'none'; frame-ancestors 'none'"
)

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in · urltree</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<main>
<h1>urltree</h1>
{alert}<form method="post" action="{action}">
<label for="key">API key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
<button>Log in</button>
</form>
<p>Who runs this service makes keys: <code>urltree keys add NAME --scope admin</code></p>
</main>
</body>
</html>
"""


def login_page(action: str, complaint: str = "") -> HTMLResponse:
    """Show the form that posts to `action`; with a complaint it is the answer to a wrong key."""
    alert = f'<p role="alert">{escape(complaint)}</p>\n' if complaint else ""
    page = _PAGE.format(style=_STYLE, alert=alert, action=escape(action))
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"}
    return HTMLResponse(page, HTTPStatus.FORBIDDEN if complaint else HTTPStatus.OK, headers)
