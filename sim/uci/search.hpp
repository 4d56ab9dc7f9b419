#pragma once

#include "algorithms/search/iterations.hpp"
#include "sim/machines/threads/thread_machine.hpp"
#include "sim/machines/threads/thread_pool.hpp"
#include "sim/uci/clock.hpp"
#include "sim/uci/command.hpp"
#include "sim/uci/game.hpp"
#include "sim/uci/output.hpp"
#include "sim/uci/player_options.hpp"
#include "sim/uci/time_control.hpp"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace eldest::uci {

/// The task of a search, as `go` gives it.
struct SearchTask {
  Game game;
  Go go;
  PlayerOptions options;
  TimeBudget budget;
  Clock::Time start; ///< time at which `go` was read
};

/// A complete iteration of a search, for the user interface.
struct Iteration {
  int depth = 0;
  Score value = 0;
  std::vector<chess::Move> line; ///< principal variation, of one move or more
  std::string text;              ///< line of the protocol; empty if not known yet
};

/// The search for one `go`. It reports every complete iteration and, at the end, the move to play,
/// as lines of the protocol.
///
/// Three kinds of threads take part. The threads of the search publish complete iterations. The
/// watcher writes them, and answers when the time is up. The thread that reads commands answers to
/// `stop`. So an answer waits for no thread of the search, each of which may have lost its core.
class Search {
public:
  /// `output` and `clock` must outlive the search.
  Search(SearchTask task, Output& output, Clock& clock);

  /// Searches, and then answers if the watcher has not done so. Replaces `pool` if it has another
  /// number of threads. Call this once, in a thread that may wait for the pool's threads.
  void run(std::optional<ThreadPool>& pool);
  /// Writes what the search publishes, and ends the search when its time is used up. Writes nodes
  /// and time every second. Returns when the search has ended or is to end. Call this once, in a
  /// thread of its own.
  void watch();
  /// Publishes an iteration. Any thread of the search may call this at any time.
  void publish(Iteration iteration);

  /// Stops the search, and answers with the best move found. Any thread may call this at any time.
  void stop();
  /// Tells the search that the opponent has played the move on which it pondered. The limits of
  /// time count from now on.
  void ponder_hit();

  [[nodiscard]] const Go& go() const { return task_.go; }
  /// Returns true if the search ends without `stop` and `ponderhit`.
  [[nodiscard]] bool ends_by_itself() const;
  /// Returns the seconds of the move until the answer was written, or until now without an answer.
  [[nodiscard]] double seconds_used();
  /// Returns the seconds from the planned end of the search to the answer. Returns 0 if the answer
  /// was not late, has not been given, or had no limit of time.
  [[nodiscard]] double lateness();

private:
  // In the thread of `run`:

  [[nodiscard]] bool is_over();
  void search(ThreadPool& pool);
  /// Searches the root's best lines, depth by depth. Each line is the result of a search of its
  /// own, without the first moves of the lines before.
  void search_lines(ThreadPool& pool);
  /// Searches the root to a depth. Makes only `moves` there unless they are empty. `place`: see
  /// Info::multi_pv. Returns the best move, or nothing if the search has been stopped before.
  std::optional<chess::Move> search_line(ThreadPool& pool, const std::vector<chess::Move>& moves,
                                         int depth, int place);
  [[nodiscard]] std::unique_ptr<ThreadMachine> new_machine() const;
  void begin(std::unique_ptr<ThreadMachine> machine, int depth, int place);
  void end();

  // In the threads of the search:

  /// Receives the result of a complete iteration.
  void take(const IterationResult& result);
  /// Makes the iteration the best one if it is the deepest. Returns false if it need not be shown.
  [[nodiscard]] bool accept(const IterationResult& result);
  [[nodiscard]] Iteration describe(const IterationResult& result) const;
  [[nodiscard]] std::optional<int> distance_to_mate(Score value, int depth) const;
  [[nodiscard]] std::uint64_t nodes() const;
  [[nodiscard]] double seconds() const;

  // While `mutex_` is locked:

  /// Ends the search, and sends the answer. If the interface must send `stop` or `ponderhit` first,
  /// does not answer yet.
  void conclude();
  void answer();
  void write_published();
  void write_progress();
  [[nodiscard]] bool is_enough() const;
  /// Returns the time at which the search is to end, as far as known.
  [[nodiscard]] Clock::Time deadline() const;
  [[nodiscard]] double seconds_of_move() const;

  SearchTask task_;
  Output& output_;
  Clock& clock_;
  std::vector<chess::Move> moves_; ///< legal moves of the root that are to be searched

  std::mutex taking_; ///< held by a thread of the search that describes an iteration

  std::mutex mutex_; ///< guards the following members, and is held for moments only
  std::condition_variable changed_;
  std::shared_ptr<const chess::Root> root_; ///< of the current line
  std::vector<ThreadProgress> progress_;    ///< in the current line, by rank
  std::uint64_t earlier_nodes_ = 0;         ///< of earlier lines
  std::unique_ptr<ThreadMachine> machine_;  ///< null while no thread searches
  int goal_ = 0;                            ///< depth of the current line
  int place_ = 0;                           ///< of the current line: see Info::multi_pv
  int lines_ = 1;                           ///< number of lines that are shown for each depth
  IterationResult taken_;                   ///< last iteration of the current line
  std::optional<Iteration> best_;           ///< deepest complete iteration of the best line
  std::vector<std::string> published_;      ///< lines to be written
  bool enough_ = false;                     ///< no further iteration is wanted
  bool stopped_ = false;                    ///< by the interface
  bool pondering_ = false;
  bool over_ = false; ///< the search has ended or is to end
  bool answered_ = false;
  double used_ = 0;          ///< seconds of the move until the answer
  double lateness_ = 0;      ///< in seconds
  Clock::Time counted_from_; ///< time from which the time of the move counts
};

} // namespace eldest::uci
