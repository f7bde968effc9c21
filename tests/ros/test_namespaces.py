"""Fleets in namespaces: two in one ROS domain, each with everything below its own."""

import json
import os
import subprocess

import yaml
from conftest import PROGRAMS, ROOT, wait_until
from robot_eyes import WATCH, watching
from stranger import Stranger

MISSION = "Move apple 1 to the sink."


def quick(fleet):
    fleet["simulator"]["skill_ms"] = 50
    fleet["simulator"]["operator"]["delay_ms"] = 50


def command(*words, **environment):
    return subprocess.Popen(
        [PROGRAMS / "surefleet", *words],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_fleets_in_one_domain_do_a_mission_each_at_once(start_fleet):
    fleets = {name: start_fleet(quick, "--namespace", name) for name in ("/north", "/south")}
    strangers = {name: Stranger(name) for name in fleets}
    try:
        results = {name: stranger.send(MISSION, horizon=9)[1] for name, stranger in strangers.items()}
        for name, result in results.items():
            ended = wait_until(lambda: result.done() and result.result(), 180, f"the end of the mission in {name}").result
            assert ended.error_code == 0, (name, ended.error_msg)
        missions = {name: {bytes(turn.brief.mission_id) for turn in stranger.turns} for name, stranger in strangers.items()}
        assert all(len(ids) == 1 for ids in missions.values()), missions
        assert missions["/north"] != missions["/south"], "one fleet heard the other"
        for name, stranger in strangers.items():
            wait_until(lambda: {record.robot for record in stranger.records} == set(fleets[name].robots), what="records")
            assert not any("malformed" in fleets[name].log_of(node) for node in fleets[name].members())
    finally:
        for stranger in strangers.values():
            stranger.close()


def test_everything_of_a_fleet_lies_in_its_namespace(start_fleet, stranger):
    fleet = start_fleet(quick, "--namespace", "site/north")
    shared = {"/diagnostics", "/rosout", "/clock"}
    robots = {("planner", f"/site/north/{robot}") for robot in fleet.robots}
    nodes = robots | {(name, "/site/north") for name in ("safety_monitor", "help_desk", "world_simulator")}
    wait_until(lambda: nodes <= set(stranger.node.get_node_names_and_namespaces()), what="all nodes")

    def outside():
        """Topics, services and actions that a node of the fleet offers or uses elsewhere."""
        kinds = ("publisher", "subscriber", "service", "client")
        found = set()
        for kind in kinds:
            of = getattr(stranger.node, f"get_{kind}_names_and_types_by_node")
            names = {name for node in nodes for name, _ in of(*node)}
            assert f"/site/north/{MUST[kind]}" in names
            found |= {name for name in names if not name.startswith("/site/north/")}
        return found - shared

    assert wait_until(lambda: trial(outside), what="every endpoint") == [set()]


MUST = {
    "publisher": "fleet/ring",
    "subscriber": "world/state",
    "service": "robot_1/skill/_action/send_goal",
    "client": "safety_monitor/check",
}


def trial(look):
    """What a look gives, wrapped, so that an empty set counts; nothing where it fails."""
    try:
        return [look()]
    except AssertionError:
        return None


def test_a_planner_in_a_namespace_asks_its_own_robots_eyes(start_fleet, stranger):
    def watches(fleet):
        fleet.clear()
        fleet.update(yaml.safe_load(yaml.safe_dump(WATCH)))
        fleet["perception"] = watching()

    fleet = start_fleet(watches, "--namespace", "/north")
    for robot in fleet.robots:
        check = f"/north/{robot}/perception/check_subgoal"
        names = lambda kind, node: {
            name for name, _ in getattr(stranger.node, f"get_{kind}_names_and_types_by_node")(node, f"/north/{robot}")
        }
        is_there = lambda node: (node, f"/north/{robot}") in stranger.node.get_node_names_and_namespaces()
        wait_until(lambda: is_there("planner") and check in names("client", "planner"), 90, "the planner's client")
        wait_until(lambda: is_there("perception") and check in names("service", "perception"), 90, "the robot's eyes")
        assert f"/north/{robot}/camera/image_raw" in names("subscriber", "perception")


def test_commands_name_a_fleet_by_option_or_environment(start_fleet):
    fleet = start_fleet(quick, "--namespace", "/north")
    mission = command("mission", MISSION, "--patience", "60", "--json", "--namespace", "/north")
    out, err = mission.communicate(timeout=120)
    assert mission.returncode == 0, err
    identity = json.loads(out)["id"]
    listed = command("constraint", "list", "--json", SUREFLEET_NAMESPACE="north")
    assert json.loads(listed.communicate(timeout=60)[0]) == []
    explained = command("explain", identity, "--namespace", "north")
    assert "no refusal" in explained.communicate(timeout=60)[0]
    queue = command("help-desk", "list", "--namespace", "/north", "--json")
    assert json.loads(queue.communicate(timeout=60)[0]) == []
    nowhere = command("help-desk", "list", "--namespace", "/south", "--patience", "2")
    said = nowhere.communicate(timeout=60)[1]
    assert nowhere.returncode == 1 and "no fleet that was started on this machine runs in" in said and "namespace /south" in said, said
    keys = ("--keys", fleet.state)
    elsewhere = command("help-desk", "list", "--namespace", "/south", "--patience", "2", *keys)
    assert "/south/help_desk/queue" in elsewhere.communicate(timeout=60)[1] and elsewhere.returncode == 1
