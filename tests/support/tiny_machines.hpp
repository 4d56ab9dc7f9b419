#pragma once

#include "algorithms/search/transposition_table.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "tests/support/platforms.hpp"

#include <catch2/catch.hpp>

#include <string_view>

namespace eldest::test {

/// Seconds to 1e-9 s.
inline auto seconds(double value) { return Approx(value).margin(1e-9).epsilon(0); }

/// Two hosts that serve accesses in some way, and whose costs are easily told apart.
inline TinyMachine machine_with(std::string_view service) {
  TinyMachine machine;
  machine.properties = property("service", service) + property("send-overhead", "2us") +
                       property("receive-overhead", "3us") + property("service-time", "7us") +
                       property("local-access", "1us");
  return machine;
}

/// Every model of the machine must pass the tests in which this stands.
inline Model any_model() { return GENERATE(Model::flow, Model::loggp); }

/// A key that lives on a processor, of a table of so many entries.
inline Key key_at(int home, int processors, std::size_t entries = 1024) {
  const TranspositionTable table(entries);
  Key key = 1;
  while (table.home(key, processors) != home)
    key += 0x9e3779b97f4a7c15U;
  return key;
}

} // namespace eldest::test
