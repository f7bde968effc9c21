// Who takes part in a fleet, and whose word a message is (docs/security.md).
#ifndef SUREFLEET_HELP__ROSTER_HPP_
#define SUREFLEET_HELP__ROSTER_HPP_

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "seal.hpp"

namespace surefleet::help
{

/// The help desk, as rosters and seals call it.
constexpr const char * kHelpDesk = "help_desk";

class Roster
{
public:
  Roster(const PublicKey & fleet, std::map<std::string, PublicKey> keys);

  const PublicKey & fleet() const {return fleet_;}
  std::optional<PublicKey> key_of(const std::string & who) const;

  /// Why it is not proved that `who` said this; empty: it is proved. `context`: of an answer, the digest of what was asked.
  std::string doubt(const Sealed & said, const std::string & who, const Bytes & context) const;

  bool operator==(const Roster & other) const {return fleet_ == other.fleet_ && keys_ == other.keys_;}

private:
  PublicKey fleet_;
  std::map<std::string, PublicKey> keys_;
};

/// From `fleet.pub` and `fleet.roster` in the folder; throws Refused.
Roster read_roster(const std::filesystem::path & folder);

/// The same; null where there is none that the fleet's key signed.
std::shared_ptr<const Roster> roster_in(const std::filesystem::path & folder);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__ROSTER_HPP_
