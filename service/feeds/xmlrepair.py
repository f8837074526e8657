"""XML as strangers write it, repaired before a parser reads it; pure.

Repaired are charsets, numeric character references (``&#233;``) that XML forbids, bare ampersands, and
document types that feedparser would not see.
"""

from __future__ import annotations

import re
from sys import maxunicode

from urltree.charset import recoded
from urltree.errors import PageError
from urltree.url import without_surrogates

#: A run of references to zero, to surrogates and to numbers above all characters; some valid ones match too.
_UNREADABLE = re.compile(
    rb"(?:&#(?:0+|5[5-7][0-9]{3}|[1-9][0-9]{6,}|x(?:0+|d[89a-f][0-9a-f]{2}|[1-9a-f][0-9a-f]{5,}))"
    rb"(?![0-9a-f]);?)+",
    re.IGNORECASE,
)
_NUMBER = re.compile(rb"x?[0-9a-f]+", re.IGNORECASE)

#: CDATA, where an ampersand stands for itself; or, elsewhere, the bare ampersand that many write for "&amp;".
#: A parser that repairs it would drop letters, or take the start of a URL's parameter for an entity.
_BARE = re.compile(rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|(&)(?!#?\w+;|\0)", re.DOTALL)

#: A declaration right before a document type. feedparser sees, and removes, one at the start of a line only.
#: If it stays, the references to characters that it may define are dropped.
_DOCTYPE = re.compile(rb"\A\s*<\?xml[^>]*>(?=<!DOCTYPE)", re.IGNORECASE)


def repaired(xml: bytes, charset: str | None = None) -> tuple[bytes, str | None]:
    """Repair a document; return it and its charset. `charset` is the one that HTTP declares."""
    xml, charset = _recoded(xml, charset)
    return with_ampersands(readable(_DOCTYPE.sub(rb"\g<0>\n", xml))), charset


def _recoded(xml: bytes, charset: str | None) -> tuple[bytes, str | None]:
    """Turn XML in any charset that pages may have into valid UTF-8; return it and its charset.

    feedparser takes no invalid UTF-8, ignores a byte order mark where server or prolog say otherwise, and
    reads all of a feed in a wrong charset for one character that Python's codec lacks. In ISO-2022-JP, half a
    character may look like an ampersand.
    """
    try:
        return recoded(xml, charset).decode(errors="replace").encode(), "utf-8"
    except PageError:
        return xml, charset


def readable(xml: bytes) -> bytes:
    """Join two surrogates, by which JavaScript writes an emoji; write U+FFFD for what is no character."""
    return _UNREADABLE.sub(_written_anew, xml)


def with_ampersands(xml: bytes) -> bytes:
    """Write ampersands that begin no reference as ``&amp;``."""
    return _BARE.sub(lambda found: b"&amp;" if found[1] else found[0], xml)


def _written_anew(references: re.Match[bytes]) -> bytes:
    text = without_surrogates("".join(map(_character, _NUMBER.findall(references[0]))))
    return "".join(f"&#{ord(each)};" for each in text).encode()


def _character(number: bytes) -> str:
    code = int(number[1:], 16) if number[:1] in b"xX" else int(number[:9])
    return chr(code) if 0 < code <= maxunicode else "\ufffd"
