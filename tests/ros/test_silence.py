"""What would else go wrong in silence says what is wrong, where, and the mend."""

import os
import signal
import subprocess
import sys

import pytest
import yaml
from conftest import PROGRAMS, ROOT, wait_until
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rclpy.qos import qos_profile_sensor_data
from surefleet.msg import Heartbeat, Missions, MissionStatus
from stranger import LATCHED

FLEET = ROOT / "examples" / "one-robot.yaml"
# The example, whose world can be seen and whose robot has nothing that serves its skills.
WITHOUT_SKILLS = """
import os, runpy, sys
import rclpy.action
rclpy.action.ActionServer = lambda *arguments, **named: None
sys.argv = sys.argv[1:]
sys.path.insert(0, os.path.dirname(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def example_fleet(fleet):
    fleet.clear()
    fleet.update(yaml.safe_load(FLEET.read_text()))


def quick(fleet):
    fleet["ring"]["lease_ms"] = 500
    fleet["simulator"]["skill_ms"] = 1000
    fleet["simulator"]["operator"]["delay_ms"] = 60


class Example:
    """The example skill server, whole or without its skills."""

    def __init__(self, fleet, *before):
        state = fleet.folder / "out" / "test" / "state"
        wait_until((state / "fleet.roster").exists, what="the roster of the fleet")
        domain = subprocess.run([PROGRAMS / "surefleet", "domain", FLEET, "--json"], capture_output=True, check=True).stdout
        command = [sys.executable, *before, ROOT / "examples" / "skill_server.py", "robot_1", state]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, env=os.environ)
        self.process.stdin.write(domain)
        self.process.stdin.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=10)


@pytest.fixture
def diagnoses(stranger):
    """The newest status of each part of each node."""
    known = {}

    def note(array):
        known.update({status.name: status for status in array.status})

    stranger.node.create_subscription(DiagnosticArray, "/diagnostics", note, 100)
    return known


def skill_server_is(diagnoses, level):
    status = diagnoses.get("robot_1/planner: skill server")
    return status is not None and status.level == level and status


def test_a_robot_without_a_skill_server_is_told_in_diagnostics_log_and_admission(start_fleet, stranger, diagnoses):
    fleet = start_fleet(example_fleet)
    beats = []
    stranger.node.create_subscription(Heartbeat, "/fleet/heartbeat", beats.append, qos_profile_sensor_data)
    with Example(fleet, "-c", WITHOUT_SKILLS):
        missing = wait_until(
            lambda: skill_server_is(diagnoses, DiagnosticStatus.ERROR),
            what=lambda: f"the complaint (the planner says {[each for name, each in diagnoses.items() if 'planner' in name]})",
        )
        assert "no skill server answers on /robot_1/skill" in missing.message and "docs/integration.md" in missing.message
        wait_until(lambda: "no skill server answers" in fleet.log_of("robot_1.planner"), what="the log")
        # The monitor learns it from the robot's next sign of life.
        wait_until(lambda: beats and beats[-1].without_skill_server, what="the sign of life that says so")
        refused = subprocess.run([PROGRAMS / "surefleet", "mission", "Move apple 1 to the sink."], capture_output=True, text=True, timeout=120)
        assert refused.returncode == 1
        assert "robot_1 has no skill server" in refused.stderr and "/<robot>/skill" in refused.stderr
        # While it waited to be admitted, the terminal said so too.
        assert "no skill server answers on /robot_1/skill" in refused.stderr
    with Example(fleet):
        wait_until(lambda: skill_server_is(diagnoses, DiagnosticStatus.OK), what="the mend")


def test_a_fleet_that_is_up_is_not_started_again(start_fleet, diagnoses, tmp_path, monkeypatch):
    fleet = start_fleet(quick)
    wait_until(lambda: "safety_monitor: gate" in diagnoses, what="the fleet")
    members = fleet.members()
    again = lambda *more: subprocess.run([PROGRAMS / "surefleet", "up", str(fleet.path), *more], cwd=fleet.folder, capture_output=True, text=True, timeout=30)
    refused = again()
    assert refused.returncode == 1
    assert f"this fleet is up already: `surefleet up` (process {fleet.process.pid})" in refused.stderr
    # With a state of its own it would meet the other in its ROS domain.
    refused = again("--state", str(tmp_path / "other"))
    assert refused.returncode == 1
    assert f"a fleet is up already in ROS domain {os.environ['ROS_DOMAIN_ID']}: a safety monitor publishes /safety_monitor/gate" in refused.stderr
    assert fleet.members() == members
    # A fleet whose `up` was killed is left behind.
    os.kill(fleet.process.pid, signal.SIGKILL)
    fleet.process.wait(timeout=10)
    try:
        refused = again()
        assert refused.returncode == 1
        assert "this fleet is up already, without a `surefleet up`" in refused.stderr
        assert f"safety_monitor.jsonl (process {members['safety_monitor']})" in refused.stderr
    finally:
        for process in members.values():
            os.kill(process, signal.SIGTERM)


def test_a_client_whose_output_nobody_reads_cancels_its_mission(start_fleet, stranger):
    start_fleet(quick)
    lists = []
    stranger.node.create_subscription(Missions, "fleet/missions", lists.append, LATCHED)
    mission = "Move apple 1 to the sink. Move tomato 1 to the shelf. Move potato 1 to the sink."
    client = subprocess.Popen(
        [PROGRAMS / "surefleet", "mission", mission, "--horizon", "15"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert client.stdout.readline().startswith("step  1")
    client.stdout.close()
    complaint = client.stderr.read()
    assert client.wait(timeout=60) == 130
    assert "panicked" not in complaint and "cancelled" in complaint
    ended = lambda: lists and all(mission.state == MissionStatus.ENDED for mission in lists[-1].missions)
    wait_until(ended, what="the end of the mission")
    assert lists[-1].missions[-1].reason == "local cancelled it"


@pytest.mark.parametrize("command", [["scenarios", "--count", "2000"], ["domain", str(FLEET)]])
def test_a_command_whose_output_nobody_reads_ends_quietly(command):
    nobody, output = os.pipe()
    os.close(nobody)
    process = subprocess.Popen([PROGRAMS / "surefleet", *command], stdout=output, stderr=subprocess.PIPE, text=True)
    os.close(output)
    complaint = process.stderr.read()
    assert process.wait(timeout=60) in (-signal.SIGPIPE, 141)
    assert complaint == ""
