// In builds with AddressSanitizer and UndefinedBehaviorSanitizer, an error that these find in a
// child process is its failure. Their reports on standard error are expected.

#include "sim/system/child_process.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/errors.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

using namespace eldest;

namespace {

std::string failure_of(const Task& task) {
  const auto results = run_in_child_processes({task}, 1, [](std::size_t) {});
  return results.front().failure ? results.front().failure->what() : "none";
}

} // namespace

TEST_CASE("memory that a child has lost is its failure") {
  CHECK_THAT(failure_of([]() -> Json {
               auto* volatile lost = new int[1000]; // NOLINT: it is the point of it
               lost = nullptr;
               return lost == nullptr;
             }),
             Catch::Contains("crashed with exit status"));
}

TEST_CASE("undefined behaviour in a child is its failure") {
  CHECK_THAT(failure_of([]() -> Json {
               const volatile int greatest = std::numeric_limits<int>::max();
               return greatest + 1;
             }),
             Catch::Contains("crashed with"));
}

TEST_CASE("access to memory that is not its own is a child's failure") {
  CHECK_THAT(failure_of([]() -> Json {
               const std::vector<int> three(3);
               const volatile std::size_t fourth = 3;
               return three.data()[fourth]; // NOLINT: it is the point of it
             }),
             Catch::Contains("crashed with exit status"));
}
