#include "seal.hpp"

namespace surefleet::help
{

Bytes signed_bytes(const PublicKey & fleet, const Sealed & said, const Bytes & context)
{
  Canonical bytes;
  bytes.raw(std::string("surefleet seal 1\n")).raw(fleet);
  bytes << said.seal.signer << said.kind << context << static_cast<std::uint64_t>(said.seal.stamp.count());
  return bytes.raw(said.message).bytes();
}

Bytes digest_of(const std::vector<Bytes> & parts)
{
  Canonical bytes;
  for (const Bytes & part : parts) {
    bytes << static_cast<std::uint64_t>(part.size());
    bytes.raw(part);
  }
  const auto digest = sha256(bytes.bytes());
  return {digest.begin(), digest.end()};
}

}  // namespace surefleet::help
