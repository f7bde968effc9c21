#include "roster.hpp"

#include <algorithm>
#include <exception>
#include <sstream>
#include <utility>

#include "key_files.hpp"

namespace surefleet::help
{

Roster::Roster(const PublicKey & fleet, std::map<std::string, PublicKey> keys)
: fleet_(fleet), keys_(std::move(keys))
{
}

std::optional<PublicKey> Roster::key_of(const std::string & who) const
{
  const auto found = keys_.find(who);
  return found == keys_.end() ? std::nullopt : std::make_optional(found->second);
}

std::string Roster::doubt(const Sealed & said, const std::string & who, const Bytes & context) const
{
  if (said.seal.signature.empty()) {
    return "it bears no seal";
  }
  // The name that it claims may be a stranger's words: it is not repeated.
  if (said.seal.signer != who) {
    return "it is not sealed by " + who;
  }
  const auto key = key_of(who);
  if (!key) {
    return who + " is not on the fleet's roster";
  }
  const bool fits = verifies(*key, signed_bytes(fleet_, said, context), said.seal.signature);
  return fits ? "" : "its seal does not fit: it is forged, or the fleet has new keys (then sign in again)";
}

Roster read_roster(const std::filesystem::path & folder)
{
  const PublicKey fleet = key_in(folder / "fleet.pub", "ed25519-public");
  const std::filesystem::path file = folder / "fleet.roster";
  const std::string roster = text_in(file);
  const auto last = roster.find("\nsigned ");
  std::istringstream words(last == std::string::npos ? "" : roster.substr(last + 8));
  std::string digits, more;
  words >> digits >> more;
  const auto signature = of_hexadecimal(digits);
  const std::string listed = last == std::string::npos ? roster : roster.substr(0, last + 1);
  if (!signature || !more.empty() || !verifies(fleet, {listed.begin(), listed.end()}, *signature)) {
    throw Refused(file.string() + " is not signed with this fleet's key: take the one beside fleet.pub");
  }
  std::istringstream lines(listed);
  std::string line;
  std::getline(lines, line);
  bool is_roster = line == "surefleet roster 1";
  std::map<std::string, PublicKey> keys;
  while (is_roster && std::getline(lines, line)) {
    const auto space = line.find(' ');
    const auto key = of_hexadecimal(space == std::string::npos ? "" : line.substr(space + 1));
    is_roster = key && key->size() == 32;
    if (is_roster) {
      std::copy(key->begin(), key->end(), keys[line.substr(0, space)].begin());
    }
  }
  if (!is_roster) {
    throw Refused(file.string() + " is not a roster that can be read: \"" + line + "\"");
  }
  return {fleet, std::move(keys)};
}

std::shared_ptr<const Roster> roster_in(const std::filesystem::path & folder)
{
  try {
    return std::make_shared<const Roster>(read_roster(folder));
  } catch (const std::exception &) {
    return nullptr;
  }
}

}  // namespace surefleet::help
