// The checks of the machine of processes over MPI: mpirun -n 4 mpi_checks CHECK COUNT…
#include "sim/machines/cluster/cluster_program.hpp"
#include "tests/support/cluster_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <string>

using namespace eldest;

namespace {

/// Runs a check. Returns true if the check finds no mistake.
bool run_check(ClusterNetwork& network, const std::string& name, int count) {
  const auto begin = std::chrono::steady_clock::now();
  const auto& all = test::cluster_checks();
  const auto check = std::ranges::find(all, name, &test::ClusterCheck::name);
  const auto wrong = check == all.end()
                         ? "no such check"
                         : check->run(network, static_cast<std::uint64_t>(network.ranks()), count);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  if (network.rank() == 0)
    fmt::print("{} {} times on {} processes, {}: {} ({:.2f} s)\n", name, count, network.ranks(),
               network.name(), wrong.empty() ? "passed" : wrong, seconds.count());
  return wrong.empty();
}

} // namespace

int main(int argc, char** argv) {
  auto& network = cluster_network();
  const auto words = std::span(argv, static_cast<std::size_t>(argc)).subspan(1);
  bool passed = words.size() >= 2;
  for (std::size_t i = 0; passed && i + 1 < words.size(); i += 2)
    passed = run_check(network, words[i], std::stoi(words[i + 1]));
  return passed ? 0 : 1;
}
