#include "sim/experiments/trace/page_data.hpp"

#include "sim/experiments/trace/number_column.hpp"
#include "sim/experiments/trace/slices.hpp"
#include "sim/system/json.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace eldest {
namespace {

/// The ways in which a stretch ends, as the page counts them.
enum class StretchEnd : std::uint8_t { left, answered, cut_off, searched, evaluated, not_visited };

StretchEnd end_of_stretch(const NodeStretch& stretch) {
  if (!stretch.depth)
    return StretchEnd::not_visited;
  if (!stretch.how)
    return stretch.depth <= 0 ? StretchEnd::evaluated : StretchEnd::left;
  switch (*stretch.how) {
  case NodeEnd::answered:
    return StretchEnd::answered;
  case NodeEnd::cut_off:
    return StretchEnd::cut_off;
  case NodeEnd::searched:
    break;
  }
  return StretchEnd::searched;
}

/// Texts, each once, by their indices.
class Texts {
public:
  [[nodiscard]] std::size_t index_of(const std::string& text) {
    const auto [found, is_new] = indices_.try_emplace(text, all_.size());
    if (is_new)
      all_.push_back(text);
    return found->second;
  }
  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }

private:
  std::map<std::string, std::size_t> indices_;
  std::vector<std::string> all_;
};

/// The top of the tree: the nodes of the lines of play in a trace. Node 0 is the root.
class TopOfTree {
public:
  explicit TopOfTree(const TraceSubject& subject) : subject_(subject) {}

  /// Returns the number of the last node of a line. Adds the nodes that are new.
  [[nodiscard]] std::size_t node_of(const TopLine& line) {
    std::size_t node = 0;
    for (std::size_t i = 0; i < line.size() && line[i] != 0; ++i) {
      const auto [found, is_new] = sons_.try_emplace({node, line[i]}, nodes_);
      if (is_new) {
        ++nodes_;
        fathers_.add(found->second - node);
        moves_of_nodes_.add(moves_.index_of(move_text(line, i)));
      }
      node = found->second;
    }
    return node;
  }

  void write(Json& json) const {
    json["moves"] = moves_.all();
    json["fathers"] = fathers_.text();
    json["node_moves"] = moves_of_nodes_.text();
  }

private:
  /// Returns the text of the move with index `i` of a line.
  [[nodiscard]] std::string move_text(const TopLine& line, std::size_t i) const {
    const auto texts = subject_.line_text(line_above(line, static_cast<int>(i) + 2));
    return i < texts.size() ? texts[i] : "?";
  }

  const TraceSubject& subject_;
  std::map<std::pair<std::size_t, Key>, std::size_t> sons_; ///< by father and key
  std::size_t nodes_ = 1;
  Texts moves_;
  NumberColumn fathers_; ///< number of each node but the root, less that of its father
  NumberColumn moves_of_nodes_;
};

std::uint64_t code_of(const ProcessorState& state) {
  return use_looks.size() * static_cast<std::uint64_t>(state.phase) +
         static_cast<std::uint64_t>(use_of(state));
}

/// Times as whole numbers of a unit that is coarse enough for few bytes. The unit is 1 ns, or 10
/// ns, 100 ns, … if the whole time is longer than 2^26 of the unit before.
class PageTime {
public:
  explicit PageTime(Nanoseconds end) {
    constexpr Nanoseconds most_units = 1 << 26;
    while (end / unit_ > most_units)
      unit_ *= 10;
  }

  [[nodiscard]] Nanoseconds unit() const { return unit_; }
  [[nodiscard]] std::uint64_t of(Nanoseconds time) const {
    return static_cast<std::uint64_t>((time + unit_ / 2) / unit_);
  }
  [[nodiscard]] std::uint64_t of(double seconds) const { return of(nanoseconds(seconds)); }

private:
  Nanoseconds unit_ = 1;
};

/// Returns the text of a timeline. A cell has its length and its state. Instead of the state, a
/// mixed cell has the number after the last state, and the number of its states. Each of these
/// follows with its time.
std::string states_text(const Timeline& timeline, const PageTime& time) {
  constexpr std::uint64_t mixed = use_looks.size() * phase_count;
  NumberColumn column;
  for (const auto& cell : timeline.cells()) {
    auto parts = slices_of(cell);
    std::erase_if(parts,
                  [&](const Slice& part) { return time.of(part.begin) == time.of(part.end); });
    if (parts.empty())
      continue;
    std::uint64_t length = 0;
    for (const auto& part : parts)
      length += time.of(part.end) - time.of(part.begin);
    column.add(length);
    if (parts.size() == 1) {
      column.add(code_of(parts.front().state));
      continue;
    }
    column.add(mixed);
    column.add(parts.size());
    for (const auto& part : parts) {
      column.add(code_of(part.state));
      column.add(time.of(part.end) - time.of(part.begin));
    }
  }
  return column.text();
}

/// Returns the stretches of each processor in the order of their beginnings, outer ones first.
std::vector<std::vector<NodeStretch>> stretches_by_rank(const Trace& trace) {
  std::vector<std::vector<NodeStretch>> all(trace.timelines.size());
  const auto& stretches = trace.searched.stretches();
  std::for_each(stretches.rbegin(), stretches.rend(), [&](const NodeStretch& stretch) {
    all[static_cast<std::size_t>(stretch.rank)].push_back(stretch);
  });
  for (auto& own : all)
    std::stable_sort(own.begin(), own.end(), [](const NodeStretch& one, const NodeStretch& other) {
      return one.begin < other.begin || (one.begin == other.begin && one.end > other.end);
    });
  return all;
}

/// Writes the stretches of one processor after another.
class StretchWriter {
public:
  StretchWriter(TopOfTree& tree, const TraceSubject& subject, const PageTime& time, int plies)
      : tree_(tree), subject_(subject), time_(time), plies_(plies) {}

  /// Returns the text of a processor's stretches, as far as `end`, where its timeline ends.
  [[nodiscard]] std::string text(const std::vector<NodeStretch>& stretches, double end) {
    NumberColumn column;
    std::uint64_t before = 0;
    std::int64_t node_before = 0;
    for (const auto& stretch : stretches) {
      const auto begin = time_.of(stretch.begin);
      const auto until = time_.of(std::min(stretch.end, end));
      if (until <= begin)
        continue;
      const auto node = static_cast<std::int64_t>(tree_.node_of(stretch.line));
      column.add(begin - before);
      column.add(until - begin);
      column.add_signed(node - node_before);
      write_search(column, stretch);
      before = begin;
      node_before = node;
    }
    return column.text();
  }

  /// Returns the texts of the bounds of windows.
  [[nodiscard]] const std::vector<std::string>& values() const { return values_.all(); }

private:
  /// Writes the search of a stretch. The first number is its end, and says if it is the first of a
  /// job and if it is below the top of the tree. The ply follows if it is below the top. The depth
  /// and the window follow if it was visited.
  void write_search(NumberColumn& column, const NodeStretch& stretch) {
    constexpr std::uint64_t ends = 8;
    const bool below = stretch.ply > plies_;
    column.add(static_cast<std::uint64_t>(end_of_stretch(stretch)) + ends * (stretch.job ? 1 : 0) +
               2 * ends * (below ? 1 : 0));
    if (below)
      column.add(static_cast<std::uint64_t>(stretch.ply));
    if (!stretch.depth)
      return;
    column.add_signed(*stretch.depth);
    column.add(values_.index_of(value_text(stretch.alpha)));
    column.add(values_.index_of(value_text(stretch.beta)));
    column.add(stretch.beta == stretch.alpha + 1 ? 1 : 0);
  }

  [[nodiscard]] std::string value_text(Score value) const {
    if (value >= infinity)
      return "∞";
    return value <= -infinity ? "−∞" : subject_.value_text(value);
  }

  TopOfTree& tree_;
  const TraceSubject& subject_;
  const PageTime& time_;
  int plies_;
  Texts values_;
};

Json marks_json(const std::vector<TraceMark>& marks) {
  auto json = Json::array();
  for (const auto& mark : marks)
    json.push_back({nanoseconds(mark.time), mark.text});
  return json;
}

/// Returns JSON in which "<" is escaped.
std::string without_tags(const Json& json) {
  std::string text;
  for (const char c : serialize(json))
    text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

} // namespace

std::string page_data(const Trace& trace, const TraceSubject& subject) {
  const PageTime time(nanoseconds(end_of(trace)));
  Json json{{"title", subject.title},
            {"algorithm", subject.algorithm},
            {"time_unit", time.unit()},
            {"tells_waste", trace.searched.sequential() != nullptr},
            {"totals", totals(trace)},
            {"omissions", omissions(trace, Arrows::without)},
            {"plies", trace.searched.plies()},
            {"value_unit", subject.value_unit},
            {"marks", marks_json(subject.marks)}};
  TopOfTree tree(subject);
  StretchWriter stretches(tree, subject, time, trace.searched.plies());
  const auto by_rank = stretches_by_rank(trace);
  for (std::size_t rank = 0; rank < trace.timelines.size(); ++rank) {
    const auto& timeline = trace.timelines[rank];
    json["states"].push_back(states_text(timeline, time));
    json["searches"].push_back(stretches.text(by_rank[rank], timeline.end()));
  }
  json["values"] = stretches.values();
  tree.write(json);
  return without_tags(json);
}

} // namespace eldest
