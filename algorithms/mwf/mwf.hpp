#pragma once

#include "algorithms/mwf/messages.hpp"
#include "algorithms/mwf/node.hpp"
#include "algorithms/mwf/settings.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace eldest {

/// Mandatory work first, MWF.
///
/// - S. G. Akl, D. T. Barnard and R. J. Doran, "Design, analysis, and implementation of a parallel
///   tree search algorithm", IEEE Transactions on Pattern Analysis and Machine Intelligence 4(2),
///   1982.
/// - R. A. Finkel and J. P. Fishburn, "Improved speedup bounds for parallel alpha-beta search",
///   the same journal 5(1), 1983.
///
/// We know both papers by their abstracts and by common descriptions. We also know the taxonomy of
/// M. Brockington (ICCA Journal 19(3), 1996) as the Chess Programming Wiki reproduces it. They say:
/// - First the part of the tree that αβ must search in any case is searched, then the rest, as far
///   as it is needed. The second of these stages is often pruned (1983, abstract).
/// - The search is a version of αβ without deep cut-offs (1983, abstract). In its minimal tree, the
///   eldest son of an evaluated node, a *left* node, is evaluated, too. Of each of the other sons,
///   the *right* nodes, only the eldest son is evaluated.
/// - All of these are searched in parallel. So there is parallelism at nodes of type 1, at nodes of
///   type 3, and at eldest sons of nodes of type 3 (taxonomy).
/// - The value of a right node's eldest son is a bound of the right node. The second stage begins
///   when the left brother is complete. If that bound does not refute the right node, the right
///   node's further sons are searched, one after another, as left nodes. So there is
///   synchronization at nodes of type 2 that their eldest son does not cut off (taxonomy).
/// - The algorithm consists of software processes, which run on any number of processors (1982,
///   abstract). Control is centralized (taxonomy).
///
/// The papers have neither a transposition table nor iterative deepening nor NegaScout. These are
/// our choice, as are the points on which the descriptions are silent:
/// - Processor 0 keeps the list of the nodes that wait, and the values of the others. An idle
///   processor gets the first node of the list in the order of the sequential search, as a job.
///   Processor 0 does jobs as well, and looks for messages in every interior node.
/// - The job is to expand the node: to ask the table and put the moves in order. Processor 0 then
///   puts sons on the list. Left nodes of less depth than `min_depth` are searched as a whole
///   instead, with deep cut-offs, by αβ or NegaScout. Processor 0 searches a root of less depth
///   alone.
/// - A node has the root's window. Its upper end is lowered by the best value of the father.
///   Therefore only the father's value cuts the node off. With `deep_cutoffs` a node has both
///   bounds of its father. A job keeps the window that it has when a processor begins it.
/// - A cut-off recalls the jobs below the node. So does a bound that rises while a right node is in
///   its second stage, if it refutes that node.
/// - The right nodes of one father are in their second stages independently of each other.
/// - The processor that expands a node also searches its pass, and deepens it internally.
/// - Late moves are reduced only in nodes that are searched as a whole. By default, these are too
///   shallow for that.
/// - A job is sent as the moves from the root. Making them costs no work.
///
/// On one processor this is the sequential search.
template <Position P, Processor M> class Mwf {
public:
  Mwf(M& processor, const SearchSettings& settings, const MwfSettings& own)
      : worker_(processor, settings),
        own_(own),
        hooks_{*this},
        recursive_(worker_, hooks_),
        nodes_(worker_.counters),
        given_(static_cast<std::size_t>(processor.processors())) {}
  Mwf(const Mwf&) = delete;
  Mwf& operator=(const Mwf&) = delete;

  [[nodiscard]] SearchOutcome run(const P& root) {
    until_stopped([&] {
      if (worker_.processor.rank() == 0)
        lead(root);
      else
        serve();
    });
    return {std::move(iterations_), nodes_.until_now(), worker_.counters, named(own_counters_)};
  }

private:
  using Move = typename P::Move;
  using Node = mwf::Node<P>;
  using Side = mwf::Side;
  using Job = mwf::Job<P>;
  using Expansion = mwf::Expansion;
  using Result = mwf::Result;
  using Recall = mwf::Recall;
  using Dismissal = mwf::Dismissal;
  using Content = mwf::Content<P>;

  /// Hooks of the recursive search; see SearchHooks.
  struct Hooks {
    Mwf& self;

    [[nodiscard]] bool interrupts() {
      while (auto message = self.worker_.processor.poll())
        self.receive(*message);
      return self.worker_.interrupted();
    }
    void arrange(OrderedMoves<P>& /*moves*/, int /*ply*/) {}
    void enter(NodeResult& /*node*/) {}
    void leave() {}
  };

  /// The state of another processor, as processor 0 knows it.
  struct Given {
    bool busy = false;
    Node* node = nullptr; ///< node of its job; null if it is idle or has been recalled
  };

  template <class Kind> void send(int to, const Kind& content) {
    Content::send(worker_.processor, to, content);
  }

  void receive(const Message& message) {
    Content::visit(message, [&](const auto& content) { handle(message.from, content); });
  }

  // Nodes, on processor 0.

  /// Begins the sons of an expanded node that may begin now. Takes the values of those that are
  /// complete.
  void advance(Node& node) {
    if (node.side == Side::left)
      advance_left(node);
    else
      advance_right(node);
    node.complete = node.cut_off() || (node.sons_begun == node.moves.size() && node.sons.empty());
  }

  /// Begins all sons of a left node. Narrows the windows of those that have begun, and advances
  /// right nodes to their second stage.
  void advance_left(Node& node) {
    while (node.sons_begun < node.moves.size() && !node.cut_off())
      begin_son(node, node.sons_begun == 0 ? Side::left : Side::right);
    for (std::size_t i = 0; i < node.sons.size() && !node.cut_off();) {
      Node& son = *node.sons[i];
      narrow(son);
      if (son.expanded && son.side == Side::right)
        advance(son);
      else if (son.expanded)
        son.complete = son.cut_off();
      const Score known = node.lower();
      if (son.complete)
        absorb(node, i);
      else
        ++i;
      if (node.lower() > known)
        i = 0; // the bound may refute elder brothers
    }
  }

  /// Begins the next son of a right node, if none is being searched. The second son and those after
  /// it begin when the left brother of the node is complete.
  void advance_right(Node& node) {
    while (!node.cut_off() && node.sons.empty() && node.sons_begun < node.moves.size() &&
           (node.sons_begun == 0 || node.father->eldest_complete)) {
      own_counters_.mwf_second_stages += node.sons_begun == 1 ? 1 : 0;
      own_counters_.mwf_second_stage_sons += node.sons_begun > 0 ? 1 : 0;
      begin_son(node, Side::left);
    }
  }

  /// Puts the next son of a node on the list.
  void begin_son(Node& father, Side side) {
    auto places = father.places;
    places.push_back(static_cast<std::uint16_t>(father.sons_begun));
    const Move move = father.moves[father.sons_begun++];
    const P position = father.position.after(move);
    const int ply = father.ply + 1;
    const int depth = worker_.son_depth(position, father.result.depth);
    Node& son = *father.sons.emplace_back(std::make_unique<Node>(Node{
        &father, side, position, NodeResult({root_bound(ply), -root_bound(ply - 1)}, depth), ply,
        move, std::move(places), line_through(father.line, father.position.key(), father.ply)}));
    list_.add(son);
  }

  /// The lower end of the root's window, as a node `ply` moves below the root sees it.
  [[nodiscard]] Score root_bound(int ply) const { return ply % 2 == 0 ? root_alpha_ : -root_beta_; }

  /// Narrows a node's window by what is known of its father.
  void narrow(Node& node) const {
    if (node.father == nullptr)
      return;
    const Node& father = *node.father;
    node.result.beta = std::min(node.result.beta, -father.lower());
    if (own_.deep_cutoffs)
      node.result.alpha = std::max(node.result.alpha, -father.result.beta);
  }

  /// Takes the value of a complete son, removes the son, and gives up what is still searched below
  /// it.
  void absorb(Node& father, std::size_t index) {
    const auto son = std::move(father.sons[index]);
    father.sons.erase(father.sons.begin() + static_cast<std::ptrdiff_t>(index));
    end(*son);
    father.eldest_complete = father.eldest_complete || son->is_eldest();
    static_cast<void>(worker_.improve(father.result, -son->value(), father.position, son->move,
                                      father.ply, son->is_eldest()));
  }

  /// Gives up what is still searched below a complete node, and stores the node's result.
  void end(Node& node) {
    drop_sons(node);
    if (node.to_store && !node.closed_by_father())
      worker_.store(node.position, node.result);
  }

  /// Gives up the searches of a node's sons.
  void drop_sons(Node& node) {
    for (auto& son : node.sons) {
      drop_sons(*son);
      if (son->searcher)
        recall(*son->searcher);
      else if (!son->expanded)
        list_.remove(*son);
    }
    node.sons.clear();
  }

  void recall(int searcher) {
    if (searcher == 0) {
      own_job_ = nullptr;
      return;
    }
    given_[static_cast<std::size_t>(searcher)].node = nullptr;
    ++own_counters_.mwf_recalls;
    send(searcher, Recall{});
  }

  /// Takes the value of a node searched as a whole, for the side to move.
  void take(Node& node, const Result& result) {
    node.searcher.reset();
    node.result.score = result.value;
    node.complete = true;
    advance_fathers(node);
  }

  /// Takes what a processor has found by expanding a node.
  void take(Node& node, const Expansion& expansion) {
    node.searcher.reset();
    node.result = expansion.result;
    node.to_store = expansion.to_store;
    node.complete = expansion.complete;
    if (!node.complete) {
      node.moves = mwf::moves_of(node.position, expansion.moves);
      node.expanded = true;
      ++own_counters_.mwf_expanded;
      narrow(node);
      advance(node);
    }
    advance_fathers(node);
  }

  /// If a node is complete, gives its value to its father, and advances that; and so on upwards.
  /// Gives up what is still searched below a complete root.
  void advance_fathers(Node& changed) {
    for (Node* node = &changed; node->complete;) {
      if (node->father == nullptr) {
        drop_sons(*node);
        return;
      }
      Node& father = *node->father;
      const auto son = std::find_if(father.sons.begin(), father.sons.end(),
                                    [=](const auto& one) { return one.get() == node; });
      absorb(father, static_cast<std::size_t>(son - father.sons.begin()));
      advance(father);
      node = &father;
    }
  }

  // Jobs, on processor 0.

  void handle(int from, const Expansion& expansion) { take_from(from, expansion); }
  void handle(int from, const Result& result) { take_from(from, result); }

  /// Takes what another processor has found, and gives that processor the next job. Gives up the
  /// job of this processor if the job is no longer needed.
  template <class Kind> void take_from(int from, const Kind& found) {
    Given& given = given_[static_cast<std::size_t>(from)];
    given.busy = false;
    --busy_;
    const bool searching = own_job_ != nullptr;
    if (auto* const node = std::exchange(given.node, nullptr))
      take(*node, found);
    give_jobs();
    if (searching && own_job_ == nullptr)
      worker_.interrupt();
  }

  /// Gives the first jobs of the list to the idle processors.
  void give_jobs() {
    for (int other = 1; other < worker_.processor.processors() && !list_.empty(); ++other) {
      Given& given = given_[static_cast<std::size_t>(other)];
      if (given.busy)
        continue;
      given = {true, take_job(other)};
      ++busy_;
      send(other, job_of(*given.node));
    }
  }

  [[nodiscard]] Job job_of(const Node& node) const {
    const bool whole = node.side == Side::left && node.result.depth < own_.min_depth;
    return {node.position,
            node.result.alpha,
            node.result.beta,
            node.result.depth,
            node.ply,
            nodes_.iteration(),
            whole || worker_.is_leaf(node.result.depth, node.ply),
            mwf::codes_to(node),
            node.line};
  }

  /// Removes the first job from the list, for processor `searcher`. The list must not be empty.
  [[nodiscard]] Node* take_job(int searcher) {
    Node* const node = list_.take_first();
    node->searcher = searcher;
    narrow(*node);
    ++own_counters_.mwf_jobs;
    return node;
  }

  /// Does the first job of the list on this processor. The list must not be empty.
  void do_own_job() {
    Node& node = *take_job(0);
    own_job_ = &node;
    do_job(job_of(node), [&](const auto& found) {
      worker_.resume();
      if (std::exchange(own_job_, nullptr) != nullptr) // otherwise recalled, and the node is gone
        take(node, found);
    });
  }

  // Jobs, on any processor.

  /// Does a job, and calls `report` with what has been found.
  template <class Report> void do_job(const Job& job, Report report) {
    worker_.take_up(job.line);
    if (job.whole)
      report(
          Result{recursive_.search(job.position, job.alpha, job.beta, job.depth, job.ply).score});
    else
      report(expand(job));
  }

  /// Visits a node and puts its moves in order, unless its value is known without its sons.
  [[nodiscard]] Expansion expand(const Job& job) {
    const P& position = job.position;
    worker_.enter_node(position, job.alpha, job.beta, job.depth, job.ply);
    if (const auto value = worker_.value_at_once(position, job.alpha, job.beta, job.depth, job.ply))
      return {NodeResult({job.alpha, job.beta, *value}, job.depth), true, false};
    OrderedMoves<P> moves;
    NodeResult node{worker_.look_up(position, job.depth, job.alpha, job.beta, moves, true),
                    job.depth};
    if (node.known())
      return {node, true, false};
    if (recursive_.pass_cuts_off(position, node, job.ply, false) ||
        !order_sons(worker_, position, node, moves, job.ply))
      return {node, true, true};
    static_cast<void>(
        worker_.find_first_move(position, node, moves, job.ply, [&](NodeResult& shallow) {
          return recursive_.search_in_order(position, shallow, job.ply, moves);
        }));
    Expansion expansion{node, false, true};
    while (const auto* const move = moves.next())
      expansion.moves.push_back(move->code());
    return expansion;
  }

  // Searching for processor 0.

  void serve() {
    while (!dismissed_) {
      worker_.rest();
      receive(worker_.processor.wait());
    }
  }

  void handle(int from, const Job& job) {
    worker_.resume();
    nodes_.enter(job.iteration);
    searching_ = true;
    do_job(job, [&](const auto& found) {
      searching_ = false;
      send(from, found);
    });
  }

  void handle(int /*from*/, const Recall& /*recall*/) {
    if (searching_) // otherwise the recall has crossed with the result
      worker_.interrupt();
  }

  void handle(int /*from*/, const Dismissal& dismissal) {
    dismissed_ = true;
    for_binomial_sons(worker_.processor.rank(), worker_.processor.processors(),
                      [&](int other) { send(other, dismissal); });
  }

  // The iterations, on processor 0.

  void lead(const P& root) {
    std::optional<Score> expected;
    for (int depth = 1; worker_.continues_to(depth); ++depth) {
      nodes_.enter(depth);
      begin_iteration(worker_.processor);
      const auto result = worker_.aspire(
          expected, [&](Score alpha, Score beta) { return search_root(root, alpha, beta, depth); });
      expected = result.value;
      iterations_.push_back({depth, result.value, result.move, worker_.processor.now()});
      show_iteration(worker_.processor, iterations_.back());
    }
    while (busy_ > 0) // with jobs that have been recalled
      receive(worker_.processor.wait());
    handle(worker_.processor.rank(), Dismissal{});
  }

  [[nodiscard]] RootResult search_root(const P& position, Score alpha, Score beta, int depth) {
    if (worker_.processor.processors() == 1 || depth < own_.min_depth) {
      const NodeResult node = recursive_.search(position, alpha, beta, depth, 0);
      return {node.score, node.move};
    }
    root_alpha_ = alpha;
    root_beta_ = beta;
    Node root{nullptr, Side::left, position, NodeResult({alpha, beta}, depth)};
    list_.add(root);
    do_own_job();
    while (!root.complete)
      go_on();
    end(root);
    return {root.value(), root.result.move};
  }

  /// Gives jobs to the others and does one here. If there is none, waits for what others find.
  void go_on() {
    while (auto message = worker_.processor.poll())
      receive(*message);
    give_jobs();
    if (!list_.empty()) {
      do_own_job();
    } else if (busy_ > 0) {
      worker_.rest();
      receive(worker_.processor.wait());
    }
  }

  Worker<P, M> worker_;
  MwfSettings own_;
  MwfCounters own_counters_;
  Hooks hooks_;
  RecursiveSearch<P, M, Hooks> recursive_;
  std::vector<IterationResult> iterations_;
  NodesByIteration nodes_;
  // Processor 0 only:
  mwf::List<P> list_;
  std::vector<Given> given_;     ///< by rank
  int busy_ = 0;                 ///< number of busy processors, this one aside
  Score root_alpha_ = -infinity; ///< the root's window
  Score root_beta_ = infinity;
  Node* own_job_ = nullptr; ///< node that is searched here as a job, or null
  // The others only:
  bool searching_ = false;
  bool dismissed_ = false;
};

/// Runs one processor's part of mandatory work first.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const MwfSettings& own, const SearchSettings& settings,
                                   const P& root, M& processor) {
  return Mwf<P, M>(processor, settings, own).run(root);
}

} // namespace eldest
