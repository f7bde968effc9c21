"""A fleet that admits missions that only its scorer's model reads (`require_grounded: false`)."""

import pytest
import yaml
from conftest import ROOT, wait_until
from stranger import result_of
from surefleet.srv import CheckDecisions
from surefleet_seal import digest
from test_constraints import Chip

SHIPPED = yaml.safe_load((ROOT / "config/fleets/household-choice.yaml").read_text())


@pytest.fixture
def chip(stranger):
    return Chip(stranger)


def free(fleet):
    """The shipped model that chooses, and its calibration; people instead of a simulated operator."""
    fleet.update(scorer=SHIPPED["scorer"] | {"model": str(ROOT / SHIPPED["scorer"]["model"])}, calibration=SHIPPED["calibration"])
    fleet["require_grounded"] = False
    fleet["ring"]["lease_ms"] = 2000
    fleet["audits"] = 0.0
    fleet["simulator"]["skill_ms"] = 60
    del fleet["simulator"]["operator"]


STRANGE = [
    ("Put the spuds away.", 'no mission that it was calibrated on says "Put the spuds"'),
    ("Is the red apple in the sink?", "no mission that it was calibrated on says"),
    ("Bring apple 3 to the sink.", 'there is no "apple 3": there are apple 1, apple 2'),
]


@pytest.mark.parametrize(("text", "why"), STRANGE)
def test_a_model_that_was_never_calibrated_on_such_words_asks(start_fleet, stranger, text, why):
    start_fleet(free)
    handle, _ = stranger.send(text, horizon=12)
    request = wait_until(lambda: next(iter(stranger.requests.values()), None), what="a help request")
    assert why in request.question, request.question
    assert len(request.options) == 37 and all(option.in_set for option in request.options), "nothing is excluded"
    assert not stranger.records, "nobody decided alone"
    stranger.cancel(handle)


def test_what_is_forbidden_in_free_words_is_enforced_or_refused(start_fleet, stranger, chip):
    start_fleet(free)
    _, result = stranger.send("Put the fruit away, but never touch anything hot.", horizon=9)
    report = result_of(result, 30).result
    assert report.error_code != 0 and '"but"' in report.error_msg and "a sentence of its own" in report.error_msg, report.error_msg
    handle, _ = stranger.send("Put the fruit away. Robot 1 must never go near apple 1.", horizon=9)
    request = wait_until(lambda: next(iter(stranger.requests.values()), None), what="a help request")
    checks = stranger.node.create_client(CheckDecisions, "/safety_monitor/check")
    assert checks.wait_for_service(timeout_sec=20)
    facts = wait_until(lambda: chip.world, what="the world")[-1].facts
    check = CheckDecisions.Request(mission_id=list(handle.goal_id.uuid), step=request.step, robot="robot_1", facts=facts, candidates=range(37))
    verdicts = result_of(checks.call_async(stranger.signet("planner/robot_1").seal(check)), 10)
    assert stranger.proves(verdicts, digest(check), "safety_monitor")
    reason = verdicts.reasons[0]  # of going to apple 1
    assert verdicts.judged and "G !go_to(robot_1, apple_1)" in reason, list(verdicts.reasons)
    stranger.cancel(handle)
