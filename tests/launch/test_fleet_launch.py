"""What the launch files start, for each fleet file."""

import sys
from pathlib import Path

import launch_stand_in
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SHARED = {"world_simulator", "help_desk", "safety_monitor"}


@pytest.fixture(autouse=True)
def launch_packages(monkeypatch):
    for name, module in launch_stand_in.modules(ROOT).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setenv("ROS_HOME", "/ros-home")


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


def test_every_node_has_its_file_of_parameters_the_fleet_file_and_a_place_for_its_journal():
    for node in fleet_nodes():
        assert node.name == node.executable
        assert node.files == [str(ROOT / "config" / f"{node.name}.yaml")]
        assert Path(node.files[0]).is_file()
        assert node.parameters["fleet"] == str(ROOT / "config/fleets/household-demo.yaml")
        assert node.parameters["state_dir"] == "/ros-home/surefleet/household-demo"


def test_nodes_are_started_again_when_they_die():
    assert all(node.respawn for node in fleet_nodes())


def test_a_fleet_file_anywhere_can_be_named_by_its_absolute_path(tmp_path):
    fleet = tmp_path / "pair.yaml"
    fleet.write_text("order: [left, '2']\n")
    nodes = fleet_nodes(fleet=str(fleet), state_dir="/journals")
    planners = [node for node in nodes if node.executable == "planner"]
    assert [node.parameters["robot"] for node in planners] == ["left", "2"]
    assert {node.parameters["fleet"] for node in nodes} == {str(fleet)}
    assert {node.parameters["state_dir"] for node in nodes} == {"/journals"}


@pytest.mark.parametrize(
    "simulator, is_started", [("", False), ("simulator:\n", False), ("simulator: {}\n", True)]
)
def test_the_simulator_is_left_out_where_the_fleet_file_has_none(tmp_path, simulator, is_started):
    fleet = tmp_path / "real.yaml"
    fleet.write_text("order: [robot_1]\n" + simulator)
    executables = [node.executable for node in fleet_nodes(fleet=str(fleet))]
    assert ("world_simulator" in executables) == is_started
    assert {"help_desk", "safety_monitor", "planner"} <= set(executables)


def test_an_unknown_fleet_is_refused_by_name():
    with pytest.raises(RuntimeError, match="no-such-fleet.yaml.*pass fleet:="):
        fleet_nodes(fleet="no-such-fleet")


def test_a_robot_alone_needs_its_name():
    with pytest.raises(RuntimeError, match="robot is required"):
        launch_stand_in.started_nodes(ROOT / "launch" / "robot.launch.py", {"fleet": "/f.yaml", "state_dir": "/s"})
