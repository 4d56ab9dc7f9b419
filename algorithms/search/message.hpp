#pragma once

#include "trees/base/wire.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace eldest {

/// The content of a message: a value of one of the kinds of a Protocol. Machines with shared memory
/// deliver the value itself. Others deliver the bytes that `write` returns, from which `read` makes
/// the value.
class Payload {
public:
  /// Holds no value.
  Payload() = default;

  template <class Protocol, class Kind> [[nodiscard]] static Payload of(Kind kind) {
    Payload payload;
    if constexpr (is_small<Kind>)
      new (payload.storage_.data()) Kind(std::move(kind));
    else
      payload.keep(new Kind(std::move(kind)));
    payload.operations_ = &operations<Protocol, Kind>;
    return payload;
  }

  Payload(const Payload& other) : operations_(other.operations_), storage_(other.storage_) {
    if (operations_ != nullptr && operations_->clone != nullptr)
      keep(operations_->clone(other.kept()));
  }
  Payload(Payload&& other) noexcept
      : operations_(std::exchange(other.operations_, nullptr)), storage_(other.storage_) {}
  Payload& operator=(Payload other) noexcept {
    std::swap(operations_, other.operations_);
    std::swap(storage_, other.storage_);
    return *this;
  }
  ~Payload() {
    if (operations_ != nullptr && operations_->destroy != nullptr)
      operations_->destroy(kept());
  }

  /// The value if it is of type `Kind` and of `Protocol`, else null.
  template <class Protocol, class Kind> [[nodiscard]] Kind* get_if() {
    return const_cast<Kind*>(std::as_const(*this).get_if<Protocol, Kind>()); // NOLINT: as *this
  }
  template <class Protocol, class Kind> [[nodiscard]] const Kind* get_if() const {
    if (operations_ != &operations<Protocol, Kind>)
      return nullptr;
    if constexpr (is_small<Kind>)
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): made there by `of`
      return std::launder(reinterpret_cast<const Kind*>(storage_.data()));
    else
      return static_cast<const Kind*>(kept());
  }

  /// The bytes of the value in a message. Requires a value.
  [[nodiscard]] std::vector<std::byte> write() const { return operations_->write(*this); }

  /// Reads `bytes` as a message of this payload's protocol. Throws wire::Error if they are no such
  /// message.
  [[nodiscard]] Payload read(std::span<const std::byte> bytes,
                             const wire::Receiver& context) const {
    return operations_->read(bytes, context);
  }

  /// The place of the value's protocol among those that the program has been compiled for. The
  /// place is the same in every process of one program. Requires a value.
  [[nodiscard]] std::size_t protocol() const { return *operations_->place; }
  /// Reads `bytes` as a message of the protocol in place `protocol`. Throws wire::Error if they are
  /// no such message, or if no protocol has that place.
  [[nodiscard]] static Payload read(std::size_t protocol, std::span<const std::byte> bytes,
                                    const wire::Receiver& context);

private:
  static constexpr std::size_t capacity = 32;

  static constexpr bool has_room(std::size_t size, std::size_t alignment) {
    return size <= capacity && alignment <= 8;
  }

  /// True if `storage_` holds a value of that kind itself, not a pointer to it.
  template <class Kind>
  static constexpr bool
      is_small = has_room(sizeof(Kind), alignof(Kind)) && std::is_trivially_copyable_v<Kind>;

  using Read = Payload (*)(std::span<const std::byte>, const wire::Receiver&);

  /// The functions that depend on the type of the value.
  struct Operations {
    void (*destroy)(void* kept); ///< null for a small kind, as is `clone`
    void* (*clone)(const void* kept);
    std::vector<std::byte> (*write)(const Payload&);
    Read read;
    const std::size_t* place; ///< of the protocol
  };

  template <class Protocol, class Kind> static const Operations operations;
  template <class Protocol> static const std::size_t place;
  /// Adds a protocol before the program begins, and returns its place.
  [[nodiscard]] static std::size_t add(Read read);

  template <class Kind> static void destroy(void* kept) { delete static_cast<Kind*>(kept); }
  template <class Kind> static void* clone(const void* kept) {
    return new Kind(*static_cast<const Kind*>(kept));
  }
  template <class Protocol, class Kind>
  static std::vector<std::byte> write_kind(const Payload& self) {
    return Protocol::write(*self.get_if<Protocol, Kind>());
  }

  void keep(void* value) { std::memcpy(storage_.data(), &value, sizeof value); }
  [[nodiscard]] void* kept() const {
    void* value = nullptr;
    std::memcpy(&value, storage_.data(), sizeof value);
    return value;
  }

  const Operations* operations_ = nullptr;
  alignas(8) std::array<std::byte, capacity> storage_; ///< the value or a pointer to it; the rest
                                                       ///< is uninitialised
};

/// A message from one processor to another. Protocol makes and reads them.
struct Message {
  int from = 0;          ///< rank of the sender
  std::size_t bytes = 0; ///< size on the wire, without the machine's own headers
  Payload content{};
};

/// The messages of one protocol. `Kinds` are the types of their contents, up to 16. `Number` is
/// from 1 to 15, and no two protocols used in one search have the same.
///
/// A kind describes its fields as trees/base/wire.hpp says. The first of them is a tag:
///
/// - `wire::tag<8>`: the protocol's number plus 16 times the kind's place in the list, counted from
///   0.
/// - `wire::tag<4>`: the number alone, if it is the only kind.
///
/// A kind without `fields` is a word of 4 bytes with the tag of 8 bits. A kind that holds a
/// position, which cannot be made from nothing, has `static Kind blank(const wire::Reader&)`. That
/// returns a value for the reader to fill in.
template <unsigned Number, class... Kinds> class Protocol {
public:
  static_assert(Number >= 1 && Number <= 15 && sizeof...(Kinds) >= 1 && sizeof...(Kinds) <= 16);
  static constexpr unsigned number = Number;

  /// The size of a message in bytes.
  template <class Kind> [[nodiscard]] static std::size_t bytes(const Kind& kind) {
    wire::Size size;
    fields(kind, size);
    return size.bytes();
  }

  template <class Kind> [[nodiscard]] static Message message(int from, Kind kind) {
    const auto size = bytes(kind);
    return {from, size, Payload::of<Protocol>(std::move(kind))};
  }

  /// Sends a message to another processor.
  template <class M, class Kind> static void send(M& processor, int to, Kind kind) {
    processor.send(to, message(processor.rank(), std::move(kind)));
  }

  /// The content of a message if it is of type `Kind`, else null.
  template <class Kind> [[nodiscard]] static const Kind* get_if(const Message& message) {
    return message.content.get_if<Protocol, Kind>();
  }
  /// The content of a message. Throws std::logic_error if it is not of type `Kind`.
  template <class Kind> [[nodiscard]] static const Kind& get(const Message& message) {
    if (const auto* const kind = get_if<Kind>(message))
      return *kind;
    throw_foreign();
  }

  /// Calls `visitor` with the content of a message, as a value of its kind. Throws std::logic_error
  /// if the message is of another protocol.
  template <class Visitor> static void visit(const Message& message, Visitor visitor) {
    visit_content(message.content, visitor);
  }
  template <class Visitor> static void visit(Message& message, Visitor visitor) {
    visit_content(message.content, visitor);
  }

  template <class Kind> [[nodiscard]] static std::vector<std::byte> write(const Kind& kind) {
    wire::Writer writer(tag<Kind>());
    fields(kind, writer);
    return writer.take();
  }

  /// Reads the bytes of one message. Throws wire::Error unless they are exactly one whole message
  /// of this protocol.
  [[nodiscard]] static Payload read(std::span<const std::byte> bytes,
                                    const wire::Receiver& context) {
    Payload payload;
    const bool known = !bytes.empty() && (read_if<Kinds>(bytes, context, payload) || ...);
    if (!known)
      wire::Reader(bytes, context).reject("it is no message of this protocol");
    return payload;
  }

private:
  /// Mask of the bits of a message's first byte that hold the tag.
  static constexpr unsigned tag_mask = sizeof...(Kinds) == 1 ? 15 : 255;

  template <class Kind> [[nodiscard]] static constexpr unsigned tag() {
    static_assert((std::is_same_v<Kind, Kinds> || ...));
    unsigned place = 0;
    static_cast<void>(((std::is_same_v<Kind, Kinds> || (++place, false)) || ...));
    return Number + 16 * place;
  }

  template <class Kind, class Wire> static void fields(Kind& kind, Wire& wire) {
    using Own = std::remove_const_t<Kind>;
    if constexpr (requires { Own::fields(kind, wire); })
      Own::fields(kind, wire);
    else {
      static_assert(std::is_empty_v<Own>);
      wire::word<4>(wire, wire::tag<8>(wire));
    }
  }

  template <class Kind>
  static bool read_if(std::span<const std::byte> bytes, const wire::Receiver& context,
                      Payload& payload) {
    if ((std::to_integer<unsigned>(bytes.front()) & tag_mask) != tag<Kind>())
      return false;
    wire::Reader reader(bytes, context, tag<Kind>());
    Kind kind = blank<Kind>(reader);
    fields(kind, reader);
    reader.finish();
    payload = Payload::of<Protocol>(std::move(kind));
    return true;
  }

  template <class Kind> [[nodiscard]] static Kind blank(const wire::Reader& reader) {
    if constexpr (requires { Kind::blank(reader); })
      return Kind::blank(reader);
    else
      return Kind{};
  }

  template <class Content, class Visitor>
  static void visit_content(Content& content, Visitor& visitor) {
    if (!(visit_if<Kinds>(content, visitor) || ...))
      throw_foreign();
  }
  template <class Kind, class Content, class Visitor>
  static bool visit_if(Content& content, Visitor& visitor) {
    auto* const kind = content.template get_if<Protocol, Kind>();
    if (kind != nullptr)
      visitor(*kind);
    return kind != nullptr;
  }

  [[noreturn]] static void throw_foreign() {
    throw std::logic_error("a message of another protocol");
  }
};

/// A check of the rules of an algorithm's protocol. Unless `holds` is true, a call throws
/// std::logic_error with the algorithm's name and `what`, the rule that is broken.
struct ProtocolRule {
  const char* algorithm;

  void operator()(bool holds, const char* what) const {
    if (!holds)
      throw std::logic_error(std::string(algorithm) + ": " + what);
  }
};

template <class Protocol> inline const std::size_t Payload::place = add(&Protocol::read);

template <class Protocol, class Kind>
inline constexpr Payload::Operations Payload::operations{
    is_small<Kind> ? nullptr : &destroy<Kind>, is_small<Kind> ? nullptr : &clone<Kind>,
    &write_kind<Protocol, Kind>, &Protocol::read, &place<Protocol>};

} // namespace eldest
