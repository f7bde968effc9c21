#include "sealing.hpp"

namespace surefleet::help
{

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

Seal seal(const surefleet::msg::Seal & message)
{
  return {
    message.signer, std::chrono::seconds(message.stamp.sec) + std::chrono::nanoseconds(message.stamp.nanosec),
    message.signature};
}

std::string question_digest(const surefleet::msg::HelpRequest & request)
{
  const std::string prefix = "surefleet question 2\n";
  Canonical question;
  question << request.robot << request.mission_id << request.step << request.attempt << request.mission_text <<
    request.kind << request.question;
  question.length(request.options.size());
  for (const auto & option : request.options) {
    question << option.id << option.text << option.decision << option.allowed << option.lasting;
  }
  return hexadecimal(digest_of({{prefix.begin(), prefix.end()}, question.bytes()}));
}

}  // namespace surefleet::help
