# ROS 2 Jazzy from the wheels beside this file. Source it in bash: source .ros/setup.bash
_surefleet_prefix=$(cd "$(dirname "${BASH_SOURCE[0]}")/jazzy" && pwd)
case ":${AMENT_PREFIX_PATH:-}:" in
  *":$_surefleet_prefix:"*) ;;
  *)
    export ROS_DISTRO=jazzy ROS_VERSION=2 ROS_PYTHON_VERSION=3
    export RMW_IMPLEMENTATION=rmw_fastrtps_cpp
    # CMake and colcon then take this Python, not the newest on the machine.
    export VIRTUAL_ENV=$_surefleet_prefix
    # The wheels would otherwise start every Python twice to set LD_LIBRARY_PATH.
    export _ROS_WHEELS_BOOTSTRAP_COMPLETE=1
    export AMENT_PREFIX_PATH=$_surefleet_prefix${AMENT_PREFIX_PATH:+:$AMENT_PREFIX_PATH}
    export CMAKE_PREFIX_PATH=$_surefleet_prefix${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
    export PATH=$_surefleet_prefix/bin:$PATH
    _surefleet_libs=$_surefleet_prefix/lib
    for _surefleet_dir in "$_surefleet_prefix"/lib/python3.*/site-packages/ros_*.libs; do
      _surefleet_libs+=:$_surefleet_dir
    done
    export LD_LIBRARY_PATH=$_surefleet_libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    unset _surefleet_libs _surefleet_dir
    ;;
esac
unset _surefleet_prefix
