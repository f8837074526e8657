"""Fitting a network."""

from dataclasses import replace

import numpy as np
import pytest

from urltree.context import Context
from urltree.training.fit import Lesson, TrainingOptions, fit, side_by_side

COURSE = TrainingOptions(members=1, hidden=(16,), epochs=40, batch=64, rate=2e-2)
SIZE = 10


def lesson(inputs, labels, site, weights=None):
    """A page whose blocks are all on one path, and have no words."""
    size = len(labels)
    weights = np.ones(size, np.float32) if weights is None else weights
    return Lesson(inputs, labels, weights, np.zeros(size, np.intp), np.zeros(size, np.float32), site)


@pytest.fixture(scope="module")
def pages():
    """Two pages for each of fifty sites; content are blocks whose first two inputs have one sign."""
    random = np.random.default_rng(0)
    made = (random.standard_normal((SIZE, 3)).astype(np.float32) for _ in range(100))
    return [lesson(inputs, inputs[:, 0] * inputs[:, 1] > 0, at % 50) for at, inputs in enumerate(made)]


def scores(network, pages):
    context = Context.of([page.paths for page in pages], [page.words for page in pages])
    return network.score(np.concatenate([page.inputs for page in pages]), context)


def right(network, pages):
    """The share of blocks that a network labels rightly."""
    return np.mean((scores(network, pages) > 0.5) == np.concatenate([page.labels for page in pages]))


def test_a_network_learns_what_is_not_linearly_separable(pages):
    assert right(fit(pages, COURSE), pages) > 0.9


def test_a_network_learns_from_the_block_before(pages):
    follows = [page._replace(labels=np.roll(page.inputs[:, 0] > 0, 1)) for page in pages]
    for page in follows:
        page.labels[0] = False
    assert right(fit(follows, COURSE), follows) > 0.9


def test_a_network_learns_from_the_page(pages):
    random = np.random.default_rng(1)
    moved = [page._replace(inputs=page.inputs + random.normal(0, 2)) for page in pages]
    whole = [page._replace(labels=np.full(SIZE, page.inputs.mean() > 0)) for page in moved]
    assert right(fit(whole, COURSE), whole) > 0.9


def test_the_same_seed_gives_the_same_network(pages):
    one, other = (scores(fit(pages, COURSE), pages) for _ in range(2))
    assert one.tolist() == other.tolist()


def test_another_seed_gives_another_network(pages):
    one, other = (scores(fit(pages, replace(COURSE, seed=seed)), pages) for seed in (0, 1))
    assert one.tolist() != other.tolist()


def test_each_input_is_standardised_separately(pages):
    scaled = [page._replace(inputs=page.inputs * [1, 10, 100] + [0, 5, 500]) for page in pages]
    network = fit(scaled, replace(COURSE, epochs=1))
    values = network.standardise(np.concatenate([page.inputs for page in scaled]))
    assert values.mean(axis=0) == pytest.approx([0, 0, 0], abs=0.01)
    assert values.std(axis=0) == pytest.approx([1, 1, 1], abs=0.01)


def test_inputs_that_a_page_lacks_are_0(pages):
    padded = [page._replace(inputs=np.pad(page.inputs[:, :2], ((0, 0), (0, 1)))) for page in pages[:50]]
    short = [page._replace(inputs=page.inputs[:, :2]) for page in pages[:50]]
    once = replace(COURSE, epochs=1)
    one, other = (scores(fit([*some, *pages[50:]], once), pages) for some in (padded, short))
    assert one.tolist() == other.tolist()


def test_blocks_count_by_their_weight():
    labels = np.arange(100) < 50
    weights = np.where(labels, 3, 1).astype(np.float32)
    made = [
        lesson(np.ones((1, 1), np.float32), labels[at : at + 1], at % 20, weights[at : at + 1])
        for at in range(100)
    ]
    network = fit(made, replace(COURSE, epochs=200))
    assert scores(network, made)[0] == pytest.approx(0.75, abs=0.05)


def test_an_input_that_never_varies_does_no_harm(pages):
    flat = [page._replace(inputs=np.pad(page.inputs, ((0, 0), (0, 1)))) for page in pages]
    assert np.isfinite(scores(fit(flat, COURSE), flat)).all()


def test_joined_networks_give_the_mean_of_their_log_odds(pages):
    members = [fit(pages, replace(COURSE, hidden=(8, 4), epochs=1, seed=seed)) for seed in range(3)]
    values, context = members[0].standardise(pages[0].inputs), Context.of([pages[0].paths], [pages[0].words])
    odds = [member.logits(values, context) for member in members]
    joined = side_by_side(members)
    assert joined.logits(values, context) == pytest.approx(np.mean(odds, axis=0), abs=1e-4)


def test_the_members_of_a_network_differ(pages):
    one, other = fit(pages, replace(COURSE, members=2, epochs=1)).layers[0].weights
    assert not np.array_equal(one, other)


def reversed_where_held_out(pages):
    """The pages with the opposite labels on the sites that are held out from the first member."""
    return [page._replace(labels=page.labels ^ (page.site % 10 == 0)) for page in pages]


def test_a_member_does_not_learn_the_sites_held_out_from_it(pages):
    once = replace(COURSE, epochs=1)
    one, other = (scores(fit(each, once), pages) for each in (pages, reversed_where_held_out(pages)))
    assert one.tolist() == other.tolist()


def test_each_member_has_other_sites_held_out_from_it(pages):
    two = replace(COURSE, epochs=1, members=2)
    one, other = (scores(fit(each, two), pages) for each in (pages, reversed_where_held_out(pages)))
    assert one.tolist() != other.tolist()


def test_a_member_is_kept_as_it_was_when_it_did_best_on_the_sites_held_out_from_it(pages):
    network = fit(reversed_where_held_out(pages), COURSE)
    assert right(network, pages) < 0.9  # an early epoch: the more it learns, the worse there


def test_from_one_site_alone_every_page_is_learnt(pages):
    assert right(fit([page._replace(site=0) for page in pages], COURSE), pages) > 0.9
