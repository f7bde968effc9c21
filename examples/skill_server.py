"""A skill server and a world state for one robot. Copy it, and put your own robot into the class Robot.

surefleet domain examples/one-robot.yaml --json | python3 examples/skill_server.py robot_1 out/one-robot/state
"""

import json
import os
import pathlib
import struct
import sys
import threading
import time
from concurrent.futures import Future

import rclpy
from rclpy.action import ActionServer, GoalResponse
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
    sys.exit("messages are signed with cryptography: pip install cryptography, or apt install python3-cryptography")
from surefleet_seal import Roster, Signet, digest

Result = ExecuteSkill.Result
FRESH = 10 * 10**9  # nanoseconds for which a seal counts (docs/security.md)


class Robot:
    """Your robot drives, looks, and stops when a goal is canceled. This one finishes each skill at once, so it has nothing to stop."""

    def __init__(self, name, domain):
        self.name, self.at, self.held, self.open = name, None, None, set()
        of_type = lambda wanted: [each["name"] for each in domain["objects"] if wanted in each["types"]]
        self.places = {item: of_type("surface")[0] for item in of_type("item")}

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
    """The bytes that the monitor signed (docs/integration.md, "Signed approvals")."""
    signed = b"surefleet approval 1\n" + bytes(joint.mission_id)
    signed += struct.pack("<III", joint.step, joint.attempt, len(joint.decided))
    for part in joint.decided:
        robot = part.robot.encode()
        signed += struct.pack("<I", len(robot)) + robot + struct.pack("<HI", part.decision, part.attempt)
    return signed + bytes(joint.nonce) + struct.pack("<Q", nanoseconds(joint.expires))


def nanoseconds(time):
    return time.sec * 10**9 + time.nanosec


class ApprovalGuard:
    """Accepts approvals that the monitor signed, in time, and each message once."""

    LONGEST = 120 * 10**9  # no approval expires later than this, unless the monitor's clock differs from ours

    def __init__(self, path):
        try:
            word, digits = open(path).read().split()
            if word != "ed25519-public":
                raise ValueError("this is not a public key")
            self.key, self.nonces = Ed25519PublicKey.from_public_bytes(bytes.fromhex(digits)), {}
        except (OSError, ValueError) as error:
            sys.exit(f"skill_server: {path}: {error}; give it the fleet.pub that lies beside the monitor's fleet.key")

    def check(self, joint, now):
        """Raises ValueError with the reason if nothing may move for this approval; `now` in nanoseconds."""
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


class Keys:
    """The files that this program needs of the fleet's state folder, or of a copy: fleet.pub, fleet.roster and two of the keys."""

    def __init__(self, robot, folder):
        self.folder, self.guard = pathlib.Path(folder), ApprovalGuard(pathlib.Path(folder) / "fleet.pub")
        try:
            self.roster, self.world = Roster(folder), Signet.read(folder, "world")
            self.me = Signet.read(folder, f"skill_server/{robot}")
        except (OSError, ValueError, InvalidSignature) as error:
            sys.exit(f"skill_server: {folder}: {error!r}; surefleet keygen {folder} --fleet <fleet file> makes what is missing")


class SkillServer(Node):
    def __init__(self, robot, domain, keys, fleet=""):
        super().__init__("skill_server", namespace=f"{fleet}/{robot.name}")
        journal = keys.folder / f"{robot.name}.used"
        lines = journal.read_text().splitlines() if journal.exists() else []
        # The steps that an earlier life of this server may have begun: (mission, step).
        self.used = [(bytes.fromhex(mission), int(step)) for mission, step in map(str.split, lines)]
        self.journal = open(journal, "a")
        self.robot, self.domain, self.keys, self.news = robot, domain, keys, threading.Condition()
        self.approved, self.results, self.ended = {}, {}, set()  # by (mission, step); by mission
        self.heard = {}  # signatures of goals, and when they came
        self.not_believed = 0  # ends of missions that did not come from the safety monitor
        latched = lambda depth: QoSProfile(depth=depth, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self.world = self.create_publisher(WorldState, f"{fleet}/world/state", latched(1))
        self.create_subscription(JointStep, f"{fleet}/fleet/approved_step", self.see_verdict, latched(16))
        self.create_subscription(Turn, f"{fleet}/fleet/ring", self.hear, 64)
        self.create_timer(0.2, self.tell_world)
        group = ReentrantCallbackGroup()
        self.server = ActionServer(
            self, ExecuteSkill, f"{fleet}/{robot.name}/skill", self.execute, goal_callback=self.judge, callback_group=group
        )

    def judge(self, goal):
        """Only the robot's own planner may have it act, and no goal counts twice."""
        sealed = goal.seal.stamp.sec * 10**9 + goal.seal.stamp.nanosec
        signature, now = bytes(goal.seal.signature), time.time_ns()
        self.heard = {known: at for known, at in self.heard.items() if at > now - 2 * FRESH}
        is_fresh = abs(now - sealed) <= FRESH and signature not in self.heard
        if not is_fresh or not self.keys.roster.proves(goal, by=f"planner/{self.robot.name}"):
            self.get_logger().warning("a goal is rejected: the robot's planner did not send it, or it was heard before")
            return GoalResponse.REJECT
        self.heard[signature] = now
        return GoalResponse.ACCEPT

    def tell_world(self):
        state = WorldState(domain_sha256=self.domain["sha256"], facts=self.robot.facts())
        state.header.stamp = self.get_clock().now().to_msg()
        self.world.publish(self.keys.world.seal(state))

    def see_verdict(self, joint):
        if joint.verdict != JointStep.APPROVED or joint.stop:
            return
        try:
            self.keys.guard.check(joint, self.now())
        except ValueError as error:
            return self.get_logger().warning(f"nothing moves for the approval of step {joint.step}: {error}")
        with self.news:
            first = self.approved.setdefault((bytes(joint.mission_id), joint.step), joint)
            if (first.attempt, first.decided) == (joint.attempt, joint.decided):
                first.expires = joint.expires  # repeated with a later expiry: the step may begin until then
            self.news.notify_all()

    def now(self):
        return self.get_clock().now().nanoseconds

    def hear(self, message):
        if message.kind != Turn.END:
            return
        if not self.keys.roster.proves(message, by="safety_monitor"):
            self.not_believed += 1
            return self.get_logger().warning("the end of a mission is not believed: the safety monitor did not say it")
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
                return self.tell(handle, Result.NOT_APPROVED, f"{symbol} is not approved: nothing moves")
            if is_first:  # on disk before anything moves
                print(key[0].hex(), key[1], file=self.journal, flush=True)
                os.fsync(self.journal.fileno())
            self.results.setdefault(key, Future())  # once per step: a repeated goal waits for the first one's result
        if is_first:
            self.results[key].set_result(self.act(goal, symbol))
        return self.tell(handle, *self.results[key].result())

    def tell(self, handle, code, words=""):
        """The sealed result of this goal: a planner accepts no other."""
        handle.succeed() if code == Result.NONE else handle.abort()
        return self.keys.me.seal(Result(error_code=code, error_msg=words), digest(handle.request))

    def act(self, goal, symbol):
        """Returns the error code, and a sentence that says what went wrong."""
        known = self.domain["decisions"][goal.decision]["symbol"]
        if known.removesuffix("()") != symbol.removesuffix("()"):
            return Result.BAD_SKILL, f"decision {goal.decision} is {known}, not {symbol}"
        try:
            self.robot.act(goal.skill, *goal.arguments)
        except Exception as error:  # the mission must hear of every failure
            return Result.FAILED, str(error)
        self.tell_world()  # before the result: the next step is planned from these facts
        return Result.NONE, ""


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: skill_server.py <robot> <state folder with the fleet's keys> [namespace of the fleet, such as /north]")
    keys, domain = Keys(*sys.argv[1:3]), json.load(sys.stdin)
    rclpy.init()
    node = SkillServer(Robot(sys.argv[1], domain), domain, keys, *sys.argv[3:])
    executor = MultiThreadedExecutor(num_threads=4)
    executor.add_node(node)
    try:
        executor.spin()
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
