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

/// A platform that SimGrid has loaded.
class LoadedPlatform final : public Platform {
public:
  /// See load_platform.
  LoadedPlatform(const PlatformFile& file, std::optional<int> processors,
                 const Placement& placement);

  [[nodiscard]] simgrid::s4u::Engine& engine() const { return engine_; }
  [[nodiscard]] simgrid::s4u::Host* host(int rank) const {
    return hosts_[static_cast<std::size_t>(host_of(rank))];
  }
  /// Returns true if SimGrid carries messages from one processor to another. On the same host it
  /// does so only if the file gives the host a loopback link.
  [[nodiscard]] bool has_route(int from, int to) const;

  [[nodiscard]] const std::string& name() const override;
  [[nodiscard]] int hosts() const override { return static_cast<int>(engine_.get_host_count()); }
  [[nodiscard]] int cores() const override { return static_cast<int>(places_.size()); }
  [[nodiscard]] const MachineParameters& parameters() const override { return parameters_; }
  [[nodiscard]] int host_of(int rank) const override {
    return places_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::vector<std::size_t> switches_of_hosts() const override;
  [[nodiscard]] std::string host_name(int rank) const override { return host(rank)->get_name(); }
  [[nodiscard]] int host_cores(int rank) const override { return host(rank)->get_core_count(); }
  [[nodiscard]] double speed(int rank) const override { return host(rank)->get_speed(); }
  [[nodiscard]] std::optional<HostPower> power(int rank) const override;
  [[nodiscard]] Inventory inventory() const override;
  [[nodiscard]] std::vector<std::string> properties_set() const override;
  [[nodiscard]] const PlatformFile& file() const override { return file_; }
  [[nodiscard]] Route route(int from, int to) const override;
  [[nodiscard]] std::vector<std::string> look_over(int processors) const override;
  [[nodiscard]] bool has_link(const std::string& name) const override;
  [[nodiscard]] const std::vector<Link>& links() const override { return links_; }

private:
  [[nodiscard]] MachineParameters parameters_of(int rank) const;
  /// Throws InputError if the hosts of the first `processors` differ in their eldest: properties.
  void require_same_properties(int processors) const;
  [[nodiscard]] std::optional<std::string> note_on_unused_hosts(int processors) const;
  [[nodiscard]] std::uint32_t index_of(const simgrid::s4u::Link& link) const;

  PlatformFile file_;
  simgrid::s4u::Engine& engine_;
  std::vector<simgrid::s4u::Host*> all_hosts_; ///< in the natural order of their names
  std::vector<simgrid::s4u::Host*> hosts_; ///< the hosts that the placement chooses, in its order
  std::vector<int> places_;                ///< by rank: index in `hosts_`
  MachineParameters parameters_;
  // Links of the routes that have been asked for.
  mutable std::vector<Link> links_;
  mutable std::unordered_map<const simgrid::s4u::Link*, std::uint32_t> indices_; ///< in `links_`
  mutable std::vector<simgrid::s4u::Link*> found_; ///< links of the latest route
};

} // namespace eldest
