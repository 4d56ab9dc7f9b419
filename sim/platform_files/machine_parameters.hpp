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

/// The part of a machine that serves a table access from another processor.
enum class Service : std::uint8_t {
  interrupt, ///< the home's processor, at once; its own work waits
  poll,      ///< the home's processor, when it next polls, between nodes or while it waits
  hardware,  ///< the home's memory; the home's processor does not notice
};

/// The way in which a processor writes an entry that is in the memory of another host.
enum class WriteMode : std::uint8_t {
  /// The processor sends the write and goes on, and the home changes the entry. As with active
  /// messages.
  posted,
  /// The processor waits until it has a copy of the entry, changes the copy and sends it back,
  /// without waiting again. For memory that can only be read and written remotely, because
  /// replacement depends on the old entry.
  fetched,
  /// The processor waits until it has the entry for itself, and sends nothing back. As with
  /// coherent caches.
  awaited,
};

/// The memory that has the data for the work in nodes, such as the weights of a network.
enum class NodeMemory : std::uint8_t {
  own,   ///< that of the processor's socket; every socket has a copy
  first, ///< that of the computer's first socket
};

/// The properties of a machine that its platform file gives beside hosts, links and routes. A link
/// costs no processor time, so that LogP's overhead o must be given here. Each property is a
/// `<prop>` of a host or of a zone around it. The property's name is given below. Times take a unit
/// (ps, ns, us, ms, s).
struct MachineParameters {
  Service service = Service::hardware; ///< eldest:service
  double send_overhead = 0;    ///< eldest:send-overhead; seconds of processor time per packet
  double receive_overhead = 0; ///< eldest:receive-overhead; the receiver's seconds per packet
  /// eldest:message-overhead; seconds of processor time per message between processors, at either
  /// end. It is added to the time of the packets, for software that a table access does without.
  double message_overhead = 0;
  /// eldest:poll-time; seconds of processor time to look for messages and find none.
  double poll_time = 0;
  double clock_time = 0;         ///< eldest:clock-time; seconds of processor time to read the clock
  double interrupt_overhead = 0; ///< eldest:interrupt-overhead; seconds per interrupt of the home
  double service_time = 0;       ///< eldest:service-time; seconds per table access at its home
  /// eldest:local-access; seconds per access of a processor to an entry in its own host's memory.
  double local_access = 0;
  /// eldest:lock-time; seconds that locking the entry, and sharing the table with other processors,
  /// add to an access of a processor to its own host's memory. Not charged in a sequential search,
  /// whose table nobody else uses.
  double lock_time = 0;
  /// eldest:lock-round-trips, 0 to 16; round trips to the home before an access. More than 0 only
  /// with hardware service. The last round trip takes the entry's lock. The lock is held until the
  /// message that unlocks has reached the home. A processor that finds the lock held repeats the
  /// last round trip at once, until it has the lock.
  int lock_round_trips = 0;
  WriteMode write = WriteMode::posted; ///< eldest:write
  /// eldest:memory-banks, 0 to 1048576; number of accesses to different entries that a
  /// host's memory serves at a time, with hardware service. With 0, it serves one access at a time
  /// to the part of each of the host's processors.
  std::size_t memory_banks = 0;
  /// eldest:split-phase; true if work can overlap with an access.
  bool split_phase = true;
  /// eldest:packet-payload; bytes that a packet carries, or 0 for any number.
  std::size_t packet_payload = 0;
  /// eldest:packet-size; bytes that a packet takes on the wire.
  std::size_t packet_size = 0;
  /// eldest:gap; LogGP's g, the least seconds between two packets that a processor sends, or that
  /// it receives.
  double gap = 0;
  /// eldest:adapter-gap; the same for all processors of a host together, at the host's adapter.
  double adapter_gap = 0;
  /// eldest:busy-slowdown, 1 or more; factor by which work takes longer with all cores of a
  /// computer at work than with one. A computer is a host or, if hosts have one processor each, all
  /// hosts of the platform. The factor stands for the clock rate. As `calibrate` measures it, it
  /// also has the effect of caches and memory.
  double busy_slowdown = 1;
  /// eldest:core-threads; processors of a core. Of a computer with C cores, processors i, i + C,
  /// i + 2 C, … are on core i.
  int core_threads = 1;
  /// eldest:thread-slowdown, 1 or more; factor by which work takes longer with all processors of a
  /// core at work than with one, because they share caches and execution units.
  double thread_slowdown = 1;
  /// eldest:socket-cores; cores of a socket, whose memory they share; 0: all cores of the computer.
  int socket_cores = 0;
  /// eldest:memory-bandwidth; bytes a second that a socket's memory carries for the work in nodes;
  /// 0: any number.
  double memory_bandwidth = 0;
  /// eldest:node-memory; the memory that has the data for the work in nodes.
  NodeMemory node_memory = NodeMemory::own;
  /// eldest:node-costs-TREE; the costs of a tree's nodes on this machine, if measured. Four or five
  /// numbers, in units of work, as in NodeCosts.
  std::map<std::string, NodeCosts> node_costs{};
  /// eldest:node-slowdown-TREE-ALGORITHM; the factor by which the work in a tree's nodes takes
  /// longer in an algorithm than in a sequential search, on one processor. The key is
  /// "TREE-ALGORITHM".
  std::map<std::string, double> node_slowdowns{};
  /// eldest:node-bytes-TREE; the bytes that the work in a tree's nodes moves between memory and
  /// caches. Four or five numbers, as in NodeCosts.
  std::map<std::string, NodeCosts> node_bytes{};
  /// eldest:doubt; the reasons for which the measured numbers are not sure, or empty.
  std::string doubt{};

  bool operator==(const MachineParameters&) const = default;

  /// Returns the factor by which work, except for its use of memory, takes longer on processor
  /// `index` of a computer than on one that works alone. The computer has `processors`, of which
  /// the first `working` work. The factors of the computer and of the core grow in proportion to
  /// the number of other cores and processors at work.
  [[nodiscard]] double slowdown(int index, int working, int processors) const;

  /// Returns the number of processors at work whose nodes use the same memory as processor `index`.
  /// It counts that processor, too, which must be at work. Parameters are those of `slowdown`.
  [[nodiscard]] int sharing_memory(int index, int working, int processors) const;

  /// Returns true if a message of `bytes` takes several packets.
  [[nodiscard]] bool is_divided(std::size_t bytes) const {
    return packet_payload > 0 && bytes > packet_payload;
  }

  /// Packets that a message of `bytes` takes, at least 1.
  [[nodiscard]] std::size_t packets(std::size_t bytes) const {
    return is_divided(bytes) ? (bytes + packet_payload - 1) / packet_payload : 1;
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

  /// Seconds that the last packet of a message of `bytes` leaves, or is received, after the first,
  /// if nothing but the overhead holds it up.
  [[nodiscard]] double sending_after_first(std::size_t bytes) const {
    return send_overhead * static_cast<double>(packets(bytes) - 1);
  }
  [[nodiscard]] double receiving_before_last(std::size_t bytes) const {
    return receive_overhead * static_cast<double>(packets(bytes) - 1);
  }

  /// Seconds that the home is busy with an access. With hardware service, its memory is busy.
  /// Otherwise its processor is, which also receives the request and sends the answer.
  /// `answer_bytes` is nothing for an access without an answer.
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
/// of work, each in [0, 1e12). Returns nothing for any other text.
[[nodiscard]] std::optional<NodeCosts> parse_node_costs(std::string_view text);

/// Reads the parameters from a platform's properties. Ignores properties whose names do not begin
/// with "eldest:". Throws InputError that names the property if a property does not exist or its
/// value does not fit.
[[nodiscard]] MachineParameters
read_machine_parameters(const std::map<std::string, std::string>& properties);

/// A property, with its value as in a platform file.
struct MachineProperty {
  std::string name; ///< with "eldest:"
  std::string value;
};

/// Returns all properties with their values in `machine`, and those by tree that `machine` has.
[[nodiscard]] std::vector<MachineProperty> list_properties(const MachineParameters& machine);

/// Throws InputError for a property "eldest:…" that does not exist or whose value does not fit.
/// Does not compare the property with others.
void check_machine_property(const std::string& name, const std::string& value);

} // namespace eldest
