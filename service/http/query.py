"""Fields of a query."""

from fastapi import Request

from service.http.problems import BAD_FIELD, Problem


async def each_once(request: Request) -> None:
    """Raise `Problem` if a field is given twice: FastAPI would silently take the last."""
    seen = set[str]()
    for name, _ in request.query_params.multi_items():
        if name in seen:
            raise Problem(
                BAD_FIELD, f"query.{name}: given twice; if one is part of a URL, percent-encode that"
            )
        seen.add(name)
