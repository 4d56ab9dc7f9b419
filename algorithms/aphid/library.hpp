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

/// APHID for any sequential alpha-beta program (Brockington & Schaeffer, section 3.5): the program
/// keeps its own search, positions, moves and table, and calls a Process from some places of its
/// search, where the paper's Figure 6 calls `aphid_...`:
///
/// - `stopping` (`checkalarm`) in every interior node: if true, return any value;
/// - `at_horizon`, `leaf_value` (`horizon`, `eval_leaf`) first in every node but those of depth 0;
/// - `above_horizon` (`master`): take no values from the table there, only moves;
/// - `moving` (`intnode_start`, `intnode_move`) before each son;
/// - `leave` (`intnode_update`, `intnode_end`) at the end of an interior node: returns whether to
///   store its value.
///
/// In return `run` calls the program: see SequentialProgram and SelectsWindows in
/// aphid_interface.hpp.
/// tests/examples/aphid_adoption.cpp is a program before and after.
namespace eldest::aphid {

/// One processor's part in APHID: the master on processor 0, a slave on any other; on one processor
/// alone, the sequential program.
template <class Move, MessagePassing M> class Process {
public:
  /// `depth`: of the last iteration, in ply. Machine and settings must live as long as this.
  Process(M& machine, int depth, const AphidSettings& settings)
      : part_(make_part(machine, depth, settings)) {}

  /// Runs this processor's part of a search to the nominal depth, or until the machine ends the
  /// search by a SearchStopped that is thrown through the program. Every processor calls it.
  template <SequentialProgram<Move> P> [[nodiscard]] Outcome run(P& program) {
    return std::visit(
        [&](auto& part) {
          until_stopped([&] { part.run(program); });
          return part.take_outcome();
        },
        part_);
  }

  /// Looks for messages; returns whether to give up. The nodes left then have no value.
  [[nodiscard]] bool stopping() {
    if (auto* const slave = std::get_if<OwnSlave>(&part_))
      return slave->stopping();
    std::get<OwnMaster>(part_).look_for_messages();
    return false;
  }

  /// Whether to give up, as far as the messages say that have been looked at.
  [[nodiscard]] bool stopped() const {
    const auto* const slave = std::get_if<OwnSlave>(&part_);
    return slave != nullptr && slave->stopped();
  }

  /// Whether a node is a leaf of the master's tree: `leaf_value` then returns its value. To be
  /// called first in every node whose depth is not 0.
  [[nodiscard]] bool at_horizon(Key key, int ply, int depth) {
    auto* const master = std::get_if<OwnMaster>(&part_);
    return master != nullptr && master->at_horizon(key, ply, depth);
  }

  /// The value of the leaf that `at_horizon` has found: a slave's if that suffices for the window,
  /// a guess if not. `evaluate()` returns the position's value at depth 0, and is called once for a
  /// leaf.
  template <std::invocable Evaluate>
  [[nodiscard]] Score leaf_value(const Window& window, Evaluate evaluate) {
    return std::get<OwnMaster>(part_).leaf_value(window, evaluate);
  }

  /// Whether a node, for which `at_horizon` has been called, is an interior one of the master's
  /// tree: its values may be guesses, and it must be visited in every pass.
  [[nodiscard]] bool above_horizon(int ply) const {
    const auto* const master = std::get_if<OwnMaster>(&part_);
    return master != nullptr && master->above_horizon(ply);
  }

  /// Announces the next son of an interior node, which may be searched several times.
  void moving(int ply, const Move& move) {
    if (auto* const master = std::get_if<OwnMaster>(&part_))
      master->moving(ply, move);
  }

  /// Announces the value of an interior node. Returns whether it may be stored: it depends on no
  /// guess, and its search has not been given up.
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
