#include "signet.hpp"

#include <algorithm>
#include <cctype>
#include <exception>
#include <sstream>

#include "key_files.hpp"

namespace surefleet::help
{

namespace
{

using std::filesystem::path;

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

template<typename MakeSeed>
SignIn attempt(const path & folder, const std::string & name, const char * mismatch, const MakeSeed & make_seed)
{
  try {
    check_name(name);
    const auto roster = std::make_shared<const Roster>(read_roster(folder));
    auto signet = std::make_shared<const Signet>(name, make_seed(roster->fleet()), roster);
    const std::string who = "operator/" + name;
    const auto listed = roster->key_of(who);
    if (!listed) {
      throw Refused(who + " is not on the fleet's roster: surefleet keygen --for " + name + " adds it");
    }
    if (*listed != signet->public_key()) {
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
  said.seal.signature = sign(seed_, signed_bytes(roster_->fleet(), said, {}));
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
