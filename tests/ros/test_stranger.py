"""A stranger's client: rclpy and the interfaces, nothing else of ours."""

import pytest
from conftest import wait_until
from stranger import LATCHED
from surefleet.msg import HelpAnswer, JointStep, Turn
from surefleet.srv import ClaimHelp

MISSION = "Move apple 1 to the sink. Move potato 1 to the counter."


def people_answer(fleet):
    """No simulated operator, no calibration: every decision waits for the stranger."""
    del fleet["simulator"]["operator"]
    del fleet["calibration"]
    fleet["simulator"]["skill_ms"] = 20
    fleet["ring"]["lease_ms"] = 3000  # the order of the ring is asserted, and a robot that is slow to be found would be passed over


def what_i_would_do(request):
    """The stranger's own plan for MISSION, read off the options in words alone."""
    by_text = {option.text: option for option in request.options if option.allowed}
    carries = {"robot_1": ("apple 1", "in the sink"), "robot_2": ("potato 1", "on the counter")}
    if request.robot in carries:
        item, destination = carries[request.robot]
        done = [line for line in request.prompt.splitlines() if line.startswith(("In the sink", "On the counter"))]
        where = {"in the sink": "In the sink", "on the counter": "On the counter"}[destination]
        delivered = any(line.startswith(where) and item in line for line in done)
        choices = [f"put it down {destination}", f"grab {item}", f"go to {item}"]
        at_item = f"{request.robot.replace('_', ' ')} is at {item}"
        for text in choices:
            option = by_text.get(text)
            if option and not delivered and not (text.startswith("go to") and at_item in request.prompt):
                return option
    return next(option for option in by_text.values() if "idle" in option.text)


def test_a_stranger_sends_a_mission_watches_the_ring_answers_help_and_sees_the_result(start_fleet, stranger):
    start_fleet(people_answer)
    _, result = stranger.send(MISSION, horizon=6)
    answered = set()
    while not result.done():
        wait_until(lambda: result.done() or set(stranger.requests) - answered, what="a help request or the result")
        for request_id in set(stranger.requests) - answered:
            request = stranger.requests[request_id]
            assert stranger.claim(request_id, "tester").accepted
            option = what_i_would_do(request)
            reply = stranger.answer(request_id, kind=HelpAnswer.OPTION, option=option.id)
            assert reply.accepted, reply.reason
            answered.add(request_id)
    outcome = result.result().result
    assert outcome.error_code == 0, outcome.error_msg
    assert outcome.help_count == outcome.decisions == len(answered) >= 9
    assert any("robot_1 put it down in the sink" in line for line in outcome.plan), outcome.plan

    wait_until(lambda: any(turn.kind == Turn.END for turn in stranger.turns), what="END on the ring")
    wait_until(lambda: len(stranger.records) >= outcome.decisions, what="the record of each decision")
    assert {r.operator_name for r in stranger.records} == {"tester"}
    assert not any(r.autonomy for r in stranger.records)
    # From the start, each robot's turns: who watches from now on may have met a robot after it spoke.
    turns = []
    stranger.node.create_subscription(Turn, "/fleet/ring", turns.append, LATCHED)

    def holders():
        first = [t for t in turns if t.kind == Turn.TURN and t.step == 1 and len(t.decided) < 3]
        return {len(t.decided): t.order[len(t.decided)] for t in first}

    wait_until(lambda: len(holders()) == 3, what="the turns of the first step")
    assert holders() == {0: "robot_1", 1: "robot_2", 2: "robot_3"}
    assert [s.step for s in stranger.verdicts if s.verdict == JointStep.APPROVED and not s.stop] == list(range(1, outcome.steps + 1))


def test_wrong_answers_are_refused_with_the_reason(start_fleet, stranger):
    start_fleet(people_answer)
    handle, result = stranger.send(MISSION, horizon=6)
    request_id = wait_until(lambda: next(iter(stranger.requests), None), what="a help request")
    refused = stranger.answer(request_id, kind=HelpAnswer.OPTION, option=999)
    assert not refused.accepted and "999" in refused.reason
    unknown = stranger.answer("no such id", kind=HelpAnswer.HALT)
    assert not unknown.accepted and "no such id" in unknown.reason
    assert stranger.claim(request_id, "ann").accepted
    second = stranger.claim(request_id, "bob")
    assert not second.accepted and second.claimed_by == "ann"
    taken = stranger.answer(request_id, kind=HelpAnswer.NONE_OF_THESE, by="bob")
    assert not taken.accepted and "ann works on" in taken.reason
    forged = stranger.answer(request_id, kind=HelpAnswer.HALT, by="ann", mission_id=[9] * 16)
    assert not forged.accepted and "is not of mission 0909" in forged.reason
    assert not stranger.claim(request_id, "bob", ClaimHelp.Request.RELEASE).accepted
    over = stranger.claim(request_id, "bob", ClaimHelp.Request.TAKE_OVER)
    assert over.accepted and over.claimed_by == "bob" and over.claimed_until.sec > 0
    wait_until(lambda: stranger.lines[request_id].claimed_by == "bob", what="the queue that names bob")
    assert stranger.claim(request_id, "bob", ClaimHelp.Request.RELEASE).accepted
    assert stranger.answer(request_id, kind=HelpAnswer.HALT, by="ann").accepted
    halted = result.result() if result.done() else wait_until(lambda: result.done() and result.result(), what="the result")
    assert halted.result.error_code == halted.result.HALTED
    late = stranger.answer(request_id, kind=HelpAnswer.NONE_OF_THESE, by="bob")
    assert not late.accepted and "ann" in late.reason


@pytest.mark.parametrize(
    "goal, code, words",
    [
        ({"text": "Move the zeppelin to the sink."}, 1, "zeppelin"),
        ({"text": MISSION, "robots": ["robot_9"]}, 2, "robot_9"),
        ({"text": MISSION, "alpha": 1.5}, 3, "1.5"),
        ({"text": MISSION, "horizon": 1}, 4, "at least"),
    ],
)
def test_bad_missions_are_refused_with_what_to_do(start_fleet, stranger, goal, code, words):
    start_fleet()
    _, result = stranger.send(**goal)
    refused = wait_until(lambda: result.done() and result.result(), what="the refusal").result
    assert refused.error_code == code and words in refused.error_msg, refused.error_msg
