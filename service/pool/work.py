"""What a worker process does: a request's bytes in, a response's bytes out."""

from __future__ import annotations

import logging
from codecs import BOM_UTF8
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self

from pydantic import ValidationError
from pydantic_core import from_json
from structlog.contextvars import bound_contextvars

from service.http.problems import BAD_FIELD, INTERNAL, NOT_JSON, PROBLEM_JSON, Problem, of_error, of_fields
from service.pool.inspection import Inspect, inspect
from service.running.child import limited
from service.running.process import freeze_loaded_objects
from service.running.throttledlog import ThrottledLog
from service.schemas import ExtractRequest, ExtractResponse, PageFields
from service.settings.logs import configure_logs
from urltree.errors import StoreError, UrlTreeError
from urltree.extract import Extractor
from urltree.output.clean import to_html
from urltree.output.markdown import to_markdown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from multiprocessing.connection import Connection

    from service.settings.settings import Settings
    from urltree.extraction import Extraction
    from urltree.models import Status
    from urltree.rules import RuleSet

    #: Extracts or inspects one page, as `service.pool.pool.Pool.answer` does.
    Answers = Callable[["Job | Inspect"], Awaitable["Reply"]]


_logger = logging.getLogger(__name__)

#: Seldom, because page after page fails while the store is unavailable or full.
_of_store = ThrottledLog(_logger)

#: The media types of answers; the first unless the client asks for another.
ANSWERS = ("application/json", "text/plain", "text/markdown", "text/html")


class Job(NamedTuple):
    """A page as it came in."""

    body: bytes
    #: Whether the body is HTML; else it is the JSON of an `ExtractRequest`.
    is_html: bool
    #: What the query says of the page.
    query: Mapping[str, Any]
    #: Charset of the HTML, as declared by Content-Type.
    charset: str | None = None
    #: The media type to answer with, one of `ANSWERS`.
    answer: str = ANSWERS[0]
    #: Number of the line in its batch.
    line: int | None = None


class Facts(NamedTuple):
    """What the tree learnt of a page, for the statistics."""

    domain: str
    status: Status
    warm: bool
    template_changed: bool
    #: Characters of its text, ...
    read: int
    #: ... and of its content.
    kept: int

    @classmethod
    def of(cls, extraction: Extraction) -> Self:
        """Take the facts from an extraction."""
        text = extraction.text
        return cls(
            domain=extraction.domain,
            status=extraction.status,
            warm=extraction.evidence.warm,
            template_changed=extraction.evidence.template_changed,
            read=sum(len(block.text) for block in extraction.page.blocks),
            kept=len(text) - text.count("\n"),
        )


class Reply(NamedTuple):
    """A finished response."""

    status: int
    body: bytes
    media_type: str
    headers: Mapping[str, str]
    #: None if the page was not counted.
    facts: Facts | None = None
    #: What the body says, if the job was refused.
    problem: Problem | None = None


def run(pipe: Connection, settings: Settings, store: str, rules: RuleSet) -> None:
    """Answer jobs until the other end of the pipe is closed, as it is when the parent dies.

    Each job comes with the context that its log lines are to carry, and the rules if they have changed.

    The first that is sent is why no job can be answered, or None: then they may come.
    """
    configure_logs(settings)
    with suppress(EOFError, OSError):
        try:
            extractor = Extractor(settings.heuristic, store, retention=settings.retention, rules=rules)
        except UrlTreeError as error:
            pipe.send(str(error))
        else:
            freeze_loaded_objects()
            pipe.send(None)
            _answer_all(pipe, extractor, settings.max_seconds)


def _answer_all(pipe: Connection, extractor: Extractor, max_seconds: float) -> NoReturn:
    while True:
        job, context, changed = pipe.recv()
        extractor.rules = changed or extractor.rules
        with bound_contextvars(**context), limited(max_seconds):
            reply = answer(extractor, job)
        pipe.send(reply)


def answer(extractor: Extractor, job: Job | Inspect) -> Reply:
    """Extract or inspect one page; if that fails, answer with a problem."""
    try:
        return _inspect(extractor, job) if isinstance(job, Inspect) else _extract(extractor, job)
    except Problem as problem:
        return refuse(problem, job.line)
    except ValidationError as error:
        return refuse(of_fields(error.errors()), job.line)
    except UrlTreeError as error:
        if isinstance(error, StoreError):
            _of_store.warning("pages cannot be read: %s", error)
        return refuse(of_error(error), job.line)
    except Exception:
        _logger.exception("a page could not be extracted")
        return refuse(Problem(INTERNAL, "the service's log has the cause"), job.line)


def refuse(problem: Problem, line: int | None = None) -> Reply:
    """Answer with a problem."""
    return Reply(problem.kind.status, problem.body(line), PROBLEM_JSON, problem.headers, problem=problem)


def _inspect(extractor: Extractor, job: Inspect) -> Reply:
    return Reply(HTTPStatus.OK, inspect(extractor, job).model_dump_json().encode(), ANSWERS[0], {})


def _extract(extractor: Extractor, job: Job) -> Reply:
    page, html = _read_html(job) if job.is_html else _read_json(job)
    extraction = extractor.extract(
        html, page.url, title=page.title, observe=page.observe, heuristic=page.heuristic, charset=job.charset
    )
    facts = Facts.of(extraction) if page.observe else None
    return Reply(HTTPStatus.OK, _body(extraction, page, html, job), job.answer, {}, facts)


def _body(extraction: Extraction, page: PageFields, html: bytes | str, job: Job) -> bytes:
    match job.answer:
        case "text/plain":
            return extraction.text.encode()
        case "text/markdown":
            return to_markdown(html, extraction, job.charset).encode()
        case "text/html":
            return to_html(html, extraction, job.charset).encode()
        case _:
            markdown = to_markdown(html, extraction, job.charset) if page.markdown else None
            fields = extraction.as_dict(blocks=page.blocks)
            return ExtractResponse(**fields, markdown=markdown, line=job.line).json_bytes()


def _read_html(job: Job) -> tuple[PageFields, bytes]:
    return PageFields.model_validate(job.query), job.body


def _read_json(job: Job) -> tuple[PageFields, str]:
    try:
        fields = from_json(job.body.removeprefix(BOM_UTF8))
    except ValueError as error:
        raise Problem(NOT_JSON, f"not JSON: {error}{_hint(error)}") from error
    if not isinstance(fields, dict):
        raise Problem(NOT_JSON, 'not a JSON object; send {"url": …, "html": …}')
    page = ExtractRequest.model_validate({**job.query, **fields})
    if (asked := job.query.get("url", page.url)) != page.url:
        raise Problem(BAD_FIELD, f"query.url: {asked!r} is not the url of the JSON, {page.url!r}; send one")
    return page, page.html


def _hint(error: ValueError) -> str:
    if "surrogate" in str(error) or "hex escape" in str(error):
        return (
            r"; an escape from \ud800 to \udfff lacks its other half: send U+FFFD, or the page as text/html"
        )
    return ""
