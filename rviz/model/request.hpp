// What the help desk says: plain structs, free of ROS and of Qt.
#ifndef SUREFLEET_HELP__REQUEST_HPP_
#define SUREFLEET_HELP__REQUEST_HPP_

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace surefleet::help
{

/// The help desk's clock: what stamps and deadlines are measured on (ROS time, maybe simulated).
struct DeskClock
{
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<DeskClock, duration>;
  static constexpr bool is_steady = false;
};
using DeskTime = DeskClock::time_point;

/// This machine's steady time; always handed in, never read here.
using LocalTime = std::chrono::time_point<std::chrono::steady_clock, std::chrono::nanoseconds>;

using MissionId = std::array<std::uint8_t, 16>;

// Values as in HelpRequest.msg, HelpAnswer.msg and ClaimHelp.srv.
enum class State : std::uint8_t { Open = 1, Claimed = 2, Answered = 3, Expired = 4, Withdrawn = 5 };
enum class QuestionKind : std::uint8_t { Decision = 1, Outcome = 2 };
enum class DefaultAction : std::uint8_t { Idle = 0, Hold = 1, Halt = 2 };
enum class AnswerKind : std::uint8_t { Option = 1, NoneOfThese = 2, Halt = 3, Meant = 5 };
enum class ClaimAction : std::uint8_t { Claim = 0, Release = 1, TakeOver = 2 };

/// Who works on a request, and until when unless renewed. Empty holder: nobody.
struct Claim
{
  std::string holder;
  std::optional<DeskTime> until;
};

/// One line of the queue or of the history (HelpSummary.msg).
struct Summary
{
  std::string id;
  std::string robot;
  MissionId mission_id{};
  std::uint32_t step = 0;
  /// What is asked. It may have a value of a later version.
  QuestionKind kind = QuestionKind::Decision;
  std::string question;
  std::uint8_t priority = 0;
  State state = State::Open;
  DeskTime since{};
  std::optional<DeskTime> deadline;
  DefaultAction default_action = DefaultAction::Idle;
  bool escalated = false;
  Claim claim;
  std::optional<DeskTime> ended;
  std::string answer;
  std::string operator_name;
};

/// One option of the question (HelpOption.msg).
struct Option
{
  /// Its name within the question.
  std::uint16_t id = 0;
  std::string text;
  /// Log-probability, at most 0. NaN: the scorer gave none.
  double score = 0.0;
  bool in_set = false;
  bool allowed = true;
  std::string reason;
  /// Whether it may be chosen for the whole mission.
  bool lasting = false;
};

/// What the robot sees, as it came over the wire. No bytes: `format` says why, or is empty.
struct Picture
{
  std::string format;
  std::vector<std::uint8_t> bytes;
};

/// Where the robot is: metres and a unit quaternion.
struct Pose
{
  std::string frame;
  double x = 0.0, y = 0.0, z = 0.0;
  double qx = 0.0, qy = 0.0, qz = 0.0, qw = 1.0;
};

/// One question, whole (HelpRequest.msg).
struct Request
{
  Summary summary;
  std::string mission_text;
  std::uint32_t attempt = 0;
  /// What the robot believes of the world: what the options are about, then the rest.
  std::vector<std::string> world;
  /// Whether a corrected mission is an answer.
  bool takes_mission = true;
  std::string prompt;
  std::vector<Option> options;
  /// Least score of the prediction set. -inf: every option is in it. NaN: there is no set.
  double threshold = 0.0;
  Picture picture;
  std::optional<Pose> pose;
  /// What an answer is bound to: question and options as the desk sent them (docs/help_desk.md), 64 hexadecimal digits.
  std::string digest;
};

/// How often one robot asked, and how it was answered (HelpStatistics.msg).
struct Statistics
{
  std::string robot;
  std::uint32_t asked = 0;
  std::uint32_t answered = 0;
  std::uint32_t expired = 0;
  std::uint32_t withdrawn = 0;
  double mean_wait_s = 0.0;
  double longest_wait_s = 0.0;
  double mean_work_s = 0.0;
  std::uint32_t agreed = 0;
  std::uint32_t decisions = 0;
  std::uint32_t asked_since_start = 0;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__REQUEST_HPP_
