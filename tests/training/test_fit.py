"""Fitting a network."""

from dataclasses import replace

import numpy as np
import pytest

from urltree.training.fit import Rows, TrainingOptions, fit, side_by_side

COURSE = TrainingOptions(members=1, hidden=(8,), epochs=20, batch=64, rate=2e-2)


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(0)
    inputs = random.standard_normal((1_000, 3)).astype(np.float32)
    labels = inputs[:, 0] * inputs[:, 1] > 0
    return Rows(inputs, labels, np.ones(1_000, np.float32), np.arange(1_000) % 50)


def test_a_network_learns_what_is_not_linearly_separable(rows):
    scores = fit(rows, COURSE).score(rows.inputs)
    assert np.mean((scores > 0.5) == rows.labels) > 0.9


def test_the_same_seed_gives_the_same_network(rows):
    one, other = fit(rows, COURSE).score(rows.inputs), fit(rows, COURSE).score(rows.inputs)
    assert one.tolist() == other.tolist()


def test_another_seed_gives_another_network(rows):
    one, other = (fit(rows, replace(COURSE, seed=seed)).score(rows.inputs) for seed in (0, 1))
    assert one.tolist() != other.tolist()


def test_each_input_is_standardised_separately(rows):
    scaled = rows._replace(inputs=rows.inputs * [1, 10, 100] + [0, 5, 500])
    network = fit(scaled, COURSE)
    values = network.standardise(scaled.inputs)
    assert values.mean(axis=0) == pytest.approx([0, 0, 0], abs=0.01)
    assert values.std(axis=0) == pytest.approx([1, 1, 1], abs=0.01)


def test_rows_count_by_their_weight():
    inputs = np.ones((100, 1), np.float32)
    labels = np.arange(100) < 50
    weights = np.where(labels, 3, 1).astype(np.float32)
    weighted = Rows(inputs, labels, weights, np.arange(100) % 20)
    options = replace(COURSE, epochs=200)
    assert fit(weighted, options).score(inputs)[0] == pytest.approx(0.75, abs=0.05)


def test_an_input_that_never_varies_does_no_harm(rows):
    flat = rows._replace(inputs=np.concatenate((rows.inputs, np.zeros((1_000, 1), np.float32)), axis=1))
    assert np.isfinite(fit(flat, COURSE).score(flat.inputs)).all()


def test_joined_networks_give_the_mean_of_their_log_odds(rows):
    members = [fit(rows, replace(COURSE, hidden=(8, 4), seed=seed)) for seed in range(3)]
    odds = [member.logits(member.standardise(rows.inputs)) for member in members]
    joined = side_by_side(members)
    assert joined.logits(joined.standardise(rows.inputs)) == pytest.approx(np.mean(odds, axis=0), abs=1e-4)


def test_the_members_of_a_network_differ(rows):
    two = fit(rows, replace(COURSE, members=2))
    assert not np.array_equal(two.layers[0].weights[:, :8], two.layers[0].weights[:, 8:])


def reversed_where_held_out(rows):
    """The rows with the opposite labels on the sites that are held out from the first member."""
    return rows._replace(labels=rows.labels ^ (rows.sites % 10 == 0))


def test_a_member_does_not_learn_the_sites_held_out_from_it(rows):
    once = replace(COURSE, epochs=1)
    one, other = (fit(each, once).score(rows.inputs) for each in (rows, reversed_where_held_out(rows)))
    assert one.tolist() == other.tolist()


def test_each_member_has_other_sites_held_out_from_it(rows):
    two = replace(COURSE, epochs=1, members=2)
    one, other = (fit(each, two).score(rows.inputs) for each in (rows, reversed_where_held_out(rows)))
    assert one.tolist() != other.tolist()


def test_a_member_is_kept_as_it_was_when_it_did_best_on_the_sites_held_out_from_it(rows):
    scores = fit(reversed_where_held_out(rows), COURSE).score(rows.inputs)
    assert np.mean((scores > 0.5) == rows.labels) < 0.9  # an early epoch: the more it learns, the worse there


def test_from_one_site_alone_every_row_is_learnt(rows):
    scores = fit(rows._replace(sites=np.zeros_like(rows.sites)), COURSE).score(rows.inputs)
    assert np.mean((scores > 0.5) == rows.labels) > 0.9
