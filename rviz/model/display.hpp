// What is on view: plain values, ready to be painted.
#ifndef SUREFLEET_HELP__DISPLAY_HPP_
#define SUREFLEET_HELP__DISPLAY_HPP_

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "request.hpp"
#include "wording.hpp"

namespace surefleet::help
{

/// What the operator is in the middle of.
enum class Mode { Reading, FreeText, Mission, ConfirmMission, ConfirmHalt, ConfirmTakeOver };

enum class Severity { Note, Done, Trouble };

/// Something the operator should know; none is ever dropped unseen.
struct Message
{
  Severity severity = Severity::Note;
  std::string text;
  DeskTime at{};
};

/// Whether something can be done now, and why not.
struct Action
{
  bool enabled = false;
  std::string why_not;
};

/// One line of the inbox.
struct Line
{
  std::string id;
  std::string robot;
  std::uint32_t step = 0;
  std::string question;
  /// The question without what robot and step tell already.
  std::string essence;
  std::string countdown;
  std::string claimed_by;
  std::uint8_t priority = 0;
  Urgency urgency = Urgency::Calm;
  bool escalated = false;
  bool mine = false;
};

/// One option, with its bar.
struct OptionLine
{
  /// From 1; the keys 1 to 9 choose by it.
  std::size_t number = 0;
  std::uint16_t id = 0;
  std::string text;
  std::optional<double> probability;
  std::string percent;
  bool in_set = false;
  bool allowed = true;
  std::string reason;
  bool highlighted = false;
  bool lasting = false;
};

/// What of the selected request can be read as the panel is: its size and where it is scrolled to decide.
struct View
{
  /// Ids of the options whose words are wholly in view.
  std::set<std::uint16_t> options;
  /// Whether the question of the confirmation row is.
  bool confirmation = false;

  bool operator==(const View & other) const {return options == other.options && confirmation == other.confirmation;}
};

/// The selected request.
struct Detail
{
  bool selected = false;
  /// Said while nothing is selected: "Select a request." or "Nobody needs help."
  std::string idle;
  std::string id;
  std::string robot;
  std::uint32_t step = 0;
  std::string question;
  std::string countdown;
  Urgency urgency = Urgency::Calm;
  bool escalated = false;
  std::string claimed_by;
  bool mine = false;
  /// How it ended. Empty: it is open.
  std::string ended;
  /// The request as the desk told it; null until it did.
  std::shared_ptr<const Request> whole;
  /// Why there is no whole request. Empty when there is one.
  std::string missing;
  std::vector<OptionLine> options;
  /// Where on the bars the prediction set begins. None: there is no set.
  std::optional<double> threshold;
  Mode mode = Mode::Reading;
  /// What is asked in the confirmation row. Empty: nothing.
  std::string confirmation;
  /// An option is marked that is not in view: it has to be shown before it can be sent.
  bool unseen = false;
  /// Whether the answer would hold for the whole mission.
  bool for_whole_mission = false;
  Action claim, release, take_over, answer, none_of_these, mean, for_mission, halt;
};

/// What was asked before.
struct History
{
  std::vector<Summary> requests;
  std::vector<Statistics> robots;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__DISPLAY_HPP_
