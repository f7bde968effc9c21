// Stand-in for rclcpp, as much of it as the panel calls: what is sent is kept, and the test plays the help desk.
#ifndef RCLCPP__RCLCPP_HPP_
#define RCLCPP__RCLCPP_HPP_

#include <any>
#include <chrono>
#include <cstddef>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>

namespace rclcpp
{

class QoS
{
public:
  explicit QoS(std::size_t depth)
  : depth(depth) {}
  QoS & reliable() {return *this;}
  QoS & transient_local() {return *this;}

  std::size_t depth;
};

template<typename Message>
class Subscription
{
public:
  using SharedPtr = std::shared_ptr<Subscription>;
  std::function<void(typename Message::ConstSharedPtr)> callback;
};

template<typename Service>
class Client
{
public:
  using SharedPtr = std::shared_ptr<Client>;
  using SharedRequest = std::shared_ptr<typename Service::Request>;
  using SharedResponse = std::shared_ptr<typename Service::Response>;
  using SharedFuture = std::shared_future<SharedResponse>;

  bool service_is_ready() const {return true;}

  template<typename Callback>
  void async_send_request(SharedRequest request, Callback && callback)
  {
    last = request;
    reply = callback;
  }

  std::size_t prune_requests_older_than(std::chrono::time_point<std::chrono::system_clock>) {return 0;}

  /// The test's side.
  void respond(const typename Service::Response & response)
  {
    std::promise<SharedResponse> promise;
    promise.set_value(std::make_shared<typename Service::Response>(response));
    reply(promise.get_future().share());
  }

  SharedRequest last;
  std::function<void(SharedFuture)> reply;
};

class Node
{
public:
  using SharedPtr = std::shared_ptr<Node>;

  const char * get_namespace() const {return "/";}

  template<typename Service>
  typename Client<Service>::SharedPtr create_client(const std::string & name)
  {
    auto client = std::make_shared<Client<Service>>();
    endpoints[name] = client;
    return client;
  }

  template<typename Message, typename Callback>
  typename Subscription<Message>::SharedPtr create_subscription(
    const std::string & name, const QoS &, Callback && callback)
  {
    auto subscription = std::make_shared<Subscription<Message>>();
    subscription->callback = callback;
    endpoints[name] = subscription;
    return subscription;
  }

  /// The test's side: what was made under this name.
  template<typename Endpoint>
  std::shared_ptr<Endpoint> find(const std::string & name) const
  {
    return std::any_cast<std::shared_ptr<Endpoint>>(endpoints.at(name));
  }

  std::map<std::string, std::any> endpoints;
};

}  // namespace rclcpp

#endif  // RCLCPP__RCLCPP_HPP_
