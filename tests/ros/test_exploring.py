"""Robots that explore over real DDS, with rclpy as the stranger. Sight is simulated, but for two tests with a model that sees; a trained
model judges what is relevant."""

import json
import math
import signal

import numpy
import pytest
import yaml
from conftest import ROOT, wait_until
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from nav_msgs.msg import OccupancyGrid, Odometry
from rclpy.qos import QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import CameraInfo, Image
from stranger import LATCHED, SPEAKERS
from surefleet.msg import Finding, JointStep, MapObject, Request, SemanticMap, WorldState
from visualization_msgs.msg import MarkerArray

SITE = ROOT / "examples" / "search"
ROBOTS = ("robot_1", "robot_2")
NEWS = QoSProfile(depth=64, reliability=ReliabilityPolicy.RELIABLE)
SPEAKERS |= {kind: lambda message: f"explorer/{message.robot}" for kind in (SemanticMap, Request, Finding)}
LOOKS_FOR = "We want the kettle found. We want the doll found."


def exploring(speed, name="fleet.yaml"):
    def change(fleet):
        fleet.clear()
        fleet.update(yaml.safe_load((SITE / name).read_text()))
        fleet["domain"] = str(SITE / "search.yaml")
        fleet["calibration"] = str(SITE / fleet["calibration"])
        relevance = fleet["exploration"]["relevance"]
        relevance["judge"]["model"], relevance["calibration"] = (str(ROOT / path) for path in (relevance["judge"]["model"], relevance["calibration"]))
        fleet["simulator"]["start"] = str(SITE / "start.yaml")
        fleet["simulator"]["house"]["speed"] = speed

    return change


class Listener:
    """What explorers and the keeper of the world say, and what all nodes say of their health."""

    def __init__(self, stranger):
        self.stranger = stranger
        self.worlds, self.requests, self.findings, self.maps, self.health = [], [], [], {}, {}
        stranger.hear(WorldState, "world/state", self.worlds.append, LATCHED)
        stranger.hear(Request, "fleet/requests", self.requests.append, NEWS)
        stranger.hear(Finding, "fleet/findings", self.findings.append, NEWS)
        for robot in (*ROBOTS, "robot_3"):
            stranger.hear(SemanticMap, f"{robot}/semantic_map", self._on_map, LATCHED)
        stranger.node.create_subscription(DiagnosticArray, "/diagnostics", self._on_diagnostics, 10)

    def _on_map(self, semantic_map):
        self.maps[semantic_map.robot] = semantic_map

    def _on_diagnostics(self, array):
        self.health |= {status.name: status for status in array.status}

    def facts(self):
        return set(self.worlds[-1].facts) if self.worlds else set()

    def is_seen_near(self, thing, area):
        """Whether a thing was seen in an area or one beside it: the robot's pose drifts."""
        seen = next((fact for fact in self.facts() if fact.startswith(f"seen_in({thing}, area_")), None)
        (row, column), (true_row, true_column) = map(ord, seen[-3:-1]) if seen else (0, 0), map(ord, area)
        return max(abs(row - true_row), abs(column - true_column)) <= 1

    def sought(self, robot):
        """What a robot looked for last; None: nothing was heard of it."""
        last = next((request for request in reversed(self.requests) if request.robot == robot), None)
        return last and [class_ for question in last.questions for class_ in question.sought]

    def value(self, node, part, key):
        status = self.health.get(f"{node}: {part}")
        return next((int(one.value) for one in status.values if one.key == key), None) if status else None


@pytest.fixture
def listener(stranger):
    return Listener(stranger)


def test_a_search_maps_the_house_and_every_move_was_approved(start_fleet, stranger, listener):
    start_fleet(exploring(speed=2.0))
    grids, markers = [], []
    stranger.node.create_subscription(OccupancyGrid, "/robot_1/map", grids.append, LATCHED)
    stranger.node.create_subscription(MarkerArray, "/robot_1/map/markers", markers.append, LATCHED)
    wait_until(lambda: {"?seen_in(kettle)", "?seen_in(doll)"} <= listener.facts(), what="a world in which nothing is known")
    stranger.send(LOOKS_FOR)
    known_m2 = lambda: grids and sum(cell >= 0 for cell in grids[-1].data) * grids[-1].info.resolution ** 2
    steps = lambda: {joint.step for joint in stranger.verdicts if joint.verdict == JointStep.APPROVED and not joint.stop}
    places = lambda: {fact for world in listener.worlds for fact in world.facts if fact.startswith("at(robot_")}
    wait_until(lambda: steps() >= {1, 2, 3} and known_m2() > 50 and len(places()) > 4, 180, what="robots that look around")
    assert grids[-1].header.frame_id == "map" and any(marker.text for marker in markers[-1].markers)
    assert {request.robot for request in listener.requests} == set(ROBOTS)
    assert all(finding.robot != finding.owner for finding in listener.findings)
    # What was found is where it is; whether all is found in time depends on what robots happen to see.
    assert all(listener.is_seen_near(thing, area) for thing, area in [("kettle", "c1"), ("doll", "d5")] if f"found({thing})" in listener.facts())
    assert not stranger.unproved


CALIBRATION = ROOT / "calibration" / "relevance-houses.json"


def test_findings_are_of_what_a_model_judges_relevant(start_fleet, stranger, listener):
    start_fleet(exploring(speed=2.0))
    health = lambda part: listener.health.get(f"robot_1/explorer: {part}", DiagnosticStatus())
    wait_until(lambda: health("findings").message and len(listener.maps) == 2 and listener.facts(), what="health and maps")
    assert health("findings").level == DiagnosticStatus.OK
    assert health("models").message == "sight is simulated; relevance-judge judges what is relevant to others"
    # Whoever looks for much does not have found it all before anybody saw something relevant.
    handle, _ = stranger.send("We want the kettle found. We want the doll found. We want the suitcase found. We want the bath towel found.")
    finding = wait_until(lambda: [finding for finding in listener.findings if finding.objects], 180, what="a finding")[0]
    limits = json.loads(CALIBRATION.read_text())["statistics"]["limits"]
    least = [float.fromhex(limits[relation]["t"]) for relation in ("same", "near")]
    for one in finding.objects:
        flags = (one.may_be_it, one.may_be_near)
        assert any(flags) and all(score >= limit for score, limit, flag in zip(one.scores, least, flags) if flag), one
    assert finding.robot != finding.owner and not stranger.unproved
    stranger.cancel(handle)


def test_without_a_calibration_that_fits_no_finding_is_sent(start_fleet, stranger, listener, tmp_path):
    changed = tmp_path / "relevance.json"
    changed.write_text(CALIBRATION.read_text().replace('"epsilon_near": "1/2"', '"epsilon_near": "1/3"'))

    def change(fleet):
        exploring(speed=2.0)(fleet)
        fleet["exploration"]["relevance"]["calibration"] = str(changed)

    start_fleet(change)
    findings = lambda: listener.health.get("robot_1/explorer: findings", DiagnosticStatus())
    wait_until(lambda: findings().message and len(listener.maps) == 2 and listener.facts(), what="health and maps")
    assert findings().level == DiagnosticStatus.WARN and "relevance.json" in findings().message, findings().message
    handle, _ = stranger.send(LOOKS_FOR)
    # With the file that fits, something is told by then.
    seen = lambda: len({one.name for semantic_map in listener.maps.values() for one in semantic_map.objects})
    wait_until(lambda: listener.sought("robot_2") == ["doll"] and seen() > 15, 180, what="requests, and things that were seen")
    assert not [finding for finding in listener.findings if finding.objects]
    stranger.cancel(handle)


def test_forged_findings_maps_and_answers_change_nothing(start_fleet, stranger, listener):
    start_fleet(exploring(speed=0.1))
    wait_until(lambda: len(listener.maps) == 2 and listener.facts(), what="two maps")
    handle, _ = stranger.send(LOOKS_FOR)
    wait_until(lambda: listener.sought("robot_1") == ["kettle"] and listener.sought("robot_2") == ["doll"], what="two questions")
    question = next(request for request in reversed(listener.requests) if request.robot == "robot_2").questions[0].number
    findings = stranger.node.create_publisher(Finding, "fleet/findings", NEWS)
    maps = stranger.node.create_publisher(SemanticMap, "robot_1/semantic_map", LATCHED)
    wait_until(lambda: findings.get_subscription_count() >= 3 and maps.get_subscription_count() >= 4, what="listeners")

    def answer(**changes):
        finding = Finding(robot="robot_1", number=2**62, owner="robot_2", question=question, answer=Finding.D, confidence=0.99)
        finding.header.frame_id, finding.check_sha256 = "map", "0" * 64
        for name, value in changes.items():
            setattr(finding, name, value)
        return finding

    refused = lambda: listener.value("robot_2/explorer", "identity", "refused") or 0
    before = wait_until(lambda: listener.value("robot_2/explorer", "identity", "refused") is not None, what="health") and refused()
    findings.publish(answer())  # without a seal
    findings.publish(stranger.signet("operator/tester").seal(answer()))
    findings.publish(stranger.signet("explorer/robot_2").seal(answer()))  # another robot's explorer
    findings.publish(stranger.signet("planner/robot_1").seal(answer()))
    wait_until(lambda: refused() >= before + 4, what="four messages that are not believed")
    # Even its own explorer cannot make an answer count that has not passed the check of who asks.
    findings.publish(stranger.signet("explorer/robot_1").seal(answer()))
    wait_until(lambda: listener.value("robot_2/explorer", "models", "uncounted_answers"), what="an answer that does not count")
    findings.publish(stranger.signet("explorer/robot_1").seal(answer(answer=77)))
    wait_until(lambda: listener.value("robot_2/explorer", "models", "malformed_messages"), what="a malformed message")

    lie = SemanticMap(robot="robot_1", known_m2=1.0, objects=[MapObject(name="doll", confidence=1.0, sightings=99)])
    keeper = lambda: listener.value("world_keeper", "identity", "refused") or 0
    # One after the other: of two maps on the way, the newer takes the older one's place.
    for forged in (lie, stranger.signet("explorer/robot_2").seal(lie)):
        before = keeper()
        maps.publish(forged)
        wait_until(lambda: keeper() > before, what="a map that is not believed")
    heard = len(listener.requests)
    wait_until(lambda: len(listener.requests) >= heard + 4, what="requests after all of that")
    assert listener.sought("robot_2") == ["doll"], "the question is open"
    assert "?seen_in(doll)" in listener.facts()
    stranger.cancel(handle)


def test_questions_of_a_silent_robot_are_reported_open_and_a_killed_one_asks_again(start_fleet, stranger, listener, tmp_path):
    given = tmp_path / "given.yaml"
    given.write_text(yaml.safe_dump({"/**": {"ros__parameters": {"silent_after_s": 3.0, "request_every_s": 1.0}}}))
    fleet = start_fleet(exploring(speed=0.1), "--params-file", str(given))
    wait_until(lambda: len(listener.maps) == 2 and listener.facts(), what="two maps")
    handle, _ = stranger.send(LOOKS_FOR)
    wait_until(lambda: listener.sought("robot_2") == ["doll"], what="a question")
    questions = lambda: listener.health.get("world_keeper: questions", DiagnosticStatus())
    wait_until(lambda: "robot_2 looks for doll" in questions().message and questions().level == DiagnosticStatus.OK, what="health")
    fleet.kill("robot_2.explorer", signal.SIGSTOP)
    wait_until(lambda: questions().level == DiagnosticStatus.ERROR, what="a report")
    assert "silent: robot_2 looks for doll" in questions().message
    wait_until(lambda: "?at(robot_2)" in listener.facts(), what="a robot that is lost")
    # It is killed, comes back with nothing in its memory, and hears from the ring what it looks for.
    heard = len(listener.requests)
    fleet.kill("robot_2.explorer")
    asks = lambda: [request for request in listener.requests[heard:] if request.robot == "robot_2" and request.questions]
    again = wait_until(asks, what="the question again")
    assert again[0].number > max(request.number for request in listener.requests[:heard] if request.robot == "robot_2")
    wait_until(lambda: questions().level == DiagnosticStatus.OK, what="an end of the report")
    stranger.cancel(handle)


def test_of_three_robots_two_go_on_when_one_falls_silent(start_fleet, stranger, listener, tmp_path):
    given = tmp_path / "given.yaml"
    given.write_text(yaml.safe_dump({"/**": {"ros__parameters": {"silent_after_s": 3.0, "request_every_s": 1.0}}}))
    fleet = start_fleet(exploring(speed=0.5, name="three-robots.yaml"), "--params-file", str(given))
    wait_until(lambda: len(listener.maps) == 3 and listener.facts(), what="three maps")
    handle, _ = stranger.send(LOOKS_FOR + " We want the suitcase found.")
    sought = lambda: [listener.sought(f"robot_{number}") for number in (1, 2, 3)]
    wait_until(lambda: sought() == [["kettle"], ["doll"], ["suitcase"]], what="a question of each robot")
    steps = lambda: {joint.step for joint in stranger.verdicts if joint.verdict == JointStep.APPROVED and not joint.stop}
    wait_until(lambda: steps() >= {1}, what="robots that move")
    fleet.kill("robot_3.explorer", signal.SIGSTOP)
    questions = lambda: listener.health.get("world_keeper: questions", DiagnosticStatus())
    wait_until(lambda: questions().level == DiagnosticStatus.ERROR, what="a report")
    assert "silent: robot_3 looks for suitcase" in questions().message and "robot_1" not in questions().message
    wait_until(lambda: "?at(robot_3)" in listener.facts(), what="a robot that is lost")
    before, requests = steps(), len(listener.requests)
    wait_until(lambda: max(steps()) >= max(before) + 2, 180, what="further steps")
    assert {request.robot for request in listener.requests[requests:]} >= set(ROBOTS)
    assert not stranger.unproved
    stranger.cancel(handle)


class Camera:
    """A robot of somebody else: a camera with depths that looks at a wall, and odometry, on a robot that turns on the spot."""

    EDGE = 64

    def __init__(self, node, robot):
        sensors = QoSProfile(depth=4, reliability=ReliabilityPolicy.BEST_EFFORT)
        topics = {"image_raw": Image, "depth/image_raw": Image, "camera_info": CameraInfo}
        self.node, self.yaw = node, 0.0
        self.publishers = {name: node.create_publisher(kind, f"{robot}/camera/{name}", sensors) for name, kind in topics.items()}
        self.odometry = node.create_publisher(Odometry, f"{robot}/odom", sensors)

    def shoot(self):
        edge, self.yaw = self.EDGE, self.yaw + 0.3
        picture = Image(height=edge, width=edge, encoding="rgb8", step=3 * edge, data=numpy.full(3 * edge * edge, 127, numpy.uint8).tobytes())
        depth = Image(height=edge, width=edge, encoding="32FC1", step=4 * edge, data=numpy.full(edge * edge, 3.0, "<f4").tobytes())
        focal, middle = edge / 2, (edge - 1) / 2
        info = CameraInfo(height=edge, width=edge, k=[focal, 0.0, middle, 0.0, focal, middle, 0.0, 0.0, 1.0])
        odometry = Odometry()
        odometry.pose.pose.position.x, odometry.pose.pose.position.y = 7.0, 6.0
        odometry.pose.pose.orientation.z, odometry.pose.pose.orientation.w = math.sin(self.yaw / 2), math.cos(self.yaw / 2)
        stamp = self.node.get_clock().now().to_msg()
        for message in (picture, depth, info, odometry):
            message.header.stamp = stamp
        odometry.header.frame_id = "map"
        self.odometry.publish(odometry)
        for name, message in (("image_raw", picture), ("depth/image_raw", depth), ("camera_info", info)):
            self.publishers[name].publish(message)
        return True


def test_a_robot_of_somebody_else_maps_what_its_own_camera_sees_with_a_model(start_fleet, stranger, listener):
    def without_simulator(fleet):
        exploring(speed=1.0)(fleet)
        del fleet["simulator"]
        fleet["exploration"]["eyes"] = {"model": str(ROOT / "models" / "house-viewer")}

    start_fleet(without_simulator)
    grids, camera = [], Camera(stranger.node, "robot_1")
    stranger.node.create_subscription(OccupancyGrid, "/robot_1/map", grids.append, LATCHED)
    free_m2 = lambda: sum(cell == 0 for cell in grids[-1].data) * grids[-1].info.resolution ** 2 if grids else 0.0
    wait_until(lambda: camera.shoot() and free_m2() > 5, 120, what="free ground before the wall")
    views = lambda: listener.value("robot_1/explorer", "models", "views_seen") or 0
    wait_until(lambda: camera.shoot() and views() > 3, what="views that the model looked at")
    models = listener.health["robot_1/explorer: models"]
    assert models.level == DiagnosticStatus.OK and models.message.startswith("house-viewer sees")
    of_camera = lambda: listener.health.get("robot_2/explorer: camera")
    assert wait_until(of_camera, what="health of a camera of which nothing comes").level == DiagnosticStatus.ERROR
    assert not stranger.unproved


def test_a_model_lists_what_stands_in_the_house(start_fleet, stranger, listener):
    def with_a_model(fleet):
        exploring(speed=1.0)(fleet)
        fleet["exploration"]["eyes"] = {"model": str(ROOT / "models" / "house-viewer")}

    start_fleet(with_a_model)
    named = lambda: {one.name for semantic_map in listener.maps.values() for one in semantic_map.objects}
    wait_until(lambda: len(listener.maps) == 2 and listener.facts(), what="two maps")
    handle, _ = stranger.send(LOOKS_FOR)
    wait_until(lambda: len(named()) > 5, 120, what="objects in the maps")
    catalogue = yaml.safe_load((ROOT / "src" / "houses" / "catalogue.yaml").read_text())
    classes = {one["name"] for one in catalogue["common"]} | {one["name"] for each in catalogue["sets"] for one in each["classes"]}
    assert len(named() & classes) * 2 > len(named()), named() - classes
    outside = [one for semantic_map in listener.maps.values() for one in semantic_map.objects if not (-1 < one.position.x < 20 and -1 < one.position.y < 20)]
    assert not outside
    stranger.cancel(handle)
