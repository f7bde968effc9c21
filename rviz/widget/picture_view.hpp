#ifndef SUREFLEET_HELP__PICTURE_VIEW_HPP_
#define SUREFLEET_HELP__PICTURE_VIEW_HPP_

#include <QImage>
#include <QWidget>

#include "model/request.hpp"

namespace surefleet::help
{

/// What the robot sees, as large as there is room for, or in words why there is nothing to see.
class PictureView : public QWidget
{
  Q_OBJECT

public:
  explicit PictureView(QWidget * parent = nullptr);

  void show(const Picture & picture);
  /// Empty when there is a picture.
  const QString & words() const {return words_;}

  QSize sizeHint() const override;
  bool hasHeightForWidth() const override {return true;}
  int heightForWidth(int width) const override;

protected:
  void paintEvent(QPaintEvent * event) override;

private:
  QImage image_;
  QString words_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__PICTURE_VIEW_HPP_
