"""The example skill server drives a robot of a fleet that simulates no world."""

import json
import os
import subprocess
import sys

import pytest
import yaml
from conftest import PROGRAMS, ROOT, wait_until
from rclpy.action import ActionClient
from stranger import LATCHED, result_of, send_goal
from surefleet.action import ExecuteSkill
from surefleet.msg import HelpAnswer, JointStep, RobotDecision

FLEET = ROOT / "examples" / "one-robot.yaml"
PLAN = ["put it down in the sink", "grab apple 1", "go to apple 1"]  # the last one first


def example_fleet(fleet):
    fleet.clear()
    fleet.update(yaml.safe_load(FLEET.read_text()))


@pytest.fixture
def domain():
    return subprocess.run([PROGRAMS / "surefleet", "domain", FLEET, "--json"], capture_output=True, check=True).stdout


@pytest.fixture
def start_skill_server(domain):
    servers = []

    def start(fleet):
        command = [sys.executable, ROOT / "examples" / "skill_server.py", "robot_1", fleet.state]
        servers.append(subprocess.Popen(command, stdin=subprocess.PIPE, env=os.environ))
        servers[-1].stdin.write(domain)
        servers[-1].stdin.close()

    yield start
    for server in servers:
        server.terminate()
        server.wait(timeout=10)


def test_a_mission_completes_on_the_example_and_nothing_moves_that_was_not_approved(
    start_fleet, start_skill_server, stranger, domain
):
    fleet = start_fleet(example_fleet)
    start_skill_server(fleet)
    _, result = stranger.send("Move apple 1 to the sink.")
    answered = set()
    while not result.done():
        wait_until(lambda: result.done() or set(stranger.requests) - answered, what="a help request or the result")
        for request_id in set(stranger.requests) - answered:
            options = {option.text: option for option in stranger.requests[request_id].options if option.allowed}
            option = next(options[text].id for text in PLAN if text in options)
            reply = stranger.answer(request_id, kind=HelpAnswer.OPTION, option=option)
            assert reply.accepted, reply.reason
            answered.add(request_id)
    outcome = result.result().result
    assert outcome.error_code == 0, outcome.error_msg
    assert outcome.steps == len(answered) == 3
    assert set(fleet.members()) == {"help_desk", "safety_monitor", "robot_1.planner"}

    # The stranger asks for a skill itself: of a step that nobody approved, then of the mission that is over.
    skills = ActionClient(stranger.node, ExecuteSkill, "/robot_1/skill")
    assert skills.wait_for_server(timeout_sec=10)
    decisions = {each["symbol"]: each["decision"] for each in json.loads(domain)["decisions"]}

    def ask(mission_id, step, skill, *arguments):
        decision = decisions[f"{skill}({', '.join(arguments)})"]
        goal = ExecuteSkill.Goal(mission_id=mission_id, step=step, decision=decision, skill=skill, arguments=arguments)
        goal = stranger.signet("planner/robot_1").seal(goal)
        return result_of(send_goal(stranger.executor, skills, goal, 10).get_result_async(), 10).result

    assert ask([7] * 16, 1, "go_to", "fridge").error_code == ExecuteSkill.Result.NOT_APPROVED
    mission = stranger.verdicts[0].mission_id
    assert ask(mission, 4, "go_to", "fridge").error_code == ExecuteSkill.Result.NOT_APPROVED
    # It forges an approval of its own, without the monitor's signature.
    forger = stranger.node.create_publisher(JointStep, "/fleet/approved_step", LATCHED)
    part = RobotDecision(robot="robot_1", decision=decisions["go_to(fridge)"])
    expires = stranger.node.get_clock().now().to_msg()
    expires.sec += 4
    forged = JointStep(verdict=JointStep.APPROVED, mission_id=[7] * 16, step=1, decided=[part], expires=expires)
    forged.nonce, forged.signature = bytes(16), bytes(64)
    wait_until(lambda: forger.get_subscription_count() >= 3, what="everybody who listens to approvals")
    forger.publish(forged)
    assert ask([7] * 16, 1, "go_to", "fridge").error_code == ExecuteSkill.Result.NOT_APPROVED
    # A repeat of the last step gets its first result; done anew, it would fail, for the gripper is empty.
    assert ask(mission, 3, "put_down", "sink").error_code == ExecuteSkill.Result.NONE
