// The inbox without pixels: the queue, the selection, and what is on view.
#include <QtTest>

#include "desk.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

class ModelTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void countdown_names_what_happens_then_data()
  {
    QTest::addColumn<int>("left_ms");
    QTest::addColumn<int>("action");
    QTest::addColumn<QString>("text");
    QTest::newRow("idle") << 42000 << 0 << "0:42 then idle";
    QTest::newRow("rounded up") << 1 << 1 << "0:01 then hold";
    QTest::newRow("halt") << 725000 << 2 << "12:05 then halt";
    QTest::newRow("hours") << 3600000 << 0 << "1:00:00 then idle";
    QTest::newRow("overdue") << 0 << 1 << "overdue, holds";
    QTest::newRow("long overdue") << -5000 << 0 << "overdue, idles";
  }

  void countdown_names_what_happens_then()
  {
    QFETCH(int, left_ms);
    QFETCH(int, action);
    QFETCH(QString, text);
    Summary line = summary("a", "robot_1");
    line.deadline = kDeskStart + milliseconds(left_ms);
    line.default_action = static_cast<DefaultAction>(action);
    QCOMPARE(QString::fromStdString(countdown(line, kDeskStart)), text);
    line.deadline.reset();
    QCOMPARE(countdown(line, kDeskStart), std::string("no deadline"));
  }

  void urgency_rises_towards_the_deadline_alone()
  {
    Summary line = summary("a", "robot_1", seconds(31));
    QCOMPARE(urgency(line, kDeskStart), Urgency::Calm);
    QCOMPARE(urgency(line, kDeskStart + seconds(1)), Urgency::Soon);
    QCOMPARE(urgency(line, kDeskStart + seconds(21)), Urgency::Urgent);
    QCOMPARE(urgency(line, kDeskStart + seconds(31)), Urgency::Overdue);
    line.deadline.reset();
    QCOMPARE(urgency(line, kDeskStart + seconds(31)), Urgency::Calm);
    // Nothing will happen by itself: the queue's mark tells of the escalation, not a red "no deadline".
    line.escalated = true;
    QCOMPARE(urgency(line, kDeskStart), Urgency::Calm);
  }

  void lines_of_several_robots_tell_what_is_asked()
  {
    Summary line = summary("a", "robot_1");
    line.question = "What should robot 1 (robot_1) do in step 3 of at most 9? Possible: grab apple 1, idle.";
    QCOMPARE(essence(line), std::string("Possible: grab apple 1, idle."));
    for (const char * whole :
      {"Which apple does robot_1 grab?", "robot_1 tried to grab apple 1 in step 3. Is it so that it holds it? It is not sure.",
        "Is this the top drawer? It looks so.", ""})
    {
      line.question = whole;
      QCOMPARE(essence(line), std::string(whole));
    }
  }

  void scores_become_bars()
  {
    QCOMPARE(percent(probability(std::log(0.625))), std::string("62 %"));
    QCOMPARE(percent(probability(-20.0)), std::string("< 1 %"));
    QCOMPARE(percent(probability(-std::numeric_limits<double>::infinity())), std::string("0 %"));
    QCOMPARE(percent(probability(std::nan(""))), std::string("no score"));

    Desk desk = staffed_desk();
    desk.open("a");
    const Detail detail = desk.inbox.detail(desk.now());
    QCOMPARE(detail.options.size(), std::size_t(4));
    QVERIFY(std::abs(*detail.options[0].probability - 0.55) < 1e-9);
    QVERIFY(std::abs(*detail.threshold - 0.2) < 1e-9);
    QVERIFY(detail.options[1].in_set && !detail.options[2].in_set);
    QCOMPARE(detail.options[3].reason, std::string("robot_2 stands before its door"));
  }

  void desk_clock_counts_not_this_machines()
  {
    Desk desk = staffed_desk();
    desk.pass(seconds(2));
    QCOMPARE(desk.inbox.lines(desk.now())[0].countdown, std::string("0:40 then idle"));
    // The desk's clock stood still meanwhile, as simulated time may.
    desk.inbox.queue_arrived(kDeskStart, desk.queue, desk.now());
    QCOMPARE(desk.inbox.lines(desk.now())[0].countdown, std::string("0:42 then idle"));
  }

  void lines_keep_the_desks_order_and_the_filter_takes_away_only()
  {
    Desk desk = staffed_desk();
    desk.publish({summary("c", "robot_2"), summary("a", "robot_1"), summary("b", "robot_2")});
    std::string order;
    for (const Line & line : desk.inbox.lines(desk.now())) {
      order += line.id;
    }
    QCOMPARE(order, std::string("cab"));
    desk.inbox.set_filter("robot_2");
    order.clear();
    for (const Line & line : desk.inbox.lines(desk.now())) {
      order += line.id;
    }
    QCOMPARE(order, std::string("cb"));
  }

  void filter_does_not_drop_the_selection()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.set_filter("robot_2");
    desk.live(seconds(2));
    QCOMPARE(desk.inbox.detail(desk.now()).ended, std::string());
    QVERIFY(desk.inbox.detail(desk.now()).halt.enabled);
    desk.inbox.select_next(desk.now());
    QCOMPARE(desk.inbox.selected_id(), std::string("b"));
  }

  void nothing_is_selected_by_itself()
  {
    Desk desk = staffed_desk();
    desk.live(seconds(5));
    QVERIFY(!desk.inbox.detail(desk.now()).selected);
    desk.inbox.highlight(1, desk.now());
    desk.inbox.answer_highlighted(desk.now());
    desk.inbox.ask_halt(desk.now());
    desk.inbox.confirm(desk.now());
    QVERIFY(desk.inbox.take_commands().empty());
    QVERIFY(contains(desk.last_message(), "select a request first"));
  }

  void selection_follows_the_id_when_the_queue_is_reordered()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(2, desk.now());
    desk.publish({summary("c", "robot_3"), summary("b", "robot_2"), summary("a", "robot_1")});
    QCOMPARE(desk.inbox.selected_id(), std::string("a"));
    desk.inbox.answer_highlighted(desk.now());
    const auto answers = desk.sent<AnswerCall>();
    QCOMPARE(answers.size(), std::size_t(1));
    const auto & answer = std::get<AnswerCall>(answers[0].call);
    QCOMPARE(answer.id, std::string("a"));
    QCOMPARE(answer.mission_id, summary("a", "robot_1").mission_id);
    QCOMPARE(answer.option, std::uint16_t(12));
    QCOMPARE(answers[0].signer->name(), std::string("Ada"));
    QCOMPARE(answer.question, std::string("d1a"));
  }

  void a_vanished_request_stays_on_view_until_it_is_known_how_it_ended()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.inbox.highlight(1, desk.now());
    desk.publish({summary("b", "robot_2")});
    Detail detail = desk.inbox.detail(desk.now());
    QCOMPARE(detail.id, std::string("a"));
    QCOMPARE(detail.ended, std::string("ended"));
    QCOMPARE(detail.options.size(), std::size_t(4));
    const auto calls = desk.sent<HistoryCall>();
    QCOMPARE(calls.size(), std::size_t(1));
    desk.inbox.answer_highlighted(desk.now());
    QVERIFY(desk.sent<AnswerCall>().empty());

    Summary ended = summary("a", "robot_1");
    ended.state = State::Answered;
    ended.answer = "grab apple 2";
    ended.operator_name = "Grace";
    desk.inbox.replied(calls[0].ticket, HistoryReply{{ended}, {}}, desk.now());
    detail = desk.inbox.detail(desk.now());
    QCOMPARE(detail.ended, std::string("answered by Grace: grab apple 2"));
    QCOMPARE(detail.halt.why_not, std::string("answered by Grace: grab apple 2"));
    QVERIFY(desk.inbox.history().requests.empty());
  }

  void how_a_request_ended_is_not_asked_for_ever()
  {
    Desk desk = staffed_desk();
    desk.open("a");
    desk.publish({});
    std::size_t asked = desk.sent<HistoryCall>().size();
    for (int second = 0; second < 20; ++second) {
      for (const Command & command : desk.live(seconds(1))) {
        ++asked;
        desk.inbox.replied(command.ticket, HistoryReply{}, desk.now());
      }
    }
    QCOMPARE(asked, std::size_t(3));
  }

  void a_request_that_comes_back_is_open_again()
  {
    Desk desk = staffed_desk();
    const std::vector<Summary> both = desk.queue;
    desk.open("a");
    desk.publish({});
    desk.pass(seconds(2));
    desk.publish(both);
    QCOMPARE(desk.inbox.detail(desk.now()).ended, std::string());
    QVERIFY(contains(desk.last_message(), "open again"));
  }

  void news_come_once()
  {
    Desk desk = staffed_desk();
    QCOMPARE(desk.inbox.take_news().arrived, std::size_t(2));
    desk.live(seconds(3));
    QVERIFY(!desk.inbox.take_news().any());
    Summary claimed = summary("c", "robot_3");
    claimed.claim.holder = "Grace";
    desk.queue.push_back(claimed);
    desk.publish();
    QVERIFY(!desk.inbox.take_news().any());
    desk.queue[0].escalated = true;
    desk.publish();
    desk.publish();
    const News news = desk.inbox.take_news();
    QCOMPARE(news.escalated, std::size_t(1));
    QCOMPARE(news.arrived, std::size_t(0));
  }

  void the_history_is_asked_for_the_filtered_robot()
  {
    Desk desk = staffed_desk();
    desk.inbox.set_filter("robot_2");
    desk.inbox.show_history(desk.now());
    const auto calls = desk.sent<HistoryCall>();
    QCOMPARE(std::get<HistoryCall>(calls.at(0).call).robot, std::string("robot_2"));
    Statistics robot;
    robot.robot = "robot_2";
    desk.inbox.replied(calls[0].ticket, HistoryReply{{summary("z", "robot_2")}, {robot}}, desk.now());
    QCOMPARE(desk.inbox.history().requests.at(0).id, std::string("z"));
    QCOMPARE(desk.inbox.history().robots.at(0).robot, std::string("robot_2"));
  }

  void nothing_selected_is_explained()
  {
    Desk desk;
    QCOMPARE(desk.inbox.detail(desk.now()).idle, std::string("Waiting for the help desk."));
    desk.publish({});
    QCOMPARE(desk.inbox.detail(desk.now()).idle, std::string("Nobody needs help."));
    desk.publish({summary("a", "robot_1")});
    QCOMPARE(desk.inbox.detail(desk.now()).idle, std::string("Select a request."));
    desk.inbox.set_filter("robot_2");
    QCOMPARE(desk.inbox.detail(desk.now()).idle, std::string("robot_2 needs no help."));
  }
};

QTEST_GUILESS_MAIN(ModelTest)
#include "model_test.moc"
