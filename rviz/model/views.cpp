// What is on view, worked out anew from what is known.
#include "inbox.hpp"

namespace surefleet::help
{

namespace
{

// As long as a stranger goes on, it stays.
constexpr auto kDoubtShown = std::chrono::seconds(10);

}  // namespace

std::vector<Line> Inbox::lines(LocalTime now) const
{
  const DeskTime desk_time = queue_.desk_time(now);
  std::vector<Line> lines;
  for (const Summary & each : queue_.lines()) {
    if (!filter_.empty() && each.robot != filter_) {
      continue;
    }
    Line line;
    line.id = each.id;
    line.robot = each.robot;
    line.step = each.step;
    line.question = each.question;
    line.essence = essence(each);
    line.countdown = countdown(each, desk_time);
    line.claimed_by = mine(each) ? "you" : each.claim.holder;
    line.priority = each.priority;
    line.urgency = urgency(each, desk_time);
    line.escalated = each.escalated;
    line.mine = mine(each);
    lines.push_back(line);
  }
  return lines;
}

Detail Inbox::detail(LocalTime now) const
{
  const DeskTime desk_time = queue_.desk_time(now);
  Detail detail;
  detail.claim = can_claim(now);
  detail.release = can_release(now);
  detail.take_over = can_take_over(now);
  detail.answer = can_answer_option(now);
  detail.none_of_these = can_answer(now);
  detail.mean = can_mean(now);
  detail.for_mission = can_last(now);
  detail.for_whole_mission = for_mission_;
  detail.unseen = can_choose(now).enabled && !sees_marked();
  detail.halt = can_halt(now);
  if (selected_.id.empty()) {
    const bool none = lines(now).empty();
    detail.idle = !none ? "Select a request." : filter_.empty() ? "Nobody needs help." : filter_ + " needs no help.";
    if (!queue_.heard()) {
      detail.idle = "Waiting for the help desk.";
    }
    return detail;
  }
  detail.selected = true;
  detail.id = selected_.id;
  detail.robot = selected_.robot;
  detail.step = selected_.step;
  detail.question = selected_.question;
  detail.escalated = selected_.escalated;
  if (ending_) {
    detail.ended = ending_->text;
  } else {
    detail.countdown = countdown(selected_, desk_time);
    detail.urgency = urgency(selected_, desk_time);
    detail.claimed_by = claimed_by(selected_.claim, me(), desk_time);
    detail.mine = mine(selected_);
  }
  detail.mode = mode_;
  if (mode_ == Mode::ConfirmHalt) {
    detail.confirmation = "Halt the mission of " + selected_.robot + "? It ends for every robot of the team.";
  } else if (mode_ == Mode::ConfirmMission) {
    detail.confirmation = "The mission is to be: " + reading_.words;
    for (const std::string & rule : reading_.dropped) {
      detail.confirmation += " No longer: " + rule;
    }
  } else if (mode_ == Mode::ConfirmTakeOver) {
    detail.confirmation = "Take over from " + take_over_from_ + ", who works on it?";
  }
  if (!whole_) {
    detail.missing = missing_;
    return detail;
  }
  detail.whole = whole_;
  detail.threshold = probability(whole_->threshold);
  for (const Option & each : whole_->options) {
    OptionLine line;
    line.number = detail.options.size() + 1;
    line.id = each.id;
    line.text = each.text;
    line.probability = probability(each.score);
    line.percent = percent(line.probability);
    line.in_set = each.in_set;
    line.allowed = each.allowed;
    line.reason = each.reason;
    line.lasting = each.lasting;
    line.highlighted = highlighted_ && *highlighted_ == each.id;
    detail.options.push_back(line);
  }
  return detail;
}

std::string Inbox::staleness(LocalTime now) const
{
  if (!queue_.heard()) {
    return "no word from the help desk yet";
  }
  if (!queue_.silent(now)) {
    return {};
  }
  const auto whole = std::chrono::floor<std::chrono::seconds>(now - *queue_.heard()).count();
  return "no word from the help desk since " + std::to_string(whole) + " s";
}

std::string Inbox::doubt(LocalTime now) const
{
  if (roster() == nullptr) {
    return "not proved: without a roster of the fleet anybody on the network may have said what is shown here";
  }
  if (doubted_.count == 0 || now - doubted_.at >= kDoubtShown) {
    return {};
  }
  const std::string queues = doubted_.count == 1 ? "1 queue is" : std::to_string(doubted_.count) + " queues are";
  return queues + " not proved to be the help desk's, and not shown; the last one: " + doubted_.why;
}

}  // namespace surefleet::help
