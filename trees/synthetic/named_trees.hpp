#pragma once

#include "trees/score.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace eldest::synthetic {

/// The known results of plain searches of a tree to `depth` (see trees/statistics.hpp). Such a
/// search has no transposition table, takes sons in the order of the tree, and has a full window at
/// the root. The counts include the root and nodes searched again.
struct KnownSearch {
  int depth;
  Score value;                      ///< minimax value for the side to move
  std::uint64_t alpha_beta_nodes;   ///< fail-soft alpha-beta
  std::uint64_t alpha_beta_leaves;  ///< leaves: at the horizon, or where the game is over
  std::uint64_t negascout_nodes;    ///< Reinefeld's NegaScout (1983)
  std::uint64_t cutoffs;            ///< of alpha-beta
  std::uint64_t first_move_cutoffs; ///< cut-offs by the first son

  [[nodiscard]] bool operator==(const KnownSearch&) const = default;
};

/// A tree under a name, so that results on the tree can be compared, with known searches to three
/// depths.
struct NamedTree {
  std::string_view name;
  std::string_view parameters; ///< as `parse_parameters` reads them
  std::string_view description;
  std::array<KnownSearch, 3> known;
};

/// The trees on which to compare results.
inline constexpr std::array named_trees{
    NamedTree{"knuth-moore",
              "b=24,order=1",
              "perfectly ordered: alpha-beta visits the critical tree and nothing else",
              {{{4, 34, 1822, 1151, 1822, 621, 621},
                {6, 34, 43868, 27647, 43868, 15019, 15019},
                {7, 34, 389467, 345599, 389467, 28842, 28842}}}},

    NamedTree{"strongly-ordered",
              "b=32,order=0.7,falloff=0.855",
              "as ordered as Marsland & Campbell (1982) demand of a strongly ordered tree",
              {{{4, 34, 4199, 2850, 3679, 1266, 1160},
                {5, 34, 48758, 44559, 39171, 2785, 2523},
                {7, 34, 1674511, 1520175, 1265333, 105784, 99706}}}},

    NamedTree{
        "chesslike",
        "b=30..50,order=0.55,falloff=0.9,spread=80,trend=1,noise=50,persistence=0.65,swing=10,"
        "transpositions=1,extend=0.03,cost_spread=0.3",
        "about 40 moves (Weill 1996), 90 % of cut-offs by the first, check extensions",
        {{{4, 9, 9605, 7411, 8070, 1956, 1723},
          {5, 37, 84497, 74392, 72494, 8062, 7338},
          {6, 29, 446472, 355988, 373433, 79678, 74236}}}},

    NamedTree{"othellolike",
              "b=4..16,order=0.5,falloff=0.8,spread=100,noise=40,persistence=0.6,swing=80,"
              "transpositions=0.5,cost_spread=0.3",
              "about 10 moves (Weill 1996), less well ordered, unstable from ply to ply",
              {{{6, 103, 5964, 4383, 5606, 1187, 909},
                {8, 108, 72275, 52390, 56150, 14813, 11961},
                {10, 95, 858944, 613756, 477380, 185668, 152231}}}},

    NamedTree{"random-order",
              "b=10,order=0.1,falloff=1",
              "values as in the ordered trees, but the best move may be at any place",
              {{{6, 34, 23444, 17578, 20715, 4456, 2634},
                {8, 34, 407366, 303318, 294960, 79379, 49236},
                {9, 34, 1712198, 1304832, 1096731, 296758, 182689}}}},

    NamedTree{"misordered",
              "b=10,order=0,falloff=1",
              "the best move is never the first",
              {{{6, 34, 30560, 23158, 25743, 5606, 3010},
                {8, 34, 568053, 428553, 389101, 106100, 58820},
                {9, 34, 2460216, 1892163, 1483454, 414710, 227261}}}},

    NamedTree{"incremental",
              "b=10,model=incremental",
              "sums of the branches: Newborn (1977), Nau (1982)",
              {{{6, 55, 18803, 14034, 13233, 3657, 2181},
                {8, 35, 461850, 344039, 239307, 89943, 55418},
                {9, 122, 1802721, 1380018, 819427, 305706, 185861}}}},

    NamedTree{"iid",
              "b=10,model=iid,spread=10000",
              "independent values: Fuller, Gaschnig & Gillogly (1973)",
              {{{5, 6729, 12306, 10196, 10678, 1514, 269},
                {6, -6621, 61449, 49505, 49936, 9666, 1969},
                {8, -6688, 1910936, 1537201, 1201965, 308199, 61459}}}},

    NamedTree{"ties",
              "b=16,order=0.6,noise=50,grain=100",
              "few distinct values, so that most brothers are worth the same",
              {{{5, 100, 5683, 4806, 5565, 576, 483},
                {6, 0, 15757, 10299, 15143, 4852, 4336},
                {8, 0, 256588, 166981, 241847, 79627, 72834}}}}};

} // namespace eldest::synthetic
