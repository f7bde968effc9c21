"""Words of any length and any letters from outside: the gate stays open, terminals obey nothing, logs stay short."""

import subprocess
import uuid

import pytest
from conftest import PROGRAMS, wait_until
from rclpy.qos import QoSProfile, ReliabilityPolicy
from stranger import LATCHED, answer_of
from surefleet.action import ExecuteMission
from surefleet.msg import Gate, HelpRequest, JointStep, ScoredOption, Turn
from surefleet.srv import AnswerHelp, ClaimHelp, ConfirmConstraint, ReadMission, RequestHelp, ShowHelp, TranslateConstraint

LONG = ["Robot 1 must never go to the sink. " * 3_000, "a" * 10_000_000, "(open(fridge) U " * 6_000]
NASTY = "\x1b[2J\x1b]0;owned\x07 \x9b31m red \u202egnorw\x08"


def does_a_mission(stranger):
    _, result = stranger.send("Move apple 1 to the sink.", horizon=9)
    return wait_until(lambda: result.done() and result.result(), 90, "the mission's end").result


@pytest.mark.parametrize("text", LONG, ids=["sentences", "10 MB", "formula"])
def test_what_nobody_could_read_is_refused_at_once_and_the_gate_stays_open(text, start_fleet, stranger):
    gates = []
    stranger.node.create_subscription(Gate, "/safety_monitor/gate", gates.append, QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT))
    start_fleet()
    wait_until(lambda: any(gate.open for gate in gates), what="an open gate")

    def call(kind, name, **fields):
        return answer_of(stranger.node.create_client(kind, name), kind.Request(**fields))

    constraint = "/safety_monitor/translate_constraint"
    assert "1024 at most are read" in call(TranslateConstraint, constraint, text=text).reason
    assert "at most 256 are read" in call(TranslateConstraint, constraint, text="x", operator_name=text).reason
    assert "at most 256 are read" in call(ConfirmConstraint, "/safety_monitor/confirm_constraint", id="c1", operator_name=text).reason
    assert "at most 4096 are read" in call(ReadMission, "/help_desk/read_mission", request_id="x", text=text).reason
    assert "at most 4096 are read" in call(AnswerHelp, "/help_desk/answer", request_id="x", text=text, operator_name="ann").reason
    assert "at most 256 are read" in call(ClaimHelp, "/help_desk/claim", request_id="x", operator_name=text).reason
    assert "at most 256 are read" in call(ShowHelp, "/help_desk/show", request_id="x", operator_name=text).reason
    if len(text) > 1_000_000:
        question = HelpRequest(key="k", robot="robot_1", question=text)
        assert "at most 262144 are read" in call(RequestHelp, "/help_desk/request", request=question).reason
    for goal in [{"mission": text}, {"mission": "Move apple 1 to the sink.", "constraints": [text]}]:
        _, result = stranger.send(goal.pop("mission"), horizon=9, **goal)
        refused = wait_until(lambda: result.done() and result.result(), 60, "the refusal").result
        assert refused.error_code == ExecuteMission.Result.BAD_MISSION and "at most" in refused.error_msg, refused.error_msg[:200]
    assert does_a_mission(stranger).error_code == 0
    assert all(gate.open for gate in gates[next(i for i, gate in enumerate(gates) if gate.open) :])


def test_a_terminal_obeys_no_text_of_a_question(start_fleet, stranger):
    fleet = start_fleet()
    mission = list(uuid.uuid4().bytes)
    option = ScoredOption(decision=1, text=f"go {NASTY}", in_set=True, allowed=True)
    question = HelpRequest(
        key=f"nasty {NASTY}", robot="robot_1", mission_id=mission, step=1, question=f"Which? {NASTY}",
        mission_text=NASTY, prompt=NASTY, world=[NASTY], options=[option], default_action=HelpRequest.HOLD,
    )
    asked = answer_of(stranger.node.create_client(RequestHelp, "/help_desk/request"), RequestHelp.Request(request=question))
    assert asked.accepted, asked.reason
    for command in (["list"], ["show", asked.id], ["list", "--json"]):
        shown = subprocess.run([PROGRAMS / "surefleet", "help-desk", *command], capture_output=True, timeout=60)
        text = (shown.stdout + shown.stderr).decode()
        assert "Which?" in text, text
        assert not [letter for letter in text if (ord(letter) < 32 and letter not in "\n\t") or 127 <= ord(letter) < 160 or letter == "\u202e"], repr(text)
    logs = "".join(fleet.log_of(name) for name in ("help_desk", "safety_monitor", "world_simulator"))
    assert not [letter for letter in logs if ord(letter) < 32 and letter not in "\n\t"], repr(logs[:2000])


def test_a_flood_of_malformed_messages_is_a_few_lines_of_log(start_fleet, stranger):
    fleet = start_fleet()
    turns = stranger.node.create_publisher(Turn, "/fleet/ring", LATCHED)
    steps = stranger.node.create_publisher(JointStep, "/fleet/approved_step", LATCHED)
    wait_until(lambda: turns.get_subscription_count() >= 6 and steps.get_subscription_count() >= 4, what="its listeners")
    for number in range(5_000):
        turns.publish(Turn(kind=250, sender=f"Robot {number} {NASTY * 20}"))
        steps.publish(JointStep(verdict=JointStep.APPROVED, step=0, mission_id=[0] * 16))
    wait_until(lambda: "were left out" in fleet.log_of("world_simulator"), what="a count of what was left out")
    assert does_a_mission(stranger).error_code == 0
    sizes = {log.name: log.stat().st_size for log in (fleet.folder / "out/test/logs").glob("*.log")}
    assert max(sizes.values()) < 500_000, sizes
