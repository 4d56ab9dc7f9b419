#pragma once

#include "algorithms/search/tables.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace eldest {

/// A handler and the key of the entry that it runs on, as an access carries them to the key's home.
/// For a write, this holds a copy of the handler. For a read, this refers to the asker's handler,
/// which takes the answer.
class BoundHandler {
public:
  /// Holds no handler, and must not be called.
  BoundHandler() = default;

  /// Binds a copy of a handler of processor `rank`.
  template <TableHandler H>
  [[nodiscard]] static BoundHandler copy_of(Key key, int rank, const H& handler) {
    return {key, rank, handler, &operations_on_copy<H>};
  }

  /// Binds a handler of processor `rank`. The handler must live until it has run.
  template <TableHandler H>
  [[nodiscard]] static BoundHandler reference_to(Key key, int rank, H& handler) {
    return {key, rank, &handler, &operations_on_reference<H>};
  }

  /// Runs the handler on what the tables keep at its key.
  void operator()(Tables& tables) const { operations_->run(tables, *this); }

  /// Prefetches, into this computer's cache, the bucket or set on which the handler will run. Does
  /// nothing for handlers on notices, or on a bucket and its searchers.
  void prefetch(const Tables& tables) const { operations_->prefetch(tables, *this); }

  /// Returns a binding of a copy of the handler that this refers to, and sets `owner` to the copy's
  /// owner. For reads only.
  [[nodiscard]] BoundHandler detached(std::shared_ptr<void>& owner) const {
    return operations_->detach(*this, owner);
  }

  /// Assigns the handler of `copy`, a detached copy of this, to the handler that this refers to.
  void take_answer(const BoundHandler& copy) const { operations_->take(*this, copy); }

private:
  static constexpr std::size_t capacity = 64;
  static constexpr std::size_t alignment = 8;

  /// The functions that depend on the handler's type.
  struct Operations {
    void (*run)(Tables&, const BoundHandler&);
    void (*prefetch)(const Tables&, const BoundHandler&);
    BoundHandler (*detach)(const BoundHandler&, std::shared_ptr<void>&) = nullptr;
    void (*take)(const BoundHandler&, const BoundHandler&) = nullptr;
  };

  template <class H> static const Operations operations_on_copy;
  template <class H> static const Operations operations_on_reference;

  template <class H> static void run_copy(Tables& tables, const BoundHandler& self) {
    H copy = self.content<H>();
    tables.apply(self.key_, self.rank_, copy);
  }

  template <class H> static void run_referred(Tables& tables, const BoundHandler& self) {
    tables.apply(self.key_, self.rank_, *self.content<H*>());
  }

  template <class H> static void prefetch_kept(const Tables& tables, const BoundHandler& self) {
    tables.prefetch<H>(self.key_, self.rank_);
  }

  template <class H>
  static BoundHandler detach(const BoundHandler& self, std::shared_ptr<void>& owner) {
    const auto copy = std::make_shared<H>(*self.content<H*>());
    owner = copy;
    return reference_to(self.key_, self.rank_, *copy);
  }

  template <class H> static void take(const BoundHandler& self, const BoundHandler& copy) {
    *self.content<H*>() = *copy.content<H*>();
  }

  template <class Content>
  BoundHandler(Key key, int rank, const Content& content, const Operations* operations)
      : operations_(operations), key_(key), rank_(rank) {
    static_assert(std::is_trivially_copyable_v<Content>);
    // NOLINTNEXTLINE(bugprone-sizeof-expression,misc-redundant-expression): so with some contents
    static_assert(sizeof(Content) <= capacity && alignof(Content) <= alignment,
                  "a handler is a few words");
    new (content_.data()) Content(content);
  }

  template <class Content> [[nodiscard]] const Content& content() const {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): made there by the constructor
    return *std::launder(reinterpret_cast<const Content*>(content_.data()));
  }

  const Operations* operations_ = nullptr;
  Key key_ = 0;
  int rank_ = 0;
  /// The handler or a pointer to it, in the first bytes.
  alignas(alignment) std::array<std::byte, capacity> content_;
};

template <class H>
inline constexpr BoundHandler::Operations BoundHandler::operations_on_copy{run_copy<H>,
                                                                           prefetch_kept<H>};

template <class H>
inline constexpr BoundHandler::Operations BoundHandler::operations_on_reference{
    run_referred<H>, prefetch_kept<H>, detach<H>, take<H>};

} // namespace eldest
