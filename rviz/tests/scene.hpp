// A widget to take pictures of.
#ifndef SUREFLEET_HELP_TESTS__SCENE_HPP_
#define SUREFLEET_HELP_TESTS__SCENE_HPP_

#include <QtTest>

#include <QApplication>

#include <vector>

#include "desk.hpp"
#include "widget/help_desk_widget.hpp"

namespace surefleet::help::tests
{

/// A widget, the desk it hears, and what it sent.
struct Scene
{
  explicit Scene(QSize size = {900, 600})
  : widget([this] {return now;})
  {
    QObject::connect(
      &widget, &HelpDeskWidget::commandIssued, [this](const Command & command) {sent.push_back(command);});
    widget.signIn(operator_of_this_name("Ada"));
    widget.setMuted(true);
    widget.resize(size);
    widget.show();
    QApplication::setActiveWindow(&widget);
    widget.setFocus();
  }

  void publish(const std::vector<Summary> & lines) {widget.receiveQueue(kDeskStart, lines);}

  void key(Qt::Key key) {QTest::keyClick(widget.focusProxy(), key);}

  /// Selects the first line and hands it the whole request.
  void open(const Request & whole)
  {
    key(Qt::Key_Down);
    widget.receiveReply(sent.back().ticket, ShowReply{true, whole, ""});
  }

  LocalTime now = kLocalStart;
  std::vector<Command> sent;
  HelpDeskWidget widget;
};

}  // namespace surefleet::help::tests

#endif  // SUREFLEET_HELP_TESTS__SCENE_HPP_
