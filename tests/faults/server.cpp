// Executes commands in processes that it forks, so that each command finds SimGrid loaded. To load
// SimGrid takes longer than most commands. Its constructors are left alone in any case.
#include "tests/faults/calls.hpp"

#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace eldest::faults {
namespace {

/// The driver's socket, on which the server receives commands and sends what became of them.
constexpr int socket_file = STDIN_FILENO;

/// A command that the driver sends.
struct Command {
  std::vector<std::string> texts; ///< the plan, the folder, and the words of the command line
  std::array<int, 3> streams{};   ///< standard input, output and error
};

/// Splits a text in which a null byte ends each part.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    parts.emplace_back(text.substr(0, text.find('\0')));
    text.remove_prefix(std::min(text.size(), parts.back().size() + 1));
  }
  return parts;
}

/// Receives a command. Returns nothing if the driver has ended.
std::optional<Command> receive() {
  constexpr std::size_t most_bytes = 65536;
  std::string text(most_bytes, '\0');
  Command command;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof command.streams)> files{};
  iovec part{text.data(), text.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = files.data();
  message.msg_controllen = files.size();
  const auto bytes = ::recvmsg(socket_file, &message, 0);
  if (bytes <= 0 || message.msg_controllen < files.size())
    return std::nullopt;
  std::memcpy(command.streams.data(), CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof command.streams);
  text.resize(static_cast<std::size_t>(bytes));
  command.texts = parts_of(text);
  return command;
}

/// Executes a command in this process, in a session of its own. Ends the process with the command's
/// exit status. Leaves out the destructors of static objects, almost all of them SimGrid's, which
/// take longer than a small command.
[[noreturn]] void execute(Main* program, Command command, char** environment) {
  ::setsid();
  for (std::size_t stream = 0; stream < command.streams.size(); ++stream)
    ::dup2(command.streams[stream], static_cast<int>(stream));
  std::ranges::for_each(command.streams, ::close);
  std::vector<char*> words;
  for (std::size_t word = 2; word < command.texts.size(); ++word)
    words.push_back(command.texts[word].data());
  words.push_back(nullptr);
  if (::chdir(command.texts[1].c_str()) != 0)
    ::_exit(EXIT_FAILURE);
  start(command.texts[0]);
  const int status = program(static_cast<int>(words.size()) - 1, words.data(), environment);
  (void)std::fflush(nullptr);
  ::_exit(status);
}

/// Tells the driver a number.
void tell(int number) { (void)::send(socket_file, &number, sizeof number, MSG_NOSIGNAL); }

} // namespace

int serve(Main* program, const char* module, char** environment) {
  (void)::dlopen(module, RTLD_NOW | RTLD_LOCAL);
  while (auto command = receive()) {
    const auto process = ::fork();
    if (process == 0)
      execute(program, *std::move(command), environment);
    std::ranges::for_each(command->streams, ::close);
    tell(process);
    int status = 0;
    ::waitpid(process, &status, 0);
    tell(status);
  }
  return EXIT_SUCCESS;
}

} // namespace eldest::faults
