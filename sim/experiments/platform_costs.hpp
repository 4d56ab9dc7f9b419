#pragma once

#include "sim/machines/simulated/platform.hpp"
#include "sim/machines/simulated/simulated_machine.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace eldest {

/// The sizes of the messages whose costs are measured, in bytes.
inline constexpr std::array<std::size_t, 3> message_sizes{16, 1 << 10, 1 << 20};

/// Costs of a table access or a message between two processors of an idle machine, in seconds.
struct MeasuredCosts {
  double read = 0;  ///< a request of 16 bytes, until the answer of 16 bytes has been received
  double write = 0; ///< of 24 bytes, until the writer can go on
  double send = 0;  ///< of a message of 16 bytes, until its sender can go on
  /// Of messages of `message_sizes`, until the waiting receiver has received them. Empty for the
  /// costs of a processor's own part.
  std::vector<double> messages{};
  double latency = 0; ///< of the route
  std::string to{};   ///< host of the other processor
};

/// Measures the costs of table accesses and messages on the first processors of a platform that has
/// been loaded in this process. Each measurement is a simulation in a child process, so that the
/// platform is loaded only once.
class CostBench {
public:
  CostBench(std::unique_ptr<Platform> platform, int processors, MachineSettings settings)
      : platform_(std::move(platform)), processors_(processors), settings_(std::move(settings)) {}

  [[nodiscard]] const Platform& platform() const { return *platform_; }

  /// Measures the costs between processors 0 and `to`. Without messages if `to` is 0. Throws
  /// InputError if the model does not simulate the platform, or if it does not have the routes.
  [[nodiscard]] MeasuredCosts costs(int to);

  /// Measures messages of `message_sizes` from processor 0 to `to`, in seconds until they have been
  /// received.
  [[nodiscard]] std::vector<double> messages(int to);

private:
  using Program = std::function<void(SimulatedProcessor&)>;

  /// Runs `program` on every processor of a machine that does nothing else. Returns the time of its
  /// end on processor `rank`, in seconds since the start.
  [[nodiscard]] double measure(const Program& program, int rank);
  /// Returns a key whose home is processor `home`.
  [[nodiscard]] Key key_of(int home) const;
  [[nodiscard]] double read(int home);
  [[nodiscard]] double write(int home);
  /// Returns the seconds until a message to processor `to` has been sent or, with `received`, been
  /// received.
  [[nodiscard]] double message(int to, std::size_t bytes, bool received);

  std::unique_ptr<Platform> platform_;
  int processors_;
  MachineSettings settings_;
};

} // namespace eldest
