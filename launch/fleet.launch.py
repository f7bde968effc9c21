"""A whole fleet: the robots that its fleet file names, and the nodes that it shares."""

import os
from pathlib import Path

import yaml
from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, GroupAction, IncludeLaunchDescription, OpaqueFunction
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue


def generate_launch_description():
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "fleet",
                default_value="household-demo",
                description="Name of a file in config/fleets, or the absolute path of a fleet file",
            ),
            DeclareLaunchArgument(
                "state_dir",
                default_value="",
                description="Folder of the nodes' journals; empty: ~/.ros/surefleet/<name of the fleet file>",
            ),
            OpaqueFunction(function=fleet_nodes),
        ]
    )


def fleet_nodes(context):
    share = Path(get_package_share_directory("surefleet"))
    fleet = LaunchConfiguration("fleet").perform(context)
    fleet_file = Path(fleet) if os.path.isabs(fleet) else share / "config" / "fleets" / f"{fleet}.yaml"
    if not fleet_file.is_file():
        raise RuntimeError(f"no fleet file {fleet_file}: pass fleet:=<name in config/fleets, or absolute path>")
    content = yaml.safe_load(fleet_file.read_text())
    state_dir = LaunchConfiguration("state_dir").perform(context) or state_home() / fleet_file.stem

    def node(name):
        return Node(
            package="surefleet",
            executable=name,
            name=name,
            parameters=[
                str(share / "config" / f"{name}.yaml"),
                {
                    "fleet": ParameterValue(str(fleet_file), value_type=str),
                    "state_dir": ParameterValue(str(state_dir), value_type=str),
                },
            ],
            output="both",
            respawn=True,
            respawn_delay=1.0,
        )

    def robot(name):
        # The group keeps the arguments of one robot from the next.
        return GroupAction(
            [
                IncludeLaunchDescription(
                    PythonLaunchDescriptionSource(str(share / "launch" / "robot.launch.py")),
                    launch_arguments={
                        "robot": str(name),
                        "fleet": str(fleet_file),
                        "state_dir": str(state_dir),
                    }.items(),
                )
            ]
        )

    # Robots that are real have skill servers of their own: a simulated world would answer in their place.
    shared = ["help_desk", "safety_monitor"] + ["world_simulator"] * (content.get("simulator") is not None)
    return [*map(node, shared), *map(robot, content["order"])]


def state_home():
    return Path(os.environ.get("ROS_HOME") or Path.home() / ".ros") / "surefleet"
