#include "trees/synthetic/draw.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace eldest::synthetic {
namespace {

constexpr std::uint32_t sample_size = 1U << 16U;

/// Calls `visit` with `sample_size` words of 32 bits, at equal distances over their whole range.
template <class Visit> void for_even_words(Visit visit) {
  for (std::uint32_t i = 0; i < sample_size; ++i)
    visit((i << 16U) + (1U << 15U));
}

TEST_CASE("a chance of 0 never happens and a chance of 1 always does") {
  CHECK_FALSE(Chance{0}.possible());
  CHECK_FALSE(Chance{0}.happens(0));
  CHECK(Chance{1}.happens(0xffffffffU));
  CHECK(Chance{0.25}.happens(0x3fffffffU));
  CHECK_FALSE(Chance{0.25}.happens(0x40000000U));
}

TEST_CASE("numbers below a limit are uniform") {
  std::array<int, 3> hits{};
  for_even_words([&](std::uint32_t word) { ++hits.at(static_cast<std::size_t>(below(3, word))); });
  for (const int hit : hits)
    CHECK(std::abs(hit - static_cast<int>(sample_size / 3)) <= 1);
}

TEST_CASE("a share of a score is the same for either player") {
  const Share share{0.3};
  CHECK(share.of(1000) == 299);
  CHECK(share.of(-1000) == -299);
  CHECK(Share{1}.of(-777) == -777);
  CHECK(Share{0}.of(777) == 0);
}

TEST_CASE("each number of a truncated geometric distribution is less probable by its ratio") {
  const TruncatedGeometric geometric{0.5};
  std::array<int, 4> hits{};
  for_even_words(
      [&](std::uint32_t word) { ++hits.at(static_cast<std::size_t>(geometric(4, word))); });
  // 8 : 4 : 2 : 1 of 15
  const std::array<double, 4> expected{8, 4, 2, 1};
  for (std::size_t i = 0; i < hits.size(); ++i)
    CHECK(hits.at(i) == Approx(sample_size * expected.at(i) / 15).margin(1.5));
}

TEST_CASE("a truncated geometric distribution of ratio 1 is uniform, of ratio 0 always 0") {
  std::array<int, 5> hits{};
  const TruncatedGeometric uniform{1};
  const TruncatedGeometric constant{0};
  for_even_words([&](std::uint32_t word) {
    ++hits.at(static_cast<std::size_t>(uniform(5, word)));
    REQUIRE(constant(5, word) == 0);
    REQUIRE(TruncatedGeometric{0.9}(1, word) == 0);
  });
  for (const int hit : hits)
    CHECK(std::abs(hit - static_cast<int>(sample_size / 5)) <= 1);
}

TEST_CASE("a truncated geometric distribution stays within its count") {
  for (const double ratio : {0.0, 0.3, 0.97, 0.9999, 1.0})
    for (const int count : {1, 2, 255, 256}) {
      const TruncatedGeometric geometric{ratio};
      CHECK(geometric(count, 0) == 0);
      CHECK(geometric(count, 0xffffffffU) >= 0);
      CHECK(geometric(count, 0xffffffffU) < count);
    }
  CHECK(TruncatedGeometric{0.97}(256, 0xffffffffU) == 255);
}

TEST_CASE("the bell-shaped distribution has its stated mean and deviation") {
  double sum = 0;
  double squares = 0;
  for (std::uint64_t i = 0; i < sample_size; ++i) {
    const double x = bell(mix(i));
    sum += x;
    squares += x * x;
  }
  CHECK(std::abs(sum / sample_size) < bell_deviation * 0.02);
  CHECK(std::sqrt(squares / sample_size) == Approx(bell_deviation).epsilon(0.01));
  CHECK(bell(0) == -bell(~std::uint64_t{0}));
}

} // namespace
} // namespace eldest::synthetic
