// Whether the queue that was heard is the help desk's own, and the newest.
#ifndef SUREFLEET_HELP__QUEUE_PROOF_HPP_
#define SUREFLEET_HELP__QUEUE_PROOF_HPP_

#include <chrono>
#include <optional>
#include <string>

#include "roster.hpp"

namespace surefleet::help
{

/// The desk seals the queue each second: what was sealed so long ago, or so far ahead, is not its word of now.
constexpr auto kFresh = std::chrono::seconds(10);

class QueueProof
{
public:
  struct Verdict
  {
    /// Whether it is to be shown.
    bool counts = false;
    /// Why it is not proved. Empty where it counts, and where it is proved but says nothing newer than what counted before.
    std::string doubt;
  };

  /// `now`: since 1970, by this machine's clock.
  Verdict judge(const Roster & roster, const Sealed & queue, std::chrono::nanoseconds now);

private:
  /// When the newest one that counted was sealed.
  std::optional<std::chrono::nanoseconds> newest_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__QUEUE_PROOF_HPP_
