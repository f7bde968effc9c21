// The canonical bytes of the messages that go to and come from the help desk (docs/security.md).
#ifndef SUREFLEET_HELP__MESSAGE_BYTES_HPP_
#define SUREFLEET_HELP__MESSAGE_BYTES_HPP_

#include "model/canonical.hpp"
#include "surefleet/msg/help_queue.hpp"
#include "surefleet/msg/seal.hpp"
#include "surefleet/srv/answer_help.hpp"
#include "surefleet/srv/claim_help.hpp"
#include "surefleet/srv/help_history.hpp"
#include "surefleet/srv/read_mission.hpp"
#include "surefleet/srv/show_help.hpp"

namespace surefleet::help
{

Canonical & operator<<(Canonical & bytes, const surefleet::msg::Seal & seal);

// All fields in the order of the interface file, but for the seal, which is the last one of each.

void write_unsealed(Canonical & bytes, const surefleet::msg::HelpQueue & queue);
void write_unsealed(Canonical & bytes, const surefleet::srv::AnswerHelp::Request & request);
void write_unsealed(Canonical & bytes, const surefleet::srv::AnswerHelp::Response & response);
void write_unsealed(Canonical & bytes, const surefleet::srv::ClaimHelp::Request & request);
void write_unsealed(Canonical & bytes, const surefleet::srv::ClaimHelp::Response & response);
void write_unsealed(Canonical & bytes, const surefleet::srv::HelpHistory::Request & request);
void write_unsealed(Canonical & bytes, const surefleet::srv::HelpHistory::Response & response);
void write_unsealed(Canonical & bytes, const surefleet::srv::ReadMission::Request & request);
void write_unsealed(Canonical & bytes, const surefleet::srv::ReadMission::Response & response);
void write_unsealed(Canonical & bytes, const surefleet::srv::ShowHelp::Request & request);
void write_unsealed(Canonical & bytes, const surefleet::srv::ShowHelp::Response & response);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__MESSAGE_BYTES_HPP_
