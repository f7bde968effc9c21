#include "widget/tone.hpp"

namespace surefleet::help
{

namespace
{

constexpr int kLongestRun = 24;

bool dark(const QPalette & palette)
{
  return palette.color(QPalette::Window).lightness() < 128;
}

}  // namespace

Tone tone(Urgency urgency)
{
  switch (urgency) {
    case Urgency::Calm: return Tone::Normal;
    case Urgency::Soon: return Tone::Warning;
    case Urgency::Urgent:
    case Urgency::Overdue: return Tone::Danger;
  }
  return Tone::Normal;
}

Tone tone(Severity severity)
{
  switch (severity) {
    case Severity::Note: return Tone::Normal;
    case Severity::Done: return Tone::Good;
    case Severity::Trouble: return Tone::Danger;
  }
  return Tone::Normal;
}

QColor blend(const QColor & under, const QColor & over, double share)
{
  const auto mix = [share](int a, int b) {return static_cast<int>(a + (b - a) * share);};
  return QColor(mix(under.red(), over.red()), mix(under.green(), over.green()), mix(under.blue(), over.blue()));
}

QColor ink(const QPalette & palette, Tone tone)
{
  switch (tone) {
    case Tone::Normal: return palette.color(QPalette::WindowText);
    case Tone::Muted: return blend(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.66);
    case Tone::Good: return dark(palette) ? QColor(0x86d8a0) : QColor(0x1b6e3c);
    case Tone::Warning: return dark(palette) ? QColor(0xffc66b) : QColor(0x8a5200);
    case Tone::Danger: return dark(palette) ? QColor(0xff8f85) : QColor(0xb3261e);
  }
  return palette.color(QPalette::WindowText);
}

QColor ground(const QPalette & palette, Tone tone)
{
  return blend(palette.color(QPalette::Window), ink(palette, tone), tone == Tone::Normal ? 0.06 : 0.14);
}

void setTone(QWidget * widget, Tone tone)
{
  const QPalette inherited = widget->parentWidget() != nullptr ? widget->parentWidget()->palette() : QPalette();
  const QColor colour = ink(inherited, tone);
  if (widget->palette().color(QPalette::WindowText) != colour) {
    QPalette palette = inherited;
    palette.setColor(QPalette::WindowText, colour);
    widget->setPalette(palette);
  }
}

QString text(const std::string & utf8)
{
  return QString::fromStdString(utf8);
}

QString breakable(const std::string & utf8)
{
  QString broken;
  int run = 0;
  for (const QChar each : text(utf8)) {
    run = each.isSpace() ? 0 : run + 1;
    if (run > kLongestRun && !each.isLowSurrogate() && !each.isMark()) {
      broken += QChar(0x200b);
      run = 1;
    }
    broken += each;
  }
  return broken;
}

QString tip(const std::string & utf8)
{
  return utf8.empty() ? QString() : "<p>" + text(utf8).toHtmlEscaped().replace('\n', "<br>") + "</p>";
}

}  // namespace surefleet::help
