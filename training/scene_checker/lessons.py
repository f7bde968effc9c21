"""The data set: pictures and lessons as `trial_pictures` writes them, as tensors."""

import json
import pathlib
import subprocess

import numpy as np
import torch

from model import EDGE, TOKENS
from vision import END, PAD

# How much each kind of lesson counts.
WEIGHT = {"ssc": 2.0, "sra": 1.0, "nap": 1.0, "fact": 1.0, "describe": 1.0, "confidence": 0.3}


def render(program, out, count, seed, *more):
    """Has a set of pictures drawn; see the program's head."""
    command = [str(program), "--out", str(out), "--count", str(count), "--seed", str(seed), *more]
    return subprocess.Popen(command)


def read(folder):
    rows = [json.loads(line) for line in (pathlib.Path(folder) / "lessons.jsonl").open()]
    pictures = np.fromfile(pathlib.Path(folder) / "pictures.rgb", np.uint8).reshape(len(rows), EDGE, EDGE, 3)
    return torch.from_numpy(pictures), rows


def prompt_of(lesson):
    """What stands before the answer, behind the picture's tokens."""
    said = "".join(f"{question}<|robot|>{answer}<|end|><|user|>" for question, answer in lesson["said"])
    return f"{said}{lesson['question']}<|robot|>"


class Lessons:
    """All lessons of a set of pictures, on the device: for picture i, lessons first[i] to first[i + 1]."""

    def __init__(self, pictures, rows, tokenizer, device, longest=176):
        self.pictures = pictures.to(device)
        lessons = [lesson for row in rows for lesson in row["lessons"]]
        prompts = tokenizer.encode_batch_fast([prompt_of(lesson) for lesson in lessons])
        answers = tokenizer.encode_batch_fast([lesson["answer"] for lesson in lessons])
        ids = torch.full((len(lessons), longest - TOKENS), PAD, dtype=torch.int16)
        wanted = torch.zeros((len(lessons), longest - TOKENS), dtype=torch.bool)
        for place, (prompt, answer) in enumerate(zip(prompts, answers)):
            both = prompt.ids + answer.ids + [END]
            assert len(both) <= longest - TOKENS, len(both)
            ids[place, :len(both)] = torch.tensor(both, dtype=torch.int16)
            wanted[place, len(prompt.ids):len(both)] = True
        self.ids, self.wanted = ids.to(device), wanted.to(device)
        self.weight = torch.tensor([WEIGHT[lesson["kind"]] for lesson in lessons], device=device)
        counts = [len(row["lessons"]) for row in rows]
        self.count = counts[0]
        assert set(counts) == {self.count}, "every picture has as many lessons"
        self.kinds = [lesson["kind"] for lesson in rows[0]["lessons"]]
        place_of = lambda row: -1 if row["standing"] is None else row["standing"]
        seen = [[2 if row["held"] == item else int(px >= 5) for item, px in enumerate(row["item_px"])] for row in rows]
        self.items = torch.tensor(seen, device=device)
        self.places = torch.tensor([place_of(row) + 1 for row in rows], device=device)
        self.open = torch.tensor([int(row["is_open"]) for row in rows], device=device)

    def __len__(self):
        return len(self.pictures)

    def pick(self, pictures, each):
        """Lessons of these pictures: the first of each (whether it worked), and others by chance, the same kinds of all."""
        others = torch.randperm(self.count - 1, device=pictures.device)[:each - 1] + 1
        chosen = torch.cat([torch.zeros(1, dtype=torch.long, device=pictures.device), others])
        return (pictures[:, None] * self.count + chosen).flatten()
