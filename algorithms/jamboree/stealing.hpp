#pragma once

#include "algorithms/jamboree/messages.hpp"
#include "algorithms/jamboree/nodes.hpp"
#include "algorithms/jamboree/settings.hpp"
#include "algorithms/search/processor.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/stealing/victims.hpp"
#include "trees/position.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::jamboree {

/// Work stealing: one processor's requests for work, and its answers to the requests of others.
/// They steal the search nearest to the root that this processor has still to begin.
///
/// Cilk's thief that has been refused chooses another victim at random, again and again. Here the
/// victim passes the request on itself, to a processor chosen at random that the request has not
/// been to, at most `hops` times. This is the same search for work, without the way back to the
/// thief. The last processor that receives the request has three choices:
/// - If it is at work, it keeps the request until it has something to be stolen, as in YBWC
///   (ybwc::WorkStealing).
/// - If it waits for thieves itself, it passes the request down to one of them, who is at work or
///   passes it further down.
/// - Without any work of its own it refuses.
///
/// After `tries` refusals in a row the thief asks processor 0, which owns the root and so always
/// has work or waits for thieves. A thief that itself waits for thieves asks one of those instead.
/// So a processor has one request under way at most, and idle processors do not swamp the others
/// with messages.
template <Position P, Processor M> class WorkStealing {
public:
  /// All arguments must outlive this object.
  WorkStealing(Worker<P, M>& worker, const JamboreeSettings& own, JamboreeCounters& counters,
               Tasks<P>& tasks)
      : worker_(worker),
        own_(own),
        counters_(counters),
        tasks_(tasks),
        victims_({worker.processor.rank(), worker.processor.processors()}, worker.processor.rank(),
                 worker.settings.seed) {}

  // Searches

  /// A son that is about to be begun.
  struct NewSon {
    typename P::Move move;
    P position;
    SonDepths depths;
  };

  /// Takes the next move of `father`, and returns the son that it leads to. Precondition:
  /// `father.can_begin()`.
  [[nodiscard]] NewSon next_son(Frame<P>& father) {
    const auto move = *father.moves.next();
    const P position = father.position.after(move);
    return {
        move, position,
        worker_.begin_son(father.position, father.node.depth, position, father.moves, father.ply)};
  }

  /// Begins the search of a son, by the processor `searcher`. `id` names the search as a job. If
  /// its number is 0, the search is part of the father's task.
  [[nodiscard]] Job<P> begin_son(const Place<P>& father, const NewSon& next, int searcher,
                                 const JobId& id) {
    const auto& son = father->begin_son(next.move, next.depths, searcher, id);
    if (son.place > 0)
      ++counters_.tests;
    return search_of(father, son, next.position);
  }

  /// Begins the valuation of a node's first open son, whose test has failed. See `begin_son`.
  [[nodiscard]] Job<P> begin_value(const Place<P>& father, int searcher, const JobId& id) {
    const auto& son = father->begin_value(searcher, id);
    ++counters_.values;
    return search_of(father, son, father->position_of(son));
  }

  /// Returns the current search of a son, or of the pass, which leads to `position`.
  [[nodiscard]] Job<P> search_of(const Place<P>& father, const OpenSon<typename P::Move>& son,
                                 const P& position) const {
    const Score beta = son.state == SonState::valuing ? father->node.beta : son.alpha + 1;
    return {son.job,
            father.task->job.iteration,
            position,
            son.depth - son.reduction,
            father->ply + 1,
            -beta,
            -son.alpha,
            son.reduction,
            line_of(*father.task),
            father->begin_of(son)};
  }

  /// Returns the line of play of a task's last node, or an empty one if nobody observes the search.
  [[nodiscard]] TopLine line_of(const Task<P>& task) const {
    return watcher_of(worker_.processor) == nullptr ? TopLine{}
                                                    : line_down(task.job.line, task.frames);
  }

  /// Begins the next search of a son as a job of its own, by the processor `searcher`. If a son can
  /// be valued, values that one, otherwise tests the next one.
  [[nodiscard]] Job<P> begin_job(const Place<P>& father, int searcher) {
    const JobId id{rank(), ++jobs_begun_};
    return father->can_value() ? begin_value(father, searcher, id)
                               : begin_son(father, next_son(*father), searcher, id);
  }

  // Asking

  /// Asks for work, unless a request is under way. Precondition: this processor has nothing to do.
  void ask() {
    if (asked_)
      return;
    asked_ = true;
    ++counters_.steals_asked;
    const bool in_vain = refusals_ >= own_.tries;
    Request request{rank(), in_vain ? 0 : own_.hops, {rank()}};
    const int victim = in_vain ? last_resort() : *victims_.choose(request.visited);
    pass_on(victim, std::move(request));
  }

  /// Records that a job has come or, if `refused` is true, a refusal.
  void take_answer(bool refused) {
    require(asked_, "an answer to what has not been asked");
    asked_ = false;
    refusals_ = refused ? refusals_ + 1 : 0;
  }

  // Being asked

  /// Serves another processor's request, passes it on, keeps it, or refuses it.
  void take(Request request) {
    if (request.thief == rank()) { // passed down to the thief
      take_answer(true);
      return;
    }
    if (serve(request))
      return;
    if (request.hops > 0) {
      if (const auto victim = victims_.choose(request.visited)) {
        --request.hops;
        ++counters_.requests_passed_on;
        pass_on(*victim, std::move(request));
        return;
      }
    }
    if (pass_down_or_refuse(request))
      return;
    ++counters_.requests_kept;
    kept_.push_back(std::move(request));
  }

  /// Serves the kept requests that can be served.
  void serve_kept_requests() {
    std::erase_if(kept_, [&](const Request& request) { return serve(request); });
  }

  /// Passes the kept requests to thieves, or refuses them, because this processor has nothing to
  /// do.
  void give_kept_requests_away() {
    std::erase_if(kept_, [&](const Request& request) { return pass_down_or_refuse(request); });
  }

private:
  /// Gives the thief the search nearest to the root. Returns false if there is no search to be
  /// begun.
  bool serve(const Request& request) {
    const auto father = tasks_.nearest_to_root(own_.min_steal_depth);
    if (!father)
      return false;
    ++((*father)->can_value() ? counters_.values_stolen : counters_.tests_stolen);
    Content<P>::send(worker_.processor, request.thief, begin_job(*father, request.thief));
    return true;
  }

  /// Passes a request to a thief, or refuses the request. Returns false if it must be kept instead.
  bool pass_down_or_refuse(const Request& request) {
    if (tasks_.empty()) {
      ++counters_.requests_refused;
      Content<P>::send(worker_.processor, request.thief, Refusal{});
      return true;
    }
    if (tasks_.ready() != nullptr)
      return false;
    const auto thief = choose_thief(request.thief);
    if (thief) {
      ++counters_.requests_passed_on;
      pass_on(*thief, request);
    }
    return thief.has_value();
  }

  void pass_on(int victim, Request request) {
    request.visited.push_back(victim);
    Content<P>::send(worker_.processor, victim, std::move(request));
  }

  /// Returns the processor to ask after a refusal.
  [[nodiscard]] int last_resort() { return tasks_.empty() ? 0 : choose_thief(rank()).value(); }

  /// Returns one of the processors that search for this one, other than `except`, chosen at random;
  /// or nothing.
  [[nodiscard]] std::optional<int> choose_thief(int except) {
    std::vector<int> thieves;
    tasks_.for_each([&](const Place<P>& place) {
      for (const auto& son : place->open) {
        if (son.is_job() && son.searcher != rank() && son.searcher != except)
          thieves.push_back(son.searcher);
      }
    });
    if (thieves.empty())
      return std::nullopt;
    return thieves[victims_.draw(thieves.size())];
  }

  [[nodiscard]] int rank() const { return worker_.processor.rank(); }

  Worker<P, M>& worker_;
  const JamboreeSettings& own_;
  JamboreeCounters& counters_;
  Tasks<P>& tasks_;
  RandomVictims victims_;
  std::vector<Request> kept_; ///< requests of others; first come, first served
  bool asked_ = false;        ///< true if an own request is under way
  int refusals_ = 0;          ///< number of the last own requests that were refused, in a row
  std::uint32_t jobs_begun_ = 0;
};

} // namespace eldest::jamboree
