#include "sim/uci/search.hpp"

#include "sim/experiments/problems/chess.hpp"
#include "sim/system/new_thread.hpp"
#include "sim/system/out_of_memory.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace eldest::uci {
namespace {

SearchSettings settings_of(const PlayerOptions& options, const Go& go) {
  auto settings = options.settings;
  if (go.depth)
    settings.depth = std::min(settings.depth, *go.depth);
  if (go.mate) { // mate in N takes 2 N - 1 plies, and one more to see it
    settings.depth = std::min(settings.depth, 2 * *go.mate);
    settings.null_move_reduction = 0; // finds zugzwang, too
    settings.full_depth_moves = 0;
  }
  return settings;
}

bool has_end(const Go& go) {
  return !go.infinite && (go.depth || go.nodes || go.mate || go.move_time || go.clocks[0].left ||
                          go.clocks[1].left);
}

} // namespace

Search::Search(Game game, const Go& go, PlayerOptions options, double overhead, Output& output,
               Clock::time_point start)
    : game_(std::move(game)),
      go_(go),
      options_(std::move(options)),
      output_(output),
      start_(start),
      budget_(time_budget(go, game_.position().side_to_move(), overhead)),
      root_(game_.root({.check_extension = options_.check_extension})),
      pondering_(go.ponder),
      counted_from_(start) {
  options_.settings = settings_of(options_, go);
  if (options_.algorithm.is_sequential())
    options_.threads = 1;
  searcher_ = new_thread("the thread of a search", [this] { run(); });
  try {
    watcher_ = new_thread("a thread that watches a search", [this] { watch(); });
  } catch (...) {
    stop(); // otherwise the other thread would search on, perhaps for ever
    throw;
  }
}

Search::~Search() { stop(); }

void Search::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  conclude();
}

void Search::ponder_hit() {
  const std::lock_guard lock(mutex_);
  pondering_ = false;
  counted_from_ = Clock::now();
  if (over_)
    conclude();
  changed_.notify_all();
}

double Search::lateness() {
  const std::lock_guard lock(mutex_);
  return lateness_;
}

void Search::finish() {
  if (!has_end(go_) || go_.ponder)
    stop();
  searcher_.join();
}

void Search::run() {
  if (!game_.moves().empty()) {
    try {
      make_machine();
      search_to_the_end();
    } catch (const std::bad_alloc&) { // the player must still move
      output_.note(out_of_memory);
    } catch (const std::exception& error) {
      output_.note(error.what());
    }
  }
  const std::lock_guard lock(mutex_);
  conclude();
}

void Search::make_machine() {
  options_.algorithm.check_supports(options_.settings);
  const auto budget = go_.ponder ? TimeBudget{} : budget_; // unknown while pondering
  TableSettings tables;
  tables.entries = useful_entries(options_.table_entries(), budget, options_.threads);
  const ThreadSettings threads{.pinned = false, .locked = options_.threads > 1};
  auto machine =
      std::make_unique<ThreadMachine>(options_.threads, options_.algorithm.tables(tables), threads);
  const std::lock_guard lock(mutex_);
  progress_ = std::vector<ThreadProgress>(static_cast<std::size_t>(options_.threads));
  machine_ = std::move(machine);
  for (int rank = 0; rank < options_.threads; ++rank) {
    machine_->processor(rank).show_progress(progress_[static_cast<std::size_t>(rank)]);
    machine_->processor(rank).on_iteration([this](const IterationResult& result) { take(result); });
  }
  if (over_)
    machine_->give_up();
}

void Search::search_to_the_end() {
  const auto problem = chess_problem("", root_);
  auto settings = options_.settings;
  settings.costs = problem.costs;
  machine_->run([&](ThreadProcessor& processor) {
    const auto outcome = problem.search(options_.algorithm, settings, &processor);
    if (outcome.combined)
      take(*outcome.combined);
  });
}

void Search::watch() {
  constexpr std::chrono::seconds between_news(1);
  auto next_news = Clock::now() + between_news;
  std::unique_lock lock(mutex_);
  while (!over_) {
    changed_.wait_until(lock, std::min(next_news, next_look()));
    if (!over_ && is_over_limit())
      conclude();
    if (!over_ && Clock::now() >= next_news) {
      show_progress();
      next_news += between_news;
    }
  }
}

void Search::conclude() {
  over_ = true;
  if (machine_)
    machine_->give_up();
  changed_.notify_all();
  const bool may_answer = stopped_ || (!pondering_ && !go_.infinite);
  if (may_answer && !answered_)
    answer();
}

Search::Clock::time_point Search::next_look() const {
  constexpr std::chrono::milliseconds between_counts(1);
  if (go_.nodes)
    return Clock::now() + between_counts;
  if (!budget_.end || pondering_)
    return Clock::time_point::max();
  const auto after = [&](double seconds) {
    return counted_from_ +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  };
  return best_ || Clock::now() < after(*budget_.end) ? after(*budget_.end) : after(budget_.latest);
}

bool Search::is_over_limit() const {
  if (go_.nodes && nodes() >= *go_.nodes)
    return true;
  if (!budget_.end || pondering_)
    return false;
  return seconds_of_move() >= (best_ ? *budget_.end : budget_.latest);
}

double Search::seconds_of_move() const {
  return std::chrono::duration<double>(Clock::now() - counted_from_).count();
}

void Search::show_progress() {
  const double time = seconds();
  output_.line(fmt::format("info nodes {} nps {:.0f} time {:.0f}", nodes(),
                           static_cast<double>(nodes()) / time, time * 1000));
}

void Search::take(const IterationResult& result) {
  const std::lock_guard lock(mutex_);
  if (answered_ || (best_ && best_->depth >= result.depth))
    return;
  best_ = result;
  show(result);
  if (is_enough(result) || is_over_limit())
    conclude();
}

void Search::show(const IterationResult& result) {
  const TableReader table(machine_->tables(), options_.threads > 1);
  const auto& root = root_->position();
  auto plies = distance_to_mate(result);
  line_ = table.principal_variation(root, result.move, plies);
  if (!plies && is_win(result.value) && mates(root, line_))
    plies = static_cast<int>(line_.size());
  Info info{
      result.depth, score_text(result.value, plies), nodes(), seconds(), table.hashfull(), {}};
  for (const auto move : line_)
    info.line.push_back(chess::Position::text(move));
  output_.line(to_text(info));
}

std::optional<int> Search::distance_to_mate(const IterationResult& result) const {
  return options_.check_extension ? std::nullopt : plies_to_mate(result.value, result.depth);
}

bool Search::is_enough(const IterationResult& result) const {
  const bool mate = result.value > 0 && is_win(result.value);
  if (go_.mate && mate) {
    const auto plies = distance_to_mate(result);
    return !plies || *plies < 2 * *go_.mate;
  }
  if (pondering_ || !budget_.last_start)
    return false;
  return mate || game_.moves().size() == 1 || seconds_of_move() >= *budget_.last_start;
}

std::uint64_t Search::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& part : progress_)
    sum += part.nodes.load(std::memory_order_relaxed);
  return sum;
}

double Search::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Search::answer() {
  answered_ = true;
  if (budget_.end)
    lateness_ = std::max(seconds_of_move() - *budget_.end, 0.0);
  if (!best_) {
    const auto& position = game_.position();
    const bool over = game_.moves().empty();
    output_.line(
        fmt::format("info depth 0 score {}", over && position.in_check() ? "mate 0" : "cp 0"));
  }
  const auto [move, reply] = best();
  output_.line(reply.empty() ? fmt::format("bestmove {}", move)
                             : fmt::format("bestmove {} ponder {}", move, reply));
}

Search::Answer Search::best() const {
  const auto text = [](chess::Move move) { return chess::Position::text(move); };
  if (!line_.empty())
    return {text(line_.front()), line_.size() > 1 ? text(line_[1]) : ""};
  const auto moves = game_.moves();
  if (moves.empty())
    return {"0000", ""};
  // Without a complete iteration, takes the move that a search would try first.
  const auto& root = game_.position();
  return {text(*std::max_element(moves.begin(), moves.end(),
                                 [&](chess::Move one, chess::Move other) {
                                   return root.ordering(one) < root.ordering(other);
                                 })),
          ""};
}

} // namespace eldest::uci
