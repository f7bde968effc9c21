// Colours with a meaning, for light and dark palettes, and plain text made safe to show.
#ifndef SUREFLEET_HELP__TONE_HPP_
#define SUREFLEET_HELP__TONE_HPP_

#include <QColor>
#include <QPalette>
#include <QString>
#include <QWidget>

#include <string>

#include "model/display.hpp"

namespace surefleet::help
{

enum class Tone { Normal, Muted, Good, Warning, Danger };

Tone tone(Urgency urgency);
Tone tone(Severity severity);

/// The colour of text in this tone.
QColor ink(const QPalette & palette, Tone tone);

/// A ground for a banner: the window's colour with a breath of the tone.
QColor ground(const QPalette & palette, Tone tone);

QColor blend(const QColor & under, const QColor & over, double share);

/// Gives a widget's text a tone; follows the palette of its parent.
void setTone(QWidget * widget, Tone tone);

QString text(const std::string & utf8);

/// For labels: long runs without a blank may be broken anywhere, else they would widen the panel.
QString breakable(const std::string & utf8);

/// For tool tips, which would otherwise take what looks like HTML for HTML.
QString tip(const std::string & utf8);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__TONE_HPP_
