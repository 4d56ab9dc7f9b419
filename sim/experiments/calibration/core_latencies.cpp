#include "sim/experiments/calibration/calibration.hpp"
#include "sim/system/local_cores.hpp"
#include "sim/system/new_thread.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>

namespace eldest {
namespace {

/// Measures the seconds of a turn while this thread and another, on the cores `own` and `other`,
/// write a word in turn by compare-and-swap. Keeps this thread on its core.
double time_turns(int own, int other) {
  constexpr int before = 200; // turns in which the threads start and the clock settles
  constexpr int all = before + 2'000;
  alignas(64) std::atomic<int> next = 0;
  const auto take_turns = [&next](int first, int end) {
    for (int turn = first; turn < end; turn += 2) {
      int expected = turn;
      while (!next.compare_exchange_weak(expected, turn + 1))
        expected = turn;
    }
  };
  pin_to(own);
  const auto partner = new_thread("a thread on another core", [&] {
    pin_to(other);
    take_turns(1, all);
  });
  take_turns(0, before);
  const auto begin = std::chrono::steady_clock::now();
  take_turns(before, all);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return seconds.count() / (all - before);
}

MeasuredCores measure_pairs(int repeats) {
  MeasuredCores measured;
  measured.cores = local_cores();
  for (std::size_t row = 0; row < measured.cores.size(); ++row) {
    auto& latencies = measured.latencies.emplace_back();
    for (std::size_t column = 0; column < row; ++column)
      latencies.push_back(measure_repeatedly(
          repeats, [&] { return time_turns(measured.cores[row], measured.cores[column]); }));
  }
  return measured;
}

MeasuredMessages measure_messages(const MeasuredCores& measured, CorePair pair, int repeats) {
  constexpr int turns = 2'000;
  const CoreNumbers on{measured.cores[pair.first], measured.cores[pair.second]};
  return {pair,
          measure_repeatedly(repeats, [&] { return time_messages(turns, long_spin, on).message; })};
}

} // namespace

MeasuredCores measure_cores(int repeats) {
  // A thread of its own, because it is moved from core to core.
  auto measured = std::async(std::launch::async, measure_pairs, repeats).get();
  const auto [nearest, farthest] = nearest_and_farthest(measured);
  measured.messages.push_back(measure_messages(measured, nearest, repeats));
  if (measured.cores.size() > 2)
    measured.messages.push_back(measure_messages(measured, farthest, repeats));
  return measured;
}

std::pair<CorePair, CorePair> nearest_and_farthest(const MeasuredCores& measured) {
  std::vector<CorePair> pairs;
  for (std::size_t row = 0; row < measured.latencies.size(); ++row) {
    for (std::size_t column = 0; column < row; ++column)
      pairs.emplace_back(row, column);
  }
  const auto [nearest, farthest] = std::ranges::minmax_element(
      pairs, {}, [&](const CorePair& pair) { return measured.latency(pair).median; });
  return {*nearest, *farthest};
}

std::string core_matrix(const MeasuredCores& measured) {
  constexpr double ns = 1e-9;
  std::string text;
  for (const auto& row : measured.latencies) {
    for (std::size_t column = 0; column < measured.cores.size(); ++column) {
      if (column > 0)
        text += ',';
      if (column < row.size())
        text += fmt::format("{:.2f}", row[column].median / ns);
    }
    text += '\n';
  }
  return text;
}

} // namespace eldest
