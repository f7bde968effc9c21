#ifndef SUREFLEET_HELP__BANNER_HPP_
#define SUREFLEET_HELP__BANNER_HPP_

#include <QLabel>

#include "widget/tone.hpp"

namespace surefleet::help
{

/// A line of text on a toned ground; hides itself when there is nothing to say.
class Banner : public QLabel
{
  Q_OBJECT

public:
  explicit Banner(Tone tone, QWidget * parent = nullptr);

  void say(const std::string & words);

protected:
  void paintEvent(QPaintEvent * event) override;

private:
  Tone tone_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__BANNER_HPP_
