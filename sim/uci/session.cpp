#include "sim/uci/session.hpp"

#include "sim/system/ticks.hpp"
#include "sim/uci/command.hpp"
#include "sim/uci/game.hpp"
#include "sim/uci/output.hpp"
#include "sim/uci/search.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <optional>
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
      game_ = Game(command);
    } catch (const InputError& error) {
      output_.note(fmt::format("{}; the previous position is kept", error.what()));
    }
    return true;
  }

  bool operator()(const Go& command) {
    const auto start = Search::Clock::now();
    if (search_)
      lag_ = std::max(search_->lateness(), lag_ * lag_kept);
    search_.reset(); // a search that still runs is stopped, and answers
    if (!command.ignored_words.empty())
      output_.note(fmt::format("go: without {}", fmt::join(command.ignored_words, " ")));
    if (options_.algorithm.is_sequential() && options_.threads > 1)
      output_.note(fmt::format("{} searches on one thread", options_.algorithm.name()));
    search_.emplace(game_, command, options_, options_.move_overhead / 1000.0 + lag_, output_,
                    start);
    return true;
  }

  bool operator()(const Stop& /*command*/) {
    if (search_)
      search_->stop();
    return true;
  }

  bool operator()(const PonderHit& /*command*/) {
    if (search_)
      search_->ponder_hit();
    return true;
  }

  bool operator()(const Quit& /*command*/) {
    search_.reset();
    return false;
  }

  bool operator()(const Mistake& mistake) {
    output_.note(mistake.text);
    return true;
  }

  /// Ends the conversation because the input has ended.
  void finish() {
    if (search_)
      search_->finish();
  }

private:
  static constexpr double lag_kept = 0.9; ///< factor by which `lag_` decreases with each move

  Output output_;
  std::string name_;
  PlayerOptions options_;
  Game game_;
  /// Greatest lateness of recent answers, in seconds, as occurs on a busy computer. Earlier answers
  /// count less.
  double lag_ = 0;
  std::optional<Search> search_;
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
