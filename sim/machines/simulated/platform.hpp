#pragma once

#include "sim/platform_files/machine_parameters.hpp"
#include "sim/platform_files/platform_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace eldest {

/// One direction of a link.
struct Link {
  std::string name;
  double bandwidth = 0; ///< bytes a second
  bool shared = true;   ///< whether its messages take bandwidth from one another (no FATPIPE)
};

/// The links between one processor and another.
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

/// The hosts of a platform that are used, and the order in which their cores become processors.
struct Placement {
  /// Names of hosts, or "first..last" for all hosts between two in the natural order of their
  /// names (n2 before n10), in the order in which they are used; empty: all, in natural order.
  std::vector<std::string> hosts{};
  /// Whether ranks go round the hosts, one on each in turn, as Slurm's "cyclic" does, rather than
  /// take all cores of a host before the next, as its "block".
  bool spread = false;

  bool operator==(const Placement&) const = default;
};

/// A platform file that has been loaded: see load_platform. Each core of its hosts can be a
/// processor.
class Platform {
public:
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;
  virtual ~Platform() = default;

  [[nodiscard]] virtual const std::string& name() const = 0; ///< of the outermost zone
  [[nodiscard]] virtual int hosts() const = 0;               ///< all that the file has
  [[nodiscard]] virtual int cores() const = 0; ///< of the hosts that the placement chooses
  [[nodiscard]] virtual const MachineParameters& parameters() const = 0;
  /// The place of a processor's host among those that the placement chooses.
  [[nodiscard]] virtual int host_of(int rank) const = 0;
  /// The number of the switch that each host of the placement hangs on, by place. Hosts on the same
  /// switch have the same route to any other host but for its first link, which is their own and as
  /// fast as the others'. Each host has a switch to itself where that is not known to be so.
  [[nodiscard]] virtual std::vector<std::size_t> switches_of_hosts() const = 0;
  [[nodiscard]] virtual std::string host_name(int rank) const = 0; ///< of a processor's host
  /// The speed of a processor, in units of work a second.
  [[nodiscard]] virtual double speed(int rank) const = 0;

  [[nodiscard]] virtual Inventory inventory() const = 0;
  /// The properties of ours that the file sets for the hosts that are used.
  [[nodiscard]] virtual std::vector<std::string> properties_set() const = 0;

  /// The file that it was loaded from.
  [[nodiscard]] virtual const PlatformFile& file() const = 0;

  /// The route from one processor to another one. On the same host it is the host's loopback, if
  /// the file has one, or else an access to its memory. Throws InputError if the file has none.
  [[nodiscard]] virtual Route route(int from, int to) const = 0;
  /// Looks for the routes between the first processors, for all pairs of a few and some pairs of
  /// many. Throws InputError for one that the file does not have; returns what a user should know
  /// of others, and of the hosts that are not used.
  [[nodiscard]] virtual std::vector<std::string> look_over(int processors) const = 0;
  /// Whether there is a link of that name, on any route.
  [[nodiscard]] virtual bool has_link(const std::string& name) const = 0;
  /// The links of all routes that have been asked for.
  [[nodiscard]] virtual const std::vector<Link>& links() const = 0;

protected:
  Platform() = default;
};

} // namespace eldest
