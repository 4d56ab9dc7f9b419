#include "algorithms/search/bound_handler.hpp"

#include "algorithms/search/table_handlers.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <cstddef>

using namespace eldest;

namespace {

constexpr Key bound_key = 99;

/// Tables with an upper bound of `bound_key`: 7, of depth 6.
Tables tables_with_bound() {
  Tables tables({.entries = 64}, 1);
  Store{bound_key, NodeResult({7, 10, 7}, 6)}(tables.kept<Store>(bound_key, 0));
  return tables;
}

/// A question that no travelling copy has room for.
struct LargeProbe {
  Probe probe;
  std::array<std::byte, 64> rest{};

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    Probe::request_fields(self.probe, wire);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    Probe::answer_fields(self.probe, wire);
  }
  void operator()(Bucket& bucket) { probe(bucket); }
};

} // namespace

TEST_CASE("a travelling handler keeps its answer until it is delivered") {
  auto tables = tables_with_bound();
  Probe probe{bound_key, 6, TableDepth::exact, {0, 20}};
  const auto travelling = BoundHandler::reference_to(bound_key, 0, probe).travelling();
  REQUIRE(travelling.travels());
  travelling(tables);
  CHECK(probe.answer.beta == 20);
  travelling.deliver();
  CHECK(probe.answer.beta == 7);
}

TEST_CASE("a handler too large to travel answers the asker at once") {
  auto tables = tables_with_bound();
  LargeProbe large{{bound_key, 6, TableDepth::exact, {0, 20}}};
  const auto travelling = BoundHandler::reference_to(bound_key, 0, large).travelling();
  REQUIRE_FALSE(travelling.travels());
  travelling(tables);
  CHECK(large.probe.answer.beta == 7);
  travelling.deliver(); // does nothing
  CHECK(large.probe.answer.beta == 7);
}
