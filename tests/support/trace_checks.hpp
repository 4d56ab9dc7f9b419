#pragma once

#include "sim/experiments/json.hpp"
#include "sim/machines/accounts.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace eldest::test {

/// The content of a trace file, after its format has been checked.
struct ReadTrace {
  std::vector<TimeAccount> accounts;    ///< by rank
  std::vector<double> ends;             ///< end of the states, which begin at 0, by rank
  std::map<std::string, double> phases; ///< seconds by name, over all processors
  std::size_t messages = 0;
  std::vector<std::pair<double, std::string>> marks; ///< time and text, in the order of the file
  std::map<std::string, double> states;              ///< seconds by name, over all processors
  std::size_t searches = 0;                          ///< number of slices of searches
  std::map<std::string, std::size_t> search_ends;
  std::map<std::string, std::size_t> counters; ///< number of samples by name
  std::string title;
  std::string totals;
  std::string omissions; ///< all notes on omissions
};

[[nodiscard]] inline TimeCategory category_named(const std::string& name) {
  const std::map<std::string, TimeCategory> categories{
      {"work", &TimeAccount::work},
      {"wasted work", &TimeAccount::work},
      {"communication", &TimeAccount::communication},
      {"idle", &TimeAccount::idle}};
  REQUIRE(categories.count(name) == 1);
  return categories.at(name);
}

/// Returns a time in nanoseconds. `microseconds` has three digits after the point.
[[nodiscard]] inline std::int64_t read_nanoseconds(const Json& microseconds) {
  REQUIRE(microseconds.is_number());
  REQUIRE(microseconds.get<double>() >= 0);
  return std::llround(microseconds.get<double>() * 1e3);
}

/// Checks the slices of one thread.
class SliceChecker {
public:
  void take(const Json& event, ReadTrace& trace, TimeAccount& account) {
    const auto begin = read_nanoseconds(event.at("ts"));
    const auto length = read_nanoseconds(event.at("dur"));
    REQUIRE(length > 0);
    const auto name = event.at("name").get<std::string>();
    if (event.at("cat") == "phase") {
      REQUIRE(begin >= phase_end_);
      REQUIRE(begin == state_end_);
      phase_end_ = begin + length;
      trace.phases[name] += 1e-9 * static_cast<double>(length);
    } else {
      REQUIRE(event.at("cat") == "state");
      REQUIRE(begin == state_end_); // no gap, no overlap
      state_end_ = begin + length;
      REQUIRE((begin >= phase_end_ || state_end_ <= phase_end_)); // inside a phase or outside
      account.*category_named(name) += 1e-9 * static_cast<double>(length);
      trace.states[name] += 1e-9 * static_cast<double>(length);
    }
  }
  [[nodiscard]] std::int64_t end() const { return state_end_; }
  [[nodiscard]] bool phases_end() const { return phase_end_ <= state_end_; }

private:
  std::int64_t state_end_ = 0;
  std::int64_t phase_end_ = 0;
};

/// Checks the slices of a processor's searches. Of two slices, one must be inside the other, or
/// they must not overlap.
class NestingChecker {
public:
  void take(const Json& event, ReadTrace& trace) {
    REQUIRE(event.at("cat") == "search");
    const auto begin = read_nanoseconds(event.at("ts"));
    const auto end = begin + read_nanoseconds(event.at("dur"));
    REQUIRE(end > begin);
    // The slices come in order of their ends, inner slices before outer ones.
    while (!slices_.empty() && slices_.back().first >= begin)
      slices_.pop_back();
    REQUIRE((slices_.empty() || slices_.back().second <= begin));
    slices_.emplace_back(begin, end);
    end_ = end;
    ++trace.searches;
    if (event.contains("args"))
      ++trace.search_ends[event.at("args").at("ended").get<std::string>()];
  }
  [[nodiscard]] std::int64_t end() const { return end_; }

private:
  std::vector<std::pair<std::int64_t, std::int64_t>> slices_; ///< not overlapping
  std::int64_t end_ = 0;
};

/// Checks a file in the Trace Event Format for `processors` threads.
// NOLINTNEXTLINE(readability-function-size): much of it is what macros expand to
[[nodiscard]] inline ReadTrace check_trace_events(const std::string& text, int processors) {
  const auto json = Json::parse(text);
  const auto count = static_cast<std::size_t>(processors);
  ReadTrace trace;
  trace.accounts.resize(count);
  trace.title = json.at("otherData").at("title").get<std::string>();
  trace.totals = json.at("otherData").at("totals").get<std::string>();
  trace.omissions = json.at("otherData").at("omissions").get<std::string>();
  std::vector<SliceChecker> slices(count);
  std::vector<NestingChecker> searches(count);
  std::set<std::string> thread_names;
  std::map<std::int64_t, std::int64_t> flows; // by flow; those that have not ended
  for (const auto& event : json.at("traceEvents")) {
    REQUIRE(event.at("name").is_string());
    REQUIRE(event.at("pid").is_number_integer());
    const auto kind = event.at("ph").get<std::string>();
    if (kind == "M") {
      if (event.at("name") == "thread_name") {
        const int rank = event.at("tid").get<int>() - 1;
        CHECK(event.at("args").at("name") ==
              (rank < processors
                   ? "processor " + std::to_string(rank)
                   : "processor " + std::to_string(rank - processors) + ": searches"));
        CHECK(thread_names.insert(event.at("args").at("name").get<std::string>()).second);
      }
      continue;
    }
    if (kind == "C") {
      for (const auto& value : event.at("args"))
        CHECK(value.get<double>() >= 0);
      ++trace.counters[event.at("name").get<std::string>()];
      continue;
    }
    const auto rank = event.at("tid").get<std::size_t>() - 1; // 0 is the idle task's in Perfetto
    if (rank >= count) {
      REQUIRE(kind == "X");
      searches.at(rank - count).take(event, trace);
      continue;
    }
    const auto time = read_nanoseconds(event.at("ts"));
    if (kind == "X") {
      slices[rank].take(event, trace, trace.accounts[rank]);
    } else if (kind == "s") {
      REQUIRE(flows.try_emplace(event.at("id").get<std::int64_t>(), time).second);
      CHECK(time < slices[rank].end());
    } else if (kind == "f") {
      const auto begin = flows.extract(event.at("id").get<std::int64_t>());
      REQUIRE_FALSE(begin.empty());
      CHECK(time >= begin.mapped());
      CHECK(event.at("bp") == "e");
      CHECK(time < slices[rank].end());
      ++trace.messages;
    } else {
      REQUIRE(kind == "i");
      CHECK(event.at("s") == "g");
      trace.marks.emplace_back(1e-9 * static_cast<double>(time),
                               event.at("name").get<std::string>());
    }
  }
  CHECK(thread_names.size() == (trace.searches == 0 ? count : 2 * count));
  CHECK(flows.empty());
  for (const auto& thread : slices) {
    CHECK(thread.phases_end());
    trace.ends.push_back(1e-9 * static_cast<double>(thread.end()));
  }
  for (std::size_t rank = 0; rank < count; ++rank)
    CHECK(searches[rank].end() <= slices[rank].end());
  return trace;
}

/// Returns the words of a line of Paje. Words with blanks have quotes around them.
[[nodiscard]] inline std::vector<std::string> paje_words(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    const bool is_quoted = line[at] == '"';
    const auto end = std::min(line.find(is_quoted ? '"' : ' ', at + 1), line.size());
    words.push_back(line.substr(at + (is_quoted ? 1 : 0), end - at - (is_quoted ? 1 : 0)));
    at = end + (is_quoted ? 2 : 1);
  }
  return words;
}

/// Checks a Paje file:
/// - Every event is defined and has its fields.
/// - Events are in order of time.
/// - Containers exist while something happens in them.
/// - States are popped as often as they are pushed.
/// - Links end after they begin.
class PajeChecker {
public:
  explicit PajeChecker(int processors) {
    trace_.accounts.resize(static_cast<std::size_t>(processors));
    trace_.ends.resize(trace_.accounts.size());
    states_.resize(trace_.accounts.size());
  }

  [[nodiscard]] ReadTrace check(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      REQUIRE_FALSE(line.empty());
      if (line[0] == '#')
        take_comment(line.substr(2));
      else if (line[0] == '%')
        take_definition(paje_words(line));
      else
        take_event(paje_words(line));
    }
    CHECK(containers_.empty());
    CHECK(links_.empty());
    return trace_;
  }

private:
  using Words = std::vector<std::string>;

  struct State {
    double since = 0;
    std::string name;
    std::vector<std::pair<double, std::string>> phases; ///< begun and not ended
  };

  void take_comment(const std::string& text) {
    const bool total = text.find("time: ") != std::string::npos ||
                       text.find("visits of nodes") != std::string::npos;
    (trace_.title.empty() ? trace_.title : total ? trace_.totals : trace_.omissions) += text;
  }

  void take_definition(const Words& words) {
    if (words[0] == "%EventDef") {
      REQUIRE(words.size() == 3);
      REQUIRE(names_.try_emplace(words[2], words[1]).second);
      defined_ = words[2];
    } else if (words[0] == "%") {
      REQUIRE(words.size() == 3);
      fields_[names_.at(defined_)].push_back(words[1]);
    } else {
      REQUIRE(words == Words{"%EndEventDef"});
    }
  }

  void take_event(Words words) {
    REQUIRE(names_.count(words.at(0)) == 1);
    const auto name = names_.at(words[0]);
    words.erase(words.begin());
    REQUIRE(words.size() == fields_.at(name).size());
    if (fields_.at(name)[0] != "Time")
      return;
    const double time = std::stod(words[0]);
    REQUIRE(time >= now_);
    now_ = time;
    if (name == "PajeCreateContainer")
      REQUIRE(containers_.insert(words[1]).second);
    else if (name == "PajeDestroyContainer")
      destroy(words[2]);
    else
      take_happening(name, words);
  }

  // NOLINTNEXTLINE(readability-function-size): much of it is what macros expand to
  void take_happening(const std::string& name, const Words& words) {
    REQUIRE(containers_.count(words[2]) == 1);
    if (name == "PajeSetState") {
      change(state(words[2]), rank(words[2]), words[3]);
    } else if (name == "PajePushState") {
      CHECK(state(words[2]).phases.empty());
      state(words[2]).phases.emplace_back(now_, words[3]);
    } else if (name == "PajePopState") {
      auto& phases = state(words[2]).phases;
      REQUIRE_FALSE(phases.empty());
      trace_.phases[phases.back().second] += now_ - phases.back().first;
      phases.pop_back();
    } else if (name == "PajeStartLink") {
      REQUIRE(containers_.count(words[3]) == 1);
      REQUIRE(links_.insert(words[5]).second);
    } else if (name == "PajeEndLink") {
      REQUIRE(containers_.count(words[3]) == 1);
      REQUIRE(links_.erase(words[5]) == 1);
      ++trace_.messages;
    } else {
      REQUIRE(name == "PajeNewEvent");
      trace_.marks.emplace_back(now_, words[3]);
    }
  }

  [[nodiscard]] static std::size_t rank(const std::string& container) {
    REQUIRE(container.at(0) == 'p');
    return std::stoul(container.substr(1));
  }
  [[nodiscard]] State& state(const std::string& container) { return states_.at(rank(container)); }

  void change(State& state, std::size_t rank, const std::string& name) {
    if (!state.name.empty()) {
      trace_.accounts[rank].*category_named(state.name) += now_ - state.since;
      trace_.states[state.name] += now_ - state.since;
    }
    state.since = now_;
    state.name = name;
  }

  void destroy(const std::string& container) {
    REQUIRE(containers_.erase(container) == 1);
    if (container == "machine")
      return;
    CHECK(state(container).phases.empty());
    change(state(container), rank(container), "");
    trace_.ends[rank(container)] = now_;
  }

  ReadTrace trace_;
  std::string defined_;                      ///< number of the last event defined
  std::map<std::string, std::string> names_; ///< of events, by number
  std::map<std::string, Words> fields_;      ///< by name of event
  double now_ = 0;
  std::set<std::string> containers_;
  std::set<std::string> links_;
  std::vector<State> states_; ///< by rank
};

[[nodiscard]] inline ReadTrace check_paje(const std::string& text, int processors) {
  return PajeChecker(processors).check(text);
}

} // namespace eldest::test
