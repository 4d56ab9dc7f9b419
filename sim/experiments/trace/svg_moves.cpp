#include "sim/experiments/trace/svg_moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace eldest {
namespace {

double work_of(const RootMove& move) { return move.useful + move.wasted; }

/// Returns the seconds of a column in which a processor is not idle.
double busy(const Shares& shares) { return shares.total() - shares.in(Use::idle); }

/// Seconds that a processor spends below each root move, by column, then by index of the move.
using Owners = std::vector<std::map<std::size_t, double>>;

void add_stretch(Owners& owners, const NodeStretch& stretch, std::size_t move, double width) {
  const auto last = std::min(owners.size() - 1, static_cast<std::size_t>(stretch.end / width));
  for (auto column = static_cast<std::size_t>(stretch.begin / width); column <= last; ++column) {
    const double begin = static_cast<double>(column) * width;
    owners[column][move] += std::min(stretch.end, begin + width) - std::max(stretch.begin, begin);
  }
}

} // namespace

Colour processor_colour(std::size_t rank, std::size_t processors) {
  // Viridis (S. van der Walt and N. Smith), without its lightest end.
  constexpr std::array<Colour, 5> stops{
      {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {220, 205, 40}}};
  const double place = processors < 2
                           ? 0
                           : static_cast<double>(rank) / static_cast<double>(processors - 1) *
                                 static_cast<double>(stops.size() - 1);
  const auto below = std::min(stops.size() - 2, static_cast<std::size_t>(place));
  const double share = place - static_cast<double>(below);
  const auto between = [&](double one, double other) { return one + share * (other - one); };
  const Colour& from = stops[below];
  const Colour& to = stops[below + 1];
  return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue)};
}

MovesPanel::MovesPanel(const Trace& trace, const TraceSubject& subject,
                       const std::vector<std::vector<Shares>>& columns)
    : trace_(trace), subject_(subject), columns_(columns) {
  choose_rows();
  if (!rows_.empty())
    find_processors(end_of(trace));
}

void MovesPanel::choose_rows() {
  const auto& moves = trace_.searched.moves();
  double all = 0;
  for (const auto& move : moves)
    all += work_of(move);
  row_of_.assign(moves.size(), max_rows);
  if (all == 0)
    return;
  std::vector<std::size_t> chosen(moves.size());
  std::iota(chosen.begin(), chosen.end(), 0);
  std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t one, std::size_t other) {
    return work_of(moves[one]) > work_of(moves[other]);
  });
  chosen.resize(std::min(chosen.size(), max_rows));
  std::sort(chosen.begin(), chosen.end());
  share_left_out_ = 1;
  for (const auto index : chosen) {
    const auto texts = subject_.line_text({moves[index].key, 0});
    const double share = work_of(moves[index]) / all;
    row_of_[index] = rows_.size();
    rows_.push_back({texts.empty() ? "?" : texts.front(), share, {}});
    share_left_out_ -= share;
  }
}

void MovesPanel::find_processors(double end) {
  const double width = end / static_cast<double>(SvgPage::columns);
  std::map<Key, std::size_t> index_of;
  for (std::size_t i = 0; i < trace_.searched.moves().size(); ++i)
    index_of[trace_.searched.moves()[i].key] = i;
  std::vector<Owners> owners(columns_.size(), Owners(SvgPage::columns));
  for (const auto& stretch : trace_.searched.stretches()) {
    if (stretch.ply == 1)
      add_stretch(owners[static_cast<std::size_t>(stretch.rank)], stretch,
                  index_of.at(stretch.line[0]), width);
  }
  for (auto& row : rows_)
    row.present.assign(columns_.size(), std::vector<bool>(SvgPage::columns));
  for (std::size_t rank = 0; rank < columns_.size(); ++rank) {
    for (std::size_t column = 0; column < SvgPage::columns; ++column) {
      const auto& found = owners[rank][column];
      const auto longest =
          std::max_element(found.begin(), found.end(), [](const auto& one, const auto& other) {
            return one.second < other.second;
          });
      if (longest != found.end() && row_of_[longest->first] < rows_.size() &&
          2 * busy(columns_[rank][column]) >= width)
        rows_[row_of_[longest->first]].present[rank][column] = true;
    }
  }
}

double MovesPanel::height() const {
  constexpr double axis = 26;
  return rows_bottom(0) + axis;
}

std::string MovesPanel::explanation() const {
  std::string text = "Moves are in the order in which they were first searched; at the right is "
                     "the share of the work below each.";
  if (const auto left_out = trace_.searched.moves().size() - rows_.size(); left_out > 0)
    text += fmt::format(" {} more moves, with {:.1f} % of it, are left out.", left_out,
                        100 * share_left_out_);
  return text;
}

void MovesPanel::draw(SvgPage& page, double top) const {
  page.text(SvgPage::left, top + 22,
            "The moves of the root, and the processors that searched below them",
            "font-size=\"14\"");
  page.text(SvgPage::left, top + 40, explanation());
  double y = rows_top(top);
  for (const auto& row : rows_) {
    draw_row(page, row, y);
    y += row_distance;
  }
  page.sideways((rows_top(top) + y) / 2, "move of the root");
  page.time_axis(y);
}

void MovesPanel::draw_row(SvgPage& page, const Row& row, double y) {
  page.rectangle(SvgPage::left, y, static_cast<double>(SvgPage::columns), row_height, "#f4f4f4");
  page.text(SvgPage::left - 8, y + row_height / 2 + 4, row.move, "text-anchor=\"end\"");
  page.text(SvgPage::right + 56, y + row_height / 2 + 4, fmt::format("{:.1f} %", 100 * row.share),
            "text-anchor=\"end\"");
  const double height = row_height / static_cast<double>(row.present.size());
  for (std::size_t rank = 0; rank < row.present.size(); ++rank) {
    const auto& present = row.present[rank];
    const auto colour = plain(processor_colour(rank, row.present.size()));
    for (auto begin = std::find(present.begin(), present.end(), true); begin != present.end();) {
      const auto end = std::find(begin, present.end(), false);
      page.rectangle(SvgPage::left + static_cast<double>(begin - present.begin()),
                     y + height * static_cast<double>(rank), static_cast<double>(end - begin),
                     height, colour);
      begin = std::find(end, present.end(), true);
    }
  }
}

} // namespace eldest
