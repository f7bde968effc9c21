"""One robot's perception, with a camera in the stranger's hands."""

import array
import struct
import subprocess
import zlib

import numpy
import yaml
from builtin_interfaces.msg import Time
from conftest import PROGRAMS, ROOT, make_keys, wait_until
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.qos import QoSProfile
from sensor_msgs.msg import CompressedImage, Image
from stranger import LATCHED, answer_of
from surefleet.msg import SubgoalVerdict
from surefleet.srv import AnswerQuestion, CheckSubgoal
from surefleet_seal import Roster, digest
from test_processes import start

WATCH = yaml.safe_load((ROOT / "config/fleets/household-watch.yaml").read_text())
# Certain below an uncertainty, so that no calibration is read.
FIXED = [{"strategy": "ssc", "uncertainty": "token_probability", "tau": 0.5}]
BLIND = {"eyes": {"kind": "simulated", "delay_ms": 20}, "checks": FIXED}


def watching(**changes):
    """The shipped fleet's perception with some changes; its files are found from everywhere."""
    perception = yaml.safe_load(yaml.safe_dump(WATCH["perception"]))
    perception["eyes"]["model"] = str(ROOT / perception["eyes"]["model"])
    for check in perception["checks"]:
        check["calibration"] = str(ROOT / check["calibration"])
    return perception | changes


def write_fleet(folder, perception, robots=("robot_1",)):
    """A fleet file for nodes that are started one by one."""
    (folder / "config" / "fleets").mkdir(parents=True)
    (folder / "config" / "domains").symlink_to(ROOT / "config" / "domains")
    fleet = {
        "domain": "household",
        "order": list(robots),
        "scorer": {"kind": "simulated", "quality": 4.0, "seed": 1},
        "ring": {"lease_ms": 1000},
        "perception": perception,
        "simulator": {"camera_hz": 20},
    }
    path = folder / "config" / "fleets" / "eyes.yaml"
    path.write_text(yaml.safe_dump(fleet))
    return path


class Eyes:
    """The node `perception` of a robot, and whoever asks it."""

    def __init__(self, fleet, stranger, *arguments, robot="robot_1"):
        self.robot, self.stranger, self.verdicts, self.judged, self.diagnoses = robot, stranger, [], [], {}
        node, state = stranger.node, fleet.parent / f"{robot}.state"
        make_keys(state, fleet)
        self.roster = Roster(state)
        node.create_subscription(SubgoalVerdict, f"/{robot}/perception/verdicts", self.verdicts.append, LATCHED)
        node.create_subscription(Image, f"/{robot}/perception/judged", self.judged.append, LATCHED)
        node.create_subscription(DiagnosticArray, "/diagnostics", self._on_diagnostics, 10)
        deep = QoSProfile(depth=100)
        self.checks = node.create_client(CheckSubgoal, f"/{robot}/perception/check_subgoal", qos_profile=deep)
        self.questions = node.create_client(AnswerQuestion, f"/{robot}/perception/answer_question", qos_profile=deep)
        command = [PROGRAMS / "perception", "--ros-args"]
        command += ["-r", f"__ns:=/{robot}", "-p", f"robot:={robot}", "-p", f"fleet:={fleet}", "-p", f"state_dir:={state}"]
        self.log = open(fleet.parent / f"{robot}.perception.log", "w")
        self.process = subprocess.Popen(command + list(arguments), stdout=self.log, stderr=subprocess.STDOUT)

    def _on_diagnostics(self, diagnostics):
        self.diagnoses |= {status.name: status for status in diagnostics.status}

    def check(self, **changes):
        call = check(**changes)
        return self.proved(answer_of(self.checks, call).verdict, digest(call))

    def proved(self, verdict, context=b""):
        """What this robot's perception said; in an answer, to the call with this digest."""
        assert self.roster.proves(verdict, context, by=f"perception/{self.robot}"), verdict.seal
        return verdict

    def ask(self, question, **changes):
        return answer_of(self.questions, AnswerQuestion.Request(question=question, **changes))

    def diagnosis(self, part, level):
        name = f"{self.robot}/perception: {part}"

        def told():
            status = self.diagnoses.get(name)
            return status if status and status.level == level else None

        return wait_until(told, what=f"{name} of level {level}")

    def stop(self):
        self.process.terminate()
        try:
            assert self.process.wait(timeout=5) == 0
        finally:
            self.process.kill()
            self.log.close()


def check(**changes):
    """What nobody has done yet: the gripper is empty at first."""
    usual = {"task": "Move apple 1 to the sink.", "subtask": "grab apple 1", "expected": "the gripper holds apple 1"}
    return CheckSubgoal.Request(**usual | changes)


class Camera:
    """A robot's camera: publishes what it is given, with the time of each picture, until it is given something else."""

    def __init__(self, stranger, robot="robot_1", hz=20.0):
        self.node, self.sent, self.shown = stranger.node, [], None
        self.outlets = {
            Image: self.node.create_publisher(Image, f"/{robot}/camera/image_raw", 1),
            CompressedImage: self.node.create_publisher(CompressedImage, f"/{robot}/camera/image_raw/compressed", 1),
        }
        self.stamp = lambda now: now
        self.node.create_timer(1.0 / hz, self._publish)

    def show(self, picture, stamp=lambda now: now):
        """From now on this picture (None: nothing any more); returns the time, before which it was not shown."""
        self.shown, self.stamp = None, stamp
        since = self.now()
        self.shown = picture
        return since

    def now(self):
        return self.node.get_clock().now().to_msg()

    def _publish(self):
        if (picture := self.shown) is not None:
            picture.header.frame_id, picture.header.stamp = "robot_1/camera_optical_frame", self.stamp(self.now())
            self.sent.append(stamp_ns(picture.header.stamp))
            self.outlets[type(picture)].publish(picture)


def stamp_ns(stamp):
    return stamp.sec * 1_000_000_000 + stamp.nanosec


def later(stamp, seconds):
    nanos = stamp_ns(stamp) + int(seconds * 1e9)
    return Time(sec=nanos // 1_000_000_000, nanosec=nanos % 1_000_000_000)


def image(pixels, encoding="rgb8"):
    """A plain picture of an array of [height, width, bytes]."""
    height, width, depth = pixels.shape
    data = array.array("B", pixels.astype("uint8").tobytes())
    return Image(width=width, height=height, encoding=encoding, step=width * depth, data=data)


def noise(width=128, height=128, seed=1):
    return numpy.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype="uint8")


def png(pixels):
    height, width, _ = pixels.shape
    chunk = lambda kind, body: struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return CompressedImage(format="png", data=array.array("B", data))


def pixels_of(picture):
    """Of a PNG of 8-bit red, green and blue, as the specification says (section 9.2 for the filters)."""
    data, at, packed = bytes(picture.data), 8, b""
    assert data.startswith(b"\x89PNG\r\n\x1a\n"), data[:8]
    while at < len(data):
        (length,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, *form = struct.unpack(">IIBBBBB", body)
            assert form == [8, 2, 0, 0, 0]
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    raw, rows = zlib.decompress(packed), [[0] * 3 * width]
    for line in range(height):
        start = line * (3 * width + 1)
        kind, row, above = raw[start], list(raw[start + 1 : start + 1 + 3 * width]), rows[-1]
        for n in range(3 * width):
            left, corner = (row[n - 3], above[n - 3]) if n >= 3 else (0, 0)
            row[n] = (row[n] + _predicted(kind, left, above[n], corner)) % 256
        rows.append(row)
    return numpy.array(rows[1:], dtype="uint8").reshape(height, width, 3)


def _predicted(kind, left, up, corner):
    near = min((left, up, corner), key=lambda each: abs(left + up - corner - each))
    return [0, left, up, (left + up) // 2, near][kind]


def simulated_picture(folder, fleet, stranger):
    """What robot 1 sees of the simulated household before anything has moved."""
    heard = []
    subscription = stranger.node.create_subscription(Image, "/robot_1/camera/image_raw", heard.append, 1)
    world = start("world_simulator", folder, "-p", f"fleet:={fleet}")
    try:
        picture = wait_until(lambda: heard and heard[-1], what="a picture of the simulated household")
    finally:
        world.terminate()
        world.communicate(timeout=5)
        stranger.node.destroy_subscription(subscription)
    return numpy.array(picture.data, dtype="uint8").reshape(picture.height, picture.width, 3)
