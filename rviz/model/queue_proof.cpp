#include "queue_proof.hpp"

namespace surefleet::help
{

namespace
{

bool is_fresh(std::chrono::nanoseconds stamp, std::chrono::nanoseconds now)
{
  return std::chrono::abs(now - stamp) <= kFresh;
}

}  // namespace

QueueProof::Verdict QueueProof::judge(const Roster & roster, const Sealed & queue, std::chrono::nanoseconds now)
{
  const std::string doubt = roster.doubt(queue, kHelpDesk, {});
  if (!doubt.empty()) {
    return {false, doubt};
  }
  const auto stamp = queue.seal.stamp;
  if (!is_fresh(stamp, now)) {
    const auto off = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::abs(now - stamp)).count();
    return {
      false, "it was sealed " + std::to_string(off) + " s " + (stamp < now ? "ago" : "ahead") +
      " by this machine's clock: it is an old one, or the machines' clocks differ"};
  }
  // A clock that was set back must not silence the desk: then the newest lies far ahead.
  if (newest_ && is_fresh(*newest_, now) && stamp <= *newest_) {
    return {};
  }
  newest_ = stamp;
  return {true, ""};
}

}  // namespace surefleet::help
