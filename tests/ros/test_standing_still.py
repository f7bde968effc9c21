"""What stands still: inactive nodes, a second owner of one journal."""

import time

import pytest
from conftest import wait_until
from stranger import change_state, result_of
from surefleet.msg import JointStep
from test_processes import start

ACTIVATE, DEACTIVATE = 3, 4
MISSION = "Move apple 2 to the sink and bread 1 to the shelf."


def slow(fleet):
    fleet["ring"]["lease_ms"] = 400
    fleet["simulator"]["skill_ms"] = 300


def change(stranger, node, transition):
    change_state(stranger.node, node, transition, {ACTIVATE: "active", DEACTIVATE: "inactive"}[transition])


def approved_steps(stranger):
    return {message.step for message in stranger.verdicts if message.verdict == JointStep.APPROVED and not message.stop}


def stamp_s(message):
    return message.header.stamp.sec + message.header.stamp.nanosec / 1e9


def test_an_inactive_planner_says_nothing_while_its_mates_go_on(start_fleet, stranger):
    start_fleet(slow)
    _, result = stranger.send(MISSION, horizon=15)
    wait_until(lambda: 1 in approved_steps(stranger), what="the first step")
    change(stranger, "/robot_2/planner", DEACTIVATE)
    since = time.time()
    before = max(approved_steps(stranger))
    wait_until(lambda: max(approved_steps(stranger)) >= before + 2 or result.done(), what="steps without robot_2")
    until = time.time()
    said = [turn for turn in stranger.turns if turn.sender == "robot_2"]
    decided = [record for record in stranger.records if record.robot == "robot_2"]
    assert not [message for message in said + decided if since + 0.2 < stamp_s(message) < until]
    change(stranger, "/robot_2/planner", ACTIVATE)
    assert result_of(result, 60).result.error_code == 0


def test_an_inactive_monitor_approves_nothing_and_begins_nothing(start_fleet, stranger):
    start_fleet(slow)
    _, result = stranger.send(MISSION, horizon=15)
    wait_until(lambda: 1 in approved_steps(stranger), what="the first step")
    change(stranger, "/safety_monitor", DEACTIVATE)
    since = time.time()
    wait_until(lambda: time.time() > since + 2.0, what="five leases")
    monitors = [turn for turn in stranger.turns if turn.sender == "safety_monitor"]
    late = [message for message in stranger.verdicts + monitors if stamp_s(message) > since + 0.2]
    assert not late
    assert not result.done()
    change(stranger, "/safety_monitor", ACTIVATE)
    assert result_of(result, 60).result.error_code == 0


@pytest.mark.parametrize("node", ["planner", "safety_monitor", "help_desk", "world_simulator"])
def test_a_journal_has_one_owner(node, tmp_path, stranger):
    first = start(node, tmp_path)
    try:
        wait_until(lambda: node in stranger.node.get_node_names(), what=f"{node} in the graph")
        second = start(node, tmp_path)
        _, complaint = second.communicate(timeout=15)
        assert second.returncode == 1
        assert "another process uses it" in complaint and str(tmp_path) in complaint
        assert first.poll() is None
    finally:
        first.terminate()
        first.wait(timeout=5)
