"""Encode a page as UTF-8, by byte order mark, the bytes, the declared charset, ``<meta>`` or a detector."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, register_error, replace_errors
from contextlib import suppress
from types import NoneType

import cchardet
import webencodings

from urltree.arguments import expect
from urltree.errors import PageError
from urltree.url import without_surrogates

#: Bytes searched for a ``<meta>``; WHATWG asks for 1,024, but real heads are longer.
_PRESCAN_BYTES = 4_096

#: Bytes shown to the detector.
_DETECTOR_BYTES = 2**20

#: Control characters that text does not have; those that ISO 2022 uses are left out. Pages have one or two of
#: them by mistake; programs, fonts, and compressed or encrypted data have nearly all.
_CONTROLS = frozenset(range(0x20)) - set(b"\t\n\v\f\r\x0e\x0f\x1b")
_MOST_CONTROLS = 16

#: The escape sequence that begins Japanese text of two ASCII bytes per character.
_ISO_2022_JP = re.compile(rb"\x1b\$[@B]")

#: How webencodings calls charsets that browsers refuse, as they can hide scripts.
_REFUSED = "replacement"

#: What the detector finds -> the charset to read it in, where browsers have another name or a larger charset.
_DETECTED = {"KOI8-R": "koi8-u", "UHC": "euc-kr"}

#: GBK, the larger charset in which browsers read it, and the euro sign that vendors added to both.
_GBK, _GB18030 = webencodings.lookup("gbk"), "gb18030"
_EURO = b"\x80"

#: The bytes of two in EUC; and bytes that Shift JIS leaves out: kana from the first on, and a control.
_EUC = range(0xA1, 0xFF)
_KANA = 0xA0
_DELETE = 0x7F

#: Errors are handled by `_vendor_character`.
_VENDOR = "urltree.vendor"

#: In text taken for UTF-8, fewer than one in this many characters above ASCII may be broken.
_MOST_BROKEN = 3

#: So much of a page is read as UTF-16 to find its first tag.
_UTF16_BYTES = 64

_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_META = re.compile(
    rb"<(?:meta\b[^>]*?\bcharset|\?xml\b[^>]*?\bencoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE
)

# ``\s*+`` does not backtrack: a page may begin with megabytes of white space.
_NOT_HTML = re.compile(
    rb"\s*+(?:"
    rb"(?P<PDF>%PDF-)"
    rb"|(?P<an_image>\x89PNG\r|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP)"
    rb"|(?P<compressed_data>PK\x03\x04|\x1f\x8b\x08|\xfd7zXZ\0|BZh[1-9]1AY&SY|\x28\xb5\x2f\xfd|7z\xbc\xaf"
    rb"|Rar!\x1a)"
    rb"|(?P<JSON>\{\s*\"|\[\s*[\[{\"])"
    rb"|(?P<MHTML>(?:[\w-]++:[^\n]*+\n(?:[ \t][^\n]*+\n)*+)*?MIME-Version:)"
    rb")",
    re.DOTALL,
)


def to_utf8(html: bytes | str, charset: str | None = None) -> bytes:
    """Encode a page as UTF-8, with undecodable bytes and lone surrogates replaced.

    ``charset`` is the one that HTTP declares. Bytes that are UTF-8 (`is_utf8`) are returned unchanged,
    whatever it says, since lxml replaces what it cannot read.

    Raises `PageError` if the page is empty or plainly not HTML, `InputError` for an argument of another type.
    """
    expect("html", html, bytes, str, bytearray)
    expect("charset", charset, str, NoneType)
    data = _encode(html) if isinstance(html, str) else bytes(html)
    _check_is_page(data)
    if isinstance(html, str):
        return data
    utf8 = recoded(data, charset)
    if utf8 is not data:
        _check_is_page(utf8)
    return utf8


def recoded(data: bytes, charset: str | None) -> bytes:
    """Encode HTML or XML as UTF-8, as `to_utf8` does, whatever it is. Raises `PageError` for binary data."""
    encoding = _encoding(data, charset)
    if encoding is webencodings.UTF8:
        return data
    return _encode(webencodings.decode(data, _GB18030 if encoding is _GBK else encoding, _VENDOR)[0])


def _vendor_character(error: UnicodeError) -> tuple[str | bytes, int]:
    """Read a character that vendors added: the euro sign of GBK; in EUC-JP those of NEC and IBM, such as ①.

    Python knows the latter in Shift JIS only.
    """
    if isinstance(error, UnicodeDecodeError):
        found = error.object[error.start : error.start + 2]
        if error.encoding == "gb18030" and found.startswith(_EURO):
            return "€", error.start + 1
        if error.encoding == "euc_jp":
            with suppress(TypeError, ValueError):
                return _in_shift_jis(*found).decode("cp932"), error.start + 2
    return replace_errors(error)


def _in_shift_jis(first: int, second: int) -> bytes:
    """Return two bytes of EUC-JP in Shift JIS. Raises `ValueError` if they cannot be."""
    row, cell = _EUC.index(first), _EUC.index(second)
    lead = 0x81 + row // 2
    trail = 0x9F + cell if row % 2 else 0x40 + cell
    return bytes((lead + 0x40 * (lead >= _KANA), trail + (trail >= _DELETE and row % 2 == 0)))


register_error(_VENDOR, _vendor_character)


def _encode(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        return without_surrogates(text).encode()


def _check_is_page(data: bytes) -> None:
    unmarked = data.removeprefix(BOM_UTF8)
    if not unmarked or unmarked.isspace():
        raise PageError("the page is empty; provide the HTML of a page")
    if found := _NOT_HTML.match(unmarked):
        kind = (found.lastgroup or "").replace("_", " ")
        raise PageError(f"the page looks like {kind}, not HTML; provide the HTML of a page")


def _encoding(data: bytes, charset: str | None) -> webencodings.Encoding | str:
    if mark := _from_mark(data):
        return mark
    if is_utf8(data):
        return webencodings.UTF8
    declared = known_charset(charset or ""), _from_meta(data)
    others = (each for each in declared if each and each is not webencodings.UTF8 and _may_be(each, data))
    return next(others, None) or _from_text(data)


def _may_be(encoding: webencodings.Encoding, data: bytes) -> bool:
    """Say whether a page may have a declared encoding: in UTF-16 its tags have NULs."""
    return not encoding.name.startswith("utf-16") or b"\0" in data


def is_utf8(data: bytes) -> bool:
    """Say whether bytes are UTF-8, and not all ASCII; a few may be broken, because they were cut or mixed in.

    Of text in another charset, even of a few words, seldom half of what is above ASCII can be read as UTF-8.
    """
    if data.isascii():
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return _is_most_utf8(data)
    return True


def _is_most_utf8(data: bytes) -> bool:
    text = data.decode(errors="replace")
    above = len(text) - len(text.encode("ascii", "ignore"))
    return above > _MOST_BROKEN * text.count("\ufffd")


def known_charset(name: str) -> webencodings.Encoding | None:
    """Look up a charset by any name that browsers read, also in quotes; None for any other name."""
    found = webencodings.lookup(name.encode("ascii", "replace").decode().strip("\"' \t\n\f\r"))
    return None if found and found.name == _REFUSED else found


def _from_mark(data: bytes) -> webencodings.Encoding | None:
    if data.startswith(BOM_UTF8):
        return webencodings.UTF8
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return webencodings.lookup("utf-16")
    return None


def _from_meta(data: bytes) -> webencodings.Encoding | None:
    found = _META.search(_COMMENT.sub(b"", data[:_PRESCAN_BYTES]))
    encoding = known_charset(found[1].decode("latin-1")) if found else None
    # WHATWG: in UTF-16 this ASCII <meta> could not have been found.
    return None if encoding and encoding.name.startswith("utf-16") else encoding


def _from_text(data: bytes) -> webencodings.Encoding | str:
    for utf_16 in ("utf-16le", "utf-16be"):
        begins = data[:_UTF16_BYTES].decode(utf_16, "replace").lstrip()[:2]
        if begins.startswith("<") and begins.isascii():
            return utf_16  # without a byte order mark; in other charsets this would be NULs beside markup
    if data.isascii():
        return "iso-2022-jp" if _ISO_2022_JP.search(data) else webencodings.UTF8
    if len(_CONTROLS.intersection(data[:_PRESCAN_BYTES])) > _MOST_CONTROLS:
        raise PageError("the page looks like binary data, not HTML; provide the HTML of a page")
    name = cchardet.detect(data[:_DETECTOR_BYTES])["encoding"] or ""
    guess = webencodings.lookup(_DETECTED.get(name, name))
    return "windows-1252" if guess in {None, webencodings.UTF8} else guess
