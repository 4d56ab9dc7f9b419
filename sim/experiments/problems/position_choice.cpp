#include "sim/experiments/problems/games.hpp"

#include "sim/system/data_files.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/input_file.hpp"
#include "trees/base/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <variant>

namespace eldest {
namespace {

/// A file of positions or of games, and what is chosen from it.
struct ChosenFile {
  std::filesystem::path path;
  std::string name;                  ///< of the file, as in ProblemChoice::position
  std::optional<std::string> wanted; ///< the text after the file's name and a colon
};

/// Returns the file of a name that is the whole of a choice. Other kinds of files than regular ones
/// are returned, too, because reading reports what is wrong with them.
std::optional<std::filesystem::path> find_whole(const std::string& name) {
  if (auto file = find_data_file(name))
    return file;
  std::error_code none;
  if (std::filesystem::exists(std::filesystem::symlink_status(name, none)))
    return name;
  return std::nullopt;
}

/// Returns every reading of a choice as the name of an existing file and what is wanted from it.
std::vector<ChosenFile> files_of(const std::string& choice) {
  std::vector<ChosenFile> files;
  if (auto whole = find_whole(choice))
    files.push_back({std::move(*whole), choice, std::nullopt});
  for (auto colon = choice.find(':'); colon != std::string::npos;
       colon = choice.find(':', colon + 1)) {
    const auto name = choice.substr(0, colon);
    std::error_code none;
    if (auto file = find_data_file(name); file && !std::filesystem::is_directory(*file, none))
      files.push_back({std::move(*file), name, choice.substr(colon + 1)});
  }
  return files;
}

/// Returns the file that a choice means, or nothing if it means none.
std::optional<ChosenFile> file_of(const std::string& choice) {
  const auto files = files_of(choice);
  if (files.empty())
    return std::nullopt;
  if (files.size() > 1)
    throw InputError(Subject::position,
                     fmt::format("{}: begins with the names of two files, {} and {}; rename one",
                                 choice, files[0].name, files[1].name));
  return files.front();
}

std::string place_of(const BadRecord& bad, const ChosenFile& file) {
  return bad.line == 0 ? file.path.string() : fmt::format("{}:{}", file.path.string(), bad.line);
}

/// Returns the lines of records, as in "lines 7, 9 and 30 more". `room`: limit in bytes, apart from
/// the number of those that are left out.
std::string lines_of(std::span<const BadRecord> bad, std::size_t room) {
  std::string text = "lines";
  for (std::size_t i = 0; i < bad.size(); ++i) {
    if (text.size() > room)
      return text + fmt::format(" and {} more", bad.size() - i);
    text += fmt::format("{} {}", i == 0 ? "" : ",", bad[i].line);
  }
  return text;
}

/// Throws the error for records that cannot be read. It gives the reasons of the first ones and the
/// lines of the others, as many as an error has room for.
[[noreturn]] void refuse(const std::vector<BadRecord>& bad, const ChosenFile& file) {
  constexpr std::size_t most_reasons = 30;
  constexpr std::size_t room_for_reasons = max_message_bytes * 3 / 4;
  std::string text = fmt::format("{}: {}", place_of(bad.front(), file), bad.front().reason);
  std::size_t told = 1;
  for (; told < std::min(bad.size(), most_reasons); ++told) {
    const auto next = fmt::format("; line {}: {}", bad[told].line, bad[told].reason);
    if (text.size() + next.size() > room_for_reasons)
      break;
    text += next;
  }
  if (told < bad.size())
    text += "; and " + lines_of(std::span(bad).subspan(told), max_message_bytes / 5);
  throw InputError(text);
}

/// Returns the position of an id. Throws InputError that says which ids there are.
ListedPosition position_of(const PositionList& list, const ChosenFile& file) {
  const auto found = std::ranges::find(list.positions, *file.wanted, &ListedPosition::id);
  if (found != list.positions.end())
    return *found;
  if (!list.bad.empty())
    refuse(list.bad, file);
  throw InputError(Subject::position,
                   fmt::format("{}:{}: no position of that id; the file has {} to {}",
                               file.path.string(), *file.wanted, list.positions.front().id,
                               list.positions.back().id));
}

/// Throws InputError if no game of a file was chosen.
void check_games(const PositionList& list, const ChosenFile& file) {
  if (file.wanted && !parse_game_choice(*file.wanted))
    throw InputError(Subject::position,
                     fmt::format("{}:{}: the file has games; choose GAME, GAME@PLY or @PLY, as in "
                                 "1@20, of its games 1 to {}",
                                 file.path.string(), *file.wanted, list.games));
  if (list.positions.empty() && list.bad.empty())
    throw InputError(Subject::position, fmt::format("{}:{}: the file has games 1 to {}",
                                                    file.path.string(), *file.wanted, list.games));
}

/// Skips the bad records of a list if the choice says so and there are others. Otherwise, throws
/// InputError for them.
void skip_or_refuse(const PositionList& list, const ChosenFile& file, const ProblemChoice& choice) {
  if (list.bad.empty())
    return;
  if (!choice.skip || list.positions.empty())
    refuse(list.bad, file);
  for (const auto& bad : list.bad)
    choice.skip(fmt::format("{}: {}", place_of(bad, file), bad.reason));
}

std::vector<ListedPosition> read_file(const ChosenFile& file, const ProblemChoice& choice,
                                      const GameReaders& readers) {
  const auto games = file.wanted ? parse_game_choice(*file.wanted) : std::nullopt;
  auto list = readers.list(read_input_file(file.path), games.value_or(GameChoice{}));
  if (list.positions.empty() && list.bad.empty() && list.games == 0)
    throw InputError(fmt::format("{}: has no positions", file.path.string()));
  if (list.games > 0)
    check_games(list, file);
  else if (file.wanted)
    return {position_of(list, file)};
  skip_or_refuse(list, file, choice);
  return std::move(list.positions);
}

Problem open_listed(const ListedPosition& listed, const ChosenFile& file,
                    const GameReaders& readers) {
  auto problem = readers.open(listed.position);
  problem.id = listed.id;
  problem.chosen_by = fmt::format("{}:{}", file.name, listed.id);
  return problem;
}

/// Returns the problem of a position in the game's notation. For any other text, returns the error
/// that it makes.
std::variant<Problem, InputError> try_notation(const std::string& position,
                                               const GameReaders& readers) {
  try {
    auto problem = readers.open(position);
    problem.chosen_by = position;
    return problem;
  } catch (const InputError& error) {
    return error;
  }
}

} // namespace

std::vector<Problem> open_positions(const ProblemChoice& choice, const GameReaders& readers) {
  auto noted = try_notation(choice.position, readers);
  if (auto* const problem = std::get_if<Problem>(&noted))
    return {std::move(*problem)};
  const auto file = file_of(choice.position);
  if (!file) {
    const auto& error = std::get<InputError>(noted);
    throw InputError(Subject::position,
                     fmt::format("{}: is neither a file (FILE or FILE:ID) nor a position: {}",
                                 choice.position, error.what()));
  }
  std::vector<Problem> problems;
  for (const auto& listed : read_file(*file, choice, readers))
    problems.push_back(open_listed(listed, *file, readers));
  return problems;
}

} // namespace eldest
