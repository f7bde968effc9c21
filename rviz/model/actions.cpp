// What the operator does: from a key or a click to a command, or to a message that says why not.
#include <algorithm>
#include <utility>

#include "inbox.hpp"

namespace surefleet::help
{

namespace
{

constexpr std::uint32_t kHistoryLength = 100;

}  // namespace

void Inbox::select(const std::string & id, LocalTime now)
{
  if (id == selected_.id) {
    return;
  }
  const Summary * line = queue_.find(id);
  if (line == nullptr) {
    say(Severity::Trouble, "that request is no longer in the queue", now);
    return;
  }
  selected_ = *line;
  whole_.reset();
  ending_.reset();
  highlighted_.reset();
  view_ = {};
  for_mission_ = false;
  lease_.reset();
  mode_ = Mode::Reading;
  reload(now);
  // A claim of mine from before: its span is not known, so the first renewal is due at once.
  if (mine(selected_)) {
    lease_ = Lease{now};
  }
}

void Inbox::select_next(LocalTime now)
{
  step_selection(1, now);
}

void Inbox::select_previous(LocalTime now)
{
  step_selection(-1, now);
}

void Inbox::step_selection(int by, LocalTime now)
{
  const std::vector<Line> lines = this->lines(now);
  if (lines.empty()) {
    return;
  }
  const auto last = static_cast<int>(lines.size()) - 1;
  const auto found = std::find_if(
    lines.begin(), lines.end(), [this](const Line & line) {return line.id == selected_.id;});
  const int next = found == lines.end() ? (by > 0 ? 0 : last) :
    std::clamp(static_cast<int>(found - lines.begin()) + by, 0, last);
  select(lines[static_cast<std::size_t>(next)].id, now);
}

void Inbox::reload(LocalTime now)
{
  if (selected_.id.empty() || calls_.waiting<ShowCall>(selected_.id)) {
    return;
  }
  missing_ = "asking the help desk for the whole request …";
  calls_.send(ShowCall{selected_.id}, signer_, now);
}

void Inbox::highlight(std::size_t number, LocalTime now)
{
  if (mode_ != Mode::Reading || ending_ || !whole_) {
    return;
  }
  const auto & options = whole_->options;
  if (number < 1 || number > options.size()) {
    say(Severity::Trouble, "there is no option " + std::to_string(number), now);
    return;
  }
  const Option & option = options[number - 1];
  if (!option.allowed) {
    say(Severity::Trouble, "option " + std::to_string(number) + " is not allowed: " + option.reason, now);
    return;
  }
  highlighted_ = option.id;
  for_mission_ = false;
}

void Inbox::toggle_for_mission(LocalTime now)
{
  if (mode_ == Mode::Reading && !refused(can_last(now), "not for the whole mission", now)) {
    for_mission_ = !for_mission_;
  }
}

void Inbox::answer_highlighted(LocalTime now)
{
  if (mode_ == Mode::ConfirmHalt || mode_ == Mode::ConfirmTakeOver || mode_ == Mode::ConfirmMission) {
    say(Severity::Note, "press Y to go ahead or Esc to leave it", now);
    return;
  }
  if (mode_ != Mode::Reading || refused(can_answer_option(now), "not answered", now)) {
    return;
  }
  const Option & option = *highlighted();
  const std::string words = option.text + (for_mission_ ? ", for the whole mission" : "");
  send_answer(
    {selected_.id, selected_.mission_id, AnswerKind::Option, option.id, "", for_mission_, "", words}, now);
}

void Inbox::claim(LocalTime now)
{
  if (anothers(selected_)) {
    ask_take_over(now);
  } else if (!refused(can_claim(now), "not claimed", now)) {
    send_claim(ClaimAction::Claim, false, now);
  }
}

void Inbox::release(LocalTime now)
{
  if (!refused(can_release(now), "not released", now)) {
    lease_.reset();
    send_claim(ClaimAction::Release, false, now);
  }
}

void Inbox::ask_take_over(LocalTime now)
{
  if (!refused(can_take_over(now), "not taken over", now)) {
    take_over_from_ = selected_.claim.holder;
    mode_ = Mode::ConfirmTakeOver;
  }
}

void Inbox::ask_halt(LocalTime now)
{
  if (!refused(can_halt(now), "not halted", now)) {
    mode_ = Mode::ConfirmHalt;
  }
}

void Inbox::open_free_text(LocalTime now)
{
  if (!refused(can_answer(now), "not answered", now)) {
    mode_ = Mode::FreeText;
  }
}

void Inbox::open_mission(LocalTime now)
{
  if (!refused(can_mean(now), "not answered", now)) {
    mode_ = Mode::Mission;
  }
}

void Inbox::give_text(const std::string & text, LocalTime now)
{
  if (mode_ == Mode::Mission) {
    read_mission(text, now);
  } else {
    answer_none_of_these(text, now);
  }
}

void Inbox::read_mission(const std::string & text, LocalTime now)
{
  if (mode_ != Mode::Mission || refused(can_mean(now), "not asked", now)) {
    return;
  }
  std::string said = trimmed(text);
  if (said.empty() && whole_) {
    // What the mission was read as is what it means.
    said = whole_->mission_text;
  }
  if (!calls_.waiting<ReadCall>(selected_.id)) {
    calls_.send(ReadCall{selected_.id, said}, signer_, now);
  }
}

void Inbox::answer_none_of_these(const std::string & text, LocalTime now)
{
  if (mode_ != Mode::FreeText || refused(can_answer(now), "not answered", now)) {
    return;
  }
  const std::string said = trimmed(text);
  if (said.empty()) {
    say(Severity::Trouble, "say what is right instead: the text is empty", now);
    return;
  }
  send_answer(
    {selected_.id, selected_.mission_id, AnswerKind::NoneOfThese, 0, said, false, "", "none of these: " + said},
    now);
}

void Inbox::confirm(LocalTime now)
{
  const bool asked = mode_ == Mode::ConfirmMission || mode_ == Mode::ConfirmTakeOver;
  // A halt is never withheld.
  if (asked && !view_.confirmation) {
    say(Severity::Trouble, "not confirmed: the question is not wholly in view: enlarge the panel", now);
    return;
  }
  const bool writing = mode_ == Mode::FreeText || mode_ == Mode::Mission;
  const Mode mode = std::exchange(mode_, writing ? mode_ : Mode::Reading);
  if (mode == Mode::ConfirmMission && !refused(can_mean(now), "not answered", now)) {
    send_answer(
      {selected_.id, selected_.mission_id, AnswerKind::Meant, 0, reading_.words, false, "",
        "the mission means: " + reading_.words}, now);
  }
  if (mode == Mode::ConfirmHalt && !refused(can_halt(now), "not halted", now)) {
    send_answer({selected_.id, selected_.mission_id, AnswerKind::Halt, 0, "", false, "", "halt"}, now);
  }
  if (mode == Mode::ConfirmTakeOver && !refused(can_take_over(now), "not taken over", now)) {
    if (selected_.claim.holder != take_over_from_) {
      say(Severity::Note, "not taken over: the claim has changed hands meanwhile; look again", now);
      ask_take_over(now);
      return;
    }
    send_claim(ClaimAction::TakeOver, false, now);
  }
}

void Inbox::cancel()
{
  if (ending_) {
    selected_ = {};
    whole_.reset();
    ending_.reset();
    return;
  }
  if (mode_ == Mode::Reading) {
    highlighted_.reset();
    for_mission_ = false;
  }
  // What was written is not lost by a look at how it was read.
  mode_ = mode_ == Mode::ConfirmMission ? Mode::Mission : Mode::Reading;
}

void Inbox::show_history(LocalTime now)
{
  if (!calls_.waiting<HistoryCall>("")) {
    calls_.send(HistoryCall{filter_, kHistoryLength, ""}, signer_, now);
  }
}

void Inbox::send_claim(ClaimAction action, bool renewal, LocalTime now)
{
  calls_.send(ClaimCall{selected_.id, selected_.mission_id, action, renewal}, signer_, now);
}

void Inbox::send_answer(AnswerCall answer, LocalTime now)
{
  say(Severity::Note, selected_.robot + ": sending: " + answer.words, now);
  // A halt is bound to the request and its mission alone: it waits for nothing that has to be shown first.
  if (answer.kind != AnswerKind::Halt && whole_) {
    answer.question = whole_->digest;
  }
  calls_.send(std::move(answer), signer_, now);
}

bool Inbox::refused(const Action & action, const std::string & what, LocalTime now)
{
  if (!action.enabled) {
    say(Severity::Trouble, what + ": " + action.why_not, now);
  }
  return !action.enabled;
}

}  // namespace surefleet::help
