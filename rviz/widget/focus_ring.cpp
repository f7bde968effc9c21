#include "widget/focus_ring.hpp"

#include <QApplication>
#include <QPainter>

namespace surefleet::help
{

namespace
{

constexpr int kThick = 2;

}  // namespace

FocusRing::FocusRing(QWidget * parent)
: QWidget(parent)
{
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  hide();
  connect(qApp, &QApplication::focusChanged, this, &FocusRing::follow);
}

void FocusRing::follow()
{
  const QWidget * focused = QApplication::focusWidget();
  const QRect seen = focused == nullptr ? QRect() : focused->visibleRegion().boundingRect();
  if (focused == nullptr || !parentWidget()->isAncestorOf(focused) || seen.isEmpty()) {
    hide();
    return;
  }
  const QRect around(focused->mapTo(parentWidget(), seen.topLeft()), seen.size());
  setGeometry(around.adjusted(-kThick, -kThick, kThick, kThick));
  raise();
  show();
}

void FocusRing::paintEvent(QPaintEvent *)
{
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(palette().color(QPalette::Active, QPalette::Highlight), kThick));
  const qreal inset = kThick / 2.0;
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 3, 3);
}

}  // namespace surefleet::help
