"""Simulated worlds that are no household: facts and poses on the wire, the diagram, missions that search plans, and a site
that a command has just written."""

import subprocess

import yaml
from conftest import PROGRAMS, ROOT, wait_until
from stranger import LATCHED, result_of
from surefleet.msg import WorldState
from visualization_msgs.msg import Marker, MarkerArray


def warehouse(fleet):
    fleet.clear()
    fleet.update(yaml.safe_load((ROOT / "config/fleets/warehouse-demo.yaml").read_text()))
    fleet["simulator"]["skill_ms"] = 100


def test_a_warehouse_is_simulated_from_its_domain_alone(start_fleet, stranger):
    start_fleet(warehouse)
    worlds, pictures = [], []
    stranger.hear(WorldState, "world/state", worlds.append, LATCHED)
    stranger.node.create_subscription(MarkerArray, "/world/markers", pictures.append, LATCHED)
    first = wait_until(lambda: worlds and worlds[-1], what="a world")
    assert {"at(picker_1, packing)", "located(pallet_2, floor_2)"} <= set(first.facts) and "open(gate_1)" not in first.facts

    domain = yaml.safe_load((ROOT / "config/domains/warehouse.yaml").read_text())
    objects = [each for one in domain["objects"] for each in one.get("each", [one]) if "pose" in each]
    assert objects, "some objects of the warehouse have a pose"
    told = {pose.object: pose for pose in first.poses}
    assert set(told) == {each["name"] for each in objects}
    for each in objects:
        pose, position = told[each["name"]], told[each["name"]].pose.position
        assert (pose.frame_id, [position.x, position.y, position.z]) == (each["pose"]["frame"], each["pose"]["position_m"])
        assert pose.pose.orientation.w == each["pose"].get("orientation", [0.0, 0.0, 0.0, 1.0])[3]

    picture = wait_until(lambda: pictures and pictures[-1], what="a picture")
    labels = [marker.text for marker in picture.markers if marker.type == Marker.TEXT_VIEW_FACING]
    assert any(label.startswith("picker_1") for label in labels) and any("pallet 2" in label for label in labels), labels

    _, result = stranger.send("Open gate 1.", horizon=4)
    assert result_of(result, 60).result.error_code == 0
    wait_until(lambda: "open(gate_1)" in worlds[-1].facts, what="an open gate")
    assert [pose.object for pose in worlds[-1].poses] == [pose.object for pose in first.poses]


def test_a_new_site_runs_at_once_and_is_not_written_over(tmp_path):
    def surefleet(*words):
        return subprocess.run([PROGRAMS / "surefleet", *words], cwd=tmp_path, capture_output=True, text=True, timeout=120)

    made = surefleet("new-site", "my site")
    assert made.returncode == 0, made.stderr
    demo = surefleet("demo", "--fleet", "my site/fleet.yaml")
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert "succeeded after 5 steps" in demo.stdout and "grab the red box" in demo.stdout, demo.stdout
    mine = (tmp_path / "my site" / "domain.yaml").read_text().replace("domain: my_site", "domain: mine")
    (tmp_path / "my site" / "domain.yaml").write_text(mine)
    again = surefleet("new-site", "my site")
    assert again.returncode != 0 and "domain.yaml is there already" in again.stderr, again.stderr
    assert (tmp_path / "my site" / "domain.yaml").read_text() == mine
