"""What the box planner learns from: tasks on small boards, and the steps of plans by search with a line of reasoning, by `surefleet_reward`."""

import pathlib
import random
import re
import sys

import numpy
import torch
from surefleet_reward import Task
from vocabulary import PAD

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from recipe import chunked  # noqa: E402

# Columns, rows, objects. Those of few objects stand in it more often, since they are learnt first.
SHAPES = [(columns, rows, objects) for columns, rows in ((2, 2), (2, 3), (3, 2), (3, 3)) for objects in (1, 1, 1, 2, 2, 3)]
# Seeds of these tasks; `TaskSet` draws its own by hashes.
TRAINING_SEED, GRPO_SEED, JUDGED_SEED = 1_000_000_000, 2_000_000_000, 3_000_000_000
# Search takes as long as training does, so every lesson is learnt from twice.
TURNS = 2
# Share of tasks that begin where random moves have led, since a learner comes to states that no plan by search comes to.
WANDERED = 0.35
TASKS_A_POOL = 300


def shapes(text):
    """Shapes of tasks as arguments have them: 2x2x1,3x3x2."""
    return [tuple(int(number) for number in shape.split("x")) for shape in text.split(",")]


def draw(rng, seed, wandered=0.0, among=SHAPES):
    columns, rows, objects = rng.choice(among)
    task = Task.draw(columns, rows, objects, seed)
    return task.wandered(seed, rng.randint(1, 8)) if rng.random() < wandered else task


def without_thoughts(answer):
    """The same answer with nothing thought before it, as in the ablation of BoxNet's Table 5."""
    return re.sub("<think>.*?</think>", "<think></think>", answer, count=1, flags=re.DOTALL)


def pool(words, seed, number, among=SHAPES, thinks=True):
    """The lessons of some tasks, as tokens of prompt and answer. Each pool has tasks of its own."""
    rng = random.Random(f"{seed} {number}")
    first = TRAINING_SEED + (seed * 100_000 + number) * TASKS_A_POOL
    tasks = [draw(rng, first + place, WANDERED, among) for place in range(TASKS_A_POOL)]
    found = [lesson for task in tasks for lesson in task.lessons() or ()]
    answers = [answer if thinks else without_thoughts(answer) for _, answer in found]
    return list(zip(words.prompts([told for told, _ in found]), words.answers(answers)))


def batches(pairs, tokens, rng):
    """Batches of about so many tokens, of texts of like length: ids [batch, tokens], and where each answer begins and ends."""
    # Texts of the same length keep the order in which they come.
    return [batch_of(chunk) for chunk in chunked(rng.sample(pairs, len(pairs)), tokens, rng)]


def batch_of(pairs):
    width = max(len(prompt) + len(answer) for prompt, answer in pairs)
    ids = numpy.full((len(pairs), width), PAD, dtype=numpy.int64)
    wanted = numpy.zeros((len(pairs), width), dtype=bool)
    for row, (prompt, answer) in enumerate(pairs):
        ids[row, :len(prompt) + len(answer)] = prompt + answer
        wanted[row, len(prompt):len(prompt) + len(answer)] = True
    return torch.from_numpy(ids), torch.from_numpy(wanted)
