"""Arms that share a space, over real DDS: what the monitor refuses, in which words, and for whom an old position closes its gate."""

import copy
import json
import signal
import subprocess
import threading

import pytest
import yaml
from conftest import PROGRAMS, ROOT, wait_until
from stranger import LATCHED, Stranger, answer_of, result_of
from surefleet.msg import JointStep, RobotDecision, WorldState
from surefleet.srv import CheckDecisions
from visualization_msgs.msg import MarkerArray

SITE = ROOT / "examples" / "arms"
MISSION = "Bring gear 1 to fixture 1. Bring gear 3 to fixture 3."
POSES = {name: arm["poses"] for name, arm in yaml.safe_load((SITE / "fleet.yaml").read_text())["arms"]["robots"].items()}


def arms(fleet):
    """The example, with files that are found from anywhere."""
    fleet.clear()
    fleet.update(yaml.safe_load((SITE / "fleet.yaml").read_text()))
    fleet["domain"] = str(SITE / "cell.yaml")
    fleet["simulator"]["start"] = str(SITE / "start.yaml")
    fleet["simulator"]["operator"]["delay_ms"] = 60
    # A machine that is busy with other tests may be slow to tell where the arms are.
    fleet["arms"]["position_timeout_ms"] = 5000


@pytest.fixture
def loaded(tmp_path):
    """Both arms of the first table hold a gear; people decide, and there are none."""

    def change(fleet):
        arms(fleet)
        start = yaml.safe_load((SITE / "start.yaml").read_text())
        held = ["located(gear_1, tray_1)", "located(gear_2, tray_2)"]
        start["facts"] = [fact for fact in start["facts"] if fact not in held] + ["holding(arm_1, gear_1)", "holding(arm_2, gear_2)"]
        del start["demo"]
        (tmp_path / "start.yaml").write_text(yaml.safe_dump(start))
        fleet["simulator"]["start"] = str(tmp_path / "start.yaml")
        del fleet["simulator"]["operator"]

    return change


class Rogue(Stranger):
    """Has the planners' keys and that of the world: it proposes and asks what it likes, and shows the world as it likes."""

    def __init__(self):
        super().__init__()
        self.worlds, self.attempt = [], 76
        self.hear(WorldState, "/world/state", self.worlds.append, LATCHED)
        self.proposals = self.node.create_publisher(JointStep, "/fleet/proposed_step", 10)
        self.checks = self.node.create_client(CheckDecisions, "/safety_monitor/check")
        command = [PROGRAMS / "surefleet", "domain", SITE / "fleet.yaml", "--json"]
        domain = subprocess.run(command, capture_output=True, check=True)
        self.decisions = {each["symbol"]: each["decision"] for each in json.loads(domain.stdout)["decisions"]}

    def world(self):
        return wait_until(lambda: self.worlds and self.worlds[-1], what="the world")

    def joints(self, robot):
        return next(list(arm.joints) for arm in self.world().arms if arm.robot == robot)

    def parts(self, decided, attempt=0):
        return [RobotDecision(robot=robot, decision=self.decisions[symbol], attempt=attempt) for robot, symbol in decided.items()]

    def begin(self):
        handle, result = self.send(MISSION, horizon=12)
        self.mission = list(handle.goal_id.uuid)
        # It is admitted once its robots are ready.
        wait_until(lambda: any(list(t.brief.mission_id) == self.mission for t in list(self.turns)), 60, "its first turn")
        return result

    def proposed(self, **decided):
        """The monitor's verdict on a joint step that it could judge; who is not named remains idle."""
        def judged():
            verdict = self.verdict(**decided)
            return None if any("the gate is closed" in why for why in verdict.reasons) else verdict

        return wait_until(judged, what="a verdict with an open gate")

    def verdict(self, **decided):
        decided = {f"arm_{n}": decided.get(f"arm_{n}", "idle") for n in range(1, 5)}
        self.attempt += 1
        attempt, facts = self.attempt, list(self.world().facts)
        joint = JointStep(verdict=JointStep.PROPOSED, mission_id=self.mission, step=1, attempt=attempt, facts=facts)
        joint.decided = self.parts(decided, attempt)
        wait_until(lambda: self.proposals.get_subscription_count() > 0, what="the monitor's subscription")
        self.proposals.publish(self.signet("planner/arm_1").seal(joint))
        return wait_until(lambda: next((v for v in list(self.verdicts) if v.attempt == attempt), None), what="the verdict")

    def refusal(self, robot, symbol, **decided):
        """Why the monitor does not allow a decision beside those of others; empty: it does."""
        def judged():
            request = CheckDecisions.Request(mission_id=self.mission, step=1, robot=robot, facts=list(self.world().facts))
            request.decided, request.candidates = self.parts(decided), [self.decisions[symbol]]
            reply = answer_of(self.checks, request, self.signet(f"planner/{robot}"))
            return reply if reply.judged else None

        reply = wait_until(judged, what="a check with an open gate")
        assert reply.allowed[0] == (not reply.reasons[0])
        return reply.reasons[0]


@pytest.fixture
def rogue():
    rogue = Rogue()
    yield rogue
    rogue.close()


def test_a_joint_step_in_which_arms_would_meet_is_refused_though_each_part_alone_is_approved(start_fleet, rogue, loaded):
    start_fleet(loaded)
    rogue.begin()
    assert rogue.refusal("arm_1", "put(fixture_1)") == "" == rogue.refusal("arm_2", "put(fixture_2)")
    beside = rogue.refusal("arm_2", "put(fixture_2)", arm_1="put(fixture_1)")
    assert beside.startswith("arm_2 cannot put it in fixture 2: its ") and "of arm_1, which is to put it in fixture 1" in beside, beside

    refused = rogue.proposed(arm_1="put(fixture_1)", arm_2="put(fixture_2)")
    assert refused.verdict == JointStep.REFUSED and list(refused.reasons) == [beside], refused.reasons
    assert "arms stay 0.050 m apart" in beside

    unreachable = rogue.proposed(arm_1="put(tray_2)")
    assert unreachable.verdict == JointStep.REFUSED
    (why,) = unreachable.reasons
    assert why.startswith("arm_1 cannot put it in tray 2: it is out of the arm's reach") and why.endswith("no pose over_tray_2"), why
    assert rogue.joints("arm_1") == POSES["arm_1"]["home"], "nothing has moved"

    approved = rogue.proposed(arm_1="put(fixture_1)")
    assert approved.verdict == JointStep.APPROVED, approved.reasons
    wait_until(lambda: rogue.joints("arm_1") == POSES["arm_1"]["over_fixture_1"], what="the arm at the end of its way")
    assert "located(gear_1, fixture_1)" in rogue.world().facts
    assert rogue.joints("arm_2") == POSES["arm_2"]["home"]


def test_an_old_position_closes_the_gate_for_the_arms_that_it_concerns_only(start_fleet, rogue, loaded):
    fleet = start_fleet(loaded)
    rogue.begin()
    real = copy.deepcopy(rogue.world())
    assert rogue.refusal("arm_1", "put(tray_1)") == "" == rogue.refusal("arm_3", "pick(gear_3, tray_3)")
    # Robots and world stand still, and somebody who has the world's key goes on telling of them.
    fleet.kill("world_simulator", signal.SIGSTOP)
    told, fresh = threading.Event(), {"arm_1", "arm_3", "arm_4"}
    publisher = rogue.node.create_publisher(WorldState, "/world/state", LATCHED)

    def tell():
        while not told.wait(0.1):
            now = rogue.node.get_clock().now().to_msg()
            real.header.stamp = now
            for arm in real.arms:
                if arm.robot in fresh:
                    arm.stamp = now
            publisher.publish(rogue.signet("world").seal(real))

    teller = threading.Thread(target=tell)
    teller.start()
    try:
        why = wait_until(lambda: rogue.refusal("arm_2", "put(tray_2)"), what="the refusal of an arm whose position is old")
        assert why.startswith("arm_2 cannot put it in tray 2: nobody knows where the arm of arm_2 is: its joints were measured "), why
        why = rogue.refusal("arm_1", "put(tray_1)")
        assert "nobody knows where the arm of arm_2 is" in why, why
        assert rogue.refusal("arm_2", "idle") == ""
        assert rogue.refusal("arm_3", "pick(gear_3, tray_3)") == "" == rogue.refusal("arm_4", "pick(gear_4, tray_4)")
        refused = rogue.proposed(arm_1="put(tray_1)")
        assert refused.verdict == JointStep.REFUSED and "where the arm of arm_2 is" in refused.reasons[0], refused.reasons
        # A world that says nothing of it at all.
        gone = next(arm for arm in real.arms if arm.robot == "arm_2")
        real.arms = [arm for arm in real.arms if arm.robot != "arm_2"]
        wait_until(lambda: "has no joint position of it" in rogue.refusal("arm_2", "put(tray_2)"), what="the refusal of an arm that is not told of")
        real.arms = [*real.arms, gone]
        fresh.add("arm_2")
        wait_until(lambda: rogue.refusal("arm_2", "put(tray_2)") == "", what="the gate to open")
        assert rogue.refusal("arm_1", "put(tray_1)") == ""
    finally:
        told.set()
        teller.join()
        fleet.kill("world_simulator", signal.SIGCONT)


def test_four_arms_carry_out_a_mission_and_are_seen_on_their_ways(start_fleet, rogue):
    start_fleet(arms)
    result = rogue.begin()
    ended = result_of(result, 150).result
    assert ended.error_code == 0, ended.error_msg
    assert {"located(gear_1, fixture_1)", "located(gear_3, fixture_3)"} <= set(rogue.world().facts)
    told = [{arm.robot: tuple(arm.joints) for arm in world.arms} for world in list(rogue.worlds)]
    assert all(set(arms) == set(POSES) for arms in told)
    stops = {name: {tuple(pose) for pose in poses.values()} for name, poses in POSES.items()}
    assert any(arms["arm_1"] not in stops["arm_1"] for arms in told), "some state shows it between two poses"


def test_the_simulated_arms_are_drawn_where_their_joints_are(start_fleet, stranger):
    start_fleet(arms)
    pictures = []
    stranger.node.create_subscription(MarkerArray, "/arms/markers", pictures.append, LATCHED)
    handle, result = stranger.send(MISSION, horizon=12)
    ends = lambda picture, robot: [(point.x, point.y, point.z) for marker in picture.markers if marker.ns == robot for point in marker.points]
    moved = lambda: len(pictures) > 1 and ends(pictures[0], "arm_1") != ends(pictures[-1], "arm_1")
    wait_until(moved, 60, what="an arm that moves")
    assert {marker.ns for marker in pictures[0].markers} == {f"arm_{number}" for number in range(1, 5)}
    # Both tables: the bases stand where the fleet file has them.
    assert ends(pictures[0], "arm_1")[0][:2] == pytest.approx((0.0, 0.0), abs=0.2) and ends(pictures[0], "arm_4")[0][:2] == pytest.approx((7.3, 0.0), abs=0.2)
    stranger.cancel(handle)
