"""A skill server and a world state for one robot, to copy and fill in: all that moves or sees is in Robot.

surefleet domain examples/one-robot.yaml --json | python3 examples/skill_server.py robot_1
"""

import json
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


class SkillServer(Node):
    def __init__(self, robot, domain):
        super().__init__("skill_server", namespace=robot.name)
        self.robot, self.domain, self.news = robot, domain, threading.Condition()
        self.approved, self.results, self.ended = {}, {}, set()  # by (mission, step); by mission
        latched = lambda depth: QoSProfile(depth=depth, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self.world = self.create_publisher(WorldState, "/world/state", latched(1))
        self.create_subscription(JointStep, "/fleet/approved_step", self.see_verdict, latched(16))
        self.create_subscription(Turn, "/fleet/ring", self.hear, 64)
        self.create_timer(0.2, self.tell_world)
        group = ReentrantCallbackGroup()
        self.server = ActionServer(self, ExecuteSkill, f"/{robot.name}/skill", self.execute, callback_group=group)

    def tell_world(self):
        state = WorldState(domain_sha256=self.domain["sha256"], facts=self.robot.facts())
        state.header.stamp = self.get_clock().now().to_msg()
        self.world.publish(state)

    def see_verdict(self, joint):
        if joint.verdict == JointStep.APPROVED and not joint.stop:
            with self.news:
                self.approved.setdefault((bytes(joint.mission_id), joint.step), joint)
                self.news.notify_all()

    def hear(self, message):
        if message.kind == Turn.END:
            with self.news:
                self.ended.add(bytes(message.brief.mission_id))

    def allows(self, key, goal):
        """Whether this goal may begin: its step was approved with it, is the newest, and its mission goes on."""
        decided = self.approved[key].decided if key in self.approved else []
        mine = any(part.robot == self.robot.name and part.decision == goal.decision for part in decided)
        later = any(mission == key[0] and step > key[1] for mission, step in self.approved)
        return mine and self.approved[key].attempt == goal.attempt and not later and key[0] not in self.ended

    def execute(self, handle):
        goal, symbol = handle.request, f"{handle.request.skill}({', '.join(handle.request.arguments)})"
        key = (bytes(goal.mission_id), goal.step)
        with self.news:
            self.news.wait_for(lambda: key in self.approved, timeout=2.0)  # goal and approval travel separately
            is_first = key not in self.results
            if is_first and not self.allows(key, goal):
                handle.abort()
                return Result(error_code=Result.NOT_APPROVED, error_msg=f"{symbol} is not approved: nothing moves")
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
    domain = json.load(sys.stdin)
    rclpy.init()
    node = SkillServer(Robot(sys.argv[1], domain), domain)
    executor = MultiThreadedExecutor(num_threads=4)
    executor.add_node(node)
    try:
        executor.spin()
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
