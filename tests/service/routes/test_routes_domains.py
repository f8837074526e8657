"""What was learnt about sites, over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx

NEWS = "<title>News</title><h1>{0}</h1><p>The story of {0} is told here."
SHOP = "<title>Shop</title><table><tr><td><b>{0}</b><td><i>1</i></table>"

#: Has enough tags to be compared with other sites.
LONG = NEWS + "<div><ul><li><a><b>" * 40


@pytest.fixture
def learnt(client: httpx.Client) -> httpx.Client:
    """A client of a service that has seen three news pages and two shop pages of one site."""
    for number, page in enumerate((NEWS, SHOP, NEWS, SHOP, NEWS)):
        sent = {"url": f"https://www.example.com/{number}", "html": page.format("abcde"[number])}
        client.post("/extract", json=sent).raise_for_status()
    return client


def test_templates_of_a_site_are_listed_with_support_and_example(learnt: httpx.Client) -> None:
    answer = learnt.get("/domains/example.com/templates").json()
    assert answer["domain"] == "example.com"
    assert [(each["support"], each["example"]) for each in answer["templates"]] == [
        (3, "https://www.example.com/4"),
        (2, "https://www.example.com/3"),
    ]


def test_template_has_its_fingerprints_with_document_counts(learnt: httpx.Client) -> None:
    news = learnt.get("/domains/example.com/templates").json()["templates"][0]
    ((fingerprint, documents),) = news["fingerprints"].items()
    assert (len(bytes.fromhex(fingerprint)), documents) == (25, 3)


def test_template_lists_the_other_sites_that_use_it(client: httpx.Client) -> None:
    for site, page in (("twin-a.org", LONG), ("twin-b.org", LONG), ("stranger.org", NEWS)):
        sent = {"url": f"https://{site}/", "html": page.format(site)}
        client.post("/extract", json=sent).raise_for_status()
    (template,) = client.get("/domains/twin-a.org/templates").json()["templates"]
    assert template["also_on"] == ["twin-b.org"]


def test_page_that_was_not_observed_has_no_template(client: httpx.Client) -> None:
    page = {"url": "https://www.example.com/1", "html": NEWS, "observe": False}
    client.post("/extract", json=page).raise_for_status()
    assert client.get("/domains/example.com/templates").status_code == 404


def test_domain_may_be_written_in_capitals(learnt: httpx.Client) -> None:
    assert learnt.get("/domains/Example.COM/templates").json()["domain"] == "example.com"


@pytest.mark.parametrize(
    "domain", ["unheard.example", "www.example.com", "EXAMPLE", "{a}", "a%00b", "例え.jp"]
)
def test_unknown_domain_is_not_found(learnt: httpx.Client, domain: str) -> None:
    answer = learnt.get(f"/domains/{domain}/templates")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert answer.json()["type"] == "urn:urltree:problem:no-domain"


@pytest.mark.parametrize(
    ("domain", "detail"),
    [
        ("WWW.example.com", "'www.example.com' is not a registered domain; use example.com"),
        (
            "unheard.org",
            "unheard.org: no page of it is known; use the domain of a document, such as example.com",
        ),
    ],
)
def test_refusal_of_an_unknown_domain_says_what_to_use(
    learnt: httpx.Client, domain: str, detail: str
) -> None:
    answers = learnt.get(f"/domains/{domain}/templates"), learnt.delete(f"/domains/{domain}")
    assert [answer.json()["detail"] for answer in answers] == [detail] * 2


def test_response_is_documented_with_examples(client: httpx.Client) -> None:
    found = client.get("/openapi.json").json()
    template = found["components"]["schemas"]["TemplateBody"]["properties"]
    assert all(field["examples"] for field in template.values())
    assert set(found["paths"]["/domains/{domain}/templates"]["get"]["responses"]) >= {"200", "404", "503"}


def test_forgotten_domain_is_not_found(learnt: httpx.Client) -> None:
    answers = [learnt.delete("/domains/example.com") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [204, 404]
    assert answers[1].json()["type"] == "urn:urltree:problem:no-domain"


def test_page_of_a_forgotten_domain_is_new(learnt: httpx.Client) -> None:
    page = {"url": "https://www.example.com/0", "html": NEWS.format("a")}
    before = learnt.post("/extract", json=page).json()["status"]
    learnt.delete("/domains/example.com")
    assert (before, learnt.post("/extract", json=page).json()["status"]) == ("duplicate", "new")
