"""A safety monitor that dies, or that does not see the world any more, stops what moves."""

import os
import signal

from action_msgs.msg import GoalStatus, GoalStatusArray
from conftest import wait_until
from stranger import LATCHED
from surefleet.msg import JointStep, Turn, WorldState

EXECUTING = GoalStatus.STATUS_EXECUTING
IDLE = 36  # the last decision of the household
MISSION = "Move apple 1 to the sink. Move potato 1 to the counter."


def slow(fleet):
    fleet["ring"]["lease_ms"] = 1000
    fleet["simulator"]["skill_ms"] = 20_000
    fleet["simulator"]["operator"]["delay_ms"] = 50


def approved(stranger):
    return [v for v in stranger.verdicts if v.verdict == JointStep.APPROVED and not v.stop]


def test_skills_under_way_stop_when_the_monitor_dies(start_fleet, stranger):
    fleet = start_fleet(slow)
    world = []
    stranger.node.create_subscription(WorldState, "/world/state", world.append, LATCHED)
    under_way = {robot: [] for robot in fleet.robots}
    for robot in fleet.robots:
        watch = lambda status, robot=robot: under_way.update({robot: status.status_list})
        stranger.node.create_subscription(GoalStatusArray, f"/{robot}/skill/_action/status", watch, LATCHED)
    stranger.send(MISSION, horizon=9)
    wait_until(lambda: approved(stranger), what="the first step")
    wait_until(lambda: world, what="the world")
    moving = [part.robot for part in approved(stranger)[0].decided if part.decision != IDLE]
    assert moving
    for robot in moving:
        wait_until(lambda: EXECUTING in [goal.status for goal in under_way[robot]], what=f"{robot} to move")
    before = list(world[-1].facts)
    # A stopped monitor is as silent as a dead one, and nobody starts it again meanwhile.
    monitor = fleet.members()["safety_monitor"]
    os.kill(monitor, signal.SIGSTOP)
    try:
        for robot in moving:
            wait_until(lambda: "the skill is cancelled" in fleet.log_of(f"{robot}.planner"), 15, f"{robot} to cancel its skill")
        # Nobody got where it was going: the skills would have taken 20 s.
        failed = lambda: {t.sender for t in stranger.turns if t.kind == Turn.OUTCOME and not t.skill_done}
        wait_until(lambda: failed() >= set(moving), what="the outcomes")
        assert list(world[-1].facts) == before
    finally:
        os.kill(monitor, signal.SIGCONT)
    # It comes back, and the mission goes on from there.
    wait_until(lambda: max(v.step for v in approved(stranger)) >= 2, 40, "the next step")
