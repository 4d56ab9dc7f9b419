#include "sim/machines/simulated/loggp/fibers.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

using Catch::Matchers::StartsWith;
using namespace eldest;

namespace {

/// Calls itself `levels` times. Each call uses about a kibibyte of stack.
std::size_t descend(std::size_t levels) {
  std::array<volatile char, 1000> frame{};
  frame[levels % frame.size()] = 1;
  const std::size_t below = levels == 0 ? 0 : descend(levels - 1);
  return below + static_cast<std::size_t>(frame[levels % frame.size()]);
}

} // namespace

TEST_CASE("fibers go on where they had handed over, and end where they say") {
  std::vector<int> steps;
  Fibers* all = nullptr;
  Fibers fibers(3, [&](std::size_t index) -> std::optional<std::size_t> {
    const int own = static_cast<int>(index) * 10;
    steps.push_back(own);
    if (index == 0) {
      all->hand_over_to(2);
      steps.push_back(own + 1);
      return 1; // not begun yet
    }
    if (index == 1)
      return 2;
    all->hand_over_to(0);
    steps.push_back(own + 1);
    return std::nullopt;
  });
  all = &fibers;
  fibers.run(0);
  CHECK(steps == std::vector<int>{0, 20, 1, 10, 21});
}

TEST_CASE("a fiber has room for a deep search, on a stack of its own") {
  std::vector<std::size_t> depths;
  std::set<std::uintptr_t> stacks;
  Fibers* all = nullptr;
  Fibers fibers(3, [&](std::size_t index) -> std::optional<std::size_t> {
    depths.push_back(descend(1000));
    const char local = 0;
    stacks.insert(std::bit_cast<std::uintptr_t>(&local) >> 20U);
    if (index + 1 < 3)
      all->hand_over_to(index + 1);
    return std::nullopt;
  });
  all = &fibers;
  fibers.run(0);
  CHECK(depths == std::vector<std::size_t>{1001, 1001, 1001});
  CHECK(stacks.size() == 3);
}

TEST_CASE("there are stacks for more fibers than the system has mappings for guarded ones") {
  constexpr std::size_t many = 33'000; // of two mappings each; Linux has 65,530 by default
  std::size_t begun = 0;
  Fibers fibers(many, [&](std::size_t index) -> std::optional<std::size_t> {
    ++begun;
    return index + 1 < many ? std::optional(index + 1) : std::nullopt;
  });
  fibers.run(0);
  CHECK(begun == many);
}

TEST_CASE("stacks that do not fit into the addresses of a process are an error that says so") {
  constexpr std::size_t count = std::size_t{1} << 27U;
  CHECK_THROWS_WITH(Fibers(count, [](std::size_t) { return std::nullopt; }),
                    StartsWith("cannot reserve 269484032 MiB of addresses for 134217728 stacks: "));
}

TEST_CASE("fibers that have not ended are unwound with the rest") {
  struct Counted {
    explicit Counted(int& count) : count_(count) { ++count_; }
    ~Counted() { --count_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    int& count_;
  };
  int alive = 0;
  {
    Fibers* all = nullptr;
    Fibers fibers(3, [&](std::size_t index) -> std::optional<std::size_t> {
      const Counted counted(alive);
      if (index == 2)
        return std::nullopt; // with the others still running
      all->hand_over_to(index + 1);
      return std::nullopt;
    });
    all = &fibers;
    fibers.run(0);
    CHECK(alive == 2);
  }
  CHECK(alive == 0);
}

TEST_CASE("fibers that have not begun leave the stack below them as it was") {
  std::vector<std::size_t> begun;
  for (int round = 0; round < 2; ++round) {
    Fibers fibers(3, [&](std::size_t index) -> std::optional<std::size_t> {
      begun.push_back(index);
      return std::nullopt;
    });
    fibers.run(1);
  }
  CHECK(begun == std::vector<std::size_t>{1, 1});
  // If AddressSanitizer mistakes another stack for this one, it reports errors in the frames that
  // an exception leaves.
  int caught = 0;
  for (std::size_t levels = 0; levels < 100; levels += 10) {
    try {
      if (descend(levels) > 0)
        throw int{1};
    } catch (int number) {
      caught += number;
    }
  }
  CHECK(caught == 10);
}

TEST_CASE("an exception caught in one fiber does not disturb another's") {
  std::vector<int> caught;
  Fibers* all = nullptr;
  Fibers fibers(2, [&](std::size_t index) -> std::optional<std::size_t> {
    const int own = static_cast<int>(index);
    try {
      if (index == 0)
        all->hand_over_to(1);
      throw int{own};
    } catch (int number) {
      caught.push_back(number);
    }
    return index == 1 ? std::optional<std::size_t>(0) : std::nullopt;
  });
  all = &fibers;
  fibers.run(0);
  CHECK(caught == std::vector<int>{1, 0});
}
