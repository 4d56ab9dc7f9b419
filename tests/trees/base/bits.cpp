#include "trees/base/bits.hpp"

#include "tests/support/catch.hpp"
#include "trees/base/random.hpp"

using namespace eldest;

TEST_CASE("the bits of a word are counted") {
  static_assert(count_bits(0) == 0);
  static_assert(count_bits(~std::uint64_t{0}) == 64);
  SplitMix64 random{3};
  for (int i = 0; i < 1000; ++i) {
    const auto word = random();
    int bits = 0;
    for (auto rest = word; rest != 0; rest >>= 1U)
      bits += (rest & 1U) != 0 ? 1 : 0;
    REQUIRE(count_bits(word) == bits);
  }
}
