#include "sim/experiments/calibration/calibration.hpp"
#include "sim/experiments/calibration/computation.hpp"
#include "sim/experiments/thread_search.hpp"
#include "sim/machines/threads/thread_machine.hpp"
#include "sim/system/local_cores.hpp"
#include "trees/base/random.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace eldest {
namespace {

/// The default table size of a search.
constexpr TableSettings measured_tables{};

/// A handler that writes as little to a bucket as a store does.
struct Touch {
  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& /*wire*/) {}

  void operator()(Bucket& bucket) const { ++bucket.entries.back().move; }
};

/// Measures the seconds of a table access while each of `threads` threads makes accesses to random
/// or equal keys, as `next_key` returns them.
template <class NextKey> double time_accesses(int threads, bool locked, const NextKey& next_key) {
  constexpr int accesses = 500'000;
  ThreadMachine machine(threads, measured_tables, {.locked = locked});
  machine.run([&](ThreadProcessor& processor) {
    SplitMix64 random(static_cast<std::uint64_t>(processor.rank()));
    for (int i = 0; i < accesses; ++i)
      processor.post(next_key(random), Touch{});
  });
  return machine.time() / accesses;
}

/// Makes a part of a computation in registers, again and again, and returns its mean seconds. A
/// part takes about as long as a node. If `with_accesses`, it ends with an access to a random key
/// of the table, which has been prefetched at the beginning of the part.
double time_parts(ThreadProcessor& processor, bool with_accesses, std::uint64_t& number) {
  constexpr int parts = 100'000;
  constexpr int steps = 150;
  SplitMix64 random(number);
  const double begun = processor.now();
  for (int part = 0; part < parts; ++part) {
    const Key key = random();
    if (with_accesses)
      processor.prefetch<Touch>([=] { return key; });
    number = compute(number, steps);
    if (with_accesses)
      processor.post(key, Touch{});
  }
  return (processor.now() - begun) / parts;
}

/// Measures the seconds that a prefetched access to the table, with locks, adds to a computation,
/// while all of `threads` threads make such accesses. A search prefetches the entry of the next
/// brother. Returns the mean over the threads of the medians of several rounds.
double time_prefetched_accesses(int threads) {
  constexpr int rounds = 9;
  ThreadMachine machine(threads, measured_tables, {.locked = true});
  std::barrier together(threads);
  std::vector<double> added(static_cast<std::size_t>(threads));
  std::atomic<std::uint64_t> sum = 0;
  machine.run([&](ThreadProcessor& processor) {
    auto number = static_cast<std::uint64_t>(processor.rank());
    std::vector<double> differences;
    for (int round = 0; round < rounds; ++round) {
      together.arrive_and_wait();
      const double with = time_parts(processor, true, number);
      together.arrive_and_wait();
      differences.push_back(with - time_parts(processor, false, number));
    }
    added[static_cast<std::size_t>(processor.rank())] =
        summarize_measurements(std::move(differences)).median;
    sum += number; // so that the compiler cannot leave the computation out
  });
  return std::accumulate(added.begin(), added.end(), 0.0) / threads;
}

/// A message that two processors send to and fro. It is as long as most messages of searches.
struct Ball {
  int turn = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::part<0, 0x7fffffff>(self.turn));
    wire::word<8>(wire);
  }
};
using BallMessage = Protocol<15, Ball>;

double time_random_accesses(int threads, bool locked) {
  return time_accesses(threads, locked, [](SplitMix64& random) { return random(); });
}

double time_contended_accesses(int threads) {
  return time_accesses(threads, true, [](SplitMix64& /*random*/) { return Key{1}; }) / threads;
}

/// Measures chess searches on all cores at once, each with a table of its own. Returns the ratio of
/// their mean time to that of a single search, 1 or more.
double busy_slowdown(int cores) {
  const auto problem = open_problems({"chess", "startpos"}).front();
  ThreadSearch search;
  search.algorithm = NegaScoutSettings{};
  search.settings.depth = 8; // some tenths of a second
  search.tables = measured_tables;
  const double alone = complete(search_on_threads(search, problem)).time;
  double sum = 0;
  for (const auto& result : search_concurrently(search, problem, cores))
    sum += complete(result).time;
  return std::max(sum / cores / alone, 1.0);
}

/// Measures the seconds of a turn while two cores write a word in turn, each once it has seen the
/// other's value.
double time_transfer() {
  constexpr int turns = 200'000;
  alignas(64) std::atomic<int> turn = 0;
  ThreadMachine machine(2, {.entries = 1}, {});
  machine.run([&](ThreadProcessor& processor) {
    for (int i = processor.rank(); i < turns; i += 2) {
      while (turn.load(std::memory_order_acquire) != i)
        pause_spinning();
      turn.store(i + 1, std::memory_order_release);
    }
  });
  return machine.time() / turns;
}

} // namespace

MessageTimes time_messages(int turns, std::chrono::nanoseconds spin,
                           std::optional<CoreNumbers> on) {
  constexpr int before = 200; // turns in which the threads start
  const int all = before + turns;
  ThreadMachine machine(2, {.entries = 1}, {.spin = spin});
  double seconds = 0;
  machine.run([&](ThreadProcessor& processor) {
    const int rank = processor.rank();
    if (on)
      pin_to(rank == 0 ? on->first : on->second);
    double begun = 0;
    for (int i = 0; i < all; ++i) {
      if (i == before)
        begun = processor.now();
      if (i % 2 == rank)
        BallMessage::send(processor, 1 - rank, Ball{i});
      else
        static_cast<void>(processor.wait());
    }
    if (rank == 0)
      seconds = processor.now() - begun;
  });
  const double sending = machine.account(0).communication + machine.account(1).communication;
  return {sending / all, seconds / turns};
}

Measured summarize_measurements(std::vector<double> figures) {
  std::sort(figures.begin(), figures.end());
  return {figures[figures.size() / 2], figures.front(), figures.back()};
}

double measure_look() {
  constexpr int rounds = 16;
  constexpr int looks = 10'000;
  double least = std::numeric_limits<double>::infinity();
  ThreadMachine machine(1, {.entries = 1}, {});
  machine.run([&](AnyProcessor& processor) {
    for (int round = 0; round < rounds; ++round) {
      const double begun = processor.now();
      for (int i = 0; i < looks; ++i)
        static_cast<void>(processor.poll());
      least = std::min(least, (processor.now() - begun) / looks);
    }
  });
  return least;
}

MeasuredMachine measure_machine(int repeats) {
  const auto repeated = [=](const auto& measure) { return measure_repeatedly(repeats, measure); };
  MeasuredMachine measured;
  measured.cores = core_count();
  const int all = measured.cores;
  measured.time_stamp = repeated([] { return measure_time_stamp(); });
  measured.look = repeated([] { return measure_look(); });
  measured.unlocked_access = repeated([] { return time_random_accesses(1, false); });
  measured.locked_access = repeated([] { return time_random_accesses(1, true); });
  measured.rates = measure_rates(all, repeats);
  if (all == 1)
    return measured;
  measured.busy_slowdown = repeated([=] { return busy_slowdown(all); });
  measured.prefetched_access = repeated([] { return time_prefetched_accesses(1); });
  measured.shared_access = repeated([=] { return time_prefetched_accesses(all); });
  measured.contended_access = repeated([=] { return time_contended_accesses(all); });
  measured.transfer = repeated([] { return time_transfer(); });
  std::vector<double> sends;
  measured.message = repeated([&] {
    const auto times = time_messages(20'000, long_spin);
    sends.push_back(times.send);
    return times.message;
  });
  measured.send = summarize_measurements(std::move(sends));
  measured.wake_up = repeated([=] { return time_messages(2'000, {}).message; });
  return measured;
}

} // namespace eldest
