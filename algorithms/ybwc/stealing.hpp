#pragma once

#include "algorithms/search/processor.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/stealing/victims.hpp"
#include "algorithms/ybwc/messages.hpp"
#include "algorithms/ybwc/path.hpp"
#include "algorithms/ybwc/settings.hpp"
#include "trees/position.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::ybwc {

/// Work stealing: one processor's requests for work, and its handling of the requests of others.
/// The processor serves such a request with a young brother, passes it on, keeps it, or refuses it.
///
/// Our choices, where the papers are silent:
/// - A request that finds no work is passed on, to processors it has not been to, at most `hops`
///   times. The last of them keeps the request until it has a node to split. A processor refuses a
///   request only when it is, or becomes, idle itself, or when the job named in the request is
///   over.
/// - A processor that has been refused `tries` times in a row asks processor 0 next, which is never
///   idle.
/// - So every processor has at most one request under way, and makes a new one only after a job or
///   a refusal. Idle processors wait and do not swamp the others with messages.
/// - An owner that waits for its slaves passes the requests that it has kept to these slaves.
///
/// `Sharing` decides what processors know of one another's work, and which sons they give away.
/// OnRequest is the `Sharing` of the published YBWC.
template <Position P, Processor M, class Sharing> class WorkStealing {
public:
  /// All arguments must outlive this object.
  WorkStealing(Worker<P, M>& worker, const YbwcSettings& own, YbwcCounters& counters,
               Path<P, M>& path, Sharing& sharing)
      : worker_(worker),
        path_(path),
        sharing_(sharing),
        own_(own),
        counters_(counters),
        victims_(victims_of(worker.processor, own_.victim), worker.processor.rank(),
                 worker.settings.seed) {}

  // Asking

  /// Asks another processor for work, unless a request is under way. Precondition: this one has no
  /// work.
  void ask_anybody() {
    if (asked_for_)
      return;
    ++counters_.steals_asked;
    if (const auto owner =
            sharing_.find_owner([this](std::size_t count) { return victims_.draw(count); }))
      return ask(*owner, {rank(), std::nullopt, 0, {rank()}, sharing_.accepted_waste()}, no_node);
    const bool looks_again = sharing_.looks_again();
    const bool ask_root = refusals_ >= (looks_again ? max_looks_again : own_.tries);
    const int hops = ask_root || looks_again ? 0 : own_.hops;
    Request request{rank(), std::nullopt, hops, {rank()}, sharing_.accepted_waste()};
    const int victim = ask_root ? 0 : *victims_.choose(request.visited);
    ask(victim, std::move(request), no_node);
  }

  /// Asks one of the last node's slaves for work, while the processor waits for them. Does nothing
  /// if a request is under way or masters are not to help.
  void ask_slave() {
    if (!own_.helpful_master || asked_for_)
      return;
    ++counters_.helps_asked;
    const Frame<P>& frame = path_.last();
    const auto& slave =
        frame.slaves[sharing_.find_slave(frame.slaves, victims_.draw(frame.slaves.size()))];
    ask(slave.rank,
        {rank(), JobId{rank(), slave.job}, own_.hops, {rank()}, sharing_.accepted_waste()},
        frame.number);
  }

  /// Returns true if this processor has asked for help with the last node, which has got sons back
  /// since. These wait for the reply, because the processor can take a job only at that node.
  [[nodiscard]] bool sons_await_reply() const {
    const Frame<P>& frame = path_.last();
    return !frame.undecided.empty() && asked_for_ == frame.number;
  }

  /// Records that a job has come. Returns true if this processor still wants it.
  [[nodiscard]] bool take_job() {
    require(asked_for_.has_value(), "a job that has not been asked for");
    sharing_.replied();
    const auto node = *std::exchange(asked_for_, std::nullopt);
    require(node != no_node || !path_.has_job(), "a processor with work has asked for more");
    const bool wanted = node == no_node || (!path_.empty() && path_.last().number == node);
    if (!wanted) {
      ++counters_.jobs_given_up;
      return false;
    }
    refusals_ = 0;
    if (node != no_node)
      ++counters_.masters_helping;
    return true;
  }

  /// Records that this processor's request has been refused.
  void take_refusal() {
    require(asked_for_.has_value(), "a refusal of what has not been asked for");
    sharing_.replied();
    refusals_ = *asked_for_ == no_node ? refusals_ + 1 : 0;
    asked_for_.reset();
  }

  // Being asked

  /// Tells `Sharing` which nodes on the path can be split. AnnouncedWork shows the other processors
  /// how many sons are left in these nodes. OnRequest shows nothing.
  void show_work() {
    sharing_.show(
        path_, [this](const Frame<P>& frame) { return may_split(frame); },
        [this](const Frame<P>& frame) { return waste_of_early(frame); });
  }

  /// Serves another processor's request, passes it on, keeps it, or refuses it.
  void take(Request request) {
    ++counters_.splits_tried;
    const auto first = scope(request);
    if (first && try_to_split(request, *first))
      return;
    // Other processors have no work from below a job that is over.
    const bool may_go_on = request.hops > 0 && (first || !request.below);
    if (may_go_on && send_further(request, first)) {
      ++counters_.requests_passed_on;
    } else if (first && try_to_split_early(request, *first)) {
      return;
    } else if (first) {
      ++counters_.requests_kept;
      kept_.push_back(std::move(request));
    } else {
      refuse(request);
    }
  }

  /// Gives a son for each kept request, until no node can be split. Refuses kept requests for which
  /// this processor has no job any more.
  void serve_kept_requests() {
    if (!kept_.empty()) // true at few nodes
      serve_all_kept();
  }

  /// Passes each kept request to a slave of the last node other than its asker. Keeps the request
  /// if there is no such slave.
  void pass_kept_requests_down() {
    std::erase_if(kept_, [&](const Request& request) {
      const bool passed = send_to_slave(request, path_.last());
      if (passed)
        ++counters_.requests_passed_on;
      return passed;
    });
  }

private:
  using OwnSlave = Slave<typename P::Move>;

  /// Number of refusals in a row after which a processor asks processor 0, although `Sharing` could
  /// look for other owners.
  static constexpr int max_looks_again = 64;
  static constexpr std::uint64_t no_node = Path<P, M>::no_node;

  /// Asks processor `victim` for work. `node` is the number of the node to help with, or no_node.
  void ask(int victim, Request request, std::uint64_t node) {
    asked_for_ = node;
    sharing_.asked();
    pass_on(victim, std::move(request));
  }

  /// Does so for at least one kept request. Not inlined, because most processors keep none.
  [[gnu::noinline]] void serve_all_kept() {
    std::erase_if(kept_, [&](const Request& request) {
      const auto first = scope(request);
      if (!first)
        refuse(request);
      return !first || try_to_split(request, *first) || try_to_split_early(request, *first);
    });
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

  /// Returns the index of the first node from which a request may be given work. Returns nothing if
  /// this processor has no job or, for a request that names a job, not that one.
  [[nodiscard]] std::optional<std::size_t> scope(const Request& request) const {
    if (!request.below)
      return path_.has_job() ? std::optional<std::size_t>(0) : std::nullopt;
    const auto job = path_.find_job(*request.below);
    return job ? std::optional(path_.job(*job).base) : std::nullopt;
  }

  [[nodiscard]] bool may_split(const Frame<P>& frame) const {
    return frame.begun && !frame.brothers_wait && frame.sons_left() > 0 &&
           sharing_.worth_giving(frame);
  }

  /// Returns the rate of waste, in 255ths, of giving away a young brother in a node whose eldest
  /// son is being searched. More than 255 if no young brother may be given away.
  [[nodiscard]] int waste_of_early(const Frame<P>& frame) const {
    const bool may = frame.begun && frame.brothers_wait && !frame.moves.exhausted() &&
                     frame.moves.left() < frame.moves.size() && sharing_.worth_giving(frame) &&
                     (!frame.needs_guess() || (!frame.deeper && guess_eldest(frame)));
    return may ? sharing_.waste_past_eldest(frame) : 256;
  }

  /// Returns the expected value of a PV node's eldest son, which is being searched, or nothing if
  /// no value is known by which to expect one. Looks for the nearest node below, on the principal
  /// variation, whose own eldest son is valued. Its score is what the eldest will be worth if no
  /// young brother in between is better. The guess is at least the node's alpha, and below beta.
  [[nodiscard]] std::optional<Score> guess_eldest(const Frame<P>& frame) const {
    const auto index = path_.index_of(frame);
    const auto end = std::min(path_.size(), index + 1 + sharing_.guess_plies());
    int sign = -1;
    for (auto i = index + 1; i < end && leads_to_eldest(i); ++i, sign = -sign) {
      if (!path_[i].brothers_wait) {
        const Score guess = std::max(sign * path_[i].node.score, frame.lower());
        return guess < frame.node.beta ? std::optional(guess) : std::nullopt;
      }
    }
    return std::nullopt;
  }

  /// Returns true if the node `index` is the eldest son of the one above, and both are PV nodes.
  [[nodiscard]] bool leads_to_eldest(std::size_t index) const {
    const Frame<P>& frame = path_[index];
    return frame.type == NodeType::pv && frame.begun && !frame.deeper &&
           path_[index - 1].son.eldest && !path_.job_begins_at(index);
  }

  /// Gives the asker a son of a node that may be split. Nodes for which `Sharing::comes_first` is
  /// true go before the others. In each of the two groups the node nearest to the root is chosen.
  /// Returns false if no node may be split.
  bool try_to_split(const Request& request, std::size_t first) {
    const auto split = [&](auto wanted) {
      for (auto i = first; i < path_.size(); ++i) {
        if (wanted(path_[i]) && may_split(path_[i])) {
          give_son(path_[i], request.asker);
          return true;
        }
      }
      return false;
    };
    return split([&](const Frame<P>& frame) { return sharing_.comes_first(frame); }) ||
           split([&](const Frame<P>& frame) { return !sharing_.comes_first(frame); });
  }

  /// Gives the asker a son of a node that may be split early, the nearest one to the root. Returns
  /// false if there is no such node.
  bool try_to_split_early(const Request& request, std::size_t first) {
    for (auto i = first; i < path_.size(); ++i) {
      Frame<P>& frame = path_[i];
      if (waste_of_early(frame) <= request.waste) {
        give_son(frame, request.asker, frame.needs_guess() ? guess_eldest(frame) : std::nullopt);
        sharing_.gave_early_son();
        return true;
      }
    }
    return false;
  }

  /// Gives the asker the next son of a node. A son that is not evaluated at once is tested against
  /// `guess`, the expected value of its eldest brother, unless that is nothing.
  void give_son(Frame<P>& frame, int asker, std::optional<Score> guess = std::nullopt) {
    const auto [move, depths] = take_son(frame);
    const P son = frame.position.after(move);
    const JobId id{rank(), ++jobs_given_};
    ++counters_.splits;
    std::optional<EarlyTest> test;
    if (guess && !worker_.is_evaluated(depths.full))
      test = EarlyTest{*guess, depths};
    frame.slaves.push_back({asker, id.number, move, test});
    const int reduction = depths.full - depths.first;
    const bool scout = reduction > 0 || worker_.settings.search == Search::negascout;
    const Score alpha = test ? test->guess : frame.lower();
    const Score beta = test ? test->guess + 1 : frame.node.beta;
    send(asker,
         Job<P>{id, path_.iteration(), son, depths.first, frame.ply + 1, alpha, beta, scout, false,
                frame.type, reduction, worker_.line(frame.ply + 1), frame.times.next_son});
    sharing_.gave_son();
  }

  /// Takes the next son off a node's list.
  [[nodiscard]] UndecidedSon<typename P::Move> take_son(Frame<P>& frame) {
    if (!frame.undecided.empty()) {
      const auto undecided = frame.undecided.back();
      frame.undecided.pop_back();
      return undecided;
    }
    const auto move = *frame.moves.next();
    const P son = frame.position.after(move);
    return {move,
            worker_.son_depths(frame.position, frame.node.depth, son, frame.moves, frame.ply)};
  }

  /// Passes a request on to a processor that it has not been to. If the request names a job, passes
  /// it to a slave below that job instead. Returns false if there is no such processor or slave.
  bool send_further(Request request, std::optional<std::size_t> first) {
    --request.hops;
    if (request.below) {
      for (auto i = *first; i < path_.size(); ++i) {
        if (send_to_slave(request, path_[i]))
          return true;
      }
      return false;
    }
    const auto victim = victims_.choose(request.visited);
    if (victim)
      pass_on(*victim, std::move(request));
    return victim.has_value();
  }

  bool send_to_slave(Request request, const Frame<P>& frame) {
    std::vector<OwnSlave> candidates;
    std::copy_if(frame.slaves.begin(), frame.slaves.end(), std::back_inserter(candidates),
                 [&](const OwnSlave& slave) { return slave.rank != request.asker; });
    if (candidates.empty())
      return false;
    const OwnSlave& slave = candidates[victims_.draw(candidates.size())];
    if (request.below)
      request.below = JobId{rank(), slave.job};
    pass_on(slave.rank, std::move(request));
    return true;
  }

  void refuse(const Request& request) {
    ++counters_.requests_refused;
    send(request.asker, Refusal{});
  }

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }

  template <class Kind> void send(int to, Kind content) {
    Content<P>::send(worker_.processor, to, std::move(content));
  }

  Worker<P, M>& worker_;
  Path<P, M>& path_;
  Sharing& sharing_;
  const YbwcSettings& own_;
  YbwcCounters& counters_;
  RandomVictims victims_;
  std::vector<Request> kept_; ///< requests of others; first come, first served.
  /// The node that the request under way is to help, by Frame::number. no_node if this processor
  /// has no work, and nothing if no request is under way.
  std::optional<std::uint64_t> asked_for_;
  int refusals_ = 0; ///< number of the last own requests that were refused, in a row
  std::uint32_t jobs_given_ = 0;
};

} // namespace eldest::ybwc
