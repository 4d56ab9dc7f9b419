#include "sim/cli/options/command.hpp"
#include "sim/cli/options/shared_options.hpp"
#include "sim/cli/reports/damage.hpp"
#include "sim/sweeps/differences.hpp"
#include "sim/sweeps/store.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string>
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
      "setting by which searches in one store are compared: version, algorithm, search, tree, "
      "model, or an option, such as ybwc-hops; default: version");
  add_json_option(options);
  return options;
}

std::string ratio_text(const MeanRatio& mean) {
  return mean.interval ? fmt::format("{:.3f} ({:.3f} to {:.3f})", mean.ratio, mean.interval->low,
                                     mean.interval->high)
                       : fmt::format("{:.3f}", mean.ratio);
}

std::string verdict(const Difference& difference) {
  if (difference.different == 0)
    return "all times are the same";
  if (difference.time.is_open())
    return "cannot be told apart";
  return difference.time.ratio < 1 ? "faster" : "slower";
}

void print(const Difference& difference) {
  std::cout << fmt::format("\n{}\n  {} by {}: {}\n  time  {}\n  nodes {}\n  {} searches of {} "
                           "positions\n",
                           on_one_line(difference.searches), on_one_line(difference.to),
                           on_one_line(difference.from), verdict(difference),
                           ratio_text(difference.time), ratio_text(difference.nodes),
                           difference.compared, difference.positions);
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
                                   {"verdict", verdict(difference)}});
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
  if (stores.size() == 2)
    return compare(open(stores[0]), open(stores[1]), damaged);
  auto setting = values.count("by") == 0 ? "version" : values["by"].as<std::string>();
  std::ranges::replace(setting, '-', '_');
  return compare(open(stores[0]), setting, damaged);
}

void compare_stores(const po::variables_map& values) {
  std::vector<DamagedRow> damaged;
  const auto differences = differences_by(values, damaged);
  if (values["json"].as<bool>()) {
    std::cout << serialize(to_json(differences, damaged), 2) << '\n';
    return;
  }
  std::cout << "Ratios are geometric means over positions and seeds, with their 95 % intervals.\n"
            << damage_text(damaged);
  for (const auto& difference : differences)
    print(difference);
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
