"""Secrets, kept out of what people and logs are shown."""

from __future__ import annotations

import re

#: Credentials before the host of a URL or in its query, our API keys, the secrets of webhooks, and the tokens
#: of hubs.
_SECRETS = re.compile(
    r"(?<=://)[^/\s]*(?=@)|(?<=[?&]password=)[^&#\s\"']+|(?<=\burltree_)[\w-]{43}|(?<=\bwhsec_)[\w+/=]+"
    r"|(?<=/websub/)[\w-]{32,}"
)


def masked(text: str) -> str:
    """Replace each secret by an ellipsis."""
    return _SECRETS.sub("…", text)
