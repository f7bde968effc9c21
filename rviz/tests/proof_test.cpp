// Which queues count, on a clock that the test sets.
#include <QtTest>

#include "desk.hpp"
#include "key_folder.hpp"
#include "model/queue_proof.hpp"

using namespace surefleet::help;  // NOLINT: test
using namespace surefleet::help::tests;  // NOLINT: test

namespace
{

const PublicKey kFleet = public_of(filled(1));
const Roster kRoster(kFleet, {{"help_desk", public_of(filled(5))}, {"operator/ada", public_of(filled(3))}});
constexpr std::chrono::nanoseconds kNow = std::chrono::hours(480000);

Sealed queue(std::chrono::nanoseconds at)
{
  Sealed said{"surefleet/msg/HelpQueue", {1, 2, 3}, {"help_desk", at, {}}};
  said.seal.signature = sign(filled(5), signed_bytes(kFleet, said, {}));
  return said;
}

}  // namespace

class ProofTest : public QObject
{
  Q_OBJECT

private Q_SLOTS:
  void a_queue_counts_within_10_s_of_its_seal_either_way()
  {
    for (const milliseconds off : {milliseconds(0), milliseconds(10000), milliseconds(-10000)}) {
      QVERIFY(QueueProof().judge(kRoster, queue(kNow - off), kNow).counts);
    }
    const auto late = QueueProof().judge(kRoster, queue(kNow - milliseconds(10001)), kNow);
    QVERIFY(!late.counts && contains(late.doubt, "10 s ago by this machine's clock"));
    const auto early = QueueProof().judge(kRoster, queue(kNow + milliseconds(14000)), kNow);
    QVERIFY(!early.counts && contains(early.doubt, "14 s ahead"));
  }

  void what_is_not_newer_says_nothing_and_is_no_forgery()
  {
    QueueProof proof;
    QVERIFY(proof.judge(kRoster, queue(kNow), kNow).counts);
    for (const seconds back : {seconds(0), seconds(1), seconds(9)}) {
      const auto again = proof.judge(kRoster, queue(kNow - back), kNow);
      QVERIFY(!again.counts && again.doubt.empty());
    }
    QVERIFY(proof.judge(kRoster, queue(kNow + milliseconds(1)), kNow).counts);
  }

  void a_forged_queue_does_not_hold_up_the_next()
  {
    QueueProof proof;
    Sealed forged = queue(kNow + seconds(9));
    forged.message.push_back(4);
    QVERIFY(!proof.judge(kRoster, forged, kNow).counts);
    QVERIFY(proof.judge(kRoster, queue(kNow), kNow).counts);
  }

  void clocks_that_are_set_back_silence_nobody()
  {
    QueueProof proof;
    QVERIFY(proof.judge(kRoster, queue(kNow), kNow).counts);
    const auto earlier = kNow - std::chrono::hours(1);
    QVERIFY(proof.judge(kRoster, queue(earlier), earlier).counts);
    QVERIFY(!proof.judge(kRoster, queue(earlier), earlier).counts);
  }

  void doubt_is_told_once_counted_and_goes_when_strangers_stop()
  {
    Desk desk = staffed_desk();
    QCOMPARE(desk.inbox.doubt(desk.now()), std::string());
    const std::size_t before = desk.inbox.messages().size();
    for (int i = 0; i < 3; ++i) {
      desk.inbox.queue_doubted("it bears no seal", desk.now());
    }
    QCOMPARE(desk.inbox.messages().size(), before + 1);
    QCOMPARE(
      desk.inbox.doubt(desk.now()),
      std::string("3 queues are not proved to be the help desk's, and not shown; the last one: it bears no seal"));
    desk.live(seconds(10));
    QCOMPARE(desk.inbox.doubt(desk.now()), std::string());
    desk.inbox.queue_doubted("it bears no seal", desk.now());
    QVERIFY(contains(desk.inbox.doubt(desk.now()), "4 queues are not proved"));
    QCOMPARE(desk.inbox.messages().size(), before + 1);
  }

  void another_roster_takes_what_was_shown_off_the_view_and_the_same_one_nothing()
  {
    Desk desk;
    QVERIFY(contains(desk.inbox.doubt(desk.now()), "without a roster"));
    desk.publish({summary("a", "robot_1")});
    desk.open("a");
    desk.inbox.look_by(std::make_shared<const Roster>(kRoster));
    QCOMPARE(desk.inbox.doubt(desk.now()), std::string());
    QVERIFY(desk.inbox.lines(desk.now()).empty());
    QVERIFY(!desk.inbox.detail(desk.now()).selected);
    QVERIFY(desk.inbox.detail(desk.now()).whole == nullptr);
    desk.publish();
    desk.open("a");
    desk.inbox.sign_in(std::make_shared<const Signet>("ada", filled(3), std::make_shared<const Roster>(kRoster)));
    QVERIFY(desk.inbox.detail(desk.now()).whole != nullptr);
    QVERIFY(desk.inbox.detail(desk.now()).none_of_these.enabled);
  }
};

QTEST_GUILESS_MAIN(ProofTest)
#include "proof_test.moc"
