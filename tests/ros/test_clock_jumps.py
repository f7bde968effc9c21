"""Clocks that are set, and worlds from the future: nothing waits longer than a lease for either."""

import copy
import subprocess
import threading
import time

import pytest
from conftest import wait_until
from rosgraph_msgs.msg import Clock
from stranger import LATCHED
from surefleet.msg import WorldState
from test_processes import start

HOUR_S = 3600
MISSION = "Move apple 1 to the sink. Move bread 1 to the table."


class SimulatedClock:
    """Publishes /clock at the pace of real time; it can be set."""

    def __init__(self, node):
        self.publisher = node.create_publisher(Clock, "/clock", 10)
        self.began, self.at_begin = time.monotonic(), 2.0 * HOUR_S
        self.is_ended = False
        self.thread = threading.Thread(target=self._tick, daemon=True)
        self.thread.start()

    def _tick(self):
        while not self.is_ended:
            now = self.at_begin + time.monotonic() - self.began
            message = Clock()
            message.clock.sec, message.clock.nanosec = int(now), int(now % 1 * 1e9)
            self.publisher.publish(message)
            time.sleep(0.01)

    def set(self, by_s):
        self.at_begin += by_s

    def close(self):
        self.is_ended = True
        self.thread.join()


@pytest.fixture
def clock(stranger):
    clock = SimulatedClock(stranger.node)
    yield clock
    clock.close()


@pytest.fixture
def fleet_by_clock(tmp_path):
    """The processes of a fleet that goes by /clock."""
    by_clock = ["-p", "use_sim_time:=true"]
    robots = [["-r", f"__ns:=/{robot}", "-p", f"robot:={robot}", *by_clock] for robot in ("robot_1", "robot_2", "robot_3")]
    nodes = [("world_simulator", by_clock), ("help_desk", by_clock), ("safety_monitor", by_clock)]
    processes = [start(node, tmp_path, *arguments, stderr=subprocess.DEVNULL) for node, arguments in nodes + [("planner", robot) for robot in robots]]
    yield processes
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=10)


@pytest.mark.parametrize("by_s", [-HOUR_S, HOUR_S])
def test_a_mission_goes_on_when_the_clock_jumps(by_s, stranger, clock, fleet_by_clock):
    _, result = stranger.send(MISSION, horizon=9)
    first = wait_until(lambda: stranger.verdicts and stranger.verdicts[0], what="the first joint step")
    assert first.header.stamp.sec < 3 * HOUR_S, "the fleet goes by /clock"
    clock.set(by_s)
    # Far less than the hour that was taken away.
    ended = wait_until(lambda: result.done() and result.result(), 120, "the mission's end").result
    assert ended.error_code == 0, ended.error_msg
    _, result = stranger.send("Move apple 1 to the table.", horizon=9)
    ended = wait_until(lambda: result.done() and result.result(), 120, "the next mission's end").result
    assert ended.error_code == 0, ended.error_msg
    assert all(process.poll() is None for process in fleet_by_clock)


def test_a_world_from_the_future_stops_nothing(start_fleet, stranger):
    worlds = []
    stranger.node.create_subscription(WorldState, "/world/state", worlds.append, LATCHED)
    publisher = stranger.node.create_publisher(WorldState, "/world/state", LATCHED)
    start_fleet()
    true_one = wait_until(lambda: worlds and worlds[-1], what="a world")
    for ahead_s in (HOUR_S, 24 * HOUR_S):
        forged = copy.deepcopy(true_one)
        forged.header.stamp.sec += ahead_s
        publisher.publish(stranger.signet("world").seal(forged))  # its own publisher has a clock that is wrong
    wait_until(lambda: any(world.header.stamp.sec > true_one.header.stamp.sec + HOUR_S // 2 for world in worlds), what="the forged world")
    _, result = stranger.send(MISSION, horizon=9)
    ended = wait_until(lambda: result.done() and result.result(), 90, "the mission's end").result
    assert ended.error_code == 0, ended.error_msg
