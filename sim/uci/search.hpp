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
/// end, the move to play, as lines of the protocol.
///
/// The answer is sent by the thread that first knows that it is due, without waiting for other
/// threads to stop. On a busy computer, waking other threads first would take time.
class Search {
public:
  using Clock = std::chrono::steady_clock;

  /// Begins to search. `output` must outlive the search. `start`: time at which `go` was received.
  /// `overhead`: see time_budget.
  Search(Game game, const Go& go, PlayerOptions options, double overhead, Output& output,
         Clock::time_point start);
  /// Stops the search, and waits for its threads.
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// Stops the search, and answers with the best move found. Any thread may call this at any time.
  void stop();
  /// Tells the search that the opponent has played the move on which it pondered. The limits of
  /// time count from now on.
  void ponder_hit();
  /// Returns the seconds from the planned end of the search to the answer. Returns 0 if the answer
  /// was not late, has not been given, or had no limit of time.
  [[nodiscard]] double lateness();
  /// Waits for the search to end if it has limits and does not ponder; otherwise stops it.
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
  /// Ends the search when its time or its nodes are used up. Reports nodes and time every second
  /// until then.
  void watch();
  /// Receives the result of a complete iteration. Called by a thread of the search.
  void take(const IterationResult& result);

  // While `mutex_` is locked:

  /// Ends the search, and sends the answer. If the interface must send `stop` or `ponderhit` first,
  /// does not answer yet.
  void conclude();
  [[nodiscard]] bool is_over_limit() const;
  /// Returns the time at which to check the limits again, unless the search ends before.
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
  Clock::time_point counted_from_;      ///< time from which the time of the move counts
  std::optional<IterationResult> best_; ///< deepest complete iteration
  std::vector<chess::Move> line_;       ///< principal variation of `best_`

  // The threads are last, so that they end first.
  std::jthread searcher_;
  std::jthread watcher_;
};

} // namespace eldest::uci
