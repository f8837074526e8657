"""Pages in WARC files, and what is read of such files."""

from collections import Counter

from urltree.archive.warc import read

URLS = [f"http://example.com/{name}" for name in "abcd"]


def page(url):
    return f"<p>{url} " + "".join(f"{url} {number} " for number in range(200))


def pages(file, left_out=None):
    return list(read(file, Counter() if left_out is None else left_out))


def urls(file, left_out=None):
    return [each.snapshot.url for each in pages(file, left_out)]
