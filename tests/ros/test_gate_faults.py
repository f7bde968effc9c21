"""What reaches the gate wrongly: a world that stands still, proposals that come twice, late and after a kill."""

import json
import random
import subprocess
import threading

import pytest
import rclpy
import yaml
from conftest import PROGRAMS, ROOT, make_keys, wait_until
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.qos import qos_profile_sensor_data
from stranger import LATCHED, Stranger
from surefleet.action import ExecuteSkill
from surefleet.msg import Gate, HelpAnswer, JointStep, RobotDecision, Turn
from test_approval_vector import skill_server

FLEET = ROOT / "examples" / "one-robot.yaml"
PLAN = ["go to apple 1", "grab apple 1", "put it down in the sink"]
ACTS = ["go_to(apple_1)", "grab(apple_1)", "put_down(sink)"]
example = skill_server()


def one_robot(fleet):
    fleet.clear()
    fleet.update(yaml.safe_load(FLEET.read_text()))


class Robot(example.SkillServer):
    """The example's skill server; its eyes can be made to show one picture for ever."""

    def __init__(self, state):
        command = [PROGRAMS / "surefleet", "domain", FLEET, "--json"]
        domain = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        super().__init__(example.Robot("robot_1", domain), domain, example.Keys("robot_1", state))
        self.acts, self.picture, self.is_frozen, self.publish = [], None, False, self.world.publish
        self.world.publish = self.show

    def show(self, picture):
        if not self.is_frozen:
            self.picture = picture
        self.publish(self.keys.world.seal(self.picture))

    def act(self, goal, symbol):
        self.acts.append(symbol)
        return super().act(goal, symbol)


class Person(Stranger):
    """Decides as in PLAN; hears every proposal and whether the gate is open."""

    def __init__(self):
        super().__init__()
        self.gates, self.proposals, self.answered, self.ring = [], [], set(), []
        self.hear(Gate, "/safety_monitor/gate", self.gates.append, qos_profile_sensor_data)
        self.hear(JointStep, "/fleet/proposed_step", self.proposals.append, 16)
        # With its past: a monitor that was started again may say the end before it is found.
        self.hear(Turn, "/fleet/ring", self.ring.append, LATCHED)

    def approved(self):
        return [v for v in list(self.verdicts) if v.verdict == JointStep.APPROVED and not v.stop]

    def open_request(self):
        return next((each for each in list(self.requests.values()) if each.id not in self.answered), None)

    def decide(self, request):
        """What comes next in PLAN of what is allowed."""
        texts = {option.text: option.id for option in request.options if option.allowed}
        option = next(texts[text] for text in reversed(PLAN) if text in texts)
        reply = self.answer(request.id, kind=HelpAnswer.OPTION, option=option)
        assert reply.accepted, reply.reason
        self.answered.add(request.id)

    def ends(self):
        return [turn for turn in list(self.ring) if turn.kind == Turn.END]

    def decide_all(self):
        """To the mission's end as the ring says it: a client of a monitor that was killed hears of none."""
        while not self.ends():
            wait_until(lambda: self.ends() or self.open_request(), 60, "a help request or the end")
            if request := self.open_request():
                self.decide(request)
        assert self.ends()[-1].outcome == Turn.SUCCEEDED


@pytest.fixture
def person():
    person = Person()
    yield person
    person.close()


@pytest.fixture
def start_robot():
    rclpy.init()
    executor = MultiThreadedExecutor(num_threads=4)
    robots = []

    def start(fleet):
        robots.append(Robot(fleet.state))
        executor.add_node(robots[-1])
        thread.start()
        return robots[-1]

    def spin():
        try:
            executor.spin()
        except ExternalShutdownException:
            pass

    thread = threading.Thread(target=spin)
    yield start
    rclpy.shutdown()
    thread.join()
    for robot in robots:
        # Until then it goes on saying its last world to whoever comes into its ROS domain.
        robot.destroy_node()


def test_nothing_moves_while_the_world_shows_an_old_picture(start_fleet, start_robot, person):
    robot = start_robot(start_fleet(one_robot))
    person.send("Move apple 1 to the sink.")
    person.decide(wait_until(person.open_request, what="the first help request"))
    wait_until(lambda: robot.acts == ACTS[:1], what="the first skill")
    request = wait_until(person.open_request, what="the second help request")
    robot.is_frozen = True
    wait_until(lambda: person.gates and not person.gates[-1].open, what="the gate to close")
    assert "old" in person.gates[-1].reason or "stale" in person.gates[-1].reason, person.gates[-1].reason
    person.decide(request)
    wait_until(lambda: [each for each in person.proposals if each.step == 2], what="the proposal of step 2")
    said = len(person.gates)
    wait_until(lambda: len(person.gates) > said + 10, what="ten more words of the gate")
    assert not any(gate.open for gate in person.gates[said:])
    assert max(each.step for each in person.approved()) == 1
    assert robot.acts == ACTS[:1]
    robot.is_frozen = False
    person.decide_all()
    assert robot.acts == ACTS


def test_an_end_that_somebody_else_says_ends_nothing_at_a_skill_server(start_fleet, start_robot, person):
    robot = start_robot(start_fleet(one_robot))
    handle, _ = person.send("Move apple 1 to the sink.")
    person.decide(wait_until(person.open_request, what="the first help request"))
    wait_until(lambda: robot.acts == ACTS[:1], what="the first skill")
    said = person.node.create_publisher(Turn, "/fleet/ring", LATCHED)
    wait_until(lambda: said.get_subscription_count() >= 5, what="everybody who listens to the ring")
    end = Turn(kind=Turn.END, sender="safety_monitor", outcome=Turn.HALTED, reason="because I say so")
    end.brief.mission_id = list(handle.goal_id.uuid)
    said.publish(end)
    said.publish(person.signet("planner/robot_1").seal(end))
    wait_until(lambda: robot.not_believed >= 2, what="both to be heard")
    person.decide_all()
    assert robot.acts == ACTS


@pytest.mark.parametrize("seed", [1, 2])
def test_proposals_that_come_again_and_out_of_order_start_each_skill_once(start_fleet, start_robot, person, seed):
    fleet = start_fleet(one_robot)
    robot = start_robot(fleet)
    dice, heard = random.Random(seed), []
    again = person.node.create_publisher(JointStep, "/fleet/proposed_step", 16)

    def repeat(proposal):
        """All proposals so far, shuffled, each up to three times; but not endlessly what comes back from here."""
        if proposal in heard:
            return
        heard.append(proposal)
        echoes = [each for each in heard for _ in range(dice.randint(1, 3))]
        dice.shuffle(echoes)
        for each in echoes:
            again.publish(each)

    person.node.create_subscription(JointStep, "/fleet/proposed_step", repeat, 64)
    person.send("Move apple 1 to the sink.")
    person.decide(wait_until(person.open_request, what="the first help request"))
    wait_until(lambda: robot.acts == ACTS[:1], what="the first skill")
    before = fleet.kill("safety_monitor")
    wait_until(lambda: fleet.members().get("safety_monitor", before) != before, what="a new monitor")
    for each in list(heard):
        again.publish(each)
    person.decide_all()
    assert robot.acts == ACTS
    contents = {(each.step, each.decided[0].decision) for each in person.approved()}
    assert [step for step, _ in sorted(contents)] == [1, 2, 3]


@pytest.mark.parametrize(
    "used, begins", [([], True), ([(7, 1)], True), ([(7, 2)], False), ([(7, 3)], False), ([(7, 1), (8, 9)], True)]
)
def test_the_example_begins_nothing_that_an_earlier_life_of_it_may_have_begun(tmp_path, used, begins):
    make_keys(tmp_path, FLEET)
    mission = bytes([7] * 16)
    lines = [f"{bytes([number] * 16).hex()} {step}\n" for number, step in used]
    (tmp_path / "robot_1.used").write_text("".join(lines))
    rclpy.init()
    robot = Robot(tmp_path)
    try:
        goal = ExecuteSkill.Goal(mission_id=list(mission), step=2, decision=5)
        approved = JointStep(decided=[RobotDecision(robot="robot_1", decision=5)])
        approved.expires.sec = robot.get_clock().now().to_msg().sec + 60
        robot.approved[mission, 2] = approved
        assert robot.allows((mission, 2), goal) == begins
    finally:
        robot.destroy_node()
        rclpy.shutdown()
