// The operator's inbox without its pixels: takes what happened, yields commands to send and values to show.
#ifndef SUREFLEET_HELP__INBOX_HPP_
#define SUREFLEET_HELP__INBOX_HPP_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "command.hpp"
#include "display.hpp"
#include "queue.hpp"

namespace surefleet::help
{

/// View-model of the help-desk panel.
///
/// It decides nothing that the help desk decides: it only withholds what the desk would refuse anyway, and says why.
/// It never selects by itself, so that no key press lands on a request that the operator did not pick. It has no clock
/// and sends nothing: callers pass the time in, and fetch commands and messages after each call.
class Inbox
{
public:
  // Settings.
  /// Whoever claims and answers from now on; null: nobody.
  void sign_in(std::shared_ptr<const Signet> signer);
  /// Proves the help desk's word as long as nobody has signed in; null: nothing does.
  void look_by(std::shared_ptr<const Roster> roster);
  void set_filter(const std::string & robot);
  const std::shared_ptr<const Signet> & signer() const {return signer_;}
  /// Proves the help desk's word now. Null: all that is shown is not proved.
  const std::shared_ptr<const Roster> & roster() const {return signer_ ? signer_->roster() : roster_;}
  /// Robot whose requests are listed. Empty: all.
  const std::string & filter() const {return filter_;}

  // What happened outside.
  void queue_arrived(DeskTime stamp, std::vector<Summary> lines, LocalTime now);
  /// A queue that is not proved to be the help desk's, and why.
  void queue_doubted(const std::string & why, LocalTime now);
  void replied(Ticket ticket, Reply reply, LocalTime now);
  void tick(LocalTime now);
  /// What can be read from now on. What cannot is neither sent nor confirmed.
  void see(View view) {view_ = std::move(view);}
  /// Something the wrapper has to tell, such as a message it could not read.
  void trouble(const std::string & text, LocalTime now);

  // What the operator does. Each that cannot be done leaves a message that says why.
  void select(const std::string & id, LocalTime now);
  void select_next(LocalTime now);
  void select_previous(LocalTime now);
  void reload(LocalTime now);
  /// Marks an option by its number, from 1; nothing is sent.
  void highlight(std::size_t number, LocalTime now);
  void answer_highlighted(LocalTime now);
  void claim(LocalTime now);
  void release(LocalTime now);
  void ask_take_over(LocalTime now);
  void ask_halt(LocalTime now);
  void open_free_text(LocalTime now);
  /// Opens the entry for what the mission means.
  void open_mission(LocalTime now);
  /// Has what is marked hold for the whole mission, or not any more.
  void toggle_for_mission(LocalTime now);
  /// What was written: what is right instead, or what the mission means.
  void give_text(const std::string & text, LocalTime now);
  void answer_none_of_these(const std::string & text, LocalTime now);
  /// Asks the desk what these words would be understood to mean.
  void read_mission(const std::string & text, LocalTime now);
  /// Says yes to the confirmation row.
  void confirm(LocalTime now);
  /// Leaves the confirmation row, the free text or the highlight.
  void cancel();
  void show_history(LocalTime now);

  // What to send and to show.
  std::vector<Command> take_commands() {return calls_.take_commands();}
  News take_news() {return queue_.take_news();}
  /// In the desk's order.
  std::vector<Line> lines(LocalTime now) const;
  Detail detail(LocalTime now) const;
  std::set<std::string> robots() const {return queue_.robots();}
  const std::string & selected_id() const {return selected_.id;}
  /// "no word from the help desk since 5 s". Empty: all is well.
  std::string staleness(LocalTime now) const;
  /// Why not all that came in the help desk's name is its word. Empty: all is well.
  std::string doubt(LocalTime now) const;
  const History & history() const {return history_;}
  /// The latest, oldest first, at most 200.
  const std::vector<Message> & messages() const {return messages_;}

private:
  struct Ending
  {
    std::string text;
    LocalTime at;
    /// Whether `text` tells how; else it is only known that it ended.
    bool known = false;
    /// How often the history was asked for it.
    int asked = 0;
  };

  /// Queues that were not proved.
  struct Doubted
  {
    std::uint64_t count = 0;
    /// Why the last one was not, and when it came.
    std::string why;
    LocalTime at{};
  };

  /// A claim that is mine and that I keep alive.
  struct Lease
  {
    LocalTime renew_at;
  };

  void received_unproved(const Call & call, const std::string & why, LocalTime now);
  void received_nothing(const Call & call, const std::string & why, LocalTime now);
  void received_show(const ShowCall & call, const ShowReply & reply, LocalTime now);
  void received_claim(const ClaimCall & call, const ClaimReply & reply, LocalTime now);
  void received_answer(const AnswerCall & call, const AnswerReply & reply, LocalTime now);
  void received_reading(const ReadCall & call, const ReadReply & reply, LocalTime now);
  void received_history(const HistoryCall & call, const HistoryReply & reply, LocalTime now);
  void follow_selected(LocalTime now);
  void end_selected(Ending ending);
  void end_work();
  /// Takes off the view all that another roster proved, or none did.
  void forget();
  void keep_lease(LocalTime now);
  void hold_lease(const Claim & claim, LocalTime now);
  void step_selection(int by, LocalTime now);
  void send_claim(ClaimAction action, bool renewal, LocalTime now);
  void send_answer(AnswerCall answer, LocalTime now);
  void say(Severity severity, std::string text, LocalTime now);
  bool refused(const Action & action, const std::string & what, LocalTime now);

  std::string subject(const std::string & id) const;
  bool is_selected(const std::string & id) const {return !id.empty() && id == selected_.id;}
  /// As the desk calls whoever has signed in. Empty: nobody has.
  std::string me() const {return signer_ ? signer_->name() : std::string();}
  bool mine(const Summary & line) const;
  bool anothers(const Summary & line) const;
  const Option * highlighted() const;

  std::string why_no_call(LocalTime now) const;
  Action can_claim(LocalTime now) const;
  Action can_release(LocalTime now) const;
  Action can_take_over(LocalTime now) const;
  Action can_answer(LocalTime now) const;
  Action can_answer_option(LocalTime now) const;
  Action can_choose(LocalTime now) const;
  bool sees_marked() const;
  Action can_mean(LocalTime now) const;
  Action can_last(LocalTime now) const;
  Action can_halt(LocalTime now) const;

  std::shared_ptr<const Signet> signer_;
  std::shared_ptr<const Roster> roster_;
  std::string filter_;
  Queue queue_;
  Calls calls_;

  /// As last heard; its id is empty when nothing is selected.
  Summary selected_;
  std::shared_ptr<const Request> whole_;
  std::string missing_;
  std::optional<Ending> ending_;
  std::optional<std::uint16_t> highlighted_;
  View view_;
  bool for_mission_ = false;
  /// What the mission would be understood to mean, until the operator has confirmed it.
  ReadReply reading_;
  std::optional<Lease> lease_;
  Mode mode_ = Mode::Reading;
  /// Whose claim the operator was asked to take over.
  std::string take_over_from_;

  bool was_silent_ = true;
  Doubted doubted_;
  History history_;
  std::vector<Message> messages_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__INBOX_HPP_
