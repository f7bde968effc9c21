// The keys of a fleet, as surefleet keygen makes them.
#ifndef SUREFLEET_HELP_TESTS__KEY_FOLDER_HPP_
#define SUREFLEET_HELP_TESTS__KEY_FOLDER_HPP_

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>

#include "model/signet.hpp"

namespace surefleet::help::tests
{

inline Seed filled(std::uint8_t byte)
{
  Seed seed;
  seed.fill(byte);
  return seed;
}

inline std::string digits(const PublicKey & key)
{
  return hexadecimal(Bytes(key.begin(), key.end()));
}

/// The fleet's seed is 32 times 1, Ada's 32 times 3, this machine's 32 times 6; Grace has a passphrase. The roster is Python's.
struct Keys
{
  Keys()
  {
    std::filesystem::create_directory(folder() / "keys");
    write("fleet.pub", "ed25519-public " + digits(public_of(filled(1))) + "\n");
    write(
      "fleet.roster",
      "surefleet roster 1\n"
      "help_desk 6e7a1cdd29b0b78fd13af4c5598feff4ef2a97166e3ca6f2e4fbfccd80505bf1\n"
      "operator/ada ed4928c628d1c2c6eae90338905995612959273a5c63f93636c14614ac8737d1\n"
      "operator/grace b31ecffedbd1548c8d005644a9e2f2a36b6b7f99c0389484bada9f1bbc406da5\n"
      "operator/local 8a875fff1eb38451577acd5afee405456568dd7c89e090863a0557bc7af49f17\n"
      "signed 780705e3ca725bc37b588a79efb5701ec17692e86f831746c2d7a41f10e6e3f4"
      "b7afdac170f7b266b082658552f329d5028b9e49085119e52505d77cfc97ea0d\n");
    write("keys/operator.ada.key", "ed25519-secret " + hexadecimal(Bytes(32, 3)) + "\n");
    write("keys/operator.local.key", "ed25519-secret " + hexadecimal(Bytes(32, 6)) + "\n");
    protect("keys/operator.ada.key");
    protect("keys/operator.local.key");
  }

  std::filesystem::path folder() const {return std::filesystem::path(directory.path().toStdString());}

  void write(const char * name, const std::string & text) const {std::ofstream(folder() / name) << text;}

  void protect(const char * name) const
  {
    std::filesystem::permissions(folder() / name, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  }

  QTemporaryDir directory;
};

}  // namespace surefleet::help::tests

#endif  // SUREFLEET_HELP_TESTS__KEY_FOLDER_HPP_
