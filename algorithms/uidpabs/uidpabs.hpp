#pragma once

#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/uidpabs/messages.hpp"
#include "algorithms/uidpabs/settings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// UIDPABS, unsynchronized iteratively deepening parallel alpha-beta search (M. Newborn, IEEE
/// Transactions on Pattern Analysis and Machine Intelligence 10(5), 1988). The moves of the root
/// are divided among the processors once and for all. Each processor deepens its own share
/// iteration by iteration and waits for nobody. One may be in its fifth iteration while another one
/// is in its sixth. All begin with the same narrow window, and each moves its window by the values
/// that it finds for its own moves. When time is up their results are combined, some of which are
/// deeper than others. No more processors are of use than there are moves.
///
/// We know the paper by its abstract and by the description of Brockington and Schaeffer (section
/// 2.2). The rest is our choice:
/// - Processor 0 searches the first iterations sequentially and sorts the moves by their values,
///   best first. They are dealt like cards: with n processors, number r gets the moves r, r + n, …
///   So the most promising ones are with different processors. A processor without moves idles.
/// - In each share the best move of an iteration, if its value is known, is the first of the next.
///   The others keep their places.
/// - The window is that of SearchSettings::aspiration, infinite by default. At first it is around
///   the last value of processor 0. Later it is around the last value of the processor's own share
///   that was inside its window.
/// - A share whose value is above the window is searched again at once, with no upper bound. A
///   share that fails low is not searched again at once, because others may have the better moves.
///   Its next iteration begins.
/// - Each processor sends the result of each of its iterations to processor 0: a value, or an upper
///   bound where it has failed low.
/// - An iteration is complete when all shares have finished it and the best of the values is at
///   least as great as all the bounds. The best value is then the root's value at that depth.
/// - Shares with greater bounds are searched again at once, and then continue where they were.
///   Their window is from the best value, or from minus infinity without a value, to their bound.
/// - With `tell_bounds`, a processor tells all others when its value for an iteration rises. Those
///   that search to the same depth raise their lower bound, from their next move on. A move that
///   they find no better than that bound is no better than the root's value, either.
/// - The root's entry of the table is not used, because no share knows the root's value.
/// - A search that the machine ends returns the value of its last complete iteration. It also
///   returns Newborn's combination of the last results of all shares, as far as processor 0 knows
///   these results. That is the result with the best value, its move and its depth. Shares that
///   have failed low last take no part in it. If all have, there is no combination.
///
/// On one processor this is the sequential search.
template <Position P, Processor M> class Uidpabs {
public:
  Uidpabs(M& processor, const SearchSettings& settings, const UidpabsSettings& own)
      : worker_(processor, settings),
        own_(own),
        hooks_{*this},
        recursive_(worker_, hooks_),
        nodes_(worker_.counters),
        told_(max_depth + 1, -infinity) {}
  Uidpabs(const Uidpabs&) = delete;
  Uidpabs& operator=(const Uidpabs&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    if (worker_.processor.processors() == 1)
      return search_whole(root);
    root_ = &root;
    const bool completed = until_stopped([&] {
      if (is_leader())
        begin();
      while (!over_)
        go_on();
    });
    SearchOutcome outcome{iterations_, nodes_.until_now(), worker_.counters, {}, {}};
    if (is_leader() && !completed)
      outcome.combined = combine();
    outcome.own_counters = named(own_counters_);
    return outcome;
  }

private:
  using Move = typename P::Move;

  /// A move of the root, with the value or bound of its latest search.
  struct RootMove {
    Move move;
    Score value;
  };

  using Deal = uidpabs::Deal<Move>;
  using Result = uidpabs::Result;
  using Reopening = uidpabs::Reopening;
  using NewBound = uidpabs::NewBound;
  using Dismissal = uidpabs::Dismissal;
  using Content = uidpabs::Content<Move>;

  /// Knowledge of the leader about a processor's search of its share.
  struct Share {
    std::vector<Result> results; ///< from the first iteration after the deal on
    bool reopened = false; ///< true if the processor has been told to search an iteration again
  };

  /// Hooks of the recursive search; see SearchHooks.
  struct Hooks {
    Uidpabs& self;

    [[nodiscard]] bool interrupts() {
      while (auto message = self.worker_.processor.poll())
        self.receive(*message);
      return self.worker_.interrupted();
    }
    void arrange(OrderedMoves<P>& /*moves*/, int /*ply*/) {}
    void enter(NodeResult& /*node*/) {}
    void leave() {}
  };

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }
  [[nodiscard]] bool is_leader() const { return rank() == 0; }

  /// Searches on one processor.
  [[nodiscard]] SearchOutcome search_whole(const P& root) {
    auto outcome = worker_.deepen([&](int depth, Score alpha, Score beta) {
      const NodeResult node = recursive_.search(root, alpha, beta, depth, 0);
      return RootResult{node.score, node.move};
    });
    outcome.own_counters = named(own_counters_);
    return outcome;
  }

  // Messages.

  template <class Kind> void send(int to, const Kind& content) {
    Content::send(worker_.processor, to, content);
  }

  /// Forwards a message from the leader to all, down the binomial tree.
  template <class Kind> void pass_on(const Kind& content) {
    for_binomial_sons(rank(), worker_.processor.processors(), [&](int son) { send(son, content); });
  }

  void receive(const Message& message) {
    Content::visit(message, [&](const auto& content) { handle(message.from, content); });
  }
  void handle(int /*from*/, const Deal& deal) { take_share(deal); }
  void handle(int from, const Result& result) { take_result(from, result); }
  void handle(int /*leader*/, const Reopening& reopening) {
    reopening_ = reopening;
    worker_.interrupt();
  }
  void handle(int /*from*/, const NewBound& bound) {
    auto& known = told_[static_cast<std::size_t>(bound.depth)];
    known = std::max(known, bound.alpha);
  }
  void handle(int /*from*/, const Dismissal& dismissal) {
    pass_on(dismissal);
    over_ = true;
  }

  // A processor's share.

  void take_share(const Deal& deal) {
    pass_on(deal);
    shares_ = std::clamp(static_cast<int>(deal.moves.size()), 1, worker_.processor.processors());
    moves_.clear();
    for (auto i = static_cast<std::size_t>(rank()); rank() < shares_ && i < deal.moves.size();
         i += static_cast<std::size_t>(shares_))
      moves_.push_back({deal.moves[i], deal.value});
    expected_ = deal.value;
    depth_ = std::max(depth_, own_.alone_depth + 1);
  }

  /// Searches the next iteration, or one that is to be searched again. If there is neither, waits
  /// for a message.
  void go_on() {
    if (reopening_)
      search_again(*std::exchange(reopening_, std::nullopt));
    else if (rank() < shares_ && worker_.continues_to(depth_))
      search_iteration();
    else
      receive(worker_.processor.wait());
  }

  void search_iteration() {
    if (std::exchange(begun_, depth_) != depth_)
      begin_iteration(worker_.processor);
    const auto [alpha, beta] = window();
    const auto node = search_from(depth_, alpha, beta);
    if (worker_.interrupted())
      return;
    const auto result = result_of(node);
    if (result.exact)
      expected_ = result.value;
    else
      ++own_counters_.uidpabs_failed_low;
    ++depth_;
    report(result);
  }

  void search_again(const Reopening& order) {
    ++worker_.counters.root_researches;
    ++own_counters_.uidpabs_reopened;
    const auto result = result_of(search_from(order.depth, order.alpha, order.beta));
    expected_ = result.exact ? result.value : order.alpha;
    report(result);
  }

  /// Searches the share. If its value reaches `beta`, searches it again with no upper bound.
  [[nodiscard]] NodeResult search_from(int depth, Score alpha, Score beta) {
    const auto node = search_share(depth, alpha, beta);
    if (worker_.interrupted() || node.score < node.beta || node.beta == infinity)
      return node;
    ++worker_.counters.root_researches;
    return search_share(depth, alpha, infinity);
  }

  [[nodiscard]] std::pair<Score, Score> window() const {
    const auto half = worker_.settings.aspiration;
    if (half == 0 || !expected_)
      return {-infinity, infinity};
    return {std::max(-infinity, *expected_ - half), std::min(infinity, *expected_ + half)};
  }

  /// Returns the result of a search of the share. The lower bound may have been raised during that
  /// search.
  [[nodiscard]] static Result result_of(const NodeResult& node) {
    const bool exact = node.alpha == -infinity || node.score > node.alpha;
    return {node.depth, node.score, exact, node.move};
  }

  /// Searches the root with the moves of the share only. The result means nothing if the Worker has
  /// been interrupted.
  [[nodiscard]] NodeResult search_share(int depth, Score alpha, Score beta) {
    worker_.resume();
    nodes_.enter(depth);
    worker_.enter_node(*root_, alpha, beta, depth, 0);
    ++worker_.counters.interior;
    NodeResult node({alpha, beta}, depth);
    if (hooks_.interrupts())
      return node;
    if (moves_.empty())
      node.score = root_->terminal_value(depth);
    for (auto& candidate : moves_) {
      heed_told_bound(node);
      const bool eldest = &candidate == &moves_.front();
      candidate.value = search_move(node, candidate.move, eldest);
      if (worker_.interrupted() || take_value(node, candidate, eldest))
        break;
    }
    if (!worker_.interrupted() && node.score > node.alpha)
      put_first(node.move);
    return node;
  }

  [[nodiscard]] Score search_move(const NodeResult& node, Move move, bool eldest) {
    const P son = root_->after(move);
    const int son_depth = worker_.son_depth(son, node.depth);
    return worker_.search_son(eldest, std::max(node.alpha, node.score), node.beta, son_depth,
                              [&](Score alpha, Score beta, bool /*again*/) {
                                return -recursive_.search(son, -beta, -alpha, son_depth, 1).score;
                              });
  }

  /// Takes a move's value into the root's result. Returns true if the value reaches the window's
  /// upper end.
  [[nodiscard]] bool take_value(NodeResult& node, const RootMove& move, bool eldest) {
    const Score known = std::max(node.alpha, node.score);
    const bool cut_off = worker_.improve(node, move.value, *root_, move.move, 0, eldest);
    if (own_.tell_bounds && move.value > known)
      tell({node.depth, move.value});
    return cut_off;
  }

  /// Raises the lower bound to the best that others have found in the same iteration. Does nothing
  /// in a second search of an iteration, which has its bound from the leader.
  void heed_told_bound(NodeResult& node) const {
    if (node.depth != depth_)
      return;
    node.alpha = std::max(node.alpha, told_[static_cast<std::size_t>(node.depth)]);
    if (node.alpha >= node.beta)
      node.beta = infinity;
  }

  void tell(const NewBound& bound) {
    for (int to = 0; to < shares_; ++to) {
      if (to == rank())
        continue;
      ++own_counters_.uidpabs_bounds;
      send(to, bound);
    }
  }

  void put_first(std::uint32_t code) {
    const auto best = std::find_if(moves_.begin(), moves_.end(), [&](const RootMove& candidate) {
      return candidate.move.code() == code;
    });
    if (best != moves_.end())
      std::rotate(moves_.begin(), best, std::next(best));
  }

  void report(const Result& result) {
    if (is_leader())
      take_result(0, result);
    else
      send(0, result);
  }

  // The leader's part.

  /// Searches the first iterations, and deals the moves out.
  void begin() {
    find_moves();
    deal_to(1);
    while (reopening_ || (!over_ && depth_ <= own_.alone_depth))
      go_on();
    if (over_)
      return;
    std::stable_sort(moves_.begin(), moves_.end(), [](const RootMove& one, const RootMove& other) {
      return one.value > other.value;
    });
    Deal deal{{}, iterations_.back().value};
    for (const auto& candidate : moves_)
      deal.moves.push_back(candidate.move);
    take_share(deal);
    deal_to(shares_);
    own_counters_.uidpabs_shares =
        static_cast<std::uint64_t>(std::min(shares_, static_cast<int>(deal.moves.size())));
  }

  /// Generates the moves of the root, ordered as in any node.
  void find_moves() {
    OrderedMoves<P> moves;
    worker_.generate(*root_, moves);
    if (moves.empty())
      return;
    worker_.order(*root_, moves, NodeResult({-infinity, infinity}, 1), 0);
    while (const auto* const move = moves.next())
      moves_.push_back({*move, -infinity});
  }

  /// Prepares for the results of `shares` processors, for the iterations after those that are
  /// complete.
  void deal_to(int shares) {
    shares_ = shares;
    results_of_.assign(static_cast<std::size_t>(shares), {});
    dealt_at_ = static_cast<int>(iterations_.size());
  }

  void take_result(int from, const Result& result) {
    auto& share = results_of_[static_cast<std::size_t>(from)];
    const auto place = static_cast<std::size_t>(result.depth - dealt_at_ - 1);
    if (place == share.results.size()) {
      share.results.push_back(result);
    } else {
      share.results[place] = result;
      share.reopened = false;
    }
    note_lead();
    bool concluded = true;
    while (concluded && !over_)
      concluded = conclude_next();
  }

  /// Completes the next iteration if all is known that its value depends on. Otherwise orders the
  /// searches that must be made again for it. Returns true if the iteration is complete.
  [[nodiscard]] bool conclude_next() {
    const auto place = iterations_.size() - static_cast<std::size_t>(dealt_at_);
    const auto is_done = [=](const Share& share) { return share.results.size() > place; };
    if (!std::all_of(results_of_.begin(), results_of_.end(), is_done))
      return false;
    const int depth = static_cast<int>(iterations_.size()) + 1;
    Result best{depth, -infinity, true, 0};
    for (const auto& share : results_of_) {
      if (share.results[place].exact && share.results[place].value > best.value)
        best = share.results[place];
    }
    bool complete = true;
    for (std::size_t i = 0; i < results_of_.size(); ++i) {
      const auto& result = results_of_[i].results[place];
      if (result.exact || result.value <= best.value)
        continue;
      complete = false;
      reopen(static_cast<int>(i), {depth, best.value, result.value + 1});
    }
    if (complete)
      conclude(best);
    return complete;
  }

  void reopen(int processor, const Reopening& order) {
    auto& share = results_of_[static_cast<std::size_t>(processor)];
    if (std::exchange(share.reopened, true))
      return;
    if (processor == 0)
      handle(0, order);
    else
      send(processor, order);
  }

  void conclude(const Result& best) {
    iterations_.push_back({best.depth, best.value, best.move, worker_.processor.now()});
    show_iteration(worker_.processor, iterations_.back());
    if (!worker_.continues_to(best.depth + 1))
      handle(0, Dismissal{});
  }

  void note_lead() {
    const auto [last, first] = std::minmax_element(
        results_of_.begin(), results_of_.end(), [](const Share& one, const Share& other) {
          return one.results.size() < other.results.size();
        });
    const std::uint64_t lead = first->results.size() - last->results.size();
    own_counters_.uidpabs_lead = std::max(own_counters_.uidpabs_lead, lead);
  }

  /// Returns the result of greatest value among the shares' last results, or nothing. Results that
  /// failed low do not count. For a search that has been ended early.
  [[nodiscard]] std::optional<IterationResult> combine() {
    std::optional<IterationResult> best;
    for (const auto& share : results_of_) {
      if (share.results.empty())
        continue;
      const auto& last = share.results.back();
      own_counters_.uidpabs_ahead += static_cast<std::uint64_t>(last.depth) - iterations_.size();
      if (last.exact && (!best || last.value > best->value))
        best = {last.depth, last.value, last.move, worker_.processor.now()};
    }
    return best;
  }

  Worker<P, M> worker_;
  UidpabsSettings own_;
  UidpabsCounters own_counters_;
  Hooks hooks_;
  RecursiveSearch<P, M, Hooks> recursive_;
  NodesByIteration nodes_;
  const P* root_ = nullptr;
  int shares_ = 0;              ///< number of processors with moves; 0 until that is known
  std::vector<RootMove> moves_; ///< of the share, in the order in which they are searched
  int begun_ = 0;               ///< the last iteration that has been begun
  int depth_ = 1;               ///< of the share's current iteration
  std::optional<Score> expected_{};
  std::vector<Score> told_; ///< by depth: the lower bound of the root's value that others found
  std::optional<Reopening> reopening_{};
  bool over_ = false;
  // The leader only:
  std::vector<IterationResult> iterations_; ///< complete iterations
  int dealt_at_ = 0; ///< depth of the last complete iteration when the moves were dealt
  std::vector<Share> results_of_; ///< by processor
};

/// Runs one processor's part of UIDPABS.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const UidpabsSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return Uidpabs<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
