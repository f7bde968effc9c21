#include "inbox.hpp"

#include <algorithm>
#include <utility>

namespace surefleet::help
{

namespace
{

constexpr std::size_t kKeptMessages = 200;

// Among so many of a robot's last requests one that has just ended is looked for.
constexpr std::uint32_t kEndingsAsked = 20;
constexpr int kEndingAttempts = 3;

// A lease survives two lost renewals when each is sent after a third of it.
constexpr int kRenewalsPerLease = 3;

bool same(const std::shared_ptr<const Roster> & one, const std::shared_ptr<const Roster> & other)
{
  return one == nullptr || other == nullptr ? one == other : *one == *other;
}

}  // namespace

void Inbox::sign_in(std::shared_ptr<const Signet> signer)
{
  const std::string before = me();
  const auto roster_before = roster();
  signer_ = std::move(signer);
  if (!same(roster_before, roster())) {
    forget();
  }
  if (me() == before) {
    return;
  }
  // Claims are held under a name: the old one's run out by themselves.
  lease_.reset();
  if (!ending_) {
    cancel();
  }
}

void Inbox::look_by(std::shared_ptr<const Roster> roster)
{
  const auto before = this->roster();
  roster_ = std::move(roster);
  if (!same(before, this->roster())) {
    forget();
  }
}

void Inbox::forget()
{
  queue_ = {};
  selected_ = {};
  whole_.reset();
  missing_.clear();
  ending_.reset();
  end_work();
  history_ = {};
  was_silent_ = true;
}

void Inbox::set_filter(const std::string & robot)
{
  filter_ = robot;
}

void Inbox::queue_arrived(DeskTime stamp, std::vector<Summary> lines, LocalTime now)
{
  queue_.arrive(stamp, std::move(lines), now);
  if (std::exchange(was_silent_, false) && !messages_.empty()) {
    say(Severity::Note, "the help desk is there", now);
  }
  follow_selected(now);
}

void Inbox::queue_doubted(const std::string & why, LocalTime now)
{
  if (doubted_.count == 0) {
    say(Severity::Trouble, "a queue is not shown, since it is not proved to be the help desk's: " + why, now);
  }
  doubted_ = {doubted_.count + 1, why, now};
}

void Inbox::follow_selected(LocalTime now)
{
  if (selected_.id.empty()) {
    return;
  }
  const Summary * line = queue_.find(selected_.id);
  if (line == nullptr) {
    if (!ending_) {
      end_selected({"ended", now});
      say(Severity::Note, subject(selected_.id) + ": the request ended", now);
    }
    // The queue does not say how it ended; the history does.
    if (!ending_->known && ending_->asked < kEndingAttempts && !calls_.waiting<HistoryCall>(selected_.id)) {
      ++ending_->asked;
      calls_.send(HistoryCall{selected_.robot, kEndingsAsked, selected_.id}, signer_, now);
    }
    return;
  }
  if (ending_ && now - ending_->at >= kSettling) {
    ending_.reset();
    say(Severity::Trouble, subject(selected_.id) + ": the request is open again", now);
  }
  const bool was_mine = mine(selected_);
  selected_ = *line;
  if (was_mine && lease_ && !mine(selected_) && !ending_) {
    lease_.reset();
    const std::string & holder = selected_.claim.holder;
    say(
      Severity::Trouble,
      subject(selected_.id) + ": your claim has ended" + (holder.empty() ? "" : "; " + holder + " works on it"), now);
  }
}

void Inbox::end_selected(Ending ending)
{
  ending_ = std::move(ending);
  end_work();
}

void Inbox::end_work()
{
  lease_.reset();
  highlighted_.reset();
  for_mission_ = false;
  mode_ = Mode::Reading;
}

void Inbox::tick(LocalTime now)
{
  for (const Call & call : calls_.overdue(now)) {
    std::string text = std::string("no answer from help_desk/") + service(call) + " within 3 s";
    if (std::holds_alternative<AnswerCall>(call)) {
      text += "; the same answer can be sent again";
    }
    const auto * show = std::get_if<ShowCall>(&call);
    if (show != nullptr && is_selected(show->id) && !whole_) {
      missing_ = text + "; F5 asks again";
    }
    const std::string id = std::visit([](const auto & each) {return each.id;}, call);
    say(Severity::Trouble, (id.empty() ? "" : subject(id) + ": ") + text, now);
  }
  if (queue_.heard() && queue_.silent(now) && !std::exchange(was_silent_, true)) {
    say(Severity::Trouble, "no word from the help desk: nothing can be answered until it is back", now);
  }
  keep_lease(now);
}

void Inbox::keep_lease(LocalTime now)
{
  if (!lease_ || now < lease_->renew_at || queue_.silent(now) || calls_.waiting<ClaimCall>(selected_.id)) {
    return;
  }
  send_claim(ClaimAction::Claim, true, now);
}

void Inbox::hold_lease(const Claim & claim, LocalTime now)
{
  const auto span = claim.until ? *claim.until - queue_.desk_time(now) : std::chrono::nanoseconds::zero();
  // However short the lease, a renewal is not sent at every tick.
  const auto least = std::chrono::nanoseconds(std::chrono::milliseconds(500));
  lease_ = Lease{now + std::max(span / kRenewalsPerLease, least)};
}

void Inbox::trouble(const std::string & text, LocalTime now)
{
  say(Severity::Trouble, text, now);
}

void Inbox::say(Severity severity, std::string text, LocalTime now)
{
  messages_.push_back({severity, std::move(text), queue_.desk_time(now)});
  if (messages_.size() > kKeptMessages) {
    messages_.erase(messages_.begin());
  }
}

std::string Inbox::subject(const std::string & id) const
{
  if (is_selected(id)) {
    return selected_.robot;
  }
  const Summary * line = queue_.find(id);
  return line != nullptr ? line->robot : "request " + id;
}

}  // namespace surefleet::help
