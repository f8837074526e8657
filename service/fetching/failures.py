"""What goes wrong on the network, in words."""

from __future__ import annotations

import os
import re
import ssl

import httpcore
from h2.exceptions import H2Error

from service.fetching.decoding import DecodingError
from service.fetching.errors import FetchError, Reason

#: What the network raises. Some errors pass through httpcore unchanged: H2Error for bad frames, OSError for
#: TLS that breaks in mid-stream, ValueError for a status of HTTP/2 that is no number.
FAILURES = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.ProxyError,
    H2Error,
    DecodingError,
    OSError,
    ValueError,
)


#: How httpcore begins to say that the other end closed the connection instead of answering, or within a body.
_CLOSED = ("Server disconnected", "peer closed connection")

#: What OpenSSL calls an answer that is no TLS, the second since version 3.2.
_NOT_TLS = ("wrong version number", "record layer failure")

#: How Python frames what OpenSSL says.
_FRAME = re.compile(r"^\[[^\]]*\] | \(_ssl\.c:\d+\)$")


def fetch_error(host: str, failure: Exception) -> FetchError:
    """Return the error that says what a failure means."""
    cause = _first_cause(failure)
    if isinstance(failure, (TimeoutError, httpcore.TimeoutException)):
        return FetchError(Reason.TIMEOUT, f"{host} takes too long to answer")
    if isinstance(cause, ssl.SSLError):
        return FetchError(Reason.TLS, f"cannot connect securely to {host}: {_tls_fault(cause)}")
    if isinstance(failure, httpcore.ConnectError):
        return FetchError(Reason.CONNECT, f"cannot connect to {host}: {_fault(cause)}")
    if isinstance(failure, httpcore.ProxyError):
        return FetchError(Reason.CONNECT, f"the proxy cannot connect to {host}: {failure}")
    if isinstance(failure, httpcore.NetworkError) or str(failure).startswith(_CLOSED):
        return FetchError(Reason.PROTOCOL, f"the connection to {host} broke off: {_fault(cause)}")
    return FetchError(Reason.PROTOCOL, f"{host} does not speak valid HTTP: {failure}")


def _first_cause(failure: BaseException) -> BaseException:
    """Follow causes to the first; httpcore keeps what it wraps as its argument."""
    cause = failure.__cause__ or next(iter(failure.args), None)
    return _first_cause(cause) if isinstance(cause, BaseException) else failure


def _fault(cause: BaseException) -> str:
    code = getattr(cause, "errno", None)
    return os.strerror(code) if code else str(cause) or "the connection was closed"


def _tls_fault(error: ssl.SSLError) -> str:
    fault = _FRAME.sub("", str(error))
    if fault in _NOT_TLS:
        return "what answers there is not TLS; if the site has no https, use http://"
    return getattr(error, "verify_message", None) or fault
