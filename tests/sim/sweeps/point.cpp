#include "sim/sweeps/point.hpp"

#include "tests/support/points.hpp"
#include "trees/base/errors.hpp"

#include <catch2/catch.hpp>

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
