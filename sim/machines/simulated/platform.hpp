#pragma once

#include "sim/platform_files/host_power.hpp"
#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace eldest {

/// One direction of a link.
struct Link {
  std::string name;
  double bandwidth = 0; ///< bytes a second
  bool shared = true;   ///< true if its messages share the bandwidth (not FATPIPE)
};

/// Returns "SHARED", "FATPIPE" or, for a direction of a link, "SPLITDUPLEX".
[[nodiscard]] std::string policy_of(const Link& link);

/// The links between one processor and another.
struct Route {
  std::vector<std::uint32_t> links; ///< in order; indices of `Platform::links`
  /// Sum of the links' latencies and, in a Vivaldi zone, of the time between the ends, in seconds.
  double latency = 0;
};

/// The speed of a route for a message that has it to itself.
struct RouteSpeed {
  double seconds_per_byte = 0;  ///< of the slowest link, times the crossings of it
  std::ptrdiff_t crossings = 1; ///< greatest number of times that the route crosses a shared link
};

/// All hosts and links of a platform, used or not.
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

/// The hosts of a platform that are used, and the order in which their cores become processors.
struct Placement {
  /// The hosts in the order in which they are used; empty for all, in natural order. Each string is
  /// a name, or "first..last" for two hosts and all between them. The natural order of names has n2
  /// before n10.
  std::vector<std::string> hosts{};
  /// True if ranks go round the hosts, one on each in turn, like Slurm's "cyclic". Otherwise ranks
  /// take all cores of a host before the next, like Slurm's "block".
  bool spread = false;

  bool operator==(const Placement&) const = default;
};

/// A platform file that has been loaded: see open_platform. Each core of its hosts can be a
/// processor.
class Platform {
public:
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;
  virtual ~Platform() = default;

  [[nodiscard]] virtual const std::string& name() const = 0; ///< of the outermost zone
  [[nodiscard]] virtual int hosts() const = 0;               ///< number of all hosts in the file
  /// Number of cores of the hosts that the placement chooses.
  [[nodiscard]] virtual int cores() const = 0;
  [[nodiscard]] virtual const MachineParameters& parameters() const = 0;
  /// The index of a processor's host among those that the placement chooses.
  [[nodiscard]] virtual int host_of(int rank) const = 0;
  /// The switch to which each host of the placement is connected, as a number, by host index. Hosts
  /// on the same switch have the same route to any other host, except for its first link. That link
  /// is the host's own, and as fast as the others'. A host for which this is not known has a number
  /// of its own.
  [[nodiscard]] virtual std::vector<std::size_t> switches_of_hosts() const = 0;
  [[nodiscard]] virtual std::string host_name(int rank) const = 0; ///< of a processor's host
  [[nodiscard]] virtual int host_cores(int rank) const = 0;        ///< number of cores of that host
  /// Number of cores of a processor's computer, which is its host or, if that has one core, the
  /// platform.
  [[nodiscard]] int computer_cores(int rank) const {
    return host_cores(rank) > 1 ? host_cores(rank) : cores();
  }
  /// The speed of a processor, in units of work a second.
  [[nodiscard]] virtual double speed(int rank) const = 0;
  /// The power of a processor's host, if the file gives it.
  [[nodiscard]] virtual std::optional<HostPower> power(int rank) const = 0;

  [[nodiscard]] virtual Inventory inventory() const = 0;
  /// The eldest: properties that the file sets for the hosts that are used.
  [[nodiscard]] virtual std::vector<std::string> properties_set() const = 0;

  /// The file that the platform was loaded from.
  [[nodiscard]] virtual const PlatformFile& file() const = 0;

  /// The route from one processor to another. Between processors on the same host it is the host's
  /// loopback. If the file has none, the route has no links, and the latency of an access to the
  /// host's memory. Throws InputError if the file has no route.
  [[nodiscard]] virtual Route route(int from, int to) const = 0;
  /// Checks the routes between the first `processors` processors, for all pairs of a few processors
  /// or some pairs of many. Throws InputError for a route that the file does not have. Returns
  /// notes for the user, on routes without latency and on unused hosts with other properties.
  [[nodiscard]] virtual std::vector<std::string> look_over(int processors) const;
  /// Returns true if the platform has a link of that name.
  [[nodiscard]] virtual bool has_link(const std::string& name) const = 0;
  /// The links of all routes that have been asked for. Their indices are those in `Route::links`.
  [[nodiscard]] virtual const std::vector<Link>& links() const = 0;
  /// The speed of a route that this platform has returned.
  [[nodiscard]] RouteSpeed speed_of(const Route& route) const;

protected:
  Platform() = default;

  /// Throws InputError unless the hosts of the placement have at least `processors` cores, and
  /// computers have whole cores.
  void require_processors(int processors) const;
  /// Throws InputError if the properties of a host are wrong.
  [[nodiscard]] MachineParameters
  read_parameters(const std::map<std::string, std::string>& properties) const;

private:
  /// Describes the hosts and cores on which processors can be placed, for an error.
  [[nodiscard]] std::string room() const;
  [[nodiscard]] std::optional<std::string> note_on_routes(int processors) const;
};

} // namespace eldest
