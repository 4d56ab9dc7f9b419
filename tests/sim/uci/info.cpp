#include "sim/uci/info.hpp"

#include "tests/support/catch.hpp"
#include "trees/chess/root.hpp"
#include "trees/chess/san.hpp"

using namespace eldest;
using namespace eldest::uci;

TEST_CASE("the distance of a mate is the depth that the value says was not needed") {
  CHECK(plies_to_mate(win_score(1), 2) == 1);
  CHECK(plies_to_mate(win_score(5), 6) == 1);
  CHECK(plies_to_mate(win_score(1), 8) == 7);
  CHECK(plies_to_mate(win_score(-3), 2) == 5); // from an entry of a deeper search
  CHECK(plies_to_mate(-win_score(1), 3) == 2);
  CHECK(plies_to_mate(-win_score(1), 1) == 0);
  CHECK_FALSE(plies_to_mate(win_score(1), 3)); // the other side's move cannot mate
  CHECK_FALSE(plies_to_mate(-win_score(1), 2));
  CHECK_FALSE(plies_to_mate(win_score(5), 4));
  CHECK_FALSE(plies_to_mate(31, 4));
}

TEST_CASE("scores are centipawns or moves to mate") {
  CHECK(score_text(31, std::nullopt) == "cp 31");
  CHECK(score_text(-31, std::nullopt) == "cp -31");
  CHECK(score_text(win_score(1), 1) == "mate 1");
  CHECK(score_text(win_score(1), 5) == "mate 3");
  CHECK(score_text(-win_score(1), 2) == "mate -1");
  CHECK(score_text(-win_score(1), 4) == "mate -2");
  CHECK(score_text(win_score(1), std::nullopt) == "cp 30000");
  CHECK(score_text(-win_score(1), std::nullopt) == "cp -30000");
}

TEST_CASE("the line has what a user interface shows") {
  CHECK(to_text({3, "cp 31", 2000, 0.5, 12, {"e2e4", "e7e5"}}) ==
        "info depth 3 score cp 31 nodes 2000 nps 4000 time 500 hashfull 12 pv e2e4 e7e5");
  CHECK(to_text({1, "mate 0", 0, 0, 0, {}}) ==
        "info depth 1 score mate 0 nodes 0 nps 0 time 0 hashfull 0");
}

TEST_CASE("a line mates if its last position is mate") {
  const chess::Root root("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
  const auto& position = root.position();
  CHECK(mates(position, {chess::parse_san(position, "Qg7")}));
  CHECK_FALSE(mates(position, {chess::parse_san(position, "Qg6")})); // stalemate
  CHECK_FALSE(mates(position, {chess::parse_san(position, "Qg5")}));
  CHECK_FALSE(mates(position, {}));
}

TEST_CASE("a table tells the line that it holds, and how full it is") {
  const chess::Root root("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
  const auto& position = root.position();
  Tables tables({.entries = 4000}, 1);
  const TableReader reader(tables, false);
  CHECK(reader.hashfull() == 0);

  const auto first = chess::parse_san(position, "Qb1");
  const auto son = position.after(first);
  const auto reply = chess::parse_san(son, "Kg8");
  const auto grandson = son.after(reply);
  const auto mate = chess::parse_san(grandson, "Qb8");
  const auto put = [&](const chess::Position& at, Bound bound, int depth, Score score,
                       std::uint32_t move) {
    auto& entry = *tables.transpositions(0).bucket(at.key()).find_or_replace(at.key());
    entry.begin(depth);
    entry.bound = bound;
    entry.score = score;
    entry.move = move;
  };
  using Line = std::vector<chess::Move>;
  const auto line = [&](std::uint32_t code, Score value, std::optional<int> plies) {
    return reader.principal_variation(position, {4, value, code, 0}, plies);
  };
  CHECK(line(first.code(), 0, {}) == Line{first});
  put(son, Bound::exact, 3, 0, reply.code());
  CHECK(line(first.code(), 0, {}) == Line{first, reply});
  put(grandson, Bound::lower, 2, win_score(1), mate.code()); // only a bound …
  CHECK(line(first.code(), 0, {}) == Line{first, reply});
  // … but one that continues with a mate of this distance
  CHECK(line(first.code(), 0, 3) == Line{first, reply, mate});
  CHECK(line(first.code(), 0, 5) == Line{first, reply});
  // … or that is the root's value. An upper bound's move may be another one than the best.
  put(grandson, Bound::lower, 2, 30, mate.code());
  CHECK(line(first.code(), 30, {}) == Line{first, reply, mate});
  CHECK(line(first.code(), -30, {}) == Line{first, reply});
  put(grandson, Bound::upper, 2, 30, mate.code());
  CHECK(line(first.code(), 30, {}) == Line{first, reply});
  tables.transpositions(0).bucket(grandson.key()).find(grandson.key())->bounds_met = true;
  CHECK(line(first.code(), 30, {}) == Line{first, reply, mate});
  put(grandson, Bound::lower, 1, 30, mate.code()); // of a lesser depth
  CHECK(line(first.code(), 30, {}) == Line{first, reply});
  put(son, Bound::exact, 3, 0, 1); // no legal move
  CHECK(line(first.code(), 0, {}) == Line{first});
  CHECK(line(1, 0, {}).empty());
  CHECK(reader.hashfull() > 0);
}
