// Stand-in for rviz_common.
#ifndef RVIZ_COMMON__DISPLAY_CONTEXT_HPP_
#define RVIZ_COMMON__DISPLAY_CONTEXT_HPP_

#include <memory>

#include "rviz_common/ros_integration/ros_node_abstraction_iface.hpp"

namespace rviz_common
{

class DisplayContext
{
public:
  ros_integration::RosNodeAbstractionIface::WeakPtr getRosNodeAbstraction() const {return node;}

  std::shared_ptr<ros_integration::RosNodeAbstractionIface> node =
    std::make_shared<ros_integration::RosNodeAbstractionIface>();
};

}  // namespace rviz_common

#endif  // RVIZ_COMMON__DISPLAY_CONTEXT_HPP_
