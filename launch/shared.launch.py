"""The nodes that a fleet has once, for a machine apart from its robots: help desk, safety monitor, and a simulated world where there is one."""

import runpy
from pathlib import Path

from launch import LaunchDescription
from launch.actions import OpaqueFunction

nodes = runpy.run_path(str(Path(__file__).with_name("nodes.py")))


def generate_launch_description():
    return LaunchDescription([*nodes["ARGUMENTS"], OpaqueFunction(function=shared_nodes)])


def shared_nodes(context):
    return nodes["started"](context, "shared")
