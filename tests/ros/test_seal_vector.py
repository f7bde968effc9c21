"""The seal of docs/security.md, in Python: its bytes by hand, and the test vector, which `python test_seal_vector.py` prints."""

import array
import json
import math
import pathlib
import struct
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))

from surefleet import msg, srv  # noqa: E402: the example is found on the path only now
from surefleet_seal import Roster, Signet, canonical, digest, kind_of, public_of, question_digest, question_key  # noqa: E402

FLEET = bytes(range(32))
FLEET_PUBLIC = public_of(FLEET)
PLANNER, OPERATOR, DESK = bytes([7] * 32), bytes([8] * 32), bytes([9] * 32)
MISSION = list(range(1, 17))
CALLS = (srv.AnswerHelp, srv.CheckDecisions, srv.ClaimHelp, srv.HelpHistory, srv.ReadMission, srv.ShowHelp)
SEALED = (msg.HelpQueue, msg.Turn, *(part for call in CALLS for part in (call.Request, call.Response)))
TYPES = {kind_of(message()): message for message in SEALED}


def string(text):
    return struct.pack("<I", len(text.encode())) + text.encode()


def test_the_canonical_bytes_are_those_of_the_table():
    beat = msg.Heartbeat(robot="robot_é", incarnation=2**64 - 1, mission_id=MISSION, holding=True, step=3, finished_done=False)
    beat.header.stamp.sec, beat.header.stamp.nanosec = -1, 5
    by_hand = struct.pack("<iI", -1, 5) + string("") + string("robot_é") + struct.pack("<Q", 2**64 - 1)
    by_hand += struct.pack("<I", 16) + bytes(MISSION) + struct.pack("<??IIII??", True, False, 3, 0, 0, 0, False, False)
    empty_seal = struct.pack("<I", 0) + struct.pack("<iI", 0, 0) + struct.pack("<I", 0)
    assert canonical(beat) == by_hand + empty_seal


def test_numbers_keep_their_width_and_every_nan_is_the_quiet_one():
    other_nan = struct.unpack("<d", struct.pack("<Q", 0xFFF8000000000001))[0]
    for score in (math.nan, other_nan):
        option = msg.ScoredOption(decision=4, text="go", score=score, in_set=True, reason="")
        by_hand = struct.pack("<H", 4) + string("go") + struct.pack("<Q", 0x7FF8000000000000) + struct.pack("<??", True, False) + string("")
        assert canonical(option) == by_hand
    assert canonical(msg.ScoredOption(score=-math.inf))[6:14] == struct.pack("<d", -math.inf)


def test_a_questions_digest_takes_what_is_shown_and_nothing_else():
    option = msg.HelpOption(id=1, decision=4, text="go", score=-1.0, allowed=True, lasting=True)
    request = msg.HelpRequest(robot="robot_1", mission_id=MISSION, step=1, kind=msg.HelpRequest.DECISION, question="What?")
    request.options = [option]
    before = question_digest(request)
    assert question_key("mine", request) == f"mine/{before[:16]}"
    request.priority, request.options[0].score, request.id, request.state = 9, -2.0, "7", msg.HelpRequest.CLAIMED
    assert question_digest(request) == before
    of_question = {"question": "Which?", "step": 2, "mission_text": "Tidy up.", "kind": msg.HelpRequest.OUTCOME, "robot": "robot_2"}
    of_option = {"id": 2, "decision": 65535, "text": "grab", "allowed": False, "lasting": False}
    for changed, changes in ((request, of_question), (option, of_option)):
        for name, value in changes.items():
            kept = getattr(changed, name)
            setattr(changed, name, value)
            assert question_digest(request) != before, name
            setattr(changed, name, kept)
    assert question_digest(request) == before


@pytest.fixture
def vector():
    return json.loads((ROOT / "docs" / "seal-vector.json").read_text())


def test_python_makes_the_seals_of_the_vector(vector):
    fleet = bytes.fromhex(vector["fleet.pub"].split()[1])
    assert vector["fleet.pub"].split()[0] == "ed25519-public" and fleet == public_of(bytes.fromhex(vector["fleet.key"].split()[1]))
    for entry in vector["seals"]:
        message = message_of(TYPES[entry["type"]](), entry["message"])
        signet = Signet(entry["signer"], bytes.fromhex(entry["key"].split()[1]), fleet)
        assert public_of(bytes.fromhex(entry["key"].split()[1])).hex() == entry["public"].split()[1]
        stamp = entry["stamp"]["sec"] * 10**9 + entry["stamp"]["nanosec"]
        context = bytes.fromhex(entry["context"])
        assert signet.signed_bytes(message, context, stamp).hex() == entry["signed_bytes"]
        signet.seal(message, context, stamp)
        assert bytes(message.seal.signature).hex() == entry["signature"]
        assert digest(message).hex() == entry["digest"]


def test_an_answer_is_bound_to_its_call(vector):
    by_type = {entry["type"]: entry for entry in vector["seals"]}
    assert sorted(by_type) == sorted(TYPES)
    for call in CALLS:
        asked, answer = (by_type[kind_of(part())] for part in (call.Request, call.Response))
        assert answer["context"] == asked["digest"]


def test_whoever_is_not_on_the_roster_or_alters_a_word_proves_nothing(tmp_path):
    planner = Signet("planner/robot_1", PLANNER, FLEET_PUBLIC)
    (tmp_path / "fleet.pub").write_text(f"ed25519-public {FLEET_PUBLIC.hex()}\n")
    text = f"surefleet roster 1\nplanner/robot_1 {public_of(PLANNER).hex()}\n"
    write = lambda key: (tmp_path / "fleet.roster").write_text(f"{text}signed {key.sign(text.encode()).hex()}\n")
    write(planner.key)
    with pytest.raises(ValueError, match="fleet.roster"):
        Roster(tmp_path)
    write(Signet("safety_monitor", FLEET, FLEET_PUBLIC).key)
    roster = Roster(tmp_path)
    turn = planner.seal(turn_of_the_vector())
    assert roster.proves(turn) and roster.proves(turn, by="planner/robot_1")
    assert not roster.proves(turn, by="planner/robot_2") and not roster.proves(turn, context=b"a call")
    turn.step += 1
    assert not roster.proves(turn)
    turn.step -= 1
    turn.seal.stamp.nanosec += 1
    assert not roster.proves(turn)
    assert not roster.proves(turn_of_the_vector())
    assert not roster.proves(Signet("planner/robot_1", OPERATOR, FLEET_PUBLIC).seal(turn_of_the_vector()))
    assert not roster.proves(Signet("planner/robot_2", PLANNER, FLEET_PUBLIC).seal(turn_of_the_vector()))
    assert not roster.proves(Signet("planner/robot_1", PLANNER, public_of(OPERATOR)).seal(turn_of_the_vector())), "another fleet"


def turn_of_the_vector():
    turn = msg.Turn(kind=msg.Turn.TURN, sender="robot_1", step=3, attempt=1, order=["robot_1", "robot_2"], history=[4, 65535, 7, 2])
    turn.header.stamp.sec, turn.header.stamp.nanosec = 1_700_000_000, 250_000_000
    turn.brief = msg.Brief(mission_id=MISSION, text="Move apple 1 to the sink.", horizon=9, alpha="1/50", team=["robot_1", "robot_2"])
    turn.brief.constraints = ["ltl: G !at(robot_2, fridge)"]
    turn.brief.formulas = ["F G located(apple_1, sink)", "G !at(robot_2, fridge)"]
    turn.brief.meanings = ["F G located(apple_2, sink)"]
    turn.brief.unread = ["as Tante Käthe says"]
    turn.brief.rules = ["G !open(fridge)"]
    turn.decided = [msg.RobotDecision(robot="robot_1", decision=4, attempt=1)]
    turn.team_step, turn.team_step_owner, turn.team_step_by = [4, 65535], "robot_1", "tiny-1"
    turn.facts, turn.failures = ["at(robot_1, apple_1)", "located(apple_1, table)"], ["robot_2: the gripper slipped é"]
    return turn


def summary_of_the_vector():
    summary = msg.HelpSummary(id="r1", robot="robot_1", mission_id=MISSION, step=3, question="Which apple?", priority=100, escalated=True)
    summary.kind = msg.HelpRequest.DECISION
    summary.state, summary.default_action = msg.HelpRequest.CLAIMED, msg.HelpRequest.HALT
    summary.since.sec, summary.deadline.nanosec, summary.claimed_until.sec, summary.ended.sec = 11, 12, 13, 14
    summary.claimed_by, summary.answer, summary.operator_name = "ada", "grab apple 1", "grace"
    return summary


def request_of_the_vector():
    request = msg.HelpRequest(id="r1", key="k/0f", robot="robot_1", mission_id=MISSION, mission_text="Move apple 1.", step=3, attempt=2)
    request.header.stamp.sec, request.header.frame_id, request.question, request.prompt = 10, "map", "Which apple?", "You are robot_1 é."
    request.world, request.team, request.threshold = ["apple 1 is here", ""], ["robot_1", "robot_2"], -1.5
    request.kind = msg.HelpRequest.DECISION
    request.options = [
        msg.HelpOption(id=1, decision=4, text="grab apple 1", score=-0.25, in_set=True, allowed=True, lasting=True),
        msg.HelpOption(id=2, decision=300, text="idle", score=-3.5, reason="it is held"),
    ]
    request.picture.header.frame_id, request.picture.format, request.picture.data = "camera", "png", [137, 80, 78, 71, 0]
    request.pose.header.frame_id = "map"
    position, turn = request.pose.pose.position, request.pose.pose.orientation
    position.x, position.y, position.z, turn.x, turn.y, turn.z, turn.w = 1.5, -2.5, 0.125, 0.5, -0.5, 0.25, 0.75
    request.state, request.default_action, request.priority, request.escalated = msg.HelpRequest.OPEN, msg.HelpRequest.HOLD, 7, True
    request.claimed_by, request.claimed_until.sec, request.deadline.sec = "ada", 13, 12
    return request


def make():
    """The vector, from fixed keys and times."""
    turn = turn_of_the_vector()
    check = srv.CheckDecisions.Request(mission_id=MISSION, step=3, attempt=1, robot="robot_1", facts=turn.facts, candidates=[0, 4, 36])
    checked = srv.CheckDecisions.Response(judged=True, allowed=[True, False, True], reasons=["", "it is held", ""], calibration_sha256="ab" * 32)
    answer = srv.AnswerHelp.Request(request_id="r1", mission_id=MISSION, question_sha256="0f" * 32, kind=1, option=1, for_mission=True)
    claimed = srv.ClaimHelp.Response(accepted=True, claimed_by="ada", reason="é")
    claimed.claimed_until.sec, claimed.claimed_until.nanosec = 13, 5
    queue = msg.HelpQueue(requests=[summary_of_the_vector(), msg.HelpSummary(id="r2")])
    queue.header.stamp.sec, queue.header.stamp.nanosec = 1_700_000_004, 250_000_000
    robot = msg.HelpStatistics(robot="robot_1", asked=1, answered=2, expired=3, withdrawn=4, agreed=5, decisions=6, asked_since_start=7)
    robot.mean_wait_s, robot.longest_wait_s, robot.mean_work_s = 1.5, 2.5, 3.5
    read = srv.ReadMission.Response(read=True, words="Move apple 1 to the sink.", dropped=["No robot may grab knife 1."], reason="é")
    desk_calls = [
        (answer, srv.AnswerHelp.Response(accepted=True, reason="é")),
        (srv.ClaimHelp.Request(request_id="r1", mission_id=MISSION, action=2), claimed),
        (srv.HelpHistory.Request(robot="robot_1", limit=20), srv.HelpHistory.Response(requests=[summary_of_the_vector()], robots=[robot])),
        (srv.ReadMission.Request(request_id="r1", text="apple 1 to sink"), read),
        (srv.ShowHelp.Request(request_id="r1"), srv.ShowHelp.Response(found=True, request=request_of_the_vector(), reason="é")),
    ]
    at = 1_700_000_005 * 10**9 + 1
    of = lambda message, who, seed, context=b"": entry(message, Signet(who, seed, FLEET_PUBLIC), seed, context, at)
    seals = [of(turn, "planner/robot_1", PLANNER), of(queue, "help_desk", DESK)]
    seals += [of(check, "planner/robot_1", PLANNER), of(checked, "safety_monitor", FLEET, digest(check))]
    for asked, told in desk_calls:
        seals += [of(asked, "operator/ada", OPERATOR), of(told, "help_desk", DESK, digest(asked))]
    return {"fleet.key": f"ed25519-secret {FLEET.hex()}", "fleet.pub": f"ed25519-public {FLEET_PUBLIC.hex()}", "seals": seals}


def entry(message, signet, seed, context, at):
    fields = fields_of(message)
    del fields["seal"]
    signed = signet.signed_bytes(message, context, at)
    signet.seal(message, context, at)
    return {
        "type": kind_of(message),
        "signer": signet.who,
        "key": f"ed25519-secret {seed.hex()}",
        "public": f"ed25519-public {public_of(seed).hex()}",
        "context": context.hex(),
        "stamp": {"sec": at // 10**9, "nanosec": at % 10**9},
        "message": fields,
        "signed_bytes": signed.hex(),
        "signature": bytes(message.seal.signature).hex(),
        "digest": digest(message).hex(),
    }


def fields_of(message):
    """A message as JSON has it."""
    if hasattr(message, "get_fields_and_field_types"):
        return {name: fields_of(getattr(message, name)) for name in message.get_fields_and_field_types()}
    if isinstance(message, (str, bool, float)):
        return message
    if isinstance(message, (list, array.array)) or hasattr(message, "tolist"):
        return [fields_of(one) for one in (message.tolist() if hasattr(message, "tolist") else message)]
    return int(message)


def message_of(message, fields):
    """The message whose fields JSON has."""
    for name, value in fields.items():
        kind = message.get_fields_and_field_types()[name]
        if isinstance(value, dict):
            message_of(getattr(message, name), value)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            element = getattr(msg, kind.removeprefix("sequence<surefleet/").removesuffix(">"))
            setattr(message, name, [message_of(element(), one) for one in value])
        else:
            setattr(message, name, value)
    return message


if __name__ == "__main__":
    print(json.dumps(make(), indent=2, ensure_ascii=False))
