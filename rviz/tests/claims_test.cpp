// Claims: when they are renewed, what they bar, and how they are taken over.
#include <QtTest>

#include "desk.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

class ClaimsTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void a_claim_is_renewed_each_third_of_its_span()
  {
    Desk desk = staffed_desk();
    desk.queue = {summary("a", "robot_1", seconds(500)), summary("b", "robot_2", seconds(500))};
    desk.publish();
    desk.open("a");
    desk.grant("Ada", seconds(30));
    QVERIFY(desk.live(seconds(9)).empty());
    const std::vector<Command> renewals = desk.live(seconds(2));
    QCOMPARE(renewals.size(), std::size_t(1));
    const auto & renewal = std::get<ClaimCall>(renewals[0].call);
    QVERIFY(renewal.renewal && renewal.id == "a" && renewal.action == ClaimAction::Claim);
    const std::size_t messages = desk.inbox.messages().size();
    desk.inbox.replied(renewals[0].ticket, ClaimReply{true, {"Ada", desk.time() + seconds(30)}, ""}, desk.now());
    QCOMPARE(desk.inbox.messages().size(), messages);
    QVERIFY(desk.live(seconds(9)).empty());
    QCOMPARE(desk.live(seconds(2)).size(), std::size_t(1));
  }

  void a_claim_is_not_renewed_after_the_operator_moved_on()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.grant("Ada", seconds(6));
    desk.open("b");
    QVERIFY(desk.live(seconds(5)).empty());
    // Back again while it still holds: renewed at once.
    desk.open("a");
    desk.pass(milliseconds(100));
    QCOMPARE(desk.sent<ClaimCall>().size(), std::size_t(1));
  }

  void a_released_claim_is_not_renewed()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.grant("Ada", seconds(6));
    desk.inbox.release(desk.now());
    const auto releases = desk.sent<ClaimCall>();
    QCOMPARE(std::get<ClaimCall>(releases.at(0).call).action, ClaimAction::Release);
    desk.inbox.replied(releases[0].ticket, ClaimReply{true, Claim{}, ""}, desk.now());
    desk.queue[0].claim = {};
    QVERIFY(desk.live(seconds(6)).empty());
    QVERIFY(desk.inbox.detail(desk.now()).claim.enabled);
  }

  void a_lost_renewal_is_reported_and_tried_again()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.grant("Ada", seconds(30));
    desk.live(seconds(11));
    desk.live(seconds(3));
    QCOMPARE(desk.last_message(), std::string("robot_1: no answer from help_desk/claim within 3 s"));
    QVERIFY(desk.inbox.detail(desk.now()).mine);
  }

  void a_renewal_that_a_stranger_answers_is_tried_again_later_not_at_once()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.grant("Ada", seconds(30));
    const std::vector<Command> renewals = desk.live(seconds(11));
    desk.inbox.replied(renewals.at(0).ticket, Unproved{"it bears no seal"}, desk.now());
    QVERIFY(contains(desk.last_message(), "help_desk/claim is not proved (it bears no seal)"));
    QVERIFY(desk.inbox.detail(desk.now()).mine);
    QVERIFY(desk.live(milliseconds(2500)).empty());
    QCOMPARE(desk.live(milliseconds(700)).size(), std::size_t(1));
  }

  void an_old_queue_does_not_undo_a_claim_but_a_later_one_does()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.grant("Ada", seconds(30));
    desk.queue[0].claim = {};  // sent before the claim, heard after it
    desk.pass(milliseconds(50));
    desk.publish();
    QVERIFY(desk.inbox.detail(desk.now()).mine);
    desk.queue[0].claim = {"Grace", desk.time() + seconds(30)};
    desk.pass(milliseconds(1000));
    desk.publish();
    QVERIFY(!desk.inbox.detail(desk.now()).mine);
    QCOMPARE(desk.last_message(), std::string("robot_1: your claim has ended; Grace works on it"));
    QVERIFY(desk.live(seconds(12)).empty());
  }

  void anothers_claim_bars_answers_but_not_a_halt()
  {
    Desk desk = staffed_desk();
    desk.queue[0].claim = {"Grace", desk.time() + seconds(20)};
    desk.publish();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    desk.inbox.answer_highlighted(desk.now());
    QVERIFY(contains(desk.last_message(), "claimed by Grace: take it over first"));
    desk.inbox.open_free_text(desk.now());
    desk.inbox.answer_none_of_these("behind you", desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    desk.inbox.ask_halt(desk.now());
    desk.inbox.confirm(desk.now());
    QCOMPARE(desk.sent<AnswerCall>().size(), std::size_t(1));
  }

  void taking_over_is_confirmed_against_the_same_holder()
  {
    Desk desk = staffed_desk();
    desk.queue[0].claim = {"Grace", desk.time() + seconds(20)};
    desk.publish();
    desk.open("a");
    desk.inbox.claim(desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    QCOMPARE(desk.inbox.detail(desk.now()).confirmation, std::string("Take over from Grace, who works on it?"));
    desk.queue[0].claim.holder = "Edsger";
    desk.publish();
    desk.inbox.confirm(desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    desk.inbox.confirm(desk.now());
    const auto claims = desk.sent<ClaimCall>();
    QCOMPARE(claims.size(), std::size_t(1));
    QCOMPARE(std::get<ClaimCall>(claims[0].call).action, ClaimAction::TakeOver);
  }

  void nobody_who_has_not_signed_in_claims_or_answers()
  {
    Desk desk = staffed_desk();
    desk.inbox.sign_in(nullptr);
    desk.publish();
    desk.open("a");
    desk.inbox.claim(desk.now());
    desk.inbox.highlight(1, desk.now());
    desk.inbox.answer_highlighted(desk.now());
    desk.inbox.ask_halt(desk.now());
    desk.inbox.confirm(desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    QCOMPARE(desk.inbox.detail(desk.now()).claim.why_not, std::string("sign in first"));
  }

  void silence_disables_answers_and_claims_but_not_a_halt()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    desk.pass(milliseconds(2900));
    QCOMPARE(desk.inbox.staleness(desk.now()), std::string());
    QVERIFY(desk.inbox.detail(desk.now()).answer.enabled);
    desk.pass(milliseconds(100));
    QCOMPARE(desk.inbox.staleness(desk.now()), std::string("no word from the help desk since 3 s"));
    desk.inbox.answer_highlighted(desk.now());
    desk.inbox.claim(desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    desk.inbox.ask_halt(desk.now());
    desk.inbox.confirm(desk.now());
    QCOMPARE(desk.sent<AnswerCall>().size(), std::size_t(1));
    desk.publish();
    QCOMPARE(desk.last_message(), std::string("the help desk is there"));
    QCOMPARE(desk.inbox.staleness(desk.now()), std::string());
  }
};

QTEST_GUILESS_MAIN(ClaimsTest)
#include "claims_test.moc"
