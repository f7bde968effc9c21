"""One robot of a fleet: its planner, in the namespace of its name."""

import os
from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue


def generate_launch_description():
    share = Path(get_package_share_directory("surefleet"))
    robot = LaunchConfiguration("robot")

    def text(name):
        # Without its type, a robot named "1" would become a number.
        return ParameterValue(LaunchConfiguration(name), value_type=str)

    return LaunchDescription(
        [
            DeclareLaunchArgument("robot", description="Name of the robot; its namespace, and a name in the fleet file"),
            DeclareLaunchArgument("fleet", description="Absolute path of the fleet file"),
            DeclareLaunchArgument("state_dir", description="Absolute path of the folder of the nodes' journals"),
            Node(
                package="surefleet",
                executable="planner",
                name="planner",
                namespace=robot,
                parameters=[
                    str(share / "config" / "planner.yaml"),
                    {"fleet": text("fleet"), "robot": text("robot"), "state_dir": text("state_dir")},
                ],
                additional_env=transports(share),
                output="both",
                respawn=True,
                respawn_delay=1.0,
            ),
        ]
    )


def transports(share):
    """No shared memory between processes, unless somebody chose: config/dds/network.xml says why."""
    chosen = {"FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_BUILTIN_TRANSPORTS"} & os.environ.keys()
    return {} if chosen else {"FASTRTPS_DEFAULT_PROFILES_FILE": str(share / "config" / "dds" / "network.xml")}
