#pragma once

#include "algorithms/search/algorithm_options.hpp"
#include "algorithms/search/counters.hpp"
#include "algorithms/search/settings.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The order in which the processors of SharedTable, except processor 0, search a node's sons.
enum class HelperOrder : std::uint8_t {
  same,   ///< as processor 0 does, except for killers, histories and the machine's timing
  root,   ///< young brothers at random in the root only
  random, ///< young brothers at random in every node: "randomized move order" (S. Matovic)
};

/// Describes the options of an algorithm that shares a table and nothing else. Their names begin
/// with the algorithm's.
template <class Own> [[nodiscard]] std::vector<AlgorithmOption> shared_table_options() {
  const std::string name(Own::name);
  return {
      choice_option<Own, HelperOrder>(
          name + "-order",
          "order in which all processors except one search younger sons: same, that one's order; "
          "root, at random in the root; random, at random everywhere",
          {{"same", HelperOrder::same},
           {"root", HelperOrder::root},
           {"random", HelperOrder::random}},
          &Own::order),
      flag_option(name + "-stagger",
                  "every second processor searches a ply deeper than the iteration", &Own::stagger),
  };
}

/// Options of SharedTable. shared_table_options() describes the members.
struct SharedTableSettings {
  HelperOrder order = HelperOrder::random;
  bool stagger = false; ///< odd ranks search a ply deeper, as in Cheng's Lazy SMP (M. Sedlak)

  static constexpr std::string_view name = "shared-table";
  static constexpr std::string_view description =
      "a shared transposition table and nothing else: the ancestor of Lazy SMP";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all_and_timeout();
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    return shared_table_options<SharedTableSettings>();
  }

  bool operator==(const SharedTableSettings&) const = default;
};

/// Options of Cheng's Lazy SMP. shared_table_options() describes the members.
struct ChengLazySmpSettings {
  HelperOrder order = HelperOrder::root;
  bool stagger = true;

  static constexpr std::string_view name = "lazy-smp-cheng";
  static constexpr std::string_view former_name = "lazy-smp";
  static constexpr std::string_view description =
      "Lazy SMP of Cheng: a shared table, and half of the processors a ply ahead (Sedlak 2013)";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SharedTableSettings::supports;
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    return shared_table_options<ChengLazySmpSettings>();
  }

  bool operator==(const ChengLazySmpSettings&) const = default;
};

/// Options of Stockfish's Lazy SMP. options() describes the members.
struct StockfishLazySmpSettings {
  bool skip = true;
  bool vary_reductions = false;

  static constexpr std::string_view name = "lazy-smp-stockfish";
  static constexpr std::string_view description =
      "Lazy SMP of Stockfish 10: a shared table, and helpers that deepen on their own and skip "
      "depths";
  static constexpr bool sequential = false;
  static constexpr SupportedFeatures supports = SupportedFeatures::all();
  using Counters = NoCounters;

  [[nodiscard]] static std::vector<AlgorithmOption> options() {
    return {
        flag_option("lazy-smp-stockfish-skip", "helpers skip depths, which differ between helpers",
                    &StockfishLazySmpSettings::skip),
        flag_option("lazy-smp-stockfish-vary-reductions",
                    "with late move reductions, helpers search up to two more moves of a node to "
                    "full depth than the main processor does (a rule of this project)",
                    &StockfishLazySmpSettings::vary_reductions),
    };
  }

  bool operator==(const StockfishLazySmpSettings&) const = default;
};

} // namespace eldest
