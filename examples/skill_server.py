"""A skill server and a world state for one robot, to copy and fill in: all that moves or sees is in Robot.

surefleet domain examples/one-robot.yaml --json | python3 examples/skill_server.py robot_1 out/one-robot/state/fleet.pub
"""

import json
import os
import pathlib
import struct
import sys
import threading
from concurrent.futures import Future

import rclpy
from rclpy.action import ActionServer
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from surefleet.action import ExecuteSkill
from surefleet.msg import JointStep, Turn, WorldState

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    sys.exit("approvals are checked with cryptography: pip install cryptography, or apt install python3-cryptography")

Result = ExecuteSkill.Result


class Robot:
    """Yours drives and looks; this one does at once what it is told, and everything lies on the first surface."""

    def __init__(self, name, domain):
        self.name, self.at, self.held, self.open = name, None, None, set()
        self.places = {item: domain["surfaces"][0] for item in domain["items"]}

    def act(self, skill, *target):
        match skill, *target:
            case "go_to", target:
                self.at = target
            case "grab", target:
                self.at, self.held = None, target
                del self.places[target]
            case "put_down", target:
                self.places[self.held], self.at, self.held = target, target, None
            case "open", target:
                self.open.add(target)

    def facts(self):
        true = {f"located({item}, {place})" for item, place in self.places.items()}
        true |= {f"open({place})" for place in self.open}
        true |= {f"at({self.name}, {self.at})"} if self.at else set()
        true |= {f"holding({self.name}, {self.held})"} if self.held else set()
        return sorted(true)


def signed_bytes(joint):
    """What the monitor signed, as docs/integration.md lays it out ("Signed approvals")."""
    signed = b"surefleet approval 1\n" + bytes(joint.mission_id)
    signed += struct.pack("<III", joint.step, joint.attempt, len(joint.decided))
    for part in joint.decided:
        robot = part.robot.encode()
        signed += struct.pack("<I", len(robot)) + robot + struct.pack("<HI", part.decision, part.attempt)
    return signed + bytes(joint.nonce) + struct.pack("<Q", nanoseconds(joint.expires))


def nanoseconds(time):
    return time.sec * 10**9 + time.nanosec


class ApprovalGuard:
    """Lets through what the monitor signed, in time, and each message once."""

    LONGEST = 120 * 10**9  # what expires later than this was said by a clock that is not ours

    def __init__(self, path):
        try:
            word, digits = open(path).read().split()
            if word != "ed25519-public":
                raise ValueError("this is not a public key")
            self.key, self.nonces = Ed25519PublicKey.from_public_bytes(bytes.fromhex(digits)), {}
        except (OSError, ValueError) as error:
            sys.exit(f"skill_server: {path}: {error}; give it the fleet.pub that lies beside the monitor's fleet.key")

    def check(self, joint, now):
        """Raises ValueError with the reason why nothing may move for it; `now` in nanoseconds."""
        try:
            self.key.verify(bytes(joint.signature), signed_bytes(joint))
        except (InvalidSignature, ValueError):
            raise ValueError("it is not signed by the fleet's monitor, or was altered") from None
        expires, nonce = nanoseconds(joint.expires), bytes(joint.nonce)
        self.nonces = {heard: until for heard, until in self.nonces.items() if until > now}
        if not now < expires < now + self.LONGEST or len(nonce) != 16:
            raise ValueError("it has expired, or the clocks of the machines differ")
        if nonce in self.nonces:
            raise ValueError("it was heard before")
        self.nonces[nonce] = expires


class SkillServer(Node):
    def __init__(self, robot, domain, guard, journal, fleet):
        super().__init__("skill_server", namespace=f"{fleet}/{robot.name}")
        lines = journal.read_text().splitlines() if journal.exists() else []
        # What an earlier life of this server may have begun: (mission, step).
        self.used = [(bytes.fromhex(mission), int(step)) for mission, step in map(str.split, lines)]
        self.journal = open(journal, "a")
        self.robot, self.domain, self.guard, self.news = robot, domain, guard, threading.Condition()
        self.approved, self.results, self.ended = {}, {}, set()  # by (mission, step); by mission
        latched = lambda depth: QoSProfile(depth=depth, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self.world = self.create_publisher(WorldState, f"{fleet}/world/state", latched(1))
        self.create_subscription(JointStep, f"{fleet}/fleet/approved_step", self.see_verdict, latched(16))
        self.create_subscription(Turn, f"{fleet}/fleet/ring", self.hear, 64)
        self.create_timer(0.2, self.tell_world)
        group = ReentrantCallbackGroup()
        self.server = ActionServer(self, ExecuteSkill, f"{fleet}/{robot.name}/skill", self.execute, callback_group=group)

    def tell_world(self):
        state = WorldState(domain_sha256=self.domain["sha256"], facts=self.robot.facts())
        state.header.stamp = self.get_clock().now().to_msg()
        self.world.publish(state)

    def see_verdict(self, joint):
        if joint.verdict != JointStep.APPROVED or joint.stop:
            return
        try:
            self.guard.check(joint, self.now())
        except ValueError as error:
            return self.get_logger().warning(f"nothing moves for the approval of step {joint.step}: {error}")
        with self.news:
            first = self.approved.setdefault((bytes(joint.mission_id), joint.step), joint)
            if (first.attempt, first.decided) == (joint.attempt, joint.decided):
                first.expires = joint.expires  # said again: it may be begun for so much longer
            self.news.notify_all()

    def now(self):
        return self.get_clock().now().nanoseconds

    def hear(self, message):
        if message.kind == Turn.END:
            with self.news:
                self.ended.add(bytes(message.brief.mission_id))

    def allows(self, key, goal):
        """Whether this goal may begin: its step is approved with it, is the newest, and its mission goes on."""
        decided = self.approved[key].decided if key in self.approved else []
        mine = any(part.robot == self.robot.name and part.decision == goal.decision for part in decided)
        later = any(mission == key[0] and step > key[1] for mission, step in self.approved)
        begun = any(mission == key[0] and step >= key[1] for mission, step in self.used)
        if not mine or later or begun or key[0] in self.ended:
            return False
        return self.approved[key].attempt == goal.attempt and self.now() < nanoseconds(self.approved[key].expires)

    def execute(self, handle):
        goal, symbol = handle.request, f"{handle.request.skill}({', '.join(handle.request.arguments)})"
        key = (bytes(goal.mission_id), goal.step)
        with self.news:
            self.news.wait_for(lambda: key in self.approved, timeout=2.0)  # goal and approval travel separately
            is_first = key not in self.results
            if is_first and not self.allows(key, goal):
                handle.abort()
                return Result(error_code=Result.NOT_APPROVED, error_msg=f"{symbol} is not approved: nothing moves")
            if is_first:  # on disk before anything moves
                print(key[0].hex(), key[1], file=self.journal, flush=True)
                os.fsync(self.journal.fileno())
            self.results.setdefault(key, Future())  # once per step: a repeated goal waits for the first one's result
        if is_first:
            self.results[key].set_result(self.act(goal, symbol))
        result = self.results[key].result()
        handle.succeed() if result.error_code == Result.NONE else handle.abort()
        return result

    def act(self, goal, symbol):
        known = self.domain["decisions"][goal.decision]["symbol"]
        if known.removesuffix("()") != symbol.removesuffix("()"):
            return Result(error_code=Result.BAD_SKILL, error_msg=f"decision {goal.decision} is {known}, not {symbol}")
        try:
            self.robot.act(goal.skill, *goal.arguments)
        except Exception as error:  # whatever went wrong, the mission is to hear of it
            return Result(error_code=Result.FAILED, error_msg=str(error))
        self.tell_world()  # before the result: the next step is planned from these facts
        return Result()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: skill_server.py <robot> <path of the fleet's public key, fleet.pub> [namespace of the fleet, such as /north]")
    guard, domain = ApprovalGuard(sys.argv[2]), json.load(sys.stdin)
    rclpy.init()
    journal = pathlib.Path(sys.argv[2]).with_name(f"{sys.argv[1]}.used")
    node = SkillServer(Robot(sys.argv[1], domain), domain, guard, journal, "".join(sys.argv[3:]))
    executor = MultiThreadedExecutor(num_threads=4)
    executor.add_node(node)
    try:
        executor.spin()
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
