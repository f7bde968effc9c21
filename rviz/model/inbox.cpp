#include "inbox.hpp"

#include <algorithm>
#include <type_traits>
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

const char * service(const Call & call)
{
  constexpr const char * names[] = {"show", "claim", "answer", "history", "read_mission"};
  static_assert(std::variant_size_v<Call> == std::size(names));
  return names[call.index()];
}

}  // namespace

void Inbox::sign_in(std::shared_ptr<const Signet> signer)
{
  const std::string before = me();
  signer_ = std::move(signer);
  if (me() == before) {
    return;
  }
  // Claims are held under a name: the old one's run out by themselves.
  lease_.reset();
  if (!ending_) {
    cancel();
  }
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
  lease_.reset();
  highlighted_.reset();
  for_mission_ = false;
  mode_ = Mode::Reading;
}

void Inbox::replied(Ticket ticket, Reply reply, LocalTime now)
{
  const std::optional<Call> call = calls_.finish(ticket);
  if (!call) {
    say(Severity::Trouble, "the help desk sent a reply that nothing here waits for", now);
    return;
  }
  if (const auto * failure = std::get_if<CallFailure>(&reply)) {
    say(Severity::Trouble, std::string("help_desk/") + service(*call) + ": " + failure->reason, now);
    const auto * show = std::get_if<ShowCall>(&*call);
    if (show != nullptr && is_selected(show->id) && !whole_) {
      missing_ = failure->reason;
    }
    return;
  }
  // Calls and replies are listed in the same order.
  if (call->index() != reply.index()) {
    say(Severity::Trouble, std::string("help_desk/") + service(*call) + ": a reply of another kind", now);
    return;
  }
  switch (call->index()) {
    case 0: received_show(std::get<ShowCall>(*call), std::get<ShowReply>(reply), now); break;
    case 1: received_claim(std::get<ClaimCall>(*call), std::get<ClaimReply>(reply), now); break;
    case 2: received_answer(std::get<AnswerCall>(*call), std::get<AnswerReply>(reply), now); break;
    case 4: received_reading(std::get<ReadCall>(*call), std::get<ReadReply>(reply), now); break;
    case 3: received_history(std::get<HistoryCall>(*call), std::get<HistoryReply>(reply), now); break;
  }
}

void Inbox::received_show(const ShowCall & call, const ShowReply & reply, LocalTime now)
{
  // The operator may have moved on to another request meanwhile; then this one is of no use.
  if (!is_selected(call.id)) {
    return;
  }
  if (!reply.found) {
    missing_ = reply.reason.empty() ? "the help desk does not know it" : reply.reason;
    say(Severity::Trouble, subject(call.id) + ": " + missing_, now);
    return;
  }
  if (reply.request.summary.id != call.id) {
    missing_ = "the help desk showed another request";
    say(Severity::Trouble, subject(call.id) + ": " + missing_, now);
    return;
  }
  auto whole = std::make_shared<Request>(reply.request);
  // What is an answer comes first; else in the desk's order.
  std::stable_partition(
    whole->options.begin(), whole->options.end(), [](const Option & option) {return option.allowed;});
  whole_ = std::move(whole);
  view_.options.clear();
  missing_.clear();
  if (highlighted() == nullptr) {
    highlighted_.reset();
  }
}

void Inbox::received_claim(const ClaimCall & call, const ClaimReply & reply, LocalTime now)
{
  // A refusal without a holder may mean that there is no such request: it says nothing about the line.
  if (reply.accepted || !reply.claim.holder.empty()) {
    queue_.claimed(call.id, reply.claim, now);
  }
  const Summary * line = queue_.find(call.id);
  if (is_selected(call.id)) {
    if (line != nullptr) {
      selected_ = *line;
    }
    if (reply.accepted && call.action != ClaimAction::Release && reply.claim.holder == me() && !ending_) {
      hold_lease(reply.claim, now);
    } else if (!reply.accepted && call.action != ClaimAction::Release) {
      lease_.reset();
    }
  }
  if (!reply.accepted) {
    const char * what = call.renewal ? ": the claim was not renewed: " :
      call.action == ClaimAction::Release ? ": not released: " :
      call.action == ClaimAction::TakeOver ? ": not taken over: " : ": not claimed: ";
    say(Severity::Trouble, subject(call.id) + what + reply.reason, now);
  } else if (!call.renewal) {
    const char * what = call.action == ClaimAction::Release ? ": released" :
      call.action == ClaimAction::TakeOver ? ": taken over" : ": claimed";
    say(Severity::Done, subject(call.id) + what, now);
  }
}

void Inbox::received_answer(const AnswerCall & call, const AnswerReply & reply, LocalTime now)
{
  if (!reply.accepted) {
    say(Severity::Trouble, subject(call.id) + ": answer refused: " + reply.reason, now);
    if (is_selected(call.id)) {
      highlighted_.reset();
    }
    return;
  }
  say(Severity::Done, subject(call.id) + ": answered: " + call.words, now);
  if (is_selected(call.id)) {
    end_selected({"answered by you: " + call.words, now, true});
  }
}

void Inbox::received_reading(const ReadCall & call, const ReadReply & reply, LocalTime now)
{
  // The operator may have left the entry, or the request.
  if (!is_selected(call.id) || mode_ != Mode::Mission) {
    return;
  }
  if (!reply.read) {
    say(Severity::Trouble, subject(call.id) + ": not understood: " + reply.reason, now);
    return;
  }
  reading_ = reply;
  mode_ = Mode::ConfirmMission;
}

void Inbox::received_history(const HistoryCall & call, const HistoryReply & reply, LocalTime now)
{
  if (call.id.empty()) {
    history_ = {reply.requests, reply.robots};
    return;
  }
  const auto found = std::find_if(
    reply.requests.begin(), reply.requests.end(), [&call](const Summary & each) {return each.id == call.id;});
  if (found == reply.requests.end() || !is_selected(call.id) || !ending_ || ending_->known) {
    return;
  }
  ending_->text = ending(*found);
  ending_->known = true;
  say(Severity::Note, subject(call.id) + ": " + ending_->text, now);
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
