// The open requests as last heard, and the help desk's time.
#ifndef SUREFLEET_HELP__QUEUE_HPP_
#define SUREFLEET_HELP__QUEUE_HPP_

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "request.hpp"

namespace surefleet::help
{

/// The desk speaks at least once a second: after so long a silence it is gone.
constexpr auto kSilence = std::chrono::seconds(3);

/// So long a reply outranks the queue, which may have been sent before it.
constexpr auto kSettling = std::chrono::seconds(1);

/// What came since the last look. Each request counts once, however often the queue is sent again.
struct News
{
  std::size_t arrived = 0;
  std::size_t escalated = 0;

  bool any() const {return arrived + escalated > 0;}
};

/// Lines in the desk's own order, which is never changed here.
class Queue
{
public:
  /// Takes over what the desk sent; `stamp` is its time of sending.
  void arrive(DeskTime stamp, std::vector<Summary> lines, LocalTime now);

  /// Takes over a claim that a service reply told of.
  void claimed(const std::string & id, const Claim & claim, LocalTime now);

  const std::vector<Summary> & lines() const {return lines_;}
  const Summary * find(const std::string & id) const;

  /// Whether nothing was heard for `kSilence`, or nothing at all yet.
  bool silent(LocalTime now) const;
  std::optional<LocalTime> heard() const {return heard_;}

  /// The desk's time, carried on from its last stamp: two machines' clocks need not agree.
  DeskTime desk_time(LocalTime now) const;

  /// The robots that have an open request, by name.
  std::set<std::string> robots() const;

  News take_news();

private:
  struct ClaimWord
  {
    std::string id;
    Claim claim;
    LocalTime heard;
  };

  std::vector<Summary> lines_;
  std::optional<LocalTime> heard_;
  DeskTime stamp_{};
  std::optional<ClaimWord> word_;
  std::set<std::string> known_;
  std::set<std::string> known_escalated_;
  News news_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__QUEUE_HPP_
