#include "tests/support/cluster_checks.hpp"

#include "algorithms/registry.hpp"
#include "algorithms/search/minimax.hpp"
#include "sim/experiments/searches/game_search.hpp"
#include "sim/machines/cluster/cluster_machine.hpp"
#include "tests/support/cluster_bug_check.hpp"
#include "tests/support/random_settings.hpp"
#include "tests/support/random_trees.hpp"
#include "trees/synthetic/position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace eldest::test {
namespace {

/// Returns the first mistake found in any of the processes, or an empty text. `own`: the mistake in
/// this process, or an empty text.
std::string in_all(ClusterNetwork& network, const std::string& own) {
  const auto all = network.gather(own);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (!all[rank].empty())
      return fmt::format("rank {} of {}: {}", rank, all.size(), all[rank]);
  }
  return "";
}

/// Returns the first mistake found by any of this process's processors, or an empty text.
std::string first_of(const std::vector<std::string>& wrong) {
  const auto found =
      std::ranges::find_if(wrong, [](const std::string& text) { return !text.empty(); });
  return found == wrong.end() ? "" : *found;
}

// Searches of random trees.

struct SearchCase {
  std::string tree;
  Algorithm algorithm = AbdadaSettings{};
  SearchSettings settings;
  TableSettings tables;
  ClusterLayout layout;
  RemoteAccess access = RemoteAccess::messages;
};

/// Draws a way to access tables. One-sided access is less likely with many processes. They take
/// turns on the cores, so that such an access may take a time slice of the system.
RemoteAccess random_access(SplitMix64& random, int ranks) {
  return draw(random, 1, std::max(ranks, 2)) == 1 ? RemoteAccess::one_sided
                                                  : RemoteAccess::messages;
}

/// Draws a layout with up to three processors for each process. The helpers of Stockfish's Lazy SMP
/// never rest. Where they take turns on the cores with processor 0, this waits for a time slice of
/// the system at nearly every table access. Hence that algorithm gets two processors at most.
ClusterLayout random_layout(SplitMix64& random, const Algorithm& algorithm, int ranks) {
  if (algorithm.is_sequential())
    return {1, draw(random, 1, 2)};
  const int threads = std::max(draw(random, -2, 3), 1);
  const bool never_rests = algorithm.name() == "lazy-smp-stockfish";
  const int most = never_rests ? std::min(ranks * threads, 2) : ranks * threads;
  return {draw(random, 0, 1) == 0 ? most : draw(random, 1, most), threads};
}

SearchCase random_case(SplitMix64& random, const Algorithm& algorithm, int ranks) {
  SearchCase test;
  test.tree = random_tree_parameters(random);
  test.algorithm = algorithm;
  test.layout = random_layout(random, algorithm, ranks);
  test.settings.search = draw_search(random, test.algorithm);
  test.settings.depth = draw(random, 1, 4);
  test.settings.table_depth = TableDepth::exact;
  test.settings.seed = random();
  test.tables.entries = draw(random, 0, 2) == 0 ? 32 : 1 << 12;
  const int sharing = draw(random, 0, 5);
  if (sharing < 2)
    test.tables.sharing = sharing == 0 ? TableSharing::local : TableSharing::none;
  test.access = random_access(random, ranks);
  return test;
}

std::string describe(const SearchCase& test) {
  return fmt::format("{} on {} processors, {} of each process, to depth {}, sharing {}, {} "
                     "entries, access {}, tree {}",
                     test.algorithm.name(), test.layout.processors, test.layout.threads,
                     test.settings.depth, static_cast<int>(test.tables.sharing),
                     test.tables.entries, static_cast<int>(test.access), test.tree);
}

TableSettings tables_of(const SearchCase& test) { return test.algorithm.tables(test.tables); }

/// Opens a window, unless it is null. Collective.
std::unique_ptr<NetworkWindow> opened(std::unique_ptr<NetworkWindow> window) {
  if (window)
    window->open();
  return window;
}

std::unique_ptr<NetworkWindow> open_window(ClusterNetwork& network, const SearchCase& test) {
  return opened(window_for(network, test.layout, tables_of(test), test.access));
}

/// The outcomes of this process's processors, by thread.
using Outcomes = std::vector<SearchOutcome>;

Outcomes search_on(ClusterMachine& machine, const SearchCase& test,
                   const synthetic::Position& root) {
  Outcomes outcomes(machine.runs().size());
  machine.run([&](ClusterProcessor& processor) {
    outcomes[static_cast<std::size_t>(test.layout.thread_of(processor.rank()))] =
        game_search(test.algorithm, test.settings, root, processor);
  });
  return outcomes;
}

/// Returns the first mistake in the iterations that the processors know to be complete, up to
/// `known_depth`, or an empty text.
std::string check_values(const Outcomes& outcomes, const synthetic::Position& root,
                         int known_depth) {
  for (const auto& outcome : outcomes) {
    for (const auto& iteration : outcome.iterations) {
      if (iteration.depth > known_depth)
        continue;
      if (const auto value = minimax(root, iteration.depth); iteration.value != value)
        return fmt::format("value {} to depth {}, not {}", iteration.value, iteration.depth, value);
    }
  }
  return "";
}

/// Returns the number of iterations that the processors know.
std::size_t iterations_of(const Outcomes& outcomes) {
  std::size_t most = 0;
  for (const auto& outcome : outcomes)
    most = std::max(most, outcome.iterations.size());
  return most;
}

std::string check_search(ClusterNetwork& network, const SearchCase& test) {
  const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
  const synthetic::Position root(tree);
  const auto window = open_window(network, test);
  ClusterMachine machine(network, test.layout, tables_of(test), window.get());
  const auto outcomes = search_on(machine, test, root);
  std::string wrong;
  if (machine.error())
    wrong = "an exception";
  else
    wrong = check_values(outcomes, root, test.settings.depth);
  // A processor that gives up waiting for an answer may stay counted.
  if (wrong.empty() && test.settings.table_timeout == 0 &&
      machine.tables().processors_searching() != 0)
    wrong = "processors are still counted in the table";
  std::size_t most = 0;
  const auto known = std::to_string(iterations_of(outcomes));
  for (const auto& text : network.gather(known))
    most = std::max(most, static_cast<std::size_t>(std::stoull(text)));
  if (wrong.empty() && most != static_cast<std::size_t>(test.settings.depth))
    wrong = fmt::format("{} iterations", most);
  const auto all = in_all(network, wrong);
  return all.empty() ? "" : fmt::format("{}: {}", describe(test), all);
}

std::string check_minimax(ClusterNetwork& network, std::uint64_t seed, int count) {
  SplitMix64 random(seed);
  for (int i = 0; i < count; ++i) {
    for (const auto& algorithm : algorithms()) {
      auto wrong = check_search(network, random_case(random, algorithm, network.ranks()));
      if (!wrong.empty())
        return wrong;
    }
  }
  return "";
}

std::string check_timeouts(ClusterNetwork& network, std::uint64_t seed, int count) {
  SplitMix64 random(seed);
  for (int i = 0; i < count; ++i) {
    auto test = random_case(random, AbdadaSettings{}, network.ranks());
    test.settings.table_timeout = draw(random, 0, 1) == 0 ? 1e-9 : 1e-5;
    auto wrong = check_search(network, test);
    if (!wrong.empty())
      return wrong;
  }
  return "";
}

std::string check_stop(ClusterNetwork& network, std::uint64_t seed, int count) {
  SplitMix64 random(seed);
  for (const auto& algorithm : algorithms()) {
    SearchCase test;
    test.tree = "b=10,order=0.8,noise=20,seed=5";
    test.algorithm = algorithm;
    test.layout.threads = draw(random, 1, 2);
    test.layout.processors = algorithm.is_sequential() ? 1 : network.ranks() * test.layout.threads;
    test.access = random_access(random, network.ranks());
    test.settings.depth = max_depth;
    test.settings.table_depth = TableDepth::exact;
    const synthetic::Tree tree(synthetic::parse_parameters(test.tree));
    const synthetic::Position root(tree);
    const auto window = open_window(network, test);
    ClusterMachine machine(network, test.layout, tables_of(test), window.get());
    const int stopper = draw(random, 0, network.ranks() - 1);
    std::jthread clock;
    if (network.rank() == stopper)
      clock = std::jthread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(count));
        machine.stop(StopReason::time);
      });
    const auto outcomes = search_on(machine, test, root);
    std::string wrong;
    if (machine.error())
      wrong = "an exception";
    else if (machine.stopped_by() != ClusterStop::time)
      wrong = "not stopped";
    else if (machine.tables().processors_searching() != 0)
      wrong = "processors are still counted in the table";
    else if (iterations_of(outcomes) == max_depth)
      wrong = "it is complete";
    else
      wrong = check_values(outcomes, root, 4);
    if (const auto all = in_all(network, wrong); !all.empty())
      return fmt::format("{} stopped by rank {}: {}", algorithm.name(), stopper, all);
  }
  return "";
}

// Messages.

/// A message with a variable length.
struct Numbered {
  std::uint32_t number = 0;
  std::vector<std::uint32_t> rest; ///< each 1 more than the one before

  template <class Self, class Wire> static constexpr void fields(Self& self, Wire& wire) {
    auto length = static_cast<std::uint32_t>(self.rest.size());
    wire::word<4>(wire, wire::tag<8>(wire));
    wire::word<4>(wire, wire::number(self.number));
    wire::word<4>(wire, wire::number(length));
    if constexpr (Wire::reads)
      self.rest.resize(length);
    for (auto& word : self.rest)
      wire::word<4>(wire, wire::number(word));
  }
};
using NumberedMessage = Protocol<14, Numbered>;

Numbered numbered(std::uint32_t number, int length) {
  Numbered message{number, {}};
  for (int i = 0; i < length; ++i)
    message.rest.push_back(number + static_cast<std::uint32_t>(i) + 1);
  return message;
}

/// Receives the messages of other processors, and checks their order and content.
class Receiver {
public:
  explicit Receiver(int ranks) : expected_(static_cast<std::size_t>(ranks)) {}

  void take(const Message& message) {
    const auto& found = NumberedMessage::get<Numbered>(message);
    auto& expected = expected_[static_cast<std::size_t>(message.from)];
    if (found.number != expected)
      wrong_ = fmt::format("number {} of rank {}, not {}", found.number, message.from, expected);
    if (found.rest != numbered(found.number, static_cast<int>(found.rest.size())).rest)
      wrong_ = "another content";
    if (message.bytes != 12 + 4 * found.rest.size())
      wrong_ = "another size";
    ++expected;
    ++count_;
  }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] const std::string& wrong() const { return wrong_; }

private:
  std::vector<std::uint32_t> expected_; ///< next number, by sender
  int count_ = 0;
  std::string wrong_;
};

/// Checks that `count` messages from every processor to every other arrive in order and with their
/// content. Receivers and lengths follow each other at random. Returns the first mistake, or an
/// empty text.
std::string check_order(ClusterNetwork& network, const ClusterLayout& layout, std::uint64_t seed,
                        int count) {
  const int ranks = layout.processors;
  ClusterMachine machine(network, layout, {.entries = 64});
  std::vector<std::string> wrong(machine.runs().size());
  machine.run([&](ClusterProcessor& processor) {
    Receiver receiver(ranks);
    SplitMix64 random(seed + static_cast<std::uint64_t>(processor.rank()));
    std::vector<std::uint32_t> sent(static_cast<std::size_t>(ranks));
    for (int left = count * (ranks - 1); left > 0;) {
      const int to = draw(random, 0, ranks - 1);
      auto& number = sent[static_cast<std::size_t>(to)];
      if (to == processor.rank() || number == static_cast<std::uint32_t>(count))
        continue;
      const int length = draw(random, 0, 50) == 0 ? draw(random, 0, 20'000) : draw(random, 0, 30);
      NumberedMessage::send(processor, to, numbered(number++, length));
      --left;
      while (draw(random, 0, 3) == 0) {
        if (const auto message = processor.poll())
          receiver.take(*message);
      }
    }
    while (receiver.count() < count * (ranks - 1)) {
      if (draw(random, 0, 1) == 0)
        receiver.take(processor.wait());
      else if (const auto message = processor.wait_for(draw(random, 0, 20) * 1e-6))
        receiver.take(*message);
    }
    const bool surplus = processor.wait_for(1e-5).has_value();
    wrong[static_cast<std::size_t>(layout.thread_of(processor.rank()))] =
        surplus ? "a message too many" : receiver.wrong();
  });
  return in_all(network, machine.error() ? "an exception" : first_of(wrong));
}

std::string check_order(ClusterNetwork& network, std::uint64_t seed, int count) {
  for (const int threads : {1, 2}) {
    if (auto wrong = check_order(network, {threads * network.ranks(), threads}, seed, count);
        !wrong.empty())
      return wrong;
  }
  return "";
}

// Accesses.

/// A handler that adds to the number that an entry holds for a key. The answer is the number
/// before.
struct Add {
  Key key = 0;
  std::uint32_t addend = 0;
  std::uint32_t before = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::whole(wire, self.key);
    wire::word<4>(wire, wire::number(self.addend));
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::number(self.before));
  }

  void operator()(Bucket& bucket) {
    Entry* const entry = bucket.find_or_replace(key);
    if (entry->depth == Entry::vacant)
      entry->begin(1);
    before = entry->move;
    entry->move += addend;
  }
};

/// Returns key `number` of those that only processor `rank` uses. For `common_rank`, returns one of
/// those that all processors use. The buckets have room for all these keys.
Key key_of(int rank, int number) {
  return SplitMix64(static_cast<std::uint64_t>(1000 * rank + number))();
}

/// Adds random numbers to the numbers that entries hold for keys. Those of the processor's own keys
/// must equal those of a model. Those found at common keys are recorded.
struct Adder {
  ClusterProcessor& processor;
  SplitMix64 random;
  std::map<Key, std::uint32_t> model{};
  std::map<Key, std::uint32_t> added{};           ///< to common keys
  std::map<Key, std::set<std::uint32_t>> found{}; ///< at common keys, before additions above 0
  std::string wrong{};

  static constexpr int own_keys = 40;
  static constexpr int common_rank = 99;

  void step() {
    const bool common = draw(random, 0, 3) == 0;
    const Key key = key_of(common ? common_rank : processor.rank(), draw(random, 0, own_keys - 1));
    Add add{key, static_cast<std::uint32_t>(draw(random, 1, 9))};
    if (draw(random, 0, 2) == 0)
      processor.post(key, add);
    else
      ask(key, add, common);
    (common ? added : model)[key] += add.addend;
    while (draw(random, 0, 3) == 0)
      static_cast<void>(processor.poll());
  }

  void ask(Key key, Add& add, bool common) {
    processor.ask(key, add);
    if (draw(random, 0, 1) == 0)
      static_cast<void>(processor.answered());
    processor.await_answer();
    if (common && !found[key].insert(add.before).second)
      wrong = "two additions found the same number";
    if (!common && add.before != model[key])
      wrong = fmt::format("{} where the model has {}", add.before, model[key]);
  }
};

std::string check_accesses(ClusterNetwork& network, const ClusterLayout& layout,
                           RemoteAccess access, std::uint64_t seed, int count) {
  const TableSettings tables{.entries = 1 << 16};
  const auto window = opened(window_for(network, layout, tables, access));
  ClusterMachine machine(network, layout, tables, window.get());
  std::vector<std::string> wrongs(machine.runs().size());
  std::vector<std::map<Key, std::uint32_t>> all_added(machine.runs().size());
  machine.run([&](ClusterProcessor& processor) {
    Adder adder{processor, SplitMix64(seed + static_cast<std::uint64_t>(processor.rank()))};
    for (int i = 0; i < count; ++i)
      adder.step();
    const auto thread = static_cast<std::size_t>(layout.thread_of(processor.rank()));
    wrongs[thread] = adder.wrong;
    all_added[thread] = adder.added;
  });
  std::map<Key, std::uint32_t> added;
  for (const auto& by_thread : all_added) {
    for (const auto& [key, addend] : by_thread)
      added[key] += addend;
  }
  // The tables are kept. In a second run, all processors read the final numbers.
  std::map<Key, std::uint32_t> sums;
  for (int i = 0; i < Adder::own_keys; ++i) {
    const Key key = key_of(Adder::common_rank, i);
    for (const auto& text : network.gather(std::to_string(added[key])))
      sums[key] += static_cast<std::uint32_t>(std::stoul(text));
  }
  const bool failed = machine.error() != nullptr;
  machine.run([&](ClusterProcessor& processor) {
    for (const auto& [key, sum] : sums) {
      Add add{key, 0};
      processor.ask(key, add);
      processor.await_answer();
      if (add.before != sum)
        wrongs[static_cast<std::size_t>(layout.thread_of(processor.rank()))] =
            fmt::format("{} in the end, not {}", add.before, sum);
    }
  });
  return in_all(network, failed || machine.error() ? "an exception" : first_of(wrongs));
}

std::string check_accesses(ClusterNetwork& network, std::uint64_t seed, int count) {
  for (const int threads : {1, 2}) {
    for (const auto access : {RemoteAccess::messages, RemoteAccess::one_sided}) {
      // One-sided accesses are fewer, because each may take a time slice of the system where MPI
      // asks a home that has lost its core.
      const int accesses = access == RemoteAccess::one_sided ? count / 20 : count;
      const auto wrong =
          check_accesses(network, {threads * network.ranks(), threads}, access, seed, accesses);
      if (!wrong.empty())
        return fmt::format("{} threads, access {}: {}", threads, static_cast<int>(access), wrong);
    }
  }
  return "";
}

/// A handler that answers with the number in the request, plus 1.
struct Echo {
  std::uint32_t number = 0;
  std::uint32_t answer = 0;

  template <class Self, class Wire> static constexpr void request_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::number(self.number));
  }
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::number(self.answer));
  }

  void operator()(Bucket& /*bucket*/) { answer = number + 1; }
};

/// Checks that an answer in time belongs to the last request, and that a later answer is dropped.
/// Returns the first mistake, or an empty text.
std::string check_late_answers(ClusterNetwork& network, int threads, std::uint64_t seed,
                               int count) {
  const ClusterLayout layout{threads * network.ranks(), threads};
  ClusterMachine machine(network, layout, {.entries = 1 << 10});
  std::vector<std::string> wrongs(machine.runs().size());
  machine.run([&](ClusterProcessor& processor) {
    SplitMix64 random(seed + static_cast<std::uint64_t>(processor.rank()));
    for (int i = 0; i < count; ++i) {
      Echo echo{static_cast<std::uint32_t>(draw(random, 0, 1'000'000))};
      processor.ask(random(), echo);
      const bool in_time = processor.await_answer_for(draw(random, 0, 30) * 1e-6);
      if (echo.answer != (in_time ? echo.number + 1 : 0))
        wrongs[static_cast<std::size_t>(layout.thread_of(processor.rank()))] =
            fmt::format("answer {} to {}", echo.answer, echo.number);
      if (draw(random, 0, 3) == 0)
        static_cast<void>(processor.poll());
    }
  });
  return in_all(network, machine.error() ? "an exception" : first_of(wrongs));
}

std::string check_late_answers(ClusterNetwork& network, std::uint64_t seed, int count) {
  const auto wrong = check_late_answers(network, 1, seed, count);
  return wrong.empty() ? check_late_answers(network, 2, seed, count) : wrong;
}

/// A handler that fails where the key is kept.
struct Fail {
  std::uint32_t answer = 0;

  template <class Self, class Wire>
  static constexpr void request_fields(Self& /*self*/, Wire& /*wire*/) {}
  template <class Self, class Wire> static constexpr void answer_fields(Self& self, Wire& wire) {
    wire::word<4>(wire, wire::number(self.answer));
  }

  void operator()(Bucket& /*bucket*/) { throw std::runtime_error("on purpose"); }
};

/// Checks that no processor waits forever for an answer that will not come. Returns the first
/// mistake, or an empty text.
std::string check_failed_answers(ClusterNetwork& network) {
  ClusterMachine machine(network, {2 * network.ranks(), 2}, {.entries = 1 << 10});
  machine.run([&](ClusterProcessor& processor) {
    SplitMix64 random(static_cast<std::uint64_t>(processor.rank()));
    static_cast<void>(until_stopped([&] {
      while (true) {
        Fail fail;
        processor.ask(random(), fail);
        processor.await_answer();
        static_cast<void>(processor.poll());
      }
    }));
  });
  return in_all(network, machine.stopped_by() == ClusterStop::error ? "" : "not stopped");
}

std::string check_error(ClusterNetwork& network, std::uint64_t seed, int count) {
  SplitMix64 random(seed);
  for (int i = 0; i < count; ++i) {
    const int threads = draw(random, 1, 2);
    const ClusterLayout layout{threads * network.ranks(), threads};
    ClusterMachine own(network, layout, {.entries = 64});
    const int thrower = draw(random, 0, layout.processors - 1);
    std::atomic<int> ended = 0;
    own.run([&](ClusterProcessor& processor) {
      if (processor.rank() == thrower)
        throw std::runtime_error("on purpose");
      ended += until_stopped([&] {
        while (true)
          static_cast<void>(processor.wait());
      })
                   ? 0
                   : 1;
    });
    const bool threw = network.rank() == layout.process_of(thrower);
    std::string wrong;
    if (threw != (own.error() != nullptr))
      wrong = "another process has the error";
    else if (ended != (threw ? threads - 1 : threads) || own.stopped_by() != ClusterStop::error)
      wrong = "not stopped by the error";
    if (auto all = in_all(network, wrong); !all.empty())
      return all;
  }
  return check_failed_answers(network);
}

} // namespace

const std::vector<ClusterCheck>& cluster_checks() {
  static const std::vector<ClusterCheck> all{
      {"minimax", check_minimax},   {"order", check_order},     {"accesses", check_accesses},
      {"stop", check_stop},         {"error", check_error},     {"timeouts", check_timeouts},
      {"late", check_late_answers}, {"bugs", check_bug_classes}};
  return all;
}

} // namespace eldest::test
