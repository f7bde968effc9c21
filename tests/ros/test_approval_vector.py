"""The signed bytes of the documentation, read in Python by the example and by hand."""

import importlib.util
import json
import sys

import pytest
from conftest import ROOT
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from surefleet.msg import JointStep, RobotDecision


def skill_server():
    """The example as a module."""
    if "skill_server" not in sys.modules:
        spec = importlib.util.spec_from_file_location("skill_server", ROOT / "examples" / "skill_server.py")
        sys.modules["skill_server"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["skill_server"])
    return sys.modules["skill_server"]


@pytest.fixture
def vector():
    return json.loads((ROOT / "docs" / "approval-vector.json").read_text())


@pytest.fixture
def joint(vector):
    joint = JointStep(verdict=JointStep.APPROVED, step=vector["step"], attempt=vector["attempt"])
    joint.mission_id = list(bytes.fromhex(vector["mission_id"]))
    joint.decided = [RobotDecision(**part) for part in vector["decided"]]
    joint.nonce, joint.signature = bytes.fromhex(vector["nonce"]), bytes.fromhex(vector["signature"])
    joint.expires.sec, joint.expires.nanosec = vector["expires"]["sec"], vector["expires"]["nanosec"]
    return joint


def test_the_example_lays_out_the_bytes_that_the_monitor_signs(vector, joint):
    assert skill_server().signed_bytes(joint).hex() == vector["signed_bytes"]


def test_keys_and_signature_are_plain_ed25519(vector):
    secret = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(vector["fleet.key"].split()[1]))
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(vector["fleet.pub"].split()[1]))
    assert secret.public_key().public_bytes_raw() == public.public_bytes_raw()
    signed, signature = bytes.fromhex(vector["signed_bytes"]), bytes.fromhex(vector["signature"])
    public.verify(signature, signed)
    assert secret.sign(signed) == signature
    with pytest.raises(InvalidSignature):
        public.verify(signature, signed[:-1] + bytes([signed[-1] ^ 1]))


def test_the_examples_guard_lets_through_in_time_and_once(vector, joint, tmp_path):
    (tmp_path / "fleet.pub").write_text(vector["fleet.pub"] + "\n")
    guard = skill_server().ApprovalGuard(tmp_path / "fleet.pub")
    expires = skill_server().nanoseconds(joint.expires)
    with pytest.raises(ValueError, match="expired"):
        guard.check(joint, expires)
    with pytest.raises(ValueError, match="clocks"):
        guard.check(joint, expires - 10**12)
    joint.decided[0].decision += 1
    with pytest.raises(ValueError, match="altered"):
        guard.check(joint, expires - 1)
    joint.decided[0].decision -= 1
    guard.check(joint, expires - 1)
    with pytest.raises(ValueError, match="heard before"):
        guard.check(joint, expires - 1)
    joint.signature = b""
    with pytest.raises(ValueError, match="not signed"):
        guard.check(joint, expires - 1)


@pytest.mark.parametrize("text", [None, "", "ed25519-public 00", "ed25519-secret " + "00" * 32, "junk"])
def test_the_example_refuses_to_start_without_a_public_key(text, tmp_path):
    path = tmp_path / "fleet.pub"
    if text is not None:
        path.write_text(text)
    with pytest.raises(SystemExit, match="fleet.pub that lies beside"):
        skill_server().ApprovalGuard(path)
