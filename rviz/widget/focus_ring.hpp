#ifndef SUREFLEET_HELP__FOCUS_RING_HPP_
#define SUREFLEET_HELP__FOCUS_RING_HPP_

#include <QWidget>

namespace surefleet::help
{

/// A frame around whatever of its parent has the keyboard: styles draw that faintly or not at all.
class FocusRing : public QWidget
{
  Q_OBJECT

public:
  explicit FocusRing(QWidget * parent);

  /// Goes to where the keyboard is now; hides where that is elsewhere.
  void follow();

protected:
  void paintEvent(QPaintEvent * event) override;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__FOCUS_RING_HPP_
