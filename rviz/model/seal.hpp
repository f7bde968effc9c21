// The proof of who says a message, and the bytes that it is over (docs/security.md).
#ifndef SUREFLEET_HELP__SEAL_HPP_
#define SUREFLEET_HELP__SEAL_HPP_

#include <chrono>
#include <string>
#include <vector>

#include "crypto.hpp"

namespace surefleet::help
{

/// Who says so, and when (Seal.msg).
struct Seal
{
  std::string signer;
  /// Since 1970, by the signer's clock.
  std::chrono::nanoseconds stamp{};
  Bytes signature;
};

/// A message and its seal.
struct Sealed
{
  /// The message's type, such as surefleet/srv/AnswerHelp_Request.
  std::string kind;
  /// Its canonical bytes, with an empty seal.
  Bytes message;
  Seal seal;
};

/// The bytes that the signature is over. `context`: of an answer, the digest of what it answers; else empty.
Bytes signed_bytes(const PublicKey & fleet, const Sealed & said, const Bytes & context);

/// SHA-256 over these byte strings, each with its length in 8 bytes before it.
Bytes digest_of(const std::vector<Bytes> & parts);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__SEAL_HPP_
