"""What the launch files start, for each fleet file and with each argument."""

import json
import os
import stat
import sys
from pathlib import Path

import launch_stand_in
import pytest
import yaml
from launch_stand_in import ProcessExited, resolved

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("SUREFLEET_PROGRAMS", ROOT / "target" / "release"))
SHARED = {"world_simulator", "help_desk", "safety_monitor"}
# Perception as household-watch has it, for a fleet file anywhere.
WATCHING = yaml.safe_load((ROOT / "config/fleets/household-watch.yaml").read_text())["perception"]
WATCHING["eyes"]["model"] = str(ROOT / "models" / "scene-checker")
for check in WATCHING["checks"]:
    check["calibration"] = str(ROOT / check["calibration"])
WATCHING = json.dumps(WATCHING)


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


def fleet_of(path, order, more=""):
    """A fleet file with these robots, and these further lines."""
    domain = ROOT / "config" / "domains" / "household.yaml"
    path.write_text(
        f"domain: {domain}\norder: {order}\nscorer: {{kind: simulated, quality: 4.0, seed: 1}}\nring: {{lease_ms: 1000}}\n{more}"
    )
    return path


def launched(name, **arguments):
    return launch_stand_in.launched(ROOT / "launch" / f"{name}.launch.py", arguments)


def fleet_nodes(**arguments):
    return launched("fleet", **arguments)[1]


def robot_nodes(robot, **arguments):
    return launched("robot", robot=robot, **arguments)[1]


def test_one_planner_per_robot_in_its_namespace_and_one_of_each_shared_node():
    nodes = fleet_nodes()
    planners = [node for node in nodes if node.executable == "planner"]
    order = yaml.safe_load((ROOT / "config/fleets/household-demo.yaml").read_text())["order"]
    assert [node.namespace for node in planners] == order
    assert [node.parameters["robot"] for node in planners] == order
    assert [node.label for node in planners] == [f"{robot}.planner" for robot in order]
    shared = [node for node in nodes if node not in planners]
    assert nodes == [*shared, *planners], "a robot's planner waits for what they share"
    assert {node.executable for node in shared} == SHARED
    assert len(shared) == len(SHARED)
    assert {node.namespace for node in shared} == {""}


def test_every_node_has_the_fleet_file_and_a_place_for_its_journal_and_no_parameter_that_nobody_chose(tmp_path):
    own = {"fleet", "state_dir", "robot", "signing_key", "approval_key"}
    for node in fleet_nodes():
        assert node.name == node.executable
        assert node.files == []
        assert node.parameters.keys() <= own, "SetParameter and parameter files would not reach it"
        assert node.parameters["fleet"] == str(ROOT / "config/fleets/household-demo.yaml")
        assert node.parameters["state_dir"] == str(tmp_path / "ros-home/surefleet/household-demo")


def test_the_arguments_reach_every_node(tmp_path):
    file = tmp_path / "mine.yaml"
    given = {"params_file": str(file), "use_sim_time": "true", "autostart": "False", "log_level": "debug"}
    for node in [*fleet_nodes(**given), *robot_nodes("robot_1", **given)]:
        assert node.files == [str(file)]
        assert (node.parameters["use_sim_time"], node.parameters["autostart"]) == (True, False)
        assert node.arguments == ["--ros-args", "--log-level", "debug"]
    with pytest.raises(RuntimeError, match="use_sim_time:=yes: write true or false"):
        fleet_nodes(use_sim_time="yes")


def test_a_namespace_is_before_every_node_and_has_a_state_of_its_own(tmp_path):
    for arguments, whole, inner in [
        ({"namespace": "/north"}, "north", "north"),
        ({"ros_namespace": "/site", "namespace": "north"}, "site/north", "north"),
        ({"ros_namespace": "/site"}, "site", ""),
    ]:
        nodes = fleet_nodes(**arguments)
        shared = {node.namespace for node in nodes if node.executable in SHARED}
        planners = [node for node in nodes if node.executable == "planner"]
        assert shared == {whole}
        assert [node.namespace for node in planners] == [f"{whole}/robot_{n}" for n in (1, 2, 3)]
        assert planners[0].label == ".".join(part for part in (inner, "robot_1", "planner") if part)
        folder = tmp_path / "ros-home/surefleet" / f"{whole.replace('/', '.')}.household-demo"
        assert {node.parameters["state_dir"] for node in nodes} == {str(folder)}


def test_robots_can_be_started_apart_from_what_they_share():
    nodes = fleet_nodes(robots="robot_1, robot_3")
    assert [node.namespace for node in nodes if node.executable == "planner"] == ["robot_1", "robot_3"]
    assert {node.executable for node in launched("shared")[1]} == SHARED
    assert [(node.executable, node.namespace) for node in robot_nodes("robot_2")] == [("planner", "robot_2")]
    for wrong in (lambda: fleet_nodes(robots="robot_9"), lambda: robot_nodes("robot_9")):
        with pytest.raises(RuntimeError, match='^"robot_9" is no robot of the fleet file: it has robot_1, robot_2, robot_3$'):
            wrong()


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


def test_a_package_without_its_command_is_named(prefix):
    (prefix / "lib" / "surefleet" / "surefleet").unlink()
    with pytest.raises(RuntimeError, match="cannot run .*/lib/surefleet/surefleet: .*install the whole package"):
        fleet_nodes()


def test_all_that_is_asked_of_the_command_is_asked_in_one_call(prefix, tmp_path):
    program = prefix / "lib" / "surefleet" / "surefleet"
    program.unlink()
    calls = tmp_path / "calls"
    program.write_text(f'#!/bin/sh\necho "$1" >>"{calls}"\nexec "{PROGRAMS}/surefleet" "$@"\n')
    program.chmod(0o755)
    fleet_nodes()
    assert calls.read_text().splitlines() == ["prepare"]


@pytest.mark.parametrize(
    "changed, complaint",
    [
        ({"order": "[robot_1, robot_1]"}, "broken.yaml: order: names robot_1 twice; a robot has one turn in a step"),
        ({"more": "ports: 4\n"}, '"ports" belongs nowhere here'),
        ({"more": "audits: 5\n"}, "broken.yaml: audits: 5 is not between 0 and 1"),
    ],
)
def test_a_mistake_in_the_fleet_file_is_told_in_one_sentence(tmp_path, changed, complaint):
    fleet = fleet_of(tmp_path / "broken.yaml", **({"order": "[robot_1]"} | changed))
    with pytest.raises(RuntimeError) as refused:
        fleet_nodes(fleet=str(fleet))
    told = str(refused.value)
    assert told.startswith(str(tmp_path)) and complaint in told and "\n" not in told, told


def test_a_namespace_that_ros_would_refuse_is_refused():
    with pytest.raises(RuntimeError, match="/2nd.* is no ROS namespace: write it like /north, of letters, digits and _$"):
        fleet_nodes(namespace="2nd")


def test_a_fleet_file_is_checked_before_anything_starts(tmp_path):
    fleet = fleet_of(tmp_path / "broken.yaml", "[robot_1]")
    fleet.write_text(fleet.read_text().replace("household.yaml", "no-such-house.yaml"))
    for start in (lambda: fleet_nodes(fleet=str(fleet)), lambda: robot_nodes("robot_1", fleet=str(fleet))):
        with pytest.raises(RuntimeError, match="no-such-house.yaml: No such file"):
            start()
    assert not (tmp_path / "ros-home").exists(), "no keys are made for a fleet that cannot start"
    fleet_of(fleet, "[robot_1]")
    context, nodes = launched("robot", robot="robot_1", fleet=str(fleet))
    assert [node.executable for node in nodes] == ["planner"]
    assert not (tmp_path / "ros-home").exists(), "a robot's machine brings its keys"
    assert any("autonomy is off" in line for line in context.told), context.told


def test_whoever_speaks_in_the_fleet_has_a_key_before_anything_starts(tmp_path):
    fleet_nodes(state_dir=str(tmp_path / "state"))
    keys = {key.name for key in (tmp_path / "state" / "keys").iterdir()}
    assert {"help_desk.key", "world.key", "planner.robot_1.key", "skill_server.robot_3.key", "operator.local.key"} <= keys


def test_nodes_that_die_are_started_again_unless_they_do_not_come_up(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    context, nodes = launched("fleet", ros_namespace="/site")
    del context.launch_configurations["ros_namespace"]  # as at the end of the group that pushed it

    def dies(node, after_s):
        now[0] += after_s
        return list(resolved_all(node.action.on_exit(ProcessExited(node.label, 1), context), context))

    def resolved_all(actions, context):
        for action in actions:
            yield from resolved(action, context)

    monitor = next(node for node in nodes if node.executable == "safety_monitor")
    for _ in range(20):
        [again] = dies(monitor, 3600)
        assert (again.executable, again.namespace, again.parameters) == ("safety_monitor", "site", monitor.parameters)
        assert again.action is not monitor.action, "an action can be executed once"
        monitor = again
    planner = next(node for node in nodes if node.executable == "planner")
    lives = 0
    while again := dies(planner, 1):
        [planner], lives = again, lives + 1
        assert lives < 100, "it is started for ever"
    assert lives == 6, "the first life was long enough, the five after it were not"
    assert "robot_1.planner does not stay up" in context.told[-1]
    assert "ros_namespace" not in context.launch_configurations, "others are not in that group"
    context.is_shutdown = True
    assert dies(monitor, 3600) == [], "who ends a launch does not want nodes again"


def test_nodes_that_nobody_wants_again_are_not_started_again():
    assert all(node.action.on_exit is None for node in fleet_nodes(use_respawn="False"))


def test_onnx_runtime_is_found_in_pythons_package(monkeypatch, tmp_path):
    monkeypatch.delenv("SUREFLEET_ONNXRUNTIME", raising=False)
    package = tmp_path / "site" / "onnxruntime" / "capi"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").write_text("raise ImportError('too slow to import for a path')")
    library = package / "libonnxruntime.so.1.26.0"
    library.touch()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert {node.environment["SUREFLEET_ONNXRUNTIME"] for node in fleet_nodes(fleet="household-simulated")} == {str(library)}
    monkeypatch.setenv("SUREFLEET_ONNXRUNTIME", "/mine.so")
    assert not any("SUREFLEET_ONNXRUNTIME" in node.environment for node in fleet_nodes(fleet="household-simulated")), "somebody chose"


def test_nodes_use_no_shared_memory_unless_somebody_chose(monkeypatch):
    profiles, transports = "FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_BUILTIN_TRANSPORTS"
    for name in (profiles, transports, "RMW_IMPLEMENTATION"):
        monkeypatch.delenv(name, raising=False)
    for reach, file, changed in [("SUBNET", "network.xml", None), ("LOCALHOST", "one_machine.xml", "SYSTEM_DEFAULT")]:
        monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", reach)
        for node in [*fleet_nodes(), *robot_nodes("robot_1", fleet="household-watch")]:
            assert Path(node.environment[profiles]).name == file
            assert node.environment.get("ROS_AUTOMATIC_DISCOVERY_RANGE") == changed
            used = Path(node.environment[profiles]).read_text()
            assert "<useBuiltinTransports>false" in used and "<type>UDPv4" in used and "SHM" not in used
    for name, value in [(profiles, "/mine.xml"), (transports, "SHM"), ("RMW_IMPLEMENTATION", "rmw_cyclonedds_cpp")]:
        with monkeypatch.context() as chosen:
            chosen.setenv(name, value)
            ours = {profiles, transports, "ROS_AUTOMATIC_DISCOVERY_RANGE"}
            assert not any(ours & node.environment.keys() for node in fleet_nodes())


def test_a_fleet_file_anywhere_can_be_named_by_its_path(tmp_path):
    fleet = fleet_of(tmp_path / "pair.yaml", "[left, right_2]")
    journals = str(tmp_path / "journals")
    nodes = fleet_nodes(fleet=str(fleet), state_dir=journals)
    planners = [node for node in nodes if node.executable == "planner"]
    assert [node.parameters["robot"] for node in planners] == ["left", "right_2"]
    names = [node.action.parameters[-1]["robot"] for node in planners]
    assert {name.value_type for name in names} == {str}, "a robot that is called true is a text, too"
    assert {node.parameters["fleet"] for node in nodes} == {str(fleet)}
    assert {node.parameters["state_dir"] for node in nodes} == {journals}


@pytest.mark.parametrize("simulator, is_started", [("", False), ("simulator: {}\n", True)])
def test_the_simulator_is_left_out_where_the_fleet_file_has_none(tmp_path, simulator, is_started):
    fleet = fleet_of(tmp_path / "real.yaml", "[robot_1]", simulator)
    executables = [node.executable for node in fleet_nodes(fleet=str(fleet))]
    assert ("world_simulator" in executables) == is_started
    assert {"help_desk", "safety_monitor", "planner"} <= set(executables)


@pytest.mark.parametrize("fleet", sorted((ROOT / "config/fleets").glob("*.yaml")), ids=lambda path: path.stem)
def test_each_robot_of_a_fleet_that_watches_and_of_no_other_has_its_perception(fleet):
    content = yaml.safe_load(fleet.read_text())
    nodes = fleet_nodes(fleet=fleet.stem)
    eyes = [node for node in nodes if node.executable == "perception"]
    robots = [robot if isinstance(robot, str) else robot["name"] for robot in content["order"]]
    watchers = robots if fleet.stem == "household-watch" else []
    assert [(node.namespace, node.parameters["robot"]) for node in eyes] == [(robot, robot) for robot in watchers]
    assert [node.namespace for node in nodes if node.executable == "planner"] == robots
    for node in eyes:
        assert (node.name, node.label) == ("perception", f"{node.namespace}.perception")
        assert Path(node.parameters["fleet"]).name == fleet.name


@pytest.mark.parametrize("perception, is_started", [("", False), (f"perception: {WATCHING}\n", True)])
def test_a_robot_alone_has_perception_where_its_fleet_file_has(tmp_path, perception, is_started):
    fleet = fleet_of(tmp_path / "alone.yaml", "[arm]", perception)
    given = {"fleet": str(fleet), "state_dir": "/s"}
    nodes = robot_nodes("arm", **given)
    assert [node.executable for node in nodes] == ["perception"] * is_started + ["planner"]
    for node in nodes:
        assert (node.namespace, node.parameters) == ("arm", given | {"robot": "arm"})


@pytest.mark.parametrize("section", ["simulator", "perception"])
def test_a_section_with_nothing_in_it_is_refused_with_its_line(tmp_path, section):
    fleet = fleet_of(tmp_path / "begun.yaml", "[arm]", f"{section}:\n")
    with pytest.raises(RuntimeError, match=f"begun.yaml: line 5: {section}: nothing stands where a section belongs"):
        robot_nodes("arm", fleet=str(fleet), state_dir="/s")


def test_an_unknown_fleet_is_refused_by_name_everywhere():
    for name in ("fleet", "shared", "robot"):
        with pytest.raises(RuntimeError, match="no-such-fleet.yaml: No such file.*; name a file that is there, or a fleet: .*household-demo"):
            launched(name, fleet="no-such-fleet", robot="robot_1")


def test_a_robot_alone_needs_its_name():
    with pytest.raises(RuntimeError, match="robot is required"):
        launched("robot", fleet="/f.yaml", state_dir="/s")


@pytest.mark.parametrize(("frame", "executables"), [("true", ["static_transform_publisher", "rviz2"]), ("false", ["rviz2"])])
def test_rviz_opens_the_shipped_window_in_the_fleets_namespace(prefix, frame, executables):
    nodes = launched("rviz", namespace="north", frame=frame)[1]
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
