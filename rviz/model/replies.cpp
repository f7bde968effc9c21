// Replies of the help desk, those that are not proved to be its own included.
#include <algorithm>
#include <utility>

#include "inbox.hpp"

namespace surefleet::help
{

void Inbox::replied(Ticket ticket, Reply reply, LocalTime now)
{
  const std::optional<Call> call = calls_.finish(ticket);
  if (!call) {
    say(Severity::Trouble, "the help desk sent a reply that nothing here waits for", now);
    return;
  }
  if (const auto * failure = std::get_if<CallFailure>(&reply)) {
    say(Severity::Trouble, std::string("help_desk/") + service(*call) + ": " + failure->reason, now);
    received_nothing(*call, failure->reason, now);
    return;
  }
  if (const auto * unproved = std::get_if<Unproved>(&reply)) {
    received_unproved(*call, unproved->reason, now);
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

void Inbox::received_unproved(const Call & call, const std::string & why, LocalTime now)
{
  const std::string id = std::visit([](const auto & each) {return each.id;}, call);
  std::string text = std::string("the reply of help_desk/") + service(call) + " is not proved (" + why + ")";
  received_nothing(call, text + "; F5 asks again", now);
  if (std::holds_alternative<AnswerCall>(call)) {
    text = "the request may not have been answered: " + text + "; the same answer can be sent again";
  }
  say(Severity::Trouble, (id.empty() ? "" : subject(id) + ": ") + text, now);
}

void Inbox::received_nothing(const Call & call, const std::string & why, LocalTime now)
{
  const auto * show = std::get_if<ShowCall>(&call);
  if (show != nullptr && is_selected(show->id) && !whole_) {
    missing_ = why;
  }
  const auto * claim = std::get_if<ClaimCall>(&call);
  if (claim != nullptr && claim->renewal && is_selected(claim->id) && lease_) {
    lease_ = Lease{now + kPatience};
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

}  // namespace surefleet::help
