#include "sim/sweeps/gnuplot.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/one_line.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace eldest {

std::string unquoted(std::string_view text) {
  auto line = on_one_line(text);
  boost::replace_all(line, "\"", "”");
  boost::replace_all(line, "'", "’");
  return line;
}

std::string gnuplot_text(std::string_view text) { return fmt::format("'{}'", unquoted(text)); }

void run_gnuplot(const std::string& commands, const OutputFolder& folder) {
  constexpr const char* script_name = "figures.gnuplot";
  folder.write(script_name, commands);
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  int error = ::posix_spawn_file_actions_addchdir_np(&actions, folder.staging_folder().c_str());
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    if (error == 0)
      error = ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  }
  std::string program = "gnuplot";
  std::string script = script_name;
  const std::array<char*, 3> words{program.data(), script.data(), nullptr};
  pid_t process = 0;
  if (error == 0)
    error = ::posix_spawnp(&process, "gnuplot", &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw RunError(fmt::format("gnuplot, which draws the figures: {}", std::strerror(error)));
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0)
    throw RunError(fmt::format("gnuplot cannot execute {}", script));
}

void check_whole(const std::filesystem::path& file, std::string_view end) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!boost::trim_right_copy(text).ends_with(end))
    throw RunError(fmt::format("gnuplot has not drawn the whole of {}: is there room for it?",
                               file.filename().string()));
}

} // namespace eldest
