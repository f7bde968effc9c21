#include "conversion.hpp"

#include "sealing.hpp"
#include "surefleet/msg/help_answer.hpp"

namespace surefleet::help
{

namespace
{

template<typename Enum>
constexpr bool agrees(Enum value, std::uint8_t constant)
{
  return static_cast<std::uint8_t>(value) == constant;
}

using Wire = surefleet::msg::HelpRequest;
static_assert(agrees(State::Open, Wire::OPEN) && agrees(State::Claimed, Wire::CLAIMED));
static_assert(agrees(State::Answered, Wire::ANSWERED) && agrees(State::Expired, Wire::EXPIRED));
static_assert(agrees(State::Withdrawn, Wire::WITHDRAWN));
static_assert(agrees(QuestionKind::Decision, Wire::DECISION) && agrees(QuestionKind::Outcome, Wire::OUTCOME));
static_assert(agrees(DefaultAction::Idle, Wire::IDLE) && agrees(DefaultAction::Hold, Wire::HOLD));
static_assert(agrees(DefaultAction::Halt, Wire::HALT));
static_assert(agrees(AnswerKind::Option, surefleet::msg::HelpAnswer::OPTION));
static_assert(agrees(AnswerKind::NoneOfThese, surefleet::msg::HelpAnswer::NONE_OF_THESE));
static_assert(agrees(AnswerKind::Halt, surefleet::msg::HelpAnswer::HALT));
static_assert(agrees(AnswerKind::Meant, surefleet::msg::HelpAnswer::MEANT));
static_assert(agrees(ClaimAction::Claim, surefleet::srv::ClaimHelp::Request::CLAIM));
static_assert(agrees(ClaimAction::Release, surefleet::srv::ClaimHelp::Request::RELEASE));
static_assert(agrees(ClaimAction::TakeOver, surefleet::srv::ClaimHelp::Request::TAKE_OVER));

/// On the wire zero means never.
std::optional<DeskTime> optionalTime(const builtin_interfaces::msg::Time & time)
{
  return time.sec == 0 && time.nanosec == 0 ? std::nullopt : std::make_optional(deskTime(time));
}

/// What a line of the queue and a whole request name alike.
template<typename Message>
Summary shared(const Message & message)
{
  Summary summary;
  summary.id = message.id;
  summary.robot = message.robot;
  summary.mission_id = message.mission_id;
  summary.step = message.step;
  summary.kind = static_cast<QuestionKind>(message.kind);
  summary.question = message.question;
  summary.priority = message.priority;
  summary.state = static_cast<State>(message.state);
  summary.deadline = optionalTime(message.deadline);
  summary.default_action = static_cast<DefaultAction>(message.default_action);
  summary.escalated = message.escalated;
  summary.claim = {message.claimed_by, optionalTime(message.claimed_until)};
  return summary;
}

}  // namespace

DeskTime deskTime(const builtin_interfaces::msg::Time & time)
{
  return DeskTime(std::chrono::seconds(time.sec) + std::chrono::nanoseconds(time.nanosec));
}

Summary summary(const surefleet::msg::HelpSummary & message)
{
  Summary summary = shared(message);
  summary.since = deskTime(message.since);
  summary.ended = optionalTime(message.ended);
  summary.answer = message.answer;
  summary.operator_name = message.operator_name;
  return summary;
}

Request request(const surefleet::msg::HelpRequest & message)
{
  Request request;
  request.summary = shared(message);
  request.summary.since = deskTime(message.header.stamp);
  request.mission_text = message.mission_text;
  request.attempt = message.attempt;
  request.world = message.world;
  request.takes_mission = message.kind == Wire::DECISION && !message.team.empty();
  request.prompt = message.prompt;
  for (const auto & option : message.options) {
    request.options.push_back(
      {option.id, option.text, option.score, option.in_set, option.allowed, option.reason, option.lasting});
  }
  request.threshold = message.threshold;
  request.picture = {message.picture.format, message.picture.data};
  if (!message.pose.header.frame_id.empty()) {
    const auto & position = message.pose.pose.position;
    const auto & turn = message.pose.pose.orientation;
    request.pose =
      Pose{message.pose.header.frame_id, position.x, position.y, position.z, turn.x, turn.y, turn.z, turn.w};
  }
  request.digest = question_digest(message);
  return request;
}

Statistics statistics(const surefleet::msg::HelpStatistics & message)
{
  return {
    message.robot, message.asked, message.answered, message.expired, message.withdrawn, message.mean_wait_s,
    message.longest_wait_s, message.mean_work_s, message.agreed, message.decisions, message.asked_since_start};
}

std::shared_ptr<surefleet::srv::ShowHelp::Request> message(const ShowCall & call)
{
  auto message = std::make_shared<surefleet::srv::ShowHelp::Request>();
  message->request_id = call.id;
  return message;
}

std::shared_ptr<surefleet::srv::ClaimHelp::Request> message(const ClaimCall & call)
{
  auto message = std::make_shared<surefleet::srv::ClaimHelp::Request>();
  message->request_id = call.id;
  message->mission_id = call.mission_id;
  message->action = static_cast<std::uint8_t>(call.action);
  return message;
}

std::shared_ptr<surefleet::srv::AnswerHelp::Request> message(const AnswerCall & call)
{
  auto message = std::make_shared<surefleet::srv::AnswerHelp::Request>();
  message->request_id = call.id;
  message->mission_id = call.mission_id;
  message->question_sha256 = call.question;
  message->kind = static_cast<std::uint8_t>(call.kind);
  message->option = call.option;
  message->for_mission = call.for_mission;
  message->text = call.text;
  return message;
}

std::shared_ptr<surefleet::srv::HelpHistory::Request> message(const HistoryCall & call)
{
  auto message = std::make_shared<surefleet::srv::HelpHistory::Request>();
  message->robot = call.robot;
  message->limit = call.limit;
  return message;
}

std::shared_ptr<surefleet::srv::ReadMission::Request> message(const ReadCall & call)
{
  auto message = std::make_shared<surefleet::srv::ReadMission::Request>();
  message->request_id = call.id;
  message->text = call.text;
  return message;
}

Reply reply(const surefleet::srv::ShowHelp::Response & response)
{
  return ShowReply{response.found, request(response.request), response.reason};
}

Reply reply(const surefleet::srv::ClaimHelp::Response & response)
{
  return ClaimReply{response.accepted, {response.claimed_by, optionalTime(response.claimed_until)}, response.reason};
}

Reply reply(const surefleet::srv::AnswerHelp::Response & response)
{
  return AnswerReply{response.accepted, response.reason};
}

Reply reply(const surefleet::srv::ReadMission::Response & response)
{
  return ReadReply{response.read, response.words, response.dropped, response.reason};
}

Reply reply(const surefleet::srv::HelpHistory::Response & response)
{
  HistoryReply reply;
  for (const auto & each : response.requests) {
    reply.requests.push_back(summary(each));
  }
  for (const auto & each : response.robots) {
    reply.robots.push_back(statistics(each));
  }
  return reply;
}

}  // namespace surefleet::help
