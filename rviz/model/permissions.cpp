// What can be done now, and why not. Withheld is only what the help desk would refuse and what the operator has not finished
// or cannot see.
#include <algorithm>
#include <utility>

#include "inbox.hpp"

namespace surefleet::help
{

namespace
{

Action only_if(std::string why_not)
{
  const bool enabled = why_not.empty();
  return {enabled, std::move(why_not)};
}

}  // namespace

bool Inbox::mine(const Summary & line) const
{
  return signer_ != nullptr && line.claim.holder == me();
}

bool Inbox::anothers(const Summary & line) const
{
  return !line.claim.holder.empty() && !mine(line);
}

const Option * Inbox::highlighted() const
{
  if (!highlighted_ || !whole_) {
    return nullptr;
  }
  const auto & options = whole_->options;
  const auto found = std::find_if(
    options.begin(), options.end(),
    [this](const Option & option) {return option.id == *highlighted_ && option.allowed;});
  return found == options.end() ? nullptr : &*found;
}

std::string Inbox::why_no_call(LocalTime now) const
{
  if (selected_.id.empty()) {
    return "select a request first";
  }
  if (ending_) {
    return ending_->text;
  }
  if (signer_ == nullptr) {
    return "sign in first";
  }
  return queue_.silent(now) ? "no word from the help desk" : "";
}

Action Inbox::can_claim(LocalTime now) const
{
  std::string why_not = why_no_call(now);
  if (why_not.empty() && anothers(selected_)) {
    why_not = "claimed by " + selected_.claim.holder + ": take it over";
  }
  if (why_not.empty() && mine(selected_) && lease_) {
    why_not = "you have claimed it";
  }
  if (why_not.empty() && calls_.waiting<ClaimCall>(selected_.id)) {
    why_not = "waiting for the help desk";
  }
  return only_if(std::move(why_not));
}

Action Inbox::can_release(LocalTime now) const
{
  std::string why_not = why_no_call(now);
  if (why_not.empty() && !mine(selected_)) {
    why_not = "you have not claimed it";
  }
  return only_if(std::move(why_not));
}

Action Inbox::can_take_over(LocalTime now) const
{
  std::string why_not = why_no_call(now);
  if (why_not.empty() && !anothers(selected_)) {
    why_not = "nobody else has claimed it";
  }
  return only_if(std::move(why_not));
}

Action Inbox::can_answer(LocalTime now) const
{
  std::string why_not = why_no_call(now);
  if (why_not.empty() && anothers(selected_)) {
    why_not = "claimed by " + selected_.claim.holder + ": take it over first";
  }
  if (why_not.empty() && !whole_) {
    why_not = "the options are not here yet";
  }
  if (why_not.empty() && calls_.waiting<AnswerCall>(selected_.id)) {
    why_not = "waiting for the help desk";
  }
  return only_if(std::move(why_not));
}

Action Inbox::can_choose(LocalTime now) const
{
  Action action = can_answer(now);
  return action.enabled && highlighted() == nullptr ? only_if("choose an option first") : action;
}

bool Inbox::sees_marked() const
{
  return highlighted_ && view_.options.count(*highlighted_) != 0;
}

Action Inbox::can_answer_option(LocalTime now) const
{
  Action action = can_choose(now);
  return action.enabled && !sees_marked() ? only_if("the marked option is not in view: scroll to it or enlarge the panel") :
         action;
}

Action Inbox::can_mean(LocalTime now) const
{
  Action action = can_answer(now);
  if (!action.enabled || whole_->takes_mission) {
    return action;
  }
  return only_if(
    whole_->summary.kind == QuestionKind::Outcome ?
    "this is about how an action went, not about what the mission means" :
    "this question takes no corrected mission: answer with one of its options");
}

Action Inbox::can_last(LocalTime now) const
{
  Action action = can_choose(now);
  const bool passing = action.enabled && !highlighted()->lasting;
  return passing ? only_if("it says nothing of what the mission means: say that in words") : action;
}

Action Inbox::can_halt(LocalTime now) const
{
  // Neither another's claim nor silence nor an answer on its way stands between an operator and a halt.
  if (selected_.id.empty() || ending_ || signer_ == nullptr) {
    return only_if(why_no_call(now));
  }
  const AnswerCall * answer = calls_.find<AnswerCall>(selected_.id);
  return only_if(answer != nullptr && answer->kind == AnswerKind::Halt ? "waiting for the help desk" : "");
}

}  // namespace surefleet::help
