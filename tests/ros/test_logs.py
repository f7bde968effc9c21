"""What nodes log, where, and how often."""

import pytest
from conftest import wait_until
from rcl_interfaces.msg import Log
from rclpy.qos import DurabilityPolicy, QoSProfile
from surefleet.msg import HelpQueue
from test_processes import start


@pytest.fixture
def rosout(stranger):
    lines = []
    latched = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    stranger.node.create_subscription(Log, "/rosout", lambda log: lines.append((log.name, log.level, log.msg)), latched)
    return lines


def people_answer(fleet):
    del fleet["simulator"]["operator"]
    del fleet["calibration"]
    fleet["ring"]["lease_ms"] = 500


def test_what_a_fleet_waits_for_is_logged_once(start_fleet, stranger, rosout):
    fleet = start_fleet(people_answer)
    _, result = stranger.send("Move apple 1 to the sink.", horizon=6)
    wait_until(lambda: stranger.requests, what="a question")
    asked = lambda: [line for line in rosout if line[2].startswith("asks a person")]
    wait_until(asked, what="the log of the question")
    queues = []
    stranger.node.create_subscription(HelpQueue, "/help_desk/queue", queues.append, 10)
    wait_until(lambda: len(queues) > 8, what="the queue again and again, while the robot waits")
    assert len(asked()) == 1, asked()
    assert asked()[0][0] == "robot_1.planner" and asked()[0][1] == Log.INFO
    off = [name for name, _, text in rosout if "autonomy is off" in text]
    assert sorted(off) == [f"{robot}.planner" for robot in fleet.robots], "each robot says once that it has no calibration"
    assert sum("the gate is open" in text for _, _, text in rosout) == 1
    logs = "".join(fleet.log_of(name) for name in fleet.members())
    assert "autonomy is off" in logs and "\x1b" not in logs, "a file is no terminal"


def test_a_monitor_without_a_world_says_so_once_and_not_that_the_gate_is_open(tmp_path, rosout):
    process = start("safety_monitor", tmp_path)
    try:
        wait_until(lambda: any("no world state was seen" in text for _, _, text in rosout), what="a word on the world")
        assert not any("gate is open" in text or "active" in text for _, _, text in rosout), rosout
        assert len([text for _, _, text in rosout if "world" in text]) == 1
    finally:
        process.terminate()
        process.communicate(timeout=10)


def test_a_clock_that_nobody_publishes_is_told_of_once(tmp_path):
    process = start("help_desk", tmp_path, "-p", "use_sim_time:=true")
    try:
        line = wait_until(lambda: process.stderr.readline(), what="a line")
        assert "nothing comes on /clock" in line and "WARN" in line
    finally:
        process.terminate()
    _, rest = process.communicate(timeout=10)
    assert "clock" not in rest


@pytest.mark.parametrize("level, is_said", [("info", True), ("planner:=WARN", True), ("error", False)])
def test_the_log_level_is_that_of_ros(tmp_path, level, is_said):
    process = start("help_desk", tmp_path, "--log-level", level, "-p", "periodd:=3", "-p", "fleet:=no/such.yaml")
    _, said = process.communicate(timeout=20)
    assert ("periodd, which is no parameter" in said) == is_said, said
    assert "no/such.yaml" in said
