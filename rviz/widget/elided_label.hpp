#ifndef SUREFLEET_HELP__ELIDED_LABEL_HPP_
#define SUREFLEET_HELP__ELIDED_LABEL_HPP_

#include <QWidget>

#include <string>

#include "widget/tone.hpp"

namespace surefleet::help
{

/// Two lines of text, however much there is to say: what does not fit is left out in the middle, and the tool tip has all of it.
class ElidedLabel : public QWidget
{
  Q_OBJECT

public:
  explicit ElidedLabel(QWidget * parent = nullptr);

  void say(const std::string & words, Tone tone);

  /// What there is room for now.
  QString shown() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

Q_SIGNALS:
  void clicked();

protected:
  void paintEvent(QPaintEvent * event) override;
  void mouseReleaseEvent(QMouseEvent * event) override;

private:
  bool fits(const QString & words) const;
  QString words_;
  Tone tone_ = Tone::Normal;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__ELIDED_LABEL_HPP_
