#include "sim/uci/session.hpp"

#include "algorithms/registry.hpp"
#include "sim/uci/game.hpp"
#include "tests/sim/uci/dialogue.hpp"
#include "tests/support/catch.hpp"
#include "trees/base/limits.hpp"
#include "trees/base/random.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

using namespace eldest;
using test::best_move;
using test::Dialogue;
using test::last_iteration;
using test::score;
using test::words_after;

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

uci::PlayerOptions with(const std::string& algorithm, int threads) {
  uci::PlayerOptions options;
  options.algorithm = find_algorithm(algorithm);
  options.threads = threads;
  return options;
}

bool is_legal(const std::string& fen, const std::string& move) {
  uci::Game game({fen, {}});
  const auto moves = game.moves();
  return std::any_of(moves.begin(), moves.end(),
                     [&](chess::Move one) { return chess::Position::text(one) == move; });
}

constexpr const char* middle_game =
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10";

} // namespace

TEST_CASE("a user interface gets to know the player, and that it is ready") {
  Dialogue dialogue;
  dialogue.say("uci");
  const auto lines = dialogue.hear("uciok");
  CHECK(lines.front() == "id name eldest");
  CHECK(std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
          return line.starts_with("option name ");
        }) == static_cast<std::ptrdiff_t>(lines.size()) - 3);
  dialogue.say("isready");
  CHECK(dialogue.hear() == "readyok");
  dialogue.say("quit");
  dialogue.close();
}

TEST_CASE("a search tells of every iteration, with a line of legal moves, and ends with a move") {
  Dialogue dialogue;
  const auto lines = dialogue.search(std::string("fen ") + middle_game, "go depth 6");
  int depth = 0;
  for (const auto& line : lines) {
    if (line.find(" pv ") == std::string::npos)
      continue;
    INFO(line);
    CHECK(words_after(line, "depth").at(0) == std::to_string(++depth));
    uci::Game game({middle_game, {}});
    for (const auto& move : words_after(line, "pv"))
      REQUIRE_NOTHROW(game.play(move));
    for (const auto* const word : {"nodes", "nps", "time", "hashfull"})
      CHECK(std::stoll(words_after(line, word).at(0)) >= 0);
  }
  CHECK(depth == 6);
  CHECK(words_after(last_iteration(lines), "pv").at(0) == best_move(lines));
}

TEST_CASE("on one thread a search to a depth is always the same") {
  const auto nodes = [] {
    Dialogue dialogue;
    const auto lines = dialogue.search(std::string("fen ") + middle_game, "go depth 6");
    return words_after(last_iteration(lines), "nodes").at(0) + best_move(lines);
  };
  CHECK(nodes() == nodes());
}

TEST_CASE("every algorithm finds a mate, on two threads where it can") {
  for (const auto& algorithm : algorithms()) {
    INFO(algorithm.name());
    Dialogue dialogue(with(std::string(algorithm.name()), algorithm.is_sequential() ? 1 : 2));
    const auto lines = dialogue.search("fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go depth 4");
    CHECK(best_move(lines) == "d1d8");
  }
}

TEST_CASE("mates are announced with their distance, for either side") {
  struct Mate {
    const char* fen;
    const char* go;
    const char* score;
    const char* move;
  };
  const std::vector<Mate> mates{
      {"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "go depth 5", "mate 1", "d1d8"},
      {"8/8/8/8/8/5K2/6Q1/7k b - - 0 1", "go depth 3", "mate 0", "0000"},
      {"7k/8/8/8/8/8/R7/1R5K w - - 0 1", "go depth 6", "mate 2", ""},
      {"7k/R7/8/8/8/8/8/1R5K b - - 0 1", "go depth 6", "mate -1", "h8g8"},
      {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go depth 6", "mate 2", "a1a6"}, // Morphy
      {"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", "go depth 7", "mate 3", "d6d1"},
      {"8/8/8/8/8/4k3/4q3/6K1 b - - 0 1", "go depth 8", "mate 2", ""},
  };
  for (const auto& mate : mates) {
    INFO(mate.fen);
    for (const bool extended : {false, true}) {
      INFO((extended ? "with" : "without") << " check extension");
      uci::PlayerOptions options;
      options.check_extension = extended;
      Dialogue dialogue(options);
      const auto lines = dialogue.search(std::string("fen ") + mate.fen, mate.go);
      CHECK(score(lines) == mate.score);
      if (*mate.move != '\0')
        CHECK(best_move(lines) == mate.move);
    }
  }
}

TEST_CASE("the line of a mate ends with it, and the distance falls from move to move") {
  Dialogue dialogue;
  const std::string position = "fen 8/8/8/8/8/2k5/7R/K5R1 w - - 0 1"; // two rooks
  const auto first = dialogue.search(position, "go depth 12");
  const auto words = words_after(last_iteration(first), "pv");
  const int distance = std::stoi(words_after(score(first), "mate").at(0));
  CHECK(static_cast<int>(words.size()) == 2 * distance - 1);
  std::string line;
  for (std::size_t ply = 0; ply + 1 < words.size(); ply += 2) {
    line += fmt::format(" {} {}", words[ply], words[ply + 1]);
    const auto lines = dialogue.search(fmt::format("{} moves{}", position, line), "go depth 12");
    CHECK(score(lines) == fmt::format("mate {}", distance - 1 - static_cast<int>(ply) / 2));
  }
}

TEST_CASE("a won game is not drawn by repetition, a lost one is") {
  const std::string game = "fen 6k1/8/8/8/8/8/R7/1K6 w - - 0 1 moves b1c1 g8h8 c1b1 h8g8 b1c1 g8h8";
  Dialogue dialogue;
  CHECK(best_move(dialogue.search(game, "go depth 6")) != "c1b1");
  const auto loser = dialogue.search(game + " c1b1", "go depth 6");
  CHECK(best_move(loser) == "h8g8");
  CHECK(score(loser) == "cp 0");
}

TEST_CASE("the fiftieth move draws, so that a winner moves a pawn before and a loser does not") {
  Dialogue dialogue;
  const auto winner = dialogue.search("fen 7k/8/8/8/8/4K2P/8/6Q1 w - - 99 90", "go depth 5");
  CHECK(best_move(winner) == "h3h4");
  const auto loser = dialogue.search("fen 7k/7p/8/8/8/4K3/8/1Q6 b - - 99 90", "go depth 5");
  CHECK(best_move(loser).substr(0, 2) != "h7");
  CHECK(score(loser) == "cp 0");
}

TEST_CASE("a game that is over gets an answer, too") {
  Dialogue dialogue;
  const auto mate = dialogue.search("startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 5");
  CHECK(best_move(mate) == "0000");
  CHECK(score(mate) == "mate 0");
  const auto stalemate = dialogue.search("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go movetime 10");
  CHECK(best_move(stalemate) == "0000");
  CHECK(score(stalemate) == "cp 0");
  const auto dead = dialogue.search("fen 7k/8/6K1/8/8/8/8/8 b - - 0 1", "go depth 3");
  CHECK(is_legal("7k/8/6K1/8/8/8/8/8 b - - 0 1", best_move(dead)));
}

TEST_CASE("what cannot be won is a draw at the root, too, and a move is played") {
  Dialogue dialogue;
  for (const std::string fen :
       {"8/8/8/3k4/8/4K3/8/8 w - - 0 1", "8/8/8/3k4/8/3BK3/8/8 w - - 0 1",
        "8/8/8/3k4/8/3NK3/8/8 b - - 0 1", "8/8/3b4/3k4/8/4K3/8/8 w - - 99 90"}) {
    INFO(fen);
    const auto lines = dialogue.search("fen " + fen, "go depth 4");
    CHECK(score(lines) == "cp 0");
    CHECK(is_legal(fen, best_move(lines)));
  }
}

TEST_CASE("every algorithm searches only the moves that it is asked for") {
  for (const auto& algorithm : algorithms()) {
    INFO(algorithm.name());
    Dialogue dialogue(with(std::string(algorithm.name()), algorithm.is_sequential() ? 1 : 2));
    const auto lines = dialogue.search("startpos", "go depth 3 searchmoves a2a3 h2h3");
    CHECK((best_move(lines) == "a2a3" || best_move(lines) == "h2h3"));
  }
}

TEST_CASE("moves to search that are not legal are named; if none is left, all are searched") {
  Dialogue dialogue;
  dialogue.say("go depth 1 searchmoves a2a5 h2h3");
  CHECK(dialogue.hear() == "info string go searchmoves: 'a2a5' is not a legal move in "
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  CHECK(best_move(dialogue.hear("bestmove")) == "h2h3");
  CHECK(best_move(dialogue.search("startpos", "go depth 1 searchmoves a2a5")) != "0000");
}

TEST_CASE("each of several lines has the value of a search of the remaining moves") {
  Dialogue dialogue;
  dialogue.say("setoption name MultiPV value 3");
  const auto lines = dialogue.search(std::string("fen ") + middle_game, "go depth 5");
  dialogue.say("setoption name MultiPV value 1");
  std::vector<std::string> moves;
  for (const auto move : uci::Game({middle_game, {}}).moves())
    moves.push_back(chess::Position::text(move));
  int places = 0;
  std::string best;
  for (const auto& line : lines) {
    if (!line.starts_with("info depth 5 "))
      continue;
    if (places == 0)
      best = words_after(line, "pv").at(0);
    CHECK(words_after(line, "multipv").at(0) == std::to_string(++places));
    const auto alone =
        dialogue.search(std::string("fen ") + middle_game,
                        fmt::format("go depth 5 searchmoves {}", fmt::join(moves, " ")));
    const auto last = last_iteration(alone);
    CHECK(words_after(line, "score").at(1) == words_after(last, "score").at(1));
    CHECK(words_after(line, "pv") == words_after(last, "pv"));
    std::erase(moves, words_after(line, "pv").at(0));
  }
  CHECK(places == 3);
  CHECK(best_move(lines) == best);
}

TEST_CASE("in Chess960, a king that castles takes its rook") {
  Dialogue dialogue;
  dialogue.say("position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
  CHECK(dialogue.hear().starts_with("info string FEN field 3 (castling)"));
  dialogue.say("setoption name UCI_Chess960 value true");
  const std::string position = "fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
  const auto lines = dialogue.search(position, "go depth 2 searchmoves f1g1");
  CHECK(best_move(lines) == "f1g1");
  const auto reply = dialogue.search(position + " moves f1g1", "go depth 2");
  CHECK(is_legal("4k3/8/8/8/8/8/8/5RK1 b - - 0 1", best_move(reply)));
}

TEST_CASE("paths are counted as Stockfish shows them") {
  Dialogue dialogue;
  dialogue.say("position fen 7k/8/8/8/8/8/p7/7K b - - 0 1");
  dialogue.say("go perft 2");
  auto lines = dialogue.hear("Nodes searched: ");
  CHECK(lines.back() == "Nodes searched: 19");
  std::sort(lines.begin(), lines.end() - 2);
  lines.resize(lines.size() - 2);
  CHECK(lines == std::vector<std::string>{"a2a1b: 3", "a2a1n: 3", "a2a1q: 2", "a2a1r: 2", "h8g7: 3",
                                          "h8g8: 3", "h8h7: 3"});
  CHECK(dialogue.hear().empty());
  dialogue.say("go perft 12");
  dialogue.say("stop");
  dialogue.say("isready");
  static_cast<void>(dialogue.hear("readyok"));
}

TEST_CASE("go nodes ends a search at its number of nodes, on one thread and on four") {
  for (const int threads : {1, 4}) {
    Dialogue dialogue(with("abdada", threads));
    const auto lines = dialogue.search(std::string("fen ") + middle_game, "go nodes 20000");
    const auto nodes = std::stoi(words_after(lines[lines.size() - 2], "nodes").at(0));
    CHECK(nodes >= 20'000);
    CHECK(nodes <= 23'000);
  }
}

TEST_CASE("in analysis, the time is used although there is one move only") {
  Dialogue dialogue;
  dialogue.say("setoption name UCI_AnalyseMode value true");
  const auto lines =
      dialogue.search("fen 7k/8/8/8/8/8/6q1/7K w - - 0 1", "go wtime 6000 btime 6000");
  CHECK(words_after(last_iteration(lines), "depth").at(0) != "1");
}

TEST_CASE("the threads of a session live as long as their number stays") {
  const auto threads = [] {
    using Folder = std::filesystem::directory_iterator;
    return std::distance(Folder("/proc/self/task"), Folder());
  };
  Dialogue dialogue(with("abdada", 3));
  static_cast<void>(dialogue.search("startpos", "go depth 1"));
  const auto before = threads();
  for (int cycle = 0; cycle < 100; ++cycle) {
    dialogue.say(cycle % 2 == 0 ? "go infinite" : "go ponder wtime 1000 btime 1000");
    dialogue.say("stop");
    static_cast<void>(dialogue.hear("bestmove"));
  }
  CHECK(threads() == before);
}

TEST_CASE("a search can be stopped at any time, and answers with a legal move") {
  for (const int threads : {1, 2}) {
    Dialogue dialogue(with("abdada", threads));
    dialogue.say(std::string("position fen ") + middle_game);
    for (int pause = 0; pause < 20; ++pause) {
      dialogue.say("go infinite");
      std::this_thread::sleep_for(std::chrono::microseconds(100 * pause));
      dialogue.say("stop");
      CHECK(is_legal(middle_game, best_move(dialogue.hear("bestmove"))));
    }
  }
}

TEST_CASE("an infinite search answers when it is stopped, and not before") {
  Dialogue dialogue;
  dialogue.say("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
  dialogue.say("go infinite depth 2");
  static_cast<void>(dialogue.hear("info depth 2"));
  dialogue.say("isready");
  CHECK(dialogue.hear() == "readyok"); // and no move
  dialogue.say("stop");
  static_cast<void>(dialogue.hear("bestmove"));
}

TEST_CASE("a player that ponders waits for the opponent's move") {
  Dialogue dialogue;
  dialogue.say(std::string("position fen ") + middle_game);
  dialogue.say("go ponder movetime 30");
  static_cast<void>(dialogue.hear("info depth 5"));
  dialogue.say("ponderhit");
  CHECK(is_legal(middle_game, best_move(dialogue.hear("bestmove"))));
  dialogue.say("go ponder depth 1");
  static_cast<void>(dialogue.hear("info depth 1"));
  dialogue.say("stop");
  static_cast<void>(dialogue.hear("bestmove"));
}

TEST_CASE("limits of time, nodes and distance end a search") {
  Dialogue dialogue(with("ybwc", 2));
  for (const std::string limit :
       {"movetime 30", "wtime 600 btime 600", "nodes 20000", "wtime 0 btime 0",
        "wtime 200 btime 200 winc 10 binc 10 movestogo 3"}) {
    INFO(limit);
    const auto lines = dialogue.search(std::string("fen ") + middle_game, "go " + limit);
    CHECK(is_legal(middle_game, best_move(lines)));
  }
  const auto mate = dialogue.search("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 2");
  CHECK(score(mate) == "mate 2");
}

TEST_CASE("a forced move is played at once when there is a clock") {
  const auto start = std::chrono::steady_clock::now();
  Dialogue dialogue;
  const auto lines =
      dialogue.search("fen 7k/8/8/8/8/8/6q1/7K w - - 0 1", "go wtime 3600000 btime 3600000");
  CHECK(best_move(lines) == "h1g2");
  CHECK(seconds_since(start) < 60);
}

TEST_CASE("what is wrong is said, and changes nothing") {
  Dialogue dialogue;
  dialogue.say("position startpos moves e2e4");
  dialogue.say("position fen 8/8 w - -");
  CHECK(dialogue.hear().starts_with("info string FEN"));
  dialogue.say("position startpos moves e2e4 e2e4");
  CHECK(dialogue.hear().starts_with("info string 'e2e4' is not a legal move in "));
  dialogue.say("setoption name Threads value 0");
  CHECK(dialogue.hear().starts_with("info string Threads 0: must be"));
  dialogue.say("go depth 2 soon");
  CHECK(dialogue.hear() == "info string go: without soon");
  const auto lines = dialogue.hear("bestmove");
  CHECK(best_move(lines)[1] > '4'); // Black's
  dialogue.say("fnord");
  CHECK(dialogue.hear() == "info string fnord: no such command");
}

TEST_CASE("a sequential algorithm searches on one thread, and says so") {
  Dialogue dialogue(with("negascout", 2));
  dialogue.say("go depth 2");
  CHECK(dialogue.hear() == "info string negascout searches on one thread");
  static_cast<void>(dialogue.hear("bestmove"));
}

TEST_CASE("at the end of the input a search that ends by itself is waited for") {
  for (const std::string go : {"go depth 3", "go infinite", "go", "go ponder movetime 10"}) {
    INFO(go);
    std::istringstream input("position startpos\n" + go);
    std::ostringstream output;
    uci::run_session(input, output, "eldest", {});
    CHECK(output.str().find("bestmove ") != std::string::npos);
    if (go == "go depth 3")
      CHECK(output.str().find("info depth 3 ") != std::string::npos);
  }
}

TEST_CASE("nothing that is said makes the player fail") {
  const std::vector<std::string> words{"uci",
                                       "isready",
                                       "ucinewgame",
                                       "position",
                                       "startpos",
                                       "fen",
                                       "moves",
                                       "e2e4",
                                       "e7e8q",
                                       "go",
                                       "depth",
                                       "2",
                                       "movetime",
                                       "1",
                                       "infinite",
                                       "stop",
                                       "ponder",
                                       "ponderhit",
                                       "nodes",
                                       "50",
                                       "setoption",
                                       "name",
                                       "value",
                                       "Threads",
                                       "Hash",
                                       "Algorithm",
                                       "ybwc",
                                       "dts",
                                       "aphid",
                                       "wtime",
                                       "-5",
                                       "btime",
                                       "0",
                                       "true",
                                       "Quiescence",
                                       "movestogo",
                                       "mate",
                                       "debug",
                                       "\xff\xfe",
                                       "8/8/8/8/8/8/8/8",
                                       "w",
                                       "KQkq",
                                       "-",
                                       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                       "99999999999999999999",
                                       "searchmoves"};
  SplitMix64 random{7};
  std::string said;
  int searches = 0;
  for (int line = 0; line < 3000; ++line) {
    // Beginnings of valid commands, and some of invalid ones.
    static constexpr std::array beginnings{
        "", "position startpos moves ", "go depth 2 ", "setoption name ", "position fen ", "go "};
    said += beginnings.at(random() % beginnings.size());
    for (auto count = random() % 6; count > 0; --count)
      said += words[random() % words.size()] + ' ';
    said += '\n';
  }
  said += "quit\n";
  std::istringstream input(said);
  std::ostringstream output;
  uci::PlayerOptions options;
  options.hash = 1;
  uci::run_session(input, output, "eldest", options);
  std::istringstream lines(output.str());
  for (std::string line; std::getline(lines, line);)
    searches += line.starts_with("bestmove ") ? 1 : 0;
  CHECK(searches > 300);
}

TEST_CASE("a line without an end is ignored, and hidden characters are escaped") {
  std::istringstream input(std::string(max_line_bytes + 10, 'x') + "\nhe\u202Ello\xff\nisready\n");
  std::ostringstream output;
  uci::run_session(input, output, "eldest", {});
  CHECK(output.str() == "info string a line has more than 1048576 bytes, and is ignored\n"
                        "info string he\\u202ello\\xff: no such command\n"
                        "readyok\n");
}
