#include "sim/experiments/calibration/calibration.hpp"
#include "sim/machines/cluster/cluster_machine.hpp"
#include "trees/base/errors.hpp"
#include "trees/base/random.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace eldest {
namespace {

/// A message that is sent to and fro. It has 12 bytes, like the shortest messages of searches, and
/// then `words` words of 4 bytes each.
struct Parcel {
  std::uint32_t words = 0;

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<8>(wire, wire::number(self.words));
    std::uint32_t word = 0;
    for (std::uint32_t i = 0; i < self.words; ++i)
      wire::word<4>(wire, wire::number(word));
  }
};
using ParcelMessage = Protocol<15, Parcel>;

/// A handler that reads as little of a bucket as a probe does.
struct ReadMove {
  std::uint32_t move = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::zeros(wire, 16);
    static_cast<void>(self);
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<8>(wire, wire::number(self.move));
    wire::zeros(wire, 8);
  }

  void operator()(Bucket& bucket) { move = bucket.entries.back().move; }
};

/// The two processes between which the network is measured: the first and the last.
class Pair {
public:
  /// `window`: for one-sided access, or null.
  explicit Pair(ClusterNetwork& network, NetworkWindow* window = nullptr)
      : machine_(network, {network.ranks()}, {}, window), last_(network.ranks() - 1) {}

  /// Runs `first` in the first process and `last` in the last. Returns the result of `first`, or 0
  /// on other processes.
  [[nodiscard]] double run(const std::function<double(ClusterProcessor&)>& first,
                           const std::function<void(ClusterProcessor&)>& last) {
    double figure = 0;
    machine_.run([&](ClusterProcessor& processor) {
      if (processor.rank() == 0)
        figure = first(processor);
      else if (processor.rank() == last_)
        last(processor);
    });
    return figure;
  }

  [[nodiscard]] int last() const { return last_; }

  /// Returns a random key whose home is process `rank`.
  [[nodiscard]] Key key_of(int rank, SplitMix64& random) {
    Key key = random();
    while (machine_.tables().home<ReadMove>(key, 0) != rank)
      key = random();
    return key;
  }

private:
  ClusterMachine machine_;
  int last_;
};

constexpr int few = 20; ///< number of messages that a network accepts at once
constexpr int rounds = 100;
constexpr int many = 5'000;

void receive(ClusterProcessor& processor, int messages) {
  for (int i = 0; i < messages; ++i)
    static_cast<void>(processor.wait());
}

void send(ClusterProcessor& processor, int to, int messages) {
  for (int i = 0; i < messages; ++i)
    ParcelMessage::send(processor, to, Parcel{});
}

void answer_rounds(ClusterProcessor& processor, int messages, int times) {
  for (int round = 0; round < times; ++round) {
    receive(processor, messages);
    send(processor, 0, 1);
  }
}

double time_look(Pair& pair) {
  constexpr int looks = 100'000;
  return pair.run(
      [](ClusterProcessor& processor) {
        const double begin = processor.now();
        for (int i = 0; i < looks; ++i)
          static_cast<void>(processor.poll());
        return (processor.now() - begin) / looks;
      },
      [](ClusterProcessor&) {});
}

double time_send(Pair& pair) {
  return pair.run(
      [&](ClusterProcessor& processor) {
        double sum = 0;
        for (int round = 0; round < rounds; ++round) {
          const double begin = processor.now();
          send(processor, pair.last(), few);
          sum += processor.now() - begin;
          receive(processor, 1);
        }
        return sum / (rounds * few);
      },
      [](ClusterProcessor& processor) { answer_rounds(processor, few, rounds); });
}

/// Receives `messages` messages. Returns the seconds of the polls that found one.
double seconds_to_take(ClusterProcessor& processor, int messages) {
  double sum = 0;
  while (messages > 0) {
    const double begin = processor.now();
    if (processor.poll()) {
      sum += processor.now() - begin;
      --messages;
    }
  }
  return sum;
}

double time_receive(Pair& pair) {
  return pair.run(
      [&](ClusterProcessor& processor) {
        double sum = 0;
        for (int round = 0; round < rounds; ++round) {
          send(processor, pair.last(), 1);
          sum += seconds_to_take(processor, few);
        }
        return sum / (rounds * few);
      },
      [](ClusterProcessor& processor) {
        for (int round = 0; round < rounds; ++round) {
          receive(processor, 1);
          send(processor, 0, few);
        }
      });
}

double time_gap(Pair& pair) {
  return pair.run(
      [&](ClusterProcessor& processor) {
        const double begin = processor.now();
        send(processor, pair.last(), many);
        receive(processor, 1);
        return (processor.now() - begin) / many;
      },
      [](ClusterProcessor& processor) { answer_rounds(processor, many, 1); });
}

double time_round_trip(Pair& pair, std::uint32_t words) {
  return pair.run(
      [&](ClusterProcessor& processor) {
        const double begin = processor.now();
        for (int i = 0; i < many; ++i) {
          ParcelMessage::send(processor, pair.last(), Parcel{words});
          receive(processor, 1);
        }
        return (processor.now() - begin) / many;
      },
      [](ClusterProcessor& processor) { answer_rounds(processor, 1, many); });
}

/// Returns the seconds that each further byte adds to a message, 0 or more. Compares round trips in
/// which one message is 1,000 bytes longer with round trips of the shortest messages.
double time_byte(Pair& pair) {
  constexpr std::uint32_t words = 250;
  const double longer = time_round_trip(pair, words) - time_round_trip(pair, 0);
  return std::max(longer / (4 * words), 0.0);
}

double time_access(Pair& pair, int home) {
  return pair.run(
      [&](ClusterProcessor& processor) {
        SplitMix64 random(1);
        double sum = 0;
        for (int i = 0; i < many; ++i) {
          const Key key = pair.key_of(home, random);
          ReadMove look;
          const double begin = processor.now();
          processor.ask(key, look);
          processor.await_answer();
          sum += processor.now() - begin;
        }
        return sum / many;
      },
      [](ClusterProcessor&) {});
}

/// Returns an open window for one-sided access to the tables, or null if the network makes none.
std::unique_ptr<NetworkWindow> open_window(ClusterNetwork& network) {
  auto window = window_for(network, {network.ranks()}, {}, RemoteAccess::one_sided);
  try {
    window->open();
  } catch (const RunError&) {
    return nullptr;
  }
  return window;
}

} // namespace

MeasuredNetwork measure_network(ClusterNetwork& network, int repeats) {
  Pair pair(network);
  const auto repeated = [=](const auto& measure) { return measure_repeatedly(repeats, measure); };
  MeasuredNetwork measured;
  measured.look = repeated([&] { return time_look(pair); });
  measured.send = repeated([&] { return time_send(pair); });
  measured.receive = repeated([&] { return time_receive(pair); });
  measured.gap = repeated([&] { return time_gap(pair); });
  measured.round_trip = repeated([&] { return time_round_trip(pair, 0); });
  measured.byte = repeated([&] { return time_byte(pair); });
  measured.near_access = repeated([&] { return time_access(pair, 0); });
  measured.far_access = repeated([&] { return time_access(pair, pair.last()); });
  if (const auto window = open_window(network)) {
    Pair one_sided(network, window.get());
    measured.window = {repeated([&] { return time_access(one_sided, 0); }),
                       repeated([&] { return time_access(one_sided, one_sided.last()); })};
  }
  return measured;
}

} // namespace eldest
