from contextlib import suppress

import pytest
from made_up import record

from urltree import extras
from urltree.errors import InputError
from urltree.evaluation.baselines import BASELINES, all_text

ARTICLE = record(1)


def test_all_text_keeps_everything():
    text = all_text(ARTICLE["html"])
    assert "Home page of demo.org" in text
    assert "wbxfj." in text


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_finds_the_article(name):
    paragraph = "<p>" + "This is a sentence of the article, and it says enough to be kept. " * 12
    link = "<p><a href=/>Elsewhere</a></p>"
    html = f"<title>T</title><body>{link}<article><h1>T</h1>{paragraph * 4}</article>{link}"
    assert "it says enough to be kept" in BASELINES[name].load()(html)


@pytest.mark.parametrize("name", ["trafilatura", "resiliparse"])
def test_a_baseline_that_knows_comments_leaves_them_out(name):
    article = "<p>This is a sentence of the article, and it says enough to be kept.</p>" * 12
    comment = "<p>I have read this with much joy, and I thank you for writing it.</p>"
    html = f"<title>T</title><article>{article}</article><div id=comments class=comments>{comment}</div>"
    assert "much joy" not in BASELINES[name].load()(html)


@pytest.mark.parametrize("name", [name for name in BASELINES if name != "all-text"])
def test_a_baseline_that_is_not_installed_is_named_with_the_extra(name, monkeypatch):
    def absent(module):
        raise ModuleNotFoundError(name=module)

    monkeypatch.setattr(extras, "import_module", absent)
    with pytest.raises(InputError, match=r"pip install 'urltree\[baselines\]'"):
        BASELINES[name].load()


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_logs_nothing_about_an_empty_page(name, caplog, capsys):
    with suppress(Exception):  # it may fail on such a page
        BASELINES[name].load()("")
    assert not caplog.records
    assert capsys.readouterr() == ("", "")
