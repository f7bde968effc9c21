#include "help_panel.hpp"

#include <QMetaObject>
#include <QTimer>
#include <QVBoxLayout>

#include <exception>
#include <fstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conversion.hpp"
#include "pluginlib/class_list_macros.hpp"
#include "rviz_common/config.hpp"
#include "rviz_common/display_context.hpp"
#include "rviz_common/ros_integration/ros_node_abstraction_iface.hpp"
#include "sealing.hpp"
#include "widget/help_desk_widget.hpp"

namespace surefleet
{

namespace
{

// The model reports after 3 s and still understands a reply after that; a minute later nobody waits for it.
constexpr auto kForgotten = std::chrono::minutes(1);
constexpr int kEveryMs = 10000;

/// Seals go by it, whatever ROS time is.
std::chrono::nanoseconds systemTime()
{
  return std::chrono::system_clock::now().time_since_epoch();
}

}  // namespace

HelpPanel::HelpPanel(QWidget * parent)
: rviz_common::Panel(parent),
  widget_(new help::HelpDeskWidget(std::chrono::steady_clock::now, this)),
  timer_(new QTimer(this))
{
  auto * column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(widget_);
  connect(widget_, &help::HelpDeskWidget::settingsChanged, this, &HelpPanel::configChanged);
  connect(
    widget_, &help::HelpDeskWidget::commandIssued, this, [this](const help::Command & command) {send(command);});
  connect(timer_, &QTimer::timeout, this, &HelpPanel::forgetUnanswered);
  connect(timer_, &QTimer::timeout, this, &HelpPanel::findKeys);
}

// Subscription and clients go before the widget: no callback finds it gone.
HelpPanel::~HelpPanel() = default;

void HelpPanel::onInitialize()
{
  rviz_common::Panel::onInitialize();
  const auto abstraction = getDisplayContext()->getRosNodeAbstraction().lock();
  if (abstraction == nullptr) {
    widget_->reportTrouble("RViz has no ROS node: the help desk cannot be reached");
    return;
  }
  node_ = abstraction->get_raw_node();
  show_ = node_->create_client<srv::ShowHelp>("help_desk/show");
  claim_ = node_->create_client<srv::ClaimHelp>("help_desk/claim");
  answer_ = node_->create_client<srv::AnswerHelp>("help_desk/answer");
  history_ = node_->create_client<srv::HelpHistory>("help_desk/history");
  read_ = node_->create_client<srv::ReadMission>("help_desk/read_mission");
  // As the desk offers it; latched, so that a panel opened late sees the queue at once.
  queue_ = node_->create_subscription<msg::HelpQueue>(
    "help_desk/queue", rclcpp::QoS(1).reliable().transient_local(),
    [this](msg::HelpQueue::ConstSharedPtr message) {later([this, message] {hear(*message);});});
  findKeys();
  timer_->start(kEveryMs);
}

void HelpPanel::findKeys()
{
  const QString home = qEnvironmentVariable("ROS_HOME", qEnvironmentVariable("HOME") + "/.ros");
  const auto pointer = help::keys_pointer(
    home.toStdString(), node_->get_namespace(), qEnvironmentVariable("ROS_DOMAIN_ID").toStdString());
  std::ifstream file(pointer);
  std::string folder;
  std::getline(file, folder);
  widget_->setKeys(
    QString::fromStdString(folder),
    "no fleet was started on this machine in this ROS domain and namespace; sign in with a folder of keys");
}

void HelpPanel::send(const help::Command & command)
{
  if (const auto * show = std::get_if<help::ShowCall>(&command.call)) {
    send(show_, command, *show);
  } else if (const auto * claim = std::get_if<help::ClaimCall>(&command.call)) {
    send(claim_, command, *claim);
  } else if (const auto * answer = std::get_if<help::AnswerCall>(&command.call)) {
    send(answer_, command, *answer);
  } else if (const auto * history = std::get_if<help::HistoryCall>(&command.call)) {
    send(history_, command, *history);
  } else if (const auto * read = std::get_if<help::ReadCall>(&command.call)) {
    send(read_, command, *read);
  }
}

template<typename Service, typename Call>
void HelpPanel::send(
  const std::shared_ptr<rclcpp::Client<Service>> & client, const help::Command & command, const Call & call)
{
  if (client == nullptr || !client->service_is_ready()) {
    deliver(command.ticket, help::CallFailure{"the service is not there"});
    return;
  }
  try {
    const auto request = help::message(call);
    if (command.signer != nullptr) {
      help::seal(*request, *command.signer, systemTime());
    }
    client->async_send_request(
      request,
      [this, ticket = command.ticket, asked = help::digest(*request)](
        typename rclcpp::Client<Service>::SharedFuture response) {
        later([this, ticket, asked, told = response.get()] {hear(ticket, asked, *told);});
      });
  } catch (const std::exception & error) {
    deliver(command.ticket, help::CallFailure{error.what()});
  }
}

void HelpPanel::hear(const msg::HelpQueue & queue)
{
  if (const auto roster = widget_->roster()) {
    const help::QueueProof::Verdict verdict = proof_.judge(*roster, help::sealed(queue), systemTime());
    if (!verdict.doubt.empty()) {
      widget_->doubtQueue(verdict.doubt);
    }
    if (!verdict.counts) {
      return;
    }
  }
  std::vector<help::Summary> lines;
  for (const auto & each : queue.requests) {
    lines.push_back(help::summary(each));
  }
  widget_->receiveQueue(help::deskTime(queue.header.stamp), lines);
}

template<typename Response>
void HelpPanel::hear(help::Ticket ticket, const help::Bytes & asked, const Response & response)
{
  const auto roster = widget_->roster();
  const std::string doubt = roster ? roster->doubt(help::sealed(response), help::kHelpDesk, asked) : std::string();
  widget_->receiveReply(ticket, doubt.empty() ? help::reply(response) : help::Unproved{doubt});
}

void HelpPanel::deliver(help::Ticket ticket, help::Reply reply)
{
  later([this, ticket, reply = std::move(reply)] {widget_->receiveReply(ticket, reply);});
}

template<typename Deed>
void HelpPanel::later(Deed deed)
{
  // The widget is the context: what is still queued when it goes is dropped with it.
  QMetaObject::invokeMethod(widget_, std::move(deed), Qt::QueuedConnection);
}

void HelpPanel::forgetUnanswered()
{
  const auto before = std::chrono::system_clock::now() - kForgotten;
  show_->prune_requests_older_than(before);
  claim_->prune_requests_older_than(before);
  answer_->prune_requests_older_than(before);
  history_->prune_requests_older_than(before);
  read_->prune_requests_older_than(before);
}

// Who operates is not among the settings: whoever opens another's configuration would act under that name.
void HelpPanel::load(const rviz_common::Config & config)
{
  rviz_common::Panel::load(config);
  QString words;
  bool muted = false;
  if (config.mapGetString("Robot", &words)) {
    widget_->setRobotFilter(words);
  }
  if (config.mapGetBool("Muted", &muted)) {
    widget_->setMuted(muted);
  }
}

void HelpPanel::save(rviz_common::Config config) const
{
  rviz_common::Panel::save(config);
  config.mapSetValue("Robot", widget_->robotFilter());
  config.mapSetValue("Muted", widget_->muted());
}

}  // namespace surefleet

PLUGINLIB_EXPORT_CLASS(surefleet::HelpPanel, rviz_common::Panel)
