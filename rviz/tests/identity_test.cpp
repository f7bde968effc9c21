// Signing in, and what is signed: against vectors that examples/surefleet_seal.py made.
#include <QtTest>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "key_folder.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

namespace
{

Bytes bytes(const char * digits)
{
  return of_hexadecimal(digits).value();
}

Seed key(const char * digits)
{
  const Bytes all = bytes(digits);
  Seed seed;
  std::copy(all.begin(), all.end(), seed.begin());
  return seed;
}

}  // namespace

class IdentityTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void signatures_are_rfc_8032s()
  {
    // Its second test vector.
    const Seed seed = key("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    QCOMPARE(digits(public_of(seed)), std::string("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"));
    const Bytes signature = sign(seed, {0x72});
    QCOMPARE(
      hexadecimal(signature),
      std::string("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"));
    QVERIFY(verifies(public_of(seed), {0x72}, signature));
    QVERIFY(!verifies(public_of(seed), {0x73}, signature));
  }

  void a_seal_is_the_python_references()
  {
    const Signet ada(
      "ada", filled(3), std::make_shared<const Roster>(public_of(filled(1)), std::map<std::string, PublicKey>()));
    Canonical message;
    message << std::string("ab") << true << std::uint16_t{0x1234} << std::int32_t{-1} << std::array<std::uint8_t, 2>{7, 8};
    QCOMPARE(hexadecimal(message.bytes()), std::string("020000006162013412ffffffff020000000708"));
    const Seal seal = ada.seal(
      std::chrono::nanoseconds(1700000000123456789), "surefleet/srv/AnswerHelp_Request", message.bytes());
    QCOMPARE(seal.signer, std::string("operator/ada"));
    QCOMPARE(hexadecimal(seal.signature), std::string("b6b190142704bd0ea25e8ba4efdd4b7d851a9a96180c00da1c405e8c3c783497"
        "3354d80a7910722159ee9e6bd4ceb999c49be0bb0e031dc818bc1f4500c3bf0d"));
  }

  void every_seal_of_the_shared_vector_is_proved_and_no_other()
  {
    QFile file(SUREFLEET_SEAL_VECTOR);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject vector = QJsonDocument::fromJson(file.readAll()).object();
    const auto line = [](const QJsonValue & value) {return key(value.toString().section(' ', 1).toUtf8().constData());};
    const auto raw = [](const QJsonValue & value) {return bytes(value.toString().toUtf8().constData());};
    const QJsonArray seals = vector["seals"].toArray();
    QCOMPARE(seals.size(), 14);
    for (const QJsonValue & each : seals) {
      const std::string who = each["signer"].toString().toStdString();
      const Roster roster(line(vector["fleet.pub"]), {{who, line(each["public"])}, {"world", line(each["public"])}});
      const auto at = std::chrono::seconds(each["stamp"]["sec"].toInt()) + std::chrono::nanoseconds(each["stamp"]["nanosec"].toInt());
      Sealed said{each["type"].toString().toStdString(), {}, {who, at, raw(each["signature"])}};
      const Bytes context = raw(each["context"]), whole = raw(each["signed_bytes"]);
      const std::size_t head = 17 + 32 + 4 + who.size() + 4 + said.kind.size() + 4 + context.size() + 8;
      said.message.assign(whole.begin() + static_cast<long>(head), whole.end());
      QCOMPARE(roster.doubt(said, who, context), std::string());
      QVERIFY(roster.doubt(said, "world", context) == "it is not sealed by world");
      Bytes elsewhere = context;
      elsewhere.push_back(1);
      QVERIFY(!roster.doubt(said, who, elsewhere).empty());
      for (int change = 0; change < 4; ++change) {
        Sealed other = said;
        change == 0 ? void(other.kind += 'x') : change == 1 ? void(++other.message[0]) :
        change == 2 ? void(other.seal.stamp += std::chrono::nanoseconds(1)) : void(++other.seal.signature[9]);
        QVERIFY(QString::fromStdString(roster.doubt(other, who, context)).startsWith("its seal does not fit"));
      }
      QVERIFY(!Roster(public_of(filled(1)), {{who, line(each["public"])}}).doubt(said, who, context).empty());
      QCOMPARE(Roster(line(vector["fleet.pub"]), {}).doubt(said, who, context), who + " is not on the fleet's roster");
    }
  }

  void a_roster_is_read_whole_or_not_at_all()
  {
    const Keys keys;
    const Roster roster = read_roster(keys.folder());
    QCOMPARE(digits(roster.fleet()), digits(public_of(filled(1))));
    QCOMPARE(digits(roster.key_of("help_desk").value()), digits(public_of(filled(5))));
    QVERIFY(!roster.key_of("signed"));
    // Signed by the fleet, but not a roster.
    for (const std::string text : {"surefleet list 1\nhelp_desk 00\n", "surefleet roster 1\nhelp_desk 00\n"}) {
      const Bytes signature = sign(filled(1), {text.begin(), text.end()});
      keys.write("fleet.roster", text + "signed " + hexadecimal(signature) + "\n");
      QVERIFY(roster_in(keys.folder()) == nullptr);
      QVERIFY(sign_in(keys.folder(), "ada").wrong.find("is not a roster that can be read") != std::string::npos);
    }
  }

  void who_has_a_key_file_signs_in_with_it()
  {
    const Keys keys;
    const SignIn made = sign_in(keys.folder(), "ada");
    QVERIFY2(made.signet != nullptr, made.wrong.c_str());
    QCOMPARE(made.signet->name(), std::string("ada"));
    QVERIFY(!made.signet->is_local());
    QCOMPARE(digits(made.signet->public_key()), digits(public_of(filled(3))));
  }

  void who_has_a_passphrase_needs_no_file()
  {
    const Keys keys;
    const SignIn made = sign_in(keys.folder(), "grace", "three random words");
    QVERIFY2(made.signet != nullptr, made.wrong.c_str());
    QCOMPARE(sign_in(keys.folder(), "grace", "three random word").wrong.substr(0, 26), std::string("this is not the passphrase"));
    QVERIFY(sign_in(keys.folder(), "ada", "three random words").signet == nullptr);
  }

  void what_cannot_sign_in_is_refused_with_the_mend_data()
  {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("spoilt");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no file") << "bob" << "" << "" << "operator.bob.key cannot be read";
    QTest::newRow("a path") << "../ada" << "" << "" << "is no operator's name";
    QTest::newRow("not on the roster") << "eve" << "keys/operator.eve.key" << "ed25519-secret " + QString("04").repeated(32) <<
      "surefleet keygen --for eve";
    QTest::newRow("another's key") << "ada" << "keys/operator.ada.key" << "ed25519-secret " + QString("04").repeated(32) <<
      "not that of the fleet's roster";
    QTest::newRow("no key") << "ada" << "keys/operator.ada.key" << "ed25519-secret 04" << "64 hexadecimal digits";
    QTest::newRow("another fleet") << "ada" << "fleet.pub" << "ed25519-public " + QString(
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c") << "not signed with this fleet's key";
    QTest::newRow("no roster") << "ada" << "fleet.roster" << "surefleet roster 1\n" << "not signed with this fleet's key";
  }

  void what_cannot_sign_in_is_refused_with_the_mend()
  {
    QFETCH(QString, name);
    QFETCH(QString, spoilt);
    QFETCH(QString, text);
    QFETCH(QString, reason);
    const Keys keys;
    if (!spoilt.isEmpty()) {
      keys.write(spoilt.toUtf8().constData(), text.toStdString());
      keys.protect(spoilt.toUtf8().constData());
    }
    const SignIn made = sign_in(keys.folder(), name.toStdString());
    QVERIFY(made.signet == nullptr);
    QVERIFY2(QString::fromStdString(made.wrong).contains(reason), made.wrong.c_str());
  }

  void a_secret_that_others_may_read_is_refused()
  {
    const Keys keys;
    using std::filesystem::perms;
    std::filesystem::permissions(
      keys.folder() / "keys/operator.ada.key", perms::owner_read | perms::owner_write | perms::group_read);
    QVERIFY(sign_in(keys.folder(), "ada").wrong.find("chmod 600") != std::string::npos);
  }

  void the_keys_of_the_fleet_on_this_machine_are_found_by_domain_and_namespace()
  {
    QCOMPARE(keys_pointer("/r", "/", "").string(), std::string("/r/surefleet/running/domain-0"));
    QCOMPARE(keys_pointer("/r", "/north/hall", "7").string(), std::string("/r/surefleet/running/north.hall.domain-7"));
  }
};

QTEST_GUILESS_MAIN(IdentityTest)
#include "identity_test.moc"
