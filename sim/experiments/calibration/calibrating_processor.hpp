#pragma once

#include "algorithms/search/any_processor.hpp"
#include "algorithms/search/bound_handler.hpp"
#include "algorithms/search/message.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/tables.hpp"
#include "sim/machines/threads/apply_handler.hpp"
#include "sim/system/ticks.hpp"
#include "trees/position.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

namespace eldest {

/// The kinds of work in a node, in the order of the first four costs in NodeCosts.
enum class NodeWork : std::uint8_t { visit, generation, ordering, captures };
inline constexpr std::size_t node_work_kinds = 4;

/// Count of the nodes with a given number of moves, and the ticks of generating and ordering the
/// moves of all of them.
struct NodesBySize {
  std::uint64_t count = 0;
  std::uint64_t generation_ticks = 0;
  std::uint64_t ordering_ticks = 0;
};

/// A processor that measures the time of each kind of work in a sequential search. The time from a
/// call of `work` to the next call, or to a table access, is that of the first call's work. The
/// search must have `codes` as its node costs. The sum of costs that `work` receives then encodes
/// the kind of work and the number of moves ordered.
class CalibratingProcessor final : public AnyProcessor {
public:
  static constexpr NodeCosts codes{0, 1, 2, 3, node_work_kinds};

  /// If `locked` is true, table accesses lock their buckets, as those of a parallel search do.
  CalibratingProcessor(Tables& tables, bool locked)
      : AnyProcessor({.charges_work = true, .awaits_answers = false}, tables, 0, 1),
        locked_(locked),
        last_(read_ticks()) {}

  [[nodiscard]] double now() const override { return 0; }

  void read(const BoundHandler& handler) override { access(handler); }
  void write(const BoundHandler& handler) override { access(handler); }

  void send(int /*to*/, Message /*message*/) override {}
  [[nodiscard]] std::optional<Message> poll() override {
    ++looks_;
    return std::nullopt;
  }
  [[nodiscard]] Message wait() override { throw std::logic_error("nobody sends messages here"); }
  [[nodiscard]] std::optional<Message> wait_for(double /*seconds*/) override {
    return std::nullopt;
  }
  [[nodiscard]] double latency_to(int /*rank*/) const override { return 0; }

  /// Number of calls of `work` for a kind of work, and the ticks of this work. `kind`: index in
  /// NodeWork. The ticks include one time stamp for each call.
  [[nodiscard]] std::uint64_t count(std::size_t kind) const { return count_[kind]; }
  [[nodiscard]] std::uint64_t ticks(std::size_t kind) const { return ticks_[kind]; }
  /// The nodes whose moves were ordered; the index is the number of moves.
  [[nodiscard]] const auto& by_size() const { return by_size_; }
  /// Number of table accesses, and their ticks. The ticks include one time stamp for each access.
  [[nodiscard]] std::uint64_t accesses() const { return accesses_; }
  [[nodiscard]] std::uint64_t access_ticks() const { return access_ticks_; }
  /// Number of looks for messages.
  [[nodiscard]] std::uint64_t looks() const { return looks_; }

private:
  static constexpr auto generation = static_cast<std::size_t>(NodeWork::generation);
  static constexpr auto ordering = static_cast<std::size_t>(NodeWork::ordering);

  void charge(double code) override {
    end_work();
    const auto rounded = static_cast<std::size_t>(std::lround(code));
    kind_ = rounded % node_work_kinds;
    moves_ = rounded / node_work_kinds;
    ++count_[kind_];
    if (kind_ == ordering) {
      auto& size = by_size_[moves_];
      ++size.count;
      size.generation_ticks += std::exchange(last_generation_, 0);
    }
  }

  /// Adds the time since the last time stamp to the current piece of work.
  void end_work() {
    const auto now = read_ticks();
    const auto passed = now - std::exchange(last_, now);
    ticks_[kind_] += passed;
    if (kind_ == generation)
      last_generation_ = passed;
    else if (kind_ == ordering)
      by_size_[moves_].ordering_ticks += passed;
  }

  void access(const BoundHandler& handler) {
    end_work();
    apply_handler(tables(), handler, locked_);
    const auto end = read_ticks();
    access_ticks_ += end - last_;
    last_ = end;
    ++accesses_;
  }

  bool locked_;
  std::size_t kind_ = 0;              ///< kind of the current piece of work
  std::size_t moves_ = 0;             ///< moves that the current piece of work orders
  std::uint64_t last_generation_ = 0; ///< generation ticks of the node whose moves are ordered next
  std::array<NodesBySize, max_moves + 1> by_size_{};
  std::array<std::uint64_t, node_work_kinds> count_{};
  std::array<std::uint64_t, node_work_kinds> ticks_{};
  std::uint64_t accesses_ = 0;
  std::uint64_t access_ticks_ = 0;
  std::uint64_t looks_ = 0;
  std::uint64_t last_;
};

} // namespace eldest
