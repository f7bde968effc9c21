#include "wording.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace surefleet::help
{

namespace
{

using std::chrono::nanoseconds;

constexpr auto kUrgent = std::chrono::seconds(10);
constexpr auto kSoon = std::chrono::seconds(30);

template<typename ... Arguments>
std::string format(const char * pattern, Arguments... arguments)
{
  char buffer[160];
  std::snprintf(buffer, sizeof(buffer), pattern, arguments ...);
  return buffer;
}

const char * noun(DefaultAction action)
{
  switch (action) {
    case DefaultAction::Idle: return "idle";
    case DefaultAction::Hold: return "hold";
    case DefaultAction::Halt: return "halt";
  }
  return "unknown default";
}

const char * verb(DefaultAction action)
{
  switch (action) {
    case DefaultAction::Idle: return "idles";
    case DefaultAction::Hold: return "holds";
    case DefaultAction::Halt: return "halts";
  }
  return "unknown default";
}

}  // namespace

std::string minutes_and_seconds(nanoseconds left)
{
  const auto whole = static_cast<long long>(
    std::chrono::ceil<std::chrono::seconds>(std::max(left, nanoseconds::zero())).count());
  if (whole >= 3600) {
    return format("%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return format("%lld:%02lld", whole / 60, whole % 60);
}

std::string countdown(const Summary & request, DeskTime now)
{
  if (!request.deadline) {
    return "no deadline";
  }
  const auto left = *request.deadline - now;
  if (left <= nanoseconds::zero()) {
    return format("overdue, %s", verb(request.default_action));
  }
  return minutes_and_seconds(left) + " then " + noun(request.default_action);
}

Urgency urgency(const Summary & request, DeskTime now)
{
  const auto left = request.deadline ? *request.deadline - now : nanoseconds::max();
  if (left <= nanoseconds::zero()) {
    return Urgency::Overdue;
  }
  if (left <= kUrgent) {
    return Urgency::Urgent;
  }
  return left <= kSoon ? Urgency::Soon : Urgency::Calm;
}

std::string essence(const Summary & request)
{
  const std::string & question = request.question;
  const auto end = question.find("? ");
  if (end == std::string::npos) {
    return question;
  }
  const std::string first = question.substr(0, end);
  const bool names_both = first.find(request.robot) != std::string::npos &&
    first.find("step " + std::to_string(request.step)) != std::string::npos;
  const bool is_one_sentence = first.find(". ") == std::string::npos;
  return names_both && is_one_sentence ? question.substr(end + 2) : question;
}

std::string claimed_by(const Claim & claim, const std::string & me, DeskTime now)
{
  if (claim.holder.empty()) {
    return {};
  }
  const std::string who = claim.holder == me ? "you" : claim.holder;
  return claim.until ? who + ", " + minutes_and_seconds(*claim.until - now) + " left" : who;
}

std::optional<double> probability(double score)
{
  if (std::isnan(score)) {
    return std::nullopt;
  }
  return std::clamp(std::exp(score), 0.0, 1.0);
}

std::string percent(std::optional<double> probability)
{
  if (!probability) {
    return "no score";
  }
  if (*probability > 0.0 && *probability < 0.01) {
    return "< 1 %";
  }
  return format("%.0f %%", *probability * 100.0);
}

std::string pose_text(const std::optional<Pose> & pose)
{
  if (!pose) {
    return "not known";
  }
  const double yaw = std::atan2(
    2.0 * (pose->qw * pose->qz + pose->qx * pose->qy),
    1.0 - 2.0 * (pose->qy * pose->qy + pose->qz * pose->qz));
  return format("x %.2f m, y %.2f m, heading %.0f°", pose->x, pose->y, yaw * 180.0 / M_PI) + " in " + pose->frame;
}

std::string ending(const Summary & request)
{
  switch (request.state) {
    case State::Answered:
      {
        const std::string who = request.operator_name.empty() ? "answered" : "answered by " + request.operator_name;
        return request.answer.empty() ? who : who + ": " + request.answer;
      }
    case State::Expired: return std::string("expired: ") + noun(request.default_action);
    case State::Withdrawn: return "withdrawn";
    case State::Open:
    case State::Claimed: break;
  }
  return "ended";
}

std::string duration_text(double seconds)
{
  if (!std::isfinite(seconds)) {
    return "–";
  }
  if (seconds < 60.0) {
    return format("%.1f s", seconds);
  }
  const auto whole = std::llround(seconds);
  return format("%lld min %lld s", whole / 60, whole % 60);
}

std::string share(std::uint32_t part, std::uint32_t whole)
{
  if (whole == 0) {
    return "–";
  }
  return format("%u of %u (%.0f %%)", part, whole, 100.0 * part / whole);
}

std::string trimmed(const std::string & text)
{
  const char * blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace surefleet::help
