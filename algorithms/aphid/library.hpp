#pragma once

#include "algorithms/aphid/interface.hpp"
#include "algorithms/aphid/master.hpp"
#include "algorithms/aphid/settings.hpp"
#include "algorithms/aphid/slave.hpp"
#include "algorithms/aphid/table.hpp"
#include "algorithms/search/search_stopped.hpp"
#include "trees/score.hpp"

#include <concepts>
#include <variant>

/// APHID for any sequential alpha-beta program (Brockington & Schaeffer, section 3.5). The program
/// keeps its own search, positions, moves and table. Its search calls a Process in the places where
/// the paper's Figure 6 calls `aphid_...`:
///
/// - `stopping` (`checkalarm`) in every interior node: if true, return any value;
/// - `at_horizon`, `leaf_value` (`horizon`, `eval_leaf`) first in every node except those of depth
///   0;
/// - `above_horizon` (`master`): if true, take only moves from the table, no values;
/// - `moving` (`intnode_start`, `intnode_move`) before each son;
/// - `leave` (`intnode_update`, `intnode_end`) at the end of an interior node: if true, store its
///   value.
///
/// In return, `run` calls the program: see SequentialProgram and SelectsWindows in interface.hpp.
/// tests/examples/aphid_adoption.cpp shows a program before and after.
namespace eldest::aphid {

/// One processor's part in APHID: the master on processor 0, a slave on any other. On one
/// processor, the master runs the sequential program.
template <class Move, MessagePassing M> class Process {
public:
  /// Takes the `depth` of the last iteration, in ply. `machine` and `settings` must outlive the
  /// Process.
  Process(M& machine, int depth, const AphidSettings& settings)
      : part_(make_part(machine, depth, settings)) {}

  /// Runs this processor's part of a search to the nominal depth. The machine may end the search
  /// before, by a SearchStopped that is thrown through the program. Every processor calls `run`.
  template <SequentialProgram<Move> P> [[nodiscard]] Outcome run(P& program) {
    return std::visit(
        [&](auto& part) {
          until_stopped([&] { part.run(program); });
          return part.take_outcome();
        },
        part_);
  }

  /// Handles the messages that have come. Returns true if the current search is to be given up. The
  /// nodes left then have no value.
  [[nodiscard]] bool stopping() {
    if (auto* const slave = std::get_if<OwnSlave>(&part_))
      return slave->stopping();
    std::get<OwnMaster>(part_).look_for_messages();
    return false;
  }

  /// Returns true if the current search is to be given up, according to the messages already
  /// handled. Does not look for further ones.
  [[nodiscard]] bool stopped() const {
    const auto* const slave = std::get_if<OwnSlave>(&part_);
    return slave != nullptr && slave->stopped();
  }

  /// Returns true if a node is a leaf of the master's tree. `leaf_value` then returns its value. To
  /// be called first in every node whose depth is not 0.
  [[nodiscard]] bool at_horizon(Key key, int ply, int depth) {
    auto* const master = std::get_if<OwnMaster>(&part_);
    return master != nullptr && master->at_horizon(key, ply, depth);
  }

  /// Returns the value of the leaf that `at_horizon` has found: a slave's value if that suffices
  /// for `window`, otherwise a guess. `evaluate()` returns the position's value at depth 0, and is
  /// called once for a leaf.
  template <std::invocable Evaluate>
  [[nodiscard]] Score leaf_value(const Window& window, Evaluate evaluate) {
    return std::get<OwnMaster>(part_).leaf_value(window, evaluate);
  }

  /// Returns true if a node at `ply` is an interior node of the master's tree. Its values may be
  /// guesses, and it must be visited in every pass. Precondition: `at_horizon` has been called for
  /// the node.
  [[nodiscard]] bool above_horizon(int ply) const {
    const auto* const master = std::get_if<OwnMaster>(&part_);
    return master != nullptr && master->above_horizon(ply);
  }

  /// Announces the next son of an interior node, which may be searched several times.
  void moving(int ply, const Move& move) {
    if (auto* const master = std::get_if<OwnMaster>(&part_))
      master->moving(ply, move);
  }

  /// Announces the value of an interior node. Returns true if the value may be stored, because it
  /// depends on no guess and the node's search has not been given up.
  [[nodiscard]] bool leave(int ply, Score value) {
    if (auto* const master = std::get_if<OwnMaster>(&part_))
      return master->leave(ply, value);
    return !stopped();
  }

private:
  using OwnMaster = Master<Move, M>;
  using OwnSlave = Slave<Move, M>;
  using Part = std::variant<OwnMaster, OwnSlave>;

  [[nodiscard]] static Part make_part(M& machine, int depth, const AphidSettings& settings) {
    if (machine.rank() == 0)
      return Part(std::in_place_type<OwnMaster>, machine, depth, settings);
    return Part(std::in_place_type<OwnSlave>, machine, depth, settings);
  }

  Part part_;
};

} // namespace eldest::aphid
