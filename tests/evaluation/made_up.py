"""Pages and results made up for tests."""

import json

from replayed import spell

from urltree.evaluation.measures import Score
from urltree.evaluation.results import Outcome, PageResult, SiteResult


def page(keys=("a", "a", "a"), **f1):
    """A page with some F1 for each system."""
    outcomes = {
        name: Outcome(Score(value, value, value), seconds=0.002, failed=False) for name, value in f1.items()
    }
    return PageResult("http://s.org/a", keys, outcomes)


def site(name, *pages, dataset=None):
    """A site, by default of a data set that has its name."""
    return SiteResult(dataset or name, name, pages)


def record(number, site="demo", host="demo.org"):
    """A line of a data set: an article of its own words within the template of all articles."""
    title = f"Headline {spell(number)}"
    words = " ".join(f"w{spell(number)}x{spell(at)}" for at in range(40))
    html = (
        f"<title>{title}</title><body><nav><a href=/>Home page of the site</a></nav>"
        f"<h1>{title}</h1><article><p>{words}.</p></article><footer>All rights reserved by us</footer>"
    )
    url = f"http://{host}/news/{number}.html"
    return {"site": site, "url": url, "title": title, "gold": f"{title}\n{words}.", "html": html}


def write_set(folder, name, records):
    """Write a data set and return its file."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in records), encoding="utf-8")
    return path
