"""The templates of a site."""

from alike import vary

from urltree import Extractor
from urltree.models import Retention, TemplateSample, UrlKey
from urltree.templates.fingerprint import fingerprint
from urltree.templates.shared import site_templates
from urltree.tree import UrlTree

DOMAIN = "example.com"
ONE, OTHER = bytes(range(25)), bytes(25)

NEWS = "<title>News</title><h1>A</h1><p>{}"
SHOP = "<title>Shop</title><table><tr><td><b>{}</b><td><i>1</i></table>"


def learn(store, *fingerprints):
    tree = UrlTree(store)
    for number, each in enumerate(fingerprints):
        url = f"http://{DOMAIN}/{number}"
        tree.observe(UrlKey(url, DOMAIN, (DOMAIN,)), (), 0, None, TemplateSample(each, url))


def listed(store):
    return [(template.support, template.example) for template in site_templates(store, DOMAIN)]


def test_extracted_pages_are_grouped_by_template(store):
    extractor = Extractor(store=store)
    for number in range(5):
        extractor.extract((NEWS if number < 3 else SHOP).format(number), f"https://{DOMAIN}/{number}?a=b")
    assert listed(store) == [(3, f"https://{DOMAIN}/2?a=b"), (2, f"https://{DOMAIN}/4?a=b")]


def test_similar_fingerprints_are_one_template(store):
    learn(store, ONE, vary(ONE, 3), vary(ONE, 20), OTHER)
    templates = site_templates(store, DOMAIN)
    assert [set(each.fingerprints) for each in templates] == [{ONE, vary(ONE, 3), vary(ONE, 20)}, {OTHER}]


def test_the_example_has_the_most_frequent_fingerprint(store):
    learn(store, ONE, vary(ONE, 3), ONE, vary(ONE, 3), ONE)
    assert listed(store) == [(5, f"http://{DOMAIN}/4")]


def test_only_the_best_supported_of_too_many_fingerprints_are_grouped(store, monkeypatch):
    monkeypatch.setattr("urltree.templates.shared.MAX_FINGERPRINTS", 2)
    learn(store, OTHER, ONE, vary(ONE, 3), ONE, vary(ONE, 3))
    assert [set(each.fingerprints) for each in site_templates(store, DOMAIN)] == [{ONE, vary(ONE, 3)}]


def test_a_page_that_is_not_observed_is_not_counted(store):
    Extractor(store=store).extract(NEWS, f"https://{DOMAIN}/1", observe=False)
    assert listed(store) == []


def test_templates_expire_with_their_documents(store):
    extractor = Extractor(store=store, retention=Retention(max_documents=2, min_documents=0))
    for number, page in enumerate((NEWS, SHOP, SHOP)):
        extractor.extract(page, f"https://{DOMAIN}/{number}")
    assert listed(store) == [(2, f"https://{DOMAIN}/2")]


def test_a_template_is_the_same_in_any_charset(store):
    extractor = Extractor(store=store)
    pages = NEWS.format("é"), NEWS.format("é").encode("latin-1"), NEWS.encode("utf-16")
    for number, page in enumerate(pages):
        extractor.extract(page, f"https://{DOMAIN}/{number}")
    (template,) = site_templates(store, DOMAIN)
    assert template.fingerprints == {fingerprint(NEWS.encode()): 3}


def test_lone_surrogates_in_a_url_are_replaced(store):
    Extractor(store=store).extract(NEWS, f"https://{DOMAIN}/\ud800")
    assert listed(store) == [(1, f"https://{DOMAIN}/\ufffd")]


def test_a_redesign_is_reported_once(store):
    extractor = Extractor(store=store)
    old = "<title>{0}</title><main><article class=a><p>The story of {0} is told here.</p></article></main>"
    new = "<title>{0}</title><div id=x><h1>{0}</h1><h2>So the story of {0} is told here.</h2></div>"
    names = "abcdefghijklmnop"
    found = [
        extractor.extract((old if n < 10 else new).format(name), f"https://{DOMAIN}/{name}").evidence
        for n, name in enumerate(names)
    ]
    assert [n for n, evidence in enumerate(found) if evidence.template_changed] == [12]
