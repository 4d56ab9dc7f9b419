#include "sim/cli/command_line.hpp"

#include "sim/cli/command_list.hpp"
#include "sim/cli/help/help.hpp"
#include "sim/cli/options/reading.hpp"
#include "sim/cli/reports/printed.hpp"
#include "sim/cli/reports/style.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/cluster_search.hpp"
#include "sim/machines/cluster/cluster_program.hpp"
#include "sim/platform_files/missing_route.hpp"
#include "sim/system/out_of_memory.hpp"
#include "sim/system/task.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/program_options/variables_map.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {
namespace {

void run(const std::vector<std::string>& words) {
  if (words.empty())
    throw InputError("no command; see eldest --help");
  const auto rest = std::span(words).subspan(1);
  if (words[0] == "--help" || words[0] == "-h")
    return execute(find_command(commands(), "help"), rest);
  if (words[0] == "--version" || words[0] == "-V") {
    std::cout << fmt::format("eldest {}\n", version);
    return;
  }
  execute(find_command(commands(), words[0]), rest);
}

/// Returns the option that sets the subject of an error.
std::string_view option_for(Subject subject) {
  switch (subject) {
  case Subject::algorithm:
    return "--algorithm";
  case Subject::failures:
    return "--failures";
  case Subject::hosts:
    return "--hosts";
  case Subject::model:
    return "--model";
  case Subject::output:
    return "--out";
  case Subject::platform:
    return "--platform";
  case Subject::position:
    return "--position";
  case Subject::processors:
    return "--processors";
  case Subject::trace:
    return "--trace";
  case Subject::tree:
    return "--tree";
  }
  return "";
}

/// Returns the line that reports an error. It begins with the option that sets the error's subject.
std::string line_of(const Error& error) {
  const auto subject = error.subject();
  if (!subject)
    return error.what();
  const auto message = error.message();
  return fmt::format("{} {}{}", option_for(*subject), message,
                     message.ends_with(routes_needed) ? "; --hosts chooses them" : "");
}

/// Prints the line of an error on standard error, on a terminal broken at words. Returns `status`,
/// the exit status.
int fail(int status, std::string_view message) {
  constexpr std::string_view name = "eldest:";
  const auto style = Style::of(STDERR_FILENO);
  auto line = message_line(message);
  if (::isatty(STDERR_FILENO) == 1)
    line = style.paragraph(line, 2, name.size() + 1);
  std::fputs(fmt::format("{} {}\n", style.error(name), line).c_str(), stderr);
  return status;
}

/// Runs a command and flushes its output. Returns the exit status: 0, or what `on_error(status,
/// line)` returns for an error.
template <class Command, class OnError> int status_of(Command command, OnError on_error) {
  try {
    command();
    write_printed();
    return 0;
  } catch (const InputError& error) {
    return on_error(2, line_of(error));
  } catch (const Error& error) {
    return on_error(1, line_of(error));
  } catch (const std::bad_alloc&) {
    return on_error(1, out_of_memory);
  } catch (const std::exception& error) {
    return on_error(1, error.what());
  }
}

/// Returns true if several processes execute the command together.
bool is_for_cluster(const std::vector<std::string>& words) {
  return std::ranges::find(words, "--cluster") != words.end();
}

/// Runs a command in each of the processes. If a process has an error before the processes compare
/// their settings (see `meet`), all of them fail with this error. The first process prints it.
int run_on_cluster(const std::vector<std::string>& words) {
  ClusterNetwork* network = nullptr;
  const int joined = status_of([&] { network = &cluster_network(); },
                               [](int status, const auto& line) {
                                 return fail(status, fmt::format("--cluster: {}", line));
                               });
  if (joined != 0)
    return joined;
  const bool is_first = network->rank() == 0;
  return status_of(
      [&] {
        if (!is_first)
          network->discard_output();
        const auto outcome = attempt([&]() -> Json {
          run(words);
          return {};
        });
        if (!network->has_met())
          meet(*network, outcome);
        static_cast<void>(result_of(outcome));
      },
      [&](int status, const auto& line) { return is_first ? fail(status, line) : status; });
}

} // namespace

void execute(const Command& command, std::span<const std::string> words) {
  boost::program_options::variables_map values;
  read_options(command.name, command.options(), words, commands(), values);
  if (values.count("help") != 0)
    std::cout << command_help(command, values["help"].as<std::string>(), Style::of(STDOUT_FILENO));
  else
    command.run(values);
}

int execute_command_line(const std::vector<std::string>& words) {
  return is_for_cluster(words) ? run_on_cluster(words) : status_of([&] { run(words); }, fail);
}

} // namespace eldest
