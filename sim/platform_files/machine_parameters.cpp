#include "sim/platform_files/machine_parameters.hpp"

#include "trees/base/errors.hpp"
#include "trees/base/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace eldest {
namespace {

template <class Number>
std::optional<std::pair<Number, std::string_view>> parse_number(std::string_view text) {
  const auto number = take_number<Number>(text);
  if (!number || *number < 0)
    return std::nullopt;
  return std::pair{*number, text};
}

// No machine has more. Greater numbers could lose the small times in a sum.
constexpr double max_seconds = 1e9;
constexpr int max_count = 1'000'000'000;

/// Reads a number with one of `units`, which are given with their sizes. Returns nothing if it is
/// above `most`.
template <std::size_t Size>
std::optional<double>
parse_with_unit(std::string_view text,
                const std::array<std::pair<std::string_view, double>, Size>& units, double most) {
  const auto number = parse_number<double>(text);
  if (!number)
    return std::nullopt;
  for (const auto& [unit, size] : units) {
    if (number->second == unit && number->first * size <= most)
      return number->first * size;
  }
  return std::nullopt;
}

std::optional<double> parse_duration(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, double>, 6> units{
      {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}}};
  return parse_with_unit(text, units, max_seconds);
}

std::optional<double> parse_bandwidth(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, double>, 5> units{
      {{"", 1}, {"Bps", 1}, {"kBps", 1e3}, {"MBps", 1e6}, {"GBps", 1e9}}};
  constexpr double most = 1e18;
  return parse_with_unit(text, units, most);
}

template <class Number> std::optional<Number> parse_count(std::string_view text) {
  const auto number = parse_number<Number>(text);
  if (!number || !number->second.empty() || number->first > Number{max_count})
    return std::nullopt;
  return number->first;
}

std::optional<int> parse_round_trips(std::string_view text) {
  const auto count = parse_count<int>(text);
  return count && *count <= 16 ? count : std::nullopt;
}

std::optional<double> parse_factor(std::string_view text) {
  const auto number = parse_number<double>(text);
  if (!number || !number->second.empty() || !(number->first > 0 && number->first <= 1e6))
    return std::nullopt;
  return number->first;
}

std::optional<double> parse_slowdown(std::string_view text) {
  const auto factor = parse_factor(text);
  return factor && *factor >= 1 ? factor : std::nullopt;
}

std::optional<std::string> parse_text(std::string_view text) { return std::string(text); }

std::optional<bool> parse_yes_no(std::string_view text) {
  if (text == "yes" || text == "no")
    return text == "yes";
  return std::nullopt;
}

std::optional<Service> parse_service(std::string_view text) {
  if (text == "interrupt")
    return Service::interrupt;
  if (text == "poll")
    return Service::poll;
  if (text == "hardware")
    return Service::hardware;
  return std::nullopt;
}

std::optional<WriteMode> parse_write_mode(std::string_view text) {
  if (text == "posted")
    return WriteMode::posted;
  if (text == "fetched")
    return WriteMode::fetched;
  if (text == "awaited")
    return WriteMode::awaited;
  return std::nullopt;
}

std::optional<int> parse_threads(std::string_view text) {
  constexpr int most = 64;
  const auto count = parse_count<int>(text);
  return count && *count >= 1 && *count <= most ? count : std::nullopt;
}

std::optional<NodeMemory> parse_node_memory(std::string_view text) {
  if (text == "own")
    return NodeMemory::own;
  if (text == "first")
    return NodeMemory::first;
  return std::nullopt;
}

std::optional<std::size_t> parse_banks(std::string_view text) {
  const auto count = parse_count<std::size_t>(text);
  return count && *count <= 1U << 20U ? count : std::nullopt;
}

constexpr std::string_view prefix = "eldest:";

/// The properties of a machine whose names begin with "eldest:". They are taken out one by one.
/// Those that are left at the end do not exist.
class Properties {
public:
  explicit Properties(const std::map<std::string, std::string>& properties) {
    for (const auto& [name, value] : properties) {
      if (name.starts_with(prefix))
        left_.emplace(name, value);
    }
  }

  /// Takes out the property `name`, and sets `value` to its value. Does nothing if there is no such
  /// property. Throws InputError if the value is not as `expected`.
  template <class Value>
  void take(std::string_view name, Value& value, std::optional<Value> (*parse)(std::string_view),
            std::string_view expected) {
    const auto found = left_.find(std::string(prefix) + std::string(name));
    if (found == left_.end())
      return;
    const auto parsed = parse(found->second);
    if (!parsed)
      throw InputError(
          fmt::format("property {}: '{}' is not {}", found->first, found->second, expected));
    value = *parsed;
    left_.erase(found);
  }

  /// Takes out all properties whose names begin with "eldest:" and `beginning`. Returns the costs
  /// of nodes by the rest of the names, which are names of trees. Throws InputError if a value does
  /// not fit, or if `positive` and a visit costs nothing.
  [[nodiscard]] std::map<std::string, NodeCosts> take_by_tree(std::string_view beginning,
                                                              bool positive) {
    const auto full = std::string(prefix) + std::string(beginning);
    std::map<std::string, NodeCosts> all;
    auto property = left_.lower_bound(full);
    while (property != left_.end() && property->first.starts_with(full)) {
      const auto costs = parse_node_costs(property->second);
      if (!costs || (positive && costs->visit <= 0))
        throw InputError(
            fmt::format("property {}: '{}' is not four or five numbers separated by commas{}",
                        property->first, property->second, positive ? ", the first above 0" : ""));
      all.emplace(property->first.substr(full.size()), *costs);
      property = left_.erase(property);
    }
    return all;
  }

  /// Takes out all properties whose names begin with "eldest:" and `beginning`. Returns their
  /// factors by the rest of the names. Throws InputError if a value does not fit.
  [[nodiscard]] std::map<std::string, double> take_factors(std::string_view beginning) {
    std::map<std::string, double> all;
    const auto full = std::string(prefix) + std::string(beginning);
    auto property = left_.lower_bound(full);
    while (property != left_.end() && property->first.starts_with(full)) {
      const auto name = property->first;
      ++property; // because `take` erases it
      take<double>(name.substr(prefix.size()), all[name.substr(full.size())], parse_factor,
                   "a number above 0, 1000000 at most");
    }
    return all;
  }

  void check_none_left() const {
    if (!left_.empty())
      throw InputError(fmt::format("property {}: there is no such property (see "
                                   "platforms/README.md)",
                                   left_.begin()->first));
  }

private:
  std::map<std::string, std::string> left_;
};

/// Calls `property(name, value, parse, expected)` for every property except those by tree. The
/// text `expected` describes right values.
template <class Machine, class Visitor>
void visit_properties(Machine& machine, const Visitor& property) {
  constexpr std::string_view time = "a time such as 1.6us (units: s, ms, us, ns, ps)";
  constexpr std::string_view count = "a whole number from 0 to 1000000000";
  property("service", machine.service, parse_service, "interrupt, poll or hardware");
  property("send-overhead", machine.send_overhead, parse_duration, time);
  property("receive-overhead", machine.receive_overhead, parse_duration, time);
  property("message-overhead", machine.message_overhead, parse_duration, time);
  property("poll-time", machine.poll_time, parse_duration, time);
  property("clock-time", machine.clock_time, parse_duration, time);
  property("interrupt-overhead", machine.interrupt_overhead, parse_duration, time);
  property("service-time", machine.service_time, parse_duration, time);
  property("local-access", machine.local_access, parse_duration, time);
  property("lock-time", machine.lock_time, parse_duration, time);
  property("lock-round-trips", machine.lock_round_trips, parse_round_trips,
           "a whole number from 0 to 16");
  property("write", machine.write, parse_write_mode, "posted, fetched or awaited");
  property("memory-banks", machine.memory_banks, parse_banks, "a whole number from 0 to 1048576");
  property("split-phase", machine.split_phase, parse_yes_no, "yes or no");
  property("packet-payload", machine.packet_payload, parse_count<std::size_t>, count);
  property("packet-size", machine.packet_size, parse_count<std::size_t>, count);
  property("gap", machine.gap, parse_duration, time);
  property("adapter-gap", machine.adapter_gap, parse_duration, time);
  constexpr std::string_view factor = "a number, 1 or more";
  property("busy-slowdown", machine.busy_slowdown, parse_slowdown, factor);
  property("core-threads", machine.core_threads, parse_threads, "a whole number from 1 to 64");
  property("thread-slowdown", machine.thread_slowdown, parse_slowdown, factor);
  property("socket-cores", machine.socket_cores, parse_count<int>, count);
  property("memory-bandwidth", machine.memory_bandwidth, parse_bandwidth,
           "bytes a second such as 170GBps (units: Bps, kBps, MBps, GBps)");
  property("node-memory", machine.node_memory, parse_node_memory, "own or first");
  property("doubt", machine.doubt, parse_text, "a text");
}

/// Reads all parameters. Throws InputError for a property "eldest:…" that does not exist or whose
/// value does not fit.
MachineParameters take_parameters(const std::map<std::string, std::string>& properties) {
  Properties left(properties);
  MachineParameters machine;
  visit_properties(machine,
                   [&left](std::string_view name, auto& value, auto* parse,
                           std::string_view expected) { left.take(name, value, parse, expected); });
  machine.node_costs = left.take_by_tree("node-costs-", true);
  machine.node_bytes = left.take_by_tree("node-bytes-", false);
  machine.node_slowdowns = left.take_factors("node-slowdown-");
  left.check_none_left();
  return machine;
}

/// A time with the unit that leaves one to three digits before the point.
std::string time_text(double seconds) {
  static constexpr std::array<std::pair<std::string_view, double>, 5> units{
      {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}}};
  for (const auto& [unit, size] : units) {
    if (seconds >= size * 0.9999)
      return fmt::format("{:.6g}{}", seconds / size, unit);
  }
  return fmt::format("{:g}s", seconds);
}

/// Returns the word of `expected` that `parse` reads as `value`, or "".
template <class Value>
std::string word_for(const Value& value, std::optional<Value> (*parse)(std::string_view),
                     std::string_view expected) {
  while (!expected.empty()) {
    const auto word = expected.substr(0, expected.find_first_of(", "));
    if (parse(word) == value)
      return std::string(word);
    expected.remove_prefix(std::min(word.size() + 1, expected.size()));
  }
  return "";
}

template <class Value>
std::string value_text(const Value& value, std::optional<Value> (*parse)(std::string_view),
                       std::string_view expected) {
  if constexpr (std::is_same_v<Value, double>)
    return parse == parse_duration    ? time_text(value)
           : parse == parse_bandwidth ? fmt::format("{:g}GBps", 1e-9 * value)
                                      : fmt::format("{:g}", value);
  else if constexpr (std::is_same_v<Value, std::string>)
    return value.empty() ? "none" : value;
  else if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>)
    return fmt::format("{}", value);
  else
    return word_for(value, parse, expected);
}

} // namespace

std::optional<NodeCosts> parse_node_costs(std::string_view text) {
  constexpr std::size_t min_count = 4;
  std::array<double, 5> costs{};
  std::size_t count = 0;
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  while (true) {
    const auto [rest, error] = std::from_chars(next, end, costs.at(count));
    if (error != std::errc{} || !(costs.at(count) >= 0 && costs.at(count) < 1e12))
      return std::nullopt;
    ++count;
    if (rest == end)
      break;
    if (*rest != ',' || count == costs.size())
      return std::nullopt;
    next = rest + 1;
  }
  if (count < min_count)
    return std::nullopt;
  return NodeCosts{costs[0], costs[1], costs[2], costs[3], costs[4]};
}

MachineParameters read_machine_parameters(const std::map<std::string, std::string>& properties) {
  auto machine = take_parameters(properties);
  if (machine.lock_round_trips > 0 && machine.service != Service::hardware)
    throw InputError("property eldest:lock-round-trips: needs eldest:service hardware, since a "
                     "processor that serves accesses makes one after the other without locks");
  if (machine.packet_size < machine.packet_payload)
    throw InputError(fmt::format("property eldest:packet-size: {} is less than the {} of "
                                 "eldest:packet-payload, should be at least that",
                                 machine.packet_size, machine.packet_payload));
  return machine;
}

std::vector<MachineProperty> list_properties(const MachineParameters& machine) {
  std::vector<MachineProperty> all;
  visit_properties(machine, [&all](std::string_view name, const auto& value, auto* parse,
                                   std::string_view expected) {
    all.push_back({std::string(prefix) + std::string(name), value_text(value, parse, expected)});
  });
  const auto add = [&all](std::string_view name, const std::map<std::string, NodeCosts>& by_tree) {
    for (const auto& [tree, costs] : by_tree)
      all.push_back({fmt::format("{}{}-{}", prefix, name, tree),
                     fmt::format("{:g},{:g},{:g},{:g},{:g}", costs.visit, costs.generation,
                                 costs.ordering, costs.captures, costs.move)});
  };
  add("node-costs", machine.node_costs);
  add("node-bytes", machine.node_bytes);
  for (const auto& [of, factor] : machine.node_slowdowns)
    all.push_back({fmt::format("{}node-slowdown-{}", prefix, of), fmt::format("{:g}", factor)});
  return all;
}

double MachineParameters::slowdown(int index, int working, int processors) const {
  const int cores = std::max(1, processors / core_threads);
  const auto more = [](double factor, int others, int most) {
    return most == 0 ? 1 : 1 + (factor - 1) * others / most;
  };
  const int on_core = working / cores + (index % cores < working % cores ? 1 : 0);
  return more(busy_slowdown, std::min(working, cores) - 1, cores - 1) *
         more(thread_slowdown, on_core - 1, core_threads - 1);
}

int MachineParameters::sharing_memory(int index, int working, int processors) const {
  if (socket_cores == 0 || node_memory == NodeMemory::first)
    return working;
  const int cores = std::max(1, processors / core_threads);
  const auto socket = [&](int processor) { return processor % cores / socket_cores; };
  int sharing = 0;
  for (int other = 0; other < working; ++other)
    sharing += socket(other) == socket(index) ? 1 : 0;
  return sharing;
}

void check_machine_property(const std::string& name, const std::string& value) {
  (void)take_parameters({{name, value}});
}

} // namespace eldest
