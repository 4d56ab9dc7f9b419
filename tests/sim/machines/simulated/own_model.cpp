// A model of the machine that is defined outside of the library, by an engine and a value of Model.
#include "sim/machines/simulated/machine_engine.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/simulated_search.hpp"

#include <functional>
#include <memory>
#include <stdexcept>

using namespace eldest;

namespace {

/// The engine of a machine of one processor, without a network or other processors.
class LoneEngine final : public MachineEngine {
public:
  LoneEngine(Hardware& hardware, const MachineSettings& settings)
      : MachineEngine(hardware, 1, settings) {}

  void run(const std::function<void(int)>& program) override {
    program(0);
    finish(hardware().processor(0));
  }
  [[nodiscard]] double latency(int /*from*/, int /*to*/) override { return 0; }

private:
  [[nodiscard]] std::unique_ptr<InFlightMessage>
  make_in_flight_message(std::uint32_t /*index*/) const override {
    throw std::logic_error("there is no network");
  }
  void block(const MachineProcessor& /*self*/) override { throw RunError("deadlock: " + states()); }
  void advance_clock(MachineProcessor& self) override { set_clock(self.now()); }
  void launch(InFlightMessage& /*in_flight*/, double /*late*/) override {
    throw std::logic_error("there is no network");
  }
};

std::unique_ptr<MachineEngine> make_lone_engine(Hardware& hardware, int processors,
                                                const MachineSettings& settings) {
  if (processors > 1)
    throw InputError(Subject::model, "lone: has one processor");
  return std::make_unique<LoneEngine>(hardware, settings);
}

constexpr Model lone{"lone", "one processor, without a network", make_lone_engine};

} // namespace

TEST_CASE("a model from outside simulates as those of the project do") {
  for (const Algorithm& algorithm : {Algorithm(NegaScoutSettings{}), Algorithm(AbdadaSettings{})}) {
    auto test = test::shared_work(algorithm, 1);
    const auto expected = test::run_isolated(test);
    test.model = lone;
    const auto found = test::run_isolated(test);
    CHECK(found.value == expected.value);
    CHECK(found.nodes() == expected.nodes());
    CHECK(found.time == expected.time);
  }
  auto test = test::shared_work(AbdadaSettings{}, 2);
  test.model = lone;
  CHECK_THROWS_WITH(test::run_isolated(test), "model lone: has one processor");
}
