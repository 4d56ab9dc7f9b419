#include "sim/platform_files/platform_file.hpp"
#include "sim/machines/simulated/models/models.hpp"

#include "sim/experiments/simulation.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"
#include "sim/platform_files/loadable_file.hpp"
#include "sim/platform_files/unused_settings.hpp"
#include "sim/system/child_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "trees/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

using namespace eldest;

namespace {

/// Two hosts with a link between them, and places for additions.
struct TwoHosts {
  std::string before{}; ///< before the zone
  std::string property = test::property("send-overhead", "1us");
  std::string host{}; ///< attributes of host a
  std::string speed = "1Mf";
  std::string link{}; ///< attributes of the link
  std::string bandwidth = "1MBps";
  std::string latency = "5us";
  std::string more{}; ///< elements after the link
  std::string route = R"(<route src="a" dst="b"><link_ctn id="l"/></route>)";
  std::string routing = "Full";
  std::string after{}; ///< after the route
};

std::string to_xml(const TwoHosts& file) {
  return fmt::format(R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
{}<zone id="z" routing="{}">
{}<host id="a" speed="{}" {}/>
<host id="b" speed="1Mf"/>
<link id="l" bandwidth="{}" latency="{}" {}/>
{}{}{}
</zone>
</platform>
)",
                     file.before, file.routing, file.property, file.speed, file.host,
                     file.bandwidth, file.latency, file.link, file.more, file.route, file.after);
}

std::string cluster(std::string_view attributes) {
  return fmt::format(R"(<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="z" routing="Full">
<cluster id="c" prefix="n" suffix="" speed="1Gf" bw="1GBps" lat="1us" {}/>
</zone></platform>
)",
                     attributes);
}

std::string config(std::string_view name, std::string_view value) {
  return fmt::format(R"(<config><prop id="{}" value="{}"/></config>)", name, value);
}

/// Returns the error of making a machine of two processors on a platform, in a model.
Error error_of(const std::string& xml, const Model& model = Model::flow) {
  const test::TemporaryFile file(xml);
  MachineSettings settings;
  settings.model = model;
  try {
    (void)inspect_platform(read_platform_file(file.path()), 2, settings);
  } catch (const InputError& error) {
    const auto message = error.message();
    CHECK(std::count(message.begin(), message.end(), '\n') == 0);
    return error;
  }
  return Error("nothing was thrown");
}

std::vector<std::string> notes_of(const std::string& xml) {
  const test::TemporaryFile file(xml);
  return inspect_platform(read_platform_file(file.path()), 2).notes;
}

/// Returns the seconds until a message of 1000 bytes from host a has been received on host b.
double message_seconds(const std::string& xml, double start, const Model& model = Model::flow) {
  const test::TemporaryFile file(xml);
  return run_in_child_process([&]() -> Json {
           MachineSettings settings;
           settings.tables.entries = 64;
           settings.model = model;
           SimulatedMachine machine(read_platform_file(file.path()), 2, settings);
           double seconds = 0;
           machine.run([&](SimulatedProcessor& processor) {
             processor.work(start * 1e6);
             if (processor.rank() == 0) {
               processor.send(1, Message{0, 1000, {}});
             } else {
               (void)processor.wait();
               seconds = processor.now() - start;
             }
           });
           return seconds;
         })
      .get<double>();
}

/// Returns the name of a file, by which a platform in the same folder refers to it.
std::string file_name(const test::TemporaryFile& file) {
  return std::filesystem::path(file.path()).filename();
}

struct MistakenFile {
  std::string xml;
  std::string said;
};

} // namespace

TEST_CASE("what cannot be in a platform is an error with its line, element and remedy") {
  const auto speed = [](std::string text) { return to_xml({.speed = std::move(text)}); };
  const auto bandwidth = [](std::string text) { return to_xml({.bandwidth = std::move(text)}); };
  const auto latency = [](std::string text) { return to_xml({.latency = std::move(text)}); };
  const auto more = [](std::string text) { return to_xml({.more = std::move(text)}); };
  const auto setting = [](std::string_view name, std::string_view value) {
    return to_xml({.before = config(name, value)});
  };
  const auto property = [](std::string_view id, std::string_view value) {
    return to_xml({.property = fmt::format(R"(<prop id="{}" value="{}"/>)", id, value)});
  };
  const std::vector<MistakenFile> mistakes{
      {speed("0f"), R"(line 6: <host id="a"> speed '0f' should be a speed above 0)"},
      {speed("-1Mf"), "speed '-1Mf' should be"},
      {speed("nan"), "speed 'nan' should be"},
      {speed("inff"), "speed 'inff' should be"},
      {speed("1Xf"), "speed '1Xf' should be"},
      {speed("1e400f"), "speed '1e400f' should be"},
      {speed(""), "speed '' should be"},
      {speed("0f,1Mf"), "speed '0f' should be"},
      {to_xml({.host = R"(pstate="1")"}), "pstate '1' should be from 0 to 0"},
      {to_xml({.host = R"(core="0")"}), "core '0' should be a whole number from 1"},
      {to_xml({.host = R"(core="x")"}), "core 'x' should be a whole number from 1"},
      {bandwidth("0"), R"(line 8: <link id="l"> bandwidth '0' should be a bandwidth above 0)"},
      {bandwidth("-1MBps"), "bandwidth '-1MBps' should be"},
      {bandwidth("nan"), "bandwidth 'nan' should be"},
      {bandwidth("inf"), "bandwidth 'inf' should be"},
      {bandwidth("1MB"), "bandwidth '1MB' should be"},
      {bandwidth("1MBps,2MBps"), "bandwidth '1MBps,2MBps' should be"},
      {latency("-1us"), "latency '-1us' should be a time of 0 or more"},
      {latency("nan"), "latency 'nan' should be"},
      {latency("5 parsecs"), "latency '5 parsecs' should be"},
      {cluster(R"(radical="0-2147483647")"), "stands for 2147483648 hosts, should be"},
      {cluster(R"(radical="5-3")"), "radical '5-3' should be a list of numbers"},
      {cluster(R"(radical="0-15x")"), "radical '0-15x' should be a list of numbers"},
      {cluster(R"(radical="0-3" topology="TORUS" topo_parameters="99999,1,1")"),
       "topo_parameters '99999,1,1' should be"},
      {to_xml({.routing = "Star"}), R"(<zone id="z"> routing 'Star' should be Full)"},
      {to_xml({.route = "", .routing = "Dijkstra"}),
       "'Dijkstra' should come with a route at least"},
      {to_xml({.routing = "Wifi"}), "routing 'Wifi': Wi-Fi is not modelled"},
      {to_xml({.link = R"(sharing_policy="WIFI")"}),
       "sharing_policy 'WIFI': Wi-Fi is not modelled"},
      {to_xml({.host = R"(speed_file="x")"}), R"(<host id="a"> speed_file 'x' cannot be read)"},
      {to_xml({.host = R"(availability_file="x")"}), "availability_file: no model supports it"},
      {to_xml({.host = R"(state_file="x")"}), R"(<host id="a"> state_file: no model supports it)"},
      {to_xml({.link = R"(bandwidth_file="no/such")"}), "bandwidth_file 'no/such' cannot be read"},
      {to_xml({.link = R"(bandwidth_file="/no/such")"}),
       "should be a path from the platform's own"},
      {cluster(R"(radical="0-7" loopback_lat="1us")"),
       "has a loopback_lat without a loopback_bw, should have both"},
      {cluster(R"(radical="0-7" topology="TORUS" topo_parameters="2,2")"),
       "topo_parameters '2,2' are for 4 hosts, should be for the 8 of its radical"},
      {cluster(R"(radical="0-7" topology="FAT_TREE" topo_parameters="2;4,4;1,2;1,1")"),
       "are for 16 hosts, should be for the 8"},
      {cluster(R"(radical="0-7" topology="DRAGONFLY" topo_parameters="3,1;2,1;2,1;1")"),
       "are for 12 hosts, should be for the 8"},
      {more(R"(<trace id="t" file="" periodicity="1">0 1</trace>)"),
       R"(line 9: <trace id="t"> cannot be connected to anything in SimGrid)"},
      {more(R"(<trace_connect kind="LATENCY" trace="t" element="l"/>)"),
       R"(<trace_connect element="l"> cannot be connected)"},
      {more("<host id=\"a\tb\" speed=\"1Mf\"/>"), "id 'a\\tb' has a control character"},
      {more("<host id=\"a\nb\" speed=\"1Mf\"/>"), "id 'a\\nb' has a control character"},
      {more(R"(<host id="" speed="1Mf"/>)"), "should have a name"},
      {more(R"(<host id="c" id="d" speed="1Mf"/>)"), "has the attribute id twice"},
      {to_xml({.after = R"(</zone><actor host="a" function="f"/><zone id="y" routing="Full">)"}),
       "<actor> is a program, and programs in a platform file are not run"},
      {to_xml({.after = R"(</zone><process host="a" function="f"/><zone id="y" routing="Full">)"}),
       "<process> is a program, and programs in a platform file are not run"},
      {more("<frob/>"), "line 9: <frob> is no element of a SimGrid platform"},
      {more(R"(<storage id="s"/>)"), R"(<storage id="s"> is no longer part of a SimGrid platform)"},
      {property("Eldest:service", "poll"),
       R"(line 5: <prop id="Eldest:service"> should begin with)"},
      {property("ELDEST:service", "poll"), "should begin with eldest:"},
      {property("eldest-service", "poll"), "should begin with eldest:"},
      {property("eldset:service", "poll"), "should begin with eldest:"},
      {property(" eldest:service", "poll"), "should begin with eldest:"},
      {property("eldest:servce", "poll"), "property eldest:servce: there is no such property"},
      {property("eldest:service", "Poll"), "'Poll' is not interrupt, poll or hardware"},
      {property("eldest:service-time", "-1us"), "'-1us' is not a time"},
      {property("eldest:service-time", "1e300s"), "'1e300s' is not a time"},
      {property("eldest:service", R"(poll"/><prop id="eldest:service" value="interrupt)"),
       R"(comes twice in <zone id="z">)"},
      {more(R"(<link id="m" bandwidth="1MBps">)" + test::property("service", "poll") + "</link>"),
       R"(has no effect in <link id="m">; it should be in a host or a zone)"},
      {to_xml(
           {.after = R"(</zone><zone id="y" routing="Full">)" + test::property("service", "poll")}),
       R"(has no effect in <zone id="y">, which has no hosts)"},
      {setting("cpu/model", "x"), "setting cpu/model: 'x' should be Cas01"},
      {setting("network/model", "x"),
       "setting network/model: 'x' should be CM02, LV08, SMPI or IB"},
      {setting("network/model", "help"), "setting network/model: 'help' should be"},
      {setting("network/model", "ns-3"), "setting network/model: 'ns-3' should be"},
      {property("eldest:lock-round-trips", "2147483647"),
       "eldest:lock-round-trips: '2147483647' is not a whole number from 0 to 16"},
      {setting("surf/precision", "0"), "setting surf/precision: '0' should be a number from"},
      {setting("precision/timing", "-1"), "setting precision/timing: '-1' should be"},
      {setting("network/latency-factor", "0"), "setting network/latency-factor: '0' should be"},
      {setting("network/crosstraffic", "maybe"), "'maybe' should be yes or no"},
      {setting("network/solver", "bmf"), "setting network/solver: 'bmf' should be maxmin or"},
      {setting("no/such", "1"), "'no/such': no such setting; supported are network/model"},
      {setting("network/modell", "CM02"), "no such setting (did you mean network/model?)"},
      {setting("smpi/host_speed", "1f"), "no such setting (did you mean smpi/host-speed?)"},
      {setting("plugin", "cmonkey"), "setting plugin: 'cmonkey' should be one that changes no"},
      {setting("plugin/dvfs/governor", "powersave"), "'powersave' should be performance"},
      {setting("host/model", "ptask_L07"), "'ptask_L07' should be default or compound"},
      {to_xml(
           {.before = config("network/crosstraffic", "1") + config("network/crosstraffic", "0")}),
       "comes twice"},
      {R"(<platform version="4.1"><zone id="z" routing="Full"/></platform>)",
       "line 1: <platform> should come after <!DOCTYPE platform"},
      {"<!DOCTYPE platform SYSTEM \"x\">\n<platform version=\"3\"/>",
       "version '3' should be 4.1; SimGrid's program simgrid_update_xml converts the file"},
      {more(R"(<cabinet id="c" prefix="c" suffix="" radical="0-3" speed="1Mf" bw="0" lat="1us"/>)"),
       R"(<cabinet id="c"> bw '0' should be a bandwidth above 0)"},
      {more(R"(<peer id="p" speed="1Mf" bw_in="1MBps" bw_out="fast" coordinates="0 0 0"/>)"),
       R"(<peer id="p"> bw_out 'fast' should be a bandwidth above 0)"},
      {more(R"(<peer id="p" speed="1Mf" bw_in="1MBps" bw_out="1MBps" coordinates="0 0"/>)"),
       "coordinates '0 0' should be three numbers separated by spaces"},
      {setting("surf/precision", "fine"), "setting surf/precision: 'fine' should be a number from"},
      {setting("network/optim", "TI"), "setting network/optim: 'TI' should be"},
      {setting("smpi/bw-factor", "0:0"), "setting smpi/bw-factor: '0:0' should be"},
      {setting("network/weight-S", "-1"), "setting network/weight-S: '-1' should be"},
      {to_xml({.link = R"(sharing_policy="SPLITDUPLEX")"}),
       R"(line 9: <link_ctn id="l"> should have a direction, UP or DOWN, because its link)"},
  };
  for (const auto& [xml, said] : mistakes) {
    CAPTURE(xml);
    const test::TemporaryFile file(xml);
    try {
      (void)read_platform_file(file.path());
      FAIL_CHECK("nothing was thrown");
    } catch (const InputError& error) {
      CHECK(error.subject() == Subject::platform);
      CHECK_THAT(error.message(),
                 Catch::StartsWith(file.path() + ", line ") && Catch::Contains(said));
      CHECK(error.message().find('\n') == std::string::npos);
    }
  }
}

TEST_CASE("zones in zones are checked to a depth that SimGrid survives") {
  const auto nested = [](int zones) {
    std::string xml = R"(<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
)";
    for (int i = 0; i < zones; ++i)
      xml += fmt::format("<zone id=\"z{}\" routing=\"Full\">\n", i);
    xml += R"(<host id="a" speed="1Gf" core="2"/>)";
    for (int i = 0; i < zones; ++i)
      xml += "</zone>";
    return xml + "</platform>";
  };
  CHECK(notes_of(nested(198)).size() == 1); // the platform, the zones and the host: 200
  for (const int zones : {199, 10'000})
    CHECK_THAT(error_of(nested(zones)).message(),
               Catch::Contains("line 202: <host id=\"a\"> is nested 201 elements deep, should be "
                               "200 at most") ||
                   Catch::Contains("line 202: <zone id=\"z199\"> is nested 201 elements deep"));
}

TEST_CASE("what SimGrid does not survive is an error of the platform, in a line") {
  const std::vector<MistakenFile> mistakes{
      {to_xml({.route = ""}), "no route from host a to host b"},
      {to_xml({.route = R"(<route src="a" dst="b" symmetrical="NO"><link_ctn id="l"/></route>)"}),
       "no route from host b to host a"},
      {to_xml({.route = "", .routing = "Floyd"}), "no route from host a to host b"},
      {to_xml({.route = "", .routing = "None"}), "There can't be route in an Empty zone"},
      {to_xml({.route = "", .routing = "Vivaldi"}),
       "any SimGrid program crashes or hangs on it: Please specify"},
      {to_xml({.route = R"(<route src="a" dst="b"/>)"}), "Empty route (between a and b)"},
      {to_xml({.route = R"(<route src="a" dst="x"><link_ctn id="l"/></route>)"}),
       "line 9: Route dst='x' should be a host or a router before it"},
      {to_xml({.route = R"(<route src="a" dst="b"><link_ctn id="x"/></route>)"}), "x"},
      {to_xml({.more = R"(<host id="a" speed="1Mf"/>)"}), "second host named 'a'"},
      {to_xml({.link = R"(colour="red")"}), "line 8: Invalid XML"},
      {cluster(R"(radical="0-7" topology="FAT_TREE" topo_parameters="3;8;1;1")"), ""},
  };
  for (const auto& [xml, said] : mistakes) {
    for (const auto& model : models()) {
      CAPTURE(xml, model.name);
      const auto error = error_of(xml, model);
      CHECK(error.subject() == Subject::platform);
      CHECK_THAT(error.message(), Catch::Contains(said));
    }
  }
}

TEST_CASE("a load that does not end is an error of the platform") {
  const test::TemporaryFile file(to_xml(TwoHosts{}));
  std::optional<TaskResult> outcome;
  const auto spin = []() -> Json {
    volatile int spins = 0;
    while (true)
      spins = spins + 1;
  };
  outcome =
      run_in_child_processes({spin}, 1, [](std::size_t) {}, nullptr, {.cpu_seconds = 1}).front();
  REQUIRE(outcome->last_words);
  CHECK_THAT(*outcome->last_words, Catch::Contains("signal 24"));
}

TEST_CASE("a profile that cannot be is an error of its link") {
  const std::vector<MistakenFile> mistakes{
      {"0 0\n", "'0' should be a bandwidth above 0"},
      {"0 1000\n1 -5\n", "'-5' should be a bandwidth above 0"},
      {"5 1000\n1 1000\n", "'1' should be a date in seconds, not before the last one"},
      {"0 1000\nPERIODICITY 0\n", "should not repeat at once"},
      {"0 1000\nLOOPAFTER 0\n", "should not repeat at once"},
      {"0 1000\nLOOPAFTER -1\n", "'-1' should be a time in seconds"},
      {"0 1000\nLOOPAFTER 1\nPERIODICITY 1\n", "should have either a period or a time after which"},
      {"0 1000\n9 2000\nPERIODICITY 5\n",
       "should not have a period of 5 s, less than its last date"},
      {"STOCHASTIC\nDET 0 UNIF 1 2\n", "'STOCHASTIC' should be a date and a value"},
      {"", "has no values"},
  };
  for (const auto& [profile, said] : mistakes) {
    const test::TemporaryFile values(profile, ".txt");
    const test::TemporaryFile file(
        to_xml({.link = fmt::format(R"(bandwidth_file="{}")", file_name(values))}));
    CAPTURE(profile);
    CHECK_THROWS_WITH(read_platform_file(file.path()),
                      Catch::Contains(R"(<link id="l"> bandwidth_file)") && Catch::Contains(said));
  }
}

TEST_CASE("a profile says what its values should be") {
  for (const auto& [attribute, said] : std::vector<std::pair<std::string, std::string>>{
           {"latency_file", "'-1' should be a latency of 0 or more, in seconds"},
           {"state_file", "'-1' should be 0 for off, or above 0 for on"}}) {
    const test::TemporaryFile values("0 -1\n", ".txt");
    const test::TemporaryFile file(
        to_xml({.link = fmt::format(R"({}="{}")", attribute, file_name(values))}));
    CHECK_THROWS_WITH(read_platform_file(file.path()), Catch::Contains(said));
  }
  const test::TemporaryFile values("0 -1\n", ".txt");
  const test::TemporaryFile file(
      to_xml({.host = fmt::format(R"(speed_file="{}")", file_name(values))}));
  CHECK_THROWS_WITH(read_platform_file(file.path()),
                    Catch::Contains("'-1' should be a factor of the speed, 0 or more"));
}

TEST_CASE("hosts that are used together must agree in their properties") {
  const test::TemporaryFile file(
      to_xml({.more = R"(<host id="c" speed="1Mf">)" + test::property("service", "poll") +
                      R"(</host><link id="m" bandwidth="1MBps" latency="1us"/>)",
              .route = R"(<route src="a" dst="b"><link_ctn id="l"/></route>)"
                       R"(<route src="a" dst="c"><link_ctn id="m"/></route>)"
                       R"(<route src="b" dst="c"><link_ctn id="m"/></route>)"}));
  const auto platform = read_platform_file(file.path());
  CHECK(inspect_platform(platform, 2).notes.size() == 1); // the third host is not used
  CHECK_THROWS_WITH(inspect_platform(platform, 3),
                    Catch::Contains("hosts a and c differ in their eldest: properties"));
}

TEST_CASE("loggp refuses what it does not support, and says what to do") {
  const test::TemporaryFile profile("0 1000\n", ".txt");
  const auto changing = [&](std::string_view attribute) {
    return to_xml({.link = fmt::format(R"({}="{}")", attribute, file_name(profile))});
  };
  const std::vector<MistakenFile> refused{
      {to_xml({.before = config("network/model", "LV08")}),
       "loggp: the platform's network/model is LV08, but must be CM02, or the model flow"},
      {to_xml({.before = config("network/latency-factor", "2")}),
       "latency-factor is 2, but must be 1"},
      {to_xml({.before = config("network/bandwidth-factor", "0.5")}), "bandwidth-factor is 0.5"},
      {to_xml({.before = config("network/TCP-gamma", "1000")}), "TCP-gamma is 1000, but must be 0"},
      {to_xml({.before = config("network/crosstraffic", "1")}),
       "crosstraffic is 1, but must be no"},
      {to_xml({.before = config("network/weight-S", "8")}), "weight-S is 8, but must be 0"},
      {changing("bandwidth_file"),
       R"(<link id="l"> bandwidth_file: the model does not support changes)"},
      {changing("latency_file"), "latency_file: the model does not support"},
      {changing("state_file"), "state_file: the model does not support"},
  };
  for (const auto& [xml, said] : refused) {
    CAPTURE(xml);
    CHECK(std::string(error_of(xml).what()) == "nothing was thrown");
    const auto error = error_of(xml, Model::loggp);
    CHECK(error.subject() == Subject::model);
    CHECK_THAT(error.message(), Catch::Contains(said));
  }
  for (const auto& neutral :
       {config("network/latency-factor", "1.0"), config("network/crosstraffic", "no"),
        config("network/model", "CM02")})
    CHECK(std::string(error_of(to_xml({.before = neutral}), Model::loggp).what()) ==
          "nothing was thrown");
}

TEST_CASE("flow follows profiles of links and factors") {
  constexpr double unchanged = 1e-3 + 5e-6; // 1000 bytes at 1 MB/s, and the latency
  const auto seconds = [](std::string_view attribute, std::string_view profile, double start) {
    const test::TemporaryFile values(profile, ".txt");
    return message_seconds(
        to_xml({.property = "", .link = fmt::format(R"({}="{}")", attribute, file_name(values))}),
        start);
  };
  CHECK(seconds("bandwidth_file", "0.01 100000\n", 0) == Approx(unchanged));
  CHECK(seconds("bandwidth_file", "0.01 100000\n", 0.02) == Approx(1e-2 + 5e-6));
  CHECK(seconds("latency_file", "0.01 0.003\n", 0.02) == Approx(1e-3 + 3e-3));
  CHECK(seconds("state_file", "0.01 0\n", 0) == Approx(unchanged));
  CHECK_THROWS_WITH(seconds("state_file", "0.01 0\n", 0.02), Catch::Contains("deadlock"));
  CHECK(seconds("state_file", "0.01 0\n0.02 1\n", 0.03) == Approx(unchanged));
  // A link that changes forever does not hide a deadlock.
  constexpr auto forever = "0.01 0\n0.02 1\nPERIODICITY 0.03\n";
  CHECK_THROWS_WITH(seconds("state_file", forever, 0.015), Catch::Contains("deadlock"));
  CHECK(seconds("state_file", forever, 0.025) == Approx(unchanged));
  CHECK(message_seconds(to_xml({.before = config("network/latency-factor", "200"), .property = ""}),
                        0) == Approx(1e-3 + 1e-3));
}

TEST_CASE("a platform is known by its text and its profiles, wherever they are") {
  const PlatformText text{
      "m.xml", to_xml({.link = R"(bandwidth_file="../p.txt")"}), {{"../p.txt", "0.01 100000\n"}}};
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("eldest-test-{}-profile", ::getpid());
  std::filesystem::create_directories(folder / "below");
  std::ofstream(folder / "p.txt") << text.profiles.at("../p.txt");
  std::ofstream(folder / "below/m.xml") << text.text;
  const auto file = read_platform_file((folder / "below/m.xml").string());
  std::filesystem::remove_all(folder);
  CHECK(file.profiles == text.profiles);
  CHECK(read_platform_text(text, "there").digest == file.digest);
  auto other = text;
  other.profiles["../p.txt"] = "0.01 200000\n";
  CHECK(read_platform_text(other, "there").digest != file.digest);
  other.profiles.clear();
  CHECK_THROWS_WITH(
      read_platform_text(other, "there"),
      "platform there, line 8: <link id=\"l\"> bandwidth_file '../p.txt' is not beside the "
      "platform's text");
}

TEST_CASE("SimGrid loads a platform that is no file, of which nothing remains") {
  const PlatformText text{
      "m.xml", to_xml({.link = R"(bandwidth_file="../p.txt")"}), {{"../p.txt", "0.01 100000\n"}}};
  const auto platform = read_platform_text(text, "there");
  std::filesystem::path folder;
  {
    const LoadableFile file(platform);
    folder = std::filesystem::path(file.path()).parent_path();
    CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 2);
  }
  CHECK_FALSE(std::filesystem::exists(folder));
  CHECK(inspect_platform(platform, 2).hosts == 2);
  CHECK_THROWS_WITH(inspect_platform(platform, 3), Catch::Contains("there has 2 hosts"));
}

TEST_CASE("only the speed in use must be above 0") {
  CHECK(notes_of(to_xml({.speed = "1Mf,0.5Mf,0f"})).empty());
  CHECK(notes_of(to_xml({.host = R"(pstate="1")", .speed = "0f,1Mf"})).empty());
  CHECK_THAT(error_of(to_xml({.host = R"(pstate="1")", .speed = "1Mf,0f"})).message(),
             Catch::Contains("speed '0f' should be a speed above 0"));
  CHECK_THAT(error_of(to_xml({.speed = "1Mf,-1f"})).message(),
             Catch::Contains("speed '-1f' should be a speed of 0 or more"));
}

TEST_CASE("coordinates give a route its latency, without links") {
  constexpr auto* between = R"(<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="z" routing="Vivaldi">
<host id="north" speed="1Gf" coordinates="0 0 {0}"/>
<host id="south" speed="2Gf" coordinates="{1} 40 {0}"/>
</zone></platform>
)";
  const auto model = GENERATE(Model::flow, Model::loggp);
  CAPTURE(model.name);
  // 30 and 40 ms apart, with a height of 1 ms each.
  CHECK(message_seconds(fmt::format(between, 1, 30), 0, model) == Approx(0.052));
  CHECK_THAT(error_of(R"(<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="z" routing="Vivaldi">
<host id="a" speed="1Gf" coordinates="5 5 0"/><host id="b" speed="1Gf" coordinates="5 5 0"/>
</zone></platform>
)",
                      model)
                 .message(),
             Catch::Contains("no route from host a to host b"));
}

TEST_CASE("a route that is missing is found when it is first needed") {
  const auto model = GENERATE(Model::flow, Model::loggp);
  CAPTURE(model.name);
  CHECK_THROWS_AS(message_seconds(to_xml({.route = ""}), 0, model), InputError);
}

TEST_CASE("notes say what is not given or not used") {
  CHECK(notes_of(to_xml(TwoHosts{})).empty());
  const auto none = notes_of(to_xml({.property = ""}));
  REQUIRE(none.size() == 1);
  CHECK_THAT(none[0], Catch::StartsWith("no eldest: properties"));
  const auto no_latency = notes_of(to_xml({.latency = "0us"}));
  REQUIRE(no_latency.size() == 1);
  CHECK(no_latency[0] == "the route from host a to host b has no latency");
  const auto unused = notes_of(to_xml(
      {.more = R"(<host id="c" speed="1Mf">)" + test::property("service", "poll") + "</host>"}));
  REQUIRE(unused.size() == 1);
  CHECK(unused[0] == "host c, which is not used, has other properties");
  const auto setting = notes_of(to_xml({.before = config("cpu/optim", "Full")}));
  REQUIRE(setting.size() == 1);
  CHECK(setting[0] == "the setting cpu/optim is not used");
  const auto loopback = notes_of(to_xml({.before = config("network/loopback-lat", "1")}));
  REQUIRE(loopback.size() == 1);
  CHECK(loopback[0] == "the setting network/loopback-lat is not used");
  CHECK(notes_of(to_xml({.before = config("smpi/bw-factor", "0:0.5")})).size() == 1);
}

TEST_CASE("settings of SimGrid that change nothing here are noted and have no effect") {
  std::string properties;
  std::size_t settings = 0;
  for (const auto name : unused_settings()) {
    REQUIRE(harmless_value(name));
    if (name.starts_with("model-check/")) // SimGrid refuses some of them except in simgrid-mc
      continue;
    ++settings;
    properties += fmt::format(R"(<prop id="{}" value="a value, of any kind"/>)", name);
  }
  const TwoHosts file{.before = "<config>" + properties + "</config>",
                      .property = test::property("lock-time", "0")};
  const auto notes = notes_of(to_xml(file));
  CHECK(notes.size() == settings);
  CHECK(std::ranges::count(notes, "the setting tracing/uncategorized is not used") == 1);
  CHECK(message_seconds(to_xml(file), 0) == Approx(1e-3 + 5e-6));
  CHECK(std::ranges::is_sorted(unused_settings()));
  CHECK(harmless_value("network/model") == std::nullopt);

  const test::TemporaryFile plain(to_xml(TwoHosts{}));
  auto platform = read_platform_file(plain.path());
  override_setting(platform, "tracing:yes");
  CHECK(platform.notes == std::vector<std::string>{"the setting tracing is not used"});
  CHECK(inspect_platform(platform, 2).hosts == 2);
}

TEST_CASE("settings can be overridden, with a note") {
  const test::TemporaryFile file(to_xml({.before = config("network/latency-factor", "200"),
                                         .property = test::property("lock-time", "0")}));
  auto platform = read_platform_file(file.path());
  override_setting(platform, "network/latency-factor:1");
  CHECK(*platform.setting("network/latency-factor") == "1");
  CHECK(platform.notes == std::vector<std::string>{"network/latency-factor is 1 instead of 200"});
  override_setting(platform, "network/crosstraffic:yes");
  CHECK(platform.notes.back() ==
        "network/crosstraffic is yes instead of 0, on which the models rely");
  const double seconds = run_in_child_process([&]() -> Json {
                           MachineSettings settings;
                           settings.tables.entries = 64;
                           SimulatedMachine machine(platform, 2, settings);
                           machine.run([](SimulatedProcessor& processor) {
                             if (processor.rank() == 0)
                               processor.send(1, Message{0, 1000, {}});
                             else
                               (void)processor.wait();
                           });
                           return machine.time();
                         }).get<double>();
  CHECK(seconds == Approx(1.05e-3 + 5e-6)); // acknowledgements take a twentieth
  CHECK_THROWS_WITH(override_setting(platform, "nothing"),
                    Catch::Contains("a setting and its value"));
  CHECK_THROWS_WITH(override_setting(platform, "network/model:x"),
                    Catch::Contains("should be CM02"));
}
