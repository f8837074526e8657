"""Templates that several sites share."""

import time

import pytest
from alike import FINGERPRINTS, vary
from hypothesis import given
from hypothesis import strategies as st

from urltree import Extractor
from urltree.errors import StoreError
from urltree.models import Document, Retention, TemplateSample
from urltree.store import open_store
from urltree.templates.fingerprint import same_template
from urltree.templates.index import halves
from urltree.templates.shared import MAX_SITES, Filing, shared_templates

ONE, OTHER = bytes(range(25)), bytes(25)
NOW = 1_800_000_000.0
HOUR, DAY = 3_600, 86_400

NEWS = "<title>{0}</title><h1>A</h1>" + "<div><ul><li><a><b>" * 40 + "<p>{0}"
SHOP = "<title>{0}</title><h1>A</h1>" + "<table><tr><td><i>" * 40 + "<p>{0}"


def learn(store, **sites):
    """Count a page of each fingerprint of each site, and file it."""
    filing = Filing(store)
    for site, fingerprints in sites.items():
        for number, each in enumerate(fingerprints):
            sample = TemplateSample(each, f"http://{site}/{number}")
            store.observe(Document(site, number, (site,), {}, NOW, sample=sample), Retention())
            filing.file(site, each, NOW)


def shared(store, site, now=NOW):
    return [sites for _, sites in shared_templates(store, site, now)]


def test_sites_whose_pages_begin_alike_share_a_template(store):
    extractor = Extractor(store=store)
    for site, page in (("a.org", NEWS), ("b.org", NEWS), ("c.org", SHOP)):
        extractor.extract(page.format(site), f"https://{site}/1")
    assert shared(store, "a.org", time.time()) == [["b.org"]]


@pytest.mark.parametrize("place", [0, 16, 17, 24])
def test_fingerprints_that_differ_in_one_place_are_of_one_template(store, place):
    learn(store, a=[ONE], b=[vary(ONE, place)])
    assert shared(store, "a") == [["b"]]


def test_fingerprints_that_differ_in_two_places_are_of_two_templates(store):
    learn(store, a=[ONE], b=[vary(vary(ONE, 0), 1)])
    assert shared(store, "a") == [[]]


def test_each_template_of_a_site_has_its_own_list_of_sites(store):
    learn(store, a=[ONE, ONE, OTHER], b=[ONE], c=[OTHER], d=[OTHER, ONE])
    assert shared(store, "a") == [["b", "d"], ["c", "d"]]


def test_a_site_is_listed_once_however_many_fingerprints_it_shares(store):
    several = [ONE, vary(ONE, 3), vary(ONE, 20)]
    learn(store, a=several, b=several)
    assert shared(store, "a") == [["b"]]


def test_a_site_whose_pages_of_the_template_expired_is_not_listed(store):
    learn(store, a=[ONE], b=[ONE, OTHER])
    store.expire("b", Retention(max_documents=1, min_documents=0), NOW)
    assert shared(store, "a") == [[]]


def test_a_forgotten_site_is_not_listed(store):
    learn(store, a=[ONE], b=[ONE])
    store.forget("b")
    assert shared(store, "a") == [[]]


def test_the_number_of_sites_listed_is_limited(store):
    learn(store, **{f"site{number}": [ONE] for number in range(MAX_SITES + 2)})
    (found,) = shared(store, "site0")
    assert len(found) == MAX_SITES


def test_a_page_with_too_few_tags_is_not_compared_with_other_sites(store):
    learn(store, a=[vary(ONE, 24, 255)], b=[vary(ONE, 24, 255)])
    assert shared(store, "a") == [[]]


@given(st.lists(st.sets(FINGERPRINTS, max_size=4), min_size=2, max_size=5))
def test_the_index_finds_the_same_as_comparing_with_all_sites(sites):
    store = open_store("memory://")
    learn(store, **{str(number): found for number, found in enumerate(sites)})
    for template, others in shared_templates(store, "0", NOW):
        assert others == [
            str(number)
            for number, theirs in enumerate(sites)
            if number and any(same_template(one, each) for one in template.fingerprints for each in theirs)
        ]


# When a page is filed


def is_filed(store):
    return [bool(store.filed(half, NOW)) for half in halves(ONE)] == [True, True]


@pytest.mark.parametrize(("later", "is_again"), [(HOUR, False), (DAY, True)])
def test_a_fingerprint_is_filed_once_a_day(valkey_url, valkey_client, later, is_again):
    store = open_store(valkey_url)
    filing = Filing(store)
    filing.file("a", ONE, NOW)
    valkey_client.flushall()
    filing.file("a", ONE, NOW + later)
    store.close()
    assert is_filed(store) is is_again


def test_each_process_files_a_fingerprint_anew(valkey_url, valkey_client):
    store = open_store(valkey_url)
    Filing(store).file("a", ONE, NOW)
    valkey_client.flushall()
    Filing(store).file("a", ONE, NOW)
    store.close()
    assert is_filed(store)


def test_a_fingerprint_that_could_not_be_filed_is_filed_with_the_next_page(mortal_valkey):
    store = open_store(f"unix://{mortal_valkey.unix_socket_path}")
    filing = Filing(store)
    store.ping()
    mortal_valkey.terminate()
    with pytest.raises(StoreError):
        filing.file("a", ONE, NOW)
    mortal_valkey.start()
    filing.file("a", ONE, NOW)
    assert is_filed(store)
    store.close()
