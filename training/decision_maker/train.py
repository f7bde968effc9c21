"""Trains the small language model that makes decisions, and exports it to models/decision-maker with its card.

It learns to go on from the planner's own prompts with the text of an option. It begins as the shipped one, whose words it shares; prompts and
teacher are those of `surefleet scenarios --decisions`.

    python training/decision_maker/train.py --surefleet scripts/surefleet --minutes 50 --out models/decision-maker
"""

import argparse
import collections
import json
import math
import os
import pathlib
import pickle
import random
import subprocess
import sys
import time
from array import array

import torch
import torch.distributed as dist
from graphs import card, parity, save, weights_of
from prompts import Prompts, batch_of, extended, rows_of, symbol_of
from tokenizers import Tokenizer
from transformers import LlamaConfig, LlamaForCausalLM

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from household import Household  # noqa: E402
from recipe import optimisers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Layers behind which it is asked, in training only, where items are wanted.
DEPTH = 4
# Seeds of the training missions; calibration and tests take theirs from other ranges.
TRAINING_SEED, HELD_OUT_SEED = 3_000_000_000, 4_000_000_000


class Taught(torch.nn.Module):
    """The language model, and what is asked of it in training only: where each item is wanted."""

    def __init__(self, model, surfaces):
        super().__init__()
        self.model = model
        self.wanted = torch.nn.Linear(model.config.hidden_size, surfaces)

    def forward(self, ids, answers, items, option_ids):
        out = self.model.model(input_ids=ids, output_hidden_states=True)
        chosen = out.last_hidden_state[answers[:, 0], answers[:, 1]]
        # Only options can be chosen, and each is one token.
        logits = chosen @ self.model.lm_head.weight[option_ids].T
        known = out.hidden_states[DEPTH][items[:, 0], items[:, 1]]
        return logits.float(), self.wanted(known).float()


def begin(config, folder, tokenizer, before):
    """The weights of the model that it begins as; new layers pass on what they read, new tokens begin as what they name."""
    model = LlamaForCausalLM(config)
    old = LlamaForCausalLM(LlamaConfig(**json.loads((folder / "config.json").read_text())))
    old.load_state_dict(weights_of(folder, old))
    state = model.state_dict()
    for name, tensor in old.state_dict().items():
        if "embed_tokens" not in name and "lm_head" not in name:
            state[name] = tensor
    table, known = state["model.embed_tokens.weight"], old.model.embed_tokens.weight.detach()
    spread = known.std(0)
    table[:len(known)] = known
    verbs = collections.defaultdict(lambda: torch.randn(table.shape[1]) * spread)
    symbols = before.get_vocab()
    for token in range(len(known), len(table)):
        phrase = tokenizer.id_to_token(token)
        symbol = symbol_of(phrase, symbols)
        verb = " ".join(phrase.split()[:2]) if len(phrase.split()) > 2 else ""
        table[token] = known[symbols[symbol]] + verbs[verb] * (0.5 if verb else 0.0) if symbol else torch.randn(table.shape[1]) * spread
    state["lm_head.weight"] = table
    for layer in range(old.config.num_hidden_layers, config.num_hidden_layers):
        state[f"model.layers.{layer}.self_attn.o_proj.weight"].zero_()
        state[f"model.layers.{layer}.mlp.down_proj.weight"].zero_()
    model.load_state_dict(state)
    return model


def batches(steps, tokens, surfaces, rng):
    """All steps once over in batches of about so many tokens, of like length; then again."""
    while True:
        order = sorted(steps, key=lambda step: len(step[0]) + rng.random() * 12)
        chunks, chunk = [], []
        for step in order:
            if chunk and (len(chunk) + 1) * (len(step[0]) + 6) > tokens:
                chunks.append(chunk)
                chunk = []
            chunk.append(step)
        rng.shuffle(chunks)
        for chunk in chunks:
            yield batch_of(chunk, surfaces)


def attention_in_float32(query, key, value, *rest, attend=torch.nn.functional.scaled_dot_product_attention, **named):
    """On a processor the gradient of attention is several times slower in bfloat16."""
    with torch.autocast("cpu", enabled=False):
        return attend(query.float(), key.float(), value.float(), *rest, **named).to(query.dtype)


def all_steps(arguments, prompts):
    """The training missions' steps, kept in a file between runs."""
    if not arguments.data.exists():
        by = ("--by", arguments.by) if arguments.by else ()
        rows = rows_of(arguments.surefleet, "training", TRAINING_SEED + arguments.skip, arguments.missions, arguments.robots, by)
        steps = [(array("H", ids), ends, targets, items) for row in rows for ids, ends, targets, items in learnt(row, prompts)]
        arguments.data.parent.mkdir(parents=True, exist_ok=True)
        arguments.data.write_bytes(pickle.dumps(steps))
    steps = pickle.loads(arguments.data.read_bytes())
    if arguments.beside:
        steps += random.Random(arguments.seed).sample(pickle.loads(arguments.beside.read_bytes()), len(steps) // 2)
    return steps


def learnt(row, prompts):
    return [(ids, ends, [prompts.place_of[turn["answer"]] for turn in group], items) for ids, ends, group, items in prompts.steps(row)]


@torch.no_grad()
def judge(taught, rows, prompts, surfaces):
    """By team size: share of decisions like the teacher's, share that are acceptable, share of missions all of whose decisions are."""
    taught.eval()
    option_ids = torch.tensor(prompts.option_ids)
    found = collections.defaultdict(lambda: [0, 0, 0, 0, 0])
    for row in rows:
        steps = list(prompts.steps(row))
        batch, answers, items, _ = batch_of([(ids, ends, [0] * len(ends), wanted) for ids, ends, _, wanted in steps], surfaces)
        choices = taught(batch, answers, items, option_ids)[0].argmax(-1).tolist()
        turns = [turn for _, _, group, _ in steps for turn in group]
        right = [choice in turn["acceptable"] for choice, turn in zip(choices, turns)]
        like = [prompts.options[choice] == turn["answer"] for choice, turn in zip(choices, turns)]
        sums = found[row["robots"]]
        for place, value in enumerate((1, all(right), len(turns), sum(right), sum(like))):
            sums[place] += value
    taught.train()
    return {robots: {"like": like / turns, "acceptable": right / turns, "missions": whole / count} for robots, (count, whole, turns, right, like) in found.items()}


def shared(value, processes):
    """The first process's value: all must stop at the same step."""
    if processes == 1:
        return value
    tensor = torch.tensor([value])
    dist.broadcast(tensor, 0)
    return tensor.item()


def average(model, processes):
    """Makes the gradients of all processes one."""
    if processes == 1:
        return
    gradients = [p.grad for p in model.parameters()]
    flat = torch.cat([gradient.flatten() for gradient in gradients])
    dist.all_reduce(flat)
    for gradient, part in zip(gradients, flat.split([gradient.numel() for gradient in gradients])):
        gradient.copy_(part.view_as(gradient) / processes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--surefleet", default=str(ROOT / "scripts/surefleet"))
    parser.add_argument("--domain", default=str(ROOT / "config/domains/household.yaml"))
    parser.add_argument("--begin", type=pathlib.Path, default=ROOT / "models/decision-maker", help="the model it begins as")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "models/decision-maker")
    parser.add_argument("--fleet", default="household-choice", help="whose scorer is --out: it is judged by its missions")
    parser.add_argument("--judged", type=int, default=100, help="missions per class and wording that it is judged by")
    parser.add_argument("--minutes", type=float, default=50.0, help="of training, set-up and tests not counted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missions", type=int, default=5_000, help="per class")
    parser.add_argument("--tokens", type=int, default=4_000, help="per batch")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint; --minutes are on top")
    parser.add_argument("--skip", type=int, default=0, help="missions that another run has seen")
    parser.add_argument("--robots", default="1,3,10,15", help="team sizes that are learnt from")
    parser.add_argument("--by", help="a fleet, such as that of an earlier --out, on whose ways the missions go")
    parser.add_argument("--beside", type=pathlib.Path, help="another run's --data, of which half as many steps again are learnt")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / "out/decisions.pickle", help="what is learnt from; made where it is missing")
    parser.add_argument("--checkpoint", type=pathlib.Path, default=ROOT / "out/decision-maker.pt", help="written every three minutes")
    arguments = parser.parse_args()

    # Two processes of one thread each do more on two busy cores than one of two threads, which wait for each other at every operation.
    processes, rank = int(os.environ.get("WORLD_SIZE", 1)), int(os.environ.get("RANK", 0))
    if processes > 1:
        dist.init_process_group("gloo")
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    rng = random.Random(arguments.seed)
    house = Household(arguments.domain)
    surfaces = house.surfaces
    items = {name.replace("_", " "): name for name in house.items}
    words = Tokenizer.from_file(str(arguments.begin / "tokenizer.json"))
    sample = list(rows_of(arguments.surefleet, "training", TRAINING_SEED, 100))
    tokenizer, options = extended(words, sample)
    prompts = Prompts(tokenizer, options, items)
    held_out = list(rows_of(arguments.surefleet, "held-out", HELD_OUT_SEED, 60))
    began = time.monotonic()
    steps = all_steps(arguments, prompts)
    rank == 0 and print(f"{len(steps)} steps, {sum(len(step[1]) for step in steps)} decisions, {sum(len(step[0]) for step in steps) / 1e6:.1f} M tokens, "
          f"made in {time.monotonic() - began:.0f} s", flush=True)

    old = LlamaConfig(**json.loads((arguments.begin / "config.json").read_text()))
    config = LlamaConfig(**(old.to_diff_dict() | {"vocab_size": tokenizer.get_vocab_size(), "num_hidden_layers": arguments.layers,
                                                  "attn_implementation": "sdpa"}))
    taught = Taught(begin(config, arguments.begin, tokenizer, words), len(surfaces))
    before = {"minutes": 0.0, "steps": 0, "tokens": 0, "commands": []}
    if arguments.resume:
        before = torch.load(arguments.checkpoint)
        taught.load_state_dict(before["weights"])
    parameters = sum(p.numel() for p in taught.model.parameters())
    rank == 0 and print(f"{parameters} parameters, {config.vocab_size} tokens", flush=True)
    option_ids = torch.tensor(prompts.option_ids)
    torch.nn.functional.scaled_dot_product_attention = attention_in_float32
    trained = optimisers(taught, arguments.rate)
    usual = [[group["lr"] for group in step.param_groups] for step in trained]
    began = told = time.monotonic()
    seen, count, running = 0, 0, None
    for number, (ids, answers, places, wanted) in enumerate(batches(steps, arguments.tokens, surfaces, rng)):
        if number % processes != rank:
            continue
        done = shared((time.monotonic() - began) / max(60 * arguments.minutes, 1e-9), processes)
        if done >= 1:
            break
        scale = min(1.0, (count + 1) / 40) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        for step, rates in zip(trained, usual):
            for group, rate in zip(step.param_groups, rates):
                group["lr"] = rate * scale
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits, where = taught(ids, answers, places, option_ids)
        loss = torch.nn.functional.cross_entropy(logits, answers[:, 2])
        aside = torch.nn.functional.binary_cross_entropy_with_logits(where, wanted)
        (loss + 4 * aside).backward()
        average(taught, processes)
        torch.nn.utils.clip_grad_norm_(taught.parameters(), 1.0)
        for step in trained:
            step.step()
            step.zero_grad(set_to_none=True)
        count, seen = count + 1, seen + ids.numel() * processes
        now = torch.tensor([loss.item(), aside.item()])
        running = now if running is None else 0.98 * running + 0.02 * now
        if rank == 0 and (count in (20, 100) or time.monotonic() - told > 180):
            told = time.monotonic()
            keep(arguments.checkpoint, taught, before, (told - began) / 60, count, seen)
            shares = judge(taught, held_out[::2], prompts, surfaces)
            words = "; ".join(f"{robots}: {each['like']:.3f} {each['acceptable']:.4f} {each['missions']:.2f}" for robots, each in sorted(shares.items()))
            print(f"{(told - began) / 60:5.1f} min, {count} steps, {seen / 1e6:.2f} M tokens: loss {running[0]:.4f}, wanted {running[1]:.4f}; like, acceptable, missions by robots {words}", flush=True)

    if rank == 0:
        total = keep(arguments.checkpoint, taught, before, (time.monotonic() - began) / 60, count, seen)
        model = taught.model.float().eval()
        save(model, tokenizer, config, arguments.out)
        difference = parity(model, prompts, held_out[::40], arguments.out)
        judged = [arguments.surefleet, "bench", "decisions", "--fleet", arguments.fleet, "--missions", str(arguments.judged), "--json"]
        report = json.loads(subprocess.run(judged, check=True, stdout=subprocess.PIPE, text=True).stdout)
        card(arguments, TRAINING_SEED, config, parameters, report, total, difference)


def keep(path, taught, before, minutes, steps, tokens):
    """Writes what `--resume` goes on from; returns what was trained so far, all in all."""
    total = {"minutes": before["minutes"] + minutes, "steps": before["steps"] + steps, "tokens": before["tokens"] + tokens}
    total["commands"] = [*before["commands"], " ".join(["python", *sys.argv])]
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save(total | {"weights": taught.state_dict()}, path)
    return total


if __name__ == "__main__":
    main()
