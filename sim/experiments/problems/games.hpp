#pragma once

#include "sim/experiments/problem.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {

/// A file of positions, and the ID of the chosen position. Without an ID, all positions are chosen.
struct PositionFile {
  std::filesystem::path file;
  std::optional<std::string> id;
};

/// Parses ProblemChoice::position as FILE or FILE:ID. FILE is a local file or a shipped one (see
/// find_data_file). Throws InputError if there is no such file.
[[nodiscard]] PositionFile parse_position_file(const std::string& position);

/// Returns the records chosen from a file. A record has an `id`. Throws InputError if the file does
/// not have the chosen ID.
template <class Record>
[[nodiscard]] std::vector<Record> choose(std::vector<Record> records, const PositionFile& choice);

/// Throws InputError if `parameters` is not empty, because `game` takes no parameters.
void refuse_parameters(std::string_view game, std::string_view parameters);

/// Throws the InputError for an ID that the file does not have. The error names the `first` and the
/// `last` ID of the file.
[[noreturn]] void unknown_id(const PositionFile& choice, const std::string& first,
                             const std::string& last);

template <class Record>
std::vector<Record> choose(std::vector<Record> records, const PositionFile& choice) {
  if (!choice.id)
    return records;
  for (auto& record : records) {
    if (record.id == *choice.id)
      return {std::move(record)};
  }
  unknown_id(choice, records.front().id, records.back().id);
}

} // namespace eldest
