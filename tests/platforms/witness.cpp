// A plain SimGrid program, which shares no code with eldest, as a witness of what messages take.
//
//     witness PLATFORM FROM TO BYTES... [--cfg=KEY:VALUE...]
//
// Sends messages of these sizes from one host to another, one after the other. Prints the seconds
// of each in a line of its own. Without hosts, prints the names of all hosts.
#include <fmt/format.h>
#include <simgrid/s4u.hpp>

#include <iostream>
#include <string>
#include <vector>

namespace s4u = simgrid::s4u;

/// Declares the settings of SMPI, which a platform file may have. SimGrid's header of it would
/// replace MPI's names.
extern "C" void smpi_init_options();

namespace {

void send(s4u::Mailbox* mailbox, const std::vector<std::string>& sizes) {
  static int content = 0; // a message must have one
  for (const auto& bytes : sizes) {
    const double start = s4u::Engine::get_clock();
    mailbox->put(&content, std::stoull(bytes));
    std::cout << fmt::format("{:.17g}\n", s4u::Engine::get_clock() - start);
  }
}

void receive(s4u::Mailbox* mailbox, std::size_t messages) {
  for (std::size_t i = 0; i < messages; ++i)
    static_cast<void>(mailbox->get<int>());
}

} // namespace

int main(int count, char** words) {
  s4u::Engine engine(&count, words);
  smpi_init_options();
  const std::vector<std::string> arguments(words + 1, words + count);
  if (arguments.empty() || arguments.size() == 2) {
    std::cerr << "usage: witness PLATFORM [FROM TO BYTES...] [--cfg=KEY:VALUE...]\n";
    return 2;
  }
  engine.load_platform(arguments.front());
  if (arguments.size() == 1) {
    for (const auto* host : engine.get_all_hosts())
      std::cout << host->get_name() << '\n';
    return 0;
  }
  const std::vector<std::string> sizes(arguments.begin() + 3, arguments.end());
  auto* const mailbox = s4u::Mailbox::by_name("messages");
  s4u::Actor::init("sender", engine.host_by_name(arguments[1]))->start([&] {
    send(mailbox, sizes);
  });
  s4u::Actor::init("receiver", engine.host_by_name(arguments[2]))->start([&] {
    receive(mailbox, sizes.size());
  });
  engine.run();
  return 0;
}
