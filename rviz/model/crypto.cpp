#include "crypto.hpp"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include <memory>
#include <stdexcept>

namespace surefleet::help
{

namespace
{

struct Free
{
  void operator()(EVP_PKEY * key) const {EVP_PKEY_free(key);}
  void operator()(EVP_MD_CTX * context) const {EVP_MD_CTX_free(context);}
};

using Key = std::unique_ptr<EVP_PKEY, Free>;
using Context = std::unique_ptr<EVP_MD_CTX, Free>;

template<typename Pointer>
Pointer there(Pointer pointer)
{
  if (pointer == nullptr) {
    throw std::runtime_error("libcrypto has no ed25519, or no memory");
  }
  return pointer;
}

void succeeded(int result)
{
  if (result != 1) {
    throw std::runtime_error("libcrypto could not sign or derive a key");
  }
}

Key secret(const Seed & seed)
{
  return there(Key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size())));
}

int value(char digit)
{
  if (digit >= '0' && digit <= '9') {
    return digit - '0';
  }
  const char lower = static_cast<char>(digit | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

PublicKey public_of(const Seed & seed)
{
  PublicKey key;
  std::size_t length = key.size();
  succeeded(EVP_PKEY_get_raw_public_key(secret(seed).get(), key.data(), &length));
  return key;
}

Bytes sign(const Seed & seed, const Bytes & bytes)
{
  const Key key = secret(seed);
  const Context context = there(Context(EVP_MD_CTX_new()));
  succeeded(EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()));
  Bytes signature(64);
  std::size_t length = signature.size();
  succeeded(EVP_DigestSign(context.get(), signature.data(), &length, bytes.data(), bytes.size()));
  return signature;
}

bool verifies(const PublicKey & key, const Bytes & bytes, const Bytes & signature)
{
  const Key public_key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.data(), key.size()));
  const Context context = there(Context(EVP_MD_CTX_new()));
  return public_key != nullptr && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, public_key.get()) == 1 &&
         EVP_DigestVerify(context.get(), signature.data(), signature.size(), bytes.data(), bytes.size()) == 1;
}

std::array<std::uint8_t, 32> sha256(const Bytes & bytes)
{
  std::array<std::uint8_t, 32> digest;
  there(SHA256(bytes.data(), bytes.size(), digest.data()));
  return digest;
}

Seed scrypt(const std::string & passphrase, const Bytes & salt)
{
  constexpr std::uint64_t kCost = 1 << 15, kBlocks = 8, kLanes = 1;
  // It takes 32 MiB, and libcrypto's own limit is just below that.
  constexpr std::uint64_t kMemory = 64 << 20;
  Seed seed;
  succeeded(
    EVP_PBE_scrypt(
      passphrase.data(), passphrase.size(), salt.data(), salt.size(), kCost, kBlocks, kLanes, kMemory, seed.data(),
      seed.size()));
  return seed;
}

std::string hexadecimal(const Bytes & bytes)
{
  std::string digits;
  for (const std::uint8_t byte : bytes) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

std::optional<Bytes> of_hexadecimal(const std::string & digits)
{
  if (digits.size() % 2 != 0) {
    return std::nullopt;
  }
  Bytes bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = value(digits[i]), low = value(digits[i + 1]);
    if (high < 0 || low < 0) {
      return std::nullopt;
    }
    bytes.push_back(static_cast<std::uint8_t>(high << 4 | low));
  }
  return bytes;
}

}  // namespace surefleet::help
