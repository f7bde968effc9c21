"""The demo's fleet as it is shipped: a model reads the mission, the oracle scores, and what words leave open is asked."""

import math

import yaml
from conftest import ROOT, wait_until
from stranger import result_of
from surefleet.msg import HelpAnswer

SHIPPED = yaml.safe_load((ROOT / "config/fleets/household-demo.yaml").read_text())


def shipped(fleet):
    """The shipped scorer and calibration; faster leases and skills, and people instead of a simulated operator."""
    fleet.update(scorer=SHIPPED["scorer"] | {"model": str(ROOT / SHIPPED["scorer"]["model"])}, calibration=SHIPPED["calibration"])
    fleet["ring"]["lease_ms"] = 2000
    fleet["simulator"]["skill_ms"] = 60
    del fleet["simulator"]["operator"]


def test_a_clear_mission_is_done_without_a_person(start_fleet, stranger):
    start_fleet(shipped)
    _, result = stranger.send("Move apple 2 to the sink and bread 1 to the shelf. Robot 2 must never open the fridge.", horizon=9)
    report = result_of(result, 60).result
    assert (report.error_code, report.help_count) == (0, 0), report.error_msg
    scorers = {record.scorer for record in stranger.records}
    assert scorers == {"grounded(mission-parser)"}
    assert {sum(option.in_set for option in record.options) for record in stranger.records} == {1}


def test_what_words_leave_open_is_asked(start_fleet, stranger):
    def vague(fleet):
        shipped(fleet)
        fleet["require_grounded"] = False

    start_fleet(vague)
    handle, result = stranger.send("Put the fruit away.", horizon=12)
    request = wait_until(lambda: next(iter(stranger.requests.values()), None), what="a help request")
    # The words fit several things, none of which is sure: no option alone is in the set, and all of S is shown, best first.
    assert sum(option.in_set for option in request.options) != 1
    best = [option for option in request.options if option.allowed][:3]
    assert best[0].score < math.log(0.9)
    assert not [option.text for option in best if "knife" in option.text or "kettle" in option.text], best
    reply = stranger.answer(request.id, kind=HelpAnswer.OPTION, decision=best[0].decision, operator_name="the test")
    assert reply.accepted, reply.reason
    asked = (request.robot, request.step)
    record = wait_until(lambda: next((each for each in stranger.records if (each.robot, each.step) == asked), None), what="its record")
    assert record.operator_name == "the test"
    assert record.decision == best[0].decision
    assert not result.done()
    assert result_of(handle.cancel_goal_async(), 10)
