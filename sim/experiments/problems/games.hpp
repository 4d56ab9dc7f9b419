#pragma once

#include "sim/experiments/problem.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {

/// A file of positions, and the ID of the one chosen; all if there is no ID.
struct PositionFile {
  std::filesystem::path file;
  std::optional<std::string> id;
};

/// Reads ProblemChoice::position as FILE or FILE:ID, of a file here or a shipped one (see
/// find_data_file). Throws InputError if there is no such file.
[[nodiscard]] PositionFile parse_position_file(const std::string& position);

/// Returns the records chosen from a file; a record has an `id`. Throws InputError if there is
/// none.
template <class Record>
[[nodiscard]] std::vector<Record> choose(std::vector<Record> records, const PositionFile& choice);

/// Throws InputError if a game that takes no parameters is given some.
void refuse_parameters(std::string_view game, std::string_view parameters);

/// Throws the InputError for an ID that the file does not have.
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
