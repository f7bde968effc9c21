"""The fleet whose model says what missions mean: the oracle scores, and what words leave open is asked."""

import math

import pytest
import yaml
from conftest import ROOT, wait_until
from stranger import result_of
from surefleet.msg import HelpAnswer
from surefleet.srv import CheckDecisions
from surefleet_seal import digest
from test_constraints import Chip

SHIPPED = yaml.safe_load((ROOT / "config/fleets/household-grounded.yaml").read_text())


@pytest.fixture
def chip(stranger):
    return Chip(stranger)


def shipped(fleet):
    """The shipped scorer and calibration; faster leases and skills, and people instead of a simulated operator."""
    kept = {key: SHIPPED[key] for key in ("calibration", "vague_missions", "require_grounded")}
    fleet.update(scorer=SHIPPED["scorer"] | {"model": str(ROOT / SHIPPED["scorer"]["model"])}, **kept)
    fleet["ring"]["lease_ms"] = 2000
    fleet["audits"] = 0.0
    fleet["simulator"]["skill_ms"] = 60
    del fleet["simulator"]["operator"]


def test_a_clear_mission_is_done_without_a_person(start_fleet, stranger):
    start_fleet(shipped)
    _, result = stranger.send("Move apple 2 to the sink. Put bread 1 on the shelf. Robot 2 must never open the fridge.", horizon=9)
    report = result_of(result, 60).result
    assert (report.error_code, report.help_count) == (0, 0), report.error_msg
    scorers = {record.scorer for record in stranger.records}
    assert scorers == {"grounded(mission-parser)"}
    assert {sum(option.in_set for option in record.options) for record in stranger.records} == {1}


def test_what_words_leave_open_is_asked(start_fleet, stranger):
    start_fleet(shipped)
    handle, result = stranger.send("Put the kettle away.", horizon=12)
    request = wait_until(lambda: next(iter(stranger.requests.values()), None), what="a help request")
    # The words fit several things: the set holds the options that they ask for, best first.
    best = [option for option in request.options if option.in_set]
    assert len(best) > 1 and all(option.allowed for option in best), request.options
    assert not [option.text for option in best if "kettle" not in option.text and option.text != "remain idle"], best
    reply = stranger.answer(request.id, kind=HelpAnswer.OPTION, option=best[0].id)
    assert reply.accepted, reply.reason
    asked = (request.robot, request.step)
    record = wait_until(lambda: next((each for each in stranger.records if (each.robot, each.step) == asked), None), what="its record")
    assert record.operator_name == "tester"
    assert record.decision == best[0].decision
    assert not result.done()
    stranger.cancel(handle)


STRANGE = [
    ("Put the spuds away.", 'no mission that it was calibrated on says "Put the spuds"'),
    ("Take the kettle that is in the fridge to the table.", 'no mission that it was calibrated on says "Take the kettle that"'),
    ("Is the red apple in the sink?", "no mission that it was calibrated on says"),
    ("Put 2 knives in the sink.", "no mission that it was calibrated on says"),
    ("Bring apple 3 to the sink.", 'there is no "apple 3": there are apple 1, apple 2'),
    ("Put the kettle away. Bring the other apple to the sink.", "2 parts of it leave something open"),
]
UNDERSTOOD = ["Is the red apple in the sink?", "Put 2 knives in the sink.", "Put the kettle away. Bring the other apple to the sink."]


@pytest.mark.parametrize(("text", "why"), STRANGE)
def test_a_model_that_is_sure_of_what_it_was_never_calibrated_on_asks(start_fleet, stranger, text, why):
    start_fleet(shipped)
    handle, _ = stranger.send(text, horizon=12)
    request = wait_until(lambda: next(iter(stranger.requests.values()), None), what="a help request")
    assert why in request.question, request.question
    assert all(option.in_set for option in request.options), "nothing is excluded"
    # All of S is shown. What the model thinks counts only where it is about all that the text names, and nothing else.
    assert len(request.options) == 37
    tells_apart = request.options[0].score > request.options[-1].score
    assert tells_apart == (text in UNDERSTOOD), [option.score for option in request.options]
    assert not stranger.records, "nobody decided alone"
    stranger.cancel(handle)


def test_what_is_forbidden_in_free_words_is_enforced_or_refused(start_fleet, stranger, chip):
    start_fleet(shipped)
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


def test_a_model_behind_a_server_reads_missions(start_fleet, stranger, model):
    def served(fleet):
        shipped(fleet)
        fleet["scorer"] = {"kind": "grounded", "samples": 7, **model.address}
        del fleet["calibration"]

    # Seven answers with seeds of their own: five sinks, a shelf, and one that is no mission.
    answers = ["F G located(apple_1, sink) ."] * 5 + ["F G located ( apple_1 , shelf ) .", "Sure, I put it away!"]
    model.says = lambda request: answers[request["seed"]]
    start_fleet(served)
    handle, _ = stranger.send("Put my apple away.", horizon=9)
    request = wait_until(lambda: next(iter(stranger.requests.values()), None), what="a help request")
    asked = [each for each in model.requests if each["messages"][1]["content"] == "Put my apple away."]
    assert sorted(each["seed"] for each in asked) == list(range(7))
    assert {each["temperature"] for each in asked} == {1.0}
    assert "Write what the mission asks for" in asked[0]["messages"][0]["content"]
    # Six of eight parts of the probability are for fetching apple 1 (the one for what never came is spread over all).
    mass = {option.text: math.exp(option.score) for option in request.options}
    best = max(mass, key=mass.get)
    assert mass[best] < 0.8 and abs(sum(mass.values()) - 1) < 1e-6, mass
    assert min(mass.values()) > 0.2 / len(mass), "two answers in eight are spread over all options"
    stranger.cancel(handle)
