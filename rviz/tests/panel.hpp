// The widget before a help desk that the test plays, for tests by keyboard and mouse.
#ifndef SUREFLEET_HELP_TESTS__PANEL_HPP_
#define SUREFLEET_HELP_TESTS__PANEL_HPP_

#include <QtTest>

#include <QAbstractButton>
#include <QApplication>
#include <QTableView>

#include <variant>
#include <vector>

#include "desk.hpp"
#include "widget/help_desk_widget.hpp"

namespace surefleet::help::tests
{

/// A widget with two requests before it and an operator, Ada; it records what is to be sent.
struct Panel
{
  Panel()
  : widget([this] {return now;})
  {
    QObject::connect(
      &widget, &HelpDeskWidget::commandIssued, [this](const Command & command) {sent.push_back(command);});
    widget.setMuted(true);
    widget.signIn(operator_of_this_name("Ada"));
    widget.resize(900, 600);
    widget.show();
    QApplication::setActiveWindow(&widget);
    table()->setFocus();
    widget.receiveQueue(kDeskStart, lines);
  }

  QTableView * table() {return widget.findChild<QTableView *>("queue");}

  template<typename Widget>
  Widget * find(const char * name) {return widget.findChild<Widget *>(name);}

  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
  {
    QWidget * focused = QApplication::focusWidget();
    QTest::keyClick(focused != nullptr ? focused : table(), key, modifiers);
  }

  void click(const char * name) {QTest::mouseClick(find<QAbstractButton>(name), Qt::LeftButton);}

  /// Selects the first line and hands over the whole of it.
  void open()
  {
    key(Qt::Key_Down);
    widget.receiveReply(sent.back().ticket, ShowReply{true, request(lines[0]), ""});
    sent.clear();
  }

  template<typename Kind>
  const Kind * only() const
  {
    return sent.size() == 1 ? std::get_if<Kind>(&sent[0].call) : nullptr;
  }

  LocalTime now = kLocalStart;
  std::vector<Summary> lines{summary("a", "robot_1"), summary("b", "robot_2")};
  std::vector<Command> sent;
  HelpDeskWidget widget;
};

}  // namespace surefleet::help::tests

#endif  // SUREFLEET_HELP_TESTS__PANEL_HPP_
