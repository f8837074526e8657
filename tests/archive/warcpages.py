"""Pages in WARC files, and what is read of such files."""

from urltree.archive.warc import read

URLS = [f"http://example.com/{name}" for name in "abcd"]


def page(url):
    return f"<p>{url} " + "".join(f"{url} {number} " for number in range(200))


def pages(file):
    return [each for each in read(file) if not isinstance(each, str)]


def left_out(file):
    return [each for each in read(file) if isinstance(each, str)]


def urls(file):
    return [each.snapshot.url for each in pages(file)]
