import gzip
import subprocess
import sys
import zlib
from io import BytesIO

import brotli
import pytest
from fastwarc.stream_io import ZstdWriter
from hypothesis import given
from hypothesis import strategies as st

from urltree.archive.payload import payload

PAGE = b"<p>The bridge is open." * 20
GZIPPED = gzip.compress(PAGE, mtime=0)


def raw_deflated(data):
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflater.compress(data) + deflater.flush()


def named_gzip(data):
    packed = BytesIO()
    with gzip.GzipFile("page.html", "wb", fileobj=packed) as file:
        file.write(data)
    return packed.getvalue()


def chunked(data, *, extension=b""):
    parts = [data[start : start + 64] for start in range(0, len(data), 64)]
    return b"".join(b"%x%b\r\n%b\r\n" % (len(part), extension, part) for part in [*parts, b""])


def body(data, *headers, line_end=b"\r\n", most=10_000):
    lines = [b"HTTP/1.1 200 OK", b"Content-Type: text/html", *headers, b"", b""]
    return payload(line_end.join(lines) + data, most).body


CHUNKED = b"Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    ("coding", "encoded"),
    [
        (b"gzip", GZIPPED),
        (b"x-gzip", GZIPPED),
        (b"br", brotli.compress(PAGE)),
        (b"deflate", zlib.compress(PAGE)),
        (b"deflate", raw_deflated(PAGE)),
        (b"gzip, br", brotli.compress(GZIPPED)),
        (b"UTF-8", PAGE),
    ],
)
def test_content_encodings_are_undone(coding, encoded):
    header = b"Content-Encoding: " + coding
    assert body(encoded, header) == PAGE
    assert body(chunked(encoded), header, CHUNKED) == PAGE
    assert body(encoded, header, CHUNKED) == PAGE


@pytest.mark.parametrize("coding", [b"gzip", b"x-gzip", b"br", b"deflate"])
def test_encodings_that_were_undone_before_are_ignored(coding):
    header = b"Content-Encoding: " + coding
    assert body(PAGE, header) == PAGE
    assert body(PAGE, header, CHUNKED) == PAGE
    assert body(chunked(PAGE), header, CHUNKED) == PAGE


def test_an_encoding_of_the_transfer_is_undone_too():
    assert body(chunked(GZIPPED), b"Transfer-Encoding: gzip, chunked") == PAGE


@pytest.mark.parametrize("extension", [b"", b"  ", b";name=value"])
def test_chunks_may_have_extensions(extension):
    assert body(chunked(PAGE, extension=extension), CHUNKED) == PAGE


@pytest.mark.parametrize("cut", [63, 64, 65, 70, 200])
def test_the_chunks_that_are_there_are_joined_if_the_last_are_missing(cut):
    found = body(chunked(PAGE)[:cut], CHUNKED)
    assert PAGE.startswith(found)
    assert len(found) > cut - 20


def test_an_empty_body_in_chunks_is_empty():
    assert body(b"0\r\n\r\n", CHUNKED) == b""


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_lines_of_the_head_may_end_without_carriage_return(line_end):
    assert body(PAGE, line_end=line_end) == PAGE
    assert body(chunked(PAGE), CHUNKED, line_end=line_end) == PAGE


def test_line_ends_of_the_body_are_kept():
    assert body(b"a\nb\r\n\nc", line_end=b"\n") == b"a\nb\r\n\nc"


def test_a_head_may_be_long():
    headers = (b"X-%d: y" % number for number in range(10_000))
    assert body(GZIPPED, *headers, b"Content-Encoding: gzip") == PAGE


def test_a_header_of_several_lines_is_read():
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\nX: a\r\n b\r\n\r\n"
    assert payload(head, 10)[:3] == (200, "text/html", "utf-8")


@pytest.mark.parametrize(("coding", "encoded"), [(b"gzip", GZIPPED), (b"deflate", raw_deflated(PAGE))])
def test_no_more_is_read_than_asked_for(coding, encoded):
    assert len(body(encoded, b"Content-Encoding: " + coding, most=50)) <= 50


#: Prints by how many MiB memory grows when the start of a small body is read that stands for 256 MiB.
BOMB = """
import resource, sys
from urltree.archive.payload import payload

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

before = peak()
assert payload(sys.stdin.buffer.read(), 1_000).body == bytes(1_000)
print(peak() - before)
"""


@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_memory_is_not_taken_for_what_is_not_read(coding):
    machine = zlib.compressobj(wbits=31) if coding == "gzip" else brotli.Compressor(quality=3)
    deflate = machine.compress if coding == "gzip" else machine.process
    end = machine.flush if coding == "gzip" else machine.finish
    bomb = b"".join([*(deflate(bytes(2**20)) for _ in range(256)), end()])
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n".encode()
    run = subprocess.run([sys.executable, "-c", BOMB], input=head + bomb, capture_output=True, check=True)
    assert int(run.stdout) < 64


@pytest.mark.parametrize("headers", [(b"gzip, br",), (b"gzip", b"br")])
def test_several_encodings_are_undone_from_the_last_to_the_first(headers):
    encoded = brotli.compress(gzip.compress(PAGE))
    assert body(encoded, *(b"Content-Encoding: " + each for each in headers)) == PAGE


def test_any_number_of_encodings_may_be_announced():
    assert body(GZIPPED, b"Content-Encoding: gzip" + b",br" * 5_000) == PAGE


@pytest.mark.parametrize(
    ("coding", "encoded"),
    [(b"gzip", GZIPPED), (b"deflate", zlib.compress(PAGE)), (b"deflate", raw_deflated(PAGE))],
)
def test_what_is_there_of_a_cut_body_is_decoded(coding, encoded):
    found = body(encoded[:-9], b"Content-Encoding: " + coding)
    assert found
    assert PAGE.startswith(found)


def zstandard(data):
    packed = BytesIO()
    writer = ZstdWriter(packed, fsspec_args=False)
    writer.write(data)
    writer.close()
    return packed.getvalue()


#: A page that takes several blocks in any encoding.
LONG = b" ".join(b"w%d" % (number**3 % 1_000_003) for number in range(200_000))


@pytest.mark.parametrize(
    ("coding", "encoded"),
    [
        (b"br", brotli.compress(LONG, quality=1)),
        (b"zstd", zstandard(LONG)),
        (b"gzip, br", brotli.compress(gzip.compress(LONG), quality=1)),
    ],
)
def test_what_is_there_of_a_cut_body_in_blocks_is_decoded(coding, encoded):
    found = body(encoded[: len(encoded) * 9 // 10], b"Content-Encoding: " + coding, most=10**7)
    assert found
    assert LONG.startswith(found)


def test_no_more_is_read_of_a_cut_body_than_asked_for():
    cut = brotli.compress(LONG, quality=1)[:-9]
    assert body(cut, b"Content-Encoding: br", most=10_500) == LONG[:10_500]


def test_text_that_could_be_the_start_of_brotli_is_kept():
    text = "\r\néthe page".encode() + PAGE * 40
    assert body(text, b"Content-Encoding: br", most=10**6) == text


@pytest.mark.parametrize(
    ("coding", "encoded"),
    [
        (b"gzip", GZIPPED + bytes(8)),
        (b"x-gzip", named_gzip(PAGE) + b"<!-- cached -->"),
        (b"gzip", GZIPPED[:-8] + b"checksum"),
        (b"deflate", zlib.compress(PAGE)[:-4] + b"adler"),
    ],
    ids=["gzip and zeros", "gzip and a comment", "gzip's checksum", "zlib's checksum"],
)
def test_the_end_of_a_compressed_body_may_be_wrong(coding, encoded):
    assert body(encoded, b"Content-Encoding: " + coding) == PAGE


def test_a_head_that_cannot_be_parsed_gives_none():
    assert payload(b"HTTP/1.1 200 " + b"x" * 100_000 + b"\r\n\r\n", 100) is None


@given(st.binary(max_size=99), st.sampled_from([b"gzip", b"br", b"deflate", b"zstd"]))
def test_any_body_can_be_read(junk, coding):
    assert isinstance(body(junk, CHUNKED, b"Content-Encoding: " + coding), bytes)
