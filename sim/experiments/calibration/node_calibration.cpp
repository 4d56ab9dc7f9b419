#include "sim/experiments/calibration/calibrating_processor.hpp"
#include "sim/experiments/calibration/calibration.hpp"
#include "sim/experiments/thread_search.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace eldest {
namespace {

/// The default tables of a search, because the number of cache misses depends on their size.
constexpr TableSettings tables{};

/// Count of the nodes with a given number of moves, and the seconds of generating and ordering the
/// moves of all of them.
struct TimesBySize {
  double count = 0;
  double generation = 0;
  double ordering = 0;
};

/// Sums over the searches of a game; times are in seconds.
struct Sums {
  std::array<double, node_work_kinds> kind{};
  std::array<std::uint64_t, node_work_kinds> count{};
  std::array<TimesBySize, max_moves + 1> by_size{};
  double access = 0;
  std::uint64_t accesses = 0;
  std::uint64_t looks = 0;

  [[nodiscard]] double total() const {
    double sum = access;
    for (const double seconds : kind)
      sum += seconds;
    return sum;
  }
};

SearchSettings settings_for(int depth, bool quiescence) {
  SearchSettings settings;
  settings.depth = depth;
  settings.quiescence = quiescence;
  return settings;
}

SearchResult search_plainly(const Problem& problem, int depth, bool quiescence,
                            const Algorithm& algorithm = NegaScoutSettings{}) {
  return complete(
      search_on_threads({1, algorithm, settings_for(depth, quiescence), tables, {}}, problem));
}

/// Returns the least depth to which a search takes at least `seconds`, or max_depth if none does.
int choose_depth(const Problem& problem, bool quiescence, double seconds) {
  int depth = 1;
  while (depth < max_depth && search_plainly(problem, depth, quiescence).time < seconds)
    ++depth;
  return depth;
}

void add_measured_search(const Problem& problem, int depth, bool quiescence, bool locked,
                         double time_stamp, Sums& sums) {
  Tables own_tables(tables, 1);
  auto settings = settings_for(depth, quiescence);
  settings.costs = CalibratingProcessor::codes;
  CalibratingProcessor processor(own_tables, locked);
  static_cast<void>(problem.search(NegaScoutSettings{}, settings, processor));
  const auto net = [=](std::uint64_t ticks, std::uint64_t count) {
    const double seconds =
        static_cast<double>(ticks) * seconds_per_tick() - static_cast<double>(count) * time_stamp;
    return std::max(seconds, 0.0);
  };
  for (std::size_t kind = 0; kind < node_work_kinds; ++kind) {
    sums.kind[kind] += net(processor.ticks(kind), processor.count(kind));
    sums.count[kind] += processor.count(kind);
  }
  for (std::size_t moves = 0; moves <= max_moves; ++moves) {
    const auto& [count, generation_ticks, ordering_ticks] = processor.by_size()[moves];
    auto& times = sums.by_size[moves];
    times.count += static_cast<double>(count);
    times.generation += net(generation_ticks, count);
    times.ordering += net(ordering_ticks, count);
  }
  sums.access += net(processor.access_ticks(), processor.accesses());
  sums.accesses += processor.accesses();
  sums.looks += processor.looks();
}

double mean_of(double sum, std::uint64_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

/// The time of a node as a function of its number of moves, in seconds.
struct Line {
  double at_none;
  double each_move;
};

/// Returns the line of least squares through the times of nodes by their number of moves. Each time
/// is weighted by its number of nodes. Neither figure of the line is below 0. At the mean number of
/// moves, the line has the mean time, so that the total over all nodes is right.
Line line_through(const std::array<TimesBySize, max_moves + 1>& by_size,
                  double TimesBySize::*seconds) {
  double count = 0;
  double sum_moves = 0;
  double sum_seconds = 0;
  double sum_squares = 0;
  double sum_products = 0;
  for (std::size_t size = 0; size < by_size.size(); ++size) {
    const auto moves = static_cast<double>(size);
    count += by_size[size].count;
    sum_moves += moves * by_size[size].count;
    sum_seconds += by_size[size].*seconds;
    sum_squares += moves * moves * by_size[size].count;
    sum_products += moves * by_size[size].*seconds;
  }
  if (count == 0)
    return {};
  const double mean_moves = sum_moves / count;
  const double mean_seconds = sum_seconds / count;
  const double variance = sum_squares / count - mean_moves * mean_moves;
  const double covariance = sum_products / count - mean_moves * mean_seconds;
  const double slope = variance > 0 ? covariance / variance : 0;
  const double each_move = mean_moves > 0 ? std::clamp(slope, 0.0, mean_seconds / mean_moves) : 0;
  return {mean_seconds - each_move * mean_moves, each_move};
}

/// A position, and the depths to which it is searched without and with quiescence search.
/// `quiescence_depth` is 0 in a game without captures.
struct Measurement {
  Problem problem;
  int depth;
  int quiescence_depth;
};

/// The figures of MeasuredNodes from one measurement, in seconds.
struct Figures {
  std::array<double, 5> costs{}; ///< in the order of NodeCosts
  double access = 0;
  double lock = 0;
  double node = 0;
};

/// Measures every figure once. The measurement itself takes time and keeps the processor from
/// overlapping instructions. Therefore, the kinds of work are scaled so that their total is the
/// time of the same searches without measurement, except for their looks for messages. `look` is
/// the time of one, which simulations charge on its own.
Figures measure(const std::vector<Measurement>& measurements, double time_stamp, double look) {
  Sums plain;
  Sums locked;
  Sums quiescent;
  double seconds = 0;
  std::uint64_t nodes = 0;
  for (const auto& [problem, depth, quiescence_depth] : measurements) {
    const auto result = search_plainly(problem, depth, false);
    seconds += result.time;
    nodes += result.nodes();
    add_measured_search(problem, depth, false, false, time_stamp, plain);
    add_measured_search(problem, depth, false, true, time_stamp, locked);
    if (quiescence_depth > 0)
      add_measured_search(problem, quiescence_depth, true, false, time_stamp, quiescent);
  }
  const double looking = static_cast<double>(plain.looks) * look;
  const double share = std::max(seconds - looking, 0.0) / plain.total();
  const auto mean = [share](const Sums& sums, NodeWork work) {
    const auto kind = static_cast<std::size_t>(work);
    return share * mean_of(sums.kind.at(kind), sums.count.at(kind));
  };
  const auto generation = line_through(plain.by_size, &TimesBySize::generation);
  const auto ordering = line_through(plain.by_size, &TimesBySize::ordering);
  Figures figures;
  figures.costs = {mean(plain, NodeWork::visit), share * generation.at_none,
                   share * ordering.at_none, mean(quiescent, NodeWork::captures),
                   share * (generation.each_move + ordering.each_move)};
  figures.access = share * mean_of(plain.access, plain.accesses);
  figures.lock = std::max(share * mean_of(locked.access, locked.accesses) - figures.access, 0.0);
  figures.node = mean_of(seconds, nodes);
  return figures;
}

/// Searches all positions by an algorithm on one thread. Returns the seconds of work in a node.
/// These leave out table accesses, which simulations charge on their own.
double node_work(const Algorithm& algorithm, const std::vector<Measurement>& measurements) {
  double seconds = 0;
  std::uint64_t nodes = 0;
  for (const auto& [problem, depth, quiescence_depth] : measurements) {
    const auto result = search_plainly(problem, depth, false, algorithm);
    seconds += result.account().work;
    nodes += result.nodes();
  }
  return mean_of(seconds, nodes);
}

/// Measures the slowdowns of algorithms, `repeats` times. NegaScout is measured again each time,
/// because the speed of a computer may change.
std::vector<MeasuredSlowdown> measure_slowdowns(const std::vector<Algorithm>& algorithms,
                                                const std::vector<Measurement>& measurements,
                                                int repeats) {
  std::vector<std::vector<double>> factors(algorithms.size());
  for (int repeat = 0; !algorithms.empty() && repeat < repeats; ++repeat) {
    const double plain = node_work(NegaScoutSettings{}, measurements);
    for (std::size_t i = 0; i < algorithms.size(); ++i)
      factors[i].push_back(node_work(algorithms[i], measurements) / plain);
  }
  std::vector<MeasuredSlowdown> slowdowns;
  for (std::size_t i = 0; i < algorithms.size(); ++i)
    slowdowns.push_back({std::string(algorithms[i].name()), summarize_measurements(factors[i])});
  return slowdowns;
}

} // namespace

MeasuredNodes measure_nodes(const Tree& tree, double seconds, int repeats,
                            const std::vector<Algorithm>& algorithms) {
  const double time_stamp = measure_time_stamp();
  const double look = measure_look();
  std::vector<Measurement> measurements;
  for (const auto& position : tree.calibration_positions) {
    auto problem = open_problems({tree.name, position}).front();
    const int depth = choose_depth(problem, false, seconds);
    const int captures_depth = problem.has_quiescence ? choose_depth(problem, true, seconds) : 0;
    measurements.push_back({std::move(problem), depth, captures_depth});
  }
  std::array<std::vector<double>, 5> costs;
  std::vector<double> accesses;
  std::vector<double> locks;
  std::vector<double> nodes;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const auto figures = measure(measurements, time_stamp, look);
    for (std::size_t i = 0; i < costs.size(); ++i)
      costs[i].push_back(figures.costs[i]);
    accesses.push_back(figures.access);
    locks.push_back(figures.lock);
    nodes.push_back(figures.node);
  }
  MeasuredNodes measured;
  measured.tree = tree.name;
  for (std::size_t i = 0; i < costs.size(); ++i)
    measured.costs[i] = summarize_measurements(costs[i]);
  measured.access = summarize_measurements(accesses);
  measured.lock = summarize_measurements(locks);
  measured.node = summarize_measurements(nodes);
  measured.slowdowns = measure_slowdowns(algorithms, measurements, repeats);
  return measured;
}

} // namespace eldest
