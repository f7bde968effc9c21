"""Words of any length and any letters from outside: the gate stays open, terminals obey nothing, logs stay short."""

import subprocess
import uuid

import pytest
from conftest import PROGRAMS, wait_until
from rclpy.qos import QoSProfile, ReliabilityPolicy
from stranger import LATCHED, answer_of
from surefleet.action import ExecuteMission
from surefleet.msg import Gate, HelpOption, HelpRequest, JointStep, Turn
from surefleet.srv import AnswerHelp, ClaimHelp, ConfirmConstraint, ReadMission, RequestHelp, TranslateConstraint
from surefleet_seal import Signet, question_key

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

    ann, planner = stranger.signet("ann"), stranger.signet("planner/robot_1")
    somebody = Signet(text, bytes(32), ann.fleet)

    def call(signet, kind, name, **fields):
        reason = answer_of(stranger.node.create_client(kind, name), kind.Request(**fields), signet).reason
        assert len(reason) < 2_000, "nobody reads that"
        return reason

    translate, confirm = "/safety_monitor/translate_constraint", "/safety_monitor/confirm_constraint"
    proposed = answer_of(
        stranger.node.create_client(TranslateConstraint, translate), TranslateConstraint.Request(text="Robot 1 must never be at the sink."), ann
    )
    assert proposed.id == "c1", proposed.reason
    assert "1024 at most are read" in call(ann, TranslateConstraint, translate, text=text)
    assert "look at it again" in call(ann, ConfirmConstraint, confirm, id="c1", formula=text)
    assert "at most 4096 are read" in call(None, ReadMission, "/help_desk/read_mission", request_id="x", text=text)
    assert "at most 4096 are read" in call(ann, AnswerHelp, "/help_desk/answer", request_id="x", text=text)
    # Nobody has a name of such a length.
    assert "names no participant" in call(somebody, TranslateConstraint, translate, text="x")
    assert "names no participant" in call(somebody, ConfirmConstraint, confirm, id="c1", formula=proposed.formula)
    assert "names no participant" in call(somebody, ClaimHelp, "/help_desk/claim", request_id="x")
    if len(text) > 1_000_000:
        question = HelpRequest(robot="robot_1", question=text)
        question.key = question_key("k", question)
        assert "at most 262144 are read" in call(planner, RequestHelp, "/help_desk/request", request=question)
    for goal in [{"mission": text}, {"mission": "Move apple 1 to the sink.", "constraints": [text]}]:
        _, result = stranger.send(goal.pop("mission"), horizon=9, **goal)
        refused = wait_until(lambda: result.done() and result.result(), 60, "the refusal").result
        assert refused.error_code == ExecuteMission.Result.BAD_MISSION and "at most" in refused.error_msg, refused.error_msg[:200]
    assert does_a_mission(stranger).error_code == 0
    assert all(gate.open for gate in gates[next(i for i, gate in enumerate(gates) if gate.open) :])


def test_a_terminal_obeys_no_text_of_a_question(start_fleet, stranger):
    fleet = start_fleet()
    mission = list(uuid.uuid4().bytes)
    option = HelpOption(id=1, decision=1, text=f"go {NASTY}", in_set=True, allowed=True)
    question = HelpRequest(
        robot="robot_1", mission_id=mission, step=1, kind=HelpRequest.DECISION, question=f"Which? {NASTY}",
        mission_text=NASTY, prompt=NASTY, world=[NASTY], options=[option], default_action=HelpRequest.HOLD,
    )
    question.key = question_key(f"nasty {NASTY}", question)
    asks = stranger.node.create_client(RequestHelp, "/help_desk/request")
    asked = answer_of(asks, RequestHelp.Request(request=question), stranger.signet("planner/robot_1"))
    assert asked.accepted, asked.reason
    def shown(command):
        shown = subprocess.run([PROGRAMS / "surefleet", "help-desk", *command], capture_output=True, timeout=60)
        return (shown.stdout + shown.stderr).decode()

    for command in (["list"], ["show", asked.id], ["list", "--json"]):
        # The queue may reach a new terminal late.
        text = wait_until(lambda: next((text for text in [shown(command)] if "Which?" in text), None), what="the question in the queue")
        assert not [letter for letter in text if (ord(letter) < 32 and letter not in "\n\t") or 127 <= ord(letter) < 160 or letter == "\u202e"], repr(text)
    logs = "".join(fleet.log_of(name) for name in ("help_desk", "safety_monitor", "world_simulator"))
    assert not [letter for letter in logs if ord(letter) < 32 and letter not in "\n\t"], repr(logs[:2000])


def test_a_flood_of_malformed_messages_is_a_few_lines_of_log(start_fleet, stranger):
    fleet = start_fleet()
    turns = stranger.node.create_publisher(Turn, "/fleet/ring", LATCHED)
    steps = stranger.node.create_publisher(JointStep, "/fleet/approved_step", LATCHED)
    wait_until(lambda: turns.get_subscription_count() >= 6 and steps.get_subscription_count() >= 4, what="its listeners")
    planner, monitor = stranger.signet("planner/robot_1"), stranger.signet("safety_monitor")
    for number in range(5_000):
        turn = Turn(kind=250, sender=f"Robot {number} {NASTY * 20}")
        step = JointStep(verdict=JointStep.APPROVED, step=0, mission_id=[0] * 16)
        # Of strangers, of a planner that has lost its mind, and of somebody with the fleet's own key.
        turns.publish(planner.seal(turn) if number % 3 == 0 else monitor.seal(turn) if number % 3 == 1 else turn)
        steps.publish(monitor.seal(step) if number % 2 else step)
    wait_until(lambda: "were left out" in fleet.log_of("world_simulator"), what="a count of what was left out")
    assert does_a_mission(stranger).error_code == 0
    sizes = {log.name: log.stat().st_size for log in (fleet.folder / "out/test/logs").glob("*.log")}
    assert max(sizes.values()) < 500_000, sizes
