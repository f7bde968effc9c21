"""An operator who answers the help desk's requests at random, sometimes wrongly, and can be killed at any point.

desk_operator.py NAME SEED LOG KEYS. Knows nothing of surefleet but its interfaces, and has a key in the folder KEYS. The log has a
line of JSON for every call before it is made (outcome "sent") and one when it ended: "accepted", "refused", or "unknown" when no reply came."""

import json
import os
import pathlib
import random
import sys
import time

import rclpy
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from surefleet.msg import HelpAnswer, HelpQueue
from surefleet.srv import AnswerHelp, ClaimHelp, ShowHelp

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples"))

from surefleet_seal import Signet, question_digest  # noqa: E402: found on the path only now

LATCHED = QoSProfile(depth=1, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL)
REPLY_TIMEOUT_S = 2.0
LONGEST_THOUGHT_S = 0.1


class Operator:
    def __init__(self, name, seed, log, keys):
        self.name, self.chance, self.life = name, random.Random(seed), seed
        self.signet = Signet.read(keys, f"operator/{name}")
        self.log = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        self.lines, self.last, self.calls = [], None, 0
        self.node = rclpy.create_node("operator", start_parameter_services=False, enable_rosout=False)
        self.node.create_subscription(HelpQueue, "/help_desk/queue", self.on_queue, LATCHED)
        self.shows = self.node.create_client(ShowHelp, "/help_desk/show")
        self.claims = self.node.create_client(ClaimHelp, "/help_desk/claim")
        self.answers = self.node.create_client(AnswerHelp, "/help_desk/answer")

    def on_queue(self, queue):
        self.lines = queue.requests

    def work(self):
        """Answers one request, or does one of the things that people do instead."""
        if not self.lines:
            return rclpy.spin_once(self.node, timeout_sec=0.1)
        if self.last and self.chance.random() < 0.15:
            self.answer(**self.last)
        if self.last and self.chance.random() < 0.05:
            self.answer(**self.last | {"kind": HelpAnswer.NONE_OF_THESE, "text": self.remark("on second thoughts")})
        # The queue may have become empty meanwhile.
        shown = self.call(self.shows, "show", self.chance.choice(self.lines).id) if self.lines else None
        if shown is None or not shown.found:
            return
        request = shown.request
        way = self.chance.choices(["claim", "take over", "answer at once", "claim and leave"], [55, 15, 20, 10])[0]
        if way != "answer at once":
            action = ClaimHelp.Request.TAKE_OVER if way == "take over" else ClaimHelp.Request.CLAIM
            claimed = self.call(self.claims, "claim", request.id, mission_id=request.mission_id, action=action)
            is_mine = claimed is not None and claimed.accepted
            if way == "claim and leave" or not is_mine and self.chance.random() < 0.8:
                return
        self.think()
        if self.chance.random() < 0.25:
            self.answer(request.id, **self.slip(request))
        self.last = {"request_id": request.id} | self.choice(request)
        self.answer(**self.last)

    def choice(self, request):
        """What a person may say to this request."""
        allowed = [option.id for option in request.options if option.allowed]
        kind = self.chance.choices([HelpAnswer.OPTION, HelpAnswer.NONE_OF_THESE, HelpAnswer.HALT], [6, 3, 1])[0]
        option = self.chance.choice(allowed) if kind == HelpAnswer.OPTION else 0
        text = self.remark("it is behind you 🍎") if kind != HelpAnswer.OPTION or self.chance.random() < 0.5 else ""
        shown = {"mission_id": request.mission_id, "question_sha256": question_digest(request)}
        return shown | {"kind": kind, "option": option, "text": text}

    def slip(self, request):
        """What nobody may say to this request."""
        right = self.choice(request)
        slip = self.chance.choice(["forbidden", "not offered", "wrong mission"])
        if slip == "wrong mission":
            return right | {"slip": slip, "mission_id": list(self.chance.randbytes(16))}
        forbidden = next(option.id for option in request.options if not option.allowed)
        option = forbidden if slip == "forbidden" else self.chance.randint(1001, 65535)
        return right | {"slip": slip, "kind": HelpAnswer.OPTION, "option": option}

    def remark(self, text):
        """Nobody says the same twice."""
        return f"{text} ({self.name} {self.life}.{self.calls})"

    def answer(self, request_id, **said):
        while self.call(self.answers, "answer", request_id, **said) is None and self.chance.random() < 0.7:
            pass

    def call(self, client, service, request_id, slip="", **said):
        """Returns the reply; None: there was none."""
        self.calls += 1
        call = f"{self.life}.{self.calls}"
        known = {"call": call, "service": service, "request": request_id, "operator": self.name, "slip": slip}
        known |= said | ({"mission_id": bytes(said["mission_id"]).hex()} if said else {})
        self.write(known | {"outcome": "sent"})
        call = client.call_async(self.signet.seal(client.srv_type.Request(request_id=request_id, **said)))
        rclpy.spin_until_future_complete(self.node, call, timeout_sec=REPLY_TIMEOUT_S)
        if not call.done():
            client.remove_pending_request(call)
            self.write(known | {"outcome": "unknown"})
            return None
        reply = call.result()
        is_accepted = reply.found if service == "show" else reply.accepted
        self.write(known | {"outcome": "accepted" if is_accepted else "refused", "reason": reply.reason})
        return reply

    def think(self):
        until = time.monotonic() + self.chance.uniform(0, LONGEST_THOUGHT_S)
        while (rest := until - time.monotonic()) > 0:
            rclpy.spin_once(self.node, timeout_sec=rest)

    def write(self, line):
        os.write(self.log, (json.dumps(line) + "\n").encode())


def main():
    name, seed, log, keys = sys.argv[1:]
    rclpy.init()
    operator = Operator(name, int(seed), log, keys)
    while True:
        operator.work()


if __name__ == "__main__":
    main()
