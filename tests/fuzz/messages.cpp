// Readers of messages. An input is the number of a sample in two bytes, followed by changes. A
// change is a place in the sample, in two bytes, and its new byte. An accepted message must be
// written with the same bytes.

#include "tests/fuzz/target.hpp"
#include "tests/support/sample_messages.hpp"
#include "trees/checkers/position.hpp"
#include "trees/chess/root.hpp"
#include "trees/othello/position.hpp"
#include "trees/synthetic/position.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <type_traits>
#include <vector>

namespace eldest::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

template <class Content> void read_as(const Bytes& bytes, const wire::Receiver& context) {
  try {
    require(Content::read(bytes, context).write() == bytes, "a message is written as it was read");
  } catch (const wire::Error& error) {
    check_message(error.what());
  }
}

/// Returns messages of each kind, with varied contents.
template <class P> std::vector<Bytes> written_messages(const P& root) {
  std::vector<Bytes> written;
  SplitMix64 random(1);
  test::SampleMessages<P> samples(root, random);
  for (int i = 0; i < 8; ++i)
    samples.visit_all([&](auto content, const auto& kind, std::size_t /*bytes*/) {
      written.push_back(decltype(content)::write(kind));
    });
  return written;
}

/// Reads a changed sample as a message of every protocol.
template <class P> void read_message(const P& root, std::string_view input) {
  static const auto samples = written_messages(root);
  const auto byte = [&](std::size_t i) {
    return i < input.size() ? static_cast<unsigned char>(input[i]) : 0U;
  };
  auto bytes = samples[(byte(0) * 256 + byte(1)) % samples.size()];
  for (std::size_t i = 2; i + 2 < input.size(); i += 3)
    bytes[(byte(i) * 256 + byte(i + 1)) % bytes.size()] = static_cast<std::byte>(byte(i + 2));
  const wire::RootOf<P> own(root);
  const wire::Receiver context{3, test::SampleMessages<P>::sample_receiver, test::sample_processors,
                               test::sample_depth, &own};
  const std::size_t size = input.size() % 7 == 0 ? bytes.size() / 2 : bytes.size();
  bytes.resize(size);
  read_as<IterationMessage>(bytes, context);
  read_as<FinishedIterationsMessage>(bytes, context);
  read_as<BoundMessage>(bytes, context);
  read_as<shared_table::StopMessage>(bytes, context);
  read_as<split_points::Content>(bytes, context);
  read_as<ybwc::Content<P>>(bytes, context);
  read_as<jamboree::Content<P>>(bytes, context);
  read_as<felten_otto::Content<P>>(bytes, context);
  read_as<uidpabs::Content<typename P::Move>>(bytes, context);
  read_as<pv_split::Content<P>>(bytes, context);
  read_as<aphid::Content<typename P::Move>>(bytes, context);
  read_as<dts::Content<P>>(bytes, context);
  read_as<tdsab::Content<P>>(bytes, context);
  read_as<tree_splitting::Content<P>>(bytes, context);
  read_as<mwf::Content<P>>(bytes, context);
}

void read_chess(std::string_view input) {
  static const chess::Root root(
      "r1bqk2r/ppp2ppp/2n2n2/2bpp3/4P3/2PP1N2/PPB2PPP/RNBQK2R w KQkq - 0 1");
  read_message(root.position(), input);
}

void read_othello(std::string_view input) { read_message(othello::start_position, input); }

void read_checkers(std::string_view input) { read_message(checkers::Position(), input); }

void read_synthetic(std::string_view input) {
  static const synthetic::Tree tree(
      synthetic::parse_parameters("b=2..9,seed=3,transpositions=0.5,extend=0.2,noise=30"));
  read_message(synthetic::Position(tree), input);
}

} // namespace

std::span<const Target> targets() {
  static constexpr std::array<Target, 4> all{{{"chess-messages", read_chess},
                                              {"othello-messages", read_othello},
                                              {"checkers-messages", read_checkers},
                                              {"synthetic-messages", read_synthetic}}};
  return all;
}

} // namespace eldest::fuzz
