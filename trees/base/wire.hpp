#pragma once

#include "trees/base/errors.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <typeinfo>
#include <utility>
#include <vector>

/// The form in which values travel from one computer to another. It consists of words of 1 to 8
/// bytes, the least significant byte first. Fields are packed into a word from the least
/// significant bit on.
///
/// A type that travels describes that form once, in a function template
///
///     template <class Self, class Wire> static void fields(Self& self, Wire& wire);
///
/// that passes its fields to `word` and the functions beside it, in the order in which they travel.
/// With a Size, `fields` counts the bytes. With a Writer, it writes the bytes. With a Reader, it
/// fills in `self` from the bytes. A Reader throws an Error for bytes that no Writer has written.
namespace eldest::wire {

/// An error in the bytes of a message, which no Writer has written so.
class Error : public RunError {
  using RunError::RunError;
};

/// The objects that a reader has itself, and that do not travel: the position at which its search
/// begins, and all that positions refer to.
class Root {
public:
  Root() = default;
  Root(const Root&) = delete;
  Root& operator=(const Root&) = delete;
  virtual ~Root() = default;
};

/// Facts about a message that its reader knows before reading the bytes.
struct Receiver {
  int from = 0;       ///< rank of the sender
  int to = 0;         ///< rank of the reader
  int processors = 1; ///< processors of the search; ranks are less
  int depth = 64;     ///< nominal depth of the search: the number of its iterations
  const Root* root = nullptr;
};

/// Counts the bytes of fields.
class Size {
public:
  static constexpr bool reads = false;
  static constexpr bool writes = false;

  constexpr void add(std::size_t bytes) { bytes_ += bytes; }
  [[nodiscard]] constexpr std::size_t bytes() const { return bytes_; }
  /// The tag of a message (see Tag), which does not affect its size.
  [[nodiscard]] static constexpr unsigned tag() { return 0; }

private:
  std::size_t bytes_ = 0;
};

/// Writes fields as bytes.
class Writer {
public:
  static constexpr bool reads = false;
  static constexpr bool writes = true;

  explicit Writer(unsigned tag = 0) : tag_(tag) {}

  void put(std::uint64_t word, std::size_t bytes);
  [[nodiscard]] unsigned tag() const { return tag_; }
  /// Returns the bytes written since the last call, and removes them.
  [[nodiscard]] std::vector<std::byte> take() { return std::exchange(bytes_, {}); }

private:
  std::vector<std::byte> bytes_;
  unsigned tag_;
};

/// Reads fields from bytes. The bytes and the root in the context must outlive the reader.
class Reader {
public:
  static constexpr bool reads = true;
  static constexpr bool writes = false;

  Reader(std::span<const std::byte> bytes, const Receiver& context, unsigned tag = 0)
      : bytes_(bytes), context_(context), tag_(tag) {}

  /// Returns the next word, of `bytes` bytes. Throws Error if fewer bytes are left.
  [[nodiscard]] std::uint64_t take(std::size_t bytes);
  [[nodiscard]] std::size_t left() const { return bytes_.size() - read_; }
  /// Throws Error if bytes are left.
  void finish() const;
  /// Throws an Error that says how many bytes have been read, and `what` is wrong.
  [[noreturn]] void reject(const char* what) const;

  [[nodiscard]] const Receiver& context() const { return context_; }
  [[nodiscard]] unsigned tag() const { return tag_; }

  /// Returns the reader's root, which must be a Kind. Otherwise throws std::logic_error.
  template <class Kind> [[nodiscard]] const Kind& root() const {
    const auto* const root = dynamic_cast<const Kind*>(context_.root);
    if (root == nullptr)
      throw std::logic_error("a message is read without the root that it is about");
    return *root;
  }

private:
  std::span<const std::byte> bytes_;
  Receiver context_;
  unsigned tag_;
  std::size_t read_ = 0;
};

// Fields of a word.

/// A number within [Least, Most], in as many bits as that range needs.
template <std::int64_t Least, std::int64_t Most, class T> struct Part {
  static constexpr unsigned bits =
      std::bit_width(static_cast<std::uint64_t>(Most) - static_cast<std::uint64_t>(Least));

  T& value; ///< an integer, bool or enum; const unless it is read
};

template <std::int64_t Least, std::int64_t Most, class T>
[[nodiscard]] constexpr Part<Least, Most, T> part(T& value) {
  return {value};
}
[[nodiscard]] constexpr Part<0, 1, bool> flag(bool& value) { return {value}; }
[[nodiscard]] constexpr Part<0, 1, const bool> flag(const bool& value) { return {value}; }

/// A value of an enumeration that begins with 0, has no gaps and ends with `Last`.
template <auto Last, class T>
[[nodiscard]] constexpr Part<0, static_cast<std::int64_t>(Last), T> up_to(T& value) {
  return {value};
}

/// The rank of a processor of the search.
template <class T> struct Rank : Part<0, 65535, T> {};
template <class T> [[nodiscard]] constexpr Rank<T> rank(T& value) { return {{value}}; }

/// The number of an iteration of the search, from 1 on.
template <class T> struct Iteration : Part<0, 127, T> {};
template <class T> [[nodiscard]] constexpr Iteration<T> iteration(T& value) { return {{value}}; }

/// The lowest `Bits` of the tag of the message that is written or read. The tag tells one kind of
/// message from others. No member holds this field.
template <unsigned Bits> struct Tag {
  static constexpr unsigned bits = Bits;

  unsigned value;
};
template <unsigned Bits, class Wire> [[nodiscard]] constexpr Tag<Bits> tag(const Wire& wire) {
  return {wire.tag() & ((1U << Bits) - 1)};
}

/// A field of no bits.
struct Nothing {
  static constexpr unsigned bits = 0;
};
inline constexpr Nothing nothing;

namespace detail {

/// Takes the lowest `Bits` off `word` and returns them.
template <unsigned Bits> [[nodiscard]] std::uint64_t take_bits(std::uint64_t& word) {
  static_assert(Bits < 64);
  const auto taken = word & ((std::uint64_t{1} << Bits) - 1);
  word >>= Bits;
  return taken;
}

template <std::int64_t Least, std::int64_t Most, class T>
[[nodiscard]] std::uint64_t bits_of(const Part<Least, Most, T>& part) {
  const auto number = static_cast<std::int64_t>(part.value);
  if (number < Least || number > Most)
    throw std::logic_error("a number in a message is not within its range");
  return static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(Least);
}
template <unsigned Bits> [[nodiscard]] std::uint64_t bits_of(const Tag<Bits>& tag) {
  return tag.value;
}
[[nodiscard]] constexpr std::uint64_t bits_of(const Nothing& /*nothing*/) { return 0; }

template <std::int64_t Least, std::int64_t Most, class T>
void unpack(const Reader& reader, std::uint64_t& word, const Part<Least, Most, T>& part) {
  constexpr auto range = static_cast<std::uint64_t>(Most) - static_cast<std::uint64_t>(Least);
  const auto number = take_bits<Part<Least, Most, T>::bits>(word);
  if (number > range)
    reader.reject("a number is not within its range");
  part.value = static_cast<T>(static_cast<std::int64_t>(number) + Least);
}
template <class T> void unpack(const Reader& reader, std::uint64_t& word, const Rank<T>& rank) {
  const Part<0, 65535, T>& part = rank;
  unpack(reader, word, part);
  if (std::cmp_greater_equal(rank.value, reader.context().processors))
    reader.reject("there is no such processor");
}
template <class T>
void unpack(const Reader& reader, std::uint64_t& word, const Iteration<T>& iteration) {
  const Part<0, 127, T>& part = iteration;
  unpack(reader, word, part);
  if (iteration.value < 1 || iteration.value > reader.context().depth)
    reader.reject("there is no such iteration");
}
template <unsigned Bits>
void unpack(const Reader& reader, std::uint64_t& word, const Tag<Bits>& tag) {
  if (take_bits<Bits>(word) != tag.value)
    reader.reject("it is another kind of message");
}
inline void unpack(const Reader& /*reader*/, const std::uint64_t& /*word*/,
                   const Nothing& /*nothing*/) {}

} // namespace detail

/// A word of `Bytes` bytes, with the fields `parts`.
template <std::size_t Bytes, class Wire, class... Parts>
constexpr void word(Wire& wire, const Parts&... parts) {
  static_assert(Bytes >= 1 && Bytes <= 8 && (Parts::bits + ... + 0U) <= 8 * Bytes);
  if constexpr (Wire::reads) {
    auto bits = wire.take(Bytes);
    (detail::unpack(wire, bits, parts), ...);
    if (bits != 0)
      wire.reject("there are bits without a meaning");
  } else if constexpr (Wire::writes) {
    std::uint64_t bits = 0;
    unsigned used = 0;
    ((bits |= detail::bits_of(parts) << used, used += Parts::bits), ...);
    wire.put(bits, Bytes);
  } else {
    wire.add(Bytes);
  }
}

/// A field of 8 bytes in which every value is valid, such as a key.
template <class Wire, class T> constexpr void whole(Wire& wire, T& value) {
  static_assert(sizeof(T) == 8);
  if constexpr (Wire::reads)
    value = std::bit_cast<T>(wire.take(8));
  else if constexpr (Wire::writes)
    wire.put(std::bit_cast<std::uint64_t>(value), 8);
  else
    wire.add(8);
}

/// Padding of `bytes` bytes, which are 0.
template <class Wire> constexpr void zeros(Wire& wire, std::size_t bytes) {
  if constexpr (Wire::reads || Wire::writes) {
    for (; bytes > 0; --bytes)
      word<1>(wire);
  } else {
    wire.add(bytes);
  }
}

/// The number of bytes of a value in a message.
template <class T> [[nodiscard]] constexpr std::size_t size_of(const T& value) {
  Size size;
  T::fields(value, size);
  return size.bytes();
}

} // namespace eldest::wire
