"""The API for people: Swagger UI, with all its files from this service."""

import hashlib
from base64 import b64encode
from http import HTTPStatus
from importlib.resources import files

from fastapi import APIRouter, HTTPException, Response
from starlette.responses import HTMLResponse

router = APIRouter(include_in_schema=False)

#: Shows the API in the theme of the dashboard, which `theme.js` keeps.
_START = """
SwaggerUIBundle({ url: "openapi.json", dom_id: "#swagger-ui", deepLinking: true, filter: true });
const system = matchMedia("(prefers-color-scheme: dark)");
function follow() {
  const theme = localStorage.getItem("urltree-theme");
  const isDark = theme === "dark" || (theme !== "light" && system.matches);
  document.documentElement.classList.toggle("dark-mode", isDark);
}
system.addEventListener("change", follow);
follow();
"""
_HASH = b64encode(hashlib.sha256(_START.encode()).digest()).decode()

#: Swagger UI sets styles of elements, and has pictures in its style sheet.
_POLICY = (
    f"default-src 'none'; script-src 'self' 'sha256-{_HASH}'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_PAGE = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · urltree</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<main id="swagger-ui"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script>{_START}</script>
</body>
</html>
"""

_TYPES = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}


@router.get("/docs")
async def show_api() -> HTMLResponse:
    """Show the API."""
    return HTMLResponse(_PAGE, headers={"Content-Security-Policy": _POLICY})


@router.get("/docs/{name}")
async def give_asset(name: str) -> Response:
    """Return a file that the page loads."""
    if name not in _TYPES:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    asset = files("fastapi_swagger.resources") / name
    return Response(asset.read_bytes(), media_type=_TYPES[name], headers={"Cache-Control": "max-age=3600"})
