// The wrapper for RViz on stand-ins for RViz and rclcpp, with the real messages: what it sends, keeps and restores.
#include <QtTest>

#include <QLineEdit>
#include <QTableView>

#include "panel/help_panel.hpp"
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

  QLineEdit * name() {return panel.findChild<QLineEdit *>("operator");}
  void key(Qt::Key key) {QTest::keyClick(panel.findChild<QTableView *>("queue"), key);}

  rviz_common::DisplayContext context;
  HelpPanel panel;
};

}  // namespace

class PanelTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void a_configuration_brings_no_operator_and_takes_none()
  {
    rviz_common::Config saved;
    saved.mapSetValue("Operator", "Grace");
    saved.mapSetValue("Robot", "robot_2");
    saved.mapSetValue("Muted", true);
    Loaded loaded(saved);
    QVERIFY(loaded.name()->text() != "Grace");
    auto * widget = loaded.panel.findChild<surefleet::help::HelpDeskWidget *>();
    QCOMPARE(widget->robotFilter(), QString("robot_2"));
    QVERIFY(widget->muted());
    loaded.name()->setText("Ada");
    rviz_common::Config written;
    loaded.panel.save(written);
    QVERIFY(!written.values->values().contains("Ada"));
    QCOMPARE(written.values->value("Robot").toString(), QString("robot_2"));
  }

  void a_request_is_shown_claimed_and_answered_over_the_services()
  {
    Loaded loaded;
    loaded.name()->setText("Ada");
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
    QCOMPARE(claim->last->operator_name, std::string("Ada"));
    QCOMPARE(claim->last->mission_id[0], std::uint8_t(7));

    loaded.key(Qt::Key_1);
    loaded.key(Qt::Key_Return);
    const auto answer = loaded.client<surefleet::srv::AnswerHelp>("answer");
    QVERIFY(answer->last != nullptr);
    QCOMPARE(answer->last->decision, std::uint16_t(12));
    QCOMPARE(answer->last->request_id, std::string("a"));
  }
};

QTEST_MAIN(PanelTest)
#include "panel_test.moc"
