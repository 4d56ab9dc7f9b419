#pragma once

#include "algorithms/processor.hpp"
#include "trees/score.hpp"

#include <any>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace eldest {

/// One iteration of iterative deepening, as the first processor to finish it found it.
struct IterationResult {
  int depth = 0;
  Score value = 0;
  std::uint32_t move = 0; ///< code of the best move at the root, 0 if there is none
  double time = 0;        ///< seconds since the start of the search
};

/// Calls `visit` with every son of a processor in the binomial tree over all processors that is
/// rooted at 0: the sons of rank r are r + 2^k for every 2^k > r.
template <class Visit> void for_binomial_sons(int rank, int processors, Visit visit) {
  for (int step = 1; rank + step < processors; step *= 2) {
    if (step > rank)
      visit(rank + step);
  }
}

/// How the processors of a loosely synchronised search agree that an iteration is over.
///
/// Weill (1996) does not say; this is our choice. All processors search the root. The first to
/// finish an iteration reports it to processor 0 and goes on to the next at once; processor 0
/// passes the news down a binomial tree, each processor to its own subtree. A processor that hears
/// of it gives up what it still searches for that iteration (leaving the nodes it is in) and goes
/// on to the next. Everybody looks for messages at every interior node. After the last iteration a
/// processor that has finished waits for the news, so that everybody has passed it on before
/// stopping. All this is messages, and costs what messages cost.
///
/// Iterations are over in order of depth. A processor that searches ahead of the others may report
/// one to which its time has not come; processor 0 keeps that until it has.
template <Processor M> class Iterations {
public:
  explicit Iterations(M& processor) : processor_(processor) {}

  /// Looks for news; whether the iteration to `depth` is known to be over.
  [[nodiscard]] bool over(int depth) {
    while (auto message = processor_.poll())
      receive(*message);
    return known_over(depth);
  }

  /// Idles until the iteration to `depth` is known to be over.
  void wait_until_over(int depth) {
    while (!known_over(depth))
      receive(processor_.wait());
  }

  /// This processor has finished an iteration.
  void report(const IterationResult& result) {
    if (processor_.rank() == 0)
      conclude(result);
    else
      send(0, result);
  }

  /// The iterations known to be over, from depth 1 on.
  [[nodiscard]] const std::vector<IterationResult>& results() const { return results_; }

private:
  static constexpr std::size_t message_bytes = 16; // depth, value, move, time

  [[nodiscard]] bool known_over(int depth) const {
    return results_.size() >= static_cast<std::size_t>(depth);
  }

  void receive(const Message& message) {
    conclude(std::any_cast<IterationResult>(message.content));
  }

  /// Takes note of a finished iteration; later reports of it are ignored.
  void conclude(const IterationResult& result) {
    if (known_over(result.depth))
      return;
    finished_.try_emplace(result.depth, result);
    for (auto next = finished_.begin(); next != finished_.end() && known_over(next->first - 1);
         next = finished_.erase(next)) {
      results_.push_back(next->second);
      for_binomial_sons(processor_.rank(), processor_.processors(),
                        [&](int son) { send(son, results_.back()); });
    }
  }

  void send(int to, const IterationResult& result) {
    processor_.send(to, {processor_.rank(), message_bytes, result});
  }

  M& processor_;
  std::vector<IterationResult> results_;
  std::map<int, IterationResult> finished_; ///< not yet over, as one before is not: by depth
};

} // namespace eldest
