#!/usr/bin/env python3
"""Asks `eldest uci` for all that UCI has, by python-chess, a client that shares no code with eldest.

    tests/uci/client.py --program build/release/sim/eldest

Each check is a line, with what is wrong. The exit status is 1 if a check fails. python-chess is a package of PyPI
(`chess`). Without it, a line says so, and nothing is checked.
"""
import argparse
import sys

try:
    import chess
    import chess.engine
except ImportError:
    print("skipped here: python-chess is not installed")
    sys.exit(0)

MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10"
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"
DEAD = {"king against king": "8/8/8/3k4/8/4K3/8/8 b - - 0 1", "bishop": "8/8/8/3k4/8/3BK3/8/8 w - - 0 1",
        "knight": "8/8/8/3k4/8/3NK3/8/8 b - - 0 1", "enemy's bishop": "8/8/3b4/3k4/8/4K3/8/8 w - - 0 1"}
LIMITS = [{"time": 0.02}, {"depth": 1}, {"depth": 4}, {"nodes": 1}, {"nodes": 5000}, {"mate": 1},
          {"white_clock": 0.5, "black_clock": 0.5}, {"white_clock": 0.06, "black_clock": 0.06, "white_inc": 0.01},
          {"white_clock": 1, "black_clock": 1, "remaining_moves": 5}, {"white_clock": 0.001, "black_clock": 0.001}]


class Checks:
    def __init__(self, engine):
        self.engine = engine
        self.made = 0
        self.failed = 0

    def check(self, name, good):
        self.made += 1
        self.failed += not good
        print(f"{'right' if good else 'WRONG'}: {name}")

    def analyse(self, board, **options):
        limit = chess.engine.Limit(depth=options.pop("depth", 4))
        return self.engine.analyse(board, limit, info=chess.engine.INFO_ALL, **options)

    def limits(self):
        board = chess.Board(MIDDLE_GAME)
        for limit in LIMITS:
            move = self.engine.play(board, chess.engine.Limit(**limit)).move
            self.check(f"a legal move with {limit}", move in board.legal_moves)
        nodes = self.engine.analyse(board, chess.engine.Limit(nodes=20000))["nodes"]
        self.check(f"20000 nodes are {nodes}", 18000 <= nodes <= 23000)

    def root_moves(self):
        board = chess.Board()
        for text in ("a2a3", "h2h3", "g1h3"):
            move = chess.Move.from_uci(text)
            found = self.engine.play(board, chess.engine.Limit(depth=3), root_moves=[move]).move
            self.check(f"of {text} alone, {found} is best", found == move)

    def lines(self):
        board = chess.Board(MIDDLE_GAME)
        for count in (2, 3, 5):
            infos = self.analyse(board, multipv=count)
            moves = list(board.legal_moves)
            self.check(f"{count} lines of different moves", len({info["pv"][0] for info in infos}) == count)
            for info in infos:
                alone = self.analyse(board, root_moves=moves)
                self.check(f"{info['pv'][0]} has the value of a search of the remaining moves",
                           (alone["score"], alone["pv"][0]) == (info["score"], info["pv"][0]))
                moves.remove(info["pv"][0])
        few = chess.Board("7k/8/8/8/8/8/6q1/7K w - - 0 1")
        self.check("no more lines than moves", len(self.analyse(few, multipv=4)) == 1)

    def values(self):
        for name, fen in DEAD.items():
            board = chess.Board(fen)
            played = self.engine.play(board, chess.engine.Limit(depth=4), info=chess.engine.INFO_SCORE)
            self.check(f"{name} is a draw, with a move",
                       played.info["score"].relative == chess.engine.Cp(0) and played.move in board.legal_moves)
        mate = self.analyse(chess.Board(MATE_IN_2), depth=5)["score"].relative
        self.check(f"mate in 2 is {mate}", mate == chess.engine.Mate(2))

    def chess960(self):
        board = chess.Board(CHESS960, chess960=True)
        line = self.analyse(board, depth=5)["pv"]
        self.check("a line of Chess960 is legal", bool(line) and all(self.push(board, move) for move in line))
        board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
        castling = chess.Move.from_uci("f1g1")
        found = self.engine.play(board, chess.engine.Limit(depth=2), root_moves=[castling]).move
        self.check(f"the king takes its rook: {found}", found == castling and board.is_castling(found))
        board.push(found)
        self.check("after castling, the game goes on",
                   self.engine.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves)
        for start in (0, 518, 959):
            board = chess.Board.from_chess960_pos(start)
            for _ in range(6):
                move = self.engine.play(board, chess.engine.Limit(nodes=500)).move
                if not self.push(board, move):
                    break
            self.check(f"moves of start {start} are legal", len(board.move_stack) == 6)

    @staticmethod
    def push(board, move):
        if move not in board.legal_moves:
            return False
        board.push(move)
        return True

    def pondering(self):
        board = chess.Board()
        for turn in range(4):
            played = self.engine.play(board, chess.engine.Limit(white_clock=1, black_clock=1), ponder=True)
            self.check(f"a move after pondering, {turn}", self.push(board, played.move))
            if played.ponder and turn % 2 == 0:
                self.check("the expected reply is legal", self.push(board, played.ponder))
            else:
                board.push(next(iter(board.legal_moves)))

    def infinite(self):
        with self.engine.analysis(chess.Board(MIDDLE_GAME)) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 3:
                    break
        self.check("an infinite search ends by stop", analysis.wait().move is not None)

    def options(self):
        self.engine.configure({"Threads": 2, "Hash": 2, "UCI_AnalyseMode": True})
        self.check("a move with two threads in analysis",
                   self.engine.play(chess.Board(), chess.engine.Limit(depth=3)).move is not None)
        try:
            self.engine.configure({"No such option": 1})
            self.check("an unknown option is refused", False)
        except chess.engine.EngineError:
            self.check("an unknown option is refused", True)
        self.engine.ping()
        self.check("the player is ready", True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci([arguments.program, "uci", "--hash", "1"], timeout=60) as engine:
        checks = Checks(engine)
        for part in (checks.limits, checks.root_moves, checks.lines, checks.values, checks.chess960, checks.pondering,
                     checks.infinite, checks.options):
            part()
    print(f"{checks.made} checks, {checks.failed} wrong")
    sys.exit(checks.failed > 0)


if __name__ == "__main__":
    main()
