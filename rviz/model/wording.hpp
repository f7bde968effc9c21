// Values in the words and numbers that operators read.
#ifndef SUREFLEET_HELP__WORDING_HPP_
#define SUREFLEET_HELP__WORDING_HPP_

#include <chrono>
#include <optional>
#include <string>

#include "request.hpp"

namespace surefleet::help
{

/// How soon somebody should look.
enum class Urgency { Calm, Soon, Urgent, Overdue };

/// "0:42", "12:05", "1:00:00": rounded up, so that 0:00 means that it is over.
std::string minutes_and_seconds(std::chrono::nanoseconds left);

/// "0:42 then idle", "overdue, holds" or "no deadline".
std::string countdown(const Summary & request, DeskTime now);

/// Overdue past the deadline; Urgent from 10 s before it, Soon from 30 s before it; Calm without one, be it escalated.
Urgency urgency(const Summary & request, DeskTime now);

/// What tells a request from others in one line, beside its robot and step: the question without a first sentence that only asks what
/// this robot should do in this step.
std::string essence(const Summary & request);

/// "you, 0:12 left", "Grace, 0:12 left", or empty.
std::string claimed_by(const Claim & claim, const std::string & me, DeskTime now);

/// exp(score), within 0 to 1. None for NaN: no score, or no prediction set.
std::optional<double> probability(double score);

/// "62 %", "< 1 %" or "no score".
std::string percent(std::optional<double> probability);

/// "x 1.20 m, y -0.35 m, heading 90° in map", or "not known".
std::string pose_text(const std::optional<Pose> & pose);

/// "answered by Grace: grab apple 1", "expired: idle", "withdrawn" or "ended".
std::string ending(const Summary & request);

/// "3.2 s", "4 min 10 s", or "–" for NaN.
std::string duration_text(double seconds);

/// "3 of 4 (75 %)", or "–" where there is nothing to divide by.
std::string share(std::uint32_t part, std::uint32_t whole);

/// Without blanks at both ends.
std::string trimmed(const std::string & text);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__WORDING_HPP_
