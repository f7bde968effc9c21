"""kill -9 of the help desk, of robots that ask and of operators who answer: every request ends exactly once, every robot gets
exactly its answer, and the audit log says all of it."""

import collections
import contextlib
import json
import math
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

from conftest import PROGRAMS, ROOT, make_keys, wait_until

OPTION, NONE_OF_THESE, HALT = 1, 2, 3  # of HelpAnswer
TAKE_OVER = 2  # of ClaimHelp
NO_OPTION, NO_DECISION = 0, 65535
ROBOTS = [f"robot_{number}" for number in range(1, 11)]
OPERATORS = ["Ada", "Bob", "Zoe"]
FLEET = ROOT / "config/fleets/household-simulated.yaml"
QUESTIONS = 20  # of each robot
KILLS = int(os.environ.get("SUREFLEET_HELP_KILLS", "50"))
# The last kill comes when so much of the work is done, the others evenly before it.
KILLED_UNTIL = 0.9
REFUSALS = {"forbidden": "is not allowed", "not offered": "is not among", "wrong mission": "is not of mission"}


class Crowd:
    """The processes of the test; each is started by its name, and with the memory of its earlier lives."""

    def __init__(self, folder, chance):
        self.folder, self.chance = folder, chance
        self.processes, self.killed = {}, collections.Counter()
        make_keys(folder, FLEET, *(f"planner/{robot}" for robot in ROBOTS), *OPERATORS)
        for name in ["help_desk", *ROBOTS, *OPERATORS]:
            self.start(name)

    def start(self, name):
        here = ROOT / "tests" / "ros"
        if name == "help_desk":
            command = [PROGRAMS / name, "--ros-args"]
            parameters = {
                "fleet": FLEET,
                "state_dir": self.folder,
                "claim_lease_s": 2.0,
                "escalate_after_s": 3.0,
                "kept_answers": 20,  # so few that questions come back which only the disk remembers
            }
            command += [word for name, value in parameters.items() for word in ("-p", f"{name}:={value}")]
        elif name in ROBOTS:
            command = [sys.executable, here / "desk_robot.py", name, str(QUESTIONS), self.trace_of(name), self.folder]
        else:
            seed = str(self.chance.getrandbits(32))
            command = [sys.executable, here / "desk_operator.py", name, seed, self.trace_of(name), self.folder]
        with open(self.folder / f"{name}.log", "a") as log:
            self.processes[name] = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)

    def kill(self, name):
        process = self.processes[name]
        process.kill()
        assert process.wait(timeout=5) == -signal.SIGKILL, f"{name} was dead before: {self.last_words(name)}"
        self.killed["help_desk" if name == "help_desk" else "robot" if name in ROBOTS else "operator"] += 1
        if name == "help_desk":
            time.sleep(self.chance.uniform(0, 0.3))  # so long nobody is there
        self.start(name)

    def trace_of(self, name):
        return self.folder / f"{name}.jsonl"

    def victim(self):
        at_work = [name for name in ROBOTS if self.answers_of(name) < QUESTIONS]
        assert at_work, "the last answer came before the last kill: let the operators think longer"
        return self.chance.choice(self.chance.choices([["help_desk"], at_work, OPERATORS], [4, 5, 3])[0])

    def wait_for_a_weak_moment(self):
        """Of the desk: an answer is on its way to it, is written to its disk, or has just come out."""
        of_robots, of_operators = ([self.trace_of(name) for name in names] for names in (ROBOTS, OPERATORS))
        of_desk = [self.folder / "help_desk.sqlite-wal"]
        watched = self.chance.choices([of_operators, of_desk, of_robots], [1, 2, 1])[0]
        delay_s = self.chance.uniform(0, 0.004) if watched is of_operators else 0
        until, seen = time.monotonic() + 1.0, None
        while time.monotonic() < until:
            last = [last_write(file) for file in watched]
            if seen not in (None, last) and (watched is of_robots or self.an_answer_is_on_its_way()):
                return time.sleep(delay_s)
            seen = last
            time.sleep(0.0002)

    def an_answer_is_on_its_way(self):
        return any(b'"service": "answer"' in line and b'"sent"' in line for line in map(self.last_line, OPERATORS))

    def last_line(self, name):
        with contextlib.suppress(OSError), open(self.trace_of(name), "rb") as log:
            log.seek(-600, os.SEEK_END)
            return log.read().rstrip().rpartition(b"\n")[2]
        return b""

    def answered(self):
        """Answers that robots have noted down; fails when somebody ended who was not killed."""
        for name, process in self.processes.items():
            is_well = process.poll() is None or process.returncode == 0 and name in ROBOTS
            assert is_well, f"{name} ended: {self.last_words(name)}"
        return sum(map(self.answers_of, ROBOTS))

    def answers_of(self, robot):
        return sum(line["what"] == "answer" for line in read(self.trace_of(robot)))

    def last_words(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")[-2000:]

    def stop(self):
        for process in self.processes.values():
            process.kill()
            process.wait()


class Traces:
    """What is left of it all: the audit log, the robots' journals, the operators' logs."""

    def __init__(self, folder):
        with contextlib.closing(sqlite3.connect(f"file:{folder / 'help_desk.sqlite'}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            self.requests = {row["id"]: row for row in database.execute("SELECT * FROM requests")}
            self.events = database.execute("SELECT * FROM events ORDER BY number").fetchall()
        self.lives = collections.defaultdict(list)
        for event in self.events:
            self.lives[event["request"]].append(event)
        self.journals = {name: read(folder / f"{name}.jsonl") for name in ROBOTS}
        self.calls = [line for name in OPERATORS for line in read(folder / f"{name}.jsonl")]

    def offered(self, request):
        """Id, decision, words, score, whether it is in the set, and why it is forbidden."""
        options = json.loads(self.lives[request][0]["content"])["requested"]["request"]["options"]
        return [[o["id"], o["decision"], o["text"], float(o["score"]), o["in_set"], o["refusal"]] for o in options]

    def end(self, request):
        """Kind, option, text and operator of the answer that counts."""
        event = next((event for event in self.lives[request] if event["kind"] == "answered"), None)
        assert event, f"{request} has no answer"
        answer = json.loads(event["content"])["ended"]["ending"]["answered"]
        reply = answer["reply"]
        kind = {"none_of_these": NONE_OF_THESE, "halt": HALT}.get(reply) if isinstance(reply, str) else OPTION
        return kind, reply["option"] if kind == OPTION else NO_OPTION, answer["text"], answer["operator"]

    def answers(self, *outcomes):
        return [call for call in self.calls if call["service"] == "answer" and call["outcome"] in outcomes]


def last_write(path):
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_mtime_ns


def read(path):
    """The whole lines of a file that may be written to."""
    lines = path.read_bytes().rpartition(b"\n")[0] if path.exists() else b""
    return [json.loads(line) for line in lines.splitlines()]


def said(call):
    """As the desk keeps it."""
    option = call["option"] if call["kind"] == OPTION else NO_OPTION
    return call["kind"], option, call["text"], call["operator"]


def same(values, others):
    """Equal, where NaN equals itself."""
    return repr(values) == repr(others)


def every_request_began_once_and_was_answered_once(traces):
    asked = collections.Counter(f"{row['robot']}/{row['step']}" for row in traces.requests.values())
    assert asked == {f"{robot}/{step}": 1 for robot in ROBOTS for step in range(1, QUESTIONS + 1)}
    assert [event["number"] for event in traces.events] == list(range(1, len(traces.events) + 1)), "events are missing"
    for request, row in traces.requests.items():
        kinds = collections.Counter(event["kind"] for event in traces.lives[request])
        ends = kinds["answered"], kinds["expired"], kinds["withdrawn"]
        assert (kinds["requested"], *ends) == (1, 1, 0, 0), (row["key"], kinds)
        assert kinds["escalated"] <= 1 + kinds["released"] + kinds["lapsed"], (row["key"], kinds)
        assert row["ended"], row["key"]
        first, end = traces.lives[request][0], traces.events[row["ended"] - 1]
        assert (first["kind"], end["kind"], end["request"]) == ("requested", "answered", request), row["key"]
        after = {event["kind"] for event in traces.lives[request] if event["number"] > row["ended"]}
        assert after <= {"shown", "refused"}, (row["key"], after)


def every_robot_got_exactly_its_answers(traces):
    for robot, journal in traces.journals.items():
        assert all(line["what"] == "answer" for line in journal), [line for line in journal if line["what"] != "answer"]
        keys = [row["key"] for row in sorted(traces.requests.values(), key=lambda row: row["step"]) if row["robot"] == robot]
        assert [line["key"] for line in journal] == keys, robot
        for line in journal:
            got = (line["kind"], line["option"], line["text"], line["operator_name"])
            assert traces.requests[line["request_id"]]["key"] == line["key"]
            assert got == traces.end(line["request_id"]), line


def every_answer_was_offered_allowed_and_is_kept_with_all_options(traces):
    for line in (line for journal in traces.journals.values() for line in journal):
        offered = traces.offered(line["request_id"])
        assert same(offered, line["options"]), (offered, line)
        assert math.isnan(offered[-1][3]) and offered[3][5], "the test asks about neither NaN nor a forbidden option"
        kind, option, _, _ = traces.end(line["request_id"])
        refusals = {id: refusal for id, _, _, _, _, refusal in offered}
        decisions = {id: decision for id, decision, _, _, _, _ in offered} | {NO_OPTION: NO_DECISION}
        assert kind != OPTION or refusals[option] is None, line
        assert line["decision"] == decisions[option], "the answer says which member of S was chosen"


def operators_were_told_the_truth(traces):
    sent = collections.defaultdict(set)
    for call in traces.answers("sent"):
        sent[call["request"]].add(said(call))
    for request in traces.requests:
        assert traces.end(request) in sent[request], (traces.end(request), "nobody said that to", request)
    taken = set()
    for call in traces.answers("accepted", "refused"):
        own, end, reason = said(call), traces.end(call["request"]), call["reason"]
        # Whoever repeats a reply agrees with it; beside "none of these" the text is its meaning, else a remark.
        agrees = own[:2] == end[:2] and (own[0] != NONE_OF_THESE or own[2] == end[2])
        if call["outcome"] == "accepted":
            assert agrees and not call["slip"] and not reason, (call, end)
            taken.add((call["request"], own))
        else:
            assert reason and not (agrees and "answered first" in reason), (call, end)
            is_taken_again = (call["request"], own) in taken and not call["slip"]
            assert not is_taken_again, (call, reason, "was taken before")
    for slip, words in REFUSALS.items():
        assert any(call["slip"] == slip and words in call["reason"] for call in traces.answers("refused")), f"no {slip} answer"


def the_audit_log_has_every_look_and_claim(traces):
    noted = collections.Counter((event["request"], event["kind"], event["operator"]) for event in traces.events)
    kinds = {"show": "shown", "claim": "claimed"}
    calls = [call for call in traces.calls if call["service"] in kinds]
    named = lambda call: (call["request"], kinds[call["service"]], call["operator"])
    sent = collections.Counter(named(call) for call in calls if call["outcome"] == "sent")
    done = collections.Counter(named(call) for call in calls if call["outcome"] == "accepted")
    for what in sent.keys() | {what for what in noted if what[1] in kinds.values()}:
        assert done[what] <= noted[what] <= sent[what], (what, done[what], noted[what], sent[what])
    refused = collections.Counter((call["request"], call["operator"]) for call in traces.calls if call["outcome"] == "refused")
    for (request, operator), times in refused.items():
        assert noted[(request, "refused", operator)] >= times or request not in traces.lives, (request, operator, times)


def who_worked_on_a_request_was_not_passed_over(traces):
    """But by a take-over, or a halt."""
    taken_over = {(call["request"], call["operator"]) for call in traces.calls if call.get("action") == TAKE_OVER}
    ended_leases = 0
    for request, events in traces.lives.items():
        holder = None
        for event in events:
            operator, is_others = event["operator"], holder not in (None, event["operator"])
            if event["kind"] == "claimed":
                assert not is_others or (request, operator) in taken_over, dict(event)
                holder = operator
            elif event["kind"] in ("released", "lapsed"):
                assert operator == holder, dict(event)
                holder, ended_leases = None, ended_leases + 1
            elif event["kind"] == "answered":
                assert not is_others or traces.end(request)[0] == HALT, dict(event)
    assert ended_leases > 0, "no operator left a claim behind"


CHECKS = [
    every_request_began_once_and_was_answered_once,
    every_robot_got_exactly_its_answers,
    every_answer_was_offered_allowed_and_is_kept_with_all_options,
    operators_were_told_the_truth,
    the_audit_log_has_every_look_and_claim,
    who_worked_on_a_request_was_not_passed_over,
]


def test_kills_of_desk_robots_and_operators_lose_and_double_no_answer(tmp_path):
    chance = random.Random(int(os.environ.get("SEED", "11")))
    crowd = Crowd(tmp_path, chance)
    total = len(ROBOTS) * QUESTIONS
    try:
        for number in range(KILLS):
            due, patience = KILLED_UNTIL * total * (number + 1) / KILLS, time.monotonic() + 1.5
            wait_until(lambda: crowd.answered() >= due or time.monotonic() > patience, what="the point of the kill")
            time.sleep(chance.uniform(0, 0.1))  # not always just after an answer
            victim = crowd.victim()
            if victim == "help_desk":
                crowd.wait_for_a_weak_moment()
            crowd.kill(victim)
        assert crowd.answered() < total, "the last answer came before the last kill"
        wait_until(lambda: crowd.answered() == total, 120, "an answer to every question")
        wait_until(lambda: all(crowd.processes[name].poll() == 0 for name in ROBOTS), what="the end of every robot")
        crowd.processes["help_desk"].terminate()
        assert crowd.processes["help_desk"].wait(timeout=5) == 0
    finally:
        crowd.stop()
    assert crowd.killed.total() == KILLS
    assert KILLS < 50 or all(crowd.killed[kind] >= 3 for kind in ("help_desk", "robot", "operator")), crowd.killed
    traces = Traces(tmp_path)
    for check in CHECKS:
        check(traces)
