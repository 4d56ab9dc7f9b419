#include "sim/machines/trace/visit_tally.hpp"

#include "trees/base/random.hpp"

namespace eldest {
namespace {

std::uint64_t node_of(Key key, int depth) {
  return mix(key + mix(static_cast<std::uint64_t>(depth)));
}

} // namespace

void VisitTally::add(Key key, int depth) {
  ++visits_;
  const auto node = node_of(key, depth);
  if (!is_kept(node))
    return;
  ++counts_[node];
  while (counts_.size() > max_nodes_) {
    one_in_ *= 2;
    std::erase_if(counts_, [&](const auto& count) { return !is_kept(count.first); });
  }
}

std::optional<bool> VisitTally::take(Key key, int depth) {
  const auto node = node_of(key, depth);
  if (!is_kept(node))
    return std::nullopt;
  const auto found = counts_.find(node);
  if (found == counts_.end() || found->second == 0)
    return false;
  --found->second;
  return true;
}

} // namespace eldest
