#pragma once

#include "sim/experiments/trace/slices.hpp"
#include "sim/experiments/trace/svg_page.hpp"
#include "sim/experiments/trace/writers.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace eldest {

/// The colour of a processor among so many: light and dark ones can be told apart in grey.
[[nodiscard]] Colour processor_colour(std::size_t rank, std::size_t processors);

/// The panel of the root's moves: a row for each move, in which each processor has a line of its
/// own, drawn where it searches below that move and is not idle. Of many moves it has those with
/// the most work.
class MovesPanel {
public:
  /// `columns`: the processors' time by rank and column. All must outlive the panel.
  MovesPanel(const Trace& trace, const TraceSubject& subject,
             const std::vector<std::vector<Shares>>& columns);

  /// Whether there is anything to be shown.
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] double height() const;
  /// Where the rows are, in a panel that begins at `top`.
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
    /// By rank: whether the processor searches below the move in a column.
    std::vector<std::vector<bool>> present;
  };

  void choose_rows();
  void find_processors(double end);
  static void draw_row(SvgPage& page, const Row& row, double y);
  [[nodiscard]] std::string explanation() const;
  static constexpr double head = 52; ///< above the rows

  const Trace& trace_;
  const TraceSubject& subject_;
  const std::vector<std::vector<Shares>>& columns_;
  std::vector<Row> rows_;
  std::vector<std::size_t> row_of_; ///< by index among all moves; the number of rows for none
  double share_left_out_ = 0;
};

} // namespace eldest
