"""Nodes under lifecycle tools, and two of what a fleet has once."""

import subprocess

import pytest
from conftest import wait_until
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from lifecycle_msgs.msg import TransitionEvent
from stranger import LATCHED, change_state
from test_processes import start

SHUT_DOWN_ACTIVE = 7


@pytest.fixture
def diagnoses(stranger):
    """What /diagnostics said last, by name."""
    said = {}
    note = lambda array: said.update({status.name: status for status in array.status})
    stranger.node.create_subscription(DiagnosticArray, "/diagnostics", note, 10)
    return said


@pytest.fixture
def running():
    processes = []
    yield processes
    for process in processes:
        process.kill()
        process.communicate(timeout=10)


def of(node, diagnoses):
    return {name.split(": ")[1]: status for name, status in dict(diagnoses).items() if name.startswith(f"{node}: ")}


def test_a_node_that_was_shut_down_stays_finalized_and_tells_every_transition(tmp_path, stranger, diagnoses, running):
    events = []
    stranger.node.create_subscription(
        TransitionEvent, "/help_desk/transition_event", lambda event: events.append(event.transition.label), LATCHED
    )
    running.append(start("help_desk", tmp_path))
    wait_until(lambda: events == ["configure", "activate"], what="the events of the start")
    change_state(stranger.node, "/help_desk", SHUT_DOWN_ACTIVE, "finalized")
    wait_until(lambda: events == ["configure", "activate", "shutdown"], what="the event of the end")
    lifecycle = lambda: of("help_desk", diagnoses).get("lifecycle")
    wait_until(lambda: lifecycle() and lifecycle().message == "finalized", what="the diagnosis")
    assert running[0].poll() is None, "whoever respawns what ends would make it active again"
    running[0].terminate()
    assert running[0].wait(timeout=10) == 0


@pytest.mark.parametrize("node", ["help_desk", "world_simulator", "safety_monitor", "planner"])
def test_nothing_of_an_inactive_node_is_ok(node, tmp_path, diagnoses, running):
    running.append(start(node, tmp_path, "-p", "autostart:=false"))
    wait_until(lambda: of(node, diagnoses), what="diagnoses")
    said = of(node, diagnoses)
    assert said["lifecycle"].message == "unconfigured"
    assert len(said) > 1 and all(status.level != DiagnosticStatus.OK for status in said.values()), said


def test_a_second_monitor_and_a_second_world_are_reported_by_those_who_were_there(tmp_path, diagnoses, running):
    log = tmp_path / "log"
    for life in ("one", "two"):
        folder = tmp_path / life
        folder.mkdir()
        running += [start(node, folder, stderr=open(log, "a")) for node in ("safety_monitor", "world_simulator")]
    for node, part in (("safety_monitor", "monitors"), ("world_simulator", "world publishers")):
        wait_until(lambda node=node, part=part: part in of(node, diagnoses), 90, f"the complaint of the {node}")
    assert "/fleet/approved_step: /safety_monitor, /safety_monitor" in of("safety_monitor", diagnoses)["monitors"].message
    complaint = "more than one publishes /world/state: /world_simulator, /world_simulator"
    assert complaint in of("world_simulator", diagnoses)["world publishers"].message
    assert complaint in log.read_text()
