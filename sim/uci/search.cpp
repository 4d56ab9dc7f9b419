#include "sim/uci/search.hpp"

#include "sim/experiments/problem.hpp"
#include "sim/experiments/problems/chess.hpp"
#include "sim/system/out_of_memory.hpp"
#include "sim/uci/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
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
    settings.futility_margin = 0;
  }
  return settings;
}

/// Returns the legal moves that `go` allows. Returns all of them if it allows none.
std::vector<chess::Move> moves_of(const Game& game, const Go& go) {
  const auto legal = game.moves();
  std::vector<chess::Move> moves;
  std::copy_if(legal.begin(), legal.end(), std::back_inserter(moves), [&](chess::Move move) {
    return std::find(go.search_moves.begin(), go.search_moves.end(),
                     game.text(game.position(), move)) != go.search_moves.end();
  });
  return moves.empty() ? std::vector(legal.begin(), legal.end()) : moves;
}

double seconds_between(Clock::Time start, Clock::Time end) {
  return std::chrono::duration<double>(end - start).count();
}

} // namespace

Search::Search(SearchTask task, Output& output, Clock& clock)
    : task_(std::move(task)),
      output_(output),
      clock_(clock),
      moves_(moves_of(task_.game, task_.go)),
      pondering_(task_.go.ponder),
      counted_from_(task_.start) {
  auto& options = task_.options;
  options.settings = settings_of(options, task_.go);
  if (options.algorithm.is_sequential())
    options.threads = 1;
}

// In the threads that read commands and that watch:

void Search::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  conclude();
}

void Search::ponder_hit() {
  const std::lock_guard lock(mutex_);
  pondering_ = false;
  counted_from_ = clock_.now();
  if (over_)
    conclude();
  changed_.notify_all();
}

bool Search::ends_by_itself() const {
  const auto& go = task_.go;
  return !go.infinite && !go.ponder &&
         (go.depth || go.nodes || go.mate || go.move_time || go.clocks[0].left ||
          go.clocks[1].left);
}

double Search::seconds_used() {
  const std::lock_guard lock(mutex_);
  return answered_ ? used_ : seconds_of_move();
}

bool Search::is_over() {
  const std::lock_guard lock(mutex_);
  return over_;
}

double Search::lateness() {
  const std::lock_guard lock(mutex_);
  return lateness_;
}

void Search::watch() {
  constexpr std::chrono::seconds between_news(1);
  auto next_news = clock_.now() + between_news;
  std::unique_lock lock(mutex_);
  while (!over_) {
    if (published_.empty())
      clock_.wait_until(std::min(next_news, deadline()), changed_, lock);
    if (over_)
      return;
    write_published();
    if (enough_ || clock_.now() >= deadline()) {
      conclude();
    } else if (clock_.now() >= next_news) {
      write_progress();
      next_news += between_news;
    }
  }
}

// In the thread of `run`:

void Search::run(std::optional<ThreadPool>& pool) {
  if (!moves_.empty() && !is_over()) {
    try {
      if (!pool || pool->size() != task_.options.threads)
        pool.emplace(task_.options.threads);
      search(*pool);
    } catch (const std::bad_alloc&) { // the player must still move
      output_.note(out_of_memory);
    } catch (const std::exception& error) {
      output_.note(error.what());
    }
  }
  end();
  const std::lock_guard lock(mutex_);
  conclude();
}

void Search::search(ThreadPool& pool) {
  const auto& options = task_.options;
  options.algorithm.check_supports(options.settings);
  if (options.multi_pv > 1)
    return search_lines(pool);
  const bool all = task_.go.search_moves.empty();
  search_line(pool, all ? std::vector<chess::Move>{} : moves_, options.settings.depth, 0);
}

void Search::search_lines(ThreadPool& pool) {
  lines_ = std::min(task_.options.multi_pv, static_cast<int>(moves_.size()));
  for (int depth = 1; depth <= task_.options.settings.depth; ++depth) {
    auto moves = moves_;
    for (int place = 1; place <= lines_; ++place) {
      const auto best = search_line(pool, moves, depth, place);
      if (!best)
        return;
      std::erase(moves, *best);
    }
  }
}

std::optional<chess::Move>
Search::search_line(ThreadPool& pool, const std::vector<chess::Move>& moves, int depth, int place) {
  root_ = task_.game.root({.check_extension = task_.options.check_extension, .root_moves = moves});
  const auto problem = chess_problem("", root_);
  auto settings = task_.options.settings;
  settings.costs = problem.costs;
  settings.depth = depth;
  begin(new_machine(), depth, place);
  machine_->run(
      [&](ThreadProcessor& processor) {
        const auto outcome = problem.search(task_.options.algorithm, settings, processor);
        if (outcome.combined)
          take(*outcome.combined);
      },
      pool);
  end();
  return taken_.depth < depth ? std::nullopt : find_move(root_->position(), taken_.move);
}

std::unique_ptr<ThreadMachine> Search::new_machine() const {
  const auto& options = task_.options;
  const auto budget = task_.go.ponder ? TimeBudget{} : task_.budget; // unknown while pondering
  TableSettings tables;
  tables.entries = useful_entries(options.table_entries(), budget, options.threads);
  const ThreadSettings threads{.pinned = false, .locked = options.threads > 1};
  auto machine =
      std::make_unique<ThreadMachine>(options.threads, options.algorithm.tables(tables), threads);
  if (const auto limit = task_.go.nodes)
    machine->limit_nodes(*limit - std::min(earlier_nodes_, *limit - 1));
  return machine;
}

void Search::begin(std::unique_ptr<ThreadMachine> machine, int depth, int place) {
  const std::lock_guard lock(mutex_);
  progress_ = std::vector<ThreadProgress>(static_cast<std::size_t>(machine->processors()));
  machine_ = std::move(machine);
  goal_ = depth;
  place_ = place;
  taken_ = {};
  for (int rank = 0; rank < machine_->processors(); ++rank) {
    machine_->processor(rank).show_progress(progress_[static_cast<std::size_t>(rank)]);
    machine_->processor(rank).on_iteration([this](const IterationResult& result) { take(result); });
  }
  if (over_)
    machine_->give_up();
}

void Search::end() {
  std::unique_ptr<ThreadMachine> machine; // its tables are freed without the lock
  const std::lock_guard lock(mutex_);
  machine = std::move(machine_);
  earlier_nodes_ = nodes();
  progress_.clear();
}

// In the threads of the search:

void Search::take(const IterationResult& result) {
  const std::lock_guard one_at_a_time(taking_);
  if (accept(result))
    publish(describe(result));
}

bool Search::accept(const IterationResult& result) {
  const std::lock_guard lock(mutex_);
  if (answered_ || enough_ || result.depth <= taken_.depth || (place_ > 0 && result.depth < goal_))
    return false;
  taken_ = result;
  const auto move = find_move(root_->position(), result.move);
  if (place_ > 1 || !move)
    return true;
  if (!best_)
    changed_.notify_all(); // the deadline is an earlier one now
  best_ = Iteration{result.depth, result.value, {*move}, ""};
  return true;
}

void Search::publish(Iteration iteration) {
  const std::lock_guard lock(mutex_);
  if (answered_ || enough_)
    return;
  published_.push_back(iteration.text);
  if (place_ <= 1)
    best_ = std::move(iteration);
  enough_ = place_ % lines_ == 0 && is_enough();
  changed_.notify_all();
}

Iteration Search::describe(const IterationResult& result) const {
  const TableReader table(machine_->tables(), task_.options.threads > 1);
  auto position = root_->position();
  auto plies = distance_to_mate(result.value, result.depth);
  auto line = table.principal_variation(position, result, plies);
  if (!plies && is_win(result.value) && mates(position, line))
    plies = static_cast<int>(line.size());
  Info info{result.depth, score_text(result.value, plies), nodes(), seconds(), table.hashfull(), {},
            place_};
  for (const auto move : line) {
    info.line.push_back(task_.game.text(position, move));
    position = position.after(move);
  }
  return {result.depth, result.value, std::move(line), to_text(info)};
}

std::optional<int> Search::distance_to_mate(Score value, int depth) const {
  return task_.options.check_extension ? std::nullopt : plies_to_mate(value, depth);
}

std::uint64_t Search::nodes() const {
  auto sum = earlier_nodes_;
  for (const auto& part : progress_)
    sum += part.nodes.load(std::memory_order_relaxed);
  return sum;
}

double Search::seconds() const { return seconds_between(task_.start, clock_.now()); }

// While the lock is held:

void Search::conclude() {
  over_ = true;
  write_published();
  const bool may_answer = stopped_ || (!pondering_ && !task_.go.infinite);
  if (may_answer && !answered_)
    answer();
  if (machine_) // after the answer, because waking threads takes time
    machine_->give_up();
  changed_.notify_all();
}

void Search::answer() {
  const auto& game = task_.game;
  const auto& position = game.position();
  answered_ = true;
  if (!best_)
    output_.line(fmt::format("info depth 0 score {}",
                             moves_.empty() && position.in_check() ? "mate 0" : "cp 0"));
  if (task_.go.nodes)
    write_progress();
  std::string text = "bestmove ";
  if (best_) {
    const auto& line = best_->line;
    text += game.text(position, line.front());
    if (line.size() > 1)
      text += " ponder " + game.text(position.after(line[0]), line[1]);
  } else if (moves_.empty()) {
    text += "0000";
  } else { // the move that a search would try first
    text += game.text(position, *std::max_element(moves_.begin(), moves_.end(),
                                                  [&](chess::Move one, chess::Move other) {
                                                    return position.ordering(one) <
                                                           position.ordering(other);
                                                  }));
  }
  output_.line(text);
  used_ = seconds_of_move();
  if (task_.budget.end && !pondering_)
    lateness_ = std::max(seconds_between(deadline(), clock_.now()), 0.0);
}

void Search::write_published() {
  for (const auto& text : std::exchange(published_, {}))
    output_.line(text);
}

void Search::write_progress() {
  const double time = std::max(seconds(), 1e-3);
  output_.line(fmt::format("info nodes {} nps {:.0f} time {:.0f}", nodes(),
                           static_cast<double>(nodes()) / time, time * 1000));
}

bool Search::is_enough() const {
  const auto& go = task_.go;
  const bool mate = best_ && best_->value > 0 && is_win(best_->value);
  if (go.mate && mate) {
    const auto plies = distance_to_mate(best_->value, best_->depth);
    return !plies || *plies < 2 * *go.mate;
  }
  if (pondering_ || !task_.budget.last_start)
    return false;
  const bool clear = !task_.options.analyse_mode && (mate || moves_.size() == 1);
  return clear || seconds_of_move() >= *task_.budget.last_start;
}

Clock::Time Search::deadline() const {
  const auto& budget = task_.budget;
  if (!budget.end || pondering_)
    return Clock::Time::max();
  const std::chrono::duration<double> planned(best_ ? *budget.end : budget.latest);
  return counted_from_ + std::chrono::duration_cast<Clock::Time::duration>(planned);
}

double Search::seconds_of_move() const { return seconds_between(counted_from_, clock_.now()); }

} // namespace eldest::uci
