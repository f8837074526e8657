"""Incremental decoding of content codings."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis.strategies import binary, integers, lists, sampled_from

from service.fetching.decoding import Decoder, DecodingError

CODINGS = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
}


def decode(coding: str, data: bytes, step: int) -> bytes:
    decoder = Decoder(coding)
    parts = (data[start : start + step] for start in range(0, len(data), step))
    body = b"".join(b"".join(decoder.decode(part)) for part in parts)
    decoder.finish()
    return body


@given(sampled_from(sorted(CODINGS)), binary(max_size=3_000), integers(1, 2_000))
def test_decoding_reverses_encoding_in_steps_of_any_size(coding: str, body: bytes, step: int) -> None:
    assert decode(coding, CODINGS[coding](body), step) == body


@given(lists(binary(max_size=500), min_size=2, max_size=4), integers(1, 100))
def test_all_gzip_members_are_decoded_in_steps_of_any_size(members: list[bytes], step: int) -> None:
    assert decode("gzip", b"".join(map(gzip.compress, members)), step) == b"".join(members)


@pytest.mark.parametrize("sizes", [(70_000, 4), (200_000, 200_000, 200_000)])
@pytest.mark.parametrize("step", [1, 300, 10_000])
def test_long_gzip_members_are_decoded_exactly_once(sizes: tuple[int, ...], step: int) -> None:
    members = [bytes([number]) * size for number, size in enumerate(sizes)]
    assert decode("gzip", b"".join(map(gzip.compress, members)), step) == b"".join(members)


def test_garbage_after_a_gzip_body_is_ignored() -> None:
    assert decode("gzip", gzip.compress(b"text") + b"\0\0<!-- cached -->", 10) == b"text"


def test_garbage_after_a_gzip_body_takes_no_memory() -> None:
    decoder = Decoder("gzip")
    assert b"".join(decoder.decode(gzip.compress(b"text"))) == b"text"
    tracemalloc.start()
    try:
        for _ in range(100):
            assert list(decoder.decode(bytes(50_000))) == []
        assert tracemalloc.get_traced_memory()[0] < 1_000_000
    finally:
        tracemalloc.stop()


def test_truncated_second_gzip_member_is_refused() -> None:
    with pytest.raises(DecodingError, match="cut short"):
        decode("gzip", gzip.compress(b"text") * 2 + gzip.compress(b"text")[:-5], 10)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_bomb_is_decoded_in_small_steps(coding: str) -> None:
    bomb = CODINGS[coding](bytes(5 * 2**20))
    steps = [len(step) for step in Decoder(coding).decode(bomb)]
    assert (sum(steps), max(steps) <= 100_000) == (5 * 2**20, True)


def test_bomb_in_a_second_gzip_member_is_decoded_in_small_steps() -> None:
    bomb = gzip.compress(b"") + gzip.compress(bytes(5 * 2**20))
    assert max(len(step) for step in Decoder("gzip").decode(bomb)) <= 100_000


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_truncated_body_is_refused(coding: str) -> None:
    with pytest.raises(DecodingError, match="cut short"):
        decode(coding, CODINGS[coding](b"text" * 100)[:-5], 10)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br"])
def test_body_not_encoded_as_declared_is_refused(coding: str) -> None:
    with pytest.raises(DecodingError, match="cannot be decompressed"):
        decode(coding, b"<html>plain</html>", 100)


@pytest.mark.parametrize("coding", ["zstd", "gzip, gzip", "x"])
def test_unsupported_coding_is_refused(coding: str) -> None:
    with pytest.raises(DecodingError, match=coding):
        Decoder(coding)


@pytest.mark.parametrize("coding", sorted(CODINGS))
def test_empty_body_decodes_to_an_empty_one(coding: str) -> None:
    assert decode(coding, b"", 1) == b""


@pytest.mark.parametrize("coding", ["UTF-8", "iso-8859-1", "none", "aws-chunked", "identity, UTF-8"])
def test_coding_that_is_not_a_compression_is_ignored(coding: str) -> None:
    assert decode(coding, b"text", 9) == b"text"


@pytest.mark.parametrize("coding", ["aws-chunked,gzip", "gzip,"])
def test_compression_is_decoded_despite_other_names_beside_it(coding: str) -> None:
    assert decode(coding, gzip.compress(b"text"), 9) == b"text"


def test_case_and_white_space_of_a_coding_do_not_matter() -> None:
    assert decode(" GZip ", gzip.compress(b"text"), 9) == b"text"
