#include "sim/platform_files/platform_changes.hpp"

#include "sim/platform_files/platform_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace eldest;

namespace {

/// Two hosts with a link between them, a loopback and a cluster. `space`: space and comments.
std::string platform(std::string_view space = "") {
  return fmt::format(R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">{}
<zone id="z" routing="Full">
<zone id="pair" routing="Full"><prop id="eldest:send-overhead" value="1.5us"/>
<host id="a" speed="1Gf,2Gf" pstate="1"/>{}<host id="b" speed="500Mf" core="4"/>
<link id="wire" bandwidth="8Mbps" latency="5us"/><link id="own" bandwidth="1GBps" latency="1ns"/>
<route src="a" dst="b"><link_ctn id="wire"/></route><route src="a" dst="a"><link_ctn id="own"/></route>
</zone>
<cluster id="c" prefix="n" suffix="" radical="0-3" speed="1Gf" bw="1GBps" lat="2us" bb_bw="3GBps"
 bb_lat="" loopback_bw="9GBps" loopback_lat="3ns"/>
</zone></platform>
)",
                     space, space);
}

PlatformFile changed(const std::vector<std::string>& changes, const std::string& xml = platform()) {
  const test::TemporaryFile file(xml);
  std::vector<PlatformChange> read;
  for (const auto& change : changes)
    read.push_back(read_platform_change(change));
  return read_platform_file(file.path(), read);
}

/// Returns `text` with each of the replacements made in it, of which each must occur.
std::string with(std::string text,
                 const std::vector<std::pair<std::string, std::string>>& replaced) {
  for (const auto& [before, after] : replaced) {
    const auto place = text.find(before);
    REQUIRE(place != std::string::npos);
    text.replace(place, before.size(), after);
  }
  return text;
}

/// Returns the XML of the platform with these replacements, as simulations use it.
std::string parsed_with(const std::vector<std::pair<std::string, std::string>>& replaced) {
  return changed({}, with(platform(), replaced)).parsed;
}

} // namespace

TEST_CASE("a number of a platform is changed wherever it is") {
  CHECK(changed({"latency=7us"}).parsed ==
        parsed_with({{R"(latency="5us")", R"(latency="7us")"}, {"\"2us\"", "\"7us\""}}));
  CHECK(changed({"bandwidth=x2"}).parsed ==
        parsed_with({{"8Mbps", "16Mbps"}, {"bw=\"1GBps\"", "bw=\"2GBps\""}, {"3GBps", "6GBps"}}));
  CHECK(changed({"loopback-latency=x10"}).parsed ==
        parsed_with({{"\"1ns\"", "\"10ns\""}, {"\"3ns\"", "\"30ns\""}}));
  CHECK(changed({"loopback-bandwidth=2GBps"}).parsed ==
        parsed_with({{"bandwidth=\"1GBps\"", "bandwidth=\"2GBps\""}, {"9GBps", "2GBps"}}));
  CHECK(changed({"speed=x0.5"}).parsed ==
        parsed_with(
            {{"1Gf,2Gf", "0.5Gf,1Gf"}, {"500Mf", "250Mf"}, {"speed=\"1Gf\"", "speed=\"0.5Gf\""}}));
  CHECK(
      changed({"speed=3Gf"}).parsed ==
      parsed_with({{"1Gf,2Gf", "3Gf,3Gf"}, {"500Mf", "3Gf"}, {"speed=\"1Gf\"", "speed=\"3Gf\""}}));
  CHECK(changed({"cores@b=8"}).parsed == parsed_with({{"core=\"4\"", "core=\"8\""}}));
  CHECK(changed({"cores@a=8"}).parsed ==
        parsed_with({{"pstate=\"1\"", "pstate=\"1\" core=\"8\""}}));
}

TEST_CASE("a pattern chooses the elements in which a number changes") {
  CHECK(changed({"latency@w*=7us"}).parsed == parsed_with({{"\"5us\"", "\"7us\""}}));
  CHECK(changed({"latency@c=7us"}).parsed == parsed_with({{"\"2us\"", "\"7us\""}}));
  CHECK(changed({"speed@[ab]=3Gf", "speed@a=4Gf"}).parsed ==
        parsed_with({{"1Gf,2Gf", "4Gf,4Gf"}, {"500Mf", "3Gf"}}));
}

TEST_CASE("a property changes where it is, and is set for the outermost zone") {
  const std::string outermost = R"(<zone id="z" routing="Full">)";
  const std::string sent = R"(<prop id="eldest:send-overhead" value="2us"/>)";
  CHECK(changed({"eldest:send-overhead=2us"}).parsed ==
        parsed_with({{"1.5us", "2us"}, {outermost, outermost + sent}}));
  CHECK(changed({"eldest:send-overhead=x2"}).parsed == parsed_with({{"1.5us", "3us"}}));
  CHECK(changed({"eldest:send-overhead@b=2us"}).parsed ==
        parsed_with({{R"(core="4"/>)", fmt::format(R"(core="4">{}</host>)", sent)}}));
}

TEST_CASE("a factor of 1 changes nothing") {
  for (const auto* const number : {"latency", "bandwidth", "speed", "eldest:send-overhead"}) {
    CAPTURE(number);
    CHECK(changed({fmt::format("{}=x1", number)}).digest == changed({}).digest);
  }
}

TEST_CASE("a platform is known by its numbers, not by comments, space and changes") {
  const auto plain = changed({});
  CHECK(changed({}, platform("\n  <!-- a comment -->\n\t")).digest == plain.digest);
  CHECK(changed({"latency@wire=7us"}).digest ==
        changed({}, with(platform(), {{"\"5us\"", "\"7us\""}})).digest);
  CHECK(changed({"latency@wire=7us"}).digest != plain.digest);
}

TEST_CASE("a platform is known by the profiles that it names, too") {
  const test::TemporaryFile profile("0 1e-6\nLOOPAFTER 1\n", ".txt");
  const auto name = std::filesystem::path(profile.path()).filename().string();
  const auto xml = with(
      platform(), {{"latency=\"5us\"", fmt::format(R"(latency="5us" latency_file="{}")", name)}});
  const auto before = changed({}, xml);
  CHECK(before.profiles.at(name) == "0 1e-6\nLOOPAFTER 1\n");
  std::ofstream(profile.path()) << "0 2e-6\nLOOPAFTER 1\n";
  const auto after = changed({}, xml);
  CHECK(after.parsed == before.parsed);
  CHECK(after.digest != before.digest);
}

TEST_CASE("a change that cannot be made is an error without a subject") {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"latencey=1us", "'latencey' is no number of a platform (did you mean latency?); there are"},
      {"latency=5parsecs", "'5parsecs' should be a time of 0 or more such as 5us, or a factor"},
      {"bandwidth=0", "'0' should be a bandwidth above 0"},
      {"latency=x0", "the factor 'x0' should be a number above 0"},
      {"latency@nowhere=1us", "no element of the platform has such a number and a name like "
                              "'nowhere'"},
      {"cores=two", "'two' should be a whole number"},
      {"eldest:service=x2", "no element of the platform has such a number"},
      {"eldest:sendoverhead=1us", "property eldest:sendoverhead: there is no such property"},
      {"eldest:send-overhead=fast", "'fast' is not a time"},
      {"eldest:node-costs-chess=1,2,3,4", "should be one word or number"},
      {"latency", "'latency' should be a number of the platform and its value"}};
  for (const auto& [change, said] : mistakes) {
    CAPTURE(change);
    try {
      static_cast<void>(changed({change}));
      FAIL("nothing was thrown");
    } catch (const InputError& error) {
      CHECK(!error.subject());
      CHECK_THAT(error.what(), Catch::Contains(said));
    }
  }
}

TEST_CASE("a change that the platform does not allow is an error of the platform") {
  CHECK_THROWS_WITH(changed({"cores=0"}),
                    Catch::Contains("core '0' should be a whole number from 1"));
}
