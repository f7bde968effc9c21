"""A whole fleet: the nodes that it shares, and those of its robots."""

import runpy
from pathlib import Path

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import LaunchConfiguration

nodes = runpy.run_path(str(Path(__file__).with_name("nodes.py")))


def generate_launch_description():
    return LaunchDescription(
        [
            *nodes["ARGUMENTS"],
            DeclareLaunchArgument(
                "robots",
                default_value="",
                description="Robots whose nodes are started here, separated by commas; empty: all of the fleet file",
            ),
            OpaqueFunction(function=fleet_nodes),
        ]
    )


def fleet_nodes(context):
    robots = [name.strip() for name in LaunchConfiguration("robots").perform(context).split(",")]
    return nodes["started"](context, "fleet", ",".join(name for name in robots if name) or None)
