"""The crate's automata against Spot's: the same language, the fewest states, the same verdicts, on 5000 formulas.

Spot (https://spot.lre.epita.fr) is under the GPL and comes from PyPI as `spottl`: this test is all that uses it.
"""

import json
import platform
import random
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
# The crate's example, as scripts/build --bench builds it.
PROGRAM = ROOT / "target/release/examples/compared"
INSTALL = "python3 -m pip install spottl==2.13.0.1"

if platform.machine() != "x86_64":
    pytest.skip("spottl has wheels for x86-64 only", allow_module_level=True)
try:
    import spot
    from spot import buddy
except ImportError as missing:
    raise RuntimeError(f"the oracle library is missing ({missing}): run {INSTALL}") from missing

FORMULAS = 5000
PROPOSITIONS = ["a", "b", "c", "d"]
LETTERS = range(1 << len(PROPOSITIONS))
UNARY = ["!", "X", "WX", "F", "G"]
BINARY = ["&", "|", "^", "i", "e", "U", "W", "R", "M"]
# Spot's strong next is X[!]; its X is weak on finite traces.
SPOT_PREFIX = {"X": "X[!]", "WX": "X"}
SPOT_INFIX = {"^": "xor", "i": "->", "e": "<->"}


def ask(formulas):
    """The crate's automata of formulas."""
    answer = subprocess.run(
        [PROGRAM],
        input=json.dumps({"propositions": PROPOSITIONS, "formulas": formulas}),
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    return [json.loads(line) for line in answer.stdout.splitlines()]


def draw(source, size):
    """A random formula of so many operators: as the crate's prefix text, and for Spot in its infix syntax."""
    if size == 0:
        leaf = source.choice(PROPOSITIONS[: source.choice([2, 3, 4])] + ["true"] * source.choice([0, 0, 1]))
        return leaf, leaf
    if source.random() < 0.4:
        operator = source.choice(UNARY)
        prefix, infix = draw(source, size - 1)
        return f"{operator} {prefix}", f"{SPOT_PREFIX.get(operator, operator)}({infix})"
    operator = source.choice(BINARY)
    left = source.randrange(size)
    (left, left_infix), (right, right_infix) = draw(source, left), draw(source, size - 1 - left)
    return f"{operator} {left} {right}", f"({left_infix}) {SPOT_INFIX.get(operator, operator)} ({right_infix})"


class Explicit:
    """A complete deterministic automaton, letter by letter; state 0 is the initial one."""

    def __init__(self, accepting, following):
        self.accepting, self.following = accepting, following

    @classmethod
    def of_spot(cls, formula):
        automaton = spot.from_ltlf(formula).translate("deterministic", "sbacc", "buchi")
        automaton = spot.to_finite(automaton)
        assert spot.is_deterministic(automaton)
        variables = {str(p): automaton.register_ap(str(p)) for p in automaton.ap()}
        cubes = []
        for letter in LETTERS:
            cube = buddy.bddtrue
            for index, name in enumerate(PROPOSITIONS):
                if name in variables:
                    cube &= (buddy.bdd_ithvar if letter >> index & 1 else buddy.bdd_nithvar)(variables[name])
            cubes.append(cube)
        names, rows = {automaton.get_init_state_number(): 0}, []
        order = [automaton.get_init_state_number()]
        while len(rows) < len(order):
            row = [None] * len(cubes)
            for edge in automaton.out(order[len(rows)]):
                if edge.dst not in names:
                    names[edge.dst] = len(order)
                    order.append(edge.dst)
                for letter, cube in enumerate(cubes):
                    if buddy.bdd_implies(cube, edge.cond):
                        row[letter] = names[edge.dst]
            rows.append(row)
        accepting = [automaton.state_is_accepting(state) for state in order] + [False]
        # Spot leaves out where nothing is accepted any more.
        sink = len(rows)
        rows = [[sink if to is None else to for to in row] for row in rows] + [[sink] * len(cubes)]
        return cls(accepting, rows)

    def reached(self, start):
        """The states reached from some by one letter or more."""
        found, todo = set(), list(start)
        while todo:
            for to in self.following[todo.pop()]:
                if to not in found:
                    found.add(to)
                    todo.append(to)
        return found

    def fewest_states(self):
        """How many states the minimal automaton has if the acceptance of the empty trace is free."""
        live = sorted(self.reached([0]))
        classes = {state: int(self.accepting[state]) for state in live}
        while True:
            keys = {s: (classes[s], *(classes[to] for to in self.following[s])) for s in live}
            numbers = {key: number for number, key in enumerate(sorted(set(keys.values())))}
            refined = {s: numbers[keys[s]] for s in live}
            if len(numbers) == len(set(classes.values())):
                break
            classes = refined
        initial = tuple(classes[to] for to in self.following[0])
        return len(numbers) + (initial not in {key[1:] for key in keys.values()})

    def verdict(self, state):
        futures = {self.accepting[to] for to in self.reached([state])}
        current = self.accepting[state]
        if futures == {current}:
            return "SatisfiedForGood" if current else "ViolatedForGood"
        return "CurrentlySatisfied" if current else "CurrentlyViolated"


@pytest.fixture(scope="module")
def cases():
    source = random.Random(20)
    drawn = [draw(source, source.randrange(1, 13)) for _ in range(FORMULAS)]
    formulas = [spot.formula(infix) for _, infix in drawn]
    # Every other one goes through Spot's printer, which leaves out what parentheses and spaces it can (Fa is F a there).
    texts = [
        prefix if index % 2 else re.sub(r"([FG])", r"\1 ", re.sub(r"X(?!\[!\])", " WX ", str(formula)))
        for index, ((prefix, _), formula) in enumerate(zip(drawn, formulas))
    ]
    answers = ask(texts)
    assert len(answers) == FORMULAS
    return list(zip(texts, answers, [Explicit.of_spot(formula) for formula in formulas]))


def test_verdicts_after_every_trace_are_those_of_spot(cases):
    compared = {}
    for text, ours, theirs in cases:
        pairs, todo = set(), [(0, 0)]
        while todo:
            state, other = todo.pop()
            for pair in zip(ours["next"][state], theirs.following[other]):
                if pair not in pairs:
                    pairs.add(pair)
                    todo.append(pair)
        for state, other in pairs:
            verdict = theirs.verdict(other)
            assert ours["verdicts"][state] == verdict, text
            compared[verdict] = compared.get(verdict, 0) + 1
    assert len(compared) == 4 and min(compared.values()) > 1000, compared


def test_no_automaton_with_fewer_states_does(cases):
    sizes = [len(ours["next"]) for _, ours, _ in cases]
    for (text, _, theirs), size in zip(cases, sizes):
        assert size == theirs.fewest_states(), text
    assert max(sizes) > 20 and sum(size > 3 for size in sizes) > 1000, sizes


def test_infix_formulas_bind_as_in_spot():
    source = random.Random(4)
    words = ["&", "|", "xor", "->", "<->", "U", "W", "R", "M"]
    texts = []
    for _ in range(500):
        text = source.choice(PROPOSITIONS)
        for _ in range(source.randrange(1, 6)):
            text += f" {source.choice(words)} {source.choice(['', '', '!', 'F ', 'G '])}{source.choice(PROPOSITIONS)}"
        texts.append(text)
    for text, ours in zip(texts, ask(texts)):
        theirs = Explicit.of_spot(spot.formula(text))
        pairs, todo = {(0, 0)}, [(0, 0)]
        while todo:
            state, other = todo.pop()
            for pair in zip(ours["next"][state], theirs.following[other]):
                assert ours["verdicts"][pair[0]] == theirs.verdict(pair[1]), text
                if pair not in pairs:
                    pairs.add(pair)
                    todo.append(pair)
