#pragma once

#include "sim/machines/simulated/platform.hpp"

#include <simgrid/s4u.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace eldest {

/// What SimGrid knows of a platform.
class Platform::Loaded {
public:
  Loaded(const PlatformFile& file, int processors, const Placement& placement);

  [[nodiscard]] simgrid::s4u::Engine& engine() const { return engine_; }
  [[nodiscard]] int hosts() const { return static_cast<int>(engine_.get_host_count()); }
  [[nodiscard]] int cores() const { return static_cast<int>(places_.size()); }
  [[nodiscard]] int host_of(int rank) const { return places_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] simgrid::s4u::Host* host(int rank) const {
    return hosts_[static_cast<std::size_t>(host_of(rank))];
  }
  /// Whether SimGrid carries messages from one processor to another: not on the same host, unless
  /// the file gives it a loopback link.
  [[nodiscard]] bool has_route(int from, int to) const;
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const PlatformFile& file() const { return file_; }
  [[nodiscard]] const MachineParameters& parameters() const { return parameters_; }
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  [[nodiscard]] Route route(int from, int to);
  [[nodiscard]] std::vector<std::size_t> switches_of_hosts() const;
  [[nodiscard]] std::vector<std::string> look_over(int processors);
  [[nodiscard]] Inventory inventory() const;
  [[nodiscard]] bool has_link(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> properties_set() const;

private:
  /// The parameters of the machine, which must be the same on all hosts that are used.
  [[nodiscard]] MachineParameters read_parameters(const PlatformFile& file, int processors) const;
  /// What there is to place processors on, for an error.
  [[nodiscard]] std::string room_in(const PlatformFile& file) const;
  [[nodiscard]] std::optional<std::string> note_on_routes(int processors);
  [[nodiscard]] std::optional<std::string> note_on_unused_hosts(int processors) const;
  [[nodiscard]] std::uint32_t index_of(const simgrid::s4u::Link& link);

  PlatformFile file_;
  simgrid::s4u::Engine& engine_;
  std::vector<simgrid::s4u::Host*> hosts_; ///< that the placement chooses, in its order
  std::vector<int> places_;                ///< by rank: in hosts_
  std::string name_;
  MachineParameters parameters_;
  std::vector<Link> links_;
  std::unordered_map<const simgrid::s4u::Link*, std::uint32_t> indices_; ///< of links_
  std::vector<simgrid::s4u::Link*> found_;                               ///< of the latest route
};

} // namespace eldest
