// What is signed of the messages that the panel sends, and what an answer is bound to (docs/security.md, docs/help_desk.md).
#ifndef SUREFLEET_HELP__SEALING_HPP_
#define SUREFLEET_HELP__SEALING_HPP_

#include <chrono>
#include <string>

#include "model/signet.hpp"
#include "surefleet/msg/help_request.hpp"
#include "surefleet/srv/answer_help.hpp"
#include "surefleet/srv/claim_help.hpp"
#include "surefleet/srv/help_history.hpp"
#include "surefleet/srv/read_mission.hpp"
#include "surefleet/srv/show_help.hpp"

namespace surefleet::help
{

// `now`: since 1970, by this machine's clock.

void seal(surefleet::srv::ShowHelp::Request & message, const Signet & signer, std::chrono::nanoseconds now);
void seal(surefleet::srv::ClaimHelp::Request & message, const Signet & signer, std::chrono::nanoseconds now);
void seal(surefleet::srv::AnswerHelp::Request & message, const Signet & signer, std::chrono::nanoseconds now);

// These only ask.
inline void seal(surefleet::srv::HelpHistory::Request &, const Signet &, std::chrono::nanoseconds) {}
inline void seal(surefleet::srv::ReadMission::Request &, const Signet &, std::chrono::nanoseconds) {}

/// 64 hexadecimal digits.
std::string question_digest(const surefleet::msg::HelpRequest & request);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__SEALING_HPP_
