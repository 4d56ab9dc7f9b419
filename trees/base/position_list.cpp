#include "trees/base/position_list.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"
#include "trees/base/text.hpp"

#include <fmt/format.h>

#include <utility>

namespace eldest {

std::optional<GameChoice> parse_game_choice(std::string_view text) {
  GameChoice choice;
  if (!text.starts_with('@')) {
    choice.game = take_number<int>(text);
    if (!choice.game || *choice.game < 1)
      return std::nullopt;
    if (text.empty())
      return choice;
  }
  if (!text.starts_with('@'))
    return std::nullopt;
  choice.ply = to_number<int>(text.substr(1));
  if (!choice.ply || *choice.ply < 0)
    return std::nullopt;
  return choice;
}

void PositionLister::add(int line, const std::function<ListedPosition()>& read) {
  ++records_;
  try {
    auto listed = read();
    listed.id = unique_id(listed.id.empty() ? fmt::format("#{}", records_) : listed.id);
    listed.line = line;
    list_.positions.push_back(std::move(listed));
  } catch (const InputError& error) {
    list_.bad.push_back({line, error.what()});
  }
}

void PositionLister::add_game(int line, const std::function<RecordedGame()>& read) {
  const int number = ++list_.games;
  if (choice_.game.value_or(number) != number)
    return;
  add(line, [&]() -> ListedPosition {
    const auto game = read();
    const int ply = choice_.ply.value_or(game.plies);
    if (ply > game.plies)
      throw InputError(fmt::format("game {} has {} moves, so that there is no position after {}",
                                   number, game.plies, ply));
    return {fmt::format("{}@{}", number, ply), game.position_after(ply)};
  });
}

PositionList PositionLister::list() && { return std::move(list_); }

std::string PositionLister::unique_id(const std::string& id) {
  int& times = times_[id];
  auto unique = id;
  while (++times > 1 && times_.contains(unique = fmt::format("{}#{}", id, times))) {
  }
  times_.try_emplace(unique, 1);
  return unique;
}

PositionList list_lines(std::string_view text,
                        const std::function<ListedPosition(std::string_view line)>& read) {
  PositionLister lister;
  int number = 0;
  for (const auto line : split(text, "\n")) {
    ++number;
    const auto content = trim(line);
    if (!content.empty() && !content.starts_with('#'))
      lister.add(number, [&] { return read(content); });
  }
  return std::move(lister).list();
}

void require_all(const PositionList& list, std::string_view file) {
  if (!list.bad.empty())
    throw InputError(
        fmt::format("{}:{}: {}", file, list.bad.front().line, list.bad.front().reason));
  if (list.positions.empty())
    throw InputError(fmt::format("{}: has no positions", file));
}

} // namespace eldest
