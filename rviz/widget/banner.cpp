#include "widget/banner.hpp"

#include <QPainter>

namespace surefleet::help
{

Banner::Banner(Tone tone, QWidget * parent)
: QLabel(parent), tone_(tone)
{
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
  setContentsMargins(12, 6, 8, 6);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
  hide();
}

void Banner::say(const std::string & words)
{
  setText(breakable(words));
  setVisible(!words.empty());
}

void Banner::paintEvent(QPaintEvent * event)
{
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground(palette(), tone_));
  painter.drawRoundedRect(rect(), 3, 3);
  painter.setBrush(ink(palette(), tone_));
  painter.drawRect(0, 0, 4, height());
  painter.end();
  QLabel::paintEvent(event);
}

}  // namespace surefleet::help
