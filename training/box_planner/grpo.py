"""Goes on with the box planner by GRPO (BoxNet, B.1): groups of trials of one task, each worth its reward beside the others of its group.

The reward is that of `surefleet_reward`; the ratio is clipped, and nothing holds the model to where it began (beta 0). Where the checkpoint exists,
it goes on from there.

    python training/box_planner/grpo.py --begin out/box-planner/warm.pt --steps 60 --checkpoint out/box-planner/grpo.pt
"""

import argparse
import pathlib
import random
import time

import torch
from lessons import GRPO_SEED, SHAPES, batch_of, shapes
from planner import ROWS, judged, keep, load, solvable, told, trials

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The paper does not give it; this is the usual one.
CLIP = 0.2


def advantages(rewards):
    """(r - mean) / std in a group; None if all are alike, since nothing is to be learnt from it then."""
    rewards = torch.tensor(rewards, dtype=torch.float64)
    spread = rewards.std()
    return None if spread < 1e-6 else ((rewards - rewards.mean()) / spread).tolist()


def weighed(ran, group):
    """Answers with the advantage of their trials and their tokens' share of the loss; every trial counts alike, however long it is."""
    found = []
    for start in range(0, len(ran), group):
        members = ran[start:start + group]
        for trial, advantage in zip(members, advantages([trial.reward for trial in members]) or ()):
            tokens = sum(len(turn.ids) for turn in trial.turns)
            found += [(turn, advantage, 1 / tokens / len(ran)) for turn in trial.turns]
    return found


def backward(model, found):
    """Adds the gradients of the clipped loss; gives the share of tokens whose ratio was clipped."""
    clipped = counted = 0
    found = sorted(found, key=lambda each: len(each[0].prompt) + len(each[0].ids))
    for start in range(0, len(found), ROWS):
        part = found[start:start + ROWS]
        ids, wanted = batch_of([(turn.prompt, turn.ids) for turn, _, _ in part])
        logits = model(input_ids=ids).logits[:, :-1][wanted[:, 1:]].float()
        now = torch.log_softmax(logits, -1).gather(1, ids[:, 1:][wanted[:, 1:]][:, None])[:, 0]
        before = torch.tensor([value for turn, _, _ in part for value in turn.log_probabilities])
        advantage, weight = (torch.tensor([each[place] for each in part for _ in each[0].ids]) for place in (1, 2))
        ratio = torch.exp(now - before)
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage)
        (-(gain * weight).sum()).backward()
        clipped += int(((ratio - 1).abs() > CLIP).sum())
        counted += len(ratio)
    return clipped / max(1, counted)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--begin", type=pathlib.Path, default=ROOT / "out/box-planner/warm.pt")
    parser.add_argument("--checkpoint", type=pathlib.Path, default=ROOT / "out/box-planner/grpo.pt")
    parser.add_argument("--steps", type=int, default=60, help="those of the checkpoint included")
    parser.add_argument("--minutes", type=float, default=1e9, help="stops before its steps are done")
    parser.add_argument("--shapes", type=shapes, default=SHAPES, metavar="2x2x1,...", help="columns, rows, objects of the tasks")
    parser.add_argument("--tasks", type=int, default=16, help="a step")
    parser.add_argument("--group", type=int, default=8, help="trials a task")
    parser.add_argument("--updates", type=int, default=4, help="a step, each from a part of its tasks")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--judged", type=int, default=60, help="tasks that it is tried at before and after; 0 for none")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    began = time.monotonic()

    goes_on = arguments.checkpoint.exists()
    model, words, kept = load(arguments.checkpoint if goes_on else arguments.begin)
    about = kept["about"] if goes_on else kept["about"] | {"grpo_steps": 0, "grpo_trials": 0, "grpo_minutes": 0.0}
    optimiser = torch.optim.AdamW(model.parameters(), lr=arguments.rate, betas=(0.9, 0.95), weight_decay=0.0)
    if goes_on:
        optimiser.load_state_dict(kept["more"])
        for group in optimiser.param_groups:
            group["lr"] = arguments.rate
    elif arguments.judged:
        about["frozen"] = judged(model, words, arguments.judged, arguments.shapes)
        print(f"frozen: {told(about['frozen'])}", flush=True)
    before = about["grpo_minutes"]
    while about["grpo_steps"] < arguments.steps and time.monotonic() - began < 60 * arguments.minutes:
        number = arguments.seed * 1_000_000 + about["grpo_steps"]
        tasks, golden = solvable(arguments.tasks, GRPO_SEED + 100 * number, 0.2, arguments.shapes)
        each = [place for place in range(len(tasks)) for _ in range(arguments.group)]
        generator = torch.Generator().manual_seed(number)
        ran = trials(model, words, [tasks[place] for place in each], [golden[place] for place in each], 1.0, generator)
        order = list(range(len(tasks)))
        random.Random(number).shuffle(order)
        model.train()
        clipped = 0.0
        for part in range(arguments.updates):
            chosen = [trial for place in order[part::arguments.updates] for trial in ran[place * arguments.group:(place + 1) * arguments.group]]
            found = weighed(chosen, arguments.group)
            if not found:
                continue
            optimiser.zero_grad(set_to_none=True)
            clipped += backward(model, found) / arguments.updates
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
        about["grpo_steps"] += 1
        about["grpo_trials"] += len(ran)
        about["grpo_minutes"] = before + (time.monotonic() - began) / 60
        mean, done = (sum(values) / len(ran) for values in ([trial.reward for trial in ran], [trial.is_done for trial in ran]))
        print(f"{about['grpo_minutes']:5.1f} min, step {about['grpo_steps']}: reward {mean:.3f}, done {done:.3f}, clipped {clipped:.3f}", flush=True)
        if about["grpo_steps"] % 4 == 0:
            keep(arguments.checkpoint, model, words, about, optimiser.state_dict())
    if arguments.judged:
        about["trained"] = judged(model, words, arguments.judged, arguments.shapes)
        print(f"trained: {about['grpo_steps']} steps; on {arguments.judged} tasks, four trials each: {told(about['trained'])}", flush=True)
    keep(arguments.checkpoint, model, words, about, optimiser.state_dict())


if __name__ == "__main__":
    main()
