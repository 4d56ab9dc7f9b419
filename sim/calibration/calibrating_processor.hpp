#pragma once

#include "algorithms/processor.hpp"
#include "algorithms/settings.hpp"
#include "algorithms/tables.hpp"
#include "sim/threads/ticks.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace eldest {

/// The kinds of work in a node, in the order of NodeCosts.
inline constexpr std::size_t node_work_kinds = 4;

/// A processor on which a sequential search measures itself, in place: all time from a piece of
/// work to the next, or to a table access, is that piece's. Knows the kinds of work by their costs,
/// which have to be `kinds`.
class CalibratingProcessor {
public:
  static constexpr NodeCosts kinds{0, 1, 2, 3};

  explicit CalibratingProcessor(Tables& tables) : tables_(tables), last_(read_ticks()) {}

  [[nodiscard]] static int rank() { return 0; }
  [[nodiscard]] static int processors() { return 1; }
  [[nodiscard]] static double now() { return 0; }

  void work(double kind) {
    charge();
    kind_ = static_cast<std::size_t>(std::lround(kind));
    ++count_[kind_];
  }

  template <AskedHandler H> void ask(Key key, H& handler) { access(key, handler); }
  [[nodiscard]] static bool answered() { return true; }
  static void await_answer() {}
  [[nodiscard]] static bool await_answer_for(double /*seconds*/) { return true; }
  template <TableHandler H> void post(Key key, H handler) { access(key, handler); }

  static void send(int /*to*/, const Message& /*message*/) {}
  [[nodiscard]] static std::optional<Message> poll() { return std::nullopt; }
  [[nodiscard]] static Message wait() { throw std::logic_error("nobody sends messages here"); }
  [[nodiscard]] static double latency_to(int /*rank*/) { return 0; }

  /// Pieces of work of a kind, and the ticks that they took, one time stamp each included.
  [[nodiscard]] std::uint64_t count(std::size_t kind) const { return count_[kind]; }
  [[nodiscard]] std::uint64_t ticks(std::size_t kind) const { return ticks_[kind]; }
  /// The same of table accesses.
  [[nodiscard]] std::uint64_t accesses() const { return accesses_; }
  [[nodiscard]] std::uint64_t access_ticks() const { return access_ticks_; }

private:
  /// What has passed since the last time stamp belongs to the piece of work that is going on.
  void charge() {
    const auto now = read_ticks();
    ticks_[kind_] += now - last_;
    last_ = now;
  }

  template <TableHandler H> void access(Key key, H& handler) {
    charge();
    tables_.apply(key, rank(), handler);
    const auto end = read_ticks();
    access_ticks_ += end - last_;
    last_ = end;
    ++accesses_;
  }

  Tables& tables_;
  std::size_t kind_ = 0;
  std::array<std::uint64_t, node_work_kinds> count_{};
  std::array<std::uint64_t, node_work_kinds> ticks_{};
  std::uint64_t accesses_ = 0;
  std::uint64_t access_ticks_ = 0;
  std::uint64_t last_;
};

static_assert(Processor<CalibratingProcessor>);

} // namespace eldest
