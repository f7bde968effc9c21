// The widget as a whole: what the mouse, the desk and time do to it.
#include <QtTest>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTabWidget>

#include "panel.hpp"
#include "widget/queue_table.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

class WidgetTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void a_click_selects()
  {
    Panel panel;
    const QRect row = panel.table()->visualRect(panel.table()->model()->index(1, QueueTable::Question));
    QTest::mouseClick(panel.table()->viewport(), Qt::LeftButton, Qt::NoModifier, row.center());
    QVERIFY(panel.only<ShowCall>() != nullptr);
    QCOMPARE(panel.only<ShowCall>()->id, std::string("b"));
  }

  void mouse_marks_and_answers()
  {
    Panel panel;
    panel.open();
    QVERIFY(!panel.find<QAbstractButton>("answer")->isEnabled());
    panel.click("option_1");
    QVERIFY(panel.sent.empty());
    panel.click("answer");
    QVERIFY(panel.only<AnswerCall>() != nullptr);
    QCOMPARE(panel.only<AnswerCall>()->decision, std::uint16_t(11));
  }

  void a_barred_option_cannot_be_clicked()
  {
    Panel panel;
    panel.open();
    panel.click("option_4");
    QVERIFY(!panel.find<QAbstractButton>("answer")->isEnabled());
  }

  void the_next_row_is_not_picked_when_the_selected_one_vanishes()
  {
    Panel panel;
    panel.open();
    panel.key(Qt::Key_1);
    panel.widget.receiveQueue(kDeskStart, {panel.lines[1]});
    QVERIFY(panel.table()->selectionModel()->selectedRows().isEmpty());
    QVERIFY(panel.find<QLabel>("ended")->isVisible());
    panel.sent.clear();
    panel.key(Qt::Key_Return);
    panel.key(Qt::Key_C);
    QVERIFY(panel.sent.empty());
  }

  void selection_stays_with_the_request_when_rows_move()
  {
    Panel panel;
    panel.open();
    panel.widget.receiveQueue(kDeskStart, {summary("c", "robot_3"), panel.lines[1], panel.lines[0]});
    QCOMPARE(panel.table()->currentIndex().row(), 2);
    QCOMPARE(panel.table()->selectionModel()->selectedRows().size(), 1);
    QCOMPARE(panel.find<QLabel>("question")->text(), QString("Which apple does robot_1 grab?"));
  }

  void countdown_ticks()
  {
    Panel panel;
    panel.open();
    QCOMPARE(panel.find<QLabel>("deadline")->text(), QString("0:42 then idle"));
    panel.now += seconds(2);
    QTRY_COMPARE_WITH_TIMEOUT(panel.find<QLabel>("deadline")->text(), QString("0:40 then idle"), 2000);
  }

  void silence_is_shown_and_bars_answers()
  {
    Panel panel;
    panel.open();
    panel.key(Qt::Key_1);
    panel.now += seconds(4);
    panel.widget.tick();
    QVERIFY(panel.find<QLabel>("stale")->isVisible());
    QCOMPARE(panel.find<QLabel>("stale")->text(), QString("no word from the help desk since 4 s"));
    QVERIFY(!panel.find<QAbstractButton>("answer")->isEnabled());
    QVERIFY(panel.find<QAbstractButton>("halt")->isEnabled());
  }

  void news_are_told_once()
  {
    Panel panel;
    QSignalSpy news(&panel.widget, &HelpDeskWidget::newsArrived);
    panel.widget.receiveQueue(kDeskStart, panel.lines);
    QCOMPARE(news.count(), 0);
    panel.lines.push_back(summary("c", "robot_3"));
    panel.widget.receiveQueue(kDeskStart, panel.lines);
    panel.widget.receiveQueue(kDeskStart, panel.lines);
    QCOMPARE(news.count(), 1);
    QCOMPARE(news.at(0).at(0).toInt(), 1);
  }

  void the_filter_hides_other_robots_and_is_a_setting()
  {
    Panel panel;
    QSignalSpy changed(&panel.widget, &HelpDeskWidget::settingsChanged);
    panel.widget.setRobotFilter("robot_2");
    QCOMPARE(panel.table()->model()->rowCount(), 1);
    QCOMPARE(panel.find<QComboBox>("robots")->currentText(), QString("robot_2"));
    QCOMPARE(changed.count(), 0);
    // A robot without requests can still be the filter of a saved configuration.
    panel.widget.setRobotFilter("robot_9");
    QCOMPARE(panel.find<QComboBox>("robots")->currentText(), QString("robot_9"));
    QCOMPARE(panel.table()->model()->rowCount(), 0);
    panel.find<QCheckBox>("sound")->click();
    QCOMPARE(changed.count(), 1);
    QVERIFY(!panel.widget.muted());
  }

  void a_refusal_is_on_view()
  {
    Panel panel;
    panel.open();
    panel.key(Qt::Key_1);
    panel.key(Qt::Key_Return);
    panel.widget.receiveReply(panel.sent[0].ticket, AnswerReply{false, "Grace was first"});
    QCOMPARE(panel.find<QWidget>("message")->accessibleName(), QString("robot_1: answer refused: Grace was first"));
    QVERIFY(panel.find<QWidget>("message")->toolTip().contains("Grace was first"));
  }

  void a_reply_within_the_signal_is_taken()
  {
    Panel panel;
    QObject::connect(
      &panel.widget, &HelpDeskWidget::commandIssued, [&panel](const Command & command) {
        panel.widget.receiveReply(command.ticket, CallFailure{"the service is not there"});
      });
    panel.key(Qt::Key_Down);
    QCOMPARE(panel.sent.size(), std::size_t(1));
    QVERIFY(panel.find<QWidget>("message")->accessibleName().contains("the service is not there"));
  }

  void the_history_is_asked_for_when_it_is_looked_at()
  {
    Panel panel;
    panel.widget.findChild<QTabWidget *>()->setCurrentIndex(1);
    QVERIFY(panel.only<HistoryCall>() != nullptr);
    QCOMPARE(panel.only<HistoryCall>()->robot, std::string());
    panel.key(Qt::Key_C);
    QCOMPARE(panel.sent.size(), std::size_t(1));
  }
};

QTEST_MAIN(WidgetTest)
#include "widget_test.moc"
