// Service calls on their way: which wait for a reply, and which waited too long.
#ifndef SUREFLEET_HELP__CALLS_HPP_
#define SUREFLEET_HELP__CALLS_HPP_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"

namespace surefleet::help
{

/// A call that got no reply for so long is reported, and may be made again.
constexpr auto kPatience = std::chrono::seconds(3);

class Calls
{
public:
  /// Queues a command for sending.
  Ticket send(Call call, const std::shared_ptr<const Signet> & signer, LocalTime now);

  /// The commands to send, oldest first; each is given out once.
  std::vector<Command> take_commands();

  /// The call that a reply belongs to, be it late; none for an unknown or repeated ticket.
  std::optional<Call> finish(Ticket ticket);

  /// Calls whose patience ran out since the last time. A late reply to them is still understood.
  std::vector<Call> overdue(LocalTime now);

  /// Whether a call of this kind about this request waits for its reply.
  template<typename Kind>
  bool waiting(const std::string & id) const
  {
    return find<Kind>(id) != nullptr;
  }

  /// The call of this kind about this request that waits, if any.
  template<typename Kind>
  const Kind * find(const std::string & id) const
  {
    for (const auto & [ticket, pending] : pending_) {
      const Kind * kind = std::get_if<Kind>(&pending.call);
      if (kind != nullptr && !pending.reported && kind->id == id) {
        return kind;
      }
    }
    return nullptr;
  }

private:
  struct Pending
  {
    Call call;
    LocalTime sent;
    bool reported = false;
  };

  std::map<Ticket, Pending> pending_;
  std::vector<Command> outgoing_;
  Ticket last_ = 0;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__CALLS_HPP_
