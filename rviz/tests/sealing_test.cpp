// Seals and digests of the real messages, against those that Python made (tests/ros/test_seal_vector.py, examples).
#include <QtTest>

#include <QFile>
#include <QJsonDocument>

#include <limits>

#include "json_message.hpp"
#include "panel/sealing.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test
using surefleet::srv::AnswerHelp;
using surefleet::srv::ClaimHelp;
using surefleet::srv::HelpHistory;
using surefleet::srv::ReadMission;
using surefleet::srv::ShowHelp;

namespace
{

QString digits(const Bytes & bytes)
{
  return QString::fromStdString(hexadecimal(bytes));
}

/// Of a line of a word and digits.
Seed key(const QJsonValue & line)
{
  const Bytes bytes = of_hexadecimal(line.toString().section(' ', 1).toStdString()).value();
  Seed key;
  std::copy(bytes.begin(), bytes.end(), key.begin());
  return key;
}

}  // namespace

class SealingTest : public QObject
{
  Q_OBJECT

  QJsonValue vector;

  /// The one seal of the vector that is over a message of this type.
  template<typename Message>
  void check()
  {
    const QString type = rosidl_generator_traits::name<Message>();
    int found = 0;
    for (const QJsonValue & each : vector["seals"].toArray()) {
      if (each["type"] != type) {
        continue;
      }
      ++found;
      Message message;
      JsonMessage::read(each["message"], message);
      message.seal.signer = each["signer"].toString().toStdString();
      JsonMessage::read(each["stamp"], message.seal.stamp);
      message.seal.signature = of_hexadecimal(each["signature"].toString().toStdString()).value();
      const Sealed said = sealed(message);
      const Bytes context = of_hexadecimal(each["context"].toString().toStdString()).value();
      const Bytes signed_over = signed_bytes(key(vector["fleet.pub"]), said, context);
      QCOMPARE(digits(signed_over), each["signed_bytes"].toString());
      QVERIFY(verifies(key(each["public"]), signed_over, said.seal.signature));
      QCOMPARE(digits(digest(message)), each["digest"].toString());
      if (context.empty() && each["signer"].toString().startsWith("operator/")) {
        const auto roster = std::make_shared<const Roster>(key(vector["fleet.pub"]), std::map<std::string, PublicKey>());
        const Signet signer(each["signer"].toString().section('/', 1).toStdString(), key(each["key"]), roster);
        seal(message, signer, said.seal.stamp);
        QCOMPARE(digits(message.seal.signature), each["signature"].toString());
      }
    }
    QVERIFY2(found == 1, qPrintable(type));
  }

private Q_SLOTS:
  void initTestCase()
  {
    QFile file(SUREFLEET_SEAL_VECTOR);
    QVERIFY(file.open(QIODevice::ReadOnly));
    vector = QJsonDocument::fromJson(file.readAll()).object();
  }

  void requests_are_sealed_as_in_the_shared_vector()
  {
    check<AnswerHelp::Request>();
    check<ClaimHelp::Request>();
    check<HelpHistory::Request>();
    check<ReadMission::Request>();
    check<ShowHelp::Request>();
  }

  void what_the_help_desk_says_is_read_as_in_the_shared_vector()
  {
    check<surefleet::msg::HelpQueue>();
    check<AnswerHelp::Response>();
    check<ClaimHelp::Response>();
    check<HelpHistory::Response>();
    check<ReadMission::Response>();
    check<ShowHelp::Response>();
  }

  void every_nan_is_the_quiet_one_and_infinity_stays()
  {
    ShowHelp::Response shown, other;
    shown.request.threshold = std::numeric_limits<double>::quiet_NaN();
    other.request.threshold = -std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(sealed(shown).message, sealed(other).message);
    Canonical nan, infinity;
    nan << other.request.threshold;
    infinity << -std::numeric_limits<double>::infinity();
    QCOMPARE(digits(nan.bytes()), QString("000000000000f87f"));
    QCOMPARE(digits(infinity.bytes()), QString("000000000000f0ff"));
  }

  void a_questions_digest_is_the_python_references()
  {
    surefleet::msg::HelpRequest request;
    request.robot = "robot_1";
    request.mission_id[0] = 7;
    request.step = 3;
    request.attempt = 1;
    request.mission_text = "Move apple 1 to the sink.";
    request.kind = surefleet::msg::HelpRequest::DECISION;
    request.question = "Which?";
    for (const std::uint16_t decision : {12, 300}) {
      surefleet::msg::HelpOption option;
      option.id = decision == 12 ? 1 : 2;
      option.decision = decision;
      option.text = "grab " + std::to_string(decision);
      option.allowed = decision == 12;
      option.lasting = true;
      request.options.push_back(option);
    }
    QCOMPARE(question_digest(request), std::string("8c248dd80f180b4c33926ba26f9ba4b8fc35b6c12d3be71caacb0c99fdfa7822"));
  }
};

QTEST_GUILESS_MAIN(SealingTest)
#include "sealing_test.moc"
