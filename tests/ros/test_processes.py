"""Processes as an operator meets them: start, stop, lifecycle, parameters, idle cost, the command line."""

import json
import os
import signal
import subprocess
import time

import pytest
from conftest import PROGRAMS, ROOT, make_keys, wait_until
from stranger import answer_of, change_state

NODES = ["planner", "safety_monitor", "help_desk", "world_simulator"]
FLEET = ROOT / "config/fleets/household-simulated.yaml"


def start(node, tmp_path, *arguments, stderr=subprocess.PIPE):
    if not (tmp_path / "fleet.key").exists():
        make_keys(tmp_path, FLEET)
    command = [PROGRAMS / node, "--ros-args", "-p", f"fleet:={FLEET}", "-p", f"state_dir:={tmp_path}"]
    command += [*(["-p", "robot:=robot_1"] if node == "planner" else []), *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr, text=True)


@pytest.mark.parametrize("node", NODES)
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_node_ends_cleanly_within_a_second(node, how, tmp_path, stranger):
    def is_in_graph():
        return node in stranger.node.get_node_names()

    def gone_after_s():
        """Seconds from its end until the graph no longer has it: 20, its lease, where nobody heard its good-bye."""
        process = start(node, tmp_path)
        wait_until(is_in_graph, what=f"{node} in the graph")
        process.send_signal(how)
        began = time.monotonic()
        assert process.wait(timeout=5) == 0
        ended = time.monotonic()
        assert ended - began < 1.0
        wait_until(lambda: not is_in_graph(), what=f"{node} gone from the graph")
        return time.monotonic() - ended

    # The good-bye is one datagram, which a busy machine may lose: of two, one is heard.
    gone_s = gone_after_s()
    assert gone_s < 3 or gone_after_s() < 3, f"{node} was in the graph for {gone_s} s after its end, and again for too long"


def test_lifecycle_and_described_parameters(tmp_path, stranger):
    from lifecycle_msgs.srv import ChangeState, GetState
    from rcl_interfaces.srv import DescribeParameters, ListParameters, SetParameters
    from rcl_interfaces.msg import Parameter

    def call(kind, name, request):
        return answer_of(stranger.node.create_client(kind, name), request)

    process = start("safety_monitor", tmp_path)
    try:
        state = lambda: call(GetState, "/safety_monitor/get_state", GetState.Request()).current_state.label
        assert state() == "active"
        deactivate = ChangeState.Request()
        deactivate.transition.id = 4
        change_state(stranger.node, "/safety_monitor", deactivate.transition.id, "inactive")
        assert not call(ChangeState, "/safety_monitor/change_state", deactivate).success
        names = call(ListParameters, "/safety_monitor/list_parameters", ListParameters.Request()).result.names
        assert "world_state_timeout_ms" in names
        described = call(DescribeParameters, "/safety_monitor/describe_parameters", DescribeParameters.Request(names=names)).descriptors
        assert all(d.description and d.read_only for d in described)
        timeout = described[list(names).index("world_state_timeout_ms")]
        assert (timeout.integer_range[0].from_value, timeout.integer_range[0].to_value) == (1, 600_000)
        change = SetParameters.Request(parameters=[Parameter(name="world_state_timeout_ms")])
        refused = call(SetParameters, "/safety_monitor/set_parameters", change).results[0]
        assert not refused.successful and "read-only" in refused.reason
        unknown = SetParameters.Request(parameters=[Parameter(name="nosuch")])
        refused = call(SetParameters, "/safety_monitor/set_parameters", unknown).results[0]
        assert not refused.successful and "nosuch is no parameter" in refused.reason
    finally:
        process.terminate()
        process.wait(timeout=5)


def test_nobody_shuts_down_a_node_that_offers_no_way_to(tmp_path, stranger):
    from lifecycle_msgs.srv import GetState

    process = start("safety_monitor", tmp_path, "-p", "lifecycle_services:=false", stderr=subprocess.DEVNULL)
    try:
        state = answer_of(stranger.node.create_client(GetState, "/safety_monitor/get_state"), GetState.Request())
        assert state.current_state.label == "active"
        # Discovery tells of a node's services and of its name one after the other.
        wait_until(lambda: "safety_monitor" in stranger.node.get_node_names(), what="the node in the graph")
        offered = [name for name, _ in stranger.node.get_service_names_and_types_by_node("safety_monitor", "/")]
        assert "/safety_monitor/get_state" in offered and "/safety_monitor/change_state" not in offered, offered
    finally:
        process.terminate()
        process.wait(timeout=5)


@pytest.mark.parametrize(
    "node, arguments, words",
    [
        ("planner", ["-p", "robot:=robot_9"], ["robot_9", "robot_1"]),
        ("planner", ["-p", "fleet:=no/such.yaml"], ["no/such.yaml"]),
        ("planner", ["-p", "check_timeout_ms:=0"], ["check_timeout_ms", "between 1 and"]),
        ("planner", ["-p", "broken"], ["broken", "name:=value"]),
        ("safety_monitor", ["--params-file", "no-such.yaml"], ["no-such.yaml"]),
        ("safety_monitor", ["-p", "signing_key:=no/fleet.key"], ["no/fleet.key", "surefleet keygen no"]),
        ("safety_monitor", ["-p", f"signing_key:={FLEET}"], [str(FLEET), "chmod 600"]),
        ("world_simulator", ["-p", "approval_key:=no/fleet.pub"], ["no/fleet.pub", "surefleet keygen no"]),
        ("world_simulator", ["-p", f"approval_key:={FLEET}"], [str(FLEET), "64 hexadecimal digits", "fleet.pub"]),
    ],
)
def test_bad_parameters_end_the_node_with_a_clear_line(node, arguments, words, tmp_path):
    process = start(node, tmp_path, *arguments)
    _, stderr = process.communicate(timeout=15)
    assert process.returncode != 0
    assert all(word in stderr for word in words), stderr
    assert "panicked" not in stderr, stderr


def test_idle_nodes_cost_next_to_nothing_after_a_finished_goal(start_fleet, stranger):
    """r2r's action servers make a naive loop spin at full speed some 15 s after a goal's end."""
    fleet = start_fleet()
    _, result = stranger.send("Move apple 1 to the sink.", horizon=9)
    ended = wait_until(lambda: result.done() and result.result(), 60, "the mission's end").result
    assert ended.error_code == 0, ended.error_msg
    time.sleep(float(os.environ.get("SUREFLEET_SOAK_S", "20")))
    ticks = lambda process: sum(int(n) for n in open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[11:13])
    before = {name: ticks(process) for name, process in fleet.members().items()}
    window_s = 10
    time.sleep(window_s)
    hertz = os.sysconf("SC_CLK_TCK")
    busy = {name: (ticks(process) - before[name]) / hertz / window_s for name, process in fleet.members().items()}
    assert len(busy) == 6, busy
    assert max(busy.values()) < 0.02, busy


@pytest.mark.parametrize("reach", ["LOCALHOST", "SUBNET"])
def test_a_fleet_shares_no_memory_by_default_and_finds_a_killed_member_again(start_fleet, monkeypatch, reach):
    """Whoever is killed and comes back would never more hear its mates: Fast DDS goes on writing to the memory of the dead."""
    monkeypatch.delenv("FASTRTPS_DEFAULT_PROFILES_FILE")
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", reach)
    fleet = start_fleet()
    command = [PROGRAMS / "surefleet", "mission", "Move apple 1 to the sink.", "--patience", "60"]
    for _ in range(2):
        mission = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert mission.returncode == 0, mission.stderr
        assert len(fleet.members()) == 6
        for name, process in fleet.members().items():
            maps = open(f"/proc/{process}/maps").read()
            assert "librmw_fastrtps" in maps and "/dev/shm/fastrtps" not in maps, name
        killed = fleet.kill("world_simulator")
        wait_until(lambda: fleet.members().get("world_simulator", killed) != killed, what="a new world_simulator")


def test_json_on_stdout_is_alone_there_whatever_the_middleware_prints(start_fleet, tmp_path):
    start_fleet()
    broken = tmp_path / "profiles.xml"
    broken.write_text("<broken")
    command = [PROGRAMS / "surefleet", "mission", "Move apple 1 to the table.", "--patience", "60", "--json"]
    noisy = os.environ | {"FASTRTPS_DEFAULT_PROFILES_FILE": str(broken)}
    mission = subprocess.run(command, env=noisy, capture_output=True, text=True, timeout=90)
    assert mission.returncode == 0, mission.stderr
    assert "profiles.xml" in mission.stderr, "the middleware printed nothing, so nothing was tested"
    assert json.loads(mission.stdout)["succeeded"]


def test_a_mission_that_waits_for_a_person_says_so_and_is_cancelled_without_an_error(start_fleet, tmp_path):
    def people_answer(fleet):
        del fleet["simulator"]["operator"]
        del fleet["calibration"]

    start_fleet(people_answer)
    said = tmp_path / "stderr"
    command = [PROGRAMS / "surefleet", "mission", "Move apple 1 to the sink.", "--patience", "60"]
    with open(said, "w") as stderr:
        mission = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr)
    wait_until(lambda: "waiting for a person: What should robot 1 (robot_1) do" in said.read_text(), 60, "a word about the person")
    mission.send_signal(signal.SIGINT)
    assert mission.wait(timeout=20) == 130
    assert said.read_text().splitlines()[-1] == "cancelled"
    assert "ERROR" not in said.read_text() and "r2r" not in said.read_text()


@pytest.mark.parametrize(
    "name, text, words",
    [
        ("domain", "domain: no-such-house", ["no-such-house.yaml"]),
        ("calibration", "domain: household\ncalibration: calibration/none.json", ["calibration/none.json"]),
        ("team", "domain: household\ncalibration: calibration/household-simulated.json", ["autonomy is off"]),
    ],
)
def test_what_a_fleet_file_names_is_read_before_anything_starts(tmp_path, name, text, words):
    fleet = tmp_path / "fleet.yaml"
    for folder in ("config", "calibration"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    rest = "order: [a, b]\nscorer: {kind: simulated, quality: 4.0, seed: 1}\nring: {lease_ms: 1000}\n"
    fleet.write_text(f"{text}\n{rest}")
    process = subprocess.Popen(
        [PROGRAMS / "surefleet", "up", fleet], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    starts = name == "team"
    if starts:
        lines = []
        while not any("started" in line for line in lines):
            lines.append(process.stdout.readline())
            assert lines[-1], lines
        process.send_signal(signal.SIGINT)
        assert "every decision asks a person" in lines[0], lines
    output = "".join(lines if starts else []) + process.communicate(timeout=20)[0]
    assert (process.returncode == 0) == starts
    assert all(word in output for word in words), output
    assert ("started" in output) == starts, output
