// The parts of the widget by themselves: tables, bars, pictures.
#include <QtTest>

#include <QAbstractItemModelTester>
#include <QBuffer>
#include <QSignalSpy>

#include "desk.hpp"
#include "widget/option_button.hpp"
#include "widget/picture_view.hpp"
#include "widget/queue_table.hpp"
#include "widget/text_table.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

namespace
{

Line line(const char * id)
{
  Line line;
  line.id = id;
  line.robot = "robot_1";
  return line;
}

QString order(const QueueTable & table)
{
  QString order;
  for (int row = 0; row < table.rowCount(); ++row) {
    order += QString::fromStdString(table.idAt(row));
  }
  return order;
}

}  // namespace

class PartsTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void queue_table_moves_rows_one_by_one()
  {
    QueueTable table;
    QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy resets(&table, &QAbstractItemModel::modelReset);
    table.show({line("a"), line("b"), line("c"), line("d")});
    const QPersistentModelIndex third = table.index(2, 0);
    for (const char * next : {"dcba", "bxcd", "c", "", "cab", "abc"}) {
      std::vector<Line> lines;
      for (const char * id = next; *id != '\0'; ++id) {
        lines.push_back(line(std::string(1, *id).c_str()));
      }
      table.show(lines);
      QCOMPARE(order(table), QString(next));
      if (QString(next) == "c") {
        QCOMPARE(third.row(), 0);
      }
    }
    QCOMPARE(resets.count(), 0);
  }

  void text_table_is_a_sound_model()
  {
    TextTable table({"One", "Two"});
    QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.show({{{"<b>a</b>", "b"}, Tone::Danger}});
    QCOMPARE(table.data(table.index(0, 0)).toString(), QString("<b>a</b>"));
    QCOMPARE(table.data(table.index(0, 0), Qt::ToolTipRole).toString(), QString("<p>&lt;b&gt;a&lt;/b&gt;</p>"));
    table.show({});
    QCOMPARE(table.rowCount(), 0);
  }

  void a_bar_is_as_long_as_the_probability()
  {
    OptionButton button;
    button.resize(400, button.heightForWidth(400));
    OptionLine option;
    option.in_set = true;
    const auto coloured = [&](double probability) {
        option.probability = probability;
        button.show(option, std::nullopt);
        const QImage image = button.grab().toImage();
        const QRgb accent = button.palette().color(QPalette::Active, QPalette::Highlight).rgb();
        int longest = 0;
        for (int y = 0; y < image.height(); ++y) {
          int run = 0;
          for (int x = 0; x < image.width(); ++x) {
            run += image.pixel(x, y) == accent;
          }
          longest = std::max(longest, run);
        }
        return longest;
      };
    const int whole = coloured(1.0);
    QVERIFY2(whole > 300, qPrintable(QString::number(whole)));
    QVERIFY(std::abs(coloured(0.5) - whole / 2) <= 2);
    QVERIFY(std::abs(coloured(0.1) - whole / 10) <= 2);
    option.in_set = false;
    QCOMPARE(coloured(0.5), 0);
  }

  void pictures_are_shown_or_explained()
  {
    PictureView view;
    QImage image(8, 4, QImage::Format_RGB32);
    image.fill(Qt::red);
    for (const char * format : {"PNG", "JPG"}) {
      QByteArray bytes;
      QBuffer buffer(&bytes);
      QVERIFY(image.save(&buffer, format));
      view.show({format, {bytes.begin(), bytes.end()}});
      QCOMPARE(view.words(), QString());
      view.show({format, {bytes.begin(), bytes.begin() + 20}});
      QVERIFY2(view.words().startsWith("The picture cannot be shown"), qPrintable(view.words()));
    }
    view.show({"png", {1, 2, 3}});
    QVERIFY(view.words().contains("3 bytes"));
    view.show({"camera is off", {}});
    QCOMPARE(view.words(), QString("No picture: camera is off"));
  }
};

QTEST_MAIN(PartsTest)
#include "parts_test.moc"
