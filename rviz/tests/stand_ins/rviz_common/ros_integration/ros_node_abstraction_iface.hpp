// Stand-in for rviz_common.
#ifndef RVIZ_COMMON__ROS_INTEGRATION__ROS_NODE_ABSTRACTION_IFACE_HPP_
#define RVIZ_COMMON__ROS_INTEGRATION__ROS_NODE_ABSTRACTION_IFACE_HPP_

#include <memory>

#include "rclcpp/rclcpp.hpp"

namespace rviz_common::ros_integration
{

class RosNodeAbstractionIface
{
public:
  using WeakPtr = std::weak_ptr<RosNodeAbstractionIface>;
  rclcpp::Node::SharedPtr get_raw_node() {return node;}

  rclcpp::Node::SharedPtr node = std::make_shared<rclcpp::Node>();
};

}  // namespace rviz_common::ros_integration

#endif  // RVIZ_COMMON__ROS_INTEGRATION__ROS_NODE_ABSTRACTION_IFACE_HPP_
