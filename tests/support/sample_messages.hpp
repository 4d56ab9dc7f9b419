#pragma once

#include "algorithms/aphid/messages.hpp"
#include "algorithms/dts/messages.hpp"
#include "algorithms/felten_otto/messages.hpp"
#include "algorithms/jamboree/messages.hpp"
#include "algorithms/mwf/messages.hpp"
#include "algorithms/pv_split/pv_split.hpp"
#include "algorithms/search/iterations.hpp"
#include "algorithms/search/wire.hpp"
#include "algorithms/shared_nodes/node_path.hpp"
#include "algorithms/shared_table/own_deepening.hpp"
#include "algorithms/split_points/messages.hpp"
#include "algorithms/stealing/job_messages.hpp"
#include "algorithms/tdsab/messages.hpp"
#include "algorithms/tree_splitting/messages.hpp"
#include "algorithms/uidpabs/uidpabs.hpp"
#include "algorithms/ybwc/messages.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/base/random.hpp"
#include "trees/position.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace eldest::test {

/// The processors and the depth of the search from which the samples below are taken.
inline constexpr int sample_processors = 40;
inline constexpr int sample_depth = 8;

/// Messages of every kind, with random contents, of a search in a game.
template <Position P> class SampleMessages {
public:
  SampleMessages(const P& root, SplitMix64& random) : root_(root), random_(random) {}

  /// Calls `visit(content, message, bytes)` for a message of every kind. `content` is the Protocol,
  /// and `bytes` the number of bytes that the message should take.
  template <class Visit> void visit_all(Visit visit) {
    visit(IterationMessage(), result(), 16);
    const auto results = this->results(1);
    visit(FinishedIterationsMessage(), FinishedIterations{results}, 16 * results.size());
    visit(BoundMessage(), bound_update(), 20);
    visit(shared_table::StopMessage(), shared_table::Stop{}, 4);
    visit_split_points(visit);
    visit_ybwc(visit);
    visit_jamboree(visit);
    visit_felten_otto(visit);
    visit_uidpabs(visit);
    visit_pv_split(visit);
    visit_aphid(visit);
    visit_dts(visit);
    visit_tdsab(visit);
    visit_tree_splitting(visit);
    visit_mwf(visit);
  }

private:
  using Move = typename P::Move;

  /// Codes of moves from the root, passes among them, and the position after them.
  struct Line {
    wire::MoveCodes codes;
    P position;
  };

  [[nodiscard]] int number(int least, int most) { return draw(random_, least, most); }
  [[nodiscard]] std::size_t count(int most) { return static_cast<std::size_t>(number(0, most)); }
  [[nodiscard]] bool toss() { return number(0, 1) == 1; }
  [[nodiscard]] int rank() { return number(0, sample_processors - 1); }
  [[nodiscard]] int iteration() { return number(1, sample_depth); }
  [[nodiscard]] Score score() { return number(-infinity - 1, infinity + 1); }
  [[nodiscard]] std::uint32_t word() { return static_cast<std::uint32_t>(random_()); }
  [[nodiscard]] std::uint32_t code() { return word() >> 1U; }
  [[nodiscard]] NodeType type() { return static_cast<NodeType>(number(0, 3)); }
  [[nodiscard]] NodeResult node() {
    NodeResult node({score(), score(), score()}, number(0, sample_depth));
    node.move = word();
    return node;
  }
  [[nodiscard]] IterationResult result() {
    return {iteration(), score(), code(), number(0, 1'000'000) * 1e-7};
  }
  [[nodiscard]] std::vector<IterationResult> results(std::size_t least) {
    std::vector<IterationResult> results(least + count(4));
    for (auto& one : results)
      one = result();
    return results;
  }
  [[nodiscard]] BoundUpdate bound_update() {
    const Score value = number(-infinity + 1, infinity - 1);
    const auto which = number(0, 2); // lower, exact, upper
    NodeResult node({value + (which == 2 ? 0 : -1), value + (which == 0 ? 0 : 1), value},
                    iteration());
    if (which == 0)
      node.alpha = value;
    node.move = word();
    return {random_(), node};
  }

  template <class Visit> void visit_split_points(Visit visit) {
    const split_points::Content content;
    const SplitNode::Extent extent{number(0, max_ply), count(static_cast<int>(max_moves)),
                                   count(static_cast<int>(SplitNode::max_above))};
    visit(content, split_points::Work{word(), word(), extent}, 16);
    visit(content, split_points::Done{}, 4);
    visit(content, split_points::Stop{}, 4);
  }

  [[nodiscard]] MoveList<Move> moves_of(const P& position) const {
    MoveList<Move> moves;
    position.generate_moves(moves);
    return moves;
  }
  [[nodiscard]] std::vector<Move> path(int most) {
    std::vector<Move> path;
    P position = root_;
    for (int left = number(0, most); left > 0; --left) {
      const auto moves = moves_of(position);
      if (moves.empty())
        break;
      path.push_back(moves[random_() % moves.size()]);
      position = position.after(path.back());
    }
    return path;
  }
  [[nodiscard]] Line line() {
    Line line{{}, root_};
    for (int left = number(0, 12); left > 0; --left) {
      const auto moves = moves_of(line.position);
      if (moves.empty())
        break;
      if constexpr (PassablePosition<P>) {
        if (line.position.may_pass() && number(0, 4) == 0) {
          line.position = line.position.after_pass();
          line.codes.push_back(0);
          continue;
        }
      }
      const auto move = moves[random_() % moves.size()];
      line.position = line.position.after(move);
      line.codes.push_back(move.code());
    }
    return line;
  }

  [[nodiscard]] stealing::JobId job() { return {rank(), word()}; }
  [[nodiscard]] stealing::Visited visited() {
    stealing::Visited ranks(1 + count(5));
    for (auto& one : ranks)
      one = rank();
    return ranks;
  }

  template <class Visit> void visit_ybwc(Visit& visit) {
    const ybwc::Content<P> content;
    const auto visited = this->visited();
    visit(content,
          ybwc::Request{rank(), toss() ? std::optional(job()) : std::nullopt, number(0, 1000),
                        visited, number(0, 255)},
          16 + 2 * visited.size());
    visit(content, ybwc::Refusal{}, 4);
    const auto at = line();
    visit(content,
          ybwc::Job<P>{job(), iteration(), at.position, number(-1, sample_depth),
                       static_cast<int>(at.codes.size()), score(), score(), toss(), toss(), type(),
                       number(0, 1)},
          28 + sizeof(P));
    visit(content, ybwc::NewBounds{job(), score(), score()}, 16);
    visit(content, ybwc::Recall{job()}, 8);
    visit(content, ybwc::Answer{job(), score()}, 12);
    visit(content, ybwc::Stop{}, 4);
  }

  template <class Visit> void visit_jamboree(Visit& visit) {
    const jamboree::Content<P> content;
    const auto visited = this->visited();
    visit(content, jamboree::Request{rank(), number(0, 1000), visited}, 12 + 2 * visited.size());
    visit(content, jamboree::Refusal{}, 4);
    const auto at = line();
    visit(content,
          jamboree::Job<P>{job(), iteration(), at.position, number(-1, sample_depth),
                           static_cast<int>(at.codes.size()), score(), score(), number(0, 3)},
          28 + sizeof(P));
    visit(content, jamboree::Recall{job()}, 8);
    visit(content, jamboree::Answer{job(), score()}, 12);
    visit(content, jamboree::Stop{}, 4);
  }

  [[nodiscard]] SonDepths depths() {
    const int full = number(0, sample_depth);
    return {full, full - number(0, 3)};
  }

  template <class Visit> void visit_felten_otto(Visit& visit) {
    const felten_otto::Content<P> content;
    felten_otto::Team team;
    for (int rank = 0; rank < sample_processors; ++rank) {
      if (number(0, 2) > 0)
        team.push_back(rank);
    }
    if (team.size() < 2 || toss())
      team = {sample_receiver};
    const auto at = line();
    const auto ply = at.codes.size();
    visit(content,
          felten_otto::Son<P>{at.position, score(), score(), depths(), toss(), toss(),
                              static_cast<int>(ply), iteration(), team, at.codes},
          16 + 4 * ply + (team.size() > 1 ? 4 * felten_otto::runs(team) : 0));
    visit(content, felten_otto::Result{score(), toss()}, 8);
    visit(content, felten_otto::NewBound{score()}, 8);
    visit(content, felten_otto::Halt::after(number(0, 1'000'000) * 1e-7), 8);
    visit(content, felten_otto::Dismissal{}, 8);
  }

  template <class Visit> void visit_uidpabs(Visit& visit) {
    const uidpabs::Content<Move> content;
    const auto legal = moves_of(root_);
    const std::vector<Move> dealt(legal.begin(), legal.end());
    visit(content, uidpabs::Deal<Move>{dealt, score()}, 8 + 4 * dealt.size());
    visit(content, uidpabs::Result{iteration(), score(), toss(), word()}, 16);
    visit(content, uidpabs::Reopening{iteration(), score(), score()}, 16);
    visit(content, uidpabs::NewBound{iteration(), score()}, 12);
    visit(content, uidpabs::Dismissal{}, 8);
  }

  template <class Visit> void visit_pv_split(Visit& visit) {
    const pv_split::Content<P> content;
    const auto at = line();
    const auto ply = at.codes.size();
    const std::uint32_t number = toss() ? 1 + word() / 2 : 0;
    visit(content,
          pv_split::Son<P>{at.position, score(), score(), depths(), static_cast<int>(ply),
                           iteration(), number, at.codes},
          (number == 0 ? 16 : 20) + 4 * ply);
    visit(content, pv_split::Result{score()}, 8);
    visit(content, pv_split::NewBound{score()}, 8);
    visit(content, pv_split::Recall{}, 8);
    visit(content, pv_split::Help{word(), rank()}, 12);
    visit(content, pv_split::Dismissal{}, 8);
  }

  template <class Visit> void visit_aphid(Visit& visit) {
    const aphid::Content<Move> content;
    aphid::WorkList<Move> list;
    list.state = {iteration(), number(0, 518), score(), toss()};
    std::size_t bytes = 12;
    for (auto left = count(4); left > 0; --left, bytes += 4)
      list.root_values.push_back(score());
    for (auto left = count(4); left > 0; --left) {
      list.given.push_back({word() >> 3U, path(12), number(-3, 20), number(0, sample_depth)});
      bytes += 8 + list.given.back().path.size() * sizeof(Move);
    }
    for (auto left = count(4); left > 0; --left, bytes += 4)
      list.taken.push_back(word() >> 3U);
    for (auto left = count(4); left > 0; --left) {
      list.updates.push_back({word() >> 3U, number(0, 518), {}});
      if (toss())
        list.updates.back().needed = aphid::Window{score(), score()};
      bytes += list.updates.back().needed ? 16 : 8;
    }
    visit(content, std::move(list), bytes);
    visit(content, aphid::Report{word(), number(0, 60), {{score(), score()}, random_()}}, 24);
    visit(content, aphid::Stop{}, 4);
  }

  [[nodiscard]] dts::SonId son_id() { return {rank(), random_(), word()}; }
  [[nodiscard]] SonSearch son_search() {
    return {number(0, sample_depth), score(), toss(), toss(), number(0, 1)};
  }

  /// Returns a node whose sons are being searched, or nothing if the position has none.
  [[nodiscard]] std::optional<dts::Frame<P>> frame(const P& position, int ply) {
    dts::Frame<P> frame(position, node(), ply, type(), random_());
    frame.begun = true;
    frame.moves.generate(position);
    frame.moves.order(position, ordering_, 0, ply);
    if (frame.moves.empty())
      return std::nullopt;
    frame.searched = number(0, static_cast<int>(frame.moves.size()) - 1);
    for (int i = 0; i <= frame.searched; ++i)
      frame.move = *frame.moves.next();
    frame.son = son_search();
    if (toss())
      frame.deeper = node();
    if constexpr (PassablePosition<P>)
      frame.son.pass = position.may_pass() && number(0, 4) == 0;
    return frame;
  }

  [[nodiscard]] dts::Path<P> dts_path() {
    const auto at = line();
    dts::Path<P> path{
        son_id(), number(0, 9), iteration(),  at.position, static_cast<int>(at.codes.size()),
        score(),  score(),      son_search(), type()};
    path.results = results(0);
    if (toss())
      path.root_window = {0, 0, true, score(), score(), 7};
    P position = at.position;
    for (int left = number(0, 5); left > 0; --left) {
      auto next = frame(position, path.ply + static_cast<int>(path.frames.size()));
      if (!next)
        break;
      position = next->son_position();
      path.frames.push_back(*std::move(next));
    }
    if (toss()) { // a node whose sons have not been begun
      path.to_enter = false;
      path.frames.emplace_back(position, node(), path.ply + static_cast<int>(path.frames.size()),
                               type(), random_());
      if (toss())
        path.frames.back().moves.generate(position);
    }
    return path;
  }

  template <class Visit> void visit_dts(Visit& visit) {
    const dts::Content<P> content;
    visit(content, dts::Help{}, 4);
    visit(content, dts::Answer{toss(), std::nullopt}, 4);
    visit(
        content,
        dts::Answer{toss(), dts::Offer{random_(), iteration(), type(), number(0, 9), number(0, 9)}},
        28);
    visit(content, dts::Join{random_(), toss()}, 12);
    visit(content, dts::Decline{random_()}, 12);
    visit(content, dts::Refusal{}, 4);
    auto path = dts_path();
    std::size_t bytes = 4 + 52 + sizeof(P) + 16 * path.results.size();
    if (path.root_window.null_windows)
      bytes += 12;
    for (const auto& frame : path.frames)
      bytes += (frame.deeper ? 68 : 48) + sizeof(P) + 4 * frame.moves.size();
    visit(content, dts::Work<P>{std::move(path)}, bytes);
    visit(content, dts::Result{son_id(), score()}, 20);
    visit(content, dts::Dismissal{}, 4);
    visit(content, dts::NewBounds{son_id(), score(), score()}, 24);
    visit(content, dts::Recall{son_id()}, 16);
    visit(content, dts::Moved{son_id(), number(0, 9), score(), score()}, 28);
    const auto all = results(0);
    visit(content, dts::Stop{all}, 4 + 16 * all.size());
  }

  template <class Visit> void visit_tdsab(Visit& visit) {
    const tdsab::Content<P> content;
    tdsab::Places places(count(12));
    for (auto& place : places)
      place = static_cast<std::uint8_t>(number(0, 255));
    const auto words = (places.size() + 3) / 4;
    visit(content,
          tdsab::Son<P>{word(), iteration(), line().position, number(-1, sample_depth), score(),
                        toss(), type(), places},
          12 + 4 * words + sizeof(P));
    visit(content, tdsab::Result{word(), score()}, 12);
    visit(content,
          tdsab::Recall{{random_(), number(-1, sample_depth), number(0, max_ply), score(), toss()},
                        word()},
          20);
    const auto all = results(0);
    visit(content, tdsab::Stop{all}, 4 + 16 * all.size());
  }

  template <class Visit> void visit_tree_splitting(Visit& visit) {
    const tree_splitting::Content<P> content;
    const auto at = line();
    const auto ply = at.codes.size();
    visit(content,
          tree_splitting::Son<P>{at.position, score(), score(), depths(), toss(),
                                 static_cast<int>(ply), iteration(), at.codes},
          16 + 4 * ply);
    visit(content, tree_splitting::Result{score()}, 8);
    visit(content, tree_splitting::NewWindow{score(), score()}, 12);
    visit(content, tree_splitting::Recall{}, 8);
    visit(content, tree_splitting::Dismissal{}, 8);
  }

  template <class Visit> void visit_mwf(Visit& visit) {
    const mwf::Content<P> content;
    const auto at = line();
    const auto ply = at.codes.size();
    visit(content,
          mwf::Job<P>{at.position, score(), score(), number(-1, sample_depth),
                      static_cast<int>(ply), iteration(), toss(), at.codes},
          16 + 4 * ply);
    mwf::Expansion expansion{node(), toss(), toss()};
    for (auto left = count(9); left > 0; --left)
      expansion.moves.push_back(word());
    visit(content, expansion, 24 + 4 * expansion.moves.size());
    visit(content, mwf::Result{score()}, 8);
    visit(content, mwf::Recall{}, 8);
    visit(content, mwf::Dismissal{}, 8);
  }

  P root_;
  SplitMix64& random_;
  MoveOrdering<P> ordering_;

public:
  /// The receiver of the messages.
  static constexpr int sample_receiver = 5;
};

} // namespace eldest::test
