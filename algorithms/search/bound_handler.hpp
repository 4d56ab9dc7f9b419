#pragma once

#include "algorithms/search/tables.hpp"
#include "trees/base/wire.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace eldest {

/// The memory of another process, in which the tables are laid out as in this process.
class RemoteMemory {
public:
  RemoteMemory() = default;
  RemoteMemory(const RemoteMemory&) = delete;
  RemoteMemory& operator=(const RemoteMemory&) = delete;
  virtual ~RemoteMemory() = default;

  /// Reads an entry of the other process into `copy`. `own`: the entry at the same place here.
  virtual void read(std::span<const std::byte> own, std::span<std::byte> copy) = 0;
  /// Writes `copy` to an entry of the other process. `own`: the entry at the same place here.
  virtual void write(std::span<const std::byte> own, std::span<const std::byte> copy) = 0;
};

/// The entry that an access goes to, and the sizes of its messages.
struct AccessHeader {
  int home = 0;          ///< of the entry: see Tables::home
  bool locked = false;   ///< true if the entry must be locked
  std::size_t entry = 0; ///< index in the table, which determines the lock and the memory bank
  std::size_t request_bytes = 0;
  std::optional<std::size_t> answer_bytes; ///< nothing if no answer comes back
};

/// A handler of any type and the key of the entry that it runs on, as an access carries them to the
/// key's home. `reference_to` refers to a handler that is kept elsewhere, such as the asker's,
/// which takes the answer. `copied` holds a copy, for a write that is on its way. `travelling`
/// holds a copy that takes the answer, for a read that is on its way. A copy can only be run,
/// prefetched and delivered, and tells its key.
class BoundHandler {
  static constexpr std::size_t capacity = 64; // bytes
  static constexpr std::size_t alignment = 8;

public:
  /// Holds no handler, and must not be called.
  BoundHandler() = default;

  /// Binds a handler of processor `rank`. The handler must live until it has run.
  template <TableHandler H>
  [[nodiscard]] static BoundHandler reference_to(Key key, int rank, H& handler) {
    return {key, rank, &handler, &operations_on_reference<H>};
  }

  /// Takes a handler that is bound for the time of the call.
  using Use = std::function<void(const BoundHandler& handler)>;

  /// Reads the handler with a number from the bytes of a request. Calls `use` with the handler,
  /// bound for processor `rank`. Throws wire::Error if the bytes are no request, or no handler has
  /// that number.
  static void read_request(std::uint16_t number, Key key, int rank, wire::Reader& request,
                           const Use& use);

  /// Runs the handler on what the tables keep at its key.
  void operator()(Tables& tables) const { operations_->run(tables, *this); }
  /// Runs the handler on a copy of the entry at its key in another process, whose lock the caller
  /// holds. Writes the copy back if the handler has changed it. `tables`: this process's part.
  /// Throws std::logic_error for a handler on searchers.
  void operator()(Tables& tables, RemoteMemory& memory) const {
    operations_->run_remotely(tables, *this, memory);
  }

  /// Prefetches, into this computer's cache, the bucket or set on which the handler will run. Does
  /// nothing for other handlers.
  void prefetch(const Tables& tables) const { operations_->prefetch(tables, *this); }

  /// Returns the header of an access by the handler. Precondition: there is a table that the
  /// handler can run on.
  [[nodiscard]] AccessHeader header(const Tables& tables) const {
    return operations_->header(tables, *this);
  }

  /// Returns true if there is a table that the handler can run on.
  [[nodiscard]] bool has_table(const Tables& tables) const { return operations_->has(tables); }
  /// Returns true if other processors also use the table that the handler runs on.
  [[nodiscard]] bool is_shared(const Tables& tables) const {
    return operations_->is_shared(tables);
  }
  /// The byte of the lock that must be held while the handler runs; null if it needs none.
  [[nodiscard]] std::uint8_t* lock(Tables& tables) const {
    return operations_->lock(tables, *this);
  }

  /// True if a binding can hold a copy of a handler, because the handler is a few words.
  template <class H>
  // NOLINTNEXTLINE(misc-redundant-expression): so with some handlers
  static constexpr bool can_hold = sizeof(H) <= capacity && alignof(H) <= alignment;

  /// Returns a binding that holds a copy of the handler. Precondition: `can_hold<H>` for its type
  /// H.
  [[nodiscard]] BoundHandler copied() const { return operations_->copy(*this); }

  /// Returns a binding that holds a copy of the handler to which this refers. The copy takes the
  /// answer, so that the home does not need the asker's memory. `deliver` hands the answer to the
  /// original. Returns this binding if the handler is too large to be held.
  [[nodiscard]] BoundHandler travelling() const { return operations_->travel(*this); }
  /// Returns true if this has been made by `travelling`, and holds a copy.
  [[nodiscard]] bool travels() const { return operations_->deliver != nullptr; }
  /// Assigns the handler to the original, which must still live. Does nothing unless it travels.
  void deliver() const {
    if (travels())
      operations_->deliver(*this);
  }

  /// Returns a binding that refers to a copy of the handler, and sets `owner` to the copy's owner.
  [[nodiscard]] BoundHandler detached(std::shared_ptr<void>& owner) const {
    return operations_->detach(*this, owner);
  }

  /// Assigns the handler of `copy`, a detached copy of this, to the handler that this refers to.
  void take_answer(const BoundHandler& copy) const { operations_->take(*this, copy); }

  // As bytes: see TableHandler and AskedHandler.

  /// The number of the handler's type among those that the program has been compiled for. It is the
  /// same in every process of one program.
  [[nodiscard]] std::uint16_t number() const { return *operations_->number; }
  [[nodiscard]] Key key() const { return key_; }
  void write_request(wire::Writer& request) const { operations_->write_request(*this, request); }
  /// Writes the answer of a handler that has run. Writes nothing if the handler has no answer.
  void write_answer(wire::Writer& answer) const { operations_->write_answer(*this, answer); }
  /// Reads the answer into the handler that this refers to. Throws wire::Error if the bytes are no
  /// answer.
  void read_answer(wire::Reader& answer) const { operations_->read_answer(*this, answer); }

  /// The handler that this refers to, or null if it is not of type `H` or this holds a copy.
  template <TableHandler H> [[nodiscard]] H* get_if() const {
    return operations_ == &operations_on_reference<H> ? content<H*>() : nullptr;
  }

private:
  using ReadRequest = void (*)(Key key, int rank, wire::Reader& request, const Use& use);

  /// The functions that depend on the handler's type, and on whether the binding is a copy.
  struct Operations {
    void (*run)(Tables&, const BoundHandler&);
    void (*prefetch)(const Tables&, const BoundHandler&);
    // Null for a copy:
    void (*run_remotely)(Tables&, const BoundHandler&, RemoteMemory&) = nullptr;
    AccessHeader (*header)(const Tables&, const BoundHandler&) = nullptr;
    bool (*has)(const Tables&) = nullptr;
    bool (*is_shared)(const Tables&) = nullptr;
    std::uint8_t* (*lock)(Tables&, const BoundHandler&) = nullptr;
    const std::uint16_t* number = nullptr;
    void (*write_request)(const BoundHandler&, wire::Writer&) = nullptr;
    BoundHandler (*copy)(const BoundHandler&) = nullptr;
    BoundHandler (*travel)(const BoundHandler&) = nullptr;
    void (*write_answer)(const BoundHandler&, wire::Writer&) = nullptr;
    BoundHandler (*detach)(const BoundHandler&, std::shared_ptr<void>&) = nullptr;
    void (*take)(const BoundHandler&, const BoundHandler&) = nullptr;
    void (*read_answer)(const BoundHandler&, wire::Reader&) = nullptr;
    void (*deliver)(const BoundHandler&) = nullptr; ///< null except for a travelling copy
  };

  /// A copy of a handler that is on its way, and the handler that is to take its answer.
  template <class H> struct Traveller {
    H handler;
    H* asker;
  };

  template <class H> static const Operations operations_on_copy;
  template <class H> static const Operations operations_on_traveller;
  template <class H> static const Operations operations_on_reference;
  template <class H> static const std::uint16_t number_of;
  /// Adds a type of handlers before the program begins, and returns its number, counted from 0.
  [[nodiscard]] static std::uint16_t add(ReadRequest read);

  /// Runs another copy of a copy, which runs more than once if its message is doubled.
  template <class H> static void run_copy(Tables& tables, const BoundHandler& self) {
    H copy = self.content<H>();
    tables.apply(self.key_, self.rank_, copy);
  }

  template <class H> static void run_traveller(Tables& tables, const BoundHandler& self) {
    tables.apply(self.key_, self.rank_, self.content<Traveller<H>>().handler);
  }

  template <class H> static void run_referred(Tables& tables, const BoundHandler& self) {
    tables.apply(self.key_, self.rank_, *self.content<H*>());
  }

  template <class H>
  static void run_remotely(Tables& tables, const BoundHandler& self, RemoteMemory& memory) {
    if constexpr (std::invocable<H&, Bucket&, Searchers&>) {
      throw std::logic_error("lists of searchers are in no other process's memory");
    } else {
      auto&& own = tables.kept<H>(self.key_, self.rank_);
      auto found = another(own);
      auto kept = another(own);
      memory.read(bytes_of(own), bytes_of(found));
      std::ranges::copy(bytes_of(found), bytes_of(kept).begin());
      (*self.content<H*>())(kept);
      if (!std::ranges::equal(bytes_of(found), bytes_of(kept)))
        memory.write(bytes_of(own), bytes_of(kept));
    }
  }

  // Buffers for a copy of what is kept for a key.

  [[nodiscard]] static Bucket another(const Bucket& /*like*/) { return {}; }
  [[nodiscard]] static Notice another(const Notice& /*like*/) { return {}; }
  [[nodiscard]] static SharedSplitPoint another(const SharedSplitPoint& /*like*/) { return {}; }
  [[nodiscard]] static std::vector<Key> another(MoveSet like) {
    return std::vector<Key>(like.size());
  }

  template <class Kept> [[nodiscard]] static std::span<std::byte> bytes_of(Kept& kept) {
    if constexpr (std::is_trivially_copyable_v<Kept> && !std::same_as<Kept, MoveSet>)
      return std::as_writable_bytes(std::span(&kept, 1));
    else
      return std::as_writable_bytes(std::span(kept));
  }

  template <class H> static void prefetch_kept(const Tables& tables, const BoundHandler& self) {
    tables.prefetch<H>(self.key_, self.rank_);
  }
  template <class H> static AccessHeader header_of(const Tables& tables, const BoundHandler& self) {
    const H& handler = *self.content<H*>();
    AccessHeader header{tables.home<H>(self.key_, self.rank_),
                        needs_lock<H>,
                        tables.index<H>(self.key_, self.rank_),
                        eldest::request_bytes(handler),
                        {}};
    if constexpr (AskedHandler<H>)
      header.answer_bytes = eldest::answer_bytes(handler);
    return header;
  }
  template <class H> static bool has_table_for(const Tables& tables) { return tables.has<H>(); }
  template <class H> static bool has_shared(const Tables& tables) { return tables.is_shared<H>(); }

  template <class H> static std::uint8_t* lock_of(Tables& tables, const BoundHandler& self) {
    if constexpr (std::invocable<H&, MoveSet> || !needs_lock<H>)
      return nullptr;
    else if constexpr (std::invocable<H&, SharedSplitPoint&>)
      return &tables.kept<H>(self.key_, self.rank_).lock;
    else
      return &tables.transpositions(self.rank_).bucket(self.key_).entries.front().bucket_lock;
  }

  template <class H> static void write_request_of(const BoundHandler& self, wire::Writer& request) {
    H::request_fields(std::as_const(*self.content<H*>()), request);
  }
  template <class H>
  static void write_answer_of([[maybe_unused]] const BoundHandler& self,
                              [[maybe_unused]] wire::Writer& answer) {
    if constexpr (AskedHandler<H>)
      H::answer_fields(std::as_const(*self.content<H*>()), answer);
  }
  template <class H>
  static void read_answer_of([[maybe_unused]] const BoundHandler& self, wire::Reader& answer) {
    if constexpr (AskedHandler<H>)
      H::answer_fields(*self.content<H*>(), answer);
    answer.finish();
  }
  template <class H> static void read_as(Key key, int rank, wire::Reader& request, const Use& use) {
    H handler{};
    H::request_fields(handler, request);
    request.finish();
    use(reference_to(key, rank, handler));
  }

  template <class H> static BoundHandler copy(const BoundHandler& self) {
    if constexpr (can_hold<H>)
      return {self.key_, self.rank_, *self.content<H*>(), &operations_on_copy<H>};
    else
      throw std::logic_error("a binding cannot hold this handler");
  }
  template <class H> static BoundHandler travel(const BoundHandler& self) {
    if constexpr (can_hold<Traveller<H>>) {
      H* const asker = self.content<H*>();
      return {self.key_, self.rank_, Traveller<H>{*asker, asker}, &operations_on_traveller<H>};
    } else {
      return self;
    }
  }
  template <class H> static void deliver_to_asker(const BoundHandler& self) {
    const auto& [handler, asker] = self.content<Traveller<H>>();
    *asker = handler;
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
    static_assert(can_hold<Content>);
    new (content_.data()) Content(content);
  }

  template <class Content> [[nodiscard]] Content& content() const {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): made there by the constructor
    return *std::launder(reinterpret_cast<Content*>(content_.data()));
  }

  const Operations* operations_ = nullptr;
  Key key_ = 0;
  int rank_ = 0;
  /// The handler, a Traveller or a pointer to the handler, in the first bytes. Mutable, because a
  /// traveller takes its answer here, while the handler of a reference takes it elsewhere.
  alignas(alignment) mutable std::array<std::byte, capacity> content_;
};

template <class H> inline const std::uint16_t BoundHandler::number_of = add(&read_as<H>);

template <class H>
inline constexpr BoundHandler::Operations BoundHandler::operations_on_copy{
    .run = run_copy<H>, .prefetch = prefetch_kept<H>};

template <class H>
inline constexpr BoundHandler::Operations BoundHandler::operations_on_traveller{
    .run = run_traveller<H>, .prefetch = prefetch_kept<H>, .deliver = deliver_to_asker<H>};

template <class H>
inline constexpr BoundHandler::Operations BoundHandler::operations_on_reference{
    .run = run_referred<H>,
    .prefetch = prefetch_kept<H>,
    .run_remotely = run_remotely<H>,
    .header = header_of<H>,
    .has = has_table_for<H>,
    .is_shared = has_shared<H>,
    .lock = lock_of<H>,
    .number = &number_of<H>,
    .write_request = write_request_of<H>,
    .copy = copy<H>,
    .travel = travel<H>,
    .write_answer = write_answer_of<H>,
    .detach = detach<H>,
    .take = take<H>,
    .read_answer = read_answer_of<H>};

} // namespace eldest
