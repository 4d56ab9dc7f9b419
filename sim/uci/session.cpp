#include "sim/uci/session.hpp"

#include "sim/machines/threads/thread_pool.hpp"
#include "sim/system/job_thread.hpp"
#include "sim/system/ticks.hpp"
#include "sim/uci/clock.hpp"
#include "sim/uci/command.hpp"
#include "sim/uci/game.hpp"
#include "sim/uci/output.hpp"
#include "sim/uci/perft.hpp"
#include "sim/uci/search.hpp"
#include "sim/uci/time_control.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/limits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <istream>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>

namespace eldest::uci {
namespace {

/// A conversation with a user interface. There is one call for each type of command. It returns
/// false if the command ends the conversation.
class Session {
public:
  Session(std::ostream& output, std::string_view name, PlayerOptions options)
      : output_(output), name_(name), options_(std::move(options)) {
    static_cast<void>(seconds_per_tick()); // measured now, not in the first search
  }

  bool operator()(const Nothing& /*command*/) { return true; }

  bool operator()(const Hello& /*command*/) {
    output_.line(fmt::format("id name {}", name_));
    output_.line("id author the eldest authors");
    for (const auto& line : option_lines(options_))
      output_.line(line);
    output_.line("uciok");
    return true;
  }

  bool operator()(const IsReady& /*command*/) {
    output_.line("readyok");
    return true;
  }

  bool operator()(const NewGame& /*command*/) {
    game_ = Game();
    given_ = {};
    return true;
  }

  bool operator()(const SetOption& command) {
    try {
      set_option(options_, command.name, command.value);
    } catch (const InputError& error) {
      output_.note(error.what());
    }
    return true;
  }

  bool operator()(const SetPosition& command) {
    try {
      game_ = Game(command, options_.chess960 ? chess::CastlingRules::chess960
                                              : chess::CastlingRules::standard);
      given_ = command;
    } catch (const InputError& error) {
      output_.note(fmt::format("{}; the previous position is kept", error.what()));
    }
    return true;
  }

  bool operator()(const Go& command) {
    const auto start = clock_.now();
    stop(); // a search that still runs answers
    write_notes(command);
    if (command.perft)
      begin_perft(*command.perft);
    else
      begin_search(command, start);
    return true;
  }

  bool operator()(const Stop& /*command*/) {
    stop();
    return true;
  }

  bool operator()(const PonderHit& /*command*/) {
    if (search_)
      search_->ponder_hit();
    return true;
  }

  bool operator()(const Quit& /*command*/) {
    stop();
    return false;
  }

  bool operator()(const Mistake& mistake) {
    output_.note(mistake.text);
    return true;
  }

  /// Ends the conversation because the input has ended.
  void finish() {
    if (search_ && !search_->ends_by_itself())
      search_->stop();
  }

private:
  void stop() {
    perft_.request_stop();
    if (search_)
      search_->stop();
  }

  void write_notes(const Go& go) {
    if (!go.ignored_words.empty())
      output_.note(fmt::format("go: without {}", fmt::join(go.ignored_words, " ")));
    for (const auto& move : go.search_moves) {
      try {
        static_cast<void>(game_.find(move));
      } catch (const InputError& error) {
        output_.note(fmt::format("go searchmoves: {}", error.what()));
      }
    }
    if (!go.perft && options_.algorithm.is_sequential() && options_.threads > 1)
      output_.note(fmt::format("{} searches on one thread", options_.algorithm.name()));
  }

  void begin_perft(int depth) {
    perft_ = {};
    searcher_.post([this, game = game_, depth, stop = perft_.get_token()] {
      write_perft(game, depth, stop, output_);
    });
  }

  void begin_search(const Go& go, Clock::Time start) {
    add_lag(go);
    const auto side = game_.position().side_to_move();
    const auto budget = time_budget(go, side, options_.move_overhead / 1000.0, lag_.lag());
    search_ =
        std::make_shared<Search>(SearchTask{game_, go, options_, budget, start}, output_, clock_);
    searched_ = given_;
    searcher_.post([this, search = search_] { search->run(pool_); });
    watcher_.post([search = search_] { search->watch(); });
  }

  /// Measures the lag of the last search, if the next one is for the next move of the same game.
  void add_lag(const Go& next) {
    constexpr double most = 1; // a longer time is no lag: the interface has changed the clock
    if (!search_ || !is_next_move())
      return;
    const auto side = game_.position().side_to_move();
    const auto charged = charge(search_->go(), next, side);
    const double beyond = charged ? *charged - search_->seconds_used() : 0;
    lag_.add(search_->lateness() + std::clamp(beyond, 0.0, most));
  }

  /// Returns true if the position is that of the last search, two moves later.
  [[nodiscard]] bool is_next_move() const {
    return given_.fen == searched_.fen && given_.moves.size() == searched_.moves.size() + 2 &&
           std::equal(searched_.moves.begin(), searched_.moves.end(), given_.moves.begin());
  }

  Output output_;
  std::string name_;
  PlayerOptions options_;
  Clock clock_;
  Game game_;
  SetPosition given_;    ///< that made `game_`
  SetPosition searched_; ///< of the last search
  LagMeter lag_;
  std::shared_ptr<Search> search_; ///< the last one, or null
  std::stop_source perft_;         ///< of the last count

  // Threads live as long as the session, so that no command waits for the start or end of one.
  std::optional<ThreadPool> pool_; ///< of the searches; used by `searcher_` only
  JobThread searcher_{"the thread of searches"};
  JobThread watcher_{"the thread that watches searches"};
};

/// Reads a line, up to one byte more than `max_line_bytes`. Skips the rest of a longer line.
/// Returns false at the end of the input.
bool read_line(std::istream& input, std::string& line) {
  line.clear();
  auto& buffer = *input.rdbuf();
  for (int c = buffer.sbumpc(); c != std::char_traits<char>::eof(); c = buffer.sbumpc()) {
    if (c == '\n')
      return true;
    if (line.size() <= max_line_bytes)
      line += static_cast<char>(c);
  }
  return !line.empty();
}

} // namespace

void run_session(std::istream& input, std::ostream& output, std::string_view name,
                 PlayerOptions options) {
  Session session(output, name, std::move(options));
  const Command too_long =
      Mistake{fmt::format("a line has more than {} bytes, and is ignored", max_line_bytes)};
  bool goes_on = true;
  for (std::string line; goes_on && read_line(input, line);)
    goes_on = std::visit(session, line.size() > max_line_bytes ? too_long : parse_command(line));
  session.finish();
}

} // namespace eldest::uci
