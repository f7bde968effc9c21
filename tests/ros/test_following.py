"""A mission that outlives its monitor: followed, cancelled and concluded by others than the one who sent it."""

import json
import os
import signal
import subprocess
import time
import uuid

import pytest
from action_msgs.msg import GoalStatus
from conftest import CLIENT, PROGRAMS, ROOT, make_keys, wait_until
from rclpy.qos import DurabilityPolicy, QoSProfile
from stranger import LATCHED, answer_of, result_of
from surefleet.action import ExecuteMission
from surefleet.msg import JointStep, Missions, MissionStatus
from surefleet.srv import CancelMission
from surefleet_seal import Signet

MISSION = "Move apple 1 to the sink. Move tomato 1 to the shelf. Move potato 1 to the sink."
PLACES = ["sink", "counter", "table", "shelf"]
# The monitor dies after so many turns of the mission.
POINTS = [1, 2, 3, 5, 7, 9, 12, 15, 18, 21]


def quick(fleet):
    fleet["ring"]["lease_ms"] = 500
    fleet["simulator"]["skill_ms"] = 150
    fleet["simulator"]["operator"]["delay_ms"] = 60


def slow(fleet):
    fleet["ring"]["lease_ms"] = 500
    fleet["simulator"]["skill_ms"] = 30_000
    fleet["simulator"]["operator"]["delay_ms"] = 60


def surefleet(*arguments, timeout=60):
    return subprocess.run([PROGRAMS / "surefleet", *arguments], capture_output=True, text=True, timeout=timeout)


@pytest.fixture
def begin():
    """Starts a command; what still runs at the test's end is ended."""
    processes = []

    def begin(*arguments):
        command = [PROGRAMS / "surefleet", *arguments]
        processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return processes[-1]

    yield begin
    for process in processes:
        if process.poll() is None:
            process.kill()
            process.wait()


def mission_of(number):
    """Other places for the same things each time, so that there is something to do whether the last one was finished or not."""
    things = ["apple 1", "tomato 1", "potato 1"]
    return " ".join(f"Move {thing} to the {PLACES[(number + place) % 4]}." for place, thing in enumerate(things))


class Listener:
    """What the monitor lists."""

    def __init__(self, stranger):
        self.stranger = stranger
        self.lists = []
        stranger.hear(Missions, "fleet/missions", self.lists.append, LATCHED)

    def newest(self):
        wait_until(lambda: self.lists, what="a list of missions")
        return {bytes(mission.mission_id).hex(): mission for mission in self.lists[-1].missions}

    def running(self):
        """The id of the mission that runs, once there is one."""
        open_ones = lambda: [i for i, mission in self.newest().items() if mission.state != MissionStatus.ENDED]
        return wait_until(open_ones, what="a mission that runs")[0]


@pytest.fixture
def listener(stranger):
    return Listener(stranger)


def turns_of(stranger, mission):
    return [turn for turn in stranger.turns if bytes(turn.brief.mission_id).hex() == mission]


def test_a_monitor_killed_at_ten_points_of_a_mission_leaves_it_to_be_followed_and_cancelled(start_fleet, stranger, listener, begin):
    fleet = start_fleet(quick)
    for number, point in enumerate(POINTS):
        sender = begin("mission", mission_of(number), "--horizon", "15", "--patience", "30", "--json")
        mission = listener.running()
        follower = begin("follow", mission[:12], "--json", "--patience", "30")
        ended = lambda: listener.newest()[mission].state == MissionStatus.ENDED
        wait_until(lambda: len(turns_of(stranger, mission)) >= point or ended(), what=f"turn {point}")
        lives = {listed.incarnation for listed in listener.lists}
        fleet.kill("safety_monitor")
        if number % 2:
            cancelled = surefleet("cancel", mission[:12], "--operator", "ann", "--patience", "40")
            had_ended = "is over" in cancelled.stderr
            assert cancelled.returncode == 0 or had_ended, f"point {point}: {cancelled}"
        told = [process.communicate(timeout=90) for process in (sender, follower)]
        # Both say the same end, as the monitor's list has it.
        wait_until(lambda: ended() and listener.lists[-1].incarnation not in lives, what="the list of the next life")
        listed = listener.newest()[mission]
        for output, complaint in told:
            report = json.loads(output)
            assert report["id"] == mission, complaint
            assert report["error_code"] == listed.error_code, f"point {point}: {complaint}"
            assert report["plan"] == list(listed.plan), f"point {point}"
        if number % 2 and not had_ended:
            assert listed.reason == "ann cancelled it"
            assert (sender.returncode, follower.returncode) == (1, 1)
        else:
            assert listed.error_code == 0, f"point {point}: {listed.reason}"
            assert (sender.returncode, follower.returncode) == (0, 0)
            approved = {v.step for v in stranger.verdicts if v.verdict == JointStep.APPROVED and not v.stop and bytes(v.mission_id).hex() == mission}
            assert len(listed.plan) == max(approved, default=0)


def test_others_than_the_sender_list_follow_and_cancel_a_mission(start_fleet, stranger, listener, begin):
    start_fleet(slow)
    none = surefleet("cancel", "--patience", "30")
    assert none.returncode == 1 and "no mission is running: nothing was cancelled" in none.stderr
    _, result = stranger.send(MISSION, horizon=15)
    mission = listener.running()
    all_of_them = json.loads(surefleet("missions", "--json").stdout)
    assert [(one["id"], one["state"], one["text"]) for one in all_of_them] == [(mission, "running", MISSION)]
    assert mission[:8] in surefleet("missions").stdout
    busy = surefleet("mission", "Move bread 2 to the table.")
    assert busy.returncode == 1
    assert f"surefleet cancel {mission}" in busy.stderr and f"surefleet follow {mission}" in busy.stderr
    follower = begin("follow")
    assert surefleet("cancel", "ffff").returncode == 1
    cancelled = surefleet("cancel", mission[:6], "--operator", "ann")
    assert (cancelled.returncode, cancelled.stdout) == (0, f"mission {mission} is cancelled\n")
    ended = result_of(result, 20)
    assert (ended.status, ended.result.error_msg) == (GoalStatus.STATUS_ABORTED, "ann cancelled it")
    output, complaint = follower.communicate(timeout=20)
    assert follower.returncode == 1 and "ann cancelled it" in complaint, output
    late = surefleet("cancel", mission)
    assert late.returncode == 1 and "is over: halted: ann cancelled it" in late.stderr
    # The team is free again.
    begin("mission", "Move bread 2 to the table.")
    assert listener.running() != mission
    assert surefleet("cancel").returncode == 0


def test_a_list_that_is_over_is_no_list_of_missions(start_fleet, stranger, listener, begin):
    start_fleet(slow)
    wait_until(lambda: listener.lists, what="the list without a mission")
    old, sealed_at = listener.lists[-1], time.monotonic()
    assert not old.missions
    begin("mission", MISSION)
    running = listener.running()
    # Somebody keeps the old list for all who come from now on.
    wait_until(lambda: time.monotonic() > sealed_at + 11, what="the old list to be over")
    outlet = stranger.node.create_publisher(Missions, "fleet/missions", QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL))
    outlet.publish(old)
    for _ in range(3):
        told = surefleet("missions", "--json")
        assert running in {each["id"] for each in json.loads(told.stdout)}, told
    cancelled = surefleet("cancel", running[:8])
    assert cancelled.returncode == 0 and running in cancelled.stdout, cancelled


def test_without_a_monitor_nobody_claims_to_have_cancelled(stranger, tmp_path):
    make_keys(tmp_path, ROOT / "config/fleets/household-simulated.yaml")
    cancelled = surefleet("cancel", "--keys", tmp_path, "--patience", "1")
    assert cancelled.returncode == 1
    assert "the safety monitor does not answer" in cancelled.stderr


def test_a_goal_with_the_id_of_a_mission_is_rejected_and_its_mission_goes_on(start_fleet, stranger, listener):
    fleet = start_fleet(quick)
    handle, result = stranger.send(MISSION, horizon=15)
    mission = listener.running()
    assert mission == bytes(handle.goal_id.uuid).hex()
    wait_until(lambda: turns_of(stranger, mission), what="a turn")
    # Also by a life of the monitor that did not take the goal.
    fleet.kill("safety_monitor")
    lives = {listed.incarnation for listed in listener.lists}
    wait_until(lambda: listener.lists[-1].incarnation not in lives, what="the next life")
    sending = stranger.executor.create_task(
        lambda: stranger.missions.send_goal_async(
            stranger.signet(CLIENT).seal(ExecuteMission.Goal(mission="Move bread 2 to the table.")), goal_uuid=handle.goal_id
        )
    )
    assert not result_of(result_of(sending, 20), 20).accepted
    wait_until(lambda: listener.newest()[mission].state == MissionStatus.ENDED, 60, "the end of the first mission")
    assert listener.newest()[mission].error_code == 0
    assert listener.newest()[mission].text == MISSION


def test_a_cancel_names_a_mission_and_who_asks(start_fleet, stranger, listener):
    start_fleet(slow)
    stranger.send(MISSION, horizon=15)
    mission = listener.running()
    cancels = stranger.node.create_client(CancelMission, "fleet/cancel")
    ask = lambda signet, **request: answer_of(cancels, CancelMission.Request(**request), signet)
    nobodys, ann = list(uuid.uuid4().bytes), stranger.signet("ann")
    assert "no mission is named" in ask(ann).reason
    assert "is not one that the safety monitor knows" in ask(ann, mission_id=nobodys).reason
    named = list(bytes.fromhex(mission))
    for other in (None, stranger.signet("planner/robot_1"), Signet("operator/ann", bytes(32), ann.fleet)):
        refused = ask(other, mission_id=named)
        assert not refused.accepted and "not proved" in refused.reason, refused.reason
    assert listener.newest()[mission].state != MissionStatus.ENDED
    for _ in range(2):
        answer = ask(ann, mission_id=named)
        assert (answer.accepted, answer.reason) == (True, "")


def test_an_interrupted_client_cancels_its_mission_by_a_monitor_that_was_restarted(start_fleet, stranger, listener, begin):
    fleet = start_fleet(quick)
    client = begin("mission", MISSION, "--horizon", "15", "--patience", "40")
    mission = listener.running()
    wait_until(lambda: turns_of(stranger, mission), what="a turn")
    fleet.kill("safety_monitor")
    client.send_signal(signal.SIGINT)
    client.communicate(timeout=60)
    assert client.returncode == 130
    assert listener.newest()[mission].reason == "local cancelled it"


def test_a_client_whose_monitor_stays_away_says_that_nobody_confirmed(start_fleet, stranger, listener, begin):
    fleet = start_fleet(quick)
    client = begin("mission", MISSION, "--horizon", "15", "--patience", "5")
    mission = listener.running()
    wait_until(lambda: turns_of(stranger, mission), what="a turn")
    monitor = fleet.members()["safety_monitor"]
    os.kill(monitor, signal.SIGSTOP)
    try:
        client.send_signal(signal.SIGINT)
        _, complaint = client.communicate(timeout=30)
    finally:
        os.kill(monitor, signal.SIGCONT)
    assert client.returncode == 130
    assert "did not confirm the cancel" in complaint
