"""Trains the small vision-language model that looks at simulated houses.

    cargo build --release -p surefleet-simulator --example house_lessons
    python training/house_viewer/train.py --minutes 17 17
    python training/house_viewer/export.py out/house-viewer.pt models/house-viewer

`--begin FILE` goes on with a model of an earlier run, and 0 minutes leave a part as it is.

First the encoder learns what each cell of a picture shows; then the decoder learns to list, to answer and to value, before an encoder that
stays as it is. Pictures for tests are of houses of the test split, of seeds that training never uses.
"""

import argparse
import math
import os
import pathlib
import subprocess
import sys
import time

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import nn

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lessons import BEFORE, Lessons, mask_of, names  # noqa: E402
from model import TOKENS, Cells, Encoder, decoder  # noqa: E402
from vision import END, PAD, USER, values  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Houses for tests and calibrations have seeds below 100,000.
TRAINING, TESTS = 100_000, 90_000


def cell_loss(heads, cells, classes):
    """Classes that fill cells most, colour and state of the first, and the room of the floor."""
    of_class, of_colour, of_state, of_room = heads
    # Place 0 takes what is none.
    wanted = torch.zeros(*of_class.shape[:2], classes + 1).scatter_(2, cells[:, :, :3], 1.0)[:, :, 1:]
    # Most cells show none of most classes.
    loss = nn.functional.binary_cross_entropy_with_logits(of_class, wanted, pos_weight=torch.tensor(4.0)) * classes / 4
    for head, place in ((of_colour, 3), (of_state, 4), (of_room, 5)):
        loss = loss + nn.functional.cross_entropy(head.flatten(0, 1), cells[:, :, place].flatten()) * (0.5 if place != 5 else 0.25)
    return loss


def rate_of(done, count, warm=200):
    return min(1.0, (count + 1) / warm) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(done, 1))))


def learn(minutes, parameters, rate, step, say, told_every=60):
    """Steps by the clock: `step()` is the loss of one. Returns their number, and the mean of the last losses."""
    optimiser = torch.optim.AdamW(parameters, lr=rate, betas=(0.9, 0.98), weight_decay=0.02)
    started = told = time.monotonic()
    count, running = 0, float("nan")
    while minutes > 0 and ((done := (time.monotonic() - started) / (60 * minutes)) < 1 or count == 0):
        for group in optimiser.param_groups:
            group["lr"] = rate * rate_of(done, count)
        loss = step()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        count += 1
        running = loss.item() if count == 1 else 0.98 * running + 0.02 * loss.item()
        if time.monotonic() - told > told_every:
            told = time.monotonic()
            say(count, running)
    return count, running


@torch.no_grad()
def cell_accuracy(encoder, heads, test, batch=100):
    """Of the cells that a class fills most, the share whose likeliest class it is; of those with floor, the share whose room is right."""
    encoder.eval()
    right, all_cells, rooms, all_rooms, colours = 0, 0, 0, 0, 0
    for start in range(0, len(test), batch):
        cells = test.cells[start:start + batch].long()
        of_class, of_colour, _, of_room = heads(encoder(values(test.pictures[start:start + batch])))
        first = cells[:, :, 0]
        there = first > 0
        right += ((of_class.argmax(2) + 1 == first) & there).sum().item()
        colours += ((of_colour.argmax(2) == cells[:, :, 3]) & there).sum().item()
        all_cells += there.sum().item()
        floor = cells[:, :, 5] > 0
        rooms += ((of_room.argmax(2) == cells[:, :, 5]) & floor).sum().item()
        all_rooms += floor.sum().item()
    encoder.train()
    return {"class": right / all_cells, "colour": colours / all_cells, "room": rooms / all_rooms}


class Speaker(nn.Module):
    """The decoder behind features."""

    def __init__(self, words):
        super().__init__()
        self.words = words

    def forward(self, features, ids, positions, lesson):
        table = self.words.get_input_embeddings()
        user = table(torch.full_like(ids[:, :1], USER))
        first = torch.arange(BEFORE).expand(len(ids), -1)
        hidden = self.words.model(inputs_embeds=torch.cat([user, features, table(ids)], 1), attention_mask=mask_of(lesson),
                                  position_ids=torch.cat([first, positions], 1), use_cache=False).last_hidden_state
        return hidden[:, BEFORE - 1:]

    def loss(self, features, ids, weights, positions, lesson):
        hidden = self(features, ids, positions, lesson)[:, 1:]
        # Each token follows the one before it; the first of an answer follows the robot's mark, which is in the prompt.
        said = weights[:, 1:] > 0
        logits = self.words.lm_head(hidden[:, :-1][said])
        losses = nn.functional.cross_entropy(logits.float(), ids[:, 1:][said], reduction="none")
        return (losses * weights[:, 1:][said]).sum() / len(ids)


@torch.no_grad()
def right_answers(encoder, speaker, test, most, change=None, batch=20):
    """Of lessons with options, the share for which the right one is likeliest, by kind; and by answer for yes and no."""
    encoder.eval(), speaker.eval()
    right = {}
    for start in range(0, min(len(test), most), batch):
        pictures = test.pictures[start:start + batch]
        if change == "blank":
            pictures = torch.full_like(pictures, 127)
        elif change == "shuffled":
            pictures = test.pictures[(torch.arange(start, start + len(pictures)) + len(test) // 2) % len(test)]
        features = encoder(values(pictures))
        tasks = [(place, lesson, option) for place in range(len(pictures)) for lesson in test.rows[start + place] for option in lesson["options"]]
        prompts = test.tokenizer.encode_batch_fast([lesson["question"] + "<|robot|>" for _, lesson, _ in tasks])
        answers = test.tokenizer.encode_batch_fast([option for _, _, option in tasks])
        longest = max(len(prompt) + len(answer) for prompt, answer in zip(prompts, answers))
        ids = torch.full((len(tasks), longest), PAD)
        wanted = torch.zeros(len(tasks), longest, dtype=torch.bool)
        for row, (prompt, answer) in enumerate(zip(prompts, answers)):
            ids[row, :len(prompt) + len(answer)] = torch.tensor(prompt.ids + answer.ids)
            wanted[row, len(prompt):len(prompt) + len(answer)] = True
        positions = torch.arange(BEFORE, BEFORE + longest).expand(len(tasks), -1)
        hidden = speaker(features[[place for place, _, _ in tasks]], ids, positions, torch.ones_like(ids))[:, 1:]
        logits = speaker.words.lm_head(hidden[:, :-1]).float().log_softmax(-1)
        scores = (logits.gather(2, ids[:, 1:, None])[..., 0] * wanted[:, 1:]).sum(1).tolist()
        row = 0
        for place in range(len(pictures)):
            for lesson in test.rows[start + place]:
                count = len(lesson["options"])
                if count:
                    likeliest = max(range(count), key=lambda option: scores[row + option])
                    kind = (lesson["kind"], lesson["answer"] if count == 2 else "")
                    right.setdefault(kind, []).append(lesson["options"][likeliest] == lesson["answer"])
                    row += count
    shares = {kind: sum(each) / len(each) for kind, each in right.items()}
    kinds = sorted({kind for kind, _ in shares})
    encoder.train(), speaker.train()
    balanced = lambda kind: [share for (one, _), share in shares.items() if one == kind]
    return {kind: sum(balanced(kind)) / len(balanced(kind)) for kind in kinds}


def listed(text):
    """Names with their cells of a list in words."""
    things = []
    for part in text.split(";"):
        words = part.split()
        if len(words) >= 3 and words[-1].isdigit() and words[-2].isdigit():
            things.append((" ".join(words[:-2]), int(words[-2]), int(words[-1])))
    return things


@torch.no_grad()
def list_quality(encoder, speaker, test, most, limit=64):
    """Of the things that the model lists, the share that is at most one cell away; and of the eight largest that are there, the share that it lists."""
    encoder.eval(), speaker.eval()
    hits, said, found, there = 0, 0, 0, 0
    for place in range(min(len(test), most)):
        features = encoder(values(test.pictures[place:place + 1]))
        ids = test.tokens[place][0][0]
        start = len(ids)
        while len(ids) < start + limit and ids[-1] != END:
            tensor = torch.tensor([ids])
            positions = torch.arange(BEFORE, BEFORE + len(ids))[None]
            hidden = speaker(features, tensor, positions, torch.ones_like(tensor))[:, -1]
            ids = ids + [int(speaker.words.lm_head(hidden).argmax())]
        text = test.tokenizer.decode(ids[start:], skip_special_tokens=True)
        near = lambda one, other: one[0] == other[0] and abs(one[1] - other[1]) <= 1 and abs(one[2] - other[2]) <= 1
        ours, truth = listed(text), listed(test.rows[place][0]["answer"])
        hits += sum(any(near(one, other) for other in truth) for one in ours)
        found += sum(any(near(one, other) for one in ours) for other in truth)
        said, there = said + len(ours), there + len(truth)
    encoder.train(), speaker.train()
    return {"precision": hits / max(said, 1), "recall": found / max(there, 1)}


def settings(arguments):
    """The arguments that do not name places of one machine, as one writes them."""
    told = {name: value for name, value in vars(arguments).items() if value is not None and not isinstance(value, pathlib.Path)}
    return " ".join(f"--{name} {' '.join(map(str, value)) if isinstance(value, list) else value}" for name, value in told.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT / "target/release/examples/house_lessons", help="the program that draws them")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "out/house-viewer", help="for pictures; those that are there are used")
    parser.add_argument("--checkpoint", type=pathlib.Path, default=ROOT / "out/house-viewer.pt")
    parser.add_argument("--begin", type=pathlib.Path, help="a checkpoint to go on with")
    parser.add_argument("--minutes", type=float, nargs=2, default=[22.0, 22.0], help="of the encoder, and of the decoder")
    parser.add_argument("--count", type=int, default=48_000, help="pictures for training")
    parser.add_argument("--tests", type=int, default=1_600, help="pictures for the tests")
    parser.add_argument("--batch", type=int, nargs=2, default=[64, 48], help="pictures of a step, of the encoder and of the decoder")
    parser.add_argument("--rate", type=float, nargs=2, default=[2e-3, 2e-3])
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    torch.manual_seed(arguments.seed)
    torch.set_flush_denormal(True)
    rng = np.random.default_rng(arguments.seed)
    began = time.monotonic()
    say = lambda text: print(f"{(time.monotonic() - began) / 60:5.1f} min  {text}", flush=True)
    for name, count, seed, test in (("train", arguments.count, TRAINING, "false"), ("test", arguments.tests, TESTS, "true")):
        folder = arguments.folder / name
        if not (folder / "lessons.jsonl").exists():
            command = [arguments.pictures, "--out", folder, "--count", count, "--seed", seed, "--test", test]
            subprocess.run([str(word) for word in command], check=True)
    known = names(arguments.pictures)
    begun = torch.load(arguments.begin, weights_only=True) if arguments.begin else None
    data = Lessons(arguments.folder / "train", begun and Tokenizer.from_str(begun["tokenizer"]), known)
    test = Lessons(arguments.folder / "test", data.tokenizer)
    say(f"{len(data)} pictures, {data.tokenizer.get_vocab_size()} tokens")

    encoder = Encoder().to(memory_format=torch.channels_last)
    heads = Cells({kind: len(each) for kind, each in known.items()})
    classes = len(known["classes"])

    def encoder_step():
        chosen = torch.from_numpy(rng.integers(len(data), size=arguments.batch[0]))
        pictures, cells = data.pictures[chosen], data.cells[chosen].long()
        # Half of them seen in a mirror.
        turned = torch.rand(len(chosen)) < 0.5
        pictures[turned] = pictures[turned].flip(2)
        cells[turned] = cells[turned].view(-1, 8, 8, 6).flip(2).view(-1, TOKENS, 6)
        shown = values(pictures)
        shown = shown * (0.85 + 0.3 * torch.rand(len(chosen), 1, 1, 1, 1)) + 0.1 * torch.randn(len(chosen), 1, 1, 1, 1)
        return cell_loss(heads(encoder(shown.flatten(0, 1).contiguous(memory_format=torch.channels_last)[:, None])), cells, classes)

    words = decoder(data.tokenizer.get_vocab_size(), END, PAD)
    parts = {"encoder": encoder, "heads": heads, "decoder": words}
    for name in parts if begun else []:
        kept = parts[name].load_state_dict(begun["weights"][name], strict=False)
        # The last layer of the decoder is its table of tokens.
        assert set(kept.missing_keys) <= {"lm_head.weight"} and not kept.unexpected_keys, kept
    both = [*encoder.parameters(), *heads.parameters()]
    tell = lambda count, loss: say(f"encoder: {count} steps, loss {loss:.4f}, {cell_accuracy(encoder, heads, test)}")
    steps_of_encoder, _ = learn(arguments.minutes[0], both, arguments.rate[0], encoder_step, tell, 240)
    of_cells = cell_accuracy(encoder, heads, test)
    say(f"encoder: {of_cells}")
    encoder.eval()
    with torch.no_grad():
        features = torch.cat([encoder(values(data.pictures[start:start + 200])).half() for start in range(0, len(data), 200)])
    say("features are there")

    speaker = Speaker(words)

    def decoder_step():
        chosen = rng.integers(len(data), size=arguments.batch[1])
        return speaker.loss(features[torch.from_numpy(chosen)].float(), *data.batch(chosen, rng))

    tell = lambda count, loss: say(f"decoder: {count} steps, loss {loss:.4f}, {right_answers(encoder, speaker, test, 100)}")
    steps_of_decoder, loss = learn(arguments.minutes[1], list(speaker.parameters()), arguments.rate[1], decoder_step, tell, 300)
    results = right_answers(encoder, speaker, test, len(test))
    controls = {change: right_answers(encoder, speaker, test, 400, change) for change in ("blank", "shuffled")}
    lists = list_quality(encoder, speaker, test, min(200, len(test) // 8))
    say(f"{results}, lists {lists}, controls {controls}")
    sizes = [sum(p.numel() for p in part.parameters()) for part in (encoder, words)]
    steps = [steps_of_encoder, steps_of_decoder]
    about = {"minutes": arguments.minutes, "steps": steps, "views": [count * batch for count, batch in zip(steps, arguments.batch)]}
    if begun:
        about = {name: [one + other for one, other in zip(each, begun["about"][name])] for name, each in about.items()}
    command = f"python training/house_viewer/train.py{' --begin FILE' if begun else ''} {settings(arguments)}"
    about |= {"pictures": len(data), "tests": len(test), "cells": of_cells, "results": results, "controls": controls, "lists": lists, "parameters": sizes,
              "seed": arguments.seed, "date": time.strftime("%Y-%m-%d"), "machine": f"{os.cpu_count()} CPU cores",
              "commands": [*(begun["about"]["commands"] if begun else []), command]}
    state = {name: {key: value for key, value in part.state_dict().items() if key != "lm_head.weight"} for name, part in parts.items()}
    arguments.checkpoint.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"weights": state, "tokenizer": data.tokenizer.to_str(), "about": about}, arguments.checkpoint)
    print(f"trained: {steps_of_decoder} steps, loss {loss:.4f}, {results}", flush=True)


if __name__ == "__main__":
    main()
