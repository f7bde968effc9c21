"""The guides that are generated are those that this tree makes."""

import subprocess

from test_fleet_launch import ROOT


def test_the_guide_to_commands_is_what_their_help_says():
    subprocess.run([ROOT / "scripts" / "commands", "--check"], check=True)
