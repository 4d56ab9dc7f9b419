#pragma once

#include "sim/cli/reports/progress.hpp"
#include "sim/sweeps/played_search.hpp"
#include "sim/system/interrupts.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace eldest {

/// Throws InputError if a search is of another model version than this program's. Made again, it
/// would be another search.
void check_versions(const std::vector<PlayedSearch>& searches);

/// Makes searches of the store `store` again, on all cores. Writes the page of each into `folder`,
/// and sets its size. `bar` shows how many are done. Throws RunError if a search fails, or if its
/// time is not that in the store. After a signal to `interrupts`, returns early.
void write_played_pages(const std::string& store, const std::filesystem::path& folder,
                        std::vector<PlayedSearch>& searches, ProgressBar& bar,
                        const Interrupts& interrupts);

} // namespace eldest
