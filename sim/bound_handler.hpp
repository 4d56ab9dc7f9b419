#pragma once

#include "algorithms/tables.hpp"

#include <array>
#include <cstddef>
#include <new>
#include <type_traits>

namespace eldest {

/// A handler with the key it is to run at: what an access carries to the key's home. It holds the
/// handler of a write itself, and refers to that of a read, which is its asker's.
class BoundHandler {
public:
  /// Does nothing.
  BoundHandler() = default;

  /// A copy of the handler travels.
  template <TableHandler H>
  [[nodiscard]] static BoundHandler copy_of(Key key, int rank, const H& handler) {
    return {key, rank, handler, [](Tables& tables, const BoundHandler& self) {
              H copy = self.content<H>();
              tables.apply(self.key_, self.rank_, copy);
            }};
  }

  /// The handler must outlive the call.
  template <TableHandler H>
  [[nodiscard]] static BoundHandler reference_to(Key key, int rank, H& handler) {
    return {key, rank, &handler, [](Tables& tables, const BoundHandler& self) {
              tables.apply(self.key_, self.rank_, *self.content<H*>());
            }};
  }

  /// Runs the handler on what the tables keep at its key.
  void operator()(Tables& tables) const {
    if (call_ != nullptr)
      call_(tables, *this);
  }

private:
  static constexpr std::size_t capacity = 64;
  static constexpr std::size_t alignment = 8;

  using Call = void (*)(Tables&, const BoundHandler&);

  template <class Content>
  BoundHandler(Key key, int rank, const Content& content, Call call)
      : call_(call), key_(key), rank_(rank) {
    static_assert(std::is_trivially_copyable_v<Content>);
    static_assert(sizeof(Content) <= capacity && alignof(Content) <= alignment,
                  "a handler is a few words");
    new (content_.data()) Content(content);
  }

  template <class Content> [[nodiscard]] const Content& content() const {
    return *std::launder(reinterpret_cast<const Content*>(content_.data()));
  }

  Call call_ = nullptr;
  Key key_ = 0;
  int rank_ = 0;
  alignas(alignment)
      std::array<std::byte, capacity> content_; // NOLINT(*-member-init): as much as there is of it
};

} // namespace eldest
