#ifndef SUREFLEET_HELP__ELIDED_BUTTON_HPP_
#define SUREFLEET_HELP__ELIDED_BUTTON_HPP_

#include <QPushButton>

namespace surefleet::help
{

/// A button as wide as there is room; words that do not fit are shortened in their middle, the tool tip has all of them.
class ElidedButton : public QPushButton
{
  Q_OBJECT

public:
  explicit ElidedButton(QWidget * parent = nullptr);

  /// Plain words: an ampersand is one.
  void say(const QString & words);
  const QString & words() const {return words_;}

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

protected:
  void paintEvent(QPaintEvent * event) override;

private:
  QString words_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__ELIDED_BUTTON_HPP_
