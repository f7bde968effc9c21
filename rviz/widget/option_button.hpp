#ifndef SUREFLEET_HELP__OPTION_BUTTON_HPP_
#define SUREFLEET_HELP__OPTION_BUTTON_HPP_

#include <QAbstractButton>

#include <optional>

#include "model/display.hpp"

namespace surefleet::help
{

/// One option: number, words, a bar as long as its probability with the threshold across it, and why it is barred.
class OptionButton : public QAbstractButton
{
  Q_OBJECT

public:
  explicit OptionButton(QWidget * parent = nullptr);

  void show(const OptionLine & option, std::optional<double> threshold);

  std::uint16_t id() const {return option_.id;}
  bool isMarked() const {return option_.highlighted;}
  /// What has to be seen by whoever chooses it: number, words and percentage.
  QRect wordsRect() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override {return true;}
  int heightForWidth(int width) const override;

protected:
  void paintEvent(QPaintEvent * event) override;

private:
  /// Where everything lies, for a width.
  struct Layout
  {
    QRect number, words, percent, bar, reason;
    int height = 0;
  };

  Layout layOut(int width) const;
  QString reason() const;
  void paintBar(QPainter & painter, const QRect & bar) const;

  OptionLine option_;
  std::optional<double> threshold_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__OPTION_BUTTON_HPP_
