// A stranger on the network in the help desk's place: what the panel makes of its answers and queues.
#include <QtTest>

#include <QAbstractButton>
#include <QLabel>
#include <QTabWidget>

#include "loaded.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test
using std::chrono::seconds;
using surefleet::srv::AnswerHelp;
using surefleet::srv::ClaimHelp;
using surefleet::srv::HelpHistory;
using surefleet::srv::ShowHelp;

namespace
{

/// A panel with Ada before one request.
struct Staffed : Loaded
{
  Staffed()
  {
    widget()->signIn(sign_in(keys.folder(), "ada").signet);
    hear(said(queue_of("a")));
    key(Qt::Key_Down);
  }

  /// The request as the help desk shows it.
  static ShowHelp::Response whole()
  {
    ShowHelp::Response shown;
    shown.found = true;
    shown.request.id = "a";
    shown.request.mission_id[0] = 7;
    shown.request.kind = surefleet::msg::HelpRequest::DECISION;
    surefleet::msg::HelpOption option;
    option.id = 3;
    option.decision = 12;
    option.text = "grab apple 2";
    option.allowed = true;
    shown.request.options.push_back(option);
    return shown;
  }

  void halt()
  {
    key(Qt::Key_H);
    key(Qt::Key_Y);
  }

  QString question(int row) {return table()->model()->index(row, 2).data().toString();}

  const Keys keys;
};

AnswerHelp::Response accepted()
{
  AnswerHelp::Response response;
  response.accepted = true;
  return response;
}

}  // namespace

class ForgeryTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void init()
  {
    qputenv("ROS_HOME", "/nowhere");
    qunsetenv("ROS_DOMAIN_ID");
  }

  void a_forged_answer_halts_nothing_data()
  {
    QTest::addColumn<int>("key");
    QTest::addColumn<QString>("signer");
    QTest::addColumn<QString>("why");
    QTest::newRow("no seal") << 0 << "" << "it bears no seal";
    QTest::newRow("a stranger's key") << 9 << "help_desk" << "its seal does not fit";
    QTest::newRow("an operator's") << 3 << "operator/ada" << "not sealed by help_desk";
    QTest::newRow("an operator's key") << 3 << "help_desk" << "its seal does not fit";
  }

  void a_forged_answer_halts_nothing()
  {
    QFETCH(int, key);
    QFETCH(QString, signer);
    QFETCH(QString, why);
    Staffed panel;
    panel.answer<ShowHelp>("show", panel.whole());
    panel.halt();
    AnswerHelp::Response forged = accepted();
    if (key != 0) {
      const Bytes asked = digest(*panel.client<AnswerHelp>("answer")->last);
      forged = said(forged, asked, system_time(), filled(static_cast<std::uint8_t>(key)), signer.toStdString());
    }
    panel.respond<AnswerHelp>("answer", forged);
    QVERIFY2(panel.message().contains("the request may not have been answered"), qPrintable(panel.message()));
    QVERIFY2(panel.message().contains(why), qPrintable(panel.message()));
    QVERIFY(!panel.find<QLabel>("ended")->isVisible());
    QCOMPARE(panel.table()->model()->rowCount(), 1);
    // It can be said again, and this time the help desk hears it.
    QVERIFY(panel.find<QAbstractButton>("halt")->isEnabled());
    panel.halt();
    panel.answer<AnswerHelp>("answer", accepted());
    QCOMPARE(panel.message(), QString("robot_1: answered: halt"));
    QVERIFY(panel.find<QLabel>("ended")->isVisible());
  }

  void an_answer_to_another_call_is_none_to_this_one()
  {
    Staffed panel;
    panel.answer<ShowHelp>("show", panel.whole());
    panel.key(Qt::Key_1);
    panel.key(Qt::Key_Return);
    const AnswerHelp::Response replayed = said(accepted(), digest(*panel.client<AnswerHelp>("answer")->last));
    panel.halt();
    panel.respond<AnswerHelp>("answer", replayed);
    QVERIFY2(panel.message().contains("not proved"), qPrintable(panel.message()));
    QVERIFY(!panel.find<QLabel>("ended")->isVisible());
  }

  void what_was_shown_by_a_stranger_is_not_answered_but_halted()
  {
    Staffed panel;
    panel.respond<ShowHelp>("show", panel.whole());
    QVERIFY(panel.message().contains("help_desk/show is not proved"));
    QVERIFY(panel.find<QWidget>("option_1") == nullptr || !panel.find<QWidget>("option_1")->isVisible());
    QVERIFY(!panel.find<QAbstractButton>("none_of_these")->isEnabled());
    QVERIFY(panel.find<QAbstractButton>("halt")->isEnabled());
    panel.halt();
    const auto halt = panel.client<AnswerHelp>("answer")->last;
    QVERIFY(halt != nullptr);
    QCOMPARE(halt->kind, static_cast<std::uint8_t>(AnswerKind::Halt));
    QCOMPARE(halt->request_id, std::string("a"));
    QCOMPARE(halt->mission_id[0], std::uint8_t(7));
    QCOMPARE(halt->question_sha256, std::string());
    QCOMPARE(halt->seal.signer, std::string("operator/ada"));
  }

  void a_forged_claim_is_nobodys()
  {
    Staffed panel;
    panel.key(Qt::Key_C);
    ClaimHelp::Response claimed;
    claimed.accepted = true;
    claimed.claimed_by = "ada";
    claimed.claimed_until.sec = 1000;
    panel.respond<ClaimHelp>("claim", claimed);
    QVERIFY(panel.message().contains("help_desk/claim is not proved"));
    QVERIFY(!panel.find<QWidget>("release")->isVisible());
    panel.key(Qt::Key_C);
    panel.answer<ClaimHelp>("claim", claimed);
    QVERIFY(panel.find<QWidget>("release")->isVisible());
  }

  void a_forged_history_tells_nothing()
  {
    Staffed panel;
    auto * tabs = panel.panel.findChild<QTabWidget *>();
    tabs->setCurrentIndex(1);
    HelpHistory::Response told;
    told.requests = queue_of("z").requests;
    panel.respond<HelpHistory>("history", told);
    QVERIFY(panel.message().contains("help_desk/history is not proved"));
    QCOMPARE(tabs->widget(1)->findChild<QTableView *>()->model()->rowCount(), 0);
  }

  void a_forged_queue_is_counted_and_not_shown()
  {
    Staffed panel;
    surefleet::msg::HelpQueue empty;
    surefleet::msg::HelpQueue other = queue_of("b");
    other.requests[0].question = "Is it safe?";
    auto * doubt = panel.find<QLabel>("doubt");
    QVERIFY(!doubt->isVisible());
    panel.hear(empty);
    QVERIFY2(doubt->text().contains("1 queue is not proved"), qPrintable(doubt->text()));
    QVERIFY(panel.message().contains("it bears no seal"));
    panel.hear(said(other, {}, system_time(), filled(9)));
    panel.hear(said(other, {}, system_time(), filled(3), "operator/ada"));
    panel.hear(said(other, digest(*panel.client<ShowHelp>("show")->last)));
    panel.hear(said(other, {}, system_time() - seconds(11)));
    panel.hear(said(other, {}, system_time() + seconds(11)));
    QVERIFY2(doubt->text().contains("6 queues are not proved"), qPrintable(doubt->text()));
    QVERIFY2(doubt->text().contains("ahead by this machine's clock"), qPrintable(doubt->text()));
    // It was said once.
    QVERIFY(panel.message().contains("it bears no seal"));
    QCOMPARE(panel.table()->model()->rowCount(), 1);
    QCOMPARE(panel.question(0), QString("Which apple?"));
    QVERIFY(!panel.find<QLabel>("ended")->isVisible());
    panel.hear(said(other));
    QCOMPARE(panel.question(0), QString("Is it safe?"));
  }

  void an_older_queue_does_not_take_the_place_of_a_newer_one()
  {
    Staffed panel;
    panel.hear(said(surefleet::msg::HelpQueue(), {}, system_time() - seconds(1)));
    QCOMPARE(panel.table()->model()->rowCount(), 1);
    QVERIFY(!panel.find<QLabel>("doubt")->isVisible());
  }

  void who_has_no_roster_looks_at_what_is_not_proved_and_is_told()
  {
    Loaded panel;
    panel.hear(queue_of("a"));
    QCOMPARE(panel.table()->model()->rowCount(), 1);
    QVERIFY(panel.find<QLabel>("doubt")->isVisible());
    QVERIFY(panel.find<QLabel>("doubt")->text().startsWith("not proved"));
    panel.key(Qt::Key_Down);
    panel.respond<ShowHelp>("show", Staffed::whole());
    QVERIFY(panel.find<QWidget>("option_1")->isVisible());
    // Once there is a roster, nothing stays on view that was not proved with it.
    const Keys keys;
    panel.widget()->signIn(sign_in(keys.folder(), "ada").signet);
    QVERIFY(!panel.find<QLabel>("doubt")->isVisible());
    QCOMPARE(panel.table()->model()->rowCount(), 0);
    QVERIFY(panel.find<QLabel>("idle")->isVisible());
  }

  void who_may_not_sign_still_looks_at_what_is_proved()
  {
    const Keys keys;
    std::filesystem::remove_all(keys.folder() / "keys");
    Loaded panel;
    panel.widget()->setKeys(keys.directory.path(), "");
    QVERIFY(panel.widget()->signer() == nullptr);
    panel.hear(queue_of("b"));
    QCOMPARE(panel.table()->model()->rowCount(), 0);
    panel.hear(said(queue_of("a")));
    QCOMPARE(panel.table()->model()->rowCount(), 1);
    // Its call bears no seal, and the answer is bound to it as it is.
    panel.key(Qt::Key_Down);
    QCOMPARE(panel.client<ShowHelp>("show")->last->seal.signer, std::string());
    panel.answer<ShowHelp>("show", Staffed::whole());
    QVERIFY(panel.find<QWidget>("option_1")->isVisible());
  }
};

QTEST_MAIN(ForgeryTest)
#include "forgery_test.moc"
