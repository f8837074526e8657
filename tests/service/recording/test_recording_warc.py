"""Exchanges as WARC records."""

from __future__ import annotations

import gzip
from io import BytesIO
from typing import TYPE_CHECKING

import brotli
import httpx
import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType

from service.fetching.values import Exchange
from service.recording.warc import head, records

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

HTML = "<p>Grüße an alle</p>".encode()
CODINGS = {"gzip": gzip.compress, "br": brotli.compress, "identity": bytes}


def exchange(body: bytes = HTML, *headers: tuple[bytes, bytes], protocol: str = "HTTP/1.1") -> Exchange:
    return Exchange(
        url=httpx.URL("http://a.example/x?y=ü"),
        time=1_600_000_000.25,
        protocol=protocol,
        sent=[(b"Host", b"a.example"), (b"Accept", b"text/html")],
        status=200,
        reason="Fine",
        headers=[(b"Content-Type", b"text/html; charset=utf-8"), *headers],
        body=body,
    )


def read(packed: bytes) -> list[WarcRecord]:
    found = []
    for record in ArchiveIterator(BytesIO(packed), parse_http=False, fsspec_args=False):
        assert record.verify_block_digest()
        record.freeze()
        found.append(record)
    return found


def response(given: Exchange) -> WarcRecord:
    return read(records(given))[0]


def test_response_precedes_its_request() -> None:
    answer, request = read(records(exchange()))
    assert (answer.record_type, request.record_type) == (WarcRecordType.response, WarcRecordType.request)
    assert request.headers["WARC-Concurrent-To"] == answer.headers["WARC-Record-ID"]


def test_each_record_is_a_gzip_member() -> None:
    packed = records(exchange())
    assert [packed[record.stream_pos :][:2] for record in read(packed)] == [b"\x1f\x8b", b"\x1f\x8b"]


def test_record_has_url_and_time() -> None:
    response, request = read(records(exchange()))
    for record in (response, request):
        assert record.headers["WARC-Target-URI"] == "http://a.example/x?y=%C3%BC"
        assert record.headers["WARC-Date"] == "2020-09-13T12:26:40.250000Z"
        assert "WARC-Protocol" not in record.headers


def test_request_is_recorded_as_it_was_sent() -> None:
    request = read(records(exchange()))[1].reader.read()
    assert request == b"GET /x?y=%C3%BC HTTP/1.1\r\nHost: a.example\r\nAccept: text/html\r\n\r\n"


def test_response_is_recorded_as_it_was_received() -> None:
    answer = response(exchange(b"\x00\xff", (b"X-ODD", b"\xe4"))).reader.read()
    assert answer == (
        b"HTTP/1.1 200 Fine\r\nContent-Type: text/html; charset=utf-8\r\nX-ODD: \xe4\r\n\r\n\x00\xff"
    )


def test_transfer_encoding_of_joined_chunks_is_renamed() -> None:
    answer = response(exchange(HTML, (b"transfer-encoding", b"chunked"))).reader.read()
    assert b"\r\nX-Crawl-transfer-encoding: chunked\r\n" in answer
    assert answer.endswith(b"\r\n\r\n" + HTML)


@pytest.mark.parametrize("coding", CODINGS)
def test_readers_can_decode_the_content_encoding(coding: str) -> None:
    headers = (b"Content-Encoding", coding.encode()), (b"Transfer-Encoding", b"chunked")
    record = response(exchange(CODINGS[coding](HTML), *headers))
    record.parse_http(auto_decode="all")
    assert record.reader.read() == HTML


def test_http_2_is_recorded_as_the_protocol() -> None:
    record = response(exchange(protocol="HTTP/2"))
    assert record.headers["WARC-Protocol"] == "h2"
    assert record.reader.read().startswith(b"HTTP/1.1 200 ")


def test_equal_bodies_have_equal_payload_digests() -> None:
    one, other = response(exchange()), response(exchange(HTML, (b"X-Other", b"1")))
    assert one.headers["WARC-Payload-Digest"] == other.headers["WARC-Payload-Digest"]
    assert one.headers["WARC-Block-Digest"] != other.headers["WARC-Block-Digest"]


def test_file_begins_with_the_name_of_the_software() -> None:
    (record,) = read(head())
    assert record.record_type == WarcRecordType.warcinfo
    assert b"software: urltree/" in record.reader.read()
