"""A simulated world that is no household: facts and poses on the wire, the diagram, and a mission that search plans."""

import yaml
from conftest import ROOT, wait_until
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
