#pragma once

#include "algorithms/search/frame_steps.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/node_value.hpp"
#include "algorithms/search/nodes_by_iteration.hpp"
#include "algorithms/search/own_messages.hpp"
#include "algorithms/search/recursive_search.hpp"
#include "algorithms/search/root_window.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/tdsab/homes.hpp"
#include "algorithms/tdsab/messages.hpp"
#include "algorithms/tdsab/nodes.hpp"
#include "algorithms/tdsab/settings.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace eldest {

/// TDSAB, transposition-table driven scheduling for αβ: a parallel MTD(f). Sources: A. Kishimoto
/// and J. Schaeffer, "Transposition table driven work scheduling in distributed game-tree search",
/// Canadian AI 2002, and "Distributed game-tree search using transposition table driven work
/// scheduling", ICPP 2002. The scheduling is that of J. Romein, A. Plaat, H. Bal and J. Schaeffer,
/// "Transposition table driven work scheduling in distributed search", AAAI 1999, for IDA*.
///
/// Work goes to the data. Every position has a home, the processor that keeps the position's entry
/// in the table. A node that is to be searched is sent to its home. The home takes nodes from its
/// queue. It answers at once if its table has the result. Otherwise it expands the node, and sends
/// the sons to their homes. Values come back to the father's home as messages. So the accesses of
/// nodes that are expanded are local and wait for nobody, and no processor asks for work.
///
/// - MTD(f) needs null windows only. The window of a node therefore never changes while the node is
///   searched.
/// - A node that is asked for while it is being searched is not searched again. The new father
///   waits for the same value.
/// - The eldest son is searched first. If its value does not cut off the node, all young brothers
///   are sent to their homes at once.
/// - A cut-off stops the sons that are still being searched, by a message to the home of each. A
///   node whose last father leaves it is dropped, and its sons are stopped, too. A node for which
///   another father waits goes on.
/// - A home's queue is in the order in which the sequential search visits the nodes. Each node has
///   the places of the nodes on its path for that, as a signature.
///
/// Of TDSAB's papers only the abstracts could be read, and of TDS's paper the beginning. The rules
/// above are those by which the search is commonly described. How TDSAB itself finds the nodes that
/// a cut-off stops is not known to us. These choices are ours:
///
/// - The searches of a position are the same if depth, ply, window and the pass before agree. The
///   ply excludes rings of nodes that wait for each other: see tdsab::NodeId.
/// - Nodes up to a given depth are searched by their home alone, by sequential αβ. That search
///   reads and writes the table wherever its entries are.
/// - A home that searches a node alone looks for messages in every interior node. It handles values
///   and stops at once, and sends the sons that have waited for them. It begins another node only
///   after the one that it searches.
/// - Sons that are leaves are evaluated by the home of their father, and without the queue unless
///   elder brothers are being searched.
/// - A node with several fathers has the place in the queue of the foremost of them. The nodes
///   below it that have been sent keep their places.
/// - With TdsabWait::cut, the young sons of a node wait for the eldest only if the node is expected
///   to be cut off. The root is expected to fail as in the iteration's last search. Below, CUT and
///   ALL nodes take turns. A node that a son has not cut off is expected to be an ALL node.
/// - The first iteration has no guess, and an open window. The root's home searches it alone.
/// - A son whose search to less depth (Worker::son_depths) reaches the window is searched again by
///   its home for the full depth. The position after a pass (Worker::pass_cuts_off) is sent to its
///   home like a son, before the moves are generated. Internal iterative deepening
///   (Worker::find_first_move) first searches a node to less depth, in parallel.
/// - The root's home begins iterations, and searches with further windows. In the end it tells all
///   others by a binomial tree, and they stop at once.
///
/// It is MTD(f) whatever the settings say. On one processor, in the order of paths, the nodes are
/// those of the sequential MTD(f), unless two sons of a node are the same position.
template <Position P, Processor M> class Tdsab {
public:
  Tdsab(M& processor, const SearchSettings& settings, const TdsabSettings& own, const P& root)
      : worker_(processor, settings),
        steps_(worker_),
        own_(own),
        homes_(processor),
        root_(root),
        tree_(own.order),
        nodes_(worker_.counters) {}
  Tdsab(const Tdsab&) = delete;
  Tdsab& operator=(const Tdsab&) = delete;

  [[nodiscard]] SearchOutcome run() {
    until_stopped([&] {
      if (rank() == homes_.of(root_.key()))
        begin_iteration();
      while (!stopped_)
        proceed();
    });
    return {std::move(results_), nodes_.until_now(), worker_.counters, named(own_counters_)};
  }

private:
  using Content = tdsab::Content<P>;
  using Father = tdsab::Father;
  using Node = tdsab::Node<P>;
  using NodeId = tdsab::NodeId;
  using OpenSon = typename Node::Son;

  /// The home's part in the recursive search of a node.
  struct AloneHooks {
    Tdsab& home;

    [[nodiscard]] bool interrupts() { return home.look_around(); }
    template <class Moves> static void arrange(Moves& /*moves*/, int /*ply*/) {}
    static void enter(NodeResult& /*node*/) {}
    static void leave() {}
  };

  // The root, at its home

  void begin_iteration() {
    eldest::begin_iteration(worker_.processor);
    window_ = results_.empty() ? RootWindow{} : worker_.root_window(results_.back().value);
    search_root();
  }

  [[nodiscard]] int iteration() const { return static_cast<int>(results_.size()) + 1; }

  /// Puts the root into the queue, to be searched with the current window.
  void search_root() {
    Node root{.id = {root_.key(), iteration(), 0, window_.beta},
              .alpha = window_.alpha,
              .position = root_,
              .iteration = iteration(),
              .type = expected_type_of_root()};
    root.fathers.push_back({rank(), tdsab::root_ticket});
    tree_.add(std::move(root));
  }

  /// The type that the root is expected to have in its next search. In the first search of an
  /// iteration it is CUT, and then the type that the root has had in the last search.
  [[nodiscard]] NodeType expected_type_of_root() const {
    const bool failed_low = window_.upper != infinity && window_.beta == window_.upper;
    return failed_low ? NodeType::all : NodeType::cut;
  }

  /// Takes the value of a search of the root. The root may have to be searched again.
  void end_root_search(Score value) {
    RootResult result{value, root_move_};
    if (worker_.open(window_, result))
      return search_root();
    results_.push_back({iteration(), result.value, result.move, worker_.processor.now()});
    show_iteration(worker_.processor, results_.back());
    if (worker_.continues_to(iteration()))
      begin_iteration();
    else
      send(0, tdsab::Stop{results_});
  }

  // The nodes

  /// Begins the first node of the queue, or waits for a message.
  void proceed() {
    look_for_messages();
    if (stopped_)
      return;
    if (auto* const node = tree_.first()) {
      begin(*node);
    } else {
      worker_.rest();
      receive(worker_.processor.wait());
    }
  }

  void begin(Node& node) {
    tree_.take(node);
    nodes_.enter(node.iteration);
    worker_.take_up(node.line);
    if (is_searched_alone(node))
      search_alone(node);
    else
      expand(node);
    receive_own();
  }

  [[nodiscard]] bool is_searched_alone(const Node& node) const {
    return node.id.depth <= own_.alone_depth || node.alpha + 1 < node.id.beta;
  }

  void search_alone(Node& node) {
    ++own_counters_.nodes_searched_alone;
    const P position = node.position;
    const NodeId id = node.id;
    alone_ = &node;
    AloneHooks hooks{*this};
    RecursiveSearch<P, M, AloneHooks> search(worker_, hooks);
    const auto result = search.search(position, node.alpha, id.beta, id.depth, id.ply, id.passed);
    if (alone_ == nullptr) {
      worker_.resume();
      return;
    }
    alone_ = nullptr;
    complete(node, result.score, result.move);
  }

  /// Looks for messages in the middle of a search alone. Returns true if that search is to be given
  /// up.
  [[nodiscard]] bool look_around() {
    const auto line = worker_.line(max_ply);
    const int iteration = nodes_.iteration();
    look_for_messages(); // may go on with other nodes
    if (worker_.interrupted())
      return true;
    nodes_.enter(iteration);
    worker_.go_on_below(line);
    return false;
  }

  /// Begins the search of a node whose sons are given to their homes.
  void expand(Node& node) {
    const auto& [key, depth, ply, beta, passed] = node.id;
    const auto entered = steps_.enter(node.position, node.alpha, beta, depth, ply);
    if (entered.value) {
      ++own_counters_.nodes_answered;
      complete(node, *entered.value, steps_.root_move());
      return;
    }
    ++own_counters_.nodes_expanded;
    node.frame = std::make_unique<NodeFrame<P>>(node.position, entered.node, ply);
    steps_.prepare(*node.frame, passed);
    advance(node);
  }

  /// Begins all searches below a node that need not wait for others. Ends the node if nothing is
  /// left to be searched.
  void advance(Node& node) {
    nodes_.enter(node.iteration);
    worker_.go_on_below(line_through(node.line, node.id.key, node.id.ply));
    auto& frame = *node.frame;
    if (!frame.begun)
      begin_sons(node);
    do {
      while (may_begin_son(node) && !frame.moves.exhausted())
        begin_son(node, *frame.moves.next());
      if (!node.open.empty())
        return;
      node.sons_begun = 0;
    } while (steps_.deepen(frame));
    const Score value = steps_.finish(frame); // sets the root's move, too
    complete(node, value, steps_.root_move());
  }

  /// Returns true if the next son of a node need not wait for the eldest, nor for the pass.
  [[nodiscard]] bool may_begin_son(const Node& node) const {
    return !node.eldest_is_open() || (own_.wait == TdsabWait::cut && node.type == NodeType::all);
  }

  /// Begins the pass of a node, if one is to be searched. Otherwise, or if its value is known at
  /// once, generates the moves.
  void begin_sons(Node& node) {
    auto& frame = *node.frame;
    if (const auto pass = steps_.next_pass(frame)) {
      if constexpr (PassablePosition<P>) {
        OpenSon son;
        son.search = {pass->depth, pass->beta - 1, false, false, 0, true};
        search_son(node, son, frame.position.after_pass());
      }
      if (!node.open.empty() || frame.begun)
        return;
    }
    steps_.begin_sons(frame);
  }

  void begin_son(Node& node, typename P::Move move) {
    auto& frame = *node.frame;
    const P position = frame.position.after(move);
    const auto place = static_cast<std::uint8_t>(node.sons_begun++);
    const auto search = steps_.first_search(frame, steps_.begin_son(frame, position));
    search_son(node, {.move = move, .place = place, .search = search}, position);
  }

  /// Begins a search of a son. Evaluates a leaf, unless brothers are being searched. Sends any
  /// other son to its home, and a leaf to this home.
  void search_son(Node& node, OpenSon son, const P& position) {
    const Score beta = -son.search.alpha;
    const int ply = node.id.ply + 1;
    const bool leaf = Worker<P, M>::is_leaf(son.search.depth, ply);
    if (leaf && node.open.empty()) {
      worker_.enter_node(position, beta - 1, beta, son.search.depth, ply);
      take_value(node, son, -worker_.leaf(position, beta - 1, beta));
      return;
    }
    son.id = {position.key(), son.search.depth, ply, beta, son.search.pass};
    son.home = leaf ? rank() : homes_.of(son.id.key);
    ++(son.home == rank() ? own_counters_.sons_kept : own_counters_.sons_sent);
    const auto& open = tree_.open(node, std::move(son));
    send(open.home,
         tdsab::Son<P>{open.ticket, node.iteration, position, open.id.depth, beta, open.id.passed,
                       son_type(node.type, true), node.places_of(open.place),
                       line_through(node.line, node.id.key, node.id.ply)});
  }

  /// Takes the value of a son, or of the position after a pass, into its father's result. The value
  /// is the father's.
  void take_value(Node& father, OpenSon son, Score value) {
    auto& frame = *father.frame;
    if (son.search.pass) {
      steps_.take_pass(frame, son.search.alpha + 1, value);
    } else if (steps_.search_again(son.search, value, frame.node.beta)) {
      search_son(father, son, frame.position.after(son.move));
    } else if (worker_.improve(frame.node, value, frame.position, son.move, frame.ply,
                               son.search.eldest)) {
      stop_sons(father);
      frame.skip_rest();
    } else {
      father.type = NodeType::all; // as far as is known now
    }
  }

  /// Ends a node whose value is known. Tells all fathers that wait for it.
  void complete(Node& node, Score value, std::uint32_t move) {
    if (node.id.ply == 0)
      root_move_ = move;
    for (const auto& father : node.fathers)
      send(father.home, tdsab::Result{father.ticket, value});
    tree_.remove(node);
  }

  // Stops

  /// Stops the sons of a node that are still being searched.
  void stop_sons(Node& node) {
    if (!node.open.empty())
      ++own_counters_.cutoffs_with_sons;
    while (!node.open.empty()) {
      const auto son = tree_.close(node, node.open.back().ticket);
      ++own_counters_.sons_stopped;
      send(son.home, tdsab::Recall{son.id, son.ticket});
    }
  }

  /// Gives up a node for which no father waits any more.
  void give_up(Node& node) {
    ++(node.queued ? own_counters_.nodes_dropped : own_counters_.nodes_given_up);
    stop_sons(node);
    if (&node == alone_)
      leave_alone();
    tree_.remove(node);
  }

  /// Interrupts the search of a node alone.
  void leave_alone() {
    alone_ = nullptr;
    worker_.interrupt();
  }

  // Messages

  void look_for_messages() {
    while (const auto message = worker_.processor.poll())
      receive(*message);
  }

  void receive(const Message& message) {
    take_content(message);
    receive_own();
  }

  /// Handles the messages that this processor has sent to itself.
  void receive_own() {
    own_messages_.receive([&](auto& message) { take_content(message); });
  }

  void take_content(const Message& message) {
    if (!stopped_)
      Content::visit(message, [&](const auto& known) { take(known, message.from); });
  }

  void take(const tdsab::Son<P>& son, int from) {
    const auto id = son.id();
    const Father father{from, son.ticket};
    if (auto* const known = tree_.find(id)) {
      ++own_counters_.transpositions_joined;
      known->fathers.push_back(father);
      if (tree_.raise(*known, son.places))
        ++own_counters_.priorities_raised;
      return;
    }
    Node node{.id = id,
              .alpha = id.beta - 1,
              .position = son.position,
              .iteration = son.iteration,
              .type = son.type,
              .places = son.places,
              .line = son.line};
    node.fathers.push_back(father);
    tree_.add(std::move(node));
  }

  void take(const tdsab::Result& result, int /*from*/) {
    if (result.ticket == tdsab::root_ticket)
      return end_root_search(result.value);
    auto* const father = tree_.father_of(result.ticket);
    if (father == nullptr) {
      ++own_counters_.values_unwanted;
      return;
    }
    take_value(*father, tree_.close(*father, result.ticket), -result.value);
    advance(*father);
  }

  void take(const tdsab::Recall& recall, int from) {
    auto* const node = tree_.find(recall.id);
    const bool waited =
        node != nullptr && std::erase(node->fathers, Father{from, recall.ticket}) > 0;
    if (!waited)
      ++own_counters_.stops_late;
    else if (node->fathers.empty())
      give_up(*node);
    else
      ++own_counters_.stops_outvoted;
  }

  /// Ends the search. Tells this processor's sons in the binomial tree, and drops all nodes.
  void take(const tdsab::Stop& stop, int /*from*/) {
    results_ = stop.results;
    for_binomial_sons(rank(), worker_.processor.processors(), [&](int son) { send(son, stop); });
    if (alone_ != nullptr)
      leave_alone();
    tree_.clear();
    stopped_ = true;
  }

  template <class Kind> void send(int to, Kind content) {
    own_messages_.send(worker_.processor, to, Content::message(rank(), std::move(content)));
  }

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }

  Worker<P, M> worker_;
  FrameSteps<P, M> steps_;
  TdsabSettings own_;
  TdsabCounters own_counters_;
  tdsab::Homes<M> homes_;
  P root_;
  tdsab::Nodes<P> tree_;  ///< the nodes whose home this processor is
  Node* alone_ = nullptr; ///< the node that this processor searches alone, or null
  OwnMessages own_messages_;
  bool stopped_ = false;
  RootWindow window_;           ///< of the root's search, at the root's home
  std::uint32_t root_move_ = 0; ///< of the root's last search, at the root's home
  std::vector<IterationResult> results_;
  NodesByIteration nodes_;
};

/// Runs one processor's part of TDSAB. Ignores `settings.search`, because TDSAB is MTD(f).
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const TdsabSettings& own, SearchSettings settings, const P& root,
                                   M& processor) {
  settings.search = Search::mtdf;
  return Tdsab<P, M>(processor, settings, own, root).run();
}

} // namespace eldest
