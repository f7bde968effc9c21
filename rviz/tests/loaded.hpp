// The panel as RViz starts it, on stand-ins, and the help desk of the fleet in key_folder.hpp before it.
#ifndef SUREFLEET_HELP_TESTS__LOADED_HPP_
#define SUREFLEET_HELP_TESTS__LOADED_HPP_

#include <QtTest>

#include <QTableView>

#include <memory>
#include <string>

#include "key_folder.hpp"
#include "panel/help_panel.hpp"
#include "panel/sealing.hpp"
#include "rviz_common/config.hpp"
#include "widget/help_desk_widget.hpp"

namespace surefleet::help::tests
{

inline std::chrono::nanoseconds system_time()
{
  return std::chrono::system_clock::now().time_since_epoch();
}

/// Sealed by the help desk; a forger has another key or names another signer. `asked`: the digest of the call that it answers.
template<typename Message>
Message said(
  Message message, const Bytes & asked = {}, std::chrono::nanoseconds at = system_time(), const Seed & key = filled(5),
  const std::string & signer = kHelpDesk)
{
  Sealed said = sealed(message);
  said.seal = {signer, at, {}};
  said.seal.signature = sign(key, signed_bytes(public_of(filled(1)), said, asked));
  message.seal = help::message(said.seal);
  return message;
}

/// A queue of one request, unsealed.
inline surefleet::msg::HelpQueue queue_of(const std::string & id)
{
  surefleet::msg::HelpQueue queue;
  queue.header.stamp.sec = 100;
  surefleet::msg::HelpSummary line;
  line.id = id;
  line.robot = "robot_1";
  line.mission_id[0] = 7;
  line.question = "Which apple?";
  line.state = surefleet::msg::HelpRequest::OPEN;
  queue.requests.push_back(line);
  return queue;
}

struct Loaded
{
  explicit Loaded(const rviz_common::Config & config = {})
  {
    panel.initialize(&context);
    panel.load(config);
    panel.show();
  }

  rclcpp::Node & node() {return *context.node->node;}

  template<typename Service>
  std::shared_ptr<rclcpp::Client<Service>> client(const char * name)
  {
    return node().find<rclcpp::Client<Service>>(std::string("help_desk/") + name);
  }

  HelpDeskWidget * widget() {return panel.findChild<HelpDeskWidget *>();}
  void key(Qt::Key key) {QTest::keyClick(table(), key);}
  QTableView * table() {return panel.findChild<QTableView *>("queue");}
  QString message() {return panel.findChild<QWidget *>("message")->accessibleName();}

  template<typename Widget>
  Widget * find(const char * name) {return panel.findChild<Widget *>(name);}

  void hear(const surefleet::msg::HelpQueue & queue)
  {
    node().find<rclcpp::Subscription<surefleet::msg::HelpQueue>>("help_desk/queue")->callback(
      std::make_shared<surefleet::msg::HelpQueue>(queue));
    QCoreApplication::processEvents();
  }

  /// Answers the last call of this service, as it stands.
  template<typename Service>
  void respond(const char * name, const typename Service::Response & response)
  {
    client<Service>(name)->respond(response);
    QCoreApplication::processEvents();
  }

  /// Answers it as the help desk does.
  template<typename Service>
  void answer(const char * name, const typename Service::Response & response)
  {
    respond<Service>(name, said(response, digest(*client<Service>(name)->last)));
  }

  rviz_common::DisplayContext context;
  HelpPanel panel;
};

}  // namespace surefleet::help::tests

#endif  // SUREFLEET_HELP_TESTS__LOADED_HPP_
