"""A robot that asks the help desk one question after the other, and can be killed at any point.

desk_robot.py NAME COUNT JOURNAL KEYS. Knows nothing of surefleet but its interfaces, and has a key in the folder KEYS. The journal
has one line of JSON for every answer, and one for everything that should not be: an answer that is not the journalled one, a question
that is refused, or a word that the help desk did not say."""

import hashlib
import json
import math
import os
import pathlib
import random
import sys

import rclpy
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from surefleet.msg import HelpAnswer, HelpOption, HelpRequest
from surefleet.srv import RequestHelp

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples"))

from surefleet_seal import Roster, Signet, digest, question_key  # noqa: E402: found on the path only now

LATCHED = QoSProfile(depth=256, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def options(key):
    """Five, best score first: the fourth is refused by the monitor, the last has no score. The same whenever the key is."""
    chance = random.Random(key)
    scores = sorted((math.log(chance.uniform(1e-6, 1)) for _ in range(4)), reverse=True) + [math.nan]
    decisions = chance.sample(range(1000), 5)
    return [
        HelpOption(
            id=decision + 1,
            decision=decision,
            text=f"grab apple {decision}",
            score=score,
            in_set=place < 2,
            allowed=place != 3,
            reason="" if place != 3 else f"apple {decision} is held by another robot",
        )
        for place, (decision, score) in enumerate(zip(decisions, scores))
    ]


class Journal:
    """Outlives the robot; a line that a kill tore is dropped."""

    def __init__(self, path):
        path.touch()
        whole = path.read_bytes().rpartition(b"\n")
        os.truncate(path, len(whole[0] + whole[1]))
        self.answers = {line["key"]: line for line in map(json.loads, whole[0].splitlines()) if line["what"] == "answer"}
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND)

    def add(self, what, **line):
        line["what"] = what
        os.write(self.file, (json.dumps(line) + "\n").encode())
        if what == "answer":
            self.answers[line["key"]] = line


class Robot:
    def __init__(self, name, count, journal, keys):
        self.name, self.journal = name, journal
        self.signet, self.roster = Signet.read(keys, f"planner/{name}"), Roster(keys)
        self.mission = hashlib.md5(name.encode()).digest()
        questions = [self.question(step) for step in range(1, count + 1)]
        self.questions = {question.key: question for question in questions}
        self.node = rclpy.create_node(name, start_parameter_services=False, enable_rosout=False)
        self.client = self.node.create_client(RequestHelp, "/help_desk/request")
        self.node.create_subscription(HelpAnswer, "/help_desk/answers", self.on_answer, LATCHED)
        self.node.create_timer(1.0, self.ask)
        self.ask()

    def question(self, step):
        own = f"{self.mission.hex()}/{step}/0/{self.name}/set"
        request = HelpRequest(
            robot=self.name,
            mission_id=list(self.mission),
            mission_text="Put the apples away.",
            step=step,
            kind=HelpRequest.DECISION,
            question=f"What should {self.name} do?",
            prompt=f"{self.name} is at the table.",
            options=options(own),
            threshold=-0.5,
            default_action=HelpRequest.HOLD,
        )
        request.key = question_key(own, request)
        return request

    def open_key(self):
        return next((key for key in self.questions if key not in self.journal.answers), None)

    def ask(self):
        """Asks the first question that has no answer; again and again, since any word to a desk may be lost."""
        if (key := self.open_key()) is None:
            return
        call = self.signet.seal(RequestHelp.Request(request=self.questions[key]))
        asked = digest(call)
        self.client.call_async(call).add_done_callback(lambda reply: self.on_reply(key, asked, reply.result()))

    def on_reply(self, key, asked, reply):
        if not self.roster.proves(reply, asked, "help_desk"):
            self.journal.add("forged reply", key=key)
        elif not reply.accepted:
            self.journal.add("refused", key=key, reason=reply.reason)

    def on_answer(self, message):
        if message.robot != self.name:
            return
        if not self.roster.proves(message, by="help_desk"):
            return self.journal.add("forged answer", key=message.key)
        answer = {name: getattr(message, name) for name in ("key", "request_id", "kind", "text", "operator_name")}
        answer |= {"option": message.option.id, "decision": message.option.decision}
        known = self.journal.answers.get(message.key)
        if known is not None:
            if any(known[name] != value for name, value in answer.items()):
                self.journal.add("contradiction", **answer)
        elif message.key != self.open_key():
            self.journal.add("unasked", **answer)
        else:
            offered = [[o.id, o.decision, o.text, o.score, o.in_set, o.reason or None] for o in self.questions[message.key].options]
            self.journal.add("answer", **answer, options=offered)
            self.ask()


def main():
    name, count, journal, keys = sys.argv[1:]
    rclpy.init()
    robot = Robot(name, int(count), Journal(pathlib.Path(journal)), keys)
    while robot.open_key():
        rclpy.spin_once(robot.node)


if __name__ == "__main__":
    main()
