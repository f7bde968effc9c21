// Messages to and from the model's structs, field by field; sealing.hpp signs them.
#ifndef SUREFLEET_HELP__CONVERSION_HPP_
#define SUREFLEET_HELP__CONVERSION_HPP_

#include <memory>

#include "model/command.hpp"
#include "surefleet/msg/help_queue.hpp"
#include "surefleet/msg/help_request.hpp"
#include "surefleet/msg/help_statistics.hpp"
#include "surefleet/msg/help_summary.hpp"
#include "surefleet/srv/answer_help.hpp"
#include "surefleet/srv/claim_help.hpp"
#include "surefleet/srv/help_history.hpp"
#include "surefleet/srv/read_mission.hpp"
#include "surefleet/srv/show_help.hpp"

namespace surefleet::help
{

DeskTime deskTime(const builtin_interfaces::msg::Time & time);
Summary summary(const surefleet::msg::HelpSummary & message);
Request request(const surefleet::msg::HelpRequest & message);
Statistics statistics(const surefleet::msg::HelpStatistics & message);

std::shared_ptr<surefleet::srv::ShowHelp::Request> message(const ShowCall & call);
std::shared_ptr<surefleet::srv::ClaimHelp::Request> message(const ClaimCall & call);
std::shared_ptr<surefleet::srv::AnswerHelp::Request> message(const AnswerCall & call);
std::shared_ptr<surefleet::srv::HelpHistory::Request> message(const HistoryCall & call);
std::shared_ptr<surefleet::srv::ReadMission::Request> message(const ReadCall & call);

Reply reply(const surefleet::srv::ShowHelp::Response & response);
Reply reply(const surefleet::srv::ClaimHelp::Response & response);
Reply reply(const surefleet::srv::AnswerHelp::Response & response);
Reply reply(const surefleet::srv::HelpHistory::Response & response);
Reply reply(const surefleet::srv::ReadMission::Response & response);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__CONVERSION_HPP_
