#pragma once

#include "algorithms/search/transposition_table.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "trees/base/errors.hpp"

#include <string>
#include <string_view>

namespace eldest::test {

/// Returns a value that equals times within 1e-9 s of `value`.
inline auto seconds(double value) { return Approx(value).margin(1e-9).epsilon(0); }

/// Throws RunError with the line of the call if `holds` is false. For programs that run in a child
/// process, in which a failed CHECK is printed but does not fail the test.
inline void require_in_child(bool holds, int line = __builtin_LINE()) {
  if (!holds)
    throw RunError("line " + std::to_string(line) + " does not hold");
}

/// Returns a machine of two hosts with a kind of service, and with costs that are easily
/// distinguished.
inline TinyMachine machine_with(std::string_view service) {
  TinyMachine machine;
  machine.properties = property("service", service) + property("send-overhead", "2us") +
                       property("receive-overhead", "3us") + property("service-time", "7us") +
                       property("local-access", "1us");
  return machine;
}

/// Returns a model of the machine. Catch runs the test once for each model.
inline Model any_model() { return GENERATE(Model::flow, Model::loggp); }

/// Returns a key whose home is processor `home`, in a table of `entries`.
inline Key key_at(int home, int processors, std::size_t entries = 1024) {
  const TranspositionTable table(entries);
  Key key = 1;
  while (table.home(key, processors) != home)
    key += 0x9e3779b97f4a7c15U;
  return key;
}

} // namespace eldest::test
