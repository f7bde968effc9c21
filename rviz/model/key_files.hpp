// Files with a key in them, and what to do about one that is not as it should be.
#ifndef SUREFLEET_HELP__KEY_FILES_HPP_
#define SUREFLEET_HELP__KEY_FILES_HPP_

#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace surefleet::help
{

/// A refusal in words for the operator.
struct Refused : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

// Each throws Refused.

std::string text_in(const std::filesystem::path & file);

/// Of a line of a word and 64 hexadecimal digits.
std::array<std::uint8_t, 32> key_in(const std::filesystem::path & file, const std::string & word);

/// Nobody else may read a secret.
void check_mode(const std::filesystem::path & file);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__KEY_FILES_HPP_
