#pragma once

#include "algorithms/iterations.hpp"
#include "algorithms/table_handlers.hpp"
#include "algorithms/worker.hpp"
#include "algorithms/ybwc/victims.hpp"
#include "algorithms/ybwc/ybwc_messages.hpp"
#include "trees/random.hpp"

#include <algorithm>
#include <any>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace eldest {

/// The Young Brothers Wait Concept (Feldmann, Monien, Mysliwietz & Vornberger 1990; Feldmann 1993)
/// as Weill (1996, sections 3 and 4) and Brockington & Schaeffer (section 2.2) describe it, in αβ
/// and in NegaScout: sons of a node may be searched in parallel once its eldest son is complete.
///
/// Work is stolen. Processor 0 owns the root. A processor without work asks another one; whoever is
/// asked gives away the next young brother of the node nearest to the root on its stack where that
/// is allowed, and is the master of the asker until that answers. The node stays with its owner,
/// who goes on with its sons, takes the slaves' values, sends them new bounds (which they pass on
/// along their own paths and to their own slaves) and recalls them, they their own slaves in turn,
/// when the node is cut off. A slave owns the son it was given and gives away that one's sons.
/// Every processor keeps its path in frames instead of recursing, since a value or a bound that
/// comes in a message may cut off a node several ply above the end of the path.
///
/// Helpful master: an owner who has no more sons to search, but slaves that have not answered, asks
/// one of them for work; it is given only what lies below that slave's job, so that its own node
/// cannot wait for anything else than what it helps with.
///
/// YBWC* (Brockington & Schaeffer, section 2.2): at CUT nodes all promising moves are searched
/// sequentially first, at ALL nodes nothing waits. What a node looks like follows from its place in
/// the critical tree (Knuth & Moore); promising are the moves that MoveOrdering calls so.
///
/// Where the papers are silent:
/// - A request that finds no work is passed on, to processors it has not been to, at most
///   `hops` times. The processor it ends at keeps it until it has a node to split, and refuses it
///   only when it is, or becomes, idle itself. Whoever is refused asks processor 0 next, which is
///   never idle. So every processor has at most one request under way, and there is a new one only
///   after a job or a refusal: idle processors wait, they do not swamp the others with messages.
///   An owner that waits for its slaves passes the requests it has kept down to one of them.
/// - A NegaScout scout that beats alpha is searched again by whoever has scouted it, at once and
///   with the bounds of that moment: it is the most urgent work there is at the node, and its
///   subtree is in that processor's killers, history and perhaps table.
/// - When the alpha rises above which a son is being scouted, whoever scouts it begins again above
///   the new one: what has been found inside the old null window says little about the new, which
///   is easier to fail low in.
/// - A reply that finds its asker no longer waiting at the node concerned is dropped; the recall is
///   on its way.
/// - The last iteration over, processor 0 tells all, by a binomial tree. They stop at once.
///
/// A node's window is narrowed while the node is searched, and its score is stored as a bound with
/// respect to the last one. That is right: windows only get narrower, so the window of each son,
/// unless it is a scout's, always held that of its father. A son's value at or below the father's
/// last alpha is therefore exact or an upper bound, at or above its last beta exact or a lower
/// bound, and between them exact; and so is the maximum of the sons' values. A scout's value above
/// its null window, which is a lower bound only, is used only if it reaches beta or the son is a
/// leaf. There is one case more: the table may have lowered beta further than the father knows, and
/// a new alpha may reach that. The value is then at most that beta, which is returned and, coming
/// from the table, not stored. Nodes that are left because one above them is cut off are not
/// stored.
///
/// On one processor the nodes are those of SequentialSearch.
template <Position P, Processor M> class Ybwc {
public:
  Ybwc(M& processor, const SearchSettings& settings)
      : worker_(processor, settings),
        options_(settings.ybwc),
        random_(mix(settings.seed) + static_cast<std::uint64_t>(processor.rank())),
        victims_(victims_of(processor, options_.victim)),
        nodes_(static_cast<std::size_t>(settings.depth)) {
    stack_.reserve(max_ply);
  }

  [[nodiscard]] SearchOutcome run(const P& root) {
    const bool completed = until_stopped([&] {
      if (rank() == 0)
        lead(root);
      else
        serve();
    });
    require(!completed || (stack_.empty() && jobs_.empty()), "work is left after the search");
    count_nodes();
    return {std::move(results_), std::move(nodes_), worker_.counters};
  }

private:
  using Move = typename P::Move;
  using JobId = ybwc::JobId;
  using Job = ybwc::Job<P>;
  using Request = ybwc::Request;
  using Content = ybwc::Content<P>;

  /// How a son is being searched, for its father.
  struct SonSearch {
    int depth = 0;
    Score alpha = 0; ///< lower end of its window when it was entered; its father's if scouting
    bool scouting = false; ///< with NegaScout's null window
    bool eldest = false;
  };

  /// A young brother that another processor is searching.
  struct Slave {
    int rank;
    std::uint32_t job;
    Move move;
  };

  /// A node on the path, owned by this processor.
  struct Frame {
    Frame(const P& own_position, const NodeResult& own_node, int own_ply, NodeType own_type)
        : position(own_position), node(own_node), ply(own_ply), type(own_type) {}

    P position;
    NodeResult node;
    int ply;
    NodeType type;
    std::uint64_t number = 0; ///< of all nodes that this processor has owned, from 1 on
    bool begun = false;       ///< moves have been generated
    bool brothers_wait = true;
    bool waited_at = false;
    OrderedMoves<P> moves;
    Move move{};   ///< leads to the son that the owner searches itself
    SonSearch son; ///< that one
    std::vector<Slave> slaves;

    /// What a son must beat.
    [[nodiscard]] Score lower() const { return std::max(node.alpha, node.score); }
    [[nodiscard]] bool cut_off() const { return lower() >= node.beta; }
    [[nodiscard]] bool awaits_slaves() const {
      return begun && moves.exhausted() && !slaves.empty();
    }

    /// Takes a window from above; whether that leaves less than there was.
    bool narrow(Score alpha, Score beta) {
      const bool narrower = alpha > lower() || beta < node.beta;
      node.alpha = std::max(node.alpha, alpha);
      node.beta = std::min(node.beta, beta);
      return narrower;
    }
  };

  /// A job of this processor: the frames from `base` on, up to the next job's. A job that is not
  /// the last one is a master's, which helps below the job's last node.
  struct OwnJob {
    Job job; ///< with the bounds known last
    SonSearch search;
    std::size_t base;
    std::optional<InPhase<M>> helping; ///< it helps a slave of the job before
  };

  static void require(bool holds, const char* what) {
    if (!holds)
      throw std::logic_error(std::string("YBWC: ") + what);
  }

  // Searching

  void lead(const P& root) {
    for (int depth = 1; depth <= worker_.settings.depth; ++depth)
      search_root(root, depth);
    stop();
  }

  void serve() {
    while (!stopped_) {
      if (jobs_.empty())
        find_work();
      else
        proceed();
    }
  }

  void search_root(const P& root, int depth) {
    begin_job({{}, depth, root, depth, 0, -infinity, infinity, false, true, NodeType::pv});
    while (!jobs_.empty())
      proceed();
  }

  /// Goes on at the end of the path by one son, or waits for slaves there.
  void proceed() {
    if (!stack_.back().begun) {
      look_for_messages();
      if (jobs_.empty())
        return;
    }
    if (stack_.back().awaits_slaves())
      wait_for_slaves();
    else if (const auto value = advance())
      hand_up(*value);
  }

  void begin_job(const Job& job) {
    if (job.iteration != iteration_) {
      require(jobs_.empty(), "a helping master changes iterations");
      count_nodes();
      iteration_ = job.iteration;
    }
    OwnJob own{job, {job.depth, job.alpha, job.scout, job.eldest}, stack_.size(), {}};
    if (!jobs_.empty())
      own.helping.emplace(worker_.in_phase(Phase::helping));
    jobs_.push_back(std::move(own));
    if (const auto value = enter_job())
      hand_up(*value);
  }

  /// Begins the node of the last job, or begins it again.
  std::optional<Score> enter_job() {
    const auto& [job, search, base, helping] = jobs_.back();
    return enter(job.position, search, job.beta, job.ply, job.father);
  }

  /// Begins the son that the last frame's owner searches itself, or begins it again.
  std::optional<Score> enter_son(const P& position) {
    const Frame& frame = stack_.back();
    return enter(position, frame.son, frame.node.beta, frame.ply + 1, frame.type);
  }

  /// Begins a son whose father has the given beta and type. Its value if that is known at once,
  /// else there is a new frame.
  std::optional<Score> enter(const P& position, const SonSearch& search, Score father_beta, int ply,
                             NodeType father) {
    const Score alpha = search.scouting ? -search.alpha - 1 : -father_beta;
    const Score beta = -search.alpha;
    worker_.enter_node(position);
    if (worker_.is_leaf(search.depth, ply))
      return worker_.leaf(position, alpha, beta);
    ++worker_.counters.interior;
    Probe probe{position.key(), search.depth, worker_.settings.table_depth, {alpha, beta}};
    worker_.processor.ask(probe.key, probe);
    worker_.processor.await_answer();
    const NodeResult node(probe.answer, search.depth);
    if (ply == 0)
      root_move_ = node.move;
    if (probe.answer.closes_window()) {
      ++worker_.counters.table_hits;
      return node.score;
    }
    stack_.emplace_back(position, node, ply, expected_type(search, father));
    stack_.back().number = ++nodes_owned_;
    return std::nullopt;
  }

  /// Type of a son, which is taken to be in the critical tree because it is searched: a younger son
  /// of a CUT node stands for the first, and a young brother with an open window in NegaScout has
  /// beaten its elder brothers.
  [[nodiscard]] NodeType expected_type(const SonSearch& search, NodeType father) const {
    const bool leading = search.eldest || (!search.scouting && negascout());
    return son_type(father, leading || father == NodeType::cut);
  }

  void begin_sons(Frame& frame) {
    frame.begun = true;
    worker_.generate(frame.position, frame.moves);
    if (frame.moves.empty())
      frame.node.score = frame.position.terminal_value(frame.node.depth);
    else
      worker_.order(frame.position, frame.moves, frame.node.move, frame.ply);
    frame.brothers_wait = !(options_.star && frame.type == NodeType::all);
  }

  /// Goes on in the last node: with its next son, or with its own value if it has no more.
  std::optional<Score> advance() {
    Frame& frame = stack_.back();
    if (!frame.begun)
      begin_sons(frame);
    const auto* const move = frame.moves.next();
    if (move == nullptr)
      return finish();
    const bool eldest = frame.moves.at_eldest();
    const P son = frame.position.after(*move);
    frame.move = *move;
    frame.son = {worker_.son_depth(son, frame.node.depth), frame.lower(), !eldest && negascout(),
                 eldest};
    return enter_son(son);
  }

  /// Ends the last node.
  Score finish() {
    require(stack_.back().slaves.empty(), "a node is finished before its slaves");
    const Key key = stack_.back().position.key();
    const NodeResult node = stack_.back().node;
    if (stack_.back().ply == 0)
      root_move_ = node.move;
    stack_.pop_back();
    if (node.score < node.beta && node.beta <= node.alpha)
      return node.beta; // the table's upper bound
    worker_.processor.post(key, Store{key, node});
    return node.score;
  }

  /// Hands a node's value to its father, which is the last frame or this job's master.
  void hand_up(Score value) {
    std::optional<Score> known = value;
    while (known) {
      if (stack_.size() == jobs_.back().base)
        known = take_job_value(-*known);
      else
        known = take_son_value(-*known);
    }
  }

  /// A son has been searched here. Its value if it must be searched again and that is known at
  /// once.
  std::optional<Score> take_son_value(Score value) {
    Frame& frame = stack_.back();
    if (search_again(frame.son, value, frame.node.beta))
      return enter_son(frame.position.after(frame.move));
    frame.brothers_wait =
        options_.star && frame.type == NodeType::cut && frame.moves.next_is_promising();
    take_value(stack_.size() - 1, value, frame.move, frame.son.eldest);
    return std::nullopt;
  }

  /// The last job's node has been searched. Its value if it must be searched again and that is
  /// known at once.
  std::optional<Score> take_job_value(Score value) {
    auto& own = jobs_.back();
    if (search_again(own.search, value, own.job.beta))
      return enter_job();
    if (own.job.ply == 0)
      results_.push_back({own.job.depth, -value, root_move_, worker_.processor.now()});
    else
      send(own.job.id.master, ybwc::Answer{own.job.id, value});
    jobs_.pop_back();
    return std::nullopt;
  }

  /// Whether a son must be searched again, with an open window, now that its scout has come out at
  /// `value`. `beta` is its father's.
  [[nodiscard]] bool search_again(SonSearch& search, Score value, Score beta) {
    if (!search.scouting || !worker_.search_again(value, search.alpha, beta, search.depth))
      return false;
    search.scouting = false;
    search.alpha = value;
    return true;
  }

  /// Takes a son's value, found here or by a slave, into the result of its father.
  void take_value(std::size_t father, Score value, Move move, bool eldest) {
    Frame& frame = stack_[father];
    const Score before = frame.lower();
    if (worker_.improve(frame.node, value, frame.position, move, frame.ply, eldest))
      cut_off(father);
    else if (frame.lower() > before)
      spread_bounds(father);
  }

  /// A node's window has got narrower: so do those of the sons that are being searched.
  void spread_bounds(std::size_t index) {
    while (true) {
      const Frame& frame = stack_[index];
      for (const auto& slave : frame.slaves) {
        ++worker_.counters.bounds_sent;
        send(slave.rank, ybwc::NewBounds{{rank(), slave.job}, frame.lower(), frame.node.beta});
      }
      const std::size_t father = index++;
      if (index == stack_.size() || job_begins_at(index))
        return;
      if (frame.son.scouting) {
        scout_above(father);
        return;
      }
      if (!narrow(index, -frame.node.beta, -frame.lower()))
        return;
    }
  }

  /// The alpha of a node whose owner is scouting a son may have risen: begins the scout again.
  void scout_above(std::size_t father) {
    Frame& frame = stack_[father];
    if (frame.lower() <= frame.son.alpha)
      return;
    ++worker_.counters.scouts_moved;
    drop_below(father);
    frame.son.alpha = frame.lower();
    if (const auto value = enter_son(frame.position.after(frame.move)))
      hand_up(*value);
  }

  /// The same where the son is a job.
  void scout_job_above(std::size_t index) {
    auto& own = jobs_[index];
    if (own.job.alpha <= own.search.alpha)
      return;
    ++worker_.counters.scouts_moved;
    drop(own.base, index + 1);
    own.search.alpha = own.job.alpha;
    if (const auto value = enter_job())
      hand_up(*value);
  }

  /// Takes a window from above. Whether the path goes on below with a narrower one.
  [[nodiscard]] bool narrow(std::size_t index, Score alpha, Score beta) {
    if (!stack_[index].narrow(alpha, beta))
      return false;
    if (!stack_[index].cut_off())
      return true;
    ++worker_.counters.bound_cutoffs;
    cut_off(index);
    return false;
  }

  /// Gives up the rest of a node's sons, and all below it.
  void cut_off(std::size_t index) {
    if (index + 1 < stack_.size()) {
      ++worker_.counters.jumps;
      drop_below(index);
    }
    Frame& frame = stack_[index];
    recall_slaves(frame);
    frame.begun = true;
    frame.moves.skip_rest();
  }

  /// Leaves everything below a node, which becomes the last.
  void drop_below(std::size_t index) {
    const auto below = std::find_if(jobs_.begin(), jobs_.end(),
                                    [=](const OwnJob& own) { return own.base > index; });
    drop(index + 1, static_cast<std::size_t>(below - jobs_.begin()));
  }

  /// Leaves all but the first so many nodes and jobs.
  void drop(std::size_t nodes, std::size_t jobs) {
    for (std::size_t i = nodes; i < stack_.size(); ++i)
      recall_slaves(stack_[i]);
    while (stack_.size() > nodes)
      stack_.pop_back();
    worker_.counters.jobs_given_up += jobs_.size() - jobs;
    while (jobs_.size() > jobs)
      jobs_.pop_back();
  }

  void recall_slaves(Frame& frame) {
    for (const auto& slave : frame.slaves) {
      ++worker_.counters.slaves_stopped;
      if (!stopped_)
        send(slave.rank, ybwc::Recall{{rank(), slave.job}});
    }
    frame.slaves.clear();
  }

  // Finding work

  /// Without work: asks for some, unless that has been done, and waits for a message.
  void find_work() {
    serve_kept_requests();
    if (!asked_for_) {
      ++worker_.counters.steals_asked;
      Request request{rank(), std::nullopt, refused_ ? 0 : options_.hops, {rank()}};
      const int victim = refused_ ? 0 : *choose_victim(request);
      ask(victim, std::move(request), no_node);
    }
    receive(worker_.processor.wait());
  }

  /// The last node's other sons are all with slaves.
  void wait_for_slaves() {
    Frame& frame = stack_.back();
    if (!frame.waited_at)
      ++worker_.counters.waits_for_slaves;
    frame.waited_at = true;
    serve_kept_requests();
    pass_kept_requests_down();
    if (options_.helpful_master && !asked_for_) {
      ++worker_.counters.helps_asked;
      const Slave& slave = frame.slaves[draw(frame.slaves.size())];
      ask(slave.rank, {rank(), JobId{rank(), slave.job}, options_.hops, {rank()}}, frame.number);
    }
    receive(worker_.processor.wait());
  }

  /// `node`: the number of the one that is to be helped with.
  void ask(int victim, Request request, std::uint64_t node) {
    asked_for_ = node;
    pass_on(victim, std::move(request));
  }

  void pass_on(int victim, Request request) {
    request.visited.push_back(victim);
    send(victim, std::move(request));
  }

  static Victims victims_of(const M& processor, VictimChoice choice) {
    if (choice == VictimChoice::random)
      return {processor.rank(), processor.processors()};
    return {processor.rank(), processor.processors(),
            [&](int rank) { return processor.latency_to(rank); }};
  }

  /// A processor that a request has not been to, if there is one.
  [[nodiscard]] std::optional<int> choose_victim(const Request& request) {
    return victims_.choose(request.visited, [this](std::size_t count) { return draw(count); });
  }

  // Giving work

  /// The first of the nodes that a request may be given work from, or none if they are gone.
  [[nodiscard]] std::optional<std::size_t> scope(const Request& request) const {
    if (!request.below)
      return jobs_.empty() ? std::nullopt : std::optional<std::size_t>(0);
    const auto job = find_job(*request.below);
    return job ? std::optional(jobs_[*job].base) : std::nullopt;
  }

  [[nodiscard]] bool may_split(const Frame& frame) const {
    return frame.begun && !frame.brothers_wait && !frame.moves.exhausted() &&
           frame.node.depth >= options_.min_split_depth;
  }

  /// Gives the asker a son of the node nearest to the root that may be split, if there is one.
  bool try_to_split(const Request& request, std::size_t first) {
    const auto node = std::find_if(stack_.begin() + static_cast<std::ptrdiff_t>(first),
                                   stack_.end(), [&](const Frame& f) { return may_split(f); });
    if (node == stack_.end())
      return false;
    const Move move = *node->moves.next();
    const P son = node->position.after(move);
    const JobId id{rank(), ++jobs_given_};
    ++worker_.counters.splits;
    node->slaves.push_back({request.asker, id.number, move});
    send(request.asker,
         Job{id, iteration_, son, worker_.son_depth(son, node->node.depth), node->ply + 1,
             node->lower(), node->node.beta, negascout(), false, node->type});
    return true;
  }

  void take(Request request, int /*from*/) {
    ++worker_.counters.splits_tried;
    const auto first = scope(request);
    if (first && try_to_split(request, *first))
      return;
    if (request.below && !first) {
      refuse(request);
    } else if (request.hops > 0 && send_further(request, first)) {
      ++worker_.counters.requests_passed_on;
    } else if (!first) {
      refuse(request);
    } else {
      ++worker_.counters.requests_kept;
      kept_.push_back(std::move(request));
    }
  }

  /// To anybody or, if it asks for work from below a job, to a slave there.
  bool send_further(Request request, std::optional<std::size_t> first) {
    --request.hops;
    if (request.below) {
      for (auto i = *first; i < stack_.size(); ++i) {
        if (send_to_slave(request, stack_[i]))
          return true;
      }
      return false;
    }
    const auto victim = choose_victim(request);
    if (victim)
      pass_on(*victim, std::move(request));
    return victim.has_value();
  }

  bool send_to_slave(Request request, const Frame& frame) {
    std::vector<Slave> candidates;
    std::copy_if(frame.slaves.begin(), frame.slaves.end(), std::back_inserter(candidates),
                 [&](const Slave& slave) { return slave.rank != request.asker; });
    if (candidates.empty())
      return false;
    const Slave& slave = candidates[draw(candidates.size())];
    if (request.below)
      request.below = JobId{rank(), slave.job};
    pass_on(slave.rank, std::move(request));
    return true;
  }

  void refuse(const Request& request) {
    ++worker_.counters.requests_refused;
    send(request.asker, ybwc::Refusal{});
  }

  /// Whether a kept request can be answered now.
  void serve_kept_requests() {
    std::erase_if(kept_, [&](const Request& request) {
      const auto first = scope(request);
      if (!first)
        refuse(request);
      return !first || try_to_split(request, *first);
    });
  }

  void pass_kept_requests_down() {
    std::erase_if(kept_, [&](const Request& request) {
      const bool passed = send_to_slave(request, stack_.back());
      if (passed)
        ++worker_.counters.requests_passed_on;
      return passed;
    });
  }

  // Messages

  void look_for_messages() {
    while (const auto message = worker_.processor.poll())
      receive(*message);
    serve_kept_requests();
  }

  void receive(const Message& message) {
    if (stopped_)
      return;
    std::visit([&](const auto& content) { take(content, message.from); },
               std::any_cast<const Content&>(message.content));
  }

  void take(const ybwc::Refusal& /*refusal*/, int /*from*/) {
    require(asked_for_.has_value(), "a refusal of what has not been asked for");
    refused_ = *asked_for_ == no_node;
    asked_for_.reset();
  }

  void take(const Job& job, int from) {
    require(asked_for_.has_value(), "a job that has not been asked for");
    require(from == job.id.master && !find_job(job.id), "a job has two masters");
    const auto node = *std::exchange(asked_for_, std::nullopt);
    require(node != no_node || jobs_.empty(), "a processor with work has asked for more");
    const bool wanted = node == no_node || (!stack_.empty() && stack_.back().number == node);
    if (!wanted) {
      ++worker_.counters.jobs_given_up;
      return;
    }
    refused_ = false;
    if (node != no_node)
      ++worker_.counters.masters_helping;
    begin_job(job);
  }

  void take(const ybwc::NewBounds& bounds, int from) {
    require(from == bounds.job.master, "bounds from somebody else than the master");
    const auto found = find_job(bounds.job);
    if (!found)
      return;
    auto& [job, search, base, helping] = jobs_[*found];
    require(bounds.alpha >= job.alpha && bounds.beta <= job.beta, "a window gets wider");
    job.alpha = bounds.alpha;
    job.beta = bounds.beta;
    if (search.scouting)
      scout_job_above(*found);
    else if (narrow(base, -job.beta, -job.alpha))
      spread_bounds(base);
  }

  void take(const ybwc::Recall& recall, int from) {
    require(from == recall.job.master, "a recall by somebody else than the master");
    if (const auto job = find_job(recall.job))
      drop(jobs_[*job].base, *job);
  }

  void take(const ybwc::Answer& answer, int from) {
    for (std::size_t i = 0; i < stack_.size(); ++i) {
      auto& slaves = stack_[i].slaves;
      const auto slave = std::find_if(slaves.begin(), slaves.end(), [&](const Slave& known) {
        return known.job == answer.job.number;
      });
      if (slave == slaves.end())
        continue;
      require(slave->rank == from, "somebody else than the slave answers");
      ++worker_.counters.jobs_answered;
      const Move move = slave->move;
      slaves.erase(slave);
      take_value(i, answer.value, move, false);
      // A helped slave that has answered does not need the help any more.
      if (stack_[i].slaves.empty() && i + 1 < stack_.size() && job_begins_at(i + 1))
        drop_below(i);
      return;
    }
  }

  void take(const ybwc::Stop& /*stop*/, int /*from*/) { stop(); }

  /// The search is over: leaves everything, after passing the news on.
  void stop() {
    for_binomial_sons(rank(), worker_.processor.processors(),
                      [&](int son) { send(son, ybwc::Stop{}); });
    stopped_ = true;
    drop(0, 0);
  }

  void send(int to, Content content) {
    const auto bytes = ybwc::wire_bytes<P>(content);
    worker_.processor.send(to, {rank(), bytes, std::move(content)});
  }

  // Small things

  static constexpr std::uint64_t no_node = 0;

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }
  [[nodiscard]] bool negascout() const { return worker_.settings.search == Search::negascout; }

  /// A number in [0, count).
  [[nodiscard]] std::size_t draw(std::size_t count) { return random_() % count; }

  [[nodiscard]] std::optional<std::size_t> find_job(const JobId& id) const {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (jobs_[i].job.id == id)
        return i;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool job_begins_at(std::size_t index) const {
    return std::any_of(jobs_.begin(), jobs_.end(),
                       [=](const OwnJob& own) { return own.base == index; });
  }

  /// Adds the nodes since the last time to the current iteration's.
  void count_nodes() {
    if (iteration_ > 0)
      nodes_[static_cast<std::size_t>(iteration_ - 1)] += worker_.counters.nodes() - nodes_counted_;
    nodes_counted_ = worker_.counters.nodes();
  }

  Worker<P, M> worker_;
  const YbwcSettings& options_;
  SplitMix64 random_;
  Victims victims_;
  std::vector<Frame> stack_; ///< the path, through all jobs
  std::vector<OwnJob> jobs_;
  std::vector<Request> kept_;              ///< of others, first come, first served
  std::optional<std::uint64_t> asked_for_; ///< own request under way: Frame::number, or no_node
  bool refused_ = false;                   ///< the last one was
  bool stopped_ = false;
  std::uint32_t jobs_given_ = 0;
  std::uint64_t nodes_owned_ = 0;
  std::uint32_t root_move_ = 0;
  int iteration_ = 0; ///< of the current work, or the last
  std::vector<IterationResult> results_;
  std::vector<std::uint64_t> nodes_; ///< by iteration
  std::uint64_t nodes_counted_ = 0;
};

} // namespace eldest
