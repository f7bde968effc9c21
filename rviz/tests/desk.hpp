// The far side of the wire, for tests: requests, and a clock that moves when told to.
#ifndef SUREFLEET_HELP_TESTS__DESK_HPP_
#define SUREFLEET_HELP_TESTS__DESK_HPP_

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "model/inbox.hpp"

namespace surefleet::help::tests
{

using std::chrono::milliseconds;
using std::chrono::seconds;

/// The desk's clock and this machine's have different zeros, so that mixing them up shows.
constexpr DeskTime kDeskStart{std::chrono::hours(480000)};
constexpr LocalTime kLocalStart{std::chrono::hours(7)};

/// Somebody who has signed in.
inline std::shared_ptr<const Signet> operator_of_this_name(const std::string & name)
{
  const auto roster = std::make_shared<const Roster>(PublicKey{2}, std::map<std::string, PublicKey>());
  return std::make_shared<const Signet>(name, Seed{1}, roster);
}

inline bool contains(const std::string & text, const char * part)
{
  return text.find(part) != std::string::npos;
}

inline Summary summary(const std::string & id, const std::string & robot, seconds left = seconds(42))
{
  Summary summary;
  summary.id = id;
  summary.robot = robot;
  summary.mission_id[0] = static_cast<std::uint8_t>(id.back());
  summary.step = 3;
  summary.question = "Which apple does " + robot + " grab?";
  summary.priority = 100;
  summary.since = kDeskStart - seconds(18);
  summary.deadline = kDeskStart + left;
  return summary;
}

inline Request request(const Summary & summary)
{
  Request request;
  request.summary = summary;
  request.mission_text = "Put both apples into the fridge.";
  request.world = {"On the table: apple 1, apple 2", summary.robot + " is at the table and holds nothing",
    "In the fridge (closed): nothing"};
  request.prompt = "You are " + summary.robot + ". What do you do next?";
  request.options = {
    {11, "grab apple 1", std::log(0.55), true, true, "", true},
    {12, "grab apple 2", std::log(0.30), true, true, "", true},
    {13, "open the fridge", std::log(0.10), false, false, "robot_2 stands before its door", false},
    {14, "idle", std::numeric_limits<double>::quiet_NaN(), false, true, "", false},
  };
  request.threshold = std::log(0.2);
  request.digest = "d1" + summary.id;
  request.pose = Pose{"map", 1.2, -0.35, 0.0, 0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5)};
  return request;
}

/// A question about what an action of robot_2 brought about.
inline Summary outcomeLine()
{
  Summary line = summary("o", "robot_2");
  line.kind = QuestionKind::Outcome;
  line.question = "robot_2 tried to grab apple 1. Is it so that apple 1 is in the gripper? It is not sure: its uncertainty is 0.4.";
  line.default_action = DefaultAction::Hold;
  line.deadline.reset();
  return line;
}

inline Request outcome()
{
  Request whole = request(outcomeLine());
  whole.takes_mission = false;
  whole.prompt = "ssc: worked with probability 0.600";
  whole.threshold = std::numeric_limits<double>::quiet_NaN();
  whole.options = {
    {1, "it worked: apple 1 is in the gripper", std::log(0.6), true, true, "", false},
    {2, "it failed: it is not so that apple 1 is in the gripper", std::log(0.4), true, true, "", false},
  };
  return whole;
}

/// Plays the help desk to an inbox.
struct Desk
{
  Inbox inbox;
  std::chrono::nanoseconds elapsed{};
  std::vector<Summary> queue;

  LocalTime now() const {return kLocalStart + elapsed;}
  DeskTime time() const {return kDeskStart + elapsed;}

  void pass(std::chrono::nanoseconds time)
  {
    elapsed += time;
    inbox.tick(now());
  }

  /// Lets time pass in steps as a panel's timer does, with the queue sent again each second.
  std::vector<Command> live(milliseconds time)
  {
    std::vector<Command> commands;
    for (milliseconds done{0}; done < time; done += milliseconds(100)) {
      pass(milliseconds(100));
      if (elapsed % seconds(1) == seconds(0)) {
        publish();
      }
      for (Command & command : inbox.take_commands()) {
        commands.push_back(command);
      }
    }
    return commands;
  }

  void publish() {inbox.queue_arrived(time(), queue, now());}

  void publish(std::vector<Summary> lines)
  {
    queue = std::move(lines);
    publish();
  }

  /// The commands of one kind that wait to be sent; all others are dropped.
  template<typename Kind>
  std::vector<Command> sent()
  {
    std::vector<Command> kept;
    for (Command & command : inbox.take_commands()) {
      if (std::holds_alternative<Kind>(command.call)) {
        kept.push_back(command);
      }
    }
    return kept;
  }

  /// Selects a request of the queue and answers the call for the whole of it.
  void open(const std::string & id)
  {
    inbox.select(id, now());
    for (const Command & command : sent<ShowCall>()) {
      show(command);
    }
    see_all();
  }

  /// A panel that is large enough.
  void see_all()
  {
    View view{{}, true};
    for (const OptionLine & option : inbox.detail(now()).options) {
      view.options.insert(option.id);
    }
    inbox.see(view);
  }

  void show(const Command & command)
  {
    const std::string id = std::get<ShowCall>(command.call).id;
    for (const Summary & each : queue) {
      if (each.id == id) {
        inbox.replied(command.ticket, ShowReply{true, request(each), ""}, now());
      }
    }
  }

  /// Claims the selected request and grants it, in the queue too.
  void grant(const std::string & holder, seconds span)
  {
    inbox.claim(now());
    const std::vector<Command> claims = sent<ClaimCall>();
    const Claim claim{holder, time() + span};
    for (Summary & each : queue) {
      if (each.id == inbox.selected_id()) {
        each.claim = claim;
        each.state = State::Claimed;
      }
    }
    inbox.replied(claims.at(0).ticket, ClaimReply{true, claim, ""}, now());
  }

  std::string last_message() const
  {
    return inbox.messages().empty() ? std::string() : inbox.messages().back().text;
  }
};

/// A desk with two open requests and an operator, Ada.
inline Desk staffed_desk()
{
  Desk desk;
  desk.inbox.sign_in(operator_of_this_name("Ada"));
  desk.publish({summary("a", "robot_1"), summary("b", "robot_2", seconds(8))});
  return desk;
}

}  // namespace surefleet::help::tests

#endif  // SUREFLEET_HELP_TESTS__DESK_HPP_
