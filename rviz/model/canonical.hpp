// The bytes that signatures are over (docs/security.md): fields in order, little-endian, lengths before what varies.
#ifndef SUREFLEET_HELP__CANONICAL_HPP_
#define SUREFLEET_HELP__CANONICAL_HPP_

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace surefleet::help
{

using Bytes = std::vector<std::uint8_t>;

class Canonical
{
public:
  /// In its own width; a truth value is one byte.
  template<typename Integer, typename = std::enable_if_t<std::is_integral_v<Integer>>>
  Canonical & operator<<(Integer number)
  {
    using Bits = std::make_unsigned_t<std::conditional_t<std::is_same_v<Integer, bool>, std::uint8_t, Integer>>;
    auto bits = static_cast<Bits>(number);
    for (std::size_t byte = 0; byte < sizeof(Bits); ++byte) {
      bytes_.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(bits) >> (8 * byte)));
    }
    return *this;
  }

  Canonical & operator<<(const std::string & text)
  {
    length(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return *this;
  }

  /// Its IEEE 754 bits; any NaN is the quiet one.
  Canonical & operator<<(double number)
  {
    std::uint64_t bits = 0x7ff8000000000000;
    if (!std::isnan(number)) {
      std::memcpy(&bits, &number, sizeof(bits));
    }
    return *this << bits;
  }

  /// An array of numbers or texts, of a fixed length or not.
  template<typename Array, typename = typename Array::value_type, typename = std::enable_if_t<!std::is_same_v<Array, std::string>>>
  Canonical & operator<<(const Array & elements)
  {
    length(elements.size());
    for (const auto & element : elements) {
      *this << element;
    }
    return *this;
  }

  /// Of an array whose elements follow.
  void length(std::size_t length) {*this << static_cast<std::uint32_t>(length);}

  /// As they are, without a length.
  template<typename Raw>
  Canonical & raw(const Raw & bytes)
  {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }

  const Bytes & bytes() const {return bytes_;}

private:
  Bytes bytes_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__CANONICAL_HPP_
