// What is sent was in view: at the widths that docks have, at any height and wherever the request is scrolled to.
#include <QtTest>

#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "panel.hpp"
#include "widget/elided_button.hpp"
#include "widget/option_button.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

namespace
{

/// In a lower dock the panel's parts cover one another; then less may be sent than is in view, never more.
constexpr int kRoomy = 480;

/// A panel in a dock of this size, before a request with nine options, some of them long. The dock cuts off what does not fit.
struct Docked
{
  explicit Docked(QSize size)
  {
    dock.resize(size);
    auto * layout = new QVBoxLayout(&dock);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSizeConstraint(QLayout::SetNoConstraint);
    layout->addWidget(&panel.widget);
    dock.show();
    QApplication::setActiveWindow(&dock);
    panel.table()->setFocus();
    panel.key(Qt::Key_Down);
    Request whole = request(panel.lines[0]);
    whole.options.clear();
    for (std::uint16_t i = 1; i <= 9; ++i) {
      const std::string words = "grab apple " + std::to_string(i);
      const std::string more = i % 3 == 0 ? ", which lies behind the toaster, with the left arm from above, slowly" : "";
      whole.options.push_back({i, words + more, -0.1 * i, true, true, "", true});
    }
    panel.widget.receiveReply(panel.sent.back().ticket, ShowReply{true, whole, ""});
    panel.sent.clear();
  }

  OptionButton * option(int number)
  {
    return dock.findChild<OptionButton *>("option_" + QString::number(number));
  }

  QScrollBar * bar() {return dock.findChild<QScrollArea *>()->verticalScrollBar();}

  /// Worked out from positions alone: its words are inside everything that frames them.
  bool seen(int number)
  {
    QApplication::processEvents();
    const OptionButton * button = option(number);
    const QRect words = button->wordsRect();
    for (const QWidget * frame = button; frame != nullptr; frame = frame->parentWidget()) {
      if (!frame->rect().contains(QRect(button->mapTo(const_cast<QWidget *>(frame), words.topLeft()), words.size()))) {
        return false;
      }
    }
    return true;
  }

  /// Whether this option was sent and nothing else, or nothing at all; the desk refuses it, so that it can be sent again.
  bool sentJust(int number, bool sent)
  {
    const AnswerCall * answer = panel.only<AnswerCall>();
    const bool right = sent ? answer != nullptr && answer->option == number : panel.sent.empty();
    if (answer != nullptr) {
      panel.widget.receiveReply(panel.sent[0].ticket, AnswerReply{false, "again"});
    }
    panel.sent.clear();
    return right;
  }

  QString answer() {return dock.findChild<ElidedButton *>("answer")->words();}

  // The panel is the dock's child, and goes before it.
  QWidget dock;
  Panel panel;
};

}  // namespace

class ViewTest : public QObject
{
  Q_OBJECT

private:
  static void sizes()
  {
    QTest::addColumn<QSize>("size");
    for (const int width : {376, 400, 600}) {
      for (const int height : {300, 480, 620, 1000}) {
        QTest::addRow("%d by %d", width, height) << QSize(width, height);
      }
    }
  }

private Q_SLOTS:
  void a_marked_option_comes_into_view_and_is_named_before_it_is_sent_data() {sizes();}
  void a_marked_option_comes_into_view_and_is_named_before_it_is_sent()
  {
    QFETCH(QSize, size);
    Docked docked(size);
    QVERIFY(docked.panel.widget.minimumSizeHint().width() <= size.width());
    for (int number = 1; number <= 9; ++number) {
      docked.panel.key(static_cast<Qt::Key>(Qt::Key_0 + number));
      QVERIFY(docked.panel.sent.empty());
      const bool seen = docked.seen(number);
      const bool named = docked.answer().startsWith(QString("Answer: grab apple %1").arg(number));
      docked.panel.key(Qt::Key_Return);
      if (size.height() >= kRoomy) {
        QVERIFY2(seen && named, qPrintable(QString("option %1 is not in view").arg(number)));
        QVERIFY(docked.sentJust(number, true));
      } else {
        QVERIFY(docked.sentJust(number, named));
        QVERIFY(seen || !named);
      }
    }
  }

  void no_option_is_sent_that_is_not_in_view_data() {sizes();}
  void no_option_is_sent_that_is_not_in_view()
  {
    QFETCH(QSize, size);
    Docked docked(size);
    QApplication::processEvents();
    const int farthest = docked.bar()->maximum();
    bool refused = false;
    for (int at = 0; at <= farthest; at += std::max(1, farthest / 10)) {
      docked.panel.key(Qt::Key_5);
      docked.bar()->setValue(at);
      const bool seen = docked.seen(5);
      docked.panel.key(Qt::Key_Return);
      const bool sent = !docked.panel.sent.empty();
      QVERIFY(seen || !sent);
      QVERIFY(sent == seen || size.height() < kRoomy);
      QVERIFY(docked.sentJust(5, sent));
      refused = refused || !seen;
      if (!seen && size.height() >= kRoomy) {
        // It was brought into view instead, and the same key sends it now.
        QVERIFY(docked.seen(5));
        QVERIFY(docked.panel.find<QWidget>("message")->accessibleName().contains("not in view"));
        docked.panel.key(Qt::Key_Return);
        QVERIFY(docked.sentJust(5, true));
      }
    }
    QVERIFY(refused || size.height() == 1000);
  }

  void the_button_shows_first_what_was_scrolled_away()
  {
    Docked docked({400, 620});
    docked.panel.key(Qt::Key_9);
    docked.bar()->setValue(0);
    QApplication::processEvents();
    QVERIFY(!docked.seen(9));
    QCOMPARE(docked.answer(), QString("Show the marked option first (Enter)"));
    docked.panel.click("answer");
    QVERIFY(docked.panel.sent.empty());
    QVERIFY(docked.seen(9));
    QCOMPARE(docked.answer().left(20), QString("Answer: grab apple 9"));
    docked.panel.click("answer");
    QCOMPARE(docked.panel.only<AnswerCall>()->option, std::uint16_t(9));
  }

  void a_panel_that_shrinks_takes_its_option_out_of_view()
  {
    Docked docked({400, 620});
    docked.panel.key(Qt::Key_1);
    QVERIFY(docked.seen(1));
    docked.dock.resize(400, 150);
    QVERIFY(!docked.seen(1));
    docked.panel.key(Qt::Key_Return);
    QVERIFY(docked.panel.sent.empty());
  }

  void a_choice_for_the_whole_mission_says_so_on_the_button()
  {
    Docked docked({400, 620});
    docked.panel.key(Qt::Key_2);
    docked.panel.key(Qt::Key_W);
    QVERIFY(docked.answer().startsWith("Answer for the whole mission: grab apple 2"));
  }

  void what_a_mission_was_read_as_is_confirmed_only_in_view()
  {
    for (const int height : {1000, 300}) {
      Docked docked({376, height});
      docked.panel.key(Qt::Key_M);
      QVERIFY(docked.panel.widget.minimumSizeHint().width() <= 376);
      auto * words = docked.panel.find<QPlainTextEdit>("free_text");
      words->setPlainText("apples");
      QTest::keyClick(words, Qt::Key_Return, Qt::ControlModifier);
      std::string read;
      for (int i = 1; i <= 12; ++i) {
        read += "Move apple " + std::to_string(i) + " to the sink. ";
      }
      docked.panel.widget.receiveReply(docked.panel.sent.at(0).ticket, ReadReply{true, read, {}, ""});
      docked.panel.sent.clear();
      docked.panel.key(Qt::Key_Y);
      QCOMPARE(docked.panel.sent.size(), std::size_t(height == 1000 ? 1 : 0));
    }
  }

  void a_halt_is_confirmed_however_small_the_panel()
  {
    Docked docked({376, 120});
    docked.panel.key(Qt::Key_H);
    docked.panel.key(Qt::Key_Y);
    QVERIFY(docked.panel.only<AnswerCall>() != nullptr);
    QCOMPARE(docked.panel.only<AnswerCall>()->kind, AnswerKind::Halt);
  }
};

QTEST_MAIN(ViewTest)
#include "view_test.moc"
