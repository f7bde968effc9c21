"""What people see and type with ROS tools alone."""

from conftest import wait_until
from surefleet.msg import HelpAnswer
from surefleet.srv import ClaimHelp
from test_stranger import MISSION, people_answer


def test_feedback_says_of_each_option_whether_it_was_allowed(start_fleet, stranger):
    start_fleet()
    _, result = stranger.send(MISSION, horizon=9)
    ended = wait_until(lambda: result.done() and result.result(), 90, "the mission's end").result
    assert ended.error_code == 0, ended.error_msg
    wait_until(lambda: len(stranger.feedback) >= ended.decisions, what="the feedback of each decision")
    taken = [option for said in stranger.feedback for option in said.prediction_set if option.text == said.decision]
    assert len(taken) >= 3 and all(option.allowed for option in taken), "what was done was allowed"
    refused = [option for said in stranger.feedback for option in said.prediction_set if not option.allowed]
    assert all(option.reason for option in refused), "what was not allowed has a reason"


def test_a_request_is_claimed_and_answered_by_its_id_alone(start_fleet, stranger):
    start_fleet(people_answer)
    _, result = stranger.send(MISSION, horizon=6)
    request_id = wait_until(lambda: next(iter(stranger.requests), None), what="a help request")
    unsaid = {"mission_id": [0] * 16}
    assert stranger.claim(request_id, "ann", ClaimHelp.Request.CLAIM, **unsaid).accepted
    unknown = stranger.claim("no such id", "ann", ClaimHelp.Request.CLAIM, **unsaid)
    assert not unknown.accepted and "no such id" in unknown.reason
    reply = stranger.answer(request_id, kind=HelpAnswer.HALT, by="ann", **unsaid)
    assert reply.accepted, reply.reason
    halted = wait_until(lambda: result.done() and result.result(), what="the result")
    assert halted.result.error_code == halted.result.HALTED
