// Seals of the messages that go to and come from the help desk, and the digests that answers are bound to (docs/security.md,
// docs/help_desk.md).
#ifndef SUREFLEET_HELP__SEALING_HPP_
#define SUREFLEET_HELP__SEALING_HPP_

#include <chrono>
#include <string>

#include "message_bytes.hpp"
#include "model/seal.hpp"
#include "model/signet.hpp"
#include "surefleet/msg/help_request.hpp"

namespace surefleet::help
{

surefleet::msg::Seal message(const Seal & seal);
Seal seal(const surefleet::msg::Seal & message);

/// A message as its seal is over it.
template<typename Message>
Sealed sealed(const Message & message)
{
  Canonical bytes;
  write_unsealed(bytes, message);
  bytes << surefleet::msg::Seal();
  return {rosidl_generator_traits::name<Message>(), bytes.bytes(), seal(message.seal)};
}

/// Seals what is sent. `now`: since 1970, by this machine's clock.
template<typename Request>
void seal(Request & request, const Signet & signer, std::chrono::nanoseconds now)
{
  const Sealed unsealed = sealed(request);
  request.seal = message(signer.seal(now, unsealed.kind, unsealed.message));
}

/// An answer is bound to this digest of what was asked, the seal included.
template<typename Request>
Bytes digest(const Request & request)
{
  Canonical bytes;
  write_unsealed(bytes, request);
  return digest_of({(bytes << request.seal).bytes()});
}

/// 64 hexadecimal digits.
std::string question_digest(const surefleet::msg::HelpRequest & request);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__SEALING_HPP_
