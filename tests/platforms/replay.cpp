// Replays patterns of messages and table accesses on simulated machines, to compare their times
// with those of an independent program.
//
//     replay <PATTERNS >TIMES
//
// Each line of PATTERNS is a pattern as JSON:
//
//     {"platform": "<platform …>", "model": "loggp", "processors": 2, "spread": false,
//      "programs": [[["send", 1, 100], ["read", 1, 0], ["await"]], [["work", 5], ["wait"]]]}
//
// "platform" is the text of a platform file. A program is the list of a processor's actions:
//
//     ["work", UNITS]         works
//     ["send", TO, BYTES]     sends a message
//     ["wait"]                waits for a message
//     ["read", HOME, SLOT]    begins to read the entry SLOT of the part that HOME keeps
//     ["await"]               waits for the answer to the latest read
//     ["write", HOME, SLOT]   writes an entry
//
// Different slots are different entries. Entries are positions, which take a lock where the machine
// has locks. TIMES has a line for each pattern: the seconds after each action, by processor. If a
// pattern fails, the line is {"error": "…"}.
#include "algorithms/search/table_handlers.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/system/child_process.hpp"

#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace eldest;

namespace {

constexpr std::size_t table_entries = 4096;
constexpr int slots = 4;

/// Returns the key of a slot of a home's part of the table.
Key key_of(int home, int slot, int processors) {
  const TranspositionTable table(table_entries);
  Key key = 1;
  while (true) {
    if (table.home(key, processors) == home && slot-- == 0)
      return key;
    key += 0x9e3779b97f4a7c15U;
  }
}

/// Executes a processor's actions. Returns the seconds after each.
std::vector<double> execute(SimulatedProcessor& processor, const Json& actions) {
  std::optional<Probe> probe; // of the latest read, until its answer has come
  std::vector<double> times;
  for (const auto& action : actions) {
    const auto kind = action.at(0).get<std::string_view>();
    if (kind == "work")
      processor.work(action.at(1).get<double>());
    else if (kind == "send")
      processor.send(action.at(1).get<int>(),
                     {processor.rank(), action.at(2).get<std::size_t>(), {}});
    else if (kind == "wait")
      (void)processor.wait();
    else if (kind == "await")
      processor.await_answer();
    else {
      const auto key =
          key_of(action.at(1).get<int>(), action.at(2).get<int>() % slots, processor.processors());
      if (kind == "read")
        processor.ask(key, probe.emplace(Probe{key, 1, TableDepth::exact, {0, 10}}));
      else if (kind == "write")
        processor.post(key, Store{});
      else
        throw InputError("no such action: " + action.dump());
    }
    times.push_back(processor.now());
  }
  return times;
}

Json replay(const Json& pattern) {
  MachineSettings settings;
  settings.tables.entries = table_entries;
  settings.model = pattern.at("model") == Model::flow.name ? Model::flow : Model::loggp;
  settings.placement.spread = pattern.value("spread", false);
  const auto file = read_platform_text({"pattern", pattern.at("platform")}, "pattern");
  const auto& programs = pattern.at("programs");
  const int processors = pattern.at("processors").get<int>();
  SimulatedMachine machine(file, processors, settings);
  std::vector<std::vector<double>> times(static_cast<std::size_t>(processors));
  machine.run([&](SimulatedProcessor& processor) {
    const auto rank = static_cast<std::size_t>(processor.rank());
    times[rank] = execute(processor, programs.at(rank));
  });
  return times;
}

} // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    Json times;
    try {
      const auto pattern = Json::parse(line);
      times = run_in_child_process([&] { return replay(pattern); });
    } catch (const std::exception& error) {
      times = {{"error", error.what()}};
    }
    std::cout << times.dump() << '\n';
  }
  return 0;
}
