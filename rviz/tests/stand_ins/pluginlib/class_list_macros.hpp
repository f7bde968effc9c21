// Stand-in for pluginlib: nothing is loaded.
#ifndef PLUGINLIB__CLASS_LIST_MACROS_HPP_
#define PLUGINLIB__CLASS_LIST_MACROS_HPP_

#include <type_traits>

#define PLUGINLIB_EXPORT_CLASS(plugin, base) static_assert(std::is_base_of_v<base, plugin>);

#endif  // PLUGINLIB__CLASS_LIST_MACROS_HPP_
