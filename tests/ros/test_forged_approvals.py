"""Approvals that the safety monitor did not say: unsigned, signed by somebody else, altered, said again."""

import copy
import json
import os
import signal
import stat
import subprocess
import threading

import pytest
from conftest import PROGRAMS, ROOT, wait_until
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rclpy.action import ActionClient
from stranger import LATCHED, Stranger, result_of, send_goal
from surefleet.action import ExecuteSkill
from surefleet.msg import JointStep, RobotDecision, WorldState
from surefleet_seal import digest
from test_approval_vector import skill_server

MISSION = "Move apple 1 to the sink. Move potato 1 to the counter."
NOBODYS_MISSION = [9] * 16


class Attacker(Stranger):
    """Knows the interfaces and hears everything; has every key but the fleet's, unless a test is about what holds even then."""

    def __init__(self):
        super().__init__()
        self.key = Ed25519PrivateKey.generate()
        self.worlds, self.diagnoses = [], {}
        self.approvals = self.node.create_publisher(JointStep, "/fleet/approved_step", LATCHED)
        self.hear(WorldState, "/world/state", self.worlds.append, LATCHED)
        self.node.create_subscription(DiagnosticArray, "/diagnostics", self._on_diagnostics, 10)
        command = [PROGRAMS / "surefleet", "domain", ROOT / "config" / "domains" / "household.yaml", "--json"]
        domain = subprocess.run(command, capture_output=True, check=True)
        self.decisions = {each["symbol"]: each["decision"] for each in json.loads(domain.stdout)["decisions"]}

    def _on_diagnostics(self, array):
        self.diagnoses |= {status.name: status for status in array.status}

    def all_under_way(self, robots):
        world = self.diagnoses.get("world_simulator: world")
        return world and {value.key: value.value for value in world.values}["skills_under_way"] == str(robots)

    def refused(self, part):
        """How many messages the simulator did not let through, as it says itself in /diagnostics."""
        status = self.diagnoses.get(f"world_simulator: {part}")
        return int(next(value.value for value in status.values if value.key == "refused")) if status else -1

    def genuine(self, mission):
        """What the monitor approved for a mission, in the order in which it came."""
        approved = [each for each in list(self.verdicts) if each.verdict == JointStep.APPROVED and not each.stop]
        return [each for each in approved if bytes(each.mission_id) == mission]

    def forged(self, mission, symbol):
        """An approval for robot_1 that wants nothing but the monitor's signature."""
        part = RobotDecision(robot="robot_1", decision=self.decisions[symbol])
        joint = JointStep(verdict=JointStep.APPROVED, mission_id=mission, step=1, decided=[part], nonce=os.urandom(16))
        joint.header.stamp = self.node.get_clock().now().to_msg()
        return self.in_time(joint)

    def in_time(self, joint):
        joint.expires = self.node.get_clock().now().to_msg()
        joint.expires.sec += 4
        return joint

    def sign(self, joint):
        joint.signature = self.key.sign(skill_server().signed_bytes(joint))
        return joint

    def facts(self):
        return list(self.worlds[-1].facts)

    def ask(self, joint, symbol):
        """Asks robot_1 for a skill as if it were approved; returns its answer, and the facts meanwhile."""
        skills = ActionClient(self.node, ExecuteSkill, "/robot_1/skill")
        assert skills.wait_for_server(timeout_sec=15)
        skill, _, arguments = symbol.rstrip(")").partition("(")
        goal = ExecuteSkill.Goal(mission_id=joint.mission_id, step=joint.step, attempt=joint.attempt, skill=skill)
        goal.arguments, goal.decision = [arguments] if arguments else [], self.decisions[symbol]
        since = len(self.worlds)
        planner = self.signet("planner/robot_1")

        # A request that is sent while a restarted server is still being found gets no answer; a repeat is the same question.
        def answered():
            try:
                planner.seal(goal)
                answer = result_of(send_goal(self.executor, skills, goal, 5).get_result_async(), 10).result
                assert self.proves(answer, digest(goal), "skill_server/robot_1")
                return answer
            except AssertionError:
                return None

        result = wait_until(answered, 60, "the skill server's answer")
        wait_until(lambda: len(self.worlds) > since + 3, what="the world after the answer")
        return result, {tuple(world.facts) for world in self.worlds[since:]}


@pytest.fixture
def attacker():
    attacker = Attacker()
    yield attacker
    attacker.close()


def quick(fleet):
    fleet["simulator"]["skill_ms"] = 60
    fleet["simulator"]["operator"]["delay_ms"] = 60


def slow(fleet):
    fleet["simulator"]["skill_ms"] = 4000
    fleet["simulator"]["operator"]["delay_ms"] = 60


def completes(attacker):
    """Sends a mission and returns its id once it has succeeded."""
    handle, result = attacker.send(MISSION, horizon=12)
    outcome = result_of(result, 90).result
    assert outcome.error_code == 0, outcome.error_msg
    return bytes(handle.goal_id.uuid)


def somewhere_else(attacker, robot="robot_1"):
    """A skill that would change the facts, wherever the robot is."""
    targets = ["fridge", "drawer_1"]
    return next(f"go_to({each})" for each in targets if f"at({robot}, {each})" not in attacker.facts())


def test_what_the_monitor_did_not_sign_moves_nothing_and_missions_go_on(start_fleet, attacker):
    fleet = start_fleet(quick)
    captured = attacker.genuine(completes(attacker))[-1]
    wait_until(lambda: attacker.worlds, what="the world")
    symbol = somewhere_else(attacker)

    unsigned = attacker.forged(NOBODYS_MISSION, symbol)
    blank = attacker.forged(NOBODYS_MISSION, symbol)
    blank.signature = bytes(64)
    short = attacker.forged(NOBODYS_MISSION, symbol)
    short.signature = bytes(63)
    own_key = attacker.sign(attacker.forged(NOBODYS_MISSION, symbol))
    other_decision = attacker.in_time(copy.deepcopy(captured))
    other_decision.decided[0].decision = attacker.decisions[symbol]
    other_mission = attacker.in_time(copy.deepcopy(captured))
    other_mission.mission_id = NOBODYS_MISSION
    other_step = attacker.in_time(copy.deepcopy(captured))
    other_step.step += 1
    attacks = {
        "unsigned": (unsigned, "is not signed"),
        "blank": (blank, "altered, or signed with another key"),
        "short": (short, "has 63 bytes, not 64"),
        "own key": (own_key, "altered, or signed with another key"),
        "other decision": (other_decision, "altered, or signed with another key"),
        "other mission": (other_mission, "altered, or signed with another key"),
        "other step": (other_step, "altered, or signed with another key"),
        "later": (attacker.in_time(copy.deepcopy(captured)), "altered, or signed with another key"),
    }
    # The monitor's seal is missing, is another's, or does not fit any more: none comes as far as its approval.
    unsealed = wait_until(lambda: attacker.refused("identity") + 1, what="the diagnosis of the seals") - 1
    for joint, _ in attacks.values():
        attacker.approvals.publish(joint)
        attacker.approvals.publish(attacker.signet("planner/robot_1").seal(copy.deepcopy(joint)))
    wait_until(lambda: attacker.refused("identity") >= unsealed + 2 * len(attacks), what="the count of all seals")
    assert attacker.refused("approvals") == 0
    # Even with the monitor's seal an approval wants a signature of its own, which is all that other skill servers look at.
    for name, (joint, reason) in attacks.items():
        before, said = attacker.facts(), len(fleet.log_of("world_simulator"))
        attacker.approvals.publish(attacker.signet("safety_monitor").seal(joint))
        wait_until(lambda: reason in fleet.log_of("world_simulator")[said:], what=f"a word about the {name} one")
        result, facts = attacker.ask(joint, symbol)
        assert result.error_code == ExecuteSkill.Result.NOT_APPROVED, f"{name}: {result}"
        assert "nothing moves" in result.error_msg or "is over" in result.error_msg, f"{name}: {result}"
        assert facts == {tuple(before)}, f"{name}: the robots moved"
    wait_until(lambda: attacker.refused("approvals") >= len(attacks), what="the count in /diagnostics")
    status = attacker.diagnoses["world_simulator: approvals"]
    assert status.level == DiagnosticStatus.WARN and "altered" in status.message

    completes(attacker)


def test_approvals_are_refused_when_they_are_said_again_in_time_and_later(start_fleet, attacker):
    fleet = start_fleet(quick)
    replayed = threading.Event()

    def replay(joint):
        if joint.verdict == JointStep.APPROVED and not joint.stop and not replayed.is_set():
            replayed.set()
            attacker.approvals.publish(joint)

    attacker.node.create_subscription(JointStep, "/fleet/approved_step", replay, LATCHED)
    first = attacker.genuine(completes(attacker))[0]
    wait_until(lambda: "was heard before" in fleet.log_of("world_simulator"), what="a word about the replay")

    expired = lambda: attacker.node.get_clock().now().nanoseconds > first.expires.sec * 10**9 + first.expires.nanosec
    wait_until(expired, what="its expiry")
    attacker.approvals.publish(first)
    wait_until(lambda: "expired" in fleet.log_of("world_simulator"), what="a word about the expired one")
    mine = next(part.decision for part in first.decided if part.robot == "robot_1")
    symbol = next(symbol for symbol, decision in attacker.decisions.items() if decision == mine)
    before = attacker.facts()
    _, facts = attacker.ask(first, symbol)
    assert facts == {tuple(before)}, "a skill that was done was done once more"
    completes(attacker)


@pytest.mark.parametrize("gate", ["open", "closed"])
def test_a_restarted_skill_server_begins_nothing_that_was_approved_before(start_fleet, attacker, gate):
    fleet = start_fleet(slow)
    handle, result = attacker.send(MISSION, horizon=15)
    captured = wait_until(lambda: attacker.genuine(bytes(handle.goal_id.uuid)), 60, "the first approval")[0]
    used = fleet.folder / "out" / "test" / "state" / "used_approvals.jsonl"
    wait_until(lambda: bytes(captured.mission_id).hex() in used.read_text(), what="the step in the journal")
    if gate == "closed":
        # A world that is not seen closes the gate: the robots cancel their skills, and nobody is left to tell how they ended.
        wait_until(lambda: attacker.all_under_way(len(fleet.robots)), what="every skill under way")
        os.kill(fleet.members()["world_simulator"], signal.SIGSTOP)
        for robot in fleet.robots:
            wait_until(lambda log=f"{robot}.planner": "the skill is cancelled" in fleet.log_of(log), what="a cancel")
    # The monitor's own latched word may be there before the attacker's.
    said = len(fleet.log_of("world_simulator"))
    before = fleet.kill("world_simulator")
    wait_until(lambda: fleet.members().get("world_simulator", before) != before, what="a new world_simulator")
    attacker.approvals.publish(captured)
    words = ["was approved before this node was started again", "expired"]
    wait_until(lambda: any(word in fleet.log_of("world_simulator")[said:] for word in words), what="a word about it")
    mine = next(part.decision for part in captured.decided if part.robot == "robot_1")
    symbol = next(symbol for symbol, decision in attacker.decisions.items() if decision == mine)
    answers = [attacker.ask(captured, symbol)[0]]
    while gate == "closed" and answers[-1].error_code == ExecuteSkill.Result.CANCELED:
        # The robot's own planner still cancels all there is at the server, until it knows what became of its skill.
        answers.append(attacker.ask(captured, symbol)[0])
    assert answers[-1].error_code == ExecuteSkill.Result.NOT_APPROVED, answers
    outcome = result_of(result, 150).result
    assert outcome.error_code == 0, outcome.error_msg
    second = next(each for each in attacker.genuine(bytes(handle.goal_id.uuid)) if each.step == 2)
    said_at = lambda message: skill_server().nanoseconds(message.header.stamp)
    facts = {tuple(world.facts) for world in attacker.worlds if said_at(world) < said_at(second)}
    assert len(facts) == 1, "the robots moved for the first step"
    let_through = [json.loads(line)[1]["step"] for line in used.read_text().splitlines()[1:]]
    assert let_through == sorted(set(let_through)), "a step was let through twice"


def test_secret_keys_are_their_owners_alone_and_none_is_overwritten(start_fleet, tmp_path):
    fleet = start_fleet(quick)
    secrets = [fleet.state / "fleet.key", *sorted((fleet.state / "keys").iterdir())]
    assert {path.name for path in secrets} >= {"fleet.key", "help_desk.key", "world.key", "planner.robot_1.key", "operator.ann.key"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in secrets} == {0o600}
    contents = lambda: [path.read_bytes() for path in (*secrets, fleet.state / "fleet.pub", fleet.state / "fleet.roster")]
    before = contents()
    again = subprocess.run([PROGRAMS / "surefleet", "keygen", fleet.state, "--fleet", fleet.path, "--for", "ann"], capture_output=True)
    assert again.returncode == 0 and contents() == before
    secret = (fleet.state / "fleet.key").read_bytes()
    made = subprocess.run([PROGRAMS / "surefleet", "keygen", tmp_path / "new"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "new" / "fleet.key").read_bytes() != secret
