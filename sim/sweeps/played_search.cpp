#include "sim/sweeps/played_search.hpp"

#include "sim/sweeps/axes.hpp"
#include "sim/sweeps/figures.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace eldest {
namespace {

struct NamedRank {
  std::string_view name;
  Rank rank;
};

constexpr std::array rank_names{NamedRank{"lowest", Rank::lowest},
                                NamedRank{"median", Rank::median},
                                NamedRank{"highest", Rank::highest}};

std::string name_of(Rank rank) {
  return std::string(std::ranges::find(rank_names, rank, &NamedRank::rank)->name);
}

/// A search of a cell.
struct RankedSearch {
  std::string key;
  double speedup = 0; ///< absolute
};

/// Returns the searches of a cell by speedup, ascending. Equal ones stay in the order of the cell.
std::vector<RankedSearch> by_speedup(const Cell& cell) {
  std::vector<RankedSearch> searches;
  for (std::size_t i = 0; i < cell.keys.size(); ++i) {
    for (std::size_t j = 0; j < cell.keys[i].size(); ++j)
      searches.push_back({cell.keys[i][j], cell.comparisons[i][j].absolute_speedup});
  }
  std::ranges::stable_sort(searches, {}, &RankedSearch::speedup);
  return searches;
}

/// Returns the index of the search with `rank` among `count` searches by speedup, at least one.
std::size_t index_of(Rank rank, std::size_t count) {
  switch (rank) {
  case Rank::lowest:
    return 0;
  case Rank::median:
    return (count - 1) / 2;
  case Rank::highest:
    return count - 1;
  }
  return 0;
}

/// Returns a name of the position of a search. The text of a synthetic tree is long, and the title
/// of its panel names it, except for the seed.
std::string position_of(const AnalysedPoint& point) {
  const auto seed = point.axes.find("tree_seed");
  return seed == point.axes.end() ? point.position() : fmt::format("tree seed {}", text_of(*seed));
}

/// Chooses the searches of an analysis one after another, and names their pages.
class Choice {
public:
  Choice(const Analysis& analysis, const std::vector<Rank>& ranks)
      : analysis_(analysis), ranks_(ranks) {
    std::set<std::string> seeds;
    for (const auto& point : analysis.points)
      seeds.insert(text_of(point.point.settings.at("seed")));
    has_seeds_ = seeds.size() > 1;
  }

  /// Adds the searches of a cell. `prefix`: the beginning of the names of their pages. `cell_name`:
  /// the series and the value of x, in words.
  void add(const Cell& cell, const std::string& prefix, const std::string& cell_name) {
    const auto searches = by_speedup(cell);
    const auto begin = chosen_.size();
    for (const auto rank : ranks_) {
      const auto& search = searches[index_of(rank, searches.size())];
      const auto known = std::find_if(
          chosen_.begin() + static_cast<std::ptrdiff_t>(begin), chosen_.end(),
          [&](const PlayedSearch& other) { return other.point->point.key == search.key; });
      if (known != chosen_.end())
        known->ranks.push_back(name_of(rank));
      else
        add(search, rank, prefix, cell_name);
    }
  }

  [[nodiscard]] std::vector<PlayedSearch> chosen() && { return std::move(chosen_); }

private:
  void add(const RankedSearch& search, Rank rank, const std::string& prefix,
           const std::string& cell_name) {
    PlayedSearch played;
    played.point = &*std::ranges::find(analysis_.points, search.key,
                                       [](const AnalysedPoint& point) { return point.point.key; });
    played.ranks = {name_of(rank)};
    played.name = position_of(*played.point);
    if (has_seeds_)
      played.name += fmt::format(", seed {}", text_of(played.point->point.settings.at("seed")));
    played.speedup = search.speedup;
    const auto name =
        fmt::format("{}-{}", prefix, file_name(fmt::format("{} {}", cell_name, played.name)));
    played.file = name + ".html";
    for (int number = 2; !files_.insert(played.file).second; ++number)
      played.file = fmt::format("{}-{}.html", name, number);
    chosen_.push_back(std::move(played));
  }

  const Analysis& analysis_;
  const std::vector<Rank>& ranks_;
  bool has_seeds_ = false; ///< the searches have several seeds
  std::set<std::string> files_;
  std::vector<PlayedSearch> chosen_;
};

/// Returns the value of x of a cell in words, such as "8 processors".
std::string x_in_words(const Panel& panel, const Cell& cell) {
  const auto& axis = panel.x.axis();
  return cell.axes.contains(axis) ? value_in_words(axis, cell.axes.at(axis)) : "";
}

} // namespace

std::vector<Rank> parse_ranks(const std::string& text) {
  std::vector<Rank> ranks;
  for (const auto word : split(text, ",")) {
    const auto* const known = std::ranges::find(rank_names, trim(word), &NamedRank::name);
    if (known == rank_names.end())
      throw InputError(fmt::format("{}: must be lowest, median or highest, or several of them "
                                   "separated by commas",
                                   text));
    ranks.push_back(known->rank);
  }
  return ranks;
}

std::vector<PlayedSearch> choose_played(const Analysis& analysis, const std::vector<Rank>& ranks) {
  Choice choice(analysis, ranks);
  const auto names = names_of_figures(analysis.panels);
  for (std::size_t i = 0; i < analysis.panels.size(); ++i) {
    const auto& panel = analysis.panels[i];
    const auto greatest = values_of_x(panel).back();
    for (const auto& series : panel.series) {
      for (const auto& [x, cell] : series.cells) {
        if (cell.is_compared() && (x == greatest || !panel.x.has_numbers()))
          choice.add(cell, names[i], fmt::format("{} {}", series.label, x_in_words(panel, cell)));
      }
    }
  }
  return std::move(choice).chosen();
}

} // namespace eldest
