#include "sim/experiments/problems/games.hpp"
#include "sim/experiments/problems/trees.hpp"
#include "sim/experiments/searches/game_problem.hpp"
#include "trees/sample/position.hpp"

namespace eldest {
namespace {

constexpr NodeCosts sample_costs{500, 500, 500, 0};

std::vector<Problem> open_sample(const ProblemChoice& /*choice*/, std::string_view parameters) {
  refuse_parameters("sample", parameters);
  return {game_problem("", "startpos", sample_costs, sample::Position{}, nullptr)};
}

} // namespace

Tree sample_tree() { return {"sample", "Nim with four heaps", open_sample, {"startpos"}}; }

} // namespace eldest
