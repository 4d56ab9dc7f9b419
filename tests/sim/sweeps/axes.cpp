#include "sim/sweeps/axes.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/points.hpp"
#include "trees/base/errors.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace eldest;

namespace {

std::vector<std::string> texts(std::vector<AxisValue> values) {
  std::vector<std::string> result;
  std::ranges::sort(values);
  for (const auto& value : values)
    result.push_back(value.text);
  return result;
}

} // namespace

TEST_CASE("the axes of a point are its settings, its options and changed numbers of the platform") {
  auto settings = test::make_settings(3);
  settings["options"]["program"] = "nnue";
  settings["options"]["set"] = {{"latency", "1us"}, {"eldest:message-overhead", "2us"}};
  Axes axes;
  axes.add(settings);
  const auto values = axes.of(settings);
  CHECK(values.at("platform") == "M");
  CHECK(values.at("tree") == "chess");
  CHECK(values.at("seed") == 3);
  CHECK(values.at("processors") == 8);
  CHECK(values.at("jitter") == 1e-9);
  CHECK(values.at("latency") == "1us");
  CHECK(values.at("eldest:message-overhead") == "2us");
  for (const auto* const none : {"set", "program", "command", "tree_seed"})
    CHECK_FALSE(values.contains(none));
}

TEST_CASE("the seed of a tree is an axis, which the tree names only if no other differs in it") {
  auto settings = test::make_settings(1);
  settings["tree"] = "synthetic:seed=7";
  settings["position"] = "model=ordered,b=6,seed=7";
  Axes axes;
  axes.add(settings);
  CHECK(axes.of(settings).at("tree") == "synthetic:seed=7");
  CHECK(axes.of(settings).at("tree_seed") == "7");
  auto other = settings;
  other["tree"] = "synthetic:seed=8";
  axes.add(other);
  CHECK(axes.of(settings).at("tree") == "synthetic");
}

TEST_CASE("an axis is found by its name with hyphens or underscores") {
  const std::vector<Json> points{{{"tt_entries", 1}, {"eldest:get-overhead", "1us"}, {"depth", 3}},
                                 {{"tt_entries", 2}, {"eldest:get-overhead", "2us"}, {"depth", 3}}};
  CHECK(find_axis("tt-entries", points) == "tt_entries");
  CHECK(find_axis("tt_entries", points) == "tt_entries");
  CHECK(find_axis("eldest:get-overhead", points) == "eldest:get-overhead");
  CHECK(find_axis("depth", points) == "depth");
  CHECK_THROWS_WITH(find_axis("entries", points),
                    "entries: no such axis; in this store vary tt_entries, eldest:get-overhead");
}

TEST_CASE("values with units are numbers, in seconds, bytes a second and flops") {
  CHECK(number_in(8) == 8);
  CHECK(number_in(1e-9) == 1e-9);
  CHECK(number_in("10us") == 1e-5);
  CHECK(number_in("4M") == 1 << 22);
  CHECK(number_in("10MBps") == 1e7);
  CHECK(number_in("1Gf") == 1e9);
  CHECK_FALSE(number_in("loggp"));
  CHECK_FALSE(number_in(true));
}

TEST_CASE("numbers are drawn to scale, and other values in their order") {
  CHECK_FALSE(Scale("depth", {3, 4, 5, 7}).is_logarithmic());
  CHECK(Scale("latency", {"1us", "10us", "100us"}).is_logarithmic());
  CHECK_FALSE(Scale("latency", {"0s", "10us", "100us"}).is_logarithmic());
  CHECK(Scale("x", {1, 4}).is_logarithmic());
  CHECK_FALSE(Scale("x", {1, 2}).is_logarithmic());
  CHECK(Scale("processors", {2, 3, 4}).is_logarithmic());
  const Scale latencies("latency", {"1ms", "20us"});
  CHECK(texts({latencies.place_of("1ms"), latencies.place_of("20us")}) ==
        std::vector<std::string>{"20us", "1ms"});
  const Scale platforms("platform", {"T3D", "CM5", "T3D"});
  CHECK_FALSE(platforms.has_numbers());
  CHECK(platforms.place_of("T3D") < platforms.place_of("CM5"));
}
