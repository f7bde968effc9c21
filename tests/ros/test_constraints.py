"""Constraints in plain words over real DDS: asked for, confirmed, enforced, explained, kept over a kill, retired."""

import json
import subprocess

import pytest
from conftest import PROGRAMS, wait_until
from stranger import LATCHED, answer_of, result_of
from surefleet.action import ExecuteMission
from surefleet.msg import Constraint, HelpAnswer, JointStep, RobotDecision, Turn, WorldState
from surefleet.srv import ConfirmConstraint, ExplainVerdict, ListConstraints, TranslateConstraint

MISSION = "Move apple 1 to the sink."
WORDS = "Robot 1 must not hold apple 1 before drawer 2 is open."


def people_answer(fleet):
    """No simulated operator, no calibration: every decision waits for a person, so that nothing moves by itself."""
    del fleet["simulator"]["operator"]
    del fleet["calibration"]
    fleet["simulator"]["skill_ms"] = 20
    fleet["order"] = ["robot_1", "robot_2"]


class Chip:
    """The services of the safety monitor about constraints."""

    def __init__(self, stranger):
        self.node, self.signet = stranger.node, stranger.signet
        self.world = []
        self.node.create_subscription(WorldState, "/world/state", self.world.append, LATCHED)
        kinds = {
            "translate_constraint": TranslateConstraint,
            "confirm_constraint": ConfirmConstraint,
            "list_constraints": ListConstraints,
            "explain": ExplainVerdict,
        }
        self.clients = {name: (kind, self.node.create_client(kind, f"/safety_monitor/{name}")) for name, kind in kinds.items()}

    def call(self, name, by="tester", **fields):
        kind, client = self.clients[name]
        sealed = name in ("translate_constraint", "confirm_constraint")
        return answer_of(client, kind.Request(**fields), self.signet(by) if sealed else None)

    def confirm(self, proposal, by="tester"):
        """Enforces the formula that was shown."""
        return self.call("confirm_constraint", by, id=proposal.id, formula=proposal.formula)

    def stages(self):
        return {one.id: one.stage for one in self.call("list_constraints").constraints}


@pytest.fixture
def chip(stranger):
    return Chip(stranger)


def test_only_what_a_person_confirmed_is_enforced_and_refusals_say_why(start_fleet, stranger, chip):
    fleet = start_fleet(people_answer)
    slip = chip.call("translate_constraint", text="never go to the fredje")
    assert not slip.accepted and "fridge" in slip.reason and not slip.id

    proposal = chip.call("translate_constraint", by="ann", text=WORDS)
    assert proposal.accepted and proposal.formula == "!holding(robot_1, apple_1) W open(drawer_2)"
    assert proposal.paraphrase == "(robot 1 does not hold apple 1 until drawer 2 is open)."
    assert proposal.allowed_example and proposal.refused_example[-1] == "robot 1 holds apple 1"
    assert any('"apple 1" is apple_1' in words for words in proposal.groundings), proposal.groundings
    assert chip.stages() == {"c1": Constraint.PROPOSED}
    assert not chip.call("confirm_constraint", id="c9", formula=proposal.formula).accepted
    other = chip.call("confirm_constraint", id="c1", formula="G !holding(robot_1, apple_1)")
    assert not other.accepted and proposal.formula in other.reason, other.reason
    assert chip.stages() == {"c1": Constraint.PROPOSED}
    assert chip.confirm(proposal, "bob").accepted

    # The person who decides for robot_1 sees what the monitor forbids, and why.
    handle, result = stranger.send(MISSION, horizon=8)
    answered = set()

    def next_request(robot, step):
        def find():
            open_ones = [r for key, r in stranger.requests.items() if key not in answered]
            return next((r for r in open_ones if r.robot == robot and r.step == step), None)

        return wait_until(find, what=f"the request of {robot} in step {step}")

    def answer(robot, step, text):
        request = next_request(robot, step)
        answered.add(request.id)
        option = next(o for o in request.options if o.text == text)
        reply = stranger.answer(request.id, kind=HelpAnswer.OPTION, option=option.id, by="ann")
        return option, reply

    answer("robot_1", 1, "go to apple 1")
    answer("robot_2", 1, "go to drawer 2")
    option, reply = answer("robot_1", 2, "grab apple 1")
    assert not option.allowed and WORDS in option.reason and "holding(robot_1, apple_1) (changed)" in option.reason
    # Decisions of one step happen at once, in whatever order: not even together with the opening.
    answered.clear()
    answered.update(key for key, r in stranger.requests.items() if r.step == 1)

    # A rogue proposes it all the same: the monitor refuses, nothing moves, and says later why.
    before = list(wait_until(lambda: chip.world, what="the world")[-1].facts)
    by_text = {o.text: o.decision for o in next_request("robot_1", 2).options}
    rogue = stranger.node.create_publisher(JointStep, "/fleet/proposed_step", 10)
    wait_until(lambda: rogue.get_subscription_count() > 0, what="the monitor's subscription")
    step = JointStep(verdict=JointStep.PROPOSED, mission_id=list(handle.goal_id.uuid), step=2, attempt=77, facts=before)
    for robot, text in [("robot_1", "grab apple 1"), ("robot_2", "open drawer 2")]:
        step.decided.append(RobotDecision(robot=robot, decision=by_text[text], attempt=77))
    rogue.publish(stranger.signet("planner/robot_1").seal(step))
    refused = wait_until(
        lambda: next((v for v in stranger.verdicts if v.attempt == 77 and v.verdict == JointStep.REFUSED), None),
        what="the refusal",
    )
    assert WORDS in refused.reasons[0] and "it may" in refused.reasons[0], refused.reasons
    why = chip.call("explain", mission_id=list(handle.goal_id.uuid))
    assert why.found and (why.step, why.attempt) == (2, 77) and why.reasons == refused.reasons
    assert why.decided == ["robot_1 grab apple 1", "robot_2 open drawer 2"]
    assert not chip.call("explain", mission_id=list(handle.goal_id.uuid), step=1).found
    assert list(chip.world[-1].facts) == before

    # It is all remembered by the monitor's next life.
    fleet.kill("safety_monitor")
    wait_until(lambda: chip.call("list_constraints").constraints, what="the monitor's next life")
    (one,) = chip.call("list_constraints").constraints
    assert (one.id, one.stage, one.operator_name) == ("c1", Constraint.ACTIVE, "bob")
    assert chip.call("explain", mission_id=list(handle.goal_id.uuid)).reasons == why.reasons

    # Opened first, then grabbed: allowed.
    answer("robot_1", 2, "remain idle")
    answer("robot_2", 2, "open drawer 2")
    option, reply = answer("robot_1", 3, "grab apple 1")
    assert option.allowed and reply.accepted, (option, reply)
    answer("robot_2", 3, "remain idle")
    answer("robot_1", 4, "put it down in the sink")
    answer("robot_2", 4, "remain idle")
    # The client went with the monitor's first life; the ring tells the end.
    end = wait_until(lambda: next((t for t in stranger.turns if t.kind == Turn.END), None), what="the end")
    assert end.outcome == Turn.SUCCEEDED and not result.done()


def test_a_mission_that_contradicts_a_constraint_is_refused_before_anything_moves(start_fleet, stranger, chip):
    start_fleet(people_answer)
    assert chip.confirm(chip.call("translate_constraint", text="Apple 1 must never be in the sink.")).accepted
    _, result = stranger.send(MISSION, horizon=8)
    refused = result_of(result, 20).result
    assert refused.error_code != 0 and "Apple 1 must never be in the sink." in refused.error_msg, refused.error_msg
    assert not stranger.verdicts
    assert chip.call("confirm_constraint", id="c1", formula="G !located(apple_1, sink)", retire=True).accepted
    # A constraint may come with the mission, as a formula, and is gone with it; words would have to be confirmed.
    words = "Robot 2 must not hold apple 1 before robot 1 has been at the fridge."
    _, result = stranger.send(MISSION, horizon=8, constraints=[words])
    refused = result_of(result, 20).result.error_msg
    assert '"ltl: !holding(robot_2, apple_1) W at(robot_1, fridge)"' in refused, refused
    handle, result = stranger.send(MISSION, horizon=8, constraints=["ltl: !holding(robot_2, apple_1) W at(robot_1, fridge)"])
    wait_until(lambda: len(chip.stages()) == 2, what="the mission's constraint")
    stranger.cancel(handle)
    wait_until(lambda: len(chip.stages()) == 1, what="the end of the mission's constraint")
    assert chip.stages() == {"c1": Constraint.RETIRED}


def grounded(fleet):
    people_answer(fleet)
    fleet["scorer"] = {"kind": "grounded"}


def test_a_plan_keeps_the_constraints_and_what_none_can_keep_is_refused_with_its_reason(start_fleet, stranger, chip):
    start_fleet(grounded)
    assert chip.confirm(chip.call("translate_constraint", text="Robot 1 must never hold apple 1.")).accepted
    handle, _ = stranger.send(MISSION, horizon=8)
    turn = wait_until(lambda: next((t for t in stranger.turns if t.kind == Turn.TURN), None), what="the first turn")
    assert turn.brief.rules == ["G !holding(robot_1, apple_1)"]
    # The planner of robot 1 knows that robot 2 has to do it.
    question = wait_until(lambda: next((r for r in stranger.requests.values() if r.robot == "robot_1"), None), what="a question")
    best = max(question.options, key=lambda option: option.score)
    assert best.text not in ("go to apple 1", "grab apple 1"), best
    stranger.cancel(handle)
    assert chip.confirm(chip.call("translate_constraint", text="Robot 2 must never hold apple 1.")).accepted
    _, result = stranger.send(MISSION, horizon=8)
    refused = result_of(result, 20).result
    assert refused.error_code == ExecuteMission.Result.IMPOSSIBLE, refused
    both = 'keeps c1 ("Robot 1 must never hold apple 1.") and c2 ("Robot 2 must never hold apple 1.")'
    assert both in refused.error_msg, refused.error_msg


def test_the_command_line_adds_shows_and_retires(start_fleet):
    start_fleet(people_answer)

    def surefleet(*words):
        return subprocess.run([PROGRAMS / "surefleet", *words], capture_output=True, text=True, timeout=60)

    added = surefleet("constraint", "add", "--json", "--yes", "--operator", "ann", WORDS)
    assert added.returncode == 0, added.stderr
    document = json.loads(added.stdout)
    assert document["id"] == "c1" and document["confirmed"] and document["refused_example"] == ["robot 1 holds apple 1"]
    # Nobody at the terminal: nothing is confirmed.
    unasked = surefleet("constraint", "add", "Robot 2 must never be at the fridge.")
    assert "c2 is not enforced" in unasked.stdout and "constraint confirm c2" in unasked.stdout, unasked
    assert unasked.returncode == 1 and "--yes" in unasked.stderr, unasked
    listed = json.loads(surefleet("constraint", "list", "--json").stdout)
    assert [(one["id"], one["stage"], one["verdict"]) for one in listed] == [
        ("c1", "active", "currently satisfied"),
        ("c2", "proposed", "none"),
    ]
    assert surefleet("constraint", "confirm", "c2").returncode == 0
    assert surefleet("constraint", "retire", "c1").returncode == 0
    table = surefleet("constraint", "list").stdout
    assert "retired" in table and "Robot 2 must never be at the fridge." in table
    wrong = surefleet("constraint", "retire", "c7")
    assert wrong.returncode != 0 and "there is no constraint c7" in wrong.stderr, wrong.stderr
    nothing = surefleet("explain", "00" * 16)
    assert nothing.returncode == 0 and "no refusal" in nothing.stdout, nothing
    refused = surefleet("mission", "Move apple 1 to the sink. Robot 1 must always hold kettle 1.")
    assert refused.returncode != 0 and 'say: "In the end robot 1 holds kettle 1."' in refused.stderr, refused
    why = surefleet("explain")
    assert "was not started, because" in why.stdout and "broken at the start already" in why.stdout, why
    assert json.loads(surefleet("explain", "--json").stdout)["step"] == 0
