#include "widget/picture_view.hpp"

#include <QBuffer>
#include <QImageReader>
#include <QPainter>

#include "widget/tone.hpp"

namespace surefleet::help
{

namespace
{

constexpr int kGreatestHeight = 240;

// A picture from the wire may claim any size: what would not fit on a screen several times over is not unpacked.
constexpr qint64 kGreatestPixels = 40'000'000;

QString refusal(const Picture & picture, const QString & why)
{
  const QString format = picture.format.empty() ? "no format named" : text(picture.format);
  return QString("The picture cannot be shown (%1; %2 bytes, %3).")
         .arg(why).arg(picture.bytes.size()).arg(format);
}

}  // namespace

PictureView::PictureView(QWidget * parent)
: QWidget(parent)
{
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void PictureView::show(const Picture & picture)
{
  image_ = QImage();
  words_.clear();
  if (picture.bytes.empty()) {
    words_ = picture.format.empty() ? QString("No picture.") : "No picture: " + breakable(picture.format);
  } else {
    QByteArray bytes = QByteArray::fromRawData(
      reinterpret_cast<const char *>(picture.bytes.data()), static_cast<int>(picture.bytes.size()));
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    if (qint64(size.width()) * size.height() > kGreatestPixels) {
      words_ = refusal(picture, QString("%1 by %2 pixels are too many").arg(size.width()).arg(size.height()));
    } else if (!reader.read(&image_)) {
      words_ = refusal(picture, reader.errorString());
    }
  }
  setToolTip(tip(words_.isEmpty() ? "What the robot sees" : words_.toStdString()));
  updateGeometry();
  update();
}

QSize PictureView::sizeHint() const
{
  return {240, heightForWidth(240)};
}

int PictureView::heightForWidth(int width) const
{
  if (image_.isNull()) {
    return fontMetrics().boundingRect(0, 0, width, 10000, Qt::TextWordWrap, words_).height() + 4;
  }
  return std::min(kGreatestHeight, image_.height() * width / std::max(1, image_.width()));
}

void PictureView::paintEvent(QPaintEvent *)
{
  QPainter painter(this);
  if (image_.isNull()) {
    painter.setPen(ink(palette(), Tone::Muted));
    painter.drawText(rect(), Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignVCenter, words_);
    return;
  }
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  const QSize size = image_.size().scaled(this->size(), Qt::KeepAspectRatio);
  painter.drawImage(QRect(QPoint(0, (height() - size.height()) / 2), size), image_);
}

}  // namespace surefleet::help
