// The wrapper for RViz on stand-ins for RViz and rclcpp, with the real messages: what it sends, keeps and restores.
#include <QtTest>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTableView>

#include <fstream>

#include "key_folder.hpp"
#include "panel/help_panel.hpp"
#include "panel/sealing.hpp"
#include "rviz_common/config.hpp"
#include "widget/help_desk_widget.hpp"

using surefleet::HelpPanel;

namespace
{

/// The panel as RViz starts it, before a desk with one request.
struct Loaded
{
  explicit Loaded(const rviz_common::Config & config = {})
  {
    panel.initialize(&context);
    panel.load(config);
    panel.show();
    surefleet::msg::HelpQueue queue;
    queue.header.stamp.sec = 100;
    surefleet::msg::HelpSummary line;
    line.id = "a";
    line.robot = "robot_1";
    line.mission_id[0] = 7;
    line.question = "Which apple?";
    line.state = surefleet::msg::HelpRequest::OPEN;
    queue.requests.push_back(line);
    node().find<rclcpp::Subscription<surefleet::msg::HelpQueue>>("help_desk/queue")->callback(
      std::make_shared<surefleet::msg::HelpQueue>(queue));
    QCoreApplication::processEvents();
  }

  rclcpp::Node & node() {return *context.node->node;}

  template<typename Service>
  std::shared_ptr<rclcpp::Client<Service>> client(const char * name)
  {
    return node().find<rclcpp::Client<Service>>(std::string("help_desk/") + name);
  }

  surefleet::help::HelpDeskWidget * widget() {return panel.findChild<surefleet::help::HelpDeskWidget *>();}
  void key(Qt::Key key) {QTest::keyClick(panel.findChild<QTableView *>("queue"), key);}

  rviz_common::DisplayContext context;
  HelpPanel panel;
};

}  // namespace

class PanelTest : public QObject
{
  Q_OBJECT

  const surefleet::help::tests::Keys keys;

private Q_SLOTS:
  void init()
  {
    // No fleet was started on this machine.
    qputenv("ROS_HOME", "/nowhere");
    qunsetenv("ROS_DOMAIN_ID");
  }

  void a_configuration_brings_no_operator_and_takes_none()
  {
    rviz_common::Config saved;
    saved.mapSetValue("Operator", "Grace");
    saved.mapSetValue("Robot", "robot_2");
    saved.mapSetValue("Muted", true);
    Loaded loaded(saved);
    auto * widget = loaded.widget();
    QVERIFY(widget->signer() == nullptr);
    QCOMPARE(widget->robotFilter(), QString("robot_2"));
    QVERIFY(widget->muted());
    widget->signIn(surefleet::help::sign_in(keys.folder(), "ada").signet);
    rviz_common::Config written;
    loaded.panel.save(written);
    for (const QVariant & value : written.values->values()) {
      QVERIFY(!value.toString().contains("ada"));
    }
    QCOMPARE(written.values->value("Robot").toString(), QString("robot_2"));
  }

  void a_request_is_shown_claimed_and_answered_over_the_services()
  {
    Loaded loaded;
    loaded.widget()->signIn(surefleet::help::sign_in(keys.folder(), "ada").signet);
    loaded.key(Qt::Key_Down);
    const auto show = loaded.client<surefleet::srv::ShowHelp>("show");
    QCOMPARE(show->last->request_id, std::string("a"));
    surefleet::srv::ShowHelp::Response shown;
    shown.found = true;
    shown.request.id = "a";
    shown.request.mission_id[0] = 7;
    surefleet::msg::ScoredOption option;
    option.decision = 12;
    option.text = "grab apple 2";
    option.allowed = true;
    shown.request.options.push_back(option);
    show->respond(shown);
    QCoreApplication::processEvents();

    loaded.key(Qt::Key_C);
    const auto claim = loaded.client<surefleet::srv::ClaimHelp>("claim");
    QCOMPARE(claim->last->seal.signer, std::string("operator/ada"));
    QCOMPARE(claim->last->mission_id[0], std::uint8_t(7));

    loaded.key(Qt::Key_1);
    loaded.key(Qt::Key_Return);
    const auto answer = loaded.client<surefleet::srv::AnswerHelp>("answer");
    QVERIFY(answer->last != nullptr);
    QCOMPARE(answer->last->decision, std::uint16_t(12));
    QCOMPARE(answer->last->request_id, std::string("a"));
    QCOMPARE(answer->last->question_sha256, surefleet::help::question_digest(shown.request));
    // Now, by the system's clock.
    QVERIFY(std::abs(answer->last->seal.stamp.sec - QDateTime::currentSecsSinceEpoch()) < 10);
    QCOMPARE(answer->last->seal.signature.size(), std::size_t(64));
  }

  void the_machine_of_a_running_fleet_signs_for_its_local_user()
  {
    QTemporaryDir home;
    const std::filesystem::path pointer = home.path().toStdString() + "/surefleet/running/domain-0";
    std::filesystem::create_directories(pointer.parent_path());
    std::ofstream(pointer) << keys.folder().string() << "\n";
    qputenv("ROS_HOME", home.path().toUtf8());
    Loaded loaded;
    QCOMPARE(loaded.widget()->signer()->name(), std::string("local"));
  }

  void an_answer_is_sealed_as_in_the_shared_vector()
  {
    QFile file(SUREFLEET_SEAL_VECTOR);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject vector = QJsonDocument::fromJson(file.readAll()).object();
    const auto key = [](const QJsonValue & line) {
        const auto bytes = surefleet::help::of_hexadecimal(line.toString().section(' ', 1).toStdString()).value();
        surefleet::help::Seed key;
        std::copy(bytes.begin(), bytes.end(), key.begin());
        return key;
      };
    int found = 0;
    for (const QJsonValue & each : vector["seals"].toArray()) {
      if (each["type"] != "surefleet/srv/AnswerHelp_Request") {
        continue;
      }
      ++found;
      const QJsonValue said = each["message"];
      surefleet::srv::AnswerHelp::Request answer;
      answer.request_id = said["request_id"].toString().toStdString();
      for (int i = 0; i < 16; ++i) {
        answer.mission_id[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(said["mission_id"][i].toInt());
      }
      answer.question_sha256 = said["question_sha256"].toString().toStdString();
      answer.kind = static_cast<std::uint8_t>(said["kind"].toInt());
      answer.decision = static_cast<std::uint16_t>(said["decision"].toInt());
      answer.for_mission = said["for_mission"].toBool();
      answer.text = said["text"].toString().toStdString();
      const surefleet::help::Signet signer(
        each["signer"].toString().section('/', 1).toStdString(), key(each["key"]), key(vector["fleet.pub"]));
      surefleet::help::seal(
        answer, signer,
        std::chrono::seconds(each["stamp"]["sec"].toInt()) + std::chrono::nanoseconds(each["stamp"]["nanosec"].toInt()));
      QCOMPARE(QString::fromStdString(surefleet::help::hexadecimal(answer.seal.signature)), each["signature"].toString());
    }
    QCOMPARE(found, 1);
  }

  void seals_and_digests_are_the_python_references()
  {
    // examples/surefleet_seal.py made these of the same messages, key and time.
    const auto ada = surefleet::help::sign_in(keys.folder(), "ada").signet;
    const std::chrono::nanoseconds now(1700000000123456789);
    surefleet::srv::AnswerHelp::Request answer;
    answer.request_id = "r7";
    answer.mission_id[0] = 7;
    answer.question_sha256 = std::string(64, 'a');
    answer.kind = 1;
    answer.decision = 12;
    answer.for_mission = true;
    answer.text = "grün";
    surefleet::help::seal(answer, *ada, now);
    QCOMPARE(answer.seal.stamp.sec, 1700000000);
    QCOMPARE(answer.seal.stamp.nanosec, 123456789u);
    QCOMPARE(surefleet::help::hexadecimal(answer.seal.signature), std::string(
        "eacd21360b55be50034e43374262f7058e981dc21ad59e2c2ce8f3460b8a18de"
        "70953122379f687b1e921fd61bc28d156c6663d0a494b28d84fbc58775e3eb09"));
    surefleet::srv::ClaimHelp::Request claim;
    claim.request_id = "r7";
    claim.mission_id[15] = 9;
    claim.action = 2;
    surefleet::help::seal(claim, *ada, now);
    QCOMPARE(surefleet::help::hexadecimal(claim.seal.signature), std::string(
        "e11733019d23416c15d091b6a1474dbd629e8943a3861135d32504c67d73160e"
        "23bcc49dee8123d5d1c4ffe224455470cb63c0261fafc06cd0839df2fed52d01"));
    surefleet::srv::ShowHelp::Request show;
    show.request_id = "r7";
    surefleet::help::seal(show, *ada, now);
    QCOMPARE(surefleet::help::hexadecimal(show.seal.signature), std::string(
        "3a58aa526263127e91300858fdd52468bd94b26735b3485c60b93862a916a1cb"
        "08774bb373cf128be2f23f201638ac05b1cb5b8fa60b15d317a47724631c1e00"));

    surefleet::msg::HelpRequest request;
    request.robot = "robot_1";
    request.mission_id[0] = 7;
    request.step = 3;
    request.attempt = 1;
    request.mission_text = "Move apple 1 to the sink.";
    request.question = "Which?";
    for (const std::uint16_t decision : {12, 300}) {
      surefleet::msg::ScoredOption option;
      option.decision = decision;
      option.text = "grab " + std::to_string(decision);
      option.allowed = decision == 12;
      request.options.push_back(option);
    }
    request.lasting = {12, 300};
    QCOMPARE(surefleet::help::question_digest(request), std::string("4ca56772bd7614f0a9ac84e0d3f776e5ddc75a3956222b7e222efe84e67cdc32"));
  }
};

QTEST_MAIN(PanelTest)
#include "panel_test.moc"
