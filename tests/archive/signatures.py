"""Signatures of pages by their markup, by which archives find similar ones."""

from warcs import FIRST

from urltree.archive.similar import signature
from urltree.archive.warc import Snapshot


def signed(html, charset=None):
    return signature(Snapshot("http://example.com/", FIRST, html, charset))


def page(paragraphs, menu="<ul>" + "<li><a></a></li>" * 20 + "</ul>"):
    return signed(f"<body><main>{'<p></p>' * paragraphs}</main>{menu}</body>".encode())
