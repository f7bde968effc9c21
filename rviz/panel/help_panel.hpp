// The help desk in RViz: the widget on RViz's own node. It converts, proves and forwards; all else is in model and widget.
#ifndef SUREFLEET_HELP__HELP_PANEL_HPP_
#define SUREFLEET_HELP__HELP_PANEL_HPP_

#include <memory>

#include "model/command.hpp"
#include "model/queue_proof.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rviz_common/panel.hpp"
#include "surefleet/msg/help_queue.hpp"
#include "surefleet/srv/answer_help.hpp"
#include "surefleet/srv/claim_help.hpp"
#include "surefleet/srv/help_history.hpp"
#include "surefleet/srv/read_mission.hpp"
#include "surefleet/srv/show_help.hpp"

class QTimer;

namespace surefleet
{

namespace help
{
class HelpDeskWidget;
}

class HelpPanel : public rviz_common::Panel
{
  Q_OBJECT

public:
  explicit HelpPanel(QWidget * parent = nullptr);
  ~HelpPanel() override;

  void onInitialize() override;
  void load(const rviz_common::Config & config) override;
  void save(rviz_common::Config config) const override;

private:
  void send(const help::Command & command);
  template<typename Service, typename Call>
  void send(const std::shared_ptr<rclcpp::Client<Service>> & client, const help::Command & command, const Call & call);
  /// Shows a queue that is proved, or the doubt.
  void hear(const msg::HelpQueue & queue);
  /// Takes up an answer that is proved to be one to the call with this digest, or the doubt.
  template<typename Response>
  void hear(help::Ticket ticket, const help::Bytes & asked, const Response & response);
  void deliver(help::Ticket ticket, help::Reply reply);
  /// Does it in the widget's thread, once the callback that brought it is over.
  template<typename Deed>
  void later(Deed deed);
  void forgetUnanswered();
  /// Where the keys of the fleet on this machine lie: it may be started after RViz.
  void findKeys();

  help::HelpDeskWidget * widget_;
  QTimer * timer_;
  help::QueueProof proof_;
  rclcpp::Node::SharedPtr node_;
  rclcpp::Subscription<msg::HelpQueue>::SharedPtr queue_;
  rclcpp::Client<srv::ShowHelp>::SharedPtr show_;
  rclcpp::Client<srv::ClaimHelp>::SharedPtr claim_;
  rclcpp::Client<srv::AnswerHelp>::SharedPtr answer_;
  rclcpp::Client<srv::HelpHistory>::SharedPtr history_;
  rclcpp::Client<srv::ReadMission>::SharedPtr read_;
};

}  // namespace surefleet

#endif  // SUREFLEET_HELP__HELP_PANEL_HPP_
