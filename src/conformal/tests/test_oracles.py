"""Membership of the crate's prediction sets against crepes, MAPIE and brute force: not one difference."""

import json
import math
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

INSTALL = "python3 -m pip install crepes==0.9.1 'mapie>=1,<2'"

try:
    import numpy as np
    from crepes import ConformalClassifier
    from mapie.classification import SplitConformalClassifier
    from sklearn.base import BaseEstimator, ClassifierMixin
except ImportError as missing:
    raise RuntimeError(f"the oracle libraries are missing ({missing}): run {INSTALL}") from missing

ROOT = Path(__file__).resolve().parents[3]
# The crate's example, as scripts/build --bench builds it.
PROGRAM = ROOT / "target/release/examples/oracle"
LABELS = 5
TESTS = 500
ALPHAS = ["1/10", "1/20", "1/5", "3/10"]
SIZES = [29, 30, 99, 200]


def ask(alpha, calibration, test):
    """The crate's answer to step scores of calibration sequences and scores of S."""
    question = {"alpha": alpha, "calibration": calibration, "test": test}
    answer = subprocess.run(
        [PROGRAM],
        input=json.dumps(question),
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def membership(sets):
    flags = np.zeros((len(sets), LABELS), dtype=bool)
    for row, members in enumerate(sets):
        flags[row, members] = True
    return flags


def draw(size, seed):
    """Probabilities in 4096ths that sum to 1: ties are common, and 1 - p loses no bits."""
    random = np.random.default_rng(seed)
    weights = random.dirichlet(np.full(LABELS, 0.7), size + TESTS)
    probabilities = (random.multinomial(4096 - LABELS, weights) + 1) / 4096
    labels = np.array([random.choice(LABELS, p=row) for row in probabilities])
    return probabilities[:size], labels[:size], probabilities[size:]


class Table(ClassifierMixin, BaseEstimator):
    """A classifier whose features are its probabilities."""

    def fit(self, _features, _labels):
        return self

    def __sklearn_is_fitted__(self):
        return True

    @property
    def classes_(self):
        return np.arange(LABELS)

    def predict_proba(self, features):
        return np.asarray(features)

    def predict(self, features):
        return np.asarray(features).argmax(axis=1)


@pytest.fixture(params=[(size, alpha) for size in SIZES for alpha in ALPHAS], ids=lambda p: f"M={p[0]},alpha={p[1]}")
def case(request):
    size, alpha = request.param
    calibration, labels, test = draw(size, seed=size)
    truth = calibration[np.arange(size), labels]
    answer = ask(alpha, [[math.log(p)] for p in truth], np.log(test).tolist())
    return {"alpha": Fraction(alpha), "calibration": calibration, "labels": labels, "truth": truth, "test": test,
            "answer": answer, "ours": membership(answer["sets"])}


def test_sets_equal_those_of_crepes(case):
    classifier = ConformalClassifier().fit(1 - case["truth"])
    confidence = float(1 - case["alpha"])
    if (case["alpha"] * (len(case["truth"]) + 1)).denominator == 1:
        # A p-value can then equal alpha. The set is p > alpha; crepes computes p >= 1 - confidence in floats, which
        # keeps or drops such an option by a rounding error.
        confidence -= 1e-9
    theirs = classifier.predict_set(1 - case["test"], confidence=confidence, smoothing=False)
    assert (membership_of(theirs) != case["ours"]).sum() == 0


def test_sets_equal_those_of_mapie(case):
    classifier = SplitConformalClassifier(
        estimator=Table(), confidence_level=float(1 - case["alpha"]), conformity_score="lac", prefit=True
    )
    if case["answer"]["rank"] > len(case["truth"]):
        with pytest.raises(ValueError):
            classifier.conformalize(case["calibration"], case["labels"]).predict_set(case["test"])
        assert case["ours"].all()
        return
    classifier.conformalize(case["calibration"], case["labels"])
    _, theirs = classifier.predict_set(case["test"])
    assert (theirs[:, :, 0] != case["ours"]).sum() == 0


def test_threshold_is_the_brute_force_order_statistic(case):
    size = len(case["truth"])
    rank = math.ceil((size + 1) * (1 - case["alpha"]))
    assert case["answer"]["rank"] == rank
    if rank > size:
        assert case["answer"]["threshold"] == "infinite"
    else:
        expected = math.log(sorted(case["truth"], reverse=True)[rank - 1])
        assert float.fromhex(case["answer"]["threshold"]) == expected


def test_sets_are_neither_trivial_nor_free_of_ties(case):
    sizes = case["ours"].sum(axis=1)
    if case["answer"]["rank"] <= len(case["truth"]):
        assert 0 < case["ours"].mean() < 1
        assert len(set(sizes)) > 1
    assert len(np.unique(case["test"])) < case["test"].size


def test_sequences_score_by_their_worst_step():
    random = np.random.default_rng(7)
    steps = [np.log(random.random(random.integers(1, 9))).tolist() for _ in range(100)]
    scores = np.log(random.random((TESTS, LABELS)))
    answer = ask("1/10", steps, scores.tolist())
    threshold = sorted((min(sequence) for sequence in steps), reverse=True)[90]
    assert answer["rank"] == 91
    assert float.fromhex(answer["threshold"]) == threshold
    expected = [sorted(np.flatnonzero(row >= threshold), key=lambda i: -row[i]) for row in scores]
    assert answer["sets"] == expected


def membership_of(sets):
    """crepes gives 0/1 rows in some versions and lists of labels in others."""
    table = np.asarray(sets)
    assert table.shape == (TESTS, LABELS), table.shape
    return table.astype(bool)
