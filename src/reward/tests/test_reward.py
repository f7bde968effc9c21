"""The Python module of rewards, as a training program uses it."""

import json
import pathlib
import re
import shutil
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def reward(tmp_path_factory):
    """What scripts/build --bench builds, under the name that Python looks for."""
    folder = tmp_path_factory.mktemp("module")
    shutil.copy(ROOT / "target/release/libsurefleet_reward.so", folder / "surefleet_reward.abi3.so")
    sys.path.insert(0, str(folder))
    import surefleet_reward

    return surefleet_reward


def test_plans_by_search_earn_all_and_spoiled_ones_less(reward):
    tasks = [reward.Task.draw(3, 3, 2, seed) for seed in range(8)]
    plans = [task.plan("Let me see.") for task in tasks]
    golden, answers = [steps for steps, _ in plans], [answer for _, answer in plans]
    assert reward.rewards(tasks, answers, golden) == pytest.approx([1.1] * 8)
    assert reward.rewards(tasks, answers, [steps - 1 for steps in golden]) == pytest.approx([1.0] * 8)
    # Nothing is carried: the arms move as before, and every object stays.
    spoiled = [answer.replace("True", "False") for answer in answers]
    assert reward.rewards(tasks, spoiled, golden) == pytest.approx([0.1] * 8)
    assert reward.rewards(tasks, ["no plan"] * 8, golden) == [0.0] * 8
    # Each answer is judged by its own task, and no other task's plan does it.
    assert max(reward.rewards(tasks, answers[1:] + answers[:1], golden)) <= 0.1
    assert tasks[0].fault(answers[0]) is None
    assert "is not at its target" in tasks[0].fault(spoiled[0])
    assert "</think>" in tasks[0].fault("<think>a</think> none")


def test_single_steps_are_rewarded_together_and_observed_one_by_one(reward):
    task = reward.Task.draw(3, 3, 2, 5)
    steps, answer = task.plan()
    block = answer[answer.index("[\n") + 2 : answer.rindex("\n]")]
    turns = [f"<think>Next.</think>```json\n{step}\n```" for step in block.split(",\n")]
    assert len(turns) == steps
    assert reward.rewards_of_turns([task, task], [turns, turns[:-1]], [steps, steps]) == pytest.approx([1.1, 0.1])
    assert task.observation([]) in task.prompt(single_steps=True)
    assert task.observation(turns) != task.observation(turns[:-1])
    with pytest.raises(ValueError, match="answer 2: .* start the move there"):
        task.observation([turns[0], turns[0]])


def test_lessons_do_the_task_and_say_first_what_is_to_be_carried(reward):
    task = reward.Task.draw(3, 3, 2, 5)
    lessons = task.lessons()
    answers = [answer for _, answer in lessons]
    assert reward.rewards_of_turns([task], [answers], [task.plan()[0]]) == pytest.approx([1.1])
    assert [told for told, _ in lessons] == [task.observation(answers[:turn]) for turn in range(len(answers))]
    # Every object is to be carried at first, and only what is still to be carried at last.
    assert sorted(re.findall(r"takes (Object \d) to", answers[0])) == ["Object 0", "Object 1"]
    last = re.findall(r"Robot (\d+) takes Object (\d) to (\[.*?\])\.", answers[-1])
    assert last and all(f'"Robot {arm}": "' in answers[-1] and f"-> {to}, True" in answers[-1] for arm, _, to in last)


def test_a_trial_is_over_when_it_is_done_or_spoiled(reward):
    task = reward.Task.draw(3, 3, 2, 5)
    answers = [answer for _, answer in task.lessons()]
    assert [task.is_over(answers[:turn]) for turn in range(len(answers) + 1)] == [False] * len(answers) + [True]
    assert task.is_over(["no step"]) and task.is_over([answers[0], answers[0]])


def test_a_wandered_task_begins_elsewhere_and_can_be_taught(reward):
    task = reward.Task.draw(3, 3, 2, 5)
    far = task.wandered(1, 8)
    assert far.json() == task.wandered(1, 8).json() != task.json()
    assert json.loads(far.json())["targets"] == json.loads(task.json())["targets"]
    assert reward.rewards_of_turns([far], [[answer for _, answer in far.lessons()]], [far.plan()[0]]) == pytest.approx([1.1])


def test_a_task_is_the_same_after_it_was_written(reward):
    task = reward.Task.draw(4, 3, 2, 7, bases="random", is_moved=True)
    again = reward.Task(task.json())
    assert again.json() == task.json() and again.prompt() == task.prompt() and "4 m x 3 m" in task.prompt()
    assert "<observation>" in task.prompt(single_steps=True)
    assert json.loads(task.json())["columns"] == 4


def test_arms_in_space_are_tasks_as_well(reward):
    task = reward.Task.draw(3, 2, 2, 7, bases="ur5e")
    steps, answer = task.plan()
    assert reward.rewards([task], [answer], [steps]) == pytest.approx([1.1])
    assert "less than 0.8 m" in task.prompt() and json.loads(task.json())["make"] == "ur5e"


def test_errors_name_what_is_wrong_and_the_mend(reward):
    with pytest.raises(ValueError, match="expected one of .even., .random., .ur5e."):
        reward.Task.draw(3, 3, 2, 7, bases="round")
    with pytest.raises(ValueError, match="1 to 16 columns"):
        reward.Task.draw(0, 3, 2, 7)
    with pytest.raises(ValueError, match="missing field"):
        reward.Task("{}")
    with pytest.raises(ValueError, match="2 tasks, 1 answers and 2 golden steps: give as many of each"):
        task = reward.Task.draw(2, 2, 1, 7)
        reward.rewards([task, task], ["a"], [1, 1])
