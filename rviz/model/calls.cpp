#include "calls.hpp"

#include <iterator>
#include <utility>

namespace surefleet::help
{

namespace
{

// A reply later than this belongs to a help desk that has gone; remembering every call would be a leak.
constexpr auto kForgotten = std::chrono::minutes(1);

}  // namespace

const char * service(const Call & call)
{
  constexpr const char * names[] = {"show", "claim", "answer", "history", "read_mission"};
  static_assert(std::variant_size_v<Call> == std::size(names));
  return names[call.index()];
}

Ticket Calls::send(Call call, const std::shared_ptr<const Signet> & signer, LocalTime now)
{
  const Ticket ticket = ++last_;
  outgoing_.push_back({ticket, signer, call});
  pending_[ticket] = Pending{std::move(call), now};
  return ticket;
}

std::vector<Command> Calls::take_commands()
{
  return std::exchange(outgoing_, {});
}

std::optional<Call> Calls::finish(Ticket ticket)
{
  const auto found = pending_.find(ticket);
  if (found == pending_.end()) {
    return std::nullopt;
  }
  Call call = std::move(found->second.call);
  pending_.erase(found);
  return call;
}

std::vector<Call> Calls::overdue(LocalTime now)
{
  std::vector<Call> overdue;
  for (auto pending = pending_.begin(); pending != pending_.end(); ) {
    const auto waited = now - pending->second.sent;
    if (waited >= kPatience && !pending->second.reported) {
      pending->second.reported = true;
      overdue.push_back(pending->second.call);
    }
    pending = waited >= kForgotten ? pending_.erase(pending) : std::next(pending);
  }
  return overdue;
}

}  // namespace surefleet::help
