// The wrapper for RViz on stand-ins for RViz and rclcpp, with the real messages: what it sends, keeps and restores.
#include <QtTest>

#include <fstream>

#include "loaded.hpp"

using namespace surefleet::help::tests;  // NOLINT: test

class PanelTest : public QObject
{
  Q_OBJECT

  const Keys keys;

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
    loaded.hear(said(queue_of("a")));
    loaded.key(Qt::Key_Down);
    const auto show = loaded.client<surefleet::srv::ShowHelp>("show");
    QCOMPARE(show->last->request_id, std::string("a"));
    surefleet::srv::ShowHelp::Response shown;
    shown.found = true;
    shown.request.id = "a";
    shown.request.mission_id[0] = 7;
    shown.request.kind = surefleet::msg::HelpRequest::DECISION;
    surefleet::msg::HelpOption option;
    option.id = 3;
    option.decision = 12;
    option.text = "grab apple 2";
    option.allowed = true;
    shown.request.options.push_back(option);
    loaded.answer<surefleet::srv::ShowHelp>("show", shown);

    loaded.key(Qt::Key_C);
    const auto claim = loaded.client<surefleet::srv::ClaimHelp>("claim");
    QCOMPARE(claim->last->seal.signer, std::string("operator/ada"));
    QCOMPARE(claim->last->mission_id[0], std::uint8_t(7));

    loaded.key(Qt::Key_1);
    loaded.key(Qt::Key_Return);
    const auto answer = loaded.client<surefleet::srv::AnswerHelp>("answer");
    QVERIFY(answer->last != nullptr);
    QCOMPARE(answer->last->option, std::uint16_t(3));
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
};

QTEST_MAIN(PanelTest)
#include "panel_test.moc"
