#include "signet.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace surefleet::help
{

namespace
{

using std::filesystem::path;

/// A refusal in words for the operator.
struct Refused : std::runtime_error
{
  using std::runtime_error::runtime_error;
};

std::string read(const path & file)
{
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw Refused(file.string() + " cannot be read");
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A line of a word and 64 hexadecimal digits.
Seed key_in(const path & file, const std::string & word)
{
  std::istringstream words(read(file));
  std::string found, digits, more;
  words >> found >> digits >> more;
  const auto bytes = of_hexadecimal(digits);
  if (found != word || !more.empty() || !bytes || bytes->size() != 32) {
    throw Refused(file.string() + " is not a line of \"" + word + "\" and 64 hexadecimal digits");
  }
  Seed key;
  std::copy(bytes->begin(), bytes->end(), key.begin());
  return key;
}

/// Letters, digits, '_', '-' and '.', which does not come first: so a name is no path.
void check_name(const std::string & name)
{
  const auto is_good = [](unsigned char each) {
      return std::isalnum(each) != 0 || each == '_' || each == '-' || each == '.';
    };
  if (name.empty() || name[0] == '.' || !std::all_of(name.begin(), name.end(), is_good)) {
    throw Refused("\"" + name + "\" is no operator's name: letters, digits, '_', '-' and '.'");
  }
}

/// The digits of the public key that the roster lists for somebody; the fleet's key must have signed it.
std::optional<std::string> listed(const path & folder, const PublicKey & fleet, const std::string & who)
{
  const path file = folder / "fleet.roster";
  const std::string roster = read(file);
  const auto last = roster.find("\nsigned ");
  std::istringstream words(last == std::string::npos ? "" : roster.substr(last + 8));
  std::string digits, more;
  words >> digits >> more;
  const auto signature = of_hexadecimal(digits);
  const Bytes signed_text(roster.begin(), last == std::string::npos ? roster.end() : roster.begin() + static_cast<long>(last) + 1);
  if (!signature || !more.empty() || !verifies(fleet, signed_text, *signature)) {
    throw Refused(file.string() + " is not signed with this fleet's key: take the one beside fleet.pub");
  }
  std::istringstream lines(roster.substr(0, last + 1));
  for (std::string line; std::getline(lines, line); ) {
    if (line.rfind(who + " ", 0) == 0) {
      return line.substr(who.size() + 1);
    }
  }
  return std::nullopt;
}

/// Nobody else may read a secret.
void check_mode(const path & file)
{
  using std::filesystem::perms;
  std::error_code error;
  const perms open = std::filesystem::status(file, error).permissions() & (perms::group_all | perms::others_all);
  if (!error && open != perms::none) {
    throw Refused("others may read or write " + file.string() + ": chmod 600 it");
  }
}

template<typename MakeSeed>
SignIn attempt(const path & folder, const std::string & name, const char * mismatch, const MakeSeed & make_seed)
{
  try {
    check_name(name);
    const PublicKey fleet = key_in(folder / "fleet.pub", "ed25519-public");
    const Seed seed = make_seed(fleet);
    auto signet = std::make_shared<const Signet>(name, seed, fleet);
    const std::string who = "operator/" + name;
    const auto digits = listed(folder, fleet, who);
    if (!digits) {
      throw Refused(who + " is not on the fleet's roster: surefleet keygen --for " + name + " adds it");
    }
    const PublicKey key = signet->public_key();
    if (*digits != hexadecimal({key.begin(), key.end()})) {
      throw Refused(mismatch);
    }
    return {std::move(signet), ""};
  } catch (const std::exception & error) {
    return {nullptr, error.what()};
  }
}

}  // namespace

Seal Signet::seal(std::chrono::nanoseconds now, const std::string & kind, const Bytes & message) const
{
  Sealed said{kind, message, {"operator/" + name_, now, {}}};
  // No context: it answers nothing.
  said.seal.signature = sign(seed_, signed_bytes(fleet_, said, {}));
  return said.seal;
}

SignIn sign_in(const path & folder, const std::string & name)
{
  return attempt(
    folder, name, "the key file is not that of the fleet's roster: take the one that was made with the roster",
    [&](const PublicKey &) {
      const path file = folder / "keys" / ("operator." + name + ".key");
      const Seed seed = key_in(file, "ed25519-secret");
      check_mode(file);
      return seed;
    });
}

SignIn sign_in(const path & folder, const std::string & name, const std::string & passphrase)
{
  return attempt(
    folder, name, "this is not the passphrase of this operator, or it is another fleet's",
    [&](const PublicKey & fleet) {
      Canonical salt;
      salt.raw(std::string("surefleet operator 1\n")).raw(fleet).raw(name);
      return scrypt(passphrase, salt.bytes());
    });
}

path keys_pointer(const path & ros_home, const std::string & ros_namespace, const std::string & domain)
{
  std::string name;
  std::istringstream parts(ros_namespace);
  for (std::string part; std::getline(parts, part, '/'); ) {
    name += part.empty() ? "" : part + ".";
  }
  return ros_home / "surefleet" / "running" / (name + "domain-" + (domain.empty() ? "0" : domain));
}

}  // namespace surefleet::help
