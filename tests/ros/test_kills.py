"""kill -9 of planners at random points: the mission ends correctly and nothing is decided twice."""

import collections
import os
import random

from conftest import wait_until
from stranger import Stranger
from surefleet.msg import JointStep

MISSIONS = [
    "Move apple 1 to the sink. Move tomato 1 to the shelf. Move potato 1 to the sink. Move bread 2 to the sink.",
    "Move apple 1 to the counter. Move tomato 1 to the table. Move potato 1 to the shelf. Move bread 2 to the table.",
]
KILLS = int(os.environ.get("SUREFLEET_KILLS", "20"))


def quick(fleet):
    fleet["ring"]["lease_ms"] = 500
    fleet["simulator"]["skill_ms"] = 60
    fleet["simulator"]["operator"]["delay_ms"] = 60


def nothing_was_decided_twice(stranger, mission_id):
    """At most one record a (step, attempt, robot), at most one approved joint step a step."""
    records = [r for r in stranger.records if bytes(r.mission_id) == mission_id]
    keys = collections.Counter((r.step, r.attempt, r.robot) for r in records)
    assert max(keys.values()) == 1, [key for key, count in keys.items() if count > 1]
    approved = [v for v in stranger.verdicts if v.verdict == JointStep.APPROVED and not v.stop and bytes(v.mission_id) == mission_id]
    by_step = collections.defaultdict(set)
    for step in approved:
        by_step[step.step].add((step.attempt, tuple((d.robot, d.decision, d.attempt) for d in step.decided)))
    assert all(len(variants) == 1 for variants in by_step.values()), by_step
    # What was approved is what was recorded, decision by decision.
    made = {(r.step, r.attempt, r.robot): r.decision for r in records}
    for step, variants in by_step.items():
        for _, decided in variants:
            for robot, decision, attempt in decided:
                assert made.get((step, attempt, robot), decision) == decision


def test_killing_any_planner_at_any_point_leaves_the_mission_correct(start_fleet):
    chance = random.Random(int(os.environ.get("SEED", "7")))
    fleet = start_fleet(quick)
    stranger = Stranger()
    try:
        for number in range(KILLS):
            seen = len(stranger.turns)
            handle, result = stranger.send(MISSIONS[number % 2], horizon=15)
            # A random point: so many turns into the mission, then any planner.
            after = seen + chance.randint(1, 20)
            wait_until(lambda: len(stranger.turns) >= after or result.done(), what="the point of the kill")
            victim = f"{chance.choice(fleet.robots)}.planner"
            fleet.kill(victim)
            ended = wait_until(lambda: result.done() and result.result(), 60, f"the result after killing {victim}").result
            assert ended.error_code == 0, f"kill {number} of {victim}: {ended.error_msg}\n{fleet.log_of(victim)[-2000:]}"
            nothing_was_decided_twice(stranger, bytes(handle.goal_id.uuid))
    finally:
        stranger.close()
