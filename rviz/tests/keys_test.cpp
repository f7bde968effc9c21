// The keyboard: which commands its keys issue, and which they never do.
#include <QtTest>

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

#include "panel.hpp"
#include "widget/queue_table.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

class KeysTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void number_and_enter_answer()
  {
    Panel panel;
    panel.open();
    panel.key(Qt::Key_2);
    QVERIFY(panel.sent.empty());
    panel.key(Qt::Key_Return);
    const AnswerCall * answer = panel.only<AnswerCall>();
    QVERIFY(answer != nullptr);
    QCOMPARE(answer->kind, AnswerKind::Option);
    QCOMPARE(answer->option, std::uint16_t(12));
    QCOMPARE(answer->id, std::string("a"));
  }

  void no_single_key_sends_anything_but_a_claim()
  {
    Panel panel;
    panel.open();
    for (int key = Qt::Key_0; key <= Qt::Key_Z; ++key) {
      if (key == Qt::Key_C || key == Qt::Key_J || key == Qt::Key_K) {
        continue;
      }
      panel.key(Qt::Key_Escape);
      panel.key(static_cast<Qt::Key>(key));
      panel.key(Qt::Key_Escape);
    }
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space, Qt::Key_Tab, Qt::Key_Delete}) {
      panel.key(key);
      panel.table()->setFocus();
    }
    QVERIFY(panel.sent.empty());
    panel.key(Qt::Key_C);
    QVERIFY(panel.only<ClaimCall>() != nullptr);
    QCOMPARE(panel.only<ClaimCall>()->action, ClaimAction::Claim);
  }

  void a_key_held_down_is_one_press()
  {
    Panel panel;
    panel.open();
    panel.key(Qt::Key_1);
    for (int i = 0; i < 3; ++i) {
      QKeyEvent repeated(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, "\r", true);
      QApplication::sendEvent(panel.table(), &repeated);
    }
    QVERIFY(panel.sent.empty());
  }

  void shortcuts_with_modifiers_are_left_alone()
  {
    Panel panel;
    panel.open();
    panel.key(Qt::Key_C, Qt::ControlModifier);
    panel.key(Qt::Key_H, Qt::AltModifier);
    QVERIFY(panel.sent.empty());
    QVERIFY(!panel.find<QAbstractButton>("yes")->isVisible());
  }

  void rviz_shortcuts_do_not_take_the_inbox_keys()
  {
    Panel panel;
    QKeyEvent ours(QEvent::ShortcutOverride, Qt::Key_H, Qt::NoModifier, "h");
    ours.ignore();
    QApplication::sendEvent(panel.table(), &ours);
    QVERIFY(ours.isAccepted());
    QKeyEvent theirs(QEvent::ShortcutOverride, Qt::Key_F11, Qt::NoModifier);
    theirs.ignore();
    QApplication::sendEvent(panel.table(), &theirs);
    QVERIFY(!theirs.isAccepted());
  }

  void halt_is_confirmed_in_the_panel()
  {
    Panel panel;
    panel.open();
    panel.key(Qt::Key_H);
    QVERIFY(panel.find<QAbstractButton>("yes")->isVisible());
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    QVERIFY(panel.find<QLabel>("confirmation")->text().contains("robot_1"));
    panel.key(Qt::Key_Return);
    panel.key(Qt::Key_H);
    QVERIFY(panel.sent.empty());
    panel.key(Qt::Key_Escape);
    QVERIFY(!panel.find<QAbstractButton>("yes")->isVisible());
    panel.key(Qt::Key_Y);
    QVERIFY(panel.sent.empty());
    panel.click("halt");
    panel.click("yes");
    QVERIFY(panel.only<AnswerCall>() != nullptr);
    QCOMPARE(panel.only<AnswerCall>()->kind, AnswerKind::Halt);
  }

  void free_text_is_required_and_its_keys_are_text()
  {
    Panel panel;
    panel.open();
    panel.key(Qt::Key_N);
    auto * words = panel.find<QPlainTextEdit>("free_text");
    QVERIFY(words->hasFocus());
    panel.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(panel.sent.empty());
    QTest::keyClicks(words, "ch1y");
    QCOMPARE(words->toPlainText(), QString("ch1y"));
    QVERIFY(panel.sent.empty());
    panel.key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(panel.only<AnswerCall>() != nullptr);
    QCOMPARE(panel.only<AnswerCall>()->kind, AnswerKind::NoneOfThese);
    QCOMPARE(panel.only<AnswerCall>()->text, std::string("ch1y"));
    panel.key(Qt::Key_Escape);
    QVERIFY(panel.table()->hasFocus());
  }

  void keys_in_the_sign_in_form_are_text()
  {
    Panel panel;
    panel.open();
    panel.key(Qt::Key_1);
    panel.click("operator");
    auto * name = panel.find<QLineEdit>("sign_in_name");
    QVERIFY(name->hasFocus());
    QTest::keyClicks(name, "ch1y");
    QCOMPARE(name->text(), QString("ch1y"));
    // Nobody of that name has a key here.
    panel.key(Qt::Key_Return);
    QVERIFY(panel.find<QLabel>("signed_by")->text().startsWith("Name the folder of the keys"));
    QVERIFY(panel.sent.empty());
    panel.key(Qt::Key_Escape);
    QVERIFY(!name->isVisible());
    QVERIFY(panel.table()->hasFocus());
    panel.key(Qt::Key_C);
    QCOMPARE(panel.sent.at(0).signer->name(), std::string("Ada"));
  }

  void taking_over_is_confirmed()
  {
    Panel panel;
    panel.lines[0].claim = {"Grace", kDeskStart + seconds(20)};
    panel.widget.receiveQueue(kDeskStart, panel.lines);
    panel.open();
    QVERIFY(!panel.find<QAbstractButton>("claim")->isVisible());
    QVERIFY(!panel.find<QAbstractButton>("none_of_these")->isEnabled());
    QVERIFY(panel.find<QAbstractButton>("none_of_these")->toolTip().contains("Grace"));
    panel.key(Qt::Key_C);
    QVERIFY(panel.sent.empty());
    panel.key(Qt::Key_Y);
    QVERIFY(panel.only<ClaimCall>() != nullptr);
    QCOMPARE(panel.only<ClaimCall>()->action, ClaimAction::TakeOver);
  }

  void arrow_keys_select_and_ask_for_the_whole_request()
  {
    Panel panel;
    panel.key(Qt::Key_Down);
    QVERIFY(panel.only<ShowCall>() != nullptr);
    QCOMPARE(panel.only<ShowCall>()->id, std::string("a"));
    QCOMPARE(panel.sent[0].signer->name(), std::string("Ada"));
    panel.sent.clear();
    panel.key(Qt::Key_Down);
    QCOMPARE(panel.only<ShowCall>()->id, std::string("b"));
    QCOMPARE(panel.table()->currentIndex().row(), 1);
  }
};

QTEST_MAIN(KeysTest)
#include "keys_test.moc"
