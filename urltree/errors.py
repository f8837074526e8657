"""Every error urltree raises on purpose.

UrlTreeError
├── InputError            the caller's input is at fault; the message names the fault and the remedy
│   ├── UrlError          not an absolute http(s) URL
│   ├── PageError         not a page that text can be cut from
│   ├── HeuristicError    no heuristic of that name
│   ├── RuleError         a normalisation rule file is refused
│   ├── StoreUrlError     not a URL of a store
│   └── DatasetError      an evaluation data set cannot be read
└── StoreError            the store cannot be reached or refuses; try again later
    ├── StoreBusyError    the data directory has another owner
    └── StoreRefusedError the server answers, but does not carry out the command
"""

from __future__ import annotations


class UrlTreeError(Exception):
    """Base of all errors of this package."""


class InputError(UrlTreeError):
    """The caller's input is at fault; the message names the fault and the remedy."""


class UrlError(InputError):
    """Not an absolute http(s) URL."""


class PageError(InputError):
    """Not a page that text can be cut from."""


class HeuristicError(InputError):
    """No heuristic of that name."""


class RuleError(InputError):
    """A normalisation rule file is refused; the message gives file, line and reason."""


class StoreUrlError(InputError):
    """Not a URL of a store; the message gives the forms of one."""


class DatasetError(InputError):
    """An evaluation data set cannot be read; the message gives file, line and reason."""


class StoreError(UrlTreeError):
    """The store cannot be reached or refuses; try again later."""


class StoreBusyError(StoreError):
    """The data directory has another owner; the message gives its process number."""


class StoreRefusedError(StoreError):
    """The server answers, but does not carry out the command; the message gives its reason."""
