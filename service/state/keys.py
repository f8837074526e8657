"""The keys of the service and their types; `urltree.store.keys` describes those of the tree.

All begin with ``urltree:``. None has braces, unlike the keys of the tree, which all do.

======================  ======  =======================================================================
key                     type    holds
======================  ======  =======================================================================
``work``                stream  items to do now, oldest first; group ``workers``; field ``id``
``work:items``          hash    item id -> the item (JSON), for as long as the item is in work
``work:tries``          hash    item id -> failures so far
``work:deaths``         hash    item id -> workers that died while they had it
``work:later``          zset    item id by the time when it is due, in milliseconds
``work:since``          zset    item id by the time when it was first put to work, in milliseconds
``work:ids``            zset    item id, all with score 0, for as long as it waits; counts those of a site
``work:failed``         zset    item id by the time when it failed last, in milliseconds, until it is done
``work:parked``         zset    item id by the time when it was given up, in milliseconds
``work:reasons``        hash    item id -> why it failed last
``work:host:HOST``      string  time until which the items that wait for it are spread, in ms; expires then
``turns:HOST``          string  time when all turns of the host are free again, in microseconds
``documents``           stream  the documents, as docs/stream.md describes
``documents:deleted``   stream  the documents that were deleted last, 10,000; field ``id``
``kept``                zset    domain with kept pages, by the time of the last, in milliseconds
``kept:pages:DOMAIN``   hash    URL key (8) -> page, as `service.stream.kept` packs it
``kept:sizes``          hash    domain -> bytes kept of it; the empty name -> bytes kept of all
``kept:warming``        list    URL key (8) and domain of kept pages to judge again
``newest:feed:ID``      zset    URL key (8) and domain of a feed's newest documents, by the time at which the
                                feed got them, in milliseconds; 50 at most; expires as the stream does
``newest:label:LABEL``  zset    the same of a label
``published:DOMAIN``    hash    URL key (8) -> revision, position, hashes of response and normal URL and of
                                the text; hash of a text (16) -> the URL key that published it; expires if
                                the tree forgets a domain that is silent for long
``publishing:DOMAIN``   list    the URL keys of ``published:DOMAIN`` in the order of their last publication;
                                expires with it
``feeds:addresses``     hash    address of a feed, its URL in normal form, or one that was -> feed id
``feeds:titles``        zset    feeds in the order of their titles; each the start of its title, NUL, its id
``feeds:due``           zset    feed id by the time of its next poll, in seconds; none while it is paused
``feeds:merged``        hash    id of a feed that was merged into another -> the id of that other
``feeds:poller``        string  the lock of the service that polls; expires unless renewed
``feed:ID``             hash    a feed and what its polls and items have shown, each field JSON; address;
                                place in ``feeds:titles``; read: when the last item whose page was read
                                came, in milliseconds; merged: ids of feeds that were merged into it;
                                aliases: the last 20 addresses that it left; absorbed: the last 20 that
                                were of feeds merged into it
``history:SITE``        zset    entry id by the time when a feed of the site last had it; 30,000 at most,
                                those of the last 90 days
``recent:SITE``         zset    subject of an entry by the time when it was last put to work, in seconds;
                                those of the last 25 hours; expires with the last of them
``websub``              hash    token -> what a hub is asked to push, and its secret (JSON)
``websub:due``          zset    token by the time of the next request to its hub, in seconds
``websub:asked``        zset    token by its unconfirmed requests; below 0: those to end the push
``webhooks``            hash    webhook id -> the webhook (JSON), with its secret
``webhooks:deliverer``  string  the lock of the service that delivers; expires unless renewed
``webhook:ID``          hash    position, tries, next_try, error, delivered: how far the webhook has come
``webhook:ID:dead``     zset    what it never took (JSON) by the time when it was given up; 1,000 at most
``tree:sweeper``        string  the lock of the service that sweeps the tree; expires unless renewed
``access:keys``         hash    id of an API key -> the key (JSON), with its SHA-256 alone
``requests:ID``         string  time when an API key may again send as many requests at once as it ever
                                may, in microseconds; expires then
``session:HASH``        string  id of the API key with which the session of this SHA-256 began; expires
``sightings:HOST``      list    the last 512 documents seen at a URL with a query: hashes of title and text,
                                URL; newest first; at most 320 kB; expires after 30 days without one
``statistics``          hash    what was counted -> how often, of all time
``statistics:S:TIME``   hash    the same, in the S seconds from that time on; expires when no span holds it
``statistics:sites``    hash    domain -> what it brought in the last 14 days, packed; 20,000 at most
``statistics:latest``   zset    domain by the time of its last new document, in seconds
``statistics:alive``    hash    process -> when it last reported, in seconds; its readers of the stream;
                                its settings (JSON)
``statistics:sent:ID``  string  number of the last report of a process; expires after a day
``restoring``           string  there while the store holds only part of a backup
======================  ======  =======================================================================

An item in work stands in exactly one of ``work``, ``work:later`` and ``work:parked``.
"""

from __future__ import annotations

PREFIX = "urltree:"

#: Never exists: to set it with XX is a write that changes nothing, and is refused if any write is.
ABSENT = f"{PREFIX}absent"

WORK = f"{PREFIX}work"
WORK_GROUP = "workers"
WORK_ITEMS = f"{PREFIX}work:items"
WORK_TRIES = f"{PREFIX}work:tries"
WORK_DEATHS = f"{PREFIX}work:deaths"
WORK_LATER = f"{PREFIX}work:later"
WORK_SINCE = f"{PREFIX}work:since"
WORK_IDS = f"{PREFIX}work:ids"
WORK_FAILED = f"{PREFIX}work:failed"
WORK_PARKED = f"{PREFIX}work:parked"
WORK_REASONS = f"{PREFIX}work:reasons"

DOCUMENTS = f"{PREFIX}documents"
DELETED = f"{PREFIX}documents:deleted"

KEPT = f"{PREFIX}kept"

#: Counts of all time, figures of sites, and processes that report.
STATISTICS = f"{PREFIX}statistics"
SITES = f"{STATISTICS}:sites"
ALIVE = f"{STATISTICS}:alive"

RESTORING = f"{PREFIX}restoring"

TREE_SWEEPER = f"{PREFIX}tree:sweeper"

WEBHOOKS = f"{PREFIX}webhooks"
WEBHOOKS_DELIVERER = f"{PREFIX}webhooks:deliverer"

ACCESS_KEYS = f"{PREFIX}access:keys"

FEED_ADDRESSES = f"{PREFIX}feeds:addresses"
FEED_TITLES = f"{PREFIX}feeds:titles"
FEEDS_DUE = f"{PREFIX}feeds:due"
FEEDS_MERGED = f"{PREFIX}feeds:merged"
FEEDS_POLLER = f"{PREFIX}feeds:poller"

WEBSUB = f"{PREFIX}websub"
WEBSUB_DUE = f"{PREFIX}websub:due"
WEBSUB_ASKED = f"{PREFIX}websub:asked"

# What begins the keys of each host, domain, label and so on; its name follows.
WORK_HOST = f"{PREFIX}work:host:"
TURNS = f"{PREFIX}turns:"
KEPT_PAGES = f"{KEPT}:pages:"
NEWEST_OF_FEED = f"{PREFIX}newest:feed:"
NEWEST_OF_LABEL = f"{PREFIX}newest:label:"
PUBLISHED = f"{PREFIX}published:"
PUBLISHING = f"{PREFIX}publishing:"
FEED = f"{PREFIX}feed:"
HISTORY = f"{PREFIX}history:"
RECENT = f"{PREFIX}recent:"
WEBHOOK = f"{PREFIX}webhook:"
REQUESTS = f"{PREFIX}requests:"
SESSION = f"{PREFIX}session:"
SIGHTINGS = f"{PREFIX}sightings:"
SENT = f"{STATISTICS}:sent:"


def dead_letters(webhook_id: str) -> str:
    """Name the key of what a webhook never took."""
    return f"{WEBHOOK}{webhook_id}:dead"


def statistics(seconds: int, start: int) -> str:
    """Name the key of what was counted in so many seconds from `start` on."""
    return f"{STATISTICS}:{seconds}:{start}"
