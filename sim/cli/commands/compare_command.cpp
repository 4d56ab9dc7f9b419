#include "sim/cli/options/command.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/reports/damage.hpp"
#include "sim/sweeps/differences.hpp"
#include "sim/sweeps/store.hpp"
#include "sim/sweeps/verdicts.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eldest {
namespace po = boost::program_options;
namespace {

Options compare_options() {
  Options options;
  options.about("operands")("store", required_texts("STORE"), "one store or two");
  options.add_operand("store", -1);
  options.about("experiment")(
      "by", text("NAME"),
      "axis by which searches in one store are compared: version, algorithm, search, tree, "
      "platform, model, processors, depth, seed, an option such as ybwc-hops, or a number of the "
      "platform that --set changes; default: version");
  options.about("output")(
      "all", flag(),
      "also compares searches that are only baselines of others, and prints all comparisons");
  add_json_option(options);
  return options;
}

std::string ratio_text(const MeanRatio& mean) {
  return mean.interval ? fmt::format("{:.3f} ({:.3f} to {:.3f})", mean.ratio, mean.interval->low,
                                     mean.interval->high)
                       : fmt::format("{:.3f}", mean.ratio);
}

std::string_view words_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::same:
    return "all times are the same";
  case Verdict::open:
    return "cannot be told apart";
  case Verdict::faster:
    return "faster";
  case Verdict::slower:
    return "slower";
  }
  return "";
}

std::string text_of(const Difference& difference) {
  return fmt::format(
      "\n{}\n  {} by {}: {}\n  time  {}\n  nodes {}\n  {} searches of {} positions"
      "{}\n",
      on_one_line(difference.searches), on_one_line(difference.to), on_one_line(difference.from),
      words_of(verdict_on(difference)), ratio_text(difference.time), ratio_text(difference.nodes),
      difference.compared, difference.positions,
      difference.different == 0 ? "" : fmt::format("; p {:.2g}", difference.adjusted));
}

/// Returns a line for each pair of values compared: how often each verdict is given, and the least
/// and the greatest ratio of times.
std::string summary_of(const std::vector<Difference>& differences) {
  std::vector<std::pair<std::string, std::vector<const Difference*>>> pairs;
  for (const auto& difference : differences) {
    const auto name = fmt::format("{} by {}", difference.to, difference.from);
    auto pair = std::ranges::find(pairs, name, &decltype(pairs)::value_type::first);
    if (pair == pairs.end())
      pair = pairs.insert(pairs.end(), {name, {}});
    pair->second.push_back(&difference);
  }
  std::string text;
  for (const auto& [name, group] : pairs) {
    std::vector<std::string> counts;
    for (const auto verdict : {Verdict::faster, Verdict::slower, Verdict::open, Verdict::same}) {
      const auto count = std::ranges::count_if(
          group, [&](const Difference* difference) { return verdict_on(*difference) == verdict; });
      if (count > 0)
        counts.push_back(fmt::format("{} {}", words_of(verdict), count));
    }
    const auto ratio = [](const Difference* difference) { return difference->time.ratio; };
    const auto [least, greatest] = std::ranges::minmax(group, {}, ratio);
    text += fmt::format("  {}: {}; time {:.3f} to {:.3f}\n", on_one_line(name),
                        fmt::join(counts, ", "), ratio(least), ratio(greatest));
  }
  return text;
}

std::string to_text(const std::vector<Difference>& differences, bool is_all) {
  constexpr std::size_t most_shown = 10;
  const auto corrected = static_cast<std::size_t>(
      std::ranges::count_if(differences, [](const auto& one) { return one.different > 0; }));
  auto text = fmt::format("{} comparisons\n{}", differences.size(), summary_of(differences));
  text += "Ratios are geometric means over positions and seeds, with their 95 % intervals.\n";
  if (const auto correction = correction_text("Verdicts and p", corrected); !correction.empty())
    text += correction + '\n';
  const auto shown = is_all ? differences.size() : std::min(differences.size(), most_shown);
  for (std::size_t i = 0; i < shown; ++i)
    text += text_of(differences[i]);
  if (shown < differences.size())
    text += fmt::format("\n{} more comparisons: --all prints them.\n", differences.size() - shown);
  return text;
}

Json mean_json(const MeanRatio& mean) {
  Json json{{"ratio", mean.ratio}};
  if (mean.interval)
    json["interval"] = {mean.interval->low, mean.interval->high};
  return json;
}

Json to_json(const std::vector<Difference>& differences, const std::vector<DamagedRow>& damaged) {
  Json json{{"damaged", damage_json(damaged)}, {"differences", Json::array()}};
  for (const auto& difference : differences)
    json["differences"].push_back({{"searches", difference.searches},
                                   {"from", difference.from},
                                   {"to", difference.to},
                                   {"compared", difference.compared},
                                   {"positions", difference.positions},
                                   {"different", difference.different},
                                   {"time", mean_json(difference.time)},
                                   {"nodes", mean_json(difference.nodes)},
                                   {"p_value", difference.time.p_value},
                                   {"p_adjusted", difference.adjusted},
                                   {"verdict", words_of(verdict_on(difference))}});
  return json;
}

std::vector<Difference> differences_by(const po::variables_map& values,
                                       std::vector<DamagedRow>& damaged) {
  const auto& stores = values["store"].as<std::vector<std::string>>();
  const auto open = [](const std::string& path) {
    return SweepStore(path, SweepStore::Access::read);
  };
  if (stores.size() > 2)
    throw InputError(fmt::format("{}: a third store; compare takes one or two", stores[2]));
  if (stores.size() == 2 && values.count("by") != 0)
    throw InputError(fmt::format("--by {}: is for one store", values["by"].as<std::string>()));
  const auto searches = values["all"].as<bool>() ? Searches::all : Searches::planned;
  if (stores.size() == 2)
    return compare(open(stores[0]), open(stores[1]), searches, damaged);
  return compare(open(stores[0]),
                 values.count("by") == 0 ? "version" : values["by"].as<std::string>(), searches,
                 damaged);
}

void compare_stores(const po::variables_map& values) {
  std::vector<DamagedRow> damaged;
  const auto differences = differences_by(values, damaged);
  if (values["json"].as<bool>()) {
    std::cout << serialize(to_json(differences, damaged), 2) << '\n';
    return;
  }
  std::cout << damage_text(damaged) << to_text(differences, values["all"].as<bool>());
}

} // namespace

Command compare_command() {
  return {"compare", "compare two stores, versions or options",
          "With two stores, compares searches with the same settings, for instance of two versions "
          "of the program. With one store, compares searches that differ only in the setting that "
          "--by names.",
          compare_options, compare_stores};
}

} // namespace eldest
