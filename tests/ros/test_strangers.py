"""A hostile client on the network: what it says without a key, with a key of its own, or with one whose word that is not, does nothing."""

import collections
import contextlib
import copy
import os
import signal
import time

import pytest
from action_msgs.msg import GoalStatus, GoalStatusArray
from action_msgs.srv import CancelGoal
from conftest import CLIENT, wait_until
from diagnostic_msgs.msg import DiagnosticStatus
from rclpy.action import ActionClient
from rclpy.qos import qos_profile_sensor_data
from stranger import LATCHED, RING, answer_of, result_of
from surefleet.action import ExecuteMission, ExecuteSkill
from surefleet.msg import Constraint, DecisionRecord, Gate, Heartbeat, HelpAnswer, HelpOption, HelpRequest, JointStep
from surefleet.msg import RobotDecision, Seal, Turn, WorldState
from surefleet.srv import AnswerHelp, CheckDecisions, ClaimHelp, ConfirmConstraint, HelpHistory, RequestHelp, TranslateConstraint
from surefleet_seal import Signet, digest, question_digest, question_key
from test_audits import MISSIONS, Auditor, audited
from test_constraints import WORDS, Chip
from test_forged_approvals import Attacker, completes, quick
from test_silent_monitor import approved, slow
from unique_identifier_msgs.msg import UUID

MISSION = "Move apple 1 to the sink."
FLOOD = 3000


class Hostile(Attacker):
    """Also has every participant's key, each for messages that are not that one's to say."""

    def forger(self, who):
        """Somebody else's name with a key of one's own."""
        return Signet(who, os.urandom(32), self.signet("world").fleet)

    def forgeries(self, message, by, *others):
        """A message of `by`: unsealed, under that name and an unknown one with keys of one's own, and sealed by others, who may not say it."""
        unknown = "operator/mallory" if by.startswith("operator/") else "planner/mallory"
        signets = [self.forger(by), self.forger(unknown), *map(self.signet, others)]
        return [copy.deepcopy(message)] + [signet.seal(copy.deepcopy(message)) for signet in signets]

    def publisher(self, kind, topic, listeners):
        """With everybody there who listens."""
        publisher = self.node.create_publisher(kind, topic, LATCHED)
        wait_until(lambda: publisher.get_subscription_count() >= listeners, what=f"all {listeners} who listen to {topic}")
        return publisher

    def identity(self, node):
        status = self.diagnoses.get(f"{node}: identity")
        return status and (int({value.key: value.value for value in status.values}["refused"]), status)

    @contextlib.contextmanager
    def refused(self, count, *nodes):
        """Each of these nodes does not believe so many messages more, and says so in /diagnostics, with a reason."""
        before = {node: wait_until(lambda: self.identity(node), what=f"the diagnosis of {node}")[0] for node in nodes}
        yield
        for node in nodes:
            told = lambda: self.identity(node)[0] >= before[node] + count and self.identity(node)[1]
            status = wait_until(told, what=f"{count} messages that {node} does not believe")
            assert status.level == DiagnosticStatus.WARN and "were not believed; the last one: " in status.message, status.message

    def says_until_refused(self, say, *nodes):
        """Each of these nodes does not believe it. Whoever listens to a world keeps the newest only, so a busy one may have to be told again."""
        with self.refused(1, *nodes):
            before = {node: self.identity(node)[0] for node in nodes}
            until = 0.0

            def all_refused():
                nonlocal until
                if time.monotonic() >= until:
                    say()
                    until = time.monotonic() + 5.0
                return all(self.identity(node)[0] > before[node] for node in nodes)

            wait_until(all_refused, what="a refusal by everybody who listens")

    def reason(self, node):
        return self.identity(node)[1].message

    def request_of(self, robot, step=1):
        """A robot's open question."""
        asked = lambda: [each for each in list(self.requests.values()) if (each.robot, each.step) == (robot, step)]
        return wait_until(lambda: next(iter(asked()), None), 60, f"the question of {robot} in step {step}")

    def proposal(self, mission, facts, **decisions):
        """A joint step that wants nothing but a seal; its attempt says whose it is."""
        joint = JointStep(verdict=JointStep.PROPOSED, mission_id=list(mission), step=1, attempt=77, facts=facts)
        joint.decided = [RobotDecision(robot=robot, decision=self.decisions[symbol], attempt=77) for robot, symbol in decisions.items()]
        return joint

    def verdict(self, attempt=77):
        return next((each for each in list(self.verdicts) if each.attempt == attempt), None)


@pytest.fixture
def hostile():
    hostile = Hostile()
    yield hostile
    hostile.close()


@pytest.fixture
def auditor():
    class Both(Hostile, Auditor):
        pass

    auditor = Both()
    yield auditor
    auditor.close()


def people_answer(fleet):
    """Nobody answers but the test, and no calibration lets a robot act alone."""
    fleet.pop("calibration", None)
    fleet["simulator"].pop("operator", None)
    fleet["simulator"]["skill_ms"] = 60
    fleet["ring"]["lease_ms"] = 3000


def slow_skills(fleet):
    people_answer(fleet)
    fleet["simulator"]["skill_ms"] = 60_000


PLANNERS = ["robot_1/planner", "robot_2/planner", "robot_3/planner"]
EVERYBODY = [*PLANNERS, "safety_monitor", "help_desk", "world_simulator"]


def test_a_proposal_of_a_stranger_moves_nothing_and_is_answered_by_nothing(start_fleet, hostile):
    start_fleet(people_answer)
    handle, result = hostile.send(MISSION, horizon=8, robots=["robot_1", "robot_2"])
    hostile.request_of("robot_1")
    facts = list(wait_until(lambda: hostile.worlds, what="the world")[-1].facts)
    place = next(each for each in ("drawer_1", "fridge") if f"at(robot_1, {each})" not in facts)
    proposals = hostile.publisher(JointStep, "/fleet/proposed_step", 1)
    joint = hostile.proposal(handle.goal_id.uuid, facts, robot_1=f"go_to({place})", robot_2="idle")
    forgeries = hostile.forgeries(joint, "planner/robot_1", "planner/robot_3", "world", CLIENT, "ann")
    with hostile.refused(len(forgeries), "safety_monitor"):
        for each in forgeries:
            proposals.publish(each)
    # Nor does a robot of the fleet end or move a team that it is not of.
    joins = copy.deepcopy(joint)
    joins.decided.append(RobotDecision(robot="robot_3", decision=joint.decided[1].decision, attempt=77))
    halts = JointStep(mission_id=joint.mission_id, step=1, attempt=77, stop=True, outcome=Turn.HALTED, reasons=["because I say so"])
    malformed = lambda: int(next(v.value for v in hostile.diagnoses["safety_monitor: gate"].values if v.key == "malformed_messages"))
    before = malformed()
    for each in (joins, halts):
        proposals.publish(hostile.signet("planner/robot_3").seal(each))
    wait_until(lambda: malformed() >= before + 2, what="the monitor's word about them")
    assert hostile.verdict() is None and not approved(hostile) and not hostile.records
    assert list(hostile.worlds[-1].facts) == facts and not result.done()
    # It is the seal that was missing: the planner's own is judged.
    proposals.publish(hostile.signet("planner/robot_1").seal(joint))
    wait_until(hostile.verdict, what="the monitor's verdict")


def send_again(hostile, client, goal, mission):
    """Whether a goal with the id of a mission is taken."""
    uuid = UUID(uuid=list(mission))
    sending = hostile.executor.create_task(lambda: client.send_goal_async(goal, goal_uuid=uuid))
    try:
        return result_of(result_of(sending, 5), 5).accepted
    except AssertionError:
        return False  # it is not even answered


def test_a_goal_with_a_running_missions_id_or_without_a_proof_does_not_touch_the_mission(start_fleet, hostile):
    start_fleet(people_answer)
    handle, result = hostile.send(MISSION, horizon=8, robots=["robot_1"])
    request = hostile.request_of("robot_1")
    goal = ExecuteMission.Goal(mission="Move kettle 1 to the sink.", horizon=8, robots=["robot_2"])
    client = ActionClient(hostile.node, ExecuteMission, "/fleet/mission")
    assert client.wait_for_server(timeout_sec=20)
    for each in hostile.forgeries(goal, CLIENT, "planner/robot_2", "world"):
        assert not send_again(hostile, client, each, handle.goal_id.uuid)
        refused = result_of(send_sealed(hostile, each)[1], 20).result
        assert refused.error_code == ExecuteMission.Result.NOT_PERMITTED and "not proved" in refused.error_msg, refused
    # A proved one with a known id is none either, and one that was heard is not heard again.
    own = hostile.signet(CLIENT).seal(copy.deepcopy(goal))
    assert not send_again(hostile, client, own, handle.goal_id.uuid)
    first, ended = send_sealed(hostile, hostile.signet(CLIENT).seal(own))
    hostile.request_of("robot_2")
    second = result_of(send_sealed(hostile, own)[1], 20).result
    assert second.error_code == ExecuteMission.Result.NOT_PERMITTED and "heard before" in second.error_msg, second
    # Nobody can prove who cancels over the action; over the service that is proved.
    assert not result_of(first.cancel_goal_async(), 10).goals_canceling
    assert not ended.done()
    hostile.cancel(first)
    result_of(ended, 20)
    # The mission goes on with its client.
    assert not result.done()
    assert hostile.answer(request.id, kind=HelpAnswer.HALT, text="enough", by="ann").accepted
    told = result_of(result, 30).result
    assert told.error_code == ExecuteMission.Result.HALTED and "enough" in told.error_msg, told
    assert {bytes(turn.brief.mission_id) for turn in hostile.turns if turn.brief.text == MISSION} == {bytes(handle.goal_id.uuid)}


def send_sealed(hostile, goal):
    """Sends a goal as it is; returns its handle and a future of its result."""
    sending = hostile.executor.create_task(lambda: hostile.missions.send_goal_async(goal))
    handle = result_of(result_of(sending, 15), 15)
    assert handle.accepted
    return handle, hostile._result(handle, digest(goal))


def test_a_forged_outcome_or_heartbeat_ends_nothing_that_is_under_way(start_fleet, hostile):
    start_fleet(slow_skills)
    first, _ = hostile.send(MISSION, horizon=8, robots=["robot_1"])
    request = hostile.request_of("robot_1")
    option = next(each for each in request.options if each.text == "go to apple 1")
    assert hostile.answer(request.id, kind=HelpAnswer.OPTION, option=option.id, by="ann").accepted
    wait_until(lambda: approved(hostile), 60, "the approved step of robot_1")
    second, _ = hostile.send("Move apple 1 to the shelf.", horizon=8, robots=["robot_2"])
    hostile.request_of("robot_2")
    facts = list(wait_until(lambda: hostile.worlds, what="the world")[-1].facts)
    check = CheckDecisions.Request(mission_id=list(second.goal_id.uuid), step=1, robot="robot_2", facts=facts)
    check.candidates = [hostile.decisions["go_to(apple_1)"]]
    checks = hostile.node.create_client(CheckDecisions, "/safety_monitor/check")

    def may_go():
        reply = answer_of(checks, check, hostile.signet("planner/robot_2"))
        assert reply.judged and hostile.proves(reply, digest(check), "safety_monitor"), reply.reasons
        return reply.allowed[0] or ("robot_1" not in reply.reasons[0] and reply.reasons[0])

    assert not may_go()
    # Nobody asks in another's name, and every call is another one.
    for each in hostile.forgeries(check, "planner/robot_2", "planner/robot_1", "ann"):
        assert not result_of(checks.call_async(each), 10).judged
    said = hostile.signet("planner/robot_2").seal(check)
    assert result_of(checks.call_async(said), 10).judged and not result_of(checks.call_async(said), 10).judged

    turns = hostile.publisher(Turn, "/fleet/ring", 7)
    beats = hostile.publisher(Heartbeat, "/fleet/heartbeat", 4)
    outcome = Turn(kind=Turn.OUTCOME, sender="robot_1", step=1, skill_done=True)
    outcome.brief = next(turn.brief for turn in hostile.turns if bytes(turn.brief.mission_id) == bytes(first.goal_id.uuid))
    beat = Heartbeat(robot="robot_1", mission_id=list(first.goal_id.uuid), step=1, finished_step=1, finished_done=True)
    outcome.header.stamp = beat.header.stamp = hostile.node.get_clock().now().to_msg()
    forgeries = [hostile.forgeries(each, "planner/robot_1", "planner/robot_2", "ann") for each in (outcome, beat)]
    with hostile.refused(sum(map(len, forgeries)), "safety_monitor"), hostile.refused(len(forgeries[0]), *PLANNERS):
        for outlet, messages in zip((turns, beats), forgeries):
            for each in messages:
                outlet.publish(each)
    assert not may_go(), "what is under way was ended by somebody else"
    # A step that is proposed beside it is withheld until the robot itself says that it has ended.
    proposals = hostile.publisher(JointStep, "/fleet/proposed_step", 1)
    joint = hostile.proposal(second.goal_id.uuid, facts, robot_2="go_to(apple_1)")
    proposals.publish(hostile.signet("planner/robot_2").seal(joint))
    for each in forgeries[0] + forgeries[1]:
        (turns if isinstance(each, Turn) else beats).publish(each)
    assert not any(may_go() for _ in range(10)) and hostile.verdict() is None
    turns.publish(hostile.signet("planner/robot_1").seal(outcome))
    assert wait_until(hostile.verdict, what="the verdict").verdict == JointStep.APPROVED


def test_only_the_worlds_own_word_is_seen_and_once(start_fleet, hostile):
    fleet = start_fleet(people_answer)
    gates = []
    hostile.hear(Gate, "/safety_monitor/gate", gates.append, qos_profile_sensor_data)
    handle, _ = hostile.send(MISSION, horizon=8, robots=["robot_1"])
    request = hostile.request_of("robot_1")
    real = wait_until(lambda: hostile.worlds, what="the world")[-1]
    worlds = hostile.publisher(WorldState, "/world/state", 5)

    def forged():
        """Apple 1 lies in the sink already, as anybody can see."""
        world = WorldState(domain_sha256=real.domain_sha256)
        world.facts = sorted([each for each in real.facts if not each.startswith("located(apple_1")] + ["located(apple_1, sink)"])
        world.header.stamp = hostile.node.get_clock().now().to_msg()
        return world

    forgeries = hostile.forgeries(forged(), "world", "planner/robot_1", "ann", CLIENT)
    for each in forgeries:
        hostile.says_until_refused(lambda: worlds.publish(each), "safety_monitor", *PLANNERS)
    checks = hostile.node.create_client(CheckDecisions, "/safety_monitor/check")
    check = CheckDecisions.Request(mission_id=list(handle.goal_id.uuid), step=1, robot="robot_1", candidates=[request.options[0].decision])
    judged = lambda facts: answer_of(checks, altered(check, facts=facts), hostile.signet("planner/robot_1")).judged
    assert judged(real.facts) and not judged(forgeries[0].facts)
    assert gates and gates[-1].open

    # The real world is not heard any more: no other word opens the gate, nor the same words again.
    fleet.kill("world_simulator", signal.SIGSTOP)
    try:
        last = hostile.worlds[-1]
        until = time.monotonic() + 4.0
        with hostile.refused(20, "safety_monitor"):
            while time.monotonic() < until:
                for each in [last, *hostile.forgeries(forged(), "world", "planner/robot_1")]:
                    worlds.publish(each)
                time.sleep(0.1)
        assert not gates[-1].open, "a forged or old world keeps the gate open"
        worlds.publish(last)
        wait_until(lambda: "heard before" in hostile.reason("safety_monitor"), what="a word about the replay")
    finally:
        fleet.kill("world_simulator", signal.SIGCONT)
    wait_until(lambda: gates[-1].open, what="the gate to open again")


def altered(message, **changes):
    message = copy.deepcopy(message)
    for name, value in changes.items():
        setattr(message, name, value)
    return message


def test_forged_answers_are_not_believed_and_nobody_else_answers_claims_asks_or_withdraws(start_fleet, hostile):
    start_fleet(people_answer)
    hostile.send(MISSION, horizon=8, robots=["robot_1", "robot_2"])
    request = hostile.request_of("robot_1")
    options = {option.text: option for option in request.options if option.allowed}
    wanted, other = options.pop("go to apple 1"), next(iter(options.values()))

    answers = hostile.publisher(HelpAnswer, "/help_desk/answers", 3)
    forged = HelpAnswer(key=request.key, request_id=request.id, robot="robot_1", kind=HelpAnswer.OPTION, option=other)
    forged.question_kind, forged.mission_id, forged.step = request.kind, request.mission_id, request.step
    forged.operator_name, forged.header.stamp = "ann", hostile.node.get_clock().now().to_msg()
    forgeries = hostile.forgeries(forged, "help_desk", "planner/robot_2", "ann", "safety_monitor")
    with hostile.refused(len(forgeries), *PLANNERS):
        for each in forgeries:
            answers.publish(each)
    assert not hostile.records

    shown = {"request_id": request.id, "mission_id": request.mission_id, "question_sha256": question_digest(request)}
    says = AnswerHelp.Request(kind=HelpAnswer.OPTION, option=other.id, **shown)
    claims = ClaimHelp.Request(request_id=request.id, mission_id=request.mission_id)
    with hostile.refused(8, "help_desk"):
        for client, call in ((hostile.answers, says), (hostile.claims, claims)):
            for each in hostile.forgeries(call, "operator/ann", CLIENT, "planner/robot_1"):
                reply = answer_of(client, each)
                assert not reply.accepted and "not proved" in reply.reason, reply
    for words in ("", "0f" * 32, question_digest(altered(request, question="Which of them is poisoned?"))):
        reply = hostile.answer(request.id, by="ann", kind=HelpAnswer.OPTION, option=other.id, question_sha256=words)
        assert not reply.accepted and "another question" in reply.reason, reply

    requests = hostile.node.create_client(RequestHelp, "/help_desk/request")
    question = HelpRequest(robot="robot_1", mission_id=request.mission_id, step=2, kind=HelpRequest.DECISION)
    question.question = "Shall I jump?"
    question.options = [HelpOption(id=1, decision=wanted.decision, text="remain idle", score=-1.0, in_set=True, allowed=True)]
    question.key = question_key("mine", question)
    taken = altered(question, robot="robot_2", key=request.key)
    for each in hostile.forgeries(RequestHelp.Request(request=question), "planner/robot_1", "planner/robot_2", "ann"):
        reply = answer_of(requests, each)
        assert not reply.accepted and "not proved" in reply.reason, reply
    reply = answer_of(requests, RequestHelp.Request(request=taken), hostile.signet("planner/robot_2"))
    assert not reply.accepted and "digest" in reply.reason, "a key that is another question's"
    void = RequestHelp.Request(withdraw=True, request=HelpRequest(key=request.key, robot="robot_1"))
    for each in hostile.forgeries(void, "planner/robot_1", "planner/robot_2", "ann"):
        assert not answer_of(requests, each).accepted
    void.request.robot = "robot_2"
    answer_of(requests, void, hostile.signet("planner/robot_2"))
    after = hostile.show(request.id).request
    assert (after.state, after.claimed_by) == (HelpRequest.OPEN, "") and set(hostile.requests) == {request.id}

    # One person answers; what robot_1 then does is that person's word, said once.
    call = hostile.signet("ann").seal(altered(says, option=wanted.id))
    assert answer_of(hostile.answers, call).accepted
    replay = answer_of(hostile.answers, call)
    assert not replay.accepted and "heard before" in replay.reason, replay
    record = wait_until(lambda: next(iter(hostile.records), None), what="the record")
    assert (record.robot, record.decision, record.operator_name) == ("robot_1", wanted.decision, "ann")


def test_constraints_are_asked_for_and_confirmed_by_people_alone(start_fleet, hostile):
    start_fleet(people_answer)
    chip = Chip(hostile)
    translate, confirm = (chip.clients[f"{name}_constraint"][1] for name in ("translate", "confirm"))
    for each in hostile.forgeries(TranslateConstraint.Request(text=WORDS), "operator/ann", "planner/robot_1", "world"):
        reply = answer_of(translate, each)
        assert not reply.accepted and "not proved" in reply.reason, reply
    assert not chip.stages()
    proposal = chip.call("translate_constraint", "ann", text=WORDS)
    call = ConfirmConstraint.Request(id=proposal.id, formula=proposal.formula)
    for each in hostile.forgeries(call, "operator/ann", CLIENT, "planner/robot_1"):
        reply = answer_of(confirm, each)
        assert not reply.accepted and "not proved" in reply.reason, reply
    assert chip.stages() == {proposal.id: Constraint.PROPOSED}
    assert chip.confirm(proposal, "ann").accepted
    for each in hostile.forgeries(altered(call, retire=True), "operator/ann", CLIENT, "planner/robot_1"):
        assert not answer_of(confirm, each).accepted
    assert chip.stages() == {proposal.id: Constraint.ACTIVE}


def test_a_forged_end_leaves_the_mission_running_to_its_own(start_fleet, hostile):
    fleet = start_fleet(slow_enough)
    turns = hostile.publisher(Turn, "/fleet/ring", 7)
    handle, result = hostile.send("Move apple 1 to the sink. Move potato 1 to the counter.", horizon=15)
    wait_until(lambda: approved(hostile), 60, "the first step")
    end = Turn(kind=Turn.END, sender="safety_monitor", outcome=Turn.HALTED, reason="because I say so")
    end.brief = hostile.turns[0].brief
    end.header.stamp = hostile.node.get_clock().now().to_msg()
    forgeries = hostile.forgeries(end, "safety_monitor", "planner/robot_1", "ann", "help_desk")
    with hostile.refused(len(forgeries), *EVERYBODY):
        for each in forgeries:
            turns.publish(each)
    told = result_of(result, 90).result
    assert told.error_code == 0, told.error_msg
    assert max(each.step for each in approved(hostile)) == told.steps > 1
    ends = [turn for turn in hostile.turns if turn.kind == Turn.END]
    assert {(bytes(turn.brief.mission_id), turn.outcome) for turn in ends} == {(bytes(handle.goal_id.uuid), Turn.SUCCEEDED)}
    # No robot is left in it: the next mission has them all.
    completes(hostile)
    assert len(fleet.members()) == 6


def slow_enough(fleet):
    quick(fleet)
    fleet["simulator"]["skill_ms"] = 1000


def test_thousands_of_forged_records_and_turns_are_no_decisions(start_fleet, auditor):
    start_fleet(audited(1.0))
    report, records = auditor.do(MISSIONS[0])
    assert report.error_code == 0, report.error_msg
    told, real = auditor.publisher(DecisionRecord, "/fleet/decisions", 2), records[-1]
    turns = auditor.publisher(Turn, "/fleet/ring", 7)
    others = next(name for name in ("robot_1", "robot_2") if name != real.robot)
    signets = [None, auditor.forger(f"planner/{real.robot}"), auditor.signet(f"planner/{others}")]
    turn = copy.deepcopy(next(each for each in auditor.turns if each.kind == Turn.TURN and each.decided))
    with auditor.refused(FLOOD // 3, "safety_monitor"):
        handle, result = auditor.send(MISSIONS[1], horizon=6)
        mission = bytes(handle.goal_id.uuid)
        lies = [altered(real, coverage=DecisionRecord.MISSED, seal=Seal()) for _ in range(3)]
        for number in range(FLOOD):
            lie = lies[number % 3]
            lie.mission_id = list([mission, os.urandom(16), bytes(real.mission_id)][number // 3 % 3])
            lie.step, lie.attempt = 1 + number % 6, 1000 + number
            if lie is not lies[0] and number % 10 == 0:
                signets[number % 3].seal(lie)
            told.publish(lie)
            if number % 10 == 0:
                turn.step, turn.decided = 1000 + number, [RobotDecision(robot="robot_1", decision=1, attempt=1000 + number)]
                turns.publish(turn)
                time.sleep(0.02)  # who reads slowly would miss what is true
        report = result_of(result, 90).result
    assert report.error_code == 0, report.error_msg
    genuine = lambda: [record for record in list(auditor.records) if bytes(record.mission_id) == mission]
    wait_until(lambda: len(genuine()) >= report.decisions, what="the record of each decision")
    # A true one may be lost in the flood; none is made up.
    assert 0 < report.decisions <= len(genuine()) < 50 and 0 < len(auditor.feedback) <= len(auditor.records)
    status, figures = auditor.audits()
    assert status.level == DiagnosticStatus.OK and (figures["missions_seen"], figures["missions_missed"]) == ("2", "0"), figures
    histories = auditor.node.create_client(HelpHistory, "/help_desk/history")
    by_robot = collections.Counter(record.robot for record in auditor.records)
    for line in answer_of(histories, HelpHistory.Request()).robots:
        assert line.decisions <= by_robot[line.robot], line


def test_no_forged_opening_of_the_gate_keeps_a_skill_going(start_fleet, hostile):
    fleet = start_fleet(slow)
    under_way, gates = {}, []
    for robot in fleet.robots:
        watch = lambda status, robot=robot: under_way.update({robot: status.status_list})
        hostile.node.create_subscription(GoalStatusArray, f"/{robot}/skill/_action/status", watch, LATCHED)
    hostile.hear(Gate, "/safety_monitor/gate", gates.append, qos_profile_sensor_data)
    hostile.send("Move apple 1 to the sink. Move potato 1 to the counter.", horizon=9)
    joint = wait_until(lambda: approved(hostile), 60, "the first step")[0]
    moving = [part.robot for part in joint.decided if part.decision != hostile.decisions["idle"]]
    assert moving
    for robot in moving:
        executing = lambda: GoalStatus.STATUS_EXECUTING in [goal.status for goal in under_way.get(robot, [])]
        wait_until(executing, what=f"{robot} to move")
    openings = hostile.publisher(Gate, "/safety_monitor/gate", 4)
    wait_until(lambda: gates, what="the gate of the monitor")
    fleet.kill("safety_monitor", signal.SIGSTOP)
    try:
        said = Gate(open=True)
        said.lasts.sec = 60
        replayed = gates[-1]
        assert replayed.open
        are_cancelled = lambda: all("the skill is cancelled" in fleet.log_of(f"{robot}.planner") for robot in moving)
        until = time.monotonic() + 20.0
        with hostile.refused(10, *(f"{robot}/planner" for robot in moving)):
            while time.monotonic() < until and not are_cancelled():
                said.header.stamp = hostile.node.get_clock().now().to_msg()
                for each in [replayed, *hostile.forgeries(said, "safety_monitor", "planner/robot_1", "ann")]:
                    openings.publish(each)
                time.sleep(0.05)
        assert are_cancelled(), "somebody else's word kept the robots going"
    finally:
        fleet.kill("safety_monitor", signal.SIGCONT)


def test_heartbeats_that_are_said_again_keep_nobody_alive(start_fleet, hostile):
    fleet = start_fleet(people_answer)
    beats = collections.defaultdict(list)
    hear = lambda beat: beats[beat.robot].append(beat)
    hostile.hear(Heartbeat, "/fleet/heartbeat", hear, qos_profile_sensor_data)
    hostile.send(MISSION, horizon=8, robots=["robot_1", "robot_2"])
    hostile.request_of("robot_1")
    # It waits for a person, and while it says so, it is waited for.
    wait_until(lambda: beats["robot_1"] and beats["robot_1"][-1].waiting_for_help, what="a heartbeat of robot_1")
    assert not [each for each in hostile.requests.values() if each.robot == "robot_2"]
    outlet = hostile.publisher(Heartbeat, "/fleet/heartbeat", 4)
    fleet.kill("robot_1.planner", signal.SIGSTOP)
    try:
        last = beats["robot_1"][-1]
        until = time.monotonic() + 60.0
        asked = lambda: [each for each in list(hostile.requests.values()) if each.robot == "robot_2"]
        with hostile.refused(5, "safety_monitor", "robot_2/planner"):
            while time.monotonic() < until and not asked():
                outlet.publish(last)
                last_again = copy.deepcopy(last)
                last_again.header.stamp = hostile.node.get_clock().now().to_msg()
                outlet.publish(last_again)
                time.sleep(0.2)
        assert asked(), "robot_1 holds its turn by what it said before it was stopped"
        outlet.publish(last)
        words = ("heard before", "s ago")
        wait_until(lambda: any(word in hostile.reason("robot_2/planner") for word in words), what="a word about the replay")
    finally:
        fleet.kill("robot_1.planner", signal.SIGCONT)


def test_nobody_elses_goals_results_and_statuses_touch_an_action(start_fleet, hostile):
    fleet = start_fleet(slow)
    # Somebody else's servers beside those of the skill: what they answer is no status and no return code.
    badly = collections.Counter()
    results, cancels = ExecuteSkill.Impl.GetResultService, CancelGoal

    def answer_result(_, response):
        badly["result"] += 1
        response.status = 99
        return response

    def answer_cancel(_, response):
        badly["cancel"] += 1
        response.return_code = 99
        return response

    for robot in fleet.robots:
        hostile.node.create_service(results, f"{robot}/skill/_action/get_result", answer_result)
        hostile.node.create_service(cancels, f"{robot}/skill/_action/cancel_goal", answer_cancel)
    under_way = {}
    for robot in fleet.robots:
        watch = lambda status, robot=robot: under_way.setdefault(robot, status.status_list)
        hostile.node.create_subscription(GoalStatusArray, f"/{robot}/skill/_action/status", watch, LATCHED)
    wait_until(lambda: len(fleet.members()) == len(fleet.robots) + 3, what="all processes")
    processes = fleet.members()
    handle, _ = hostile.send("Move apple 1 to the sink. Move potato 1 to the counter.", horizon=9)
    joint = wait_until(lambda: approved(hostile), 60, "the first step")[0]
    moving = [part.robot for part in joint.decided if part.decision != hostile.decisions["idle"]]
    goals = {robot: wait_until(lambda: under_way.get(robot), what=f"{robot} to begin")[0].goal_info.goal_id for robot in moving}

    # Who asks for the result of a goal that nobody knows is told so.
    kinds = {"fleet/mission": ExecuteMission, **{f"{robot}/skill": ExecuteSkill for robot in moving}}
    for name, kind in kinds.items():
        request = kind.Impl.GetResultService.Request()
        request.goal_id.uuid = list(os.urandom(16))
        client = hostile.node.create_client(kind.Impl.GetResultService, f"{name}/_action/get_result")
        told = set()

        def unknown():
            told.add(answer_of(client, request).status)
            return GoalStatus.STATUS_UNKNOWN in told

        wait_until(unknown, what=f"the word of {name} that it knows no such goal")
    # A goal of an id that is under way is rejected, and does not take its place.
    for robot, goal in goals.items():
        request = ExecuteSkill.Impl.SendGoalService.Request(goal_id=goal)
        client = hostile.node.create_client(ExecuteSkill.Impl.SendGoalService, f"{robot}/skill/_action/send_goal")
        assert not answer_of(client, request).accepted
    # What is no status is none.
    said = GoalStatusArray(status_list=[GoalStatus(status=99) for _ in range(2)])
    for name, goal in [("fleet/mission", handle.goal_id), *((f"{robot}/skill", goal) for robot, goal in goals.items())]:
        for status in said.status_list:
            status.goal_info.goal_id = goal
        hostile.publisher(GoalStatusArray, f"{name}/_action/status", 0).publish(said)
    # The planners cancel, and hear those answers; the skill server hears them.
    under_way.clear()
    fleet.kill("safety_monitor", signal.SIGSTOP)
    try:
        cancelled = lambda: all("the skill is cancelled" in fleet.log_of(f"{robot}.planner") for robot in moving)
        wait_until(cancelled, 20, "the planners to cancel")
        wait_until(lambda: badly["cancel"] >= len(moving) and badly["result"] >= len(moving), what="the false answers")

        def ended():
            last = {robot: {bytes(each.goal_info.goal_id.uuid): each.status for each in under_way.get(robot, [])} for robot in moving}
            return all(last[robot].get(bytes(goals[robot].uuid)) in (4, 5, 6) for robot in moving)

        for robot in moving:
            watch = lambda status, robot=robot: under_way.update({robot: status.status_list})
            hostile.node.create_subscription(GoalStatusArray, f"/{robot}/skill/_action/status", watch, LATCHED)
        wait_until(ended, what="the skills to be cancelled")
    finally:
        fleet.kill("safety_monitor", signal.SIGCONT)
    time.sleep(0.5)
    assert fleet.members() == processes, "somebody ended a process"


def test_nobody_but_its_own_planner_has_a_robot_act(start_fleet, hostile):
    fleet = start_fleet(people_answer)
    handle, _ = hostile.send(MISSION, horizon=8, robots=["robot_1", "robot_2"])
    hostile.request_of("robot_1")
    processes = fleet.members()
    send = hostile.node.create_client(ExecuteSkill.Impl.SendGoalService, "/robot_1/skill/_action/send_goal")
    results = hostile.node.create_client(ExecuteSkill.Impl.GetResultService, "/robot_1/skill/_action/get_result")

    def sent(goal):
        """Whether the robot takes it, and under which id."""
        request = ExecuteSkill.Impl.SendGoalService.Request(goal=goal)
        request.goal_id.uuid = list(os.urandom(16))
        return answer_of(send, request).accepted, request.goal_id

    # The goal that the planner would send later: a true word about it would be one about a skill that never began.
    goal = ExecuteSkill.Goal(mission_id=list(handle.goal_id.uuid), step=1, skill="go_to", arguments=["fridge"])
    goal.decision = hostile.decisions["go_to(fridge)"]
    forgeries = hostile.forgeries(goal, "planner/robot_1", "planner/robot_2", "world", "safety_monitor", CLIENT, "ann")
    with hostile.refused(len(forgeries), "world_simulator"):
        assert not any(sent(each)[0] for each in forgeries)
    # The planner's own counts once, and of a decision that is none nothing comes but the word that it is none.
    goal.decision = 65535
    strange = hostile.signet("planner/robot_1").seal(goal)
    accepted, goal_id = sent(strange)
    assert accepted and not sent(strange)[0]
    told = answer_of(results, ExecuteSkill.Impl.GetResultService.Request(goal_id=goal_id)).result
    assert told.error_code == ExecuteSkill.Result.BAD_SKILL and "65535" in told.error_msg, told
    assert fleet.members() == processes


def test_an_old_proposal_is_not_approved_anew(start_fleet, hostile):
    proposed = []
    hostile.hear(JointStep, "/fleet/proposed_step", proposed.append, RING)
    start_fleet(slow)
    hostile.send("Move apple 1 to the sink. Move potato 1 to the counter.", horizon=9)
    wait_until(lambda: approved(hostile), 60, "the first step")
    wait_until(lambda: proposed, what="a proposal")
    outlet = hostile.publisher(JointStep, "/fleet/proposed_step", 2)
    # The fleet goes on meanwhile: other steps have approvals of their own.
    def signatures():
        of = proposed[0]
        return {bytes(each.signature) for each in approved(hostile) if (list(each.mission_id), each.step) == (list(of.mission_id), of.step)}

    # What a planner repeats by itself is sealed anew each time.
    wait_until(signatures, what="its approval")
    before = signatures()
    with hostile.refused(10, "safety_monitor"):
        for _ in range(10):
            outlet.publish(proposed[0])
            time.sleep(0.05)
    assert "heard before" in hostile.reason("safety_monitor") or "sealed it" in hostile.reason("safety_monitor")
    assert signatures() == before
