"""Seals messages of surefleet and checks seals, in Python. Copy it beside your own nodes. docs/security.md has the layout.

    me = Signet.read("out/household-demo/state", "skill_server/robot_1")
    publisher.publish(me.seal(message))
"""

import hashlib
import math
import os
import pathlib
import re
import struct
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

NUMBERS = {
    "boolean": "?", "int8": "b", "uint8": "B", "octet": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
    "int64": "q", "uint64": "Q", "float": "f", "double": "d",
}  # fmt: skip


def canonical(message):
    """The bytes of a message that a seal covers: its fields in order, little-endian, a length before each field that varies."""
    fields = message.get_fields_and_field_types().items()
    return b"".join(_bytes_of(getattr(message, name), kind) for name, kind in fields)


def _bytes_of(value, kind):
    array = re.fullmatch(r"sequence<(.+?)(?:, \d+)?>|(.+)\[\d+\]", kind)
    if array:
        element = array[1] or array[2]
        if element in ("uint8", "octet"):
            body = bytes(value)
        else:
            body = b"".join(_bytes_of(one, element) for one in value)
        return struct.pack("<I", len(value)) + body
    if kind == "string" or kind.startswith("string<"):
        text = value.encode()
        return struct.pack("<I", len(text)) + text
    if kind in NUMBERS:
        if kind in ("float", "double") and math.isnan(value):
            value = math.nan
        return struct.pack("<" + NUMBERS[kind], value)
    return canonical(value)


def kind_of(message):
    """The type's name, such as surefleet/msg/Turn."""
    package, part, *_ = type(message).__module__.split(".")
    return f"{package}/{part}/{type(message).__name__}"


def digest(message):
    """The digest that binds an answer to this message."""
    body = canonical(message)
    return hashlib.sha256(struct.pack("<Q", len(body)) + body).digest()


def question_digest(request):
    """The digest of a HelpRequest that binds an answer to it, 64 hexadecimal digits."""
    text = lambda words: struct.pack("<I", len(words.encode())) + words.encode()
    body = text(request.robot) + struct.pack("<I", 16) + bytes(request.mission_id)
    body += struct.pack("<II", request.step, request.attempt) + text(request.mission_text)
    body += struct.pack("<B", request.kind) + text(request.question)
    body += struct.pack("<I", len(request.options))
    for option in request.options:
        body += struct.pack("<H", option.id) + text(option.text)
        body += struct.pack("<H??", option.decision, option.allowed, option.lasting)
    parts = [b"surefleet question 2\n", body]
    return hashlib.sha256(b"".join(struct.pack("<Q", len(part)) + part for part in parts)).hexdigest()


def question_key(own, request):
    """The key of a HelpRequest: the asker's own name for it, and after that the digest's first digits."""
    return f"{own}/{question_digest(request)[:16]}"


def keys_of_running_fleet(namespace=""):
    """The folder that SUREFLEET_KEYS names. Else the state folder of the fleet that was started last on this machine, in this ROS domain."""
    if given := os.environ.get("SUREFLEET_KEYS"):
        return pathlib.Path(given)
    home = pathlib.Path(os.environ.get("ROS_HOME") or pathlib.Path.home() / ".ros")
    name = ".".join([part for part in namespace.split("/") if part] + [f"domain-{os.environ.get('ROS_DOMAIN_ID') or 0}"])
    return pathlib.Path((home / "surefleet" / "running" / name).read_text().strip())


def _key(path, word):
    found, digits = pathlib.Path(path).read_text().split()
    if found != word or len(digits) != 64:
        raise ValueError(f"{path} is no line of {word!r} and 64 hexadecimal digits")
    return bytes.fromhex(digits)


def _signed_bytes(fleet, signer, kind, context, at, message):
    seal, message.seal = message.seal, type(message.seal)()
    try:
        body = canonical(message)
    finally:
        message.seal = seal
    parts = [signer.encode(), kind.encode(), context]
    head = b"surefleet seal 1\n" + fleet + b"".join(struct.pack("<I", len(part)) + part for part in parts)
    return head + struct.pack("<Q", at) + body


class Signet:
    """A participant with its key and its fleet."""

    def __init__(self, who, seed, fleet):
        self.who, self.key, self.fleet = who, Ed25519PrivateKey.from_private_bytes(seed), fleet

    @classmethod
    def read(cls, folder, who):
        """From a state folder: fleet.pub and keys/<who>.key."""
        folder = pathlib.Path(folder)
        secret = folder / "fleet.key" if who == "safety_monitor" else folder / "keys" / f"{who.replace('/', '.')}.key"
        return cls(who, _key(secret, "ed25519-secret"), _key(folder / "fleet.pub", "ed25519-public"))

    def seal(self, message, context=b"", at=None):
        """Fills message.seal, and returns the message. `context`: for an answer, the digest of the call. `at`: nanoseconds since
        the epoch, if not now."""
        at = time.time_ns() if at is None else at
        message.seal.signer = self.who
        message.seal.stamp.sec, message.seal.stamp.nanosec = divmod(at, 10**9)
        message.seal.signature = self.key.sign(self.signed_bytes(message, context, at))
        return message

    def signed_bytes(self, message, context, at):
        """The bytes that the signature covers."""
        return _signed_bytes(self.fleet, self.who, kind_of(message), context, at, message)


class Roster:
    """Who takes part in a fleet, from fleet.pub and fleet.roster."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.fleet = _key(folder / "fleet.pub", "ed25519-public")
        path = folder / "fleet.roster"
        try:
            *lines, last = path.read_text().splitlines()
            word, signature = last.split()
            signed = "".join(f"{line}\n" for line in lines).encode()
            Ed25519PublicKey.from_public_bytes(self.fleet).verify(bytes.fromhex(signature), signed)
        except (InvalidSignature, ValueError):
            raise ValueError(f"{path} is no roster that the fleet's key signed") from None
        if word != "signed" or lines[0] != "surefleet roster 1":
            raise ValueError(f"{path} is no roster")
        self.keys = {who: bytes.fromhex(digits) for who, digits in map(str.split, lines[1:])} | {"safety_monitor": self.fleet}

    def proves(self, message, context=b"", by=None):
        """Whether the participant that the seal names said this, and is `by`. Without `by`, decide yourself whether that participant may."""
        seal = message.seal
        if by not in (None, seal.signer):
            return False
        try:
            at = seal.stamp.sec * 10**9 + seal.stamp.nanosec
            signed = _signed_bytes(self.fleet, seal.signer, kind_of(message), context, at, message)
            Ed25519PublicKey.from_public_bytes(self.keys[seal.signer]).verify(bytes(seal.signature), signed)
            return True
        except (InvalidSignature, KeyError, ValueError, struct.error):
            return False


def public_of(seed):
    """The public part of a key, for the roster."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
