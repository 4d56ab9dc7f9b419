#pragma once

#include "algorithms/search/message.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/wire.hpp"
#include "trees/score.hpp"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace eldest {

/// One iteration of iterative deepening, with the result of the first processor to finish it.
struct IterationResult {
  int depth = 0;
  Score value = 0;
  std::uint32_t move = 0; ///< code of the best move at the root, 0 for none
  double time = 0;        ///< seconds since the start of the search
  /// Length of the critical path until `time`, in seconds, or nothing if not measured: see
  /// PathClock. Not sent.
  std::optional<double> critical_path{};

  /// Form of a result in a message of any protocol: 16 bytes.
  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    bool more = false;
    fields(self, wire, more);
    if constexpr (Wire::reads) {
      if (more)
        wire.reject("a result does not say that it is the last");
    }
  }
  /// Form of a result with `more`, which is true if another result follows in the message. Codes of
  /// moves must be below 2^31, because the flag takes a bit of the move's word.
  template <class Self, class Wire>
  static constexpr void fields(Self& self, Wire& wire, bool& more) {
    wire::word<4>(wire, wire::tag<4>(wire), wire::iteration(self.depth), wire::score(self.value));
    wire::word<4>(wire, wire::part<0, 0x7fffffff>(self.move), wire::flag(more));
    wire::whole(wire, self.time);
    if constexpr (Wire::reads) {
      if (!std::isfinite(self.time))
        wire.reject("a time is not finite");
    }
  }

  bool operator==(const IterationResult&) const = default;
};

/// The iterations that a processor of a failure-resistant search knows to be finished.
struct FinishedIterations {
  std::vector<IterationResult> results; ///< one or more

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    bool more = true;
    for (std::size_t i = 0; more; ++i) {
      if constexpr (Wire::reads)
        self.results.emplace_back();
      else
        more = i + 1 < self.results.size();
      IterationResult::fields(self.results[i], wire, more);
    }
  }

  bool operator==(const FinishedIterations&) const = default;
};

using IterationMessage = Protocol<1, IterationResult>;
using FinishedIterationsMessage = Protocol<2, FinishedIterations>;

/// A processor that is notified of finished iterations while its search continues.
/// `show_iteration(result)`: called when this processor learns that an iteration is over, in order
/// of depth.
template <class P>
concept ShowsIterations = requires(P& processor, const IterationResult& result) {
  { processor.show_iteration(result) } -> std::same_as<void>;
};

/// Shows a finished iteration to a processor that models ShowsIterations; does nothing on others.
template <class P> void show_iteration(P& processor, const IterationResult& result) {
  if constexpr (ShowsIterations<P>)
    processor.show_iteration(result);
}

/// A processor that is told when it begins an iteration, and may spend time on it.
/// `begin_iteration()`: called by every processor that begins an iteration itself, and not by
/// slaves that are given parts of it.
template <class P>
concept BeginsIterations = requires(P& processor) {
  { processor.begin_iteration() } -> std::same_as<void>;
};

/// Tells a processor that models BeginsIterations that it begins an iteration; does nothing on
/// others.
template <class P> void begin_iteration(P& processor) {
  if constexpr (BeginsIterations<P>)
    processor.begin_iteration();
}

/// Calls `visit` with every son of processor `rank` in the binomial tree over all processors,
/// rooted at 0. The sons of rank r are r + 2^k for every 2^k > r.
template <class Visit> void for_binomial_sons(int rank, int processors, Visit visit) {
  for (int step = 1; rank + step < processors; step *= 2) {
    if (step > rank)
      visit(rank + step);
  }
}

/// The protocol by which the processors of a loosely synchronised search agree that an iteration is
/// over.
///
/// Weill (1996) does not describe one; this is our choice. All processors search the root. The
/// first to finish an iteration reports it to processor 0 and begins the next at once. Processor 0
/// sends the report down a binomial tree, in which each processor sends it on to its sons. A
/// processor that receives the report gives up its own search of that iteration, leaving the nodes
/// it is in. It then begins the next iteration. Every processor looks for messages at every
/// interior node. After the last iteration a processor that has finished waits for the report. So
/// every processor has sent the report to its sons before it stops. All of these messages cost as
/// much as any others.
///
/// Iterations end in order of depth. A processor that searches ahead of the others may report an
/// iteration early. Processor 0 keeps the report until the iterations before it are over.
///
/// In a failure-resistant search no processor depends on another. A processor that finishes an
/// iteration reports it to each of the others, and stops after the last iteration. The report
/// includes all other finished iterations that the processor knows of, because an earlier message
/// may have been lost.
template <Processor M> class Iterations {
public:
  explicit Iterations(M& processor, bool failure_resistant = false)
      : processor_(processor), failure_resistant_(failure_resistant) {}

  /// Handles the messages that have come. Calls `on_other(message)` for each that is not about
  /// iterations. Returns true if the iteration to `depth` is known to be over.
  template <class OnOther> [[nodiscard]] bool over(int depth, OnOther on_other) {
    while (auto message = processor_.poll()) {
      if (!receive(*message))
        on_other(*message);
    }
    return known_over(depth);
  }

  /// Handles the messages that have come, in a search whose messages are all about iterations.
  /// Returns true if the iteration to `depth` is known to be over.
  [[nodiscard]] bool over(int depth) {
    return over(depth, [](const Message&) {});
  }

  /// Idles until the iteration to `depth` is known to be over. Ignores messages about anything
  /// else.
  void wait_until_over(int depth) {
    while (!known_over(depth))
      receive(processor_.wait());
  }

  /// Reports an iteration that this processor has finished: to processor 0 or, in a
  /// failure-resistant search, to all others.
  void report(const IterationResult& result) {
    if (failure_resistant_)
      tell_all(result);
    else if (processor_.rank() == 0)
      conclude(result);
    else
      send(0, result);
  }

  /// The iterations known to be over, from depth 1 on.
  [[nodiscard]] const std::vector<IterationResult>& results() const { return results_; }

private:
  [[nodiscard]] bool known_over(int depth) const {
    return results_.size() >= static_cast<std::size_t>(depth);
  }

  /// Handles a message about iterations. Returns false for any other message.
  bool receive(const Message& message) {
    if (const auto* const result = IterationMessage::get_if<IterationResult>(message))
      conclude(*result);
    else if (const auto* all = FinishedIterationsMessage::get_if<FinishedIterations>(message))
      add_all(all->results);
    else
      return false;
    return true;
  }

  /// Records a finished iteration. Sends the results of all iterations that are now over to the
  /// sons in the binomial tree, in order of depth. An iteration is over once it and all before it
  /// have been recorded. Ignores later reports of the same iteration.
  void conclude(const IterationResult& result) {
    const auto known = results_.size();
    add(result);
    for (auto depth = known; depth < results_.size(); ++depth)
      for_binomial_sons(processor_.rank(), processor_.processors(),
                        [&](int son) { send(son, results_[depth]); });
  }

  void add(const IterationResult& result) {
    if (known_over(result.depth))
      return;
    finished_.try_emplace(result.depth, result);
    for (auto next = finished_.begin(); next != finished_.end() && known_over(next->first - 1);
         next = finished_.erase(next)) {
      results_.push_back(next->second);
      show_iteration(processor_, next->second);
    }
  }

  void tell_all(const IterationResult& result) {
    add(result);
    FinishedIterations all{results_};
    for (const auto& [depth, early] : finished_)
      all.results.push_back(early);
    for (int to = 0; to < processor_.processors(); ++to) {
      if (to != processor_.rank())
        FinishedIterationsMessage::send(processor_, to, all);
    }
  }

  /// Records the iterations that another processor knows to be finished.
  void add_all(const std::vector<IterationResult>& all) {
    for (const auto& result : all)
      add(result);
  }

  void send(int to, const IterationResult& result) {
    IterationMessage::send(processor_, to, result);
  }

  M& processor_;
  bool failure_resistant_;
  std::vector<IterationResult> results_;
  /// Finished iterations that are not over, by depth. Each waits for an earlier iteration.
  std::map<int, IterationResult> finished_;
};

} // namespace eldest
