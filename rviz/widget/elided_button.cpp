#include "widget/elided_button.hpp"

#include <QStyleOptionButton>
#include <QStylePainter>

namespace surefleet::help
{

namespace
{

constexpr int kMargin = 12;

}  // namespace

ElidedButton::ElidedButton(QWidget * parent)
: QPushButton(parent)
{
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedButton::say(const QString & words)
{
  if (words == words_) {
    return;
  }
  words_ = words;
  setAccessibleName(words);
  update();
}

QSize ElidedButton::sizeHint() const
{
  return {fontMetrics().horizontalAdvance(words_) + 2 * kMargin, QPushButton::sizeHint().height()};
}

QSize ElidedButton::minimumSizeHint() const
{
  return {80, QPushButton::minimumSizeHint().height()};
}

void ElidedButton::paintEvent(QPaintEvent *)
{
  QStylePainter painter(this);
  QStyleOptionButton option;
  initStyleOption(&option);
  option.text = fontMetrics().elidedText(words_, Qt::ElideMiddle, width() - 2 * kMargin).replace('&', "&&");
  painter.drawControl(QStyle::CE_PushButton, option);
}

}  // namespace surefleet::help
