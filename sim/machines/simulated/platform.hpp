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

/// What a platform has, whether or not it is used.
struct Inventory {
  struct OfHost {
    std::string name;
    double speed = 0; ///< units of work a second
    int cores = 1;
  };
  struct OfLink {
    std::string policy;   ///< SHARED, FATPIPE, or SPLITDUPLEX for each direction
    double bandwidth = 0; ///< bytes a second
    double latency = 0;   ///< seconds
  };

  std::vector<OfHost> hosts; ///< in the natural order of their names
  std::vector<OfLink> links;
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

  [[nodiscard]] Inventory inventory() const;
  /// The properties of ours that the file sets for the hosts that are used.
  [[nodiscard]] std::vector<std::string> properties_set() const;

  /// The file that it was loaded from.
  [[nodiscard]] const PlatformFile& file() const;

  /// The route from one host to another one. Throws InputError if the file has none.
  [[nodiscard]] Route route(int from, int to) const;
  /// Looks for the routes between the first processors, for all pairs of a few and some pairs of
  /// many. Throws InputError for one that the file does not have; returns what a user should know
  /// of others, and of the hosts that are not used.
  [[nodiscard]] std::vector<std::string> look_over(int processors) const;
  /// The links of all routes that have been asked for.
  [[nodiscard]] const std::vector<Link>& links() const;

  /// SimGrid's side of it, in simgrid/.
  class Loaded;
  [[nodiscard]] const Loaded& loaded() const { return *loaded_; }

private:
  std::unique_ptr<Loaded> loaded_;
};

} // namespace eldest
