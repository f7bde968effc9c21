"""A planner for the whole team, over real DDS: a language model behind a server writes joint steps, each robot takes its part or does not."""

import json
import subprocess

import pytest
import yaml
from conftest import PROGRAMS, ROOT, wait_until
from model_server import MODEL
from stranger import LATCHED, result_of
from surefleet.msg import DecisionRecord, JointStep, RobotDecision, Turn, WorldState

PUT = {"sink": "put it down in the sink", "shelf": "put it down on the shelf"}


def with_planner(model):
    """A change to a fleet file: the household whose grammar reads missions, with this model as the planner for its team."""

    def change(fleet):
        fleet.clear()
        fleet.update(yaml.safe_load((ROOT / "config/fleets/household-demo.yaml").read_text()))
        fleet["team_planner"] = {"kind": "openai", **model.address}
        fleet["audits"] = 0.0
        fleet["simulator"]["skill_ms"] = 50

    return change


@pytest.fixture
def things(stranger):
    """Two things that lie open, once the world is seen: their names in words."""
    worlds = []
    stranger.hear(WorldState, "world/state", worlds.append, LATCHED)

    def find():
        wait_until(lambda: worlds, what="a world")
        items = ("tomato", "bread", "potato", "knife", "apple")
        on = dict(fact[8:-1].split(", ") for fact in worlds[-1].facts if fact.startswith("located(") and fact.endswith((" table)", " counter)")))
        return [thing.replace("_", " ") for thing in sorted(on) if thing.startswith(items)][:2]

    return find


def plan(one, other):
    """What the team's planner writes: robot 2 takes one thing to the sink, robot 3 the other one to the shelf. Search would send robot 1."""
    done = [[f"go to {one}", f"go to {other}"], [f"grab {one}", f"grab {other}"], [PUT["sink"], PUT["shelf"]]]

    def says(request):
        text = "".join(message["content"] for message in request["messages"])
        step = int(text.rpartition("Step ")[2].split()[0])
        parts = {"robot 1": "remain idle", "robot 2": done[step - 1][0], "robot 3": done[step - 1][1]}
        return f"Two robots are enough.\n{json.dumps(parts)}"

    return says


def test_a_team_carries_out_what_a_model_plans_and_each_part_is_its_robots_own_decision(start_fleet, stranger, model, things):
    fleet = start_fleet(with_planner(model))
    one, other = things()
    model.says = plan(one, other)
    _, result = stranger.send(f"Move {one} to the sink. Move {other} to the shelf.", horizon=6)
    result = result_of(result, 90).result
    assert result.error_code == 0, result.error_message
    wait_until(lambda: len(stranger.records) >= 9, what="the records of three steps")
    told = {(record.step, record.robot): record for record in stranger.records}
    assert len(told) == 9
    for step, verb in enumerate(["go to", "grab", "put it down"], 1):
        parts = [told[step, robot] for robot in fleet.robots]
        assert [record.source for record in parts] == [DecisionRecord.TEAM_STEP] * 3
        assert parts[0].text == "remain idle" and all(record.text.startswith(verb) for record in parts[1:])
        assert all(record.autonomy and record.help_request_id == "" for record in parts)
        owner, team_step = "robot_1", json.loads(parts[1].json)["team_step"]
        assert (team_step["owner"], team_step["by"]) == (owner, MODEL)
        assert team_step["parts"] == {record.robot: record.decision for record in parts}
    turns = [turn for turn in stranger.turns if turn.kind == Turn.TURN]
    assert all((turn.team_step_owner, turn.team_step_by) == ("robot_1", MODEL) for turn in turns if turn.decided)
    assert not any(turn.team_step_owner or turn.team_step for turn in turns if not turn.decided)
    assert all(RobotDecision.ABSENT not in turn.team_step for turn in turns)
    assert len(model.requests) == 3, "one call a step, by the robot that decides first"
    assert json.loads(told[1, "robot_1"].json)["usage"]["model_calls"] == 1
    approved = {joint.step for joint in stranger.verdicts if joint.verdict == JointStep.APPROVED and not joint.stop}
    assert approved == {1, 2, 3} and not stranger.requests and not stranger.unproved
    calibration = fleet.folder / "calibration" / "household-grammar.json"
    replay = subprocess.run([PROGRAMS / "surefleet", "replay", fleet.state, "--calibration", calibration], capture_output=True, text=True)
    assert replay.returncode == 0, replay.stdout + replay.stderr


def test_what_is_wrong_is_told_to_the_model_and_robots_go_on_without_it(start_fleet, stranger, model, things):
    fleet = start_fleet(with_planner(model))
    one, other = things()
    answers = iter(["I would rather not.", '{"robot 1": "fly"}', '{"robot 9": "remain idle"}'])
    model.says = lambda request: next(answers, "{}")
    _, result = stranger.send(f"Move {one} to the sink. Move {other} to the shelf.", horizon=6)
    assert result_of(result, 90).result.error_code == 0
    prompts = [request["messages"][-1]["content"] for request in model.requests[:3]]
    assert "will not do" not in prompts[0]
    assert 'robot 1: "fly" is not one of the actions' in prompts[2] and "there is no JSON object" in prompts[2]
    wait_until(lambda: len(stranger.records) >= 9, what="the records of three steps")
    assert {record.source for record in stranger.records} == {DecisionRecord.SINGLETON}
    assert not any(turn.team_step_owner or turn.team_step for turn in stranger.turns)
    assert "wrote nothing that will do" in fleet.log_of("robot_1.planner")
    assert not stranger.requests and not stranger.unproved
