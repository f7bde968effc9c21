// Who operates, proved: the key that claims and answers are signed with (docs/security.md).
#ifndef SUREFLEET_HELP__SIGNET_HPP_
#define SUREFLEET_HELP__SIGNET_HPP_

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "roster.hpp"

namespace surefleet::help
{

/// An operator with a key, and the fleet's roster that lists it.
class Signet
{
public:
  Signet(const std::string & name, const Seed & seed, const std::shared_ptr<const Roster> & roster)
  : name_(name), seed_(seed), roster_(roster) {}

  /// As claims and records call this operator.
  const std::string & name() const {return name_;}
  /// Whether it is the key of a machine, for whoever uses that.
  bool is_local() const {return name_ == kLocal;}
  PublicKey public_key() const {return public_of(seed_);}
  const std::shared_ptr<const Roster> & roster() const {return roster_;}

  /// `now`: since 1970, by this machine's clock. `kind`: the message's type, as surefleet/srv/AnswerHelp_Request. `message`: its
  /// canonical bytes, with an empty seal.
  Seal seal(std::chrono::nanoseconds now, const std::string & kind, const Bytes & message) const;

  /// The name of a machine's own key.
  static constexpr const char * kLocal = "local";

private:
  std::string name_;
  Seed seed_;
  std::shared_ptr<const Roster> roster_;
};

/// What became of an attempt to sign in: a signet, or why there is none and what to do.
struct SignIn
{
  std::shared_ptr<const Signet> signet;
  std::string wrong;
};

/// By the key file `keys/operator.<name>.key` in the folder, beside `fleet.pub` and `fleet.roster`.
SignIn sign_in(const std::filesystem::path & folder, const std::string & name);

/// By a passphrase: there is no key file.
SignIn sign_in(const std::filesystem::path & folder, const std::string & name, const std::string & passphrase);

/// The file that names the folder of the fleet that was started last on this machine, in this ROS domain and namespace. `ros_home`:
/// ROS_HOME, or .ros in the user's home.
std::filesystem::path keys_pointer(
  const std::filesystem::path & ros_home, const std::string & ros_namespace, const std::string & domain);

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__SIGNET_HPP_
