#include "sim/experiments/visits_alone.hpp"

#include "algorithms/search/node_watcher.hpp"
#include "sim/machines/threads/thread_machine.hpp"

#include <utility>

namespace eldest {
namespace {

class VisitCounter : public NodeWatcher {
public:
  void visit(const NodeVisit& node) override { tally.add(node.key, node.depth); }
  void end(Key /*key*/, int /*depth*/, NodeEnd /*how*/) override {}
  [[nodiscard]] TopLine line() const override { return {}; }
  void take_up(const TopLine& /*line*/) override {}
  void go_on_below(const TopLine& /*line*/) override {}
  void rest() override {}

  VisitTally tally;
};

} // namespace

VisitTally visits_alone(const Algorithm& algorithm, const SearchSettings& settings,
                        const TableSettings& tables, const Problem& problem) {
  VisitCounter counter;
  ThreadMachine machine(1, algorithm.tables(tables), {.pinned = false, .locked = false});
  machine.processor(0).watch_nodes(&counter);
  machine.run([&](ThreadProcessor& processor) {
    static_cast<void>(problem.search(algorithm, settings, processor));
  });
  return std::move(counter.tally);
}

} // namespace eldest
