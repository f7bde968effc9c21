// What the inbox asks of the help desk, and what comes back.
#ifndef SUREFLEET_HELP__COMMAND_HPP_
#define SUREFLEET_HELP__COMMAND_HPP_

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "request.hpp"
#include "signet.hpp"

namespace surefleet::help
{

/// ShowHelp.srv: the whole of one request.
struct ShowCall
{
  std::string id;
};

/// ClaimHelp.srv.
struct ClaimCall
{
  std::string id;
  MissionId mission_id{};
  ClaimAction action = ClaimAction::Claim;
  /// Whether it prolongs a claim by itself: then only trouble is worth a message.
  bool renewal = false;
};

/// AnswerHelp.srv.
struct AnswerCall
{
  std::string id;
  MissionId mission_id{};
  AnswerKind kind = AnswerKind::Option;
  /// Option.id. Of another answer: 0.
  std::uint16_t option = 0;
  std::string text;
  /// Whether it holds for the whole mission.
  bool for_mission = false;
  /// The digest of the request as it was shown. Of a halt: empty.
  std::string question;
  /// The answer in words, for messages; not sent.
  std::string words;
};

/// HelpHistory.srv.
struct HistoryCall
{
  std::string robot;
  std::uint32_t limit = 0;
  /// The request whose ending is looked for; not sent. Empty: the operator wants to see the history.
  std::string id;
};

/// ReadMission.srv: what words for the whole mission would be understood to mean.
struct ReadCall
{
  std::string id;
  std::string text;
};

using Call = std::variant<ShowCall, ClaimCall, AnswerCall, HistoryCall, ReadCall>;

/// The name of the service below help_desk/.
const char * service(const Call & call);

/// Pairs a reply with its command.
using Ticket = std::uint64_t;

struct Command
{
  Ticket ticket = 0;
  /// Who signs it. Null: nobody has signed in.
  std::shared_ptr<const Signet> signer;
  Call call;
};

struct ShowReply
{
  bool found = false;
  Request request;
  std::string reason;
};

struct ClaimReply
{
  bool accepted = false;
  Claim claim;
  std::string reason;
};

struct AnswerReply
{
  bool accepted = false;
  std::string reason;
};

struct HistoryReply
{
  std::vector<Summary> requests;
  std::vector<Statistics> robots;
};

struct ReadReply
{
  bool read = false;
  std::string words;
  std::vector<std::string> dropped;
  std::string reason;
};

/// The call did not reach the help desk.
struct CallFailure
{
  std::string reason;
};

/// An answer came that is not proved to be the help desk's to this call.
struct Unproved
{
  std::string reason;
};

using Reply = std::variant<ShowReply, ClaimReply, AnswerReply, HistoryReply, ReadReply, CallFailure, Unproved>;

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__COMMAND_HPP_
