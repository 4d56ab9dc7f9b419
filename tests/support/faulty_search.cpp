#include "tests/support/faulty_search.hpp"

#include "algorithms/all.hpp"
#include "tests/support/faulty_processor.hpp"

namespace eldest::test {
namespace {

using Faulty = FaultyProcessor<SimulatedProcessor>;
static_assert(Processor<Faulty>);

} // namespace

SearchOutcome search_with(Fault fault, const BugCase& test, const synthetic::Position& root,
                          SimulatedProcessor& processor) {
  synthetic::Position::MoveList moves;
  root.generate_moves(moves);
  Faulty faulty(processor, {fault, root.key(), root.evaluate(), static_cast<int>(moves.size())});
  return Algorithms::run(test.algorithm, test.settings, root, faulty);
}

} // namespace eldest::test
