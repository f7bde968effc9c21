#include "widget/elided_label.hpp"

#include <QPainter>

namespace surefleet::help
{

ElidedLabel::ElidedLabel(QWidget * parent)
: QWidget(parent)
{
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::say(const std::string & words, Tone tone)
{
  // One line: a line break would cut off what follows.
  const QString simplified = text(words).simplified();
  if (simplified == words_ && tone == tone_) {
    return;
  }
  words_ = simplified;
  tone_ = tone;
  setToolTip(tip(words));
  setAccessibleName(words_);
  update();
}

QSize ElidedLabel::sizeHint() const
{
  return {fontMetrics().horizontalAdvance(words_), fontMetrics().height() + 4};
}

QSize ElidedLabel::minimumSizeHint() const
{
  return {0, fontMetrics().height() + 4};
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
  QPainter painter(this);
  painter.setPen(ink(palette(), tone_));
  const QString shown = fontMetrics().elidedText(words_, Qt::ElideRight, width());
  painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
}

void ElidedLabel::mouseReleaseEvent(QMouseEvent *)
{
  Q_EMIT clicked();
}

}  // namespace surefleet::help
