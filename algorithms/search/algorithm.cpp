#include "algorithms/search/algorithm.hpp"

#include "trees/base/errors.hpp"

#include <fmt/format.h>

namespace eldest {

void Algorithm::check_runs_on(int processors) const {
  if (is_sequential() && processors != 1)
    throw InputError(Subject::processors,
                     fmt::format("{}: {} runs on 1 processor", processors, name()));
}

void Algorithm::check_supports(const SearchSettings& settings) const {
  const auto require = [&](bool supported, bool wanted, std::string_view option) {
    if (wanted && !supported)
      throw InputError(Subject::algorithm,
                       fmt::format("{}: does not support {}, which must be 0", name(), option));
  };
  if (settings.internal_deepening == 1 || settings.internal_deepening == 2)
    throw InputError(fmt::format("internal iterative deepening {}: must be 0, or 3 or more",
                                 settings.internal_deepening));
  require(kind_->supports.internal_deepening, settings.internal_deepening != 0,
          "internal iterative deepening");
  // Sequential algorithms have a search of their own, whatever the settings say.
  if (settings.search == Search::mtdf && !kind_->supports.mtdf && !is_sequential())
    throw InputError(Subject::algorithm, fmt::format("{}: does not support MTD(f)", name()));
  require(kind_->supports.aspiration, settings.aspiration != 0, "aspiration");
  require(kind_->supports.null_move, settings.null_move_reduction != 0, "null-move pruning");
  require(kind_->supports.late_move_reductions, settings.full_depth_moves != 0,
          "late move reductions");
  require(kind_->supports.table_timeout, settings.table_timeout != 0, "a table time-out");
}

} // namespace eldest
