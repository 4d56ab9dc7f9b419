#include "sim/cli/help/help.hpp"

#include "algorithms/registry.hpp"
#include "sim/cli/command_list.hpp"
#include "sim/cli/help/completion.hpp"
#include "sim/cli/help/man_page.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/program.hpp"
#include "trees/base/errors.hpp"

#include <boost/algorithm/string/replace.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace eldest;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

/// Returns the words that bash offers for the last of `words`.
std::set<std::string> offered(const std::string& words) {
  const test::TemporaryFile definition(bash_completion(commands()), ".bash");
  const test::TemporaryFile found("", ".out");
  const test::TemporaryFile script(
      fmt::format("source '{}'\nCOMP_WORDS=({})\nCOMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n"
                  "_eldest\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
                  definition.path(), words),
      ".sh");
  REQUIRE(std::system(fmt::format("cd '{}' && bash '{}' >'{}'", ELDEST_SOURCE_DIR, script.path(),
                                  found.path())
                          .c_str()) == 0); // NOLINT: a shell is what a user has
  const auto lines = lines_of(test::read(found.path()));
  return {lines.begin(), lines.end()};
}

} // namespace

TEST_CASE("every option of every command has its topic, its help and its place in the man page") {
  const auto page = man_page(commands());
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  for (const auto& command : commands()) {
    const auto options = command.options();
    const auto all = command_help(command, "all");
    const auto brief = command_help(command, "");
    for (const auto& group : options.groups()) {
      const auto help = command_help(command, group.topic);
      for (const auto& option : option_texts(group)) {
        CAPTURE(command.name, group.topic, option.name);
        CHECK_FALSE(option.description.empty());
        CHECK(std::ranges::count(option.value, '[') == std::ranges::count(option.value, ']'));
        const auto form = options.is_operand(option.name)
                              ? fmt::format("{} (--{})", option.value, option.name)
                              : option.long_form();
        CHECK(has(help, form));
        CHECK(has(all, form));
        CHECK(has(page, fmt::format("\\fB{}\\fP",
                                    boost::replace_all_copy("--" + option.name, "-", "\\-"))));
        CHECK((is_algorithm(group.topic) || has(brief, "--" + option.name)));
      }
    }
  }
}

TEST_CASE("help fits the terminal") {
  constexpr std::size_t columns = 80;
  const Style style(columns);
  for (const auto& command : commands()) {
    for (const auto& topic : topics_of(command)) {
      for (const auto& line : lines_of(command_help(command, topic, style))) {
        CAPTURE(command.name, topic, line);
        CHECK(line.size() <= columns);
      }
    }
  }
  for (const auto& line : lines_of(program_help(commands(), style)))
    CHECK(line.size() <= columns);
}

TEST_CASE("every option is a topic of its own") {
  for (const auto& command : commands()) {
    const auto options = command.options();
    for (const auto& option : option_texts(options)) {
      CAPTURE(command.name, option.name);
      CHECK(has_help_on(command, option.name));
      CHECK_THAT(command_help(command, option.name), Catch::Contains("--" + option.name));
    }
  }
  CHECK_FALSE(has_help_on(find_command(commands(), "simulate"), "plat"));
}

TEST_CASE("help fits 100 columns, and the short help of a command a screen") {
  for (const auto& command : commands()) {
    CAPTURE(command.name);
    for (const auto& topic : topics_of(command))
      for (const auto& line : lines_of(command_help(command, topic))) {
        CAPTURE(topic, line);
        CHECK(line.size() <= 100);
      }
    const auto lines = lines_of(command_help(command, ""));
    CHECK(lines.size() <= 45);
    for (const auto& line : lines) {
      CAPTURE(line);
      CHECK(line.size() <= 100);
    }
  }
  for (const auto& line : lines_of(program_help(commands())))
    CHECK(line.size() <= 100);
}

TEST_CASE("help on an algorithm has its options and those of no other") {
  const auto& simulate = find_command(commands(), "simulate");
  CHECK_THAT(command_help(simulate, "ybwc"), Catch::StartsWith("ybwc: ") &&
                                                 Catch::Contains("--ybwc-hops ") &&
                                                 !Catch::Contains("--abdada-"));
  CHECK_THAT(command_help(simulate, "negascout"), Catch::Contains("no options of its own"));
  CHECK_THAT(command_help(simulate, "table"),
             Catch::Contains("--tt-entries N") && !Catch::Contains("--depth"));
  CHECK_THROWS_AS(command_help(find_command(commands(), "perft"), "ybwc"), InputError);
}

TEST_CASE("a usage has the operands and what is required") {
  CHECK(usage_of(find_command(commands(), "collect")) ==
        "eldest collect STORE FILE... [OPTION...]");
  CHECK(usage_of(find_command(commands(), "check")) == "eldest check PLATFORM [OPTION...]");
  CHECK(usage_of(find_command(commands(), "compare")) == "eldest compare STORE... [OPTION...]");
  const auto usage = usage_of(find_command(commands(), "simulate"));
  CHECK_THAT(usage, Catch::StartsWith("eldest simulate ") && Catch::Contains(" --depth D ") &&
                        Catch::Contains(" --platform PLATFORM ") &&
                        Catch::EndsWith(" [OPTION...]"));
}

TEST_CASE("bash completes commands, options and the values that are choices") {
  using Words = std::set<std::string>;
  CHECK(offered("eldest sim") == Words{"simulate"});
  CHECK(offered("eldest simulate --alg") == Words{"--algorithm"});
  CHECK(offered("eldest perft --alg") == Words{""});
  CHECK(offered("eldest simulate --algorithm ya") == Words{""});
  CHECK(offered("eldest simulate --algorithm yb") == Words{"ybwc", "ybn"});
  CHECK(offered("eldest simulate --algorithm = yb") == Words{"ybwc", "ybn"});
  CHECK(offered("eldest simulate -a yb") == Words{"ybwc", "ybn"});
  CHECK(offered("eldest sweep x.db --algorithm abdada,ybw") == Words{"abdada,ybwc"});
  CHECK(offered("eldest simulate --tt-depth ''") == Words{"exact", "atleast"});
  CHECK(offered("eldest simulate --model ''") == Words{"flow", "loggp"});
  CHECK(offered("eldest simulate --platform cm5-3") == Words{"cm5-32"});
  CHECK(offered("eldest check cm5-3") == Words{"cm5-32"});
  CHECK(offered("eldest simulate --tree ch") == Words{"chess", "checkers"});
  CHECK(offered("eldest simulate --program cr") == Words{"crafty"});
  CHECK(offered("eldest simulate --help tab") == Words{"table"});
  CHECK(offered("eldest run --quiescence ''") == Words{"yes", "no"});
  CHECK(offered("eldest simulate --config READ") == Words{"README.md"});
  CHECK(offered("eldest report x.db --out sim/cl") == Words{"sim/cli"});
  CHECK(offered("eldest list plat") == Words{"platforms"});
  CHECK(offered("eldest help cal") == Words{"calibrate"});
  const auto bash = bash_completion(commands());
  const auto zsh = zsh_completion(commands());
  for (const auto& command : commands()) {
    for (const auto& option : option_texts(command.options())) {
      CAPTURE(command.name, option.name);
      CHECK(bash.find("--" + option.name) != std::string::npos);
      CHECK(zsh.find("--" + option.name) != std::string::npos);
    }
  }
}

TEST_CASE("zsh completes options by their names and by the letters of those that have one") {
  const auto zsh = zsh_completion(commands());
  CHECK(zsh.find('\0') == std::string::npos);
  CHECK(zsh.find("'*--algorithm'") != std::string::npos);
  CHECK(zsh.find("'*-a'") != std::string::npos);
  CHECK(zsh.find("'*--tt-depth'") != std::string::npos);
}
