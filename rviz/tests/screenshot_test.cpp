// What operators see, against references in screenshots/. SUREFLEET_UPDATE_SCREENSHOTS=1 writes these anew.
#include <QtTest>

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleFactory>
#include <QTabWidget>

#include "kitchen.hpp"
#include "scene.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

namespace
{

// Fonts and renderers differ a little between machines, layouts and colours must not.
constexpr double kGreatestShare = 0.02;
constexpr int kGreatestStep = 32;

// What is small, such as a missing bar, shows in cells so large that the edges of letters average out.
constexpr int kCell = 8;
constexpr double kGreatestShareOfCells = 0.003;

QImage cellsOf(const QImage & image)
{
  return image.scaled(image.size() / kCell, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

/// The share of pixels that differ visibly.
double difference(const QImage & one, const QImage & other)
{
  const QImage a = one.convertToFormat(QImage::Format_RGB32);
  const QImage b = other.convertToFormat(QImage::Format_RGB32)
    .scaled(a.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  qint64 differing = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
      differing += std::abs(qRed(p) - qRed(q)) > kGreatestStep || std::abs(qGreen(p) - qGreen(q)) > kGreatestStep ||
        std::abs(qBlue(p) - qBlue(q)) > kGreatestStep;
    }
  }
  return static_cast<double>(differing) / (static_cast<double>(a.width()) * a.height());
}

}  // namespace

class ScreenshotTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void initTestCase()
  {
    const QFontDatabase fonts;
    if (!fonts.families().contains("DejaVu Sans")) {
      QSKIP("DejaVu Sans is not installed (package fonts-dejavu-core): nothing to compare with");
    }
    QApplication::setStyle(QStyleFactory::create("Fusion"));
    QFont font("DejaVu Sans");
    font.setPixelSize(12);
    QApplication::setFont(font);
  }

  void init() {QApplication::setPalette(palette(false));}

  void empty()
  {
    Scene scene;
    scene.publish({});
    compare(scene, "empty");
  }

  void five_requests()
  {
    // Also run at 150 %, where it is to have as many pixels.
    Scene scene(qApp->devicePixelRatio() == 1.0 ? QSize(900, 600) : QSize(600, 500));
    scene.publish(fiveLines());
    scene.open(request(fiveLines()[0]));
    scene.key(Qt::Key_1);
    compare(scene, "five_requests");
  }

  void claimed_by_another()
  {
    Scene scene;
    std::vector<Summary> lines = fiveLines();
    lines[0].claim = {"Grace", kDeskStart + seconds(19)};
    scene.publish(lines);
    scene.open(request(lines[0]));
    scene.key(Qt::Key_C);
    compare(scene, "claimed_by_another");
  }

  void expired()
  {
    Scene scene;
    scene.publish(fiveLines());
    scene.open(request(fiveLines()[0]));
    std::vector<Summary> lines = fiveLines();
    Summary ended = lines[0];
    ended.state = State::Expired;
    lines.erase(lines.begin());
    scene.publish(lines);
    scene.widget.receiveReply(scene.sent.back().ticket, HistoryReply{{ended}, {}});
    compare(scene, "expired");
  }

  void long_text()
  {
    Scene scene;
    std::vector<Summary> lines = fiveLines();
    lines[0].robot = "mobile_manipulator_in_the_north_wing_17";
    lines[0].question =
      "There are two apples on the table, one of them is behind the toaster and may not be reached without moving it. "
      "Which of them does the robot grab, or does it move the toaster first?";
    scene.publish(lines);
    Request whole = request(lines[0]);
    whole.mission_text =
      "Put both apples into the fridge, but first close every drawer, and do not open the fridge while another robot "
      "stands before it; afterwards wipe the table.";
    whole.options[0].text = "grab apple 1, which lies behind the toaster, with the left arm from above, slowly";
    whole.options[1].text = std::string(90, 'x');
    whole.options[2].reason =
      "robot_2 stands before its door, and \"never open the fridge while somebody is near\" (c3) is active";
    scene.open(whole);
    compare(scene, "long_text");
  }

  void narrow()
  {
    Scene scene({376, 620});
    std::vector<Summary> lines = fiveLines();
    const char * const held[] = {"grab apple 1, grab apple 2", "open the top drawer, idle", "put the knife on the table, idle"};
    for (std::size_t i = 0; i < 3; ++i) {
      lines[i].question = "What should robot " + std::to_string(i + 1) + " (" + lines[i].robot +
        ") do in step 3 of at most 9? Possible: " + held[i] + ".";
    }
    scene.publish(lines);
    scene.open(request(lines[0]));
    scene.key(Qt::Key_2);
    compare(scene, "narrow");
  }

  void narrow_refusal()
  {
    Scene scene({376, 520});
    scene.publish(fiveLines());
    scene.open(request(fiveLines()[0]));
    scene.key(Qt::Key_3);
    scene.widget.findChild<QScrollArea *>()->verticalScrollBar()->setValue(0);
    scene.key(Qt::Key_Return);
    scene.widget.findChild<QScrollArea *>()->verticalScrollBar()->setValue(0);
    QApplication::processEvents();
    compare(scene, "narrow_refusal");
  }

  void signing_in()
  {
    Scene scene({376, 620});
    scene.widget.signIn(operator_of_this_name(Signet::kLocal));
    scene.widget.setKeys("/var/lib/surefleet/north", "");
    scene.publish(fiveLines());
    scene.widget.findChild<QAbstractButton *>("operator")->click();
    QTest::keyClicks(scene.widget.findChild<QWidget *>("sign_in_name"), "ada");
    compare(scene, "signing_in");
  }

  void picture()
  {
    Scene scene({440, 760});
    scene.publish({fiveLines()[0], fiveLines()[1]});
    Request whole = request(fiveLines()[0]);
    whole.options.resize(2);
    whole.picture = {"png", kitchen()};
    scene.open(whole);
    compare(scene, "picture");
  }

  void whether_an_action_worked()
  {
    Scene scene({440, 760});
    scene.publish({outcomeLine()});
    Request whole = outcome();
    whole.picture = {"png", kitchen()};
    scene.open(whole);
    scene.key(Qt::Key_2);
    compare(scene, "outcome");
  }

  void a_kind_of_a_later_version()
  {
    Scene scene({440, 760});
    Summary line = outcomeLine();
    line.kind = static_cast<QuestionKind>(7);
    line.question = "Which way should robot_2 carry the tray?";
    scene.publish({line});
    Request whole = request(line);
    whole.takes_mission = false;
    whole.threshold = std::nan("");
    whole.options = {{4, "around the table", std::nan(""), false, true, "", false},
      {9, "under the shelf", std::nan(""), false, true, "", false}};
    scene.open(whole);
    scene.key(Qt::Key_1);
    compare(scene, "later_kind");
  }

  void dark()
  {
    QApplication::setPalette(palette(true));
    Scene scene;
    scene.publish(fiveLines());
    scene.open(request(fiveLines()[0]));
    scene.key(Qt::Key_1);
    scene.key(Qt::Key_H);
    compare(scene, "dark");
  }

  void free_text()
  {
    Scene scene;
    scene.publish(fiveLines());
    scene.open(request(fiveLines()[0]));
    scene.key(Qt::Key_N);
    scene.widget.findChild<QPlainTextEdit *>("free_text")->setPlainText("The apple is behind you, on the sink.");
    compare(scene, "free_text");
  }

  void meant()
  {
    Scene scene;
    scene.publish(fiveLines());
    scene.open(request(fiveLines()[0]));
    scene.key(Qt::Key_M);
    auto * words = scene.widget.findChild<QPlainTextEdit *>("free_text");
    words->setPlainText("bring apple 1 to the fridge");
    QTest::keyClick(words, Qt::Key_Return, Qt::ControlModifier);
    scene.widget.receiveReply(
      scene.sent.back().ticket,
      ReadReply{true, "Move apple 1 to the fridge.", {"Robot 2 should never open the fridge."}, ""});
    compare(scene, "meant");
  }

  void silent()
  {
    Scene scene;
    scene.publish(fiveLines());
    scene.open(request(fiveLines()[0]));
    scene.now += seconds(7);
    scene.widget.tick();
    compare(scene, "silent");
  }

  void not_proved()
  {
    Scene scene({376, 620});
    scene.publish(fiveLines());
    scene.key(Qt::Key_Down);
    scene.widget.receiveReply(scene.sent.back().ticket, Unproved{"its seal does not fit"});
    scene.widget.doubtQueue("it bears no seal");
    scene.widget.doubtQueue("it bears no seal");
    scene.key(Qt::Key_H);
    scene.key(Qt::Key_Y);
    scene.widget.receiveReply(scene.sent.back().ticket, Unproved{"it bears no seal"});
    compare(scene, "not_proved");
  }

  void history()
  {
    Scene scene;
    scene.publish({});
    scene.widget.findChild<QTabWidget *>()->setCurrentIndex(1);
    std::vector<Summary> lines = fiveLines();
    for (Summary & line : lines) {
      line.ended = kDeskStart;
      line.state = State::Answered;
      line.operator_name = "Grace";
      line.answer = "grab apple 2";
    }
    lines[1].state = State::Expired;
    lines[2].answer = "none of these: the drawer is locked";
    lines[4].state = State::Withdrawn;
    scene.widget.receiveReply(
      scene.sent.back().ticket, HistoryReply{lines, {{"robot_1", 12, 9, 2, 1, 14.2, 75.0, 6.3, 7, 40, 8},
          {"robot_2", 1, 0, 1, 0, std::nan(""), 0.0, std::nan(""), 0, 0, 0}}});
    compare(scene, "history");
    scene.widget.findChild<QTabWidget *>()->setCurrentIndex(2);
    compare(scene, "robots");
  }

private:
  void compare(Scene & scene, const char * name)
  {
    const double scale = scene.widget.devicePixelRatioF();
    const QString file = QString(name) + (scale == 1.0 ? "" : "_150_percent") + ".png";
    QApplication::processEvents();
    const QImage image = scene.widget.grab().toImage();
    QVERIFY(QDir().mkpath(SUREFLEET_SCREENSHOTS));
    QVERIFY(image.save(QString(SUREFLEET_SCREENSHOTS) + "/" + file));
    const QString reference = QString(SUREFLEET_REFERENCES) + "/" + file;
    if (qEnvironmentVariableIsSet("SUREFLEET_UPDATE_SCREENSHOTS")) {
      QVERIFY(image.save(reference));
    }
    if (QT_VERSION_MAJOR != 5) {
      QSKIP("drawn, not compared: the references are Qt 5's, and other versions' lines differ in height by a pixel");
    }
    const QImage expected(reference);
    QVERIFY2(!expected.isNull(), qPrintable("there is no " + reference));
    const double pixels = difference(expected, image);
    const double cells = difference(cellsOf(expected), cellsOf(image));
    QVERIFY2(
      pixels <= kGreatestShare && cells <= kGreatestShareOfCells,
      qPrintable(
        QString("%1: %2 % of the pixels and %3 % of the cells differ")
        .arg(file).arg(100.0 * pixels, 0, 'f', 2).arg(100.0 * cells, 0, 'f', 2)));
  }
};

QTEST_MAIN(ScreenshotTest)
#include "screenshot_test.moc"
