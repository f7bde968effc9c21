"""Tasks and rewards of whole plans for large models, as TRL and verl take them; README.md tells how.

    python training/box_planner/large.py --count 55000 > out/box-planner/tasks.jsonl
"""

import argparse
import json
import random

from lessons import TRAINING_SEED
from surefleet_reward import Task, rewards


def rows(count, seed):
    """Tasks of the paper's training set (2 to 6 columns and rows, 1 to 5 objects) with the answer that search gives."""
    rng, written = random.Random(seed), 0
    number = TRAINING_SEED
    while written < count:
        number += 1
        task = Task.draw(rng.randint(2, 6), rng.randint(2, 6), rng.randint(1, 5), number)
        lessons = task.lessons()
        if not lessons:
            continue
        # The first line of reasoning names what happens first with each object.
        thoughts = lessons[0][1].split("<think>")[1].split("</think>")[0]
        steps, answer = task.plan(thoughts)
        prompt = [{"role": "user", "content": task.prompt()}]
        written += 1
        yield {"prompt": prompt, "messages": [*prompt, {"role": "assistant", "content": answer}], "task": task.json(), "golden": steps,
               # verl's names.
               "data_source": "boxnet", "reward_model": {"style": "rule", "ground_truth": json.dumps({"task": task.json(), "golden": steps})}}


def reward(completions, task, golden, **_):
    """For TRL's GRPOTrainer: the rewards of a batch."""
    return rewards([Task(each) for each in task], [completion[0]["content"] for completion in completions], golden)


def compute_score(data_source, solution_str, ground_truth, extra_info=None):
    """For verl: the reward of one answer."""
    wanted = json.loads(ground_truth)
    return rewards([Task(wanted["task"])], [solution_str], [wanted["golden"]])[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=55_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for row in rows(arguments.count, arguments.seed):
        print(json.dumps(row))


if __name__ == "__main__":
    main()
