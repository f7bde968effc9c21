#include "widget/elided_label.hpp"

#include <QPainter>

namespace surefleet::help
{

namespace
{

constexpr int kLines = 2;
constexpr int kWrapped = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignVCenter;

}  // namespace

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
  return {fontMetrics().horizontalAdvance(words_), minimumSizeHint().height()};
}

QSize ElidedLabel::minimumSizeHint() const
{
  // As high for few words as for many: what lies above must not move under the mouse.
  return {0, kLines * fontMetrics().lineSpacing() + 4};
}

bool ElidedLabel::fits(const QString & words) const
{
  return fontMetrics().boundingRect(0, 0, width(), 10000, kWrapped, words).height() <= height();
}

QString ElidedLabel::shown() const
{
  // The end of a message is its reason: it stays.
  QString shown = breakable(words_.toStdString());
  for (int room = kLines * width(); room > 0 && !fits(shown); room -= fontMetrics().averageCharWidth() * 2) {
    shown = breakable(fontMetrics().elidedText(words_, Qt::ElideMiddle, room).toStdString());
  }
  return shown;
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
  QPainter painter(this);
  painter.setPen(ink(palette(), tone_));
  painter.drawText(rect(), kWrapped, shown());
}

void ElidedLabel::mouseReleaseEvent(QMouseEvent *)
{
  Q_EMIT clicked();
}

}  // namespace surefleet::help
