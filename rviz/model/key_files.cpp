#include "key_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "crypto.hpp"

namespace surefleet::help
{

using std::filesystem::path;

std::string text_in(const path & file)
{
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw Refused(file.string() + " cannot be read");
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::array<std::uint8_t, 32> key_in(const path & file, const std::string & word)
{
  std::istringstream words(text_in(file));
  std::string found, digits, more;
  words >> found >> digits >> more;
  const auto bytes = of_hexadecimal(digits);
  if (found != word || !more.empty() || !bytes || bytes->size() != 32) {
    throw Refused(file.string() + " is not a line of \"" + word + "\" and 64 hexadecimal digits");
  }
  std::array<std::uint8_t, 32> key;
  std::copy(bytes->begin(), bytes->end(), key.begin());
  return key;
}

void check_mode(const path & file)
{
  using std::filesystem::perms;
  std::error_code error;
  const perms open = std::filesystem::status(file, error).permissions() & (perms::group_all | perms::others_all);
  if (!error && open != perms::none) {
    throw Refused("others may read or write " + file.string() + ": chmod 600 it");
  }
}

}  // namespace surefleet::help
