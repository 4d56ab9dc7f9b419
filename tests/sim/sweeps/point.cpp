#include "sim/sweeps/point.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/points.hpp"
#include "trees/base/errors.hpp"

using namespace eldest;

TEST_CASE("a point's key depends on what its result depends on, and on nothing else") {
  const auto settings = test::make_settings(1);
  const auto key = point_key(settings);
  const auto with = [&](const char* place, const Json& value) {
    auto changed = settings;
    changed[Json::json_pointer(place)] = value;
    return point_key(changed);
  };
  for (const auto* const place :
       {"/version", "/platform/digest", "/processors", "/algorithm", "/search", "/tree",
        "/position", "/depth", "/model", "/seed", "/options/jitter", "/options/cfg"})
    CHECK(with(place, "another") != key);
  for (const auto* const place :
       {"/id", "/platform/file", "/options/program", "/time_s", "/value", "/wall_s"})
    CHECK(with(place, "another") == key);
}

TEST_CASE("results of one model version have the same key, whatever the program's version") {
  auto settings = test::make_settings(1);
  const auto of_old_program = point_key(settings);
  CHECK(version_of_numbers(settings) == "eldest 1");
  settings["model_version"] = 7;
  const auto key = point_key(settings);
  CHECK(key != of_old_program);
  CHECK(version_of_numbers(settings) == "model version 7");
  settings["version"] = "2";
  CHECK(point_key(settings) == key);
  settings["model_version"] = 8;
  CHECK(point_key(settings) != key);
  CHECK(settings_of(settings).at("model_version") == 8);
  settings["simgrid"] = "4.1";
  CHECK(version_of_numbers(settings) == "model version 8 with SimGrid 4.1");
  CHECK(settings_of(settings).at("simgrid") == "4.1");
  const auto with_simgrid = point_key(settings);
  settings["simgrid"] = "4.0";
  CHECK(point_key(settings) != with_simgrid);
  settings.erase("simgrid");
  CHECK(point_key(settings) != with_simgrid);
  settings["model_version"] = "8";
  CHECK_THROWS_WITH(settings_of(settings), Catch::Contains("model_version"));
}

TEST_CASE("options that a later program has added have their defaults in results without them") {
  const auto settings = test::make_settings(1);
  auto old = settings;
  old["options"] = {{"jitter", 1e-9}};
  CHECK(settings_of(old) == settings);
  CHECK(point_key(old) == point_key(settings));
  old["options"]["futility"] = 100;
  CHECK(point_key(old) != point_key(settings));
  CHECK(settings_of(old)["options"]["futility"] == 100);
  // Some options are of one algorithm only.
  old = settings;
  old["algorithm"] = "jamboree";
  auto later = old;
  later["options"]["jamboree_tries"] = 1;
  CHECK(point_key(old) == point_key(later));
  CHECK(settings_of(old)["options"]["jamboree_poll"] == "node");
  later["options"]["jamboree_tries"] = 8;
  CHECK(point_key(old) != point_key(later));
  old["algorithm"] = later["algorithm"] = "ybn";
  later["options"] = old["options"];
  later["options"]["ybn_past_eldest"] = 0;
  later["options"]["ybn_oracle"] = "none";
  CHECK(point_key(old) == point_key(later));
  later["options"]["ybn_past_eldest"] = 0.3;
  CHECK(point_key(old) != point_key(later));
  old["algorithm"] = later["algorithm"] = "simplified-abdada";
  later["options"] = old["options"];
  later["options"]["simplified_abdada_also_mark"] = "none";
  CHECK(point_key(old) == point_key(later));
  // An order of options that the program prints does not count.
  auto first = settings;
  first["options"] = {{"futility", 0}};
  first["options"].update(settings["options"]);
  CHECK(settings_of(first) == settings);
}

TEST_CASE("results under an algorithm's former name are results under its current one") {
  auto settings = test::make_settings(1);
  settings["algorithm"] = "lazy-smp-cheng";
  settings["options"]["lazy_smp_cheng_order"] = "root";
  auto former = settings;
  former["algorithm"] = "lazy-smp";
  former["options"].erase("lazy_smp_cheng_order");
  former["options"]["lazy_smp_order"] = "root";
  CHECK(point_key(former) == "e4b6a4b0-2fa0-5009-b90c-32b753d735a5");
  CHECK(point_key(settings) == point_key(former));
  CHECK(settings_of(former) == settings_of(settings));
  former["options"]["lazy_smp_order"] = "same";
  CHECK(point_key(former) != point_key(settings));
}

TEST_CASE("a result has its settings in it") {
  const auto settings = test::make_settings(1);
  auto result = settings;
  result["value"] = 5;
  CHECK(settings_of(result) == settings);
  result.erase("depth");
  CHECK_THROWS_AS(settings_of(result), InputError);
  CHECK_THROWS_AS(point_key(result), InputError);
  CHECK_THROWS_AS(point_key(Json::array()), InputError);
}
