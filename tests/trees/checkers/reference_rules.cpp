#include "reference_rules.hpp"

#include "trees/checkers/input_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <sstream>
#include <utility>
#include <vector>

namespace eldest::checkers::test {
namespace {

/// Pieces as b, w (men), B, W (kings), '.' for none; rows from Black's side.
struct Diagram {
  std::array<char, 64> squares{};
  char turn = 'b';

  char& at(int row, int column) { return squares.at(index(row, column)); }
  [[nodiscard]] char at(int row, int column) const { return squares.at(index(row, column)); }

private:
  static std::size_t index(int row, int column) {
    return static_cast<std::size_t>(row) * 8 + static_cast<std::size_t>(column);
  }
};

bool on_board(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }
int number(int row, int column) { return row * 4 + column / 2 + 1; }
char colour_of(char piece) { return static_cast<char>(std::tolower(piece)); }
int king_row_of(char colour) { return colour == 'b' ? 7 : 0; }

Diagram read(const std::string& fen) {
  Diagram diagram;
  diagram.squares.fill('.');
  diagram.turn = fen[0] == 'B' ? 'b' : 'w';
  std::istringstream fields{fen.substr(2)};
  for (std::string field; std::getline(fields, field, ':');) {
    std::istringstream items{field.substr(1)};
    for (std::string item; std::getline(items, item, ',');) {
      const bool king = item[0] == 'K';
      const int square = std::stoi(item.substr(king ? 1 : 0)) - 1;
      const int row = square / 4;
      const int column = square % 4 * 2 + (row % 2 == 0 ? 1 : 0);
      diagram.at(row, column) = king ? field[0] : colour_of(field[0]);
    }
  }
  return diagram;
}

std::string write_pieces(const Diagram& diagram, char colour) {
  std::vector<std::string> items;
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column)
      if (const char piece = diagram.at(row, column); colour_of(piece) == colour)
        items.push_back(fmt::format("{}{}", piece == colour ? "" : "K", number(row, column)));
  return joined(items);
}

std::string write(const Diagram& diagram) {
  return fmt::format("{}:W{}:B{}", diagram.turn == 'b' ? 'B' : 'W', write_pieces(diagram, 'w'),
                     write_pieces(diagram, 'b'));
}

class Generator {
public:
  explicit Generator(const Diagram& diagram) {
    for (const bool jumping : {true, false}) {
      for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 8; ++column)
          if (colour_of(diagram.at(row, column)) == diagram.turn)
            move_piece(diagram, row, column, jumping);
      if (!moves.empty())
        return;
    }
  }

  std::map<std::string, std::string> moves;

private:
  void move_piece(const Diagram& diagram, int row, int column, bool jumping) {
    const auto path = std::to_string(number(row, column));
    if (jumping)
      jump(diagram, row, column, path, false);
    else
      step(diagram, row, column, path);
  }

  static bool may_go(char piece, int row_step) {
    return piece == 'B' || piece == 'W' || row_step == (piece == 'b' ? 1 : -1);
  }

  void finish(Diagram diagram, int row, int column, const std::string& path) {
    auto& piece = diagram.at(row, column);
    if (row == king_row_of(diagram.turn))
      piece = static_cast<char>(std::toupper(piece));
    diagram.turn = diagram.turn == 'b' ? 'w' : 'b';
    moves[path] = write(diagram);
  }

  void step(const Diagram& diagram, int row, int column, const std::string& path) {
    for (const int dr : {-1, 1})
      for (const int dc : {-1, 1})
        if (may_go(diagram.at(row, column), dr) && on_board(row + dr, column + dc) &&
            diagram.at(row + dr, column + dc) == '.') {
          auto next = diagram;
          std::swap(next.at(row, column), next.at(row + dr, column + dc));
          finish(next, row + dr, column + dc,
                 fmt::format("{}-{}", path, number(row + dr, column + dc)));
        }
  }

  void jump(const Diagram& diagram, int row, int column, const std::string& path, bool jumped) {
    const char piece = diagram.at(row, column);
    const bool crowned = jumped && std::islower(piece) != 0 && row == king_row_of(diagram.turn);
    bool goes_on = false;
    for (const int dr : {-1, 1})
      for (const int dc : {-1, 1}) {
        const int to_row = row + 2 * dr;
        const int to_column = column + 2 * dc;
        if (crowned || !may_go(piece, dr) || !on_board(to_row, to_column) ||
            diagram.at(to_row, to_column) != '.')
          continue;
        const char over = diagram.at(row + dr, column + dc);
        if (over == '.' || colour_of(over) == diagram.turn)
          continue;
        goes_on = true;
        auto next = diagram;
        next.at(row + dr, column + dc) = '.';
        std::swap(next.at(row, column), next.at(to_row, to_column));
        jump(next, to_row, to_column, fmt::format("{}x{}", path, number(to_row, to_column)), true);
      }
    if (jumped && !goes_on)
      finish(diagram, row, column, path);
  }
};

} // namespace

std::map<std::string, std::string> reference_moves(const std::string& fen) {
  return Generator{read(fen)}.moves;
}

} // namespace eldest::checkers::test
