#ifndef SUREFLEET_HELP__ELIDED_LABEL_HPP_
#define SUREFLEET_HELP__ELIDED_LABEL_HPP_

#include <QWidget>

#include <string>

#include "widget/tone.hpp"

namespace surefleet::help
{

/// One line of text that ends in "…" where it does not fit; the tool tip has the whole of it.
class ElidedLabel : public QWidget
{
  Q_OBJECT

public:
  explicit ElidedLabel(QWidget * parent = nullptr);

  void say(const std::string & words, Tone tone);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

Q_SIGNALS:
  void clicked();

protected:
  void paintEvent(QPaintEvent * event) override;
  void mouseReleaseEvent(QMouseEvent * event) override;

private:
  QString words_;
  Tone tone_ = Tone::Normal;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__ELIDED_LABEL_HPP_
