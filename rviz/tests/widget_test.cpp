// The widget as a whole: what the mouse, the desk and time do to it.
#include <QtTest>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>

#include "key_folder.hpp"
#include "panel.hpp"
#include "widget/elided_label.hpp"
#include "widget/focus_ring.hpp"
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
    QCOMPARE(panel.only<AnswerCall>()->option, std::uint16_t(11));
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
    // Its options and its buttons are gone, and Esc puts the rest away.
    for (const char * name : {"option_1", "answer", "halt"}) {
      QVERIFY2(!panel.find<QWidget>(name)->isVisible(), name);
    }
    panel.key(Qt::Key_Escape);
    QVERIFY(panel.find<QLabel>("idle")->isVisible());
    QVERIFY(panel.table()->selectionModel()->selectedRows().isEmpty());
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

  void the_machine_signs_until_somebody_signs_in_and_the_panel_says_so()
  {
    const Keys keys;
    Panel panel;
    panel.widget.signIn(nullptr);
    auto * words = panel.find<QLabel>("signed_by");
    QCOMPARE(words->text(), QString("Not signed in: nothing can be claimed or answered."));
    panel.widget.receiveQueue(kDeskStart, panel.lines);
    panel.open();
    QVERIFY(!panel.find<QAbstractButton>("claim")->isEnabled());
    panel.widget.setKeys("", "no fleet was started here");
    QVERIFY(words->text().contains("no fleet was started here"));
    panel.widget.setKeys(keys.directory.path(), "");
    QCOMPARE(words->text(), QString("Signed by this machine for its local user."));
    panel.widget.receiveQueue(kDeskStart, panel.lines);
    panel.open();
    QVERIFY(panel.find<QAbstractButton>("claim")->isEnabled());

    const auto enter = [&panel](const char * name, const char * passphrase) {
        panel.click("operator");
        panel.find<QLineEdit>("sign_in_name")->setText(name);
        panel.find<QLineEdit>("sign_in_passphrase")->setText(passphrase);
        panel.click("sign_in_now");
      };
    enter("grace", "two random words");
    QVERIFY(words->text().contains("not the passphrase"));
    QVERIFY(panel.find<QLineEdit>("sign_in_passphrase")->text().isEmpty());
    QCOMPARE(panel.widget.signer()->name(), std::string("local"));
    panel.click("operator");
    enter("grace", "three random words");
    QCOMPARE(words->text(), QString("Signed by grace."));
    QCOMPARE(panel.find<QAbstractButton>("operator")->text(), QString("grace"));
    enter("ada", "");
    QCOMPARE(panel.widget.signer()->name(), std::string("ada"));
    // Found again, the keys of this machine take nobody's place.
    panel.widget.setKeys(keys.directory.path(), "");
    QCOMPARE(panel.widget.signer()->name(), std::string("ada"));
    enter("", "");
    QCOMPARE(words->text(), QString("Signed by this machine for its local user."));
  }

  void what_has_the_keyboard_is_framed()
  {
    Panel panel;
    panel.open();
    const auto * ring = panel.widget.findChild<FocusRing *>();
    const auto around = [ring](const QWidget * widget) {
        return ring->isVisible() && ring->geometry().contains(QRect(widget->mapTo(ring->parentWidget(), {}), widget->size()));
      };
    QVERIFY(around(panel.table()));
    for (const char * name : {"operator", "claim", "mean", "option_1"}) {
      panel.find<QWidget>(name)->setFocus();
      QVERIFY2(around(panel.find<QWidget>(name)), name);
      // Not only there: it goes along.
      QVERIFY(!around(panel.table()));
    }
    QWidget elsewhere;
    elsewhere.show();
    QApplication::setActiveWindow(&elsewhere);
    elsewhere.setFocusPolicy(Qt::StrongFocus);
    elsewhere.setFocus();
    QVERIFY(!ring->isVisible());
  }

  void no_tab_scrolls_sideways()
  {
    for (const int width : {376, 400, 600, 900}) {
      Panel panel;
      panel.widget.resize(width, 700);
      auto * tabs = panel.widget.findChild<QTabWidget *>();
      for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        Summary long_one = summary("z", "mobile_manipulator_in_the_north_wing_17");
        long_one.question = std::string(80, 'x') + " which of them does it grab, and how, and why not the other one?";
        long_one.state = State::Answered;
        long_one.answer = std::string(90, 'y');
        long_one.ended = kDeskStart;
        if (tab == 1 || tab == 2) {
          panel.widget.receiveReply(
            panel.sent.back().ticket, HistoryReply{{long_one}, {{long_one.robot, 12, 9, 2, 1, 14.2, 75.0, 6.3, 7, 40, 8}}});
        }
        QApplication::processEvents();
        for (const auto * table : tabs->widget(tab)->findChildren<QTableView *>()) {
          int columns = 0;
          for (int column = 0; column < table->model()->columnCount(); ++column) {
            columns += table->columnWidth(column);
          }
          QVERIFY2(columns <= table->viewport()->width(), qPrintable(QString("tab %1 at %2").arg(tab).arg(width)));
          QVERIFY(!table->horizontalScrollBar()->isVisible());
        }
      }
    }
  }

  void the_end_of_a_message_stays_and_nothing_moves()
  {
    Panel panel;
    panel.widget.resize(400, 600);
    auto * message = panel.find<ElidedLabel>("message");
    const int height = message->height();
    panel.widget.reportTrouble(QString("robot_1: answer refused: ") + QString("because ").repeated(60) + "Grace was first");
    QApplication::processEvents();
    QCOMPARE(message->height(), height);
    QVERIFY2(message->shown().startsWith("robot_1: answer refused"), qPrintable(message->shown()));
    QVERIFY2(message->shown().endsWith("Grace was first"), qPrintable(message->shown()));
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
