#pragma once

#include "algorithms/search/iterations.hpp"
#include "sim/experiments/problem.hpp"
#include "sim/machines/threads/thread_machine.hpp"
#include "sim/uci/command.hpp"
#include "sim/uci/game.hpp"
#include "sim/uci/info.hpp"
#include "sim/uci/output.hpp"
#include "sim/uci/player_options.hpp"
#include "sim/uci/time_control.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace eldest::uci {

/// The search for one `go`, in threads of its own. It reports every complete iteration and, at the
/// end, the move to play, with lines of the protocol.
///
/// The thread that first knows that the answer is due sends it, before the others have been
/// stopped. On a busy computer, waking other threads first would take time.
class Search {
public:
  using Clock = std::chrono::steady_clock;

  /// Begins to search. `output` must outlive the search. `start` is the time when `go` came, and
  /// `overhead` is that of time_budget.
  Search(Game game, const Go& go, PlayerOptions options, double overhead, Output& output,
         Clock::time_point start);
  /// Stops the search, and waits for its threads.
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// Stops the search, and answers with the best move so far. Any thread may call this at any time.
  void stop();
  /// Tells that the opponent has played the move that was pondered on. The limits apply from now
  /// on.
  void ponder_hit();
  /// Returns the seconds by which the answer was late; 0 without an answer or a limit of time.
  [[nodiscard]] double lateness();
  /// Waits for a search that ends by itself; stops any other.
  void finish();

private:
  /// A legal move, and the expected reply or an empty text.
  struct Answer {
    std::string move;
    std::string reply;
  };

  void run();
  void make_machine();
  void search_to_the_end();
  /// Waits until the time or the nodes are used up, and shows news meanwhile.
  void watch();
  /// Receives a complete iteration, in one of the threads of the search.
  void take(const IterationResult& result);

  // While `mutex_` is locked:

  /// Ends the search. Answers, unless the interface must first send `stop` or `ponderhit`.
  void conclude();
  [[nodiscard]] bool is_over_limit() const;
  /// Returns when to check the limits again, if nothing else happens.
  [[nodiscard]] Clock::time_point next_look() const;
  [[nodiscard]] double seconds_of_move() const;
  void show_progress();
  void show(const IterationResult& result);
  [[nodiscard]] bool is_enough(const IterationResult& result) const;
  [[nodiscard]] std::optional<int> distance_to_mate(const IterationResult& result) const;
  [[nodiscard]] std::uint64_t nodes() const;
  [[nodiscard]] double seconds() const;
  void answer();
  [[nodiscard]] Answer best() const;

  Game game_;
  Go go_;
  PlayerOptions options_;
  Output& output_;
  Clock::time_point start_;
  TimeBudget budget_;
  std::shared_ptr<const chess::Root> root_;

  std::mutex mutex_; ///< guards the following members, except the threads
  std::condition_variable changed_;
  std::vector<ThreadProgress> progress_;   ///< by rank
  std::unique_ptr<ThreadMachine> machine_; ///< null before the search
  bool stopped_ = false;                   ///< by the interface
  bool pondering_ = false;
  bool over_ = false; ///< the search has ended or is to end
  bool answered_ = false;
  double lateness_ = 0;                 ///< in seconds
  Clock::time_point counted_from_;      ///< start of the time of the move
  std::optional<IterationResult> best_; ///< deepest complete iteration
  std::vector<chess::Move> line_;       ///< principal variation of `best_`

  // The threads are last, so that they end first.
  std::jthread searcher_;
  std::jthread watcher_;
};

} // namespace eldest::uci
