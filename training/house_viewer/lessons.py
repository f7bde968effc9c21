"""The data set: pictures, cells and lessons as `house_lessons` writes them, as tensors."""

import json
import pathlib
import subprocess

import numpy as np
import torch

from model import EDGE, TOKENS
from vision import END, PAD
from vision import make_tokenizer as tokenizer_of

# How much each kind of lesson counts.
WEIGHT = {"list": 2.0, "there": 1.0, "answer": 1.5, "shows": 1.0, "worth": 0.7, "way": 0.7}
# Tokens of the lessons of one picture in a step.
MOST = 150
# Tokens before the lessons: the user's mark and the picture.
BEFORE = 1 + TOKENS


def names(program):
    return json.loads(subprocess.run([str(program), "--print", "catalogue"], check=True, capture_output=True).stdout)


def make_tokenizer(rows, known):
    """Byte pairs of the lessons, and of the names of everything that there is."""
    words = [{"lessons": [{"question": name, "answer": name}] * 20} for kind in known.values() for name in kind]
    return tokenizer_of(rows + words, 1024)


class Lessons:
    """Pictures with what their cells show, and their lessons as tokens."""

    def __init__(self, folder, tokenizer=None, known=None):
        folder = pathlib.Path(folder)
        self.rows = [json.loads(line)["lessons"] for line in (folder / "lessons.jsonl").open()]
        count = len(self.rows)
        self.pictures = torch.from_numpy(np.fromfile(folder / "pictures.rgb", np.uint8, count * EDGE * EDGE * 3).reshape(count, EDGE, EDGE, 3))
        self.cells = torch.from_numpy(np.fromfile(folder / "cells.bin", np.uint8, count * TOKENS * 6).reshape(count, TOKENS, 6))
        self.tokenizer = tokenizer or make_tokenizer([{"lessons": row} for row in self.rows[:6000]], known)
        flat = [lesson for row in self.rows for lesson in row]
        prompts = self.tokenizer.encode_batch_fast([lesson["question"] + "<|robot|>" for lesson in flat])
        answers = self.tokenizer.encode_batch_fast([lesson["answer"] for lesson in flat])
        both = [(prompt.ids, answer.ids + [END], lesson["kind"]) for prompt, answer, lesson in zip(prompts, answers, flat)]
        self.tokens, start = [], 0
        for row in self.rows:
            self.tokens.append(both[start:start + len(row)])
            start += len(row)

    def __len__(self):
        return len(self.rows)

    def batch(self, chosen, rng):
        """Lessons of these pictures, side by side: ids, what is to be learnt with its weight, positions, and which lesson each token is of."""
        packed = []
        for place in chosen:
            own = self.tokens[place]
            order = [0] + [1 + int(each) for each in rng.permutation(len(own) - 1)]
            ids, weights, positions, lesson = [], [], [], []
            for number, each in enumerate(order):
                prompt, answer, kind = own[each]
                if len(ids) + len(prompt) + len(answer) > MOST:
                    continue
                ids += prompt + answer
                weights += [0.0] * len(prompt) + [WEIGHT[kind] / len(answer) if kind != "list" else WEIGHT[kind] / 12] * len(answer)
                positions += range(BEFORE, BEFORE + len(prompt) + len(answer))
                lesson += [number + 1] * (len(prompt) + len(answer))
            packed.append((ids, weights, positions, lesson))
        longest = max(len(each[0]) for each in packed)
        fill = lambda part, none, kind: torch.tensor([each[part] + [none] * (longest - len(each[part])) for each in packed], dtype=kind)
        return fill(0, PAD, torch.long), fill(1, 0.0, torch.float), fill(2, BEFORE, torch.long), fill(3, 0, torch.long)


def mask_of(lesson):
    """Each token sees the picture and its own lesson up to itself: [B, 1, BEFORE + S, BEFORE + S], what is added to scores."""
    count, longest = lesson.shape
    whole = BEFORE + longest
    seen = torch.zeros(count, whole, whole, dtype=torch.bool)
    seen[:, :BEFORE, :BEFORE] = torch.ones(BEFORE, BEFORE, dtype=torch.bool).tril()
    seen[:, BEFORE:, :BEFORE] = True
    own = (lesson[:, :, None] == lesson[:, None, :]) & torch.ones(longest, longest, dtype=torch.bool).tril()
    seen[:, BEFORE:, BEFORE:] = own
    return torch.zeros(count, 1, whole, whole).masked_fill(~seen[:, None], torch.finfo(torch.float32).min)
