// Signatures and digests, by OpenSSL's libcrypto.
#ifndef SUREFLEET_HELP__CRYPTO_HPP_
#define SUREFLEET_HELP__CRYPTO_HPP_

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "canonical.hpp"

namespace surefleet::help
{

/// An ed25519 seed (RFC 8032).
using Seed = std::array<std::uint8_t, 32>;
using PublicKey = std::array<std::uint8_t, 32>;

// Each throws std::runtime_error where libcrypto cannot do it, as for want of memory.

PublicKey public_of(const Seed & seed);

/// The plain ed25519 signature, 64 bytes.
Bytes sign(const Seed & seed, const Bytes & bytes);

bool verifies(const PublicKey & key, const Bytes & bytes, const Bytes & signature);

std::array<std::uint8_t, 32> sha256(const Bytes & bytes);

/// scrypt (RFC 7914) with N = 2^15, r = 8, p = 1; takes a tenth of a second.
Seed scrypt(const std::string & passphrase, const Bytes & salt);

/// Lower-case digits.
std::string hexadecimal(const Bytes & bytes);

/// None for anything but pairs of hexadecimal digits.
std::optional<Bytes> of_hexadecimal(const std::string & digits);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__CRYPTO_HPP_
