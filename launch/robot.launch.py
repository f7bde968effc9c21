"""One robot of a fleet: its planner, and its perception where the fleet file has it, in the namespace of its name."""

import runpy
from pathlib import Path

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import LaunchConfiguration

nodes = runpy.run_path(str(Path(__file__).with_name("nodes.py")))


def generate_launch_description():
    robot = DeclareLaunchArgument("robot", description="Name of the robot in the fleet file, and of its namespace")
    return LaunchDescription([robot, *nodes["ARGUMENTS"], OpaqueFunction(function=robot_nodes)])


def robot_nodes(context):
    return nodes["started"](context, "robots", LaunchConfiguration("robot").perform(context))
