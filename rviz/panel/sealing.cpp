#include "sealing.hpp"

namespace surefleet::help
{

namespace
{

/// A message is signed with an empty seal: no signer, no time, no signature.
Canonical & operator<<(Canonical & bytes, const surefleet::msg::Seal &)
{
  return bytes << std::string() << std::int32_t{0} << std::uint32_t{0} << Bytes();
}

surefleet::msg::Seal message(const Seal & seal)
{
  surefleet::msg::Seal message;
  message.signer = seal.signer;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(seal.stamp);
  message.stamp.sec = static_cast<std::int32_t>(seconds.count());
  message.stamp.nanosec = static_cast<std::uint32_t>((seal.stamp - seconds).count());
  message.signature = seal.signature;
  return message;
}

}  // namespace

void seal(surefleet::srv::ShowHelp::Request & asked, const Signet & signer, std::chrono::nanoseconds now)
{
  Canonical bytes;
  bytes << asked.request_id << asked.seal;
  asked.seal = message(signer.seal(now, "surefleet/srv/ShowHelp_Request", bytes.bytes()));
}

void seal(surefleet::srv::ClaimHelp::Request & claim, const Signet & signer, std::chrono::nanoseconds now)
{
  Canonical bytes;
  bytes << claim.request_id << claim.mission_id << claim.action << claim.seal;
  claim.seal = message(signer.seal(now, "surefleet/srv/ClaimHelp_Request", bytes.bytes()));
}

void seal(surefleet::srv::AnswerHelp::Request & answer, const Signet & signer, std::chrono::nanoseconds now)
{
  Canonical bytes;
  bytes << answer.request_id << answer.mission_id << answer.question_sha256 << answer.kind << answer.decision <<
    static_cast<bool>(answer.for_mission) << answer.text << answer.seal;
  answer.seal = message(signer.seal(now, "surefleet/srv/AnswerHelp_Request", bytes.bytes()));
}

std::string question_digest(const surefleet::msg::HelpRequest & request)
{
  const std::string prefix = "surefleet question 1\n";
  Canonical question;
  question << request.robot << request.mission_id << request.step << request.attempt << request.mission_text <<
    request.question;
  question.length(request.options.size());
  for (const auto & option : request.options) {
    question << option.decision << option.text << static_cast<bool>(option.allowed);
  }
  question << request.lasting;
  Canonical parts;
  parts << static_cast<std::uint64_t>(prefix.size());
  parts.raw(prefix);
  parts << static_cast<std::uint64_t>(question.bytes().size());
  parts.raw(question.bytes());
  const auto digest = sha256(parts.bytes());
  return hexadecimal({digest.begin(), digest.end()});
}

}  // namespace surefleet::help
