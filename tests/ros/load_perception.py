"""How late a robot's perception answers while its camera is fast, its model slow, and everybody asks at once.

load_perception.py [WIDTH HEIGHT]: prints one row of JSON. Round trips of a cheap service (the node's lifecycle state) are timed on
the node under load and, in turn with it, on one that has nothing to do: what both have is the machine's, and the client's."""

import contextlib
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

CAMERA_HZ, MODEL_MS, QUESTIONS = 30.0, 2000, 20
PROBE_HZ, SECONDS = 50.0, 12.0
LATE_S = 0.020


def measure_under_load(folder, stranger, size=(128, 128)):
    """The row; the nodes are started and ended here."""
    from robot_eyes import FIXED, Eyes, check, wait_until, watching, write_fleet

    slow = watching(eyes={"kind": "simulated", "delay_ms": MODEL_MS}, checks=FIXED)
    fleet = write_fleet(folder, slow, robots=("robot_1", "robot_2"))
    busy, idle = Eyes(fleet, stranger), Eyes(fleet, stranger, robot="robot_2")
    camera = subprocess.Popen([sys.executable, __file__, "camera", *map(str, size)])
    try:
        wait_until(lambda: busy.ask("What?").answered, what="a first answer")
        probes = {"busy": Probe(stranger, "robot_1"), "idle": Probe(stranger, "robot_2")}
        wait_until(lambda: all(probe.ended for probe in probes.values()), what="the first round trips")
        for probe in probes.values():
            probe.start()
        asked = [busy.checks.call_async(check(step=number + 1)) for number in range(QUESTIONS)]
        until = time.monotonic() + SECONDS
        wait_until(lambda: time.monotonic() > until, timeout_s=SECONDS + 5)
        for probe in probes.values():
            probe.end()
        wait_until(lambda: all(probe.is_answered() for probe in probes.values()), what="every round trip")
    finally:
        camera.terminate()
        camera.wait(timeout=5)
        busy.stop(), idle.stop()
    verdicts = [each.result().verdict for each in asked if each.done()]
    looked_at = sum(bool(verdict.readings) for verdict in verdicts)
    return {
        "pixels": f"{size[0]} x {size[1]}",
        **probes["busy"].row(),
        "answered": looked_at,
        "refused": sum(bool(verdict.reason) for verdict in verdicts) - looked_at,
        "without_a_word": QUESTIONS - len(verdicts),
        "successes": sum(verdict.verdict == verdict.SUCCESS for verdict in verdicts),
        "idle_node": probes["idle"].row(),
    }


class Probe:
    """Calls a service of the node again and again, and times it."""

    def __init__(self, stranger, robot):
        from lifecycle_msgs.srv import GetState

        self.request, self.began, self.ended, self.is_over = GetState.Request(), [], {}, False
        self.client = stranger.node.create_client(GetState, f"/{robot}/perception/get_state")
        assert self.client.wait_for_service(timeout_sec=20)
        self.first = 0
        self.timer = stranger.node.create_timer(1 / PROBE_HZ, self._call)

    def _call(self):
        if self.is_over:
            return
        number = len(self.began)
        self.began.append(time.monotonic())
        self.client.call_async(self.request).add_done_callback(lambda _: self.ended.update({number: time.monotonic()}))

    def start(self):
        """What is called from now on counts: a server drops the answer to a client that it has not found yet."""
        self.first = len(self.began)

    def end(self):
        self.is_over = True

    def is_answered(self):
        return all(number in self.ended for number in range(self.first, len(self.began)))

    def row(self):
        ordered = sorted(self.ended[number] - self.began[number] for number in range(self.first, len(self.began)))
        at = lambda share: round(1e3 * ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)], 2)
        late = sum(delay > LATE_S for delay in ordered)
        return {"calls": len(ordered), "late_over_20ms": late, "p50_ms": at(0.5), "p99_ms": at(0.99), "max_ms": at(1)}


def send_pictures(width, height):
    """A camera in a process of its own."""
    import rclpy
    from rclpy.executors import ExternalShutdownException
    from robot_eyes import image, noise
    from sensor_msgs.msg import Image

    rclpy.init()
    node = rclpy.create_node("camera")
    publisher, picture = node.create_publisher(Image, "/robot_1/camera/image_raw", 1), image(noise(width, height))

    def send():
        picture.header.stamp = node.get_clock().now().to_msg()
        publisher.publish(picture)

    node.create_timer(1 / CAMERA_HZ, send)
    with contextlib.suppress(ExternalShutdownException):
        rclpy.spin(node)


def main():
    os.environ.setdefault("ROS_DOMAIN_ID", str(random.randint(1, 100)))
    if sys.argv[1:2] == ["camera"]:
        return send_pictures(*map(int, sys.argv[2:]))
    from stranger import Stranger

    stranger = Stranger()
    with tempfile.TemporaryDirectory() as folder:
        size = tuple(map(int, sys.argv[1:])) or (128, 128)
        print(json.dumps(measure_under_load(pathlib.Path(folder) / "load", stranger, size)))
    stranger.close()


if __name__ == "__main__":
    main()
