"""One robot of a fleet: its planner, in the namespace of its name."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue


def generate_launch_description():
    config = Path(get_package_share_directory("surefleet")) / "config"
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
                    str(config / "planner.yaml"),
                    {"fleet": text("fleet"), "robot": text("robot"), "state_dir": text("state_dir")},
                ],
                output="both",
                respawn=True,
                respawn_delay=1.0,
            ),
        ]
    )
