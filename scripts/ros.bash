# Functions that the other scripts share; to be sourced with $root set to the repository.

# Whether a ROS 2 other than the one in .ros/ is sourced.
ros_is_sourced() {
  [[ -n ${ROS_DISTRO:-} && -n ${AMENT_PREFIX_PATH:-} && ":$AMENT_PREFIX_PATH:" != *":$root/.ros/jazzy:"* ]]
}

# Message packages that the nodes use; r2r binds these and no others, which saves minutes of compilation.
ros_packages=(surefleet std_msgs diagnostic_msgs lifecycle_msgs rcl_interfaces rosgraph_msgs
  builtin_interfaces action_msgs unique_identifier_msgs geometry_msgs nav_msgs sensor_msgs visualization_msgs)

# A short hash of the interface files' names and contents.
interface_digest() {
  (cd "$root" && sha256sum msg/*.msg srv/*.srv action/*.action | sha256sum | cut -c1-16)
}

# Sets what cargo needs to bind and link the interfaces in prefix $1, with extra include directories $2 (a:b).
# The digest rebuilds the bindings when an interface changes; r2r itself only watches these variables.
use_interfaces() {
  local prefix=$1 packages
  packages=$(IFS=';' && echo "${ros_packages[*]}")
  case ":$AMENT_PREFIX_PATH:" in
    *":$prefix:"*) ;;
    *) export AMENT_PREFIX_PATH=$prefix:$AMENT_PREFIX_PATH LD_LIBRARY_PATH=$prefix/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} ;;
  esac
  export IDL_PACKAGE_FILTER="$packages;digest_$(interface_digest)"
  if [[ -n ${2:-} ]]; then export CMAKE_INCLUDE_DIRS=$2; else unset CMAKE_INCLUDE_DIRS; fi
  # r2r would search these first; make's job server does not reach through cargo.
  unset CMAKE_PREFIX_PATH CMAKE_IDL_PACKAGES MAKEFLAGS MFLAGS MAKELEVEL
}
