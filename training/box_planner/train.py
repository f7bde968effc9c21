"""Warms up the box planner: it learns the steps of plans by search, with a line of reasoning before each.

Seeded, and by steps, so that a busy machine takes longer and learns as much. Where the checkpoint exists, it goes on from there.

    pip install ./src/reward
    python training/box_planner/train.py --steps 4000 --checkpoint out/box-planner/warm.pt
"""

import argparse
import pathlib
import random
import sys
import time

import torch
from lessons import SHAPES, TURNS, batches, pool, shapes
from planner import judged, keep, load, make_model, told
from vocabulary import Words, make_tokenizer

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from recipe import optimisers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def loss_of(model, ids, wanted):
    hidden = model.model(input_ids=ids).last_hidden_state[:, :-1][wanted[:, 1:]]
    return torch.nn.functional.cross_entropy(model.lm_head(hidden).float(), ids[:, 1:][wanted[:, 1:]])


@torch.no_grad()
def likeness(model, kept):
    """Loss on kept lessons, and the share of answers that are likeliest token by token, as a whole."""
    model.eval()
    losses, right = [], []
    for ids, wanted in kept:
        losses.append(loss_of(model, ids, wanted).item())
        best = model(input_ids=ids).logits[:, :-1].argmax(-1)
        right += ((best == ids[:, 1:]) | ~wanted[:, 1:]).all(-1).tolist()
    model.train()
    return sum(losses) / len(losses), sum(right) / len(right)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=4000, help="batches to learn from, those of the checkpoint included; the rate falls over the last part of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tokens", type=int, default=2000, help="a batch")
    parser.add_argument("--width", type=int, default=96)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--shapes", type=shapes, default=SHAPES, metavar="2x2x1,...", help="columns, rows, objects of the tasks")
    parser.add_argument("--digits", action="store_true", help="every coordinate digit by digit, those of cells' points, too")
    parser.add_argument("--without-thoughts", action="store_true", help="answers have no line of reasoning")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--every", type=float, default=60, help="seconds between checkpoints")
    parser.add_argument("--judged", type=int, default=60, help="tasks that it is tried at when it has ended; 0 for none")
    parser.add_argument("--checkpoint", type=pathlib.Path, default=ROOT / "out/box-planner/warm.pt")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)

    about = {"seed": arguments.seed, "thinks": not arguments.without_thoughts, "steps": 0, "tokens": 0, "pools": 0, "minutes": 0.0}
    if arguments.checkpoint.exists():
        model, words, kept = load(arguments.checkpoint)
        about = kept["about"]
    else:
        words = Words(make_tokenizer(not arguments.digits))
        model = make_model(words, arguments.width, arguments.layers)
    steps = optimisers(model, arguments.rate)
    if about["steps"]:
        for step, state in zip(steps, kept["more"]):
            step.load_state_dict(state)
    usual = [[arguments.rate * 10], [arguments.rate * 2]]
    print(f"{sum(p.numel() for p in model.parameters())} parameters, {model.config.vocab_size} tokens, from step {about['steps']}", flush=True)
    thinks = about.get("thinks", True)
    if thinks == arguments.without_thoughts:
        parser.error(f"{arguments.checkpoint} was begun {'with' if thinks else 'without'} thoughts: go on in the same way, or name another checkpoint")
    held_out = batches(pool(words, -1, 0, arguments.shapes, thinks), 2000, random.Random(0))[:6]

    def written():
        keep(arguments.checkpoint, model, words, about, [step.state_dict() for step in steps])
        loss, share = likeness(model, held_out)
        print(f"{about['minutes']:5.1f} min, {about['steps']} steps, {about['tokens'] / 1e6:.2f} M tokens: loss {running:.4f}, held out {loss:.4f}, answers like the teacher's {share:.3f}", flush=True)

    began, before, shown, running = time.monotonic(), about["minutes"], time.monotonic(), 0.0
    model.train()
    while about["steps"] < arguments.steps:
        lessons = pool(words, arguments.seed, about["pools"], arguments.shapes, thinks)
        about["pools"] += 1
        rng = random.Random(about["pools"])
        for ids, wanted in [batch for _ in range(TURNS) for batch in batches(lessons, arguments.tokens, rng)]:
            # Up, flat, and down to nothing over the last 40 %.
            scale = min(1.0, (about["steps"] + 1) / 100) * min(1.0, 0.02 + 2.5 * (1 - about["steps"] / arguments.steps))
            for step, rates in zip(steps, usual):
                for group, rate in zip(step.param_groups, rates):
                    group["lr"] = rate * scale
            loss = loss_of(model, ids, wanted)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            for step in steps:
                step.step()
                step.zero_grad(set_to_none=True)
            about["steps"] += 1
            about["tokens"] += ids.numel()
            about["minutes"] = before + (time.monotonic() - began) / 60
            running = loss.item() if not running else 0.95 * running + 0.05 * loss.item()
            if time.monotonic() - shown > arguments.every:
                shown = time.monotonic()
                written()
            if about["steps"] >= arguments.steps:
                break
    written()
    if arguments.judged:
        figures = judged(model, words, arguments.judged, arguments.shapes)
        print(f"trained: {about['steps']} steps; on {arguments.judged} tasks, four trials each: {told(figures)}", flush=True)


if __name__ == "__main__":
    main()
