"""The simulated world as RViz and Foxglove see it."""

from conftest import wait_until
from stranger import LATCHED, result_of
from visualization_msgs.msg import Marker, MarkerArray


def test_the_household_is_drawn_with_what_robots_are_about_to_do(start_fleet, stranger):
    def slow(fleet):
        fleet["simulator"]["skill_ms"] = 400

    start_fleet(slow)
    pictures = []
    stranger.node.create_subscription(MarkerArray, "/world/markers", pictures.append, LATCHED)
    first = wait_until(lambda: pictures and pictures[-1], what="a picture")
    assert first.markers[0].action == Marker.DELETEALL
    labels = {marker.text for marker in first.markers if marker.type == Marker.TEXT_VIEW_FACING}
    assert {"robot_1", "robot_2", "robot_3", "the fridge", "apple 1"} <= labels
    assert {marker.header.frame_id for marker in first.markers} == {"map"}
    handle, result = stranger.send("Move apple 1 to the sink.", horizon=9)
    arrows = lambda picture: [m for m in picture.markers if m.type == Marker.ARROW and m.action == Marker.ADD]
    first = wait_until(lambda: next((arrow for picture in pictures for arrow in arrows(picture)), None), what="an arrow")
    assert len(first.points) == 2
    doing = lambda: {m.text for p in pictures for m in p.markers if ": " in m.text}
    wait_until(lambda: any("grab apple 1" in text for text in doing()), what="a robot that grabs")
    assert result_of(result, 60).result.error_code == 0
    wait_until(lambda: not arrows(pictures[-1]), what="a picture of robots at rest")
