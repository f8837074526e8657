"""Mail addresses that Cloudflare hides from robots: a script of its own shows readers what they are; pure.

A page that passes through Cloudflare has ``<a data-cfemail="…">[email protected]</a>`` in place of each,
or a ``span``, also in code: there all that looks like one is hidden, such as ``git@example.org``.
"""

from __future__ import annotations

import re
from html import escape

# An attribute that never ends must not be searched to the end of the page from each of many.
_HIDDEN = re.compile(
    rb'(data-cfemail="((?:[0-9a-f]{2})+)"[^<>]{0,200}>)\[email(?:&#160;|&nbsp;|\xc2\xa0| )protected\]',
    re.IGNORECASE,
)


def with_mail_addresses(page: bytes) -> bytes:
    """Return a page in UTF-8 with the mail addresses that it hides."""
    return _HIDDEN.sub(_shown, page) if b"data-cfemail" in page else page


def _shown(hidden: re.Match[bytes]) -> bytes:
    tag, digits = hidden.groups()
    key, *letters = bytes.fromhex(digits.decode())
    return tag + escape(bytes(key ^ letter for letter in letters).decode(errors="replace")).encode()
