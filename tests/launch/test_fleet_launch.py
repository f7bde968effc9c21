"""What the launch files start, for each fleet file."""

import os
import stat
import sys
from pathlib import Path

import launch_stand_in
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("SUREFLEET_PROGRAMS", ROOT / "target" / "release"))
SHARED = {"world_simulator", "help_desk", "safety_monitor"}


@pytest.fixture(autouse=True)
def prefix(monkeypatch, tmp_path):
    """An installation of the checkout, with ROS_HOME beside it."""
    prefix = tmp_path / "prefix"
    (prefix / "share").mkdir(parents=True)
    (prefix / "share" / "surefleet").symlink_to(ROOT)
    (prefix / "lib" / "surefleet").mkdir(parents=True)
    (prefix / "lib" / "surefleet" / "surefleet").symlink_to(PROGRAMS / "surefleet")
    for name, module in launch_stand_in.modules(prefix / "share" / "surefleet").items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setenv("ROS_HOME", str(tmp_path / "ros-home"))
    return prefix


def fleet_nodes(**arguments):
    return launch_stand_in.started_nodes(ROOT / "launch" / "fleet.launch.py", arguments)


def test_one_planner_per_robot_in_its_namespace_and_one_of_each_shared_node():
    nodes = fleet_nodes()
    planners = [node for node in nodes if node.executable == "planner"]
    order = yaml.safe_load((ROOT / "config/fleets/household-demo.yaml").read_text())["order"]
    assert [node.namespace for node in planners] == order
    assert [node.parameters["robot"] for node in planners] == order
    shared = [node for node in nodes if node not in planners]
    assert {node.executable for node in shared} == SHARED
    assert len(shared) == len(SHARED)
    assert {node.namespace for node in shared} == {""}


def test_every_node_has_its_file_of_parameters_the_fleet_file_and_a_place_for_its_journal(prefix, tmp_path):
    share = prefix / "share" / "surefleet"
    for node in fleet_nodes():
        assert node.name == node.executable
        assert node.files == [str(share / "config" / f"{node.name}.yaml")]
        assert Path(node.files[0]).is_file()
        assert node.parameters["fleet"] == str(share / "config/fleets/household-demo.yaml")
        assert node.parameters["state_dir"] == str(tmp_path / "ros-home/surefleet/household-demo")


def test_keys_are_made_once_and_only_those_who_need_one_get_it(tmp_path):
    state = tmp_path / "ros-home/surefleet/household-demo"
    given = {node.name: node.parameters for node in fleet_nodes()}
    assert given["safety_monitor"]["signing_key"] == str(state / "fleet.key")
    assert given["world_simulator"]["approval_key"] == str(state / "fleet.pub")
    assert not {"signing_key", "approval_key"} & (given["planner"].keys() | given["help_desk"].keys())
    assert stat.S_IMODE((state / "fleet.key").stat().st_mode) == 0o600
    secret = (state / "fleet.key").read_bytes()
    fleet_nodes()
    assert (state / "fleet.key").read_bytes() == secret


def test_keys_that_cannot_be_made_are_refused_with_the_command(prefix):
    (prefix / "lib" / "surefleet" / "surefleet").unlink()
    with pytest.raises(RuntimeError, match="no fleet key in .*/household-demo: make it with: .*surefleet keygen /"):
        fleet_nodes()


def test_nodes_are_started_again_when_they_die():
    assert all(node.respawn for node in fleet_nodes())


def test_nodes_use_no_shared_memory_unless_somebody_chose(monkeypatch):
    profiles, transports = "FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_BUILTIN_TRANSPORTS"
    for name in (profiles, transports, "RMW_IMPLEMENTATION"):
        monkeypatch.delenv(name, raising=False)
    for reach, file, changed in [("SUBNET", "network.xml", None), ("LOCALHOST", "one_machine.xml", "SYSTEM_DEFAULT")]:
        monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", reach)
        alone = {"robot": "robot_1", "fleet": str(ROOT / "config/fleets/household-watch.yaml"), "state_dir": "/s"}
        for node in [*fleet_nodes(), *launch_stand_in.started_nodes(ROOT / "launch" / "robot.launch.py", alone)]:
            assert Path(node.environment[profiles]).name == file
            assert node.environment.get("ROS_AUTOMATIC_DISCOVERY_RANGE") == changed
            used = Path(node.environment[profiles]).read_text()
            assert "<useBuiltinTransports>false" in used and "<type>UDPv4" in used and "SHM" not in used
    for name, value in [(profiles, "/mine.xml"), (transports, "SHM"), ("RMW_IMPLEMENTATION", "rmw_cyclonedds_cpp")]:
        with monkeypatch.context() as chosen:
            chosen.setenv(name, value)
            assert all(not node.environment for node in fleet_nodes())


def test_a_fleet_file_anywhere_can_be_named_by_its_absolute_path(tmp_path):
    fleet = tmp_path / "pair.yaml"
    fleet.write_text("order: [left, '2']\n")
    journals = str(tmp_path / "journals")
    nodes = fleet_nodes(fleet=str(fleet), state_dir=journals)
    planners = [node for node in nodes if node.executable == "planner"]
    assert [node.parameters["robot"] for node in planners] == ["left", "2"]
    assert {node.parameters["fleet"] for node in nodes} == {str(fleet)}
    assert {node.parameters["state_dir"] for node in nodes} == {journals}


@pytest.mark.parametrize(
    "simulator, is_started", [("", False), ("simulator:\n", False), ("simulator: {}\n", True)]
)
def test_the_simulator_is_left_out_where_the_fleet_file_has_none(tmp_path, simulator, is_started):
    fleet = tmp_path / "real.yaml"
    fleet.write_text("order: [robot_1]\n" + simulator)
    executables = [node.executable for node in fleet_nodes(fleet=str(fleet))]
    assert ("world_simulator" in executables) == is_started
    assert {"help_desk", "safety_monitor", "planner"} <= set(executables)


@pytest.mark.parametrize("fleet", sorted((ROOT / "config/fleets").glob("*.yaml")), ids=lambda path: path.stem)
def test_each_robot_of_a_fleet_that_watches_and_of_no_other_has_its_perception(fleet, prefix):
    content = yaml.safe_load(fleet.read_text())
    nodes = fleet_nodes(fleet=fleet.stem)
    eyes = [node for node in nodes if node.executable == "perception"]
    watchers = content["order"] if fleet.stem == "household-watch" else []
    assert [(node.namespace, node.parameters["robot"]) for node in eyes] == [(robot, robot) for robot in watchers]
    assert [node.namespace for node in nodes if node.executable == "planner"] == content["order"]
    for node in eyes:
        assert node.name == "perception" and node.respawn
        assert node.files == [str(prefix / "share/surefleet/config/perception.yaml")] and Path(node.files[0]).is_file()
        assert Path(node.parameters["fleet"]).name == fleet.name


@pytest.mark.parametrize("perception, is_started", [("", False), ("perception:\n", False), ("perception: {eyes: {}}\n", True)])
def test_a_robot_alone_has_perception_where_its_fleet_file_has(tmp_path, perception, is_started):
    fleet = tmp_path / "alone.yaml"
    fleet.write_text("order: ['1']\n" + perception)
    given = {"robot": "1", "fleet": str(fleet), "state_dir": "/s"}
    nodes = launch_stand_in.started_nodes(ROOT / "launch" / "robot.launch.py", given)
    assert [node.executable for node in nodes] == ["planner"] + ["perception"] * is_started
    for node in nodes:
        assert (node.namespace, node.parameters) == ("1", given), "a robot that is called 1 is no number"


def test_an_unknown_fleet_is_refused_by_name():
    with pytest.raises(RuntimeError, match="no-such-fleet.yaml.*pass fleet:="):
        fleet_nodes(fleet="no-such-fleet")


def test_a_robot_alone_needs_its_name():
    with pytest.raises(RuntimeError, match="robot is required"):
        launch_stand_in.started_nodes(ROOT / "launch" / "robot.launch.py", {"fleet": "/f.yaml", "state_dir": "/s"})


@pytest.mark.parametrize(("frame", "executables"), [("true", ["static_transform_publisher", "rviz2"]), ("false", ["rviz2"])])
def test_rviz_opens_the_shipped_window_in_the_fleets_namespace(prefix, frame, executables):
    nodes = launch_stand_in.started_nodes(ROOT / "launch" / "rviz.launch.py", {"namespace": "north", "frame": frame})
    assert [node.executable for node in nodes] == executables
    assert {node.namespace for node in nodes} == {"north"}
    window = Path(nodes[-1].arguments[1])
    assert nodes[-1].arguments[0] == "-d"
    assert window == prefix / "share/surefleet/rviz/fleet.rviz"
    config = yaml.safe_load(window.read_text())["Visualization Manager"]
    if frame == "true":
        given = dict(zip(nodes[0].arguments[::2], nodes[0].arguments[1::2]))
        assert given["--frame-id"] == config["Global Options"]["Fixed Frame"]
    topics = [display["Topic"]["Value"] for display in config["Displays"] if "Topic" in display]
    # The map is the site's; all else is the fleet's, and goes where its namespace is.
    assert all(not topic.startswith("/") for topic in topics if topic != "/map"), topics
