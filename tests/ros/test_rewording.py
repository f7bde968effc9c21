"""Missions and constraints that the grammar cannot read, over real DDS: a language model rewords them, a person confirms them."""

import subprocess
import time

import pytest
from conftest import PROGRAMS, ROOT, wait_until
from model_server import MODEL
from rclpy.qos import qos_profile_sensor_data
from stranger import result_of
from surefleet.msg import Constraint, Gate, HelpAnswer
from surefleet.srv import CheckDecisions
from test_constraints import MISSION, Chip, people_answer
from test_corrections import demo_with_people, says_what_is_meant

LOOSE = "keep robot 1's hands off apple 1 till somebody has pulled the bottom drawer open"
PLAIN = "Robot 1 must not hold apple 1 before drawer 2 is open."
READ = "(robot 1 does not hold apple 1 until drawer 2 is open)."


def rewords(model):
    """A change to a fleet file: this model rewords, people answer."""

    def change(fleet):
        people_answer(fleet)
        fleet["translator"] = {"kind": "openai", **model.address}

    return change


@pytest.fixture
def chip(stranger):
    return Chip(stranger)


def add(chip, text):
    """Asks for a constraint; whoever hears nothing asks again and waits for the same answer."""
    return chip.call("translate_constraint", by="ann", text=text)


def request_of(stranger, robot, step, until_then):
    """A robot's request, with those before it answered: who is asked first depends on whose turn was lost."""
    answered = set()

    def find():
        for request in [r for key, r in stranger.requests.items() if key not in answered]:
            if (request.robot, request.step) == (robot, step):
                return request
            answered.add(request.id)
            text = until_then[request.robot, request.step]
            option = next(o.id for o in request.options if o.text == text)
            stranger.answer(request.id, kind=HelpAnswer.OPTION, option=option, by="ann")
        return None

    return wait_until(find, what=f"the request of {robot} in step {step}")


def test_what_a_model_rewords_is_confirmed_by_a_person_and_enforced(start_fleet, stranger, chip, model):
    fleet = start_fleet(rewords(model))
    model.says = PLAIN
    proposal = add(chip, LOOSE)
    assert proposal.accepted and proposal.formula == "!holding(robot_1, apple_1) W open(drawer_2)", proposal
    assert proposal.paraphrase == READ and proposal.refused_example[-1] == "robot 1 holds apple 1"
    assert proposal.groundings[0] == f'reworded by {MODEL} as: "{PLAIN}"', proposal.groundings
    assert any('"drawer 2" is drawer_2' in words for words in proposal.groundings)
    asked = model.requests[0]
    assert (asked["model"], asked["temperature"]) == (MODEL, 0.0) and LOOSE in asked["messages"][1]["content"]
    assert chip.stages() == {"c1": Constraint.PROPOSED}
    assert chip.confirm(proposal, "bob").accepted

    # It is enforced also by the monitor's next life; who reads the list sees both wordings.
    fleet.kill("safety_monitor")
    wait_until(lambda: chip.call("list_constraints").constraints, what="the monitor's next life")
    (one,) = chip.call("list_constraints").constraints
    assert (one.stage, one.paraphrase) == (Constraint.ACTIVE, READ)
    assert one.words.startswith(f"{LOOSE} (reworded by ") and "Robot 1 must not hold apple 1" in one.words
    handle, _ = stranger.send(MISSION, horizon=8)
    until_then = {("robot_1", 1): "go to apple 1", ("robot_2", 1): "remain idle", ("robot_2", 2): "remain idle"}
    request = request_of(stranger, "robot_1", 2, until_then)
    grab = next(o for o in request.options if o.text == "grab apple 1")
    assert not grab.allowed and LOOSE in grab.reason and "holding(robot_1, apple_1) (changed)" in grab.reason, grab
    stranger.cancel(handle)

    # What comes with a mission is not reworded: nobody would confirm it.
    before = len(model.requests)
    _, result = stranger.send(MISSION, horizon=8, constraints=[LOOSE])
    refused = result_of(result, 20).result
    assert refused.error_code != 0 and "surefleet constraint add" in refused.error_msg, refused.error_msg
    assert len(model.requests) == before

    # A model that says something else than the operator is refused, with what is the matter.
    model.says = "Robot 1 must not hold apple 1 before the fridge is open."
    other = add(chip, LOOSE)
    assert not other.accepted and "cannot be read" in other.reason, other.reason
    assert "the fridge" in other.reason and "drawer 2" in other.reason and MODEL in other.reason, other.reason


def test_gate_and_checks_go_on_while_the_model_thinks_and_a_queue_has_an_end(start_fleet, stranger, chip, model):
    start_fleet(rewords(model))
    gates = []
    hear = lambda gate: gates.append((time.monotonic(), gate))
    stranger.node.create_subscription(Gate, "/safety_monitor/gate", hear, qos_profile_sensor_data)
    handle, _ = stranger.send(MISSION, horizon=8)
    request = wait_until(lambda: next(iter(stranger.requests.values()), None), what="a request")
    checks = stranger.node.create_client(CheckDecisions, "/safety_monitor/check")
    assert checks.wait_for_service(timeout_sec=20)
    facts = wait_until(lambda: chip.world, what="the world")[-1].facts
    check = CheckDecisions.Request(
        mission_id=list(handle.goal_id.uuid), step=request.step, robot=request.robot, facts=facts
    )
    check.candidates = [option.decision for option in request.options]

    planner = stranger.signet(f"planner/{request.robot}")
    # What the grammar reads is answered at once; then the client and the service have found each other.
    at_once = "Robot 2 must never be at the fridge."
    assert add(chip, at_once).id == "c1"
    kind, client = chip.clients["translate_constraint"]

    def ask(text):
        return client.call_async(stranger.signet("ann").seal(kind.Request(text=text)))

    model.says = PLAIN
    model.may_answer.clear()
    waiting = [ask(LOOSE + " please" * number) for number in range(8)]
    wait_until(lambda: len(model.requests) == 8, what="the model's requests")
    again = ask(LOOSE)
    began, longest = time.monotonic(), 0.0
    gates.clear()
    while time.monotonic() - began < 3.0:
        asked = time.monotonic()
        assert result_of(checks.call_async(planner.seal(check)), 2).judged
        longest = max(longest, time.monotonic() - asked)
    assert longest < 1.0, f"a check took {longest} s"
    heard = [at for at, _ in gates]
    assert len(heard) > 4 and max(later - at for at, later in zip(heard, heard[1:])) < 1.5, heard
    assert all(gate.open for _, gate in gates), "the gate closed meanwhile"

    ninth = add(chip, LOOSE + " at once")
    assert not ninth.accepted and "8 others wait" in ninth.reason, ninth.reason
    assert add(chip, at_once).id == "c1"
    assert not any(future.done() for future in waiting)
    model.may_answer.set()
    proposals = [result_of(future, 20).id for future in waiting]
    assert len(set(proposals)) == 8 and "" not in proposals, proposals
    # Who heard nothing and asked again is told the same, and the model was not asked again.
    assert result_of(again, 20).id == proposals[0] and len(model.requests) == 8


def test_the_command_line_waits_for_a_slow_model_and_has_it_asked_once(start_fleet, chip, model):
    start_fleet(rewords(model))
    wait_until(lambda: chip.call("list_constraints") is not None, what="the monitor")
    model.says = PLAIN
    model.may_answer.clear()
    words = [PROGRAMS / "surefleet", "constraint", "add", "--patience", "5", "--operator", "ann", LOOSE]
    asked = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: model.requests, what="the model's request")
    # Longer than its patience, and than it takes to ask again.
    with pytest.raises(subprocess.TimeoutExpired):
        asked.wait(timeout=7)
    model.may_answer.set()
    shown, told = asked.communicate(timeout=20)
    assert asked.returncode == 1 and f'reworded by {MODEL} as: "{PLAIN}"' in shown, (shown, told)
    assert "c1 is not enforced" in shown and len(model.requests) == 1 and chip.stages() == {"c1": Constraint.PROPOSED}


def test_a_model_that_is_down_or_not_there_is_told_with_the_grammars_own_error(start_fleet, chip, model):
    down = start_fleet(rewords(model))
    model.close()
    refused = add(chip, LOOSE)
    assert not refused.accepted and "cannot be read" in refused.reason and "byte" in refused.reason, refused.reason
    assert f"the language model {MODEL} was asked" in refused.reason and "check that the server runs" in refused.reason
    assert not chip.stages()
    down.stop()

    start_fleet(people_answer)
    refused = add(chip, LOOSE)
    assert not refused.accepted and "translator:" in refused.reason, refused.reason


def test_a_model_in_the_monitors_own_process_is_asked_and_what_it_says_is_read_by_the_grammar(start_fleet, chip):
    def translates(fleet):
        people_answer(fleet)
        fleet["translator"] = {"kind": "local", "model": str(ROOT / "models/decision-maker")}

    start_fleet(translates)
    # It was trained for something else: it writes, and the grammar reads nothing in it.
    refused = add(chip, LOOSE)
    assert not refused.accepted and "cannot be read" in refused.reason and "byte" in refused.reason, refused.reason
    assert "the language model decision-maker could not reword it either" in refused.reason, refused.reason
    assert not chip.stages()


def translates_with(translator):
    """The demo's fleet with people who answer, and a model that rewords."""

    def change(fleet):
        demo_with_people(fleet)
        fleet["translator"] = translator

    return change


def refusal_of(stranger, text):
    _, result = stranger.send(text, horizon=12)
    refused = wait_until(lambda: result.done() and result.result().result, 60, "the result")
    assert refused.error_code == refused.BAD_MISSION, refused
    return refused.error_msg


@pytest.mark.timeout(240)
@pytest.mark.parametrize("shipped", [False, True])
def test_a_mission_that_a_model_rewords_is_done_once_a_person_has_said_that_it_is_meant(
    start_fleet, stranger, model, shipped
):
    text = "White bread. Table. Go."
    model.says = "Bring the white bread to the table."
    trained = {"kind": "rewriter", "model": str(ROOT / "models/mission-rewriter")}
    start_fleet(translates_with(trained if shipped else {"kind": "openai", **model.address}))
    _, result = stranger.send(text, horizon=12)
    question = wait_until(lambda: next(iter(stranger.requests.values()), None), 60, "a question")
    assert question.mission_text == text and not stranger.records, "nobody decided alone"
    reworded = 'A language model reworded the mission as "In the end bread 1 is on the table."'
    assert reworded in question.question, question.question
    says_what_is_meant(stranger, question, "In the end bread 1 is on the table.")
    told = wait_until(lambda: result.done() and result.result().result, 60, "the result")
    assert told.error_code == 0 and any("grab bread 1" in step for step in told.plan), told
    # Words that may forbid something are never left to a model.
    asked = len(model.requests)
    refused = refusal_of(stranger, "White bread. Table. Not the rye bread. Go.")
    assert "cannot be read" in refused and len(model.requests) == asked, refused


def test_a_rewording_of_a_mission_that_says_something_else_is_refused(start_fleet, stranger, model):
    start_fleet(translates_with({"kind": "openai", **model.address}))
    for says, named in [
        ("Bring the white bread to the sink.", "the sink"),
        ("Bring the rye bread to the table.", "bread 2"),
        ("The white bread must never be on the table.", "nothing to be done"),
        ("NONE", "no words"),
    ]:
        model.says = says
        refused = refusal_of(stranger, "White bread. Table. Go.")
        assert refused.startswith("the mission cannot be read: "), refused
        assert f"the language model {MODEL} could not reword it either" in refused and named in refused, refused
    assert "Operator: " in model.requests[-1]["messages"][1]["content"]
    assert "a mission, what robots are to do" in str(model.requests[-1]["messages"])
