#pragma once

#include "algorithms/search/settings.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eldest {

/// The server of a table access that comes from another processor.
enum class Service : std::uint8_t {
  interrupt, ///< the home's processor, at once: its own work is put off
  poll,      ///< the home's processor, when it next looks: between nodes, or while it waits
  hardware,  ///< the home's memory; its processor does not notice
};

/// The way in which a processor writes an entry that is in the memory of another host.
enum class WriteMode : std::uint8_t {
  /// It sends what is to be written and goes on; the home changes the entry. Active messages.
  posted,
  /// It gets the entry first, waiting for it, and puts it back changed without waiting. Memory that
  /// is only read and written from afar, where whether to replace an entry depends on the entry.
  fetched,
  /// It waits until it has the entry for itself; nothing else travels. Coherent caches.
  awaited,
};

/// The properties of a machine that its platform file gives beside hosts, links and routes. A link
/// costs no processor time, so what LogP calls o must be charged here. Each is a `<prop>` of a host
/// or of a zone around it, named "eldest:" and the name below; times take a unit (ns, us, ms, s).
struct MachineParameters {
  Service service = Service::hardware; ///< eldest:service
  double send_overhead = 0;            ///< eldest:send-overhead; seconds of processor time a packet
  double receive_overhead = 0;         ///< eldest:receive-overhead; the same at the other end
  /// eldest:message-overhead; seconds of processor time that a message between processors takes at
  /// either end beside its packets': the software that a table access does without.
  double message_overhead = 0;
  double interrupt_overhead = 0; ///< eldest:interrupt-overhead; seconds an interrupt
  double service_time = 0;       ///< eldest:service-time; seconds a table access at its home
  double local_access = 0;       ///< eldest:local-access; seconds an access to the own part
  /// eldest:lock-time; seconds that locking the entry adds to an access to the own part. Not where
  /// a search is sequential, whose table nobody else uses.
  double lock_time = 0;
  /// eldest:lock-round-trips, at most 16, with hardware service only; round trips to the home
  /// before an access, the last of which takes the lock of the entry. It is held until the message
  /// that unlocks has reached the home. A processor that finds it held repeats the last round trip
  /// at once, until it has it.
  int lock_round_trips = 0;
  WriteMode write = WriteMode::posted; ///< eldest:write
  /// eldest:memory-banks; number of accesses to different entries that a host's memory serves at a
  /// time, where the service is hardware; 0: one to the part of each of the host's processors.
  std::size_t memory_banks = 0;
  bool split_phase = true;        ///< eldest:split-phase; whether work can overlap with an access
  std::size_t packet_payload = 0; ///< eldest:packet-payload; bytes a packet carries; 0: any number
  std::size_t packet_size = 0;    ///< eldest:packet-size; bytes a packet takes on the wire
  /// eldest:busy-slowdown, 1 or more: how many times as long work takes when all cores are at work
  /// as when one is. For what cores share beside memory accesses of the table: clock rate, caches,
  /// execution units.
  double busy_slowdown = 1;
  /// eldest:node-costs-TREE; the costs of a tree's nodes on this machine, where they have been
  /// measured: four or five numbers of units of work, as in NodeCosts.
  std::map<std::string, NodeCosts> node_costs{};

  bool operator==(const MachineParameters&) const = default;

  /// The factor by which work takes longer on some of so many cores than on one: it grows in
  /// proportion to the other processors in the search.
  [[nodiscard]] double slowdown(int processors, int cores) const {
    return cores == 1 ? 1 : 1 + (busy_slowdown - 1) * (processors - 1) / (cores - 1);
  }

  /// Packets that a message of `bytes` takes, at least 1.
  [[nodiscard]] std::size_t packets(std::size_t bytes) const {
    return packet_payload == 0 || bytes == 0 ? 1 : (bytes + packet_payload - 1) / packet_payload;
  }

  /// Bytes that a message of `bytes` puts on the wire.
  [[nodiscard]] std::size_t wire_bytes(std::size_t bytes) const {
    return packet_payload == 0 ? bytes : packets(bytes) * packet_size;
  }

  /// Seconds of processor time to send or to receive a message of `bytes`.
  [[nodiscard]] double send_seconds(std::size_t bytes) const {
    return send_overhead * static_cast<double>(packets(bytes));
  }
  [[nodiscard]] double receive_seconds(std::size_t bytes) const {
    return receive_overhead * static_cast<double>(packets(bytes));
  }

  /// Seconds that the home is busy with an access: its memory or, unless that serves itself, its
  /// processor, which then also takes the request and, where there is one, sends the answer.
  [[nodiscard]] double service_seconds(std::size_t request_bytes,
                                       std::optional<std::size_t> answer_bytes) const {
    if (service == Service::hardware)
      return service_time;
    return (service == Service::interrupt ? interrupt_overhead : 0) +
           receive_seconds(request_bytes) + service_time +
           (answer_bytes ? send_seconds(*answer_bytes) : 0);
  }
};

/// Reads "visit,generation,ordering,captures" or "visit,generation,ordering,captures,move" in units
/// of work, each from 0 to 1e12; nothing if the text is anything else.
[[nodiscard]] std::optional<NodeCosts> parse_node_costs(std::string_view text);

/// Reads the parameters from a platform's properties. Those whose names do not begin with "eldest:"
/// are none of ours. Throws InputError, naming the property, for one that does not exist or whose
/// value does not fit.
[[nodiscard]] MachineParameters
read_machine_parameters(const std::map<std::string, std::string>& properties);

/// A property, with its value as in a platform file.
struct MachineProperty {
  std::string name; ///< with "eldest:"
  std::string value;
};

/// All properties with the values that the parameters have; of node costs those there are.
[[nodiscard]] std::vector<MachineProperty> list_properties(const MachineParameters& machine);

/// Throws InputError for a property "eldest:…" that does not exist or whose value does not fit,
/// whatever the others are.
void check_machine_property(const std::string& name, const std::string& value);

} // namespace eldest
