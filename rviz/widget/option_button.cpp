#include "widget/option_button.hpp"

#include <QPainter>

#include "widget/tone.hpp"

namespace surefleet::help
{

namespace
{

constexpr int kMargin = 8;
constexpr int kGap = 4;
constexpr int kBarHeight = 6;
constexpr int kWrapped = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

}  // namespace

OptionButton::OptionButton(QWidget * parent)
: QAbstractButton(parent)
{
  // A click must not take the keyboard away from the table.
  setFocusPolicy(Qt::TabFocus);
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void OptionButton::show(const OptionLine & option, std::optional<double> threshold)
{
  option_ = option;
  threshold_ = threshold;
  setText(help::text(option.text));
  setEnabled(option.allowed);
  std::string told = option.text + "\n" + option.percent + (option.in_set ? ", in the prediction set" : "");
  told += option.lasting ? "\ncan be chosen for the whole mission" : "";
  if (!option.allowed) {
    told += "\nnot allowed: " + option.reason;
  }
  setToolTip(tip(told));
  setAccessibleName(help::text(told));
  updateGeometry();
  update();
}

QString OptionButton::reason() const
{
  return option_.allowed ? QString() : "not allowed: " + breakable(option_.reason);
}

OptionButton::Layout OptionButton::layOut(int width) const
{
  const QFontMetrics metrics = fontMetrics();
  const int inner = width - 2 * kMargin;
  const int number = metrics.horizontalAdvance("00") + kMargin;
  const int percent = metrics.horizontalAdvance("no score") + kMargin;
  const int words = std::max(inner - number - percent, metrics.averageCharWidth() * 6);
  Layout layout;
  int y = kMargin - 1;
  const int height = metrics.boundingRect(0, 0, words, 10000, kWrapped, breakable(option_.text)).height();
  layout.number = QRect(kMargin, y, number, metrics.height());
  layout.words = QRect(kMargin + number, y, words, height);
  layout.percent = QRect(width - kMargin - percent, y, percent, metrics.height());
  y += std::max(height, metrics.height()) + kGap;
  layout.bar = QRect(kMargin + number, y, inner - number, kBarHeight);
  y += kBarHeight;
  if (!option_.allowed) {
    y += kGap;
    const int reason_width = inner - number;
    const int reason_height = metrics.boundingRect(0, 0, reason_width, 10000, kWrapped, reason()).height();
    layout.reason = QRect(kMargin + number, y, reason_width, reason_height);
    y += reason_height;
  }
  layout.height = y + kMargin;
  return layout;
}

QRect OptionButton::wordsRect() const
{
  const Layout layout = layOut(width());
  return layout.number | layout.words | layout.percent;
}

QSize OptionButton::sizeHint() const
{
  return {240, layOut(240).height};
}

QSize OptionButton::minimumSizeHint() const
{
  return {120, layOut(std::max(width(), 120)).height};
}

int OptionButton::heightForWidth(int width) const
{
  return layOut(width).height;
}

void OptionButton::paintEvent(QPaintEvent *)
{
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPalette colours = palette();
  const QColor window = colours.color(QPalette::Window);
  const QColor accent = colours.color(QPalette::Highlight);
  const bool lit = option_.highlighted;
  const QColor edge = lit || hasFocus() ? accent : blend(window, colours.color(QPalette::WindowText), 0.25);
  QColor fill = colours.color(QPalette::Base);
  if (!option_.allowed) {
    fill = window;
  } else if (lit || isDown()) {
    fill = blend(fill, accent, 0.18);
  }
  painter.setPen(QPen(edge, lit ? 2.0 : 1.0));
  painter.setBrush(fill);
  const qreal inset = lit ? 1.0 : 0.5;
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 4, 4);

  const Layout layout = layOut(width());
  const QColor words = option_.allowed ? ink(colours, Tone::Normal) : ink(colours, Tone::Muted);
  painter.setPen(ink(colours, Tone::Muted));
  painter.drawText(layout.number, Qt::AlignLeft | Qt::AlignTop, QString::number(option_.number));
  painter.setPen(option_.probability ? words : ink(colours, Tone::Muted));
  painter.drawText(layout.percent, Qt::AlignRight | Qt::AlignTop, help::text(option_.percent));
  painter.setPen(words);
  QFont font = painter.font();
  font.setStrikeOut(!option_.allowed);
  painter.setFont(font);
  painter.drawText(layout.words, kWrapped, breakable(option_.text));
  font.setStrikeOut(false);
  painter.setFont(font);
  if (!option_.allowed) {
    painter.setPen(ink(colours, Tone::Danger));
    painter.drawText(layout.reason, kWrapped, reason());
  }
  paintBar(painter, layout.bar);
}

void OptionButton::paintBar(QPainter & painter, const QRect & bar) const
{
  const QPalette colours = palette();
  const QColor text = colours.color(QPalette::WindowText);
  const QColor window = colours.color(QPalette::Window);
  painter.setPen(Qt::NoPen);
  painter.setBrush(blend(window, text, 0.10));
  painter.drawRoundedRect(bar, 2, 2);
  if (option_.probability && *option_.probability > 0.0) {
    const bool in_set = option_.in_set && isEnabled();
    painter.setBrush(in_set ? colours.color(QPalette::Active, QPalette::Highlight) : blend(window, text, 0.40));
    const double width = std::max(2.0, bar.width() * *option_.probability);
    painter.drawRoundedRect(QRectF(bar.x(), bar.y(), width, bar.height()), 2, 2);
  }
  if (threshold_) {
    const double x = std::min(bar.x() + bar.width() * *threshold_, bar.right() - 0.5);
    painter.setBrush(text);
    painter.drawRect(QRectF(x, bar.y() - 3, 1.5, bar.height() + 6));
  }
}

}  // namespace surefleet::help
