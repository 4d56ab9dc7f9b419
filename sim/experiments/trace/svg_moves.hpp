#pragma once

#include "sim/experiments/trace/slices.hpp"
#include "sim/experiments/trace/svg_page.hpp"
#include "sim/experiments/trace/writers.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace eldest {

/// Returns the colour of processor `rank` of `processors`. Light and dark colours can be told apart
/// in grey.
[[nodiscard]] Colour processor_colour(std::size_t rank, std::size_t processors);

/// The panel of the root's moves, with a row for each move. In a row, each processor has a line,
/// drawn where the processor searches below the move and is not idle. If there are many moves, the
/// panel has only those with the most work.
class MovesPanel {
public:
  /// `columns`: the processors' time by rank and column. All arguments must outlive the panel.
  MovesPanel(const Trace& trace, const TraceSubject& subject,
             const std::vector<std::vector<Shares>>& columns);

  /// Returns true if there is nothing to show.
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] double height() const;
  /// The top and bottom of the rows, in a panel that begins at `top`.
  [[nodiscard]] static double rows_top(double top) { return top + head; }
  [[nodiscard]] double rows_bottom(double top) const {
    return rows_top(top) + row_distance * static_cast<double>(rows_.size());
  }
  /// Draws the rows, with a title above them and the axis of time below.
  void draw(SvgPage& page, double top) const;

private:
  static constexpr double row_height = 32;
  static constexpr double row_distance = 37;
  static constexpr std::size_t max_rows = 12;

  struct Row {
    std::string move;
    double share; ///< of all work below the root
    /// By rank and column: true if the processor searches below the move.
    std::vector<std::vector<bool>> present;
  };

  void choose_rows();
  void find_processors(double end);
  static void draw_row(SvgPage& page, const Row& row, double y);
  [[nodiscard]] std::string explanation() const;
  static constexpr double head = 52; ///< height of the title above the rows

  const Trace& trace_;
  const TraceSubject& subject_;
  const std::vector<std::vector<Shares>>& columns_;
  std::vector<Row> rows_;
  std::vector<std::size_t> row_of_; ///< by index among all moves; max_rows for a move without a row
  double share_left_out_ = 0;
};

} // namespace eldest
