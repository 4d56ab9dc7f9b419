#include "sim/system/process.hpp"

#include "trees/base/errors.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fstream>

namespace eldest {

Descriptor::~Descriptor() {
  if (number_ >= 0)
    ::close(number_);
}

PipeEnds make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    fail_with_reason("cannot make a pipe for a search");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool has_input(int descriptor) {
  pollfd input{descriptor, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0;
}

bool read_some(int descriptor, std::string& text) {
  std::array<char, 4096> buffer{};
  const auto size = ::read(descriptor, buffer.data(), buffer.size());
  if (size < 0 && errno != EINTR)
    fail_with_reason("cannot read the output of a search");
  if (size < 0)
    return true;
  text.append(buffer.data(), static_cast<std::size_t>(size));
  return size > 0;
}

void end_with(int parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL); // NOLINT: it takes as many arguments as it needs
  if (::getppid() != parent)
    ::_exit(1);
}

std::string state_of(std::int64_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text, '\0'); // an iterator would throw for a process that just ends
  constexpr std::string_view end_of_name = ") "; // a name may have these characters in it, too
  const auto end = text.rfind(end_of_name);
  return end == std::string::npos ? "" : text.substr(end + end_of_name.size());
}

int wait_for_end(int process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR)
      fail_with_reason("cannot wait for a search");
  }
  return status;
}

std::string how_it_ended(int status) {
  return WIFSIGNALED(status)
             ? fmt::format("signal {} ({})", WTERMSIG(status), sigdescr_np(WTERMSIG(status)))
             : fmt::format("exit status {}", WEXITSTATUS(status));
}

void fail_with_reason(std::string_view what) {
  throw RunError(fmt::format("{}: {}", what, std::strerror(errno)));
}

} // namespace eldest
