#pragma once

#include "sim/machines/simulated/machine_parameters.hpp"
#include "sim/machines/simulated/platform_file.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace eldest {

/// One direction of a link.
struct Link {
  double bandwidth = 0; ///< bytes a second
  bool shared = true;   ///< whether its messages take bandwidth from one another (no FATPIPE)
};

/// The links between one host and another.
struct Route {
  std::vector<std::uint32_t> links; ///< in order; indices of `Platform::links`
  double latency = 0;               ///< seconds: the sum of the links'
};

/// A platform file loaded into SimGrid, which allows one a process. Its hosts have ranks, in the
/// natural order of their names: n2 before n10.
class Platform {
public:
  /// Throws InputError for a platform that SimGrid does not accept, that has no host, whose hosts
  /// are fewer than `processors`, or those of which differ in their eldest: properties.
  Platform(const PlatformFile& file, int processors);
  ~Platform();
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;

  [[nodiscard]] const std::string& name() const; ///< of the outermost zone
  [[nodiscard]] int hosts() const;
  [[nodiscard]] const MachineParameters& parameters() const;
  [[nodiscard]] double speed(int rank) const; ///< units of work a second

  /// SimGrid's name of the network model that the platform asks for.
  [[nodiscard]] std::string network_model() const;

  /// The route from one host to another one.
  [[nodiscard]] Route route(int from, int to) const;
  /// The links of all routes that have been asked for.
  [[nodiscard]] const std::vector<Link>& links() const;

  /// SimGrid's side of it, in simgrid/.
  class Loaded;
  [[nodiscard]] const Loaded& loaded() const { return *loaded_; }

private:
  std::unique_ptr<Loaded> loaded_;
};

} // namespace eldest
