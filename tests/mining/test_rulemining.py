import re
import tomllib
from itertools import chain

import pytest

from benchmarks.rules.accuracy import score
from urltree.mining.identify import MIN_DOCUMENTS
from urltree.mining.rulemining import propose
from urltree.mining.sightings import Sighting
from urltree.rules import load_rules
from urltree.url import parse_url

RULES = load_rules()


def seen(url, count=30, first=0):
    """Give sightings of `count` documents; `url` has the number of each at {0}."""
    return [
        Sighting.of(url.format(number), f"title of {url} {number}", f"text of {url} {number}")
        for number in range(first, first + count)
    ]


def rules_of(sightings, rules=RULES):
    return {(each.match, each.keep) for each in propose(sightings, rules)}


@pytest.fixture(scope="module")
def made_up():
    """What is learnt from made-up hosts of all kinds."""
    return score(seed=0, each=6)


def test_there_are_at_least_two_hundred_made_up_hosts(made_up):
    assert made_up.hosts >= 200


def test_precision_on_made_up_hosts_is_high(made_up):
    assert made_up.precision >= 0.98, made_up.wrong


def test_recall_on_made_up_hosts_is_high(made_up):
    assert made_up.recall >= 0.9, made_up.missed


def test_no_proposal_rests_on_fewer_than_twenty_documents(made_up):
    assert made_up.fewest >= MIN_DOCUMENTS


def test_a_rule_is_bound_to_its_host_and_path():
    assert rules_of(seen("http://a-b.org:81/v/read.php?nr={0}")) == {
        (r"^a\-b\.org:81/v/read\.php\?", ("nr",))
    }


def test_hosts_of_one_domain_have_separate_rules():
    assert rules_of(seen("http://a.x.org/read?nr={0}") + seen("http://b.x.org/read?kod={0}")) == {
        (r"^a\.x\.org/read\?", ("nr",)),
        (r"^b\.x\.org/read\?", ("kod",)),
    }


def test_scripts_of_the_same_name_in_many_folders_share_a_rule():
    folders = (seen(f"http://x.org/{folder}/read?nr={{0}}", count=9) for folder in ("a", "b/c", "d"))
    ((match, keep),) = rules_of(chain.from_iterable(folders))
    assert keep == ("nr",)
    assert all(re.search(match, f"x.org{path}?nr=1") for path in ("/a/read", "/b/c/read", "/read"))
    assert not re.search(match, "x.org/a/thread?nr=1")


def test_folders_do_not_share_a_rule_that_one_of_them_contradicts():
    other = [
        Sighting.of(f"http://x.org/b/read?kod={number}&nr={again}", f"b {number}", f"b {number}")
        for number in range(30)
        for again in (1, 2)
    ]
    assert rules_of(seen("http://x.org/a/read?nr={0}", count=200) + other) == {
        (r"^x\.org/a/read\?", ("nr",)),
        (r"^x\.org/b/read\?", ("kod",)),
    }


def test_folders_do_not_share_a_rule_that_one_without_a_rule_contradicts():
    other = [
        Sighting.of(f"http://x.org/b/read?nr={again}{number}", f"b {number}", f"b {number}")
        for number in range(30)
        for again in (1, 2)
    ]
    assert rules_of(seen("http://x.org/a/read?nr={0}", count=700) + other) == {(r"^x\.org/a/read\?", ("nr",))}


def test_one_script_may_have_several_rules():
    found = seen("http://x.org/read?nr={0}") + seen("http://x.org/read?kod={0}")
    assert rules_of(found) == {(r"^x\.org/read\?", ("nr",)), (r"^x\.org/read\?", ("kod",))}


def test_nothing_is_proposed_where_a_rule_already_applies():
    assert rules_of(seen("http://x.org/story.php?id={0}&nr=7{0}")) == set()


def test_nothing_is_proposed_that_would_change_a_key_of_another_rule():
    ruled = seen("http://x.org/story.php?id={0}&nr=5")
    assert rules_of(seen("http://x.org/story.php?nr={0}", first=100)) != set()
    assert rules_of(ruled + seen("http://x.org/story.php?nr={0}", first=100)) == set()


def test_nothing_is_proposed_where_the_path_identifies():
    assert rules_of(seen("http://x.org/{0}/index.html?r=7{0}")) == set()


def test_parameter_names_are_case_insensitive():
    assert rules_of(
        seen("http://x.org/read?Nr={0}", count=15) + seen("http://x.org/read?NR={0}", 15, 15)
    ) == {(r"^x\.org/read\?", ("nr",))}


def test_repeated_sightings_count_once():
    few = seen("http://x.org/read?nr={0}", count=MIN_DOCUMENTS - 1)
    assert rules_of(few * 2) == set()


def test_a_document_seen_with_several_values_of_a_tracking_parameter_recurs():
    once, again = (
        [Sighting.of(f"http://x.org/read?u={n:032x}{more}", f"title {n}", f"text {n}") for n in range(30)]
        for more in ("", "&utm_source=rss")
    )
    assert rules_of(once) == set()
    assert rules_of(once + again[:9]) == {(r"^x\.org/read\?", ("u",))}


def test_proposals_are_sorted_by_number_of_documents():
    found = propose(seen("http://a.org/read?nr={0}") + seen("http://b.org/read?nr={0}", count=50), RULES)
    assert [each.evidence.documents for each in found] == [50, 30]


def test_the_id_of_a_proposal_does_not_depend_on_its_evidence():
    (few,) = propose(seen("http://x.org/read?nr={0}", count=25), RULES)
    (many,) = propose(seen("http://x.org/read?nr={0}", count=50), RULES)
    (other,) = propose(seen("http://x.org/read?kod={0}"), RULES)
    assert few.id == many.id != other.id


def test_examples_are_the_newest():
    (proposal,) = propose(seen("http://x.org/read?nr={0}"), RULES)
    assert proposal.examples == [f"http://x.org/read?nr={number}" for number in (29, 28, 27)]


@pytest.mark.parametrize(
    "url",
    [
        "http://x.org/a%22b'c/\\d?n%5B%5D={0}&von=rss",
        "http://x.org/(.*)/$?a.b={0}",
        "http://bücher.org/ü?ö={0}",
    ],
)
def test_the_toml_of_a_proposal_is_a_rule_that_gives_its_key(url, tmp_path):
    (proposal,) = propose(seen(url), RULES)
    (tmp_path / "learnt.toml").write_text(proposal.toml, encoding="utf-8")
    assert rules_of(seen(url), load_rules(tmp_path)) == set()
    (rule,) = tomllib.loads(proposal.toml)["rule"]
    assert len(parse_url(rule["key"]).query) == 1
