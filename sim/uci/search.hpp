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

/// The answer to one `go`: a search in threads of its own, which tells of every iteration that is
/// over and, at the end, of the move to play, with lines of the protocol.
///
/// The answer comes from the thread that knows first that it is due, before the others have been
/// stopped: on a busy computer each that has to be woken takes its time.
class Search {
public:
  using Clock = std::chrono::steady_clock;

  /// Begins to search. The output must outlive this; `start` is when `go` came, and `overhead` is
  /// that of time_budget.
  Search(Game game, const Go& go, PlayerOptions options, double overhead, Output& output,
         Clock::time_point start);
  /// Stops the search, and waits for its threads.
  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  /// Answers with what has been found. Any thread may call this at any time.
  void stop();
  /// Says that the opponent has played the move that was pondered on: the limits apply from now on.
  void ponder_hit();
  /// Seconds by which the answer came later than planned; 0 without an answer, or a limit of time.
  [[nodiscard]] double lateness();
  /// Waits for a search that ends by itself; stops any other.
  void finish();

private:
  /// A legal move and, if one is known, the reply to it.
  struct Answer {
    std::string move;
    std::string reply;
  };

  void run();
  void make_machine();
  void search_to_the_end();
  /// Waits for the end of the time, or of the nodes, and shows news meanwhile.
  void watch();
  /// Takes an iteration that is over, in one of the threads of the search.
  void take(const IterationResult& result);

  // While `mutex_` is locked:

  /// Ends the search, and answers unless the interface is to say something first.
  void conclude();
  [[nodiscard]] bool is_over_limit() const;
  /// When to look at the limits again, if nothing else happens.
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

  std::mutex mutex_; ///< of what follows
  std::condition_variable changed_;
  std::vector<ThreadProgress> progress_;   ///< by rank
  std::unique_ptr<ThreadMachine> machine_; ///< null before the search
  bool stopped_ = false;                   ///< by the interface
  bool pondering_ = false;
  bool over_ = false; ///< no more is searched for
  bool answered_ = false;
  double lateness_ = 0;                 ///< in seconds
  Clock::time_point counted_from_;      ///< the time of the move
  std::optional<IterationResult> best_; ///< the deepest that is over
  std::vector<chess::Move> line_;       ///< its principal variation

  // Last, so that they end first:
  std::jthread searcher_;
  std::jthread watcher_;
};

} // namespace eldest::uci
