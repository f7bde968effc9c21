// Answers: what it takes to send one, and what becomes of it.
#include <QtTest>

#include "desk.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

class AnswersTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void keys_1_to_9_send_nothing()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    QVERIFY(desk.inbox.detail(desk.now()).options[0].highlighted);
    desk.inbox.highlight(7, desk.now());
    QCOMPARE(desk.last_message(), std::string("there is no option 7"));
    QVERIFY(desk.inbox.detail(desk.now()).options[0].highlighted);
  }

  void enter_without_a_choice_sends_nothing()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.answer_highlighted(desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    QVERIFY(contains(desk.last_message(), "choose an option first"));
  }

  void a_choice_does_not_carry_over_to_the_next_request()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    desk.open("b");
    desk.inbox.answer_highlighted(desk.now());
    QVERIFY(desk.sent<AnswerCall>().empty());
  }

  void an_option_the_monitor_refuses_cannot_be_chosen()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(4, desk.now());
    QVERIFY(contains(desk.last_message(), "robot_2 stands before its door"));
    desk.inbox.answer_highlighted(desk.now());
    QVERIFY(desk.sent<AnswerCall>().empty());
  }

  void halt_needs_a_confirmation_and_enter_is_none()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    desk.inbox.ask_halt(desk.now());
    desk.inbox.answer_highlighted(desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    QVERIFY(contains(desk.inbox.detail(desk.now()).confirmation, "Halt the mission of robot_1"));
    desk.inbox.cancel();
    desk.inbox.confirm(desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    desk.inbox.ask_halt(desk.now());
    desk.inbox.confirm(desk.now());
    const auto answers = desk.sent<AnswerCall>();
    QCOMPARE(answers.size(), std::size_t(1));
    QCOMPARE(std::get<AnswerCall>(answers[0].call).kind, AnswerKind::Halt);
  }

  void a_halt_is_bound_to_request_and_mission_alone_shown_or_not()
  {
    for (const bool shown : {false, true}) {
      Desk desk = staffed_desk();
      desk.inbox.select("a", desk.now());
      if (shown) {
        desk.show(desk.sent<ShowCall>().at(0));
        QVERIFY(desk.inbox.detail(desk.now()).whole != nullptr);
      }
      QVERIFY(desk.inbox.detail(desk.now()).halt.enabled);
      desk.inbox.ask_halt(desk.now());
      desk.inbox.confirm(desk.now());
      const AnswerCall halt = std::get<AnswerCall>(desk.sent<AnswerCall>().at(0).call);
      QCOMPARE(halt.kind, AnswerKind::Halt);
      QCOMPARE(halt.id, std::string("a"));
      QCOMPARE(halt.mission_id, summary("a", "robot_1").mission_id);
      QCOMPARE(halt.question, std::string());
    }
  }

  void a_confirmation_does_not_carry_over_to_the_next_request()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.ask_halt(desk.now());
    desk.open("b");
    desk.inbox.confirm(desk.now());
    QVERIFY(desk.sent<AnswerCall>().empty());
  }

  void none_of_these_needs_words()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.answer_none_of_these("behind you", desk.now());
    QVERIFY(desk.sent<AnswerCall>().empty());
    desk.inbox.open_free_text(desk.now());
    desk.inbox.answer_none_of_these(" \n\t ", desk.now());
    QVERIFY(desk.sent<AnswerCall>().empty());
    QVERIFY(contains(desk.last_message(), "empty"));
    desk.inbox.answer_none_of_these(" behind you\n", desk.now());
    const auto answers = desk.sent<AnswerCall>();
    QCOMPARE(answers.size(), std::size_t(1));
    QCOMPARE(std::get<AnswerCall>(answers[0].call).kind, AnswerKind::NoneOfThese);
    QCOMPARE(std::get<AnswerCall>(answers[0].call).text, std::string("behind you"));
  }

  void what_is_an_answer_comes_first()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    const Detail detail = desk.inbox.detail(desk.now());
    QCOMPARE(detail.options[2].text, std::string("idle"));
    QVERIFY(!detail.options[3].allowed && detail.options[3].number == 4);
  }

  void an_option_holds_for_the_mission_only_where_it_may_and_if_that_is_said()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(3, desk.now());
    desk.inbox.toggle_for_mission(desk.now());
    QVERIFY(contains(desk.last_message(), "not for the whole mission"));
    desk.inbox.highlight(1, desk.now());
    desk.inbox.toggle_for_mission(desk.now());
    QVERIFY(desk.inbox.detail(desk.now()).for_whole_mission);
    // Marked anew, it is for now.
    desk.inbox.highlight(2, desk.now());
    QVERIFY(!desk.inbox.detail(desk.now()).for_whole_mission);
    desk.inbox.toggle_for_mission(desk.now());
    desk.inbox.answer_highlighted(desk.now());
    const AnswerCall answer = std::get<AnswerCall>(desk.sent<AnswerCall>().at(0).call);
    QCOMPARE(answer.option, std::uint16_t(12));
    QVERIFY(answer.for_mission);
    QCOMPARE(answer.words, std::string("grab apple 2, for the whole mission"));
  }

  void what_the_mission_means_is_read_shown_and_confirmed()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.open_mission(desk.now());
    desk.inbox.give_text("  ", desk.now());
    auto reads = desk.sent<ReadCall>();
    QCOMPARE(std::get<ReadCall>(reads.at(0).call).text, desk.inbox.detail(desk.now()).whole->mission_text);
    desk.inbox.replied(reads[0].ticket, ReadReply{false, "", {}, "apple 1 or apple 2?"}, desk.now());
    QVERIFY(contains(desk.last_message(), "apple 1 or apple 2?"));
    desk.inbox.give_text("apple to sink", desk.now());
    reads = desk.sent<ReadCall>();
    QCOMPARE(std::get<ReadCall>(reads.at(0).call).text, std::string("apple to sink"));
    desk.inbox.replied(reads[0].ticket, ReadReply{false, "", {}, "which apple?"}, desk.now());
    QVERIFY(contains(desk.last_message(), "which apple?"));
    QCOMPARE(desk.inbox.detail(desk.now()).mode, Mode::Mission);
    for (const bool sure : {false, true}) {
      desk.inbox.give_text("apple 1 to sink", desk.now());
      reads = desk.sent<ReadCall>();
      desk.inbox.replied(
        reads.at(0).ticket, ReadReply{true, "Move apple 1 to the sink.", {"No robot may grab knife 1."}, ""},
        desk.now());
      const std::string asked = desk.inbox.detail(desk.now()).confirmation;
      QVERIFY(contains(asked, "Move apple 1 to the sink.") && contains(asked, "No longer: No robot may grab knife 1."));
      if (sure) {
        desk.inbox.confirm(desk.now());
      } else {
        desk.inbox.cancel();
        QVERIFY(desk.sent<AnswerCall>().empty());
        QCOMPARE(desk.inbox.detail(desk.now()).mode, Mode::Mission);
      }
    }
    const AnswerCall answer = std::get<AnswerCall>(desk.sent<AnswerCall>().at(0).call);
    QCOMPARE(answer.kind, AnswerKind::Meant);
    QCOMPARE(answer.text, std::string("Move apple 1 to the sink."));
  }

  void an_outcome_is_answered_by_its_id_and_takes_no_mission_and_neither_does_a_later_kind()
  {
    for (const QuestionKind kind : {QuestionKind::Outcome, static_cast<QuestionKind>(7)}) {
      Desk desk = staffed_desk();
      Summary line = outcomeLine();
      line.kind = kind;
      desk.publish({line});
      desk.inbox.select(line.id, desk.now());
      Request whole = outcome();
      whole.summary = line;
      desk.inbox.replied(desk.sent<ShowCall>().at(0).ticket, ShowReply{true, whole, ""}, desk.now());
      desk.see_all();
      desk.inbox.open_mission(desk.now());
      QVERIFY(
        contains(desk.last_message(), kind == QuestionKind::Outcome ? "how an action went" : "takes no corrected mission"));
      desk.inbox.highlight(2, desk.now());
      desk.inbox.answer_highlighted(desk.now());
      const AnswerCall answer = std::get<AnswerCall>(desk.sent<AnswerCall>().at(0).call);
      QCOMPARE(answer.option, std::uint16_t(2));
      QVERIFY(!answer.for_mission);
      QCOMPARE(answer.words, std::string("it failed: it is not so that apple 1 is in the gripper"));
    }
  }

  void an_answer_is_not_sent_twice_while_it_is_on_its_way()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    desk.inbox.answer_highlighted(desk.now());
    desk.inbox.answer_highlighted(desk.now());
    QCOMPARE(desk.sent<AnswerCall>().size(), std::size_t(1));
    QVERIFY(contains(desk.last_message(), "waiting for the help desk"));
    desk.live(seconds(3));
    QVERIFY(contains(desk.inbox.messages().back().text, "no answer from help_desk/answer within 3 s"));
    desk.inbox.answer_highlighted(desk.now());
    QCOMPARE(std::get<AnswerCall>(desk.sent<AnswerCall>().at(0).call).option, std::uint16_t(11));
  }

  void a_late_reply_still_counts()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    desk.inbox.answer_highlighted(desk.now());
    const auto answers = desk.sent<AnswerCall>();
    desk.live(seconds(4));
    desk.inbox.replied(answers[0].ticket, AnswerReply{true, ""}, desk.now());
    QCOMPARE(desk.inbox.detail(desk.now()).ended, std::string("answered by you: grab apple 1"));
    desk.inbox.replied(answers[0].ticket, AnswerReply{true, ""}, desk.now());
    QVERIFY(contains(desk.last_message(), "nothing here waits for"));
  }

  void an_answer_that_is_not_proved_leaves_the_request_as_it_was()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    desk.inbox.answer_highlighted(desk.now());
    desk.inbox.replied(desk.sent<AnswerCall>().at(0).ticket, Unproved{"it bears no seal"}, desk.now());
    QCOMPARE(
      desk.last_message(), std::string("robot_1: the request may not have been answered: the reply of help_desk/answer is "
        "not proved (it bears no seal); the same answer can be sent again"));
    QCOMPARE(desk.inbox.messages().back().severity, Severity::Trouble);
    QCOMPARE(desk.inbox.detail(desk.now()).ended, std::string());
    QVERIFY(desk.inbox.detail(desk.now()).options[0].highlighted);
    desk.inbox.answer_highlighted(desk.now());
    QCOMPARE(desk.sent<AnswerCall>().size(), std::size_t(1));
  }

  void a_refusal_is_shown_with_its_reason()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    desk.inbox.answer_highlighted(desk.now());
    desk.inbox.replied(
      desk.sent<AnswerCall>().at(0).ticket, AnswerReply{false, "Grace answered first: grab apple 2"}, desk.now());
    QCOMPARE(desk.last_message(), std::string("robot_1: answer refused: Grace answered first: grab apple 2"));
    QCOMPARE(desk.inbox.messages().back().severity, Severity::Trouble);
    desk.inbox.claim(desk.now());
    desk.inbox.replied(
      desk.sent<ClaimCall>().at(0).ticket,
      ClaimReply{false, {"Grace", desk.time() + seconds(9)}, "Grace works on it"}, desk.now());
    QCOMPARE(desk.last_message(), std::string("robot_1: not claimed: Grace works on it"));
    QCOMPARE(desk.inbox.detail(desk.now()).claimed_by, std::string("Grace, 0:09 left"));
  }

  void a_late_reply_about_another_request_leaves_the_selected_one_alone()
  {
    Desk desk = staffed_desk();
    desk.inbox.select("a", desk.now());
    const auto show_a = desk.sent<ShowCall>();
    desk.open("b");
    desk.show(show_a.at(0));
    QCOMPARE(desk.inbox.detail(desk.now()).whole->summary.id, std::string("b"));

    desk.inbox.highlight(2, desk.now());
    desk.inbox.answer_highlighted(desk.now());
    const auto answer_b = desk.sent<AnswerCall>();
    desk.open("a");
    desk.inbox.replied(answer_b.at(0).ticket, AnswerReply{true, ""}, desk.now());
    QCOMPARE(desk.last_message(), std::string("robot_2: answered: grab apple 2"));
    QCOMPARE(desk.inbox.detail(desk.now()).ended, std::string());
    QVERIFY(desk.inbox.detail(desk.now()).halt.enabled);
  }

  void a_call_that_fails_is_reported()
  {
    Desk desk = staffed_desk();
    desk.inbox.select("a", desk.now());
    const auto calls = desk.sent<ShowCall>();
    desk.inbox.replied(calls.at(0).ticket, CallFailure{"no such service"}, desk.now());
    QCOMPARE(desk.last_message(), std::string("help_desk/show: no such service"));
    QCOMPARE(desk.inbox.detail(desk.now()).missing, std::string("no such service"));
    desk.inbox.reload(desk.now());
    QCOMPARE(desk.sent<ShowCall>().size(), std::size_t(1));
  }
};

QTEST_GUILESS_MAIN(AnswersTest)
#include "answers_test.moc"
