// Texts that are markup, commands, formulas or controls somewhere, in every field of a store.

#include "sim/sweeps/analysis.hpp"
#include "sim/sweeps/csv.hpp"
#include "sim/sweeps/differences.hpp"
#include "sim/sweeps/figures.hpp"
#include "sim/sweeps/page.hpp"
#include "sim/sweeps/tables.hpp"
#include "sim/system/output_file.hpp"
#include "sim/system/shell_words.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/files.hpp"
#include "tests/support/platforms.hpp"
#include "tests/support/points.hpp"
#include "tests/support/terminal.hpp"
#include "trees/base/one_line.hpp"

#include <boost/algorithm/string.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using namespace eldest;

namespace {

/// Beginnings that mean something to a spreadsheet or to gnuplot.
const std::vector<std::string> beginnings{"=", "+",  "-",  "@", "\t", "\r",
                                          "'", "\"", "\\", "{", "`"};

constexpr std::string_view poison =
    "1<script>document.title='ran'</script><img src=x onerror=alert(1)>\"'`touch ran`$(touch ran)"
    "\nEND\n\r\t\x1b]0;title\x07\x1b[2J\xc2\x9b"
    "2J\u202Egpj.exe\u200B&amp;{/Symbol a}_b^c~d\\n%s%n;,";

/// Returns text that is one field's own.
std::string poisoned(std::size_t field) {
  return fmt::format("{}{}{}", beginnings[field % beginnings.size()], field, poison);
}

/// Returns `json` with poison in each text. `field`: number of the next text.
Json poisoned_all(const Json& json, std::size_t& field) {
  if (json.is_string())
    return poisoned(field++);
  if (!json.is_structured())
    return json;
  Json result = json;
  for (auto& value : result)
    value = poisoned_all(value, field);
  return result;
}

/// Returns the object of a search, as in the JSON report, with text wherever there may be any.
Json poisoned_result(const Json& settings, double seconds) {
  SearchResult result;
  result.time = seconds;
  result.best_move = "move";
  result.principal_variation = {"move", "reply"};
  for (int rank = 0; rank < settings.at("processors").get<int>(); ++rank)
    result.processors.push_back({100, {seconds, 0, 0}, false, 1, "host"});
  result.counters.interior = 1000;
  result.iterations = {{1, 5, seconds / 4, 10}, {2, 5, seconds / 2, 90}};
  result.trace_error = "error";
  result.own_counters["poisoned"] = 1;
  Json fields = result;
  fields.erase("platform");
  std::size_t field = 100;
  auto run = settings;
  run.update(poisoned_all(fields, field));
  run["counters"][poisoned(field)] = 1;
  return run;
}

/// A store whose texts are all poisoned: searches that can be compared, and one that has failed.
class PoisonedStore {
public:
  PoisonedStore() : store_(file_.path(), SweepStore::Access::create) {
    for (int series = 0; series < static_cast<int>(beginnings.size()); ++series) {
      for (const int seed : {1, 2}) {
        const auto one = add(1, seed, series, 16, {});
        add(8, seed, series, 4 + series, BaselineKeys{one, one, one});
      }
    }
    const auto failed = point(8, 3, 0);
    store_.add({&failed, 1});
    store_.put(failed.key, {std::nullopt, poisoned(50), 1});
  }

  [[nodiscard]] SweepStore& store() { return store_; }

private:
  static Point point(int processors, int seed, int series) {
    std::size_t field = 0;
    auto settings = test::make_settings(seed);
    settings["processors"] = processors;
    settings = poisoned_all(settings, field);
    settings["options"][poisoned(60)] = poisoned(static_cast<std::size_t>(series));
    return {point_key(settings), settings, poisoned(70), {}};
  }

  std::string add(int processors, int seed, int series, double seconds,
                  const std::optional<BaselineKeys>& baselines) {
    auto added = point(processors, seed, series);
    added.baselines = baselines;
    store_.add({&added, 1});
    store_.put(added.key, {poisoned_result(added.settings, seconds), "", 1});
    return added.key;
  }

  test::TemporaryFile file_{"", ".db"};
  SweepStore store_;
};

/// Checks that a text has no hidden character, except for the ends of its lines.
void check_shown(const std::string& text) {
  std::vector<std::string> lines;
  for (const auto& line : boost::split(lines, text, boost::is_any_of("\n"))) {
    INFO(line);
    REQUIRE(on_one_line(line) == line);
  }
}

/// Returns the fields of lines of CSV, each of which must be a whole record.
std::vector<std::string> fields_of(const std::string& csv) {
  std::vector<std::string> fields{""};
  bool is_quoted = false;
  for (const char c : csv) {
    if (c == '"')
      is_quoted = !is_quoted;
    else if (!is_quoted && (c == ',' || c == '\n'))
      fields.emplace_back();
    else
      fields.back() += c;
  }
  CHECK_FALSE(is_quoted);
  return fields;
}

void check_csv(const std::string& csv) {
  check_shown(csv);
  for (const auto& field : fields_of(csv)) {
    INFO(field);
    if (field.empty() || std::string_view("=+-@").find(field.front()) == std::string_view::npos)
      continue;
    char* end = nullptr;
    static_cast<void>(std::strtod(field.c_str(), &end));
    REQUIRE(*end == '\0');
  }
}

/// Checks a page, or a figure in it: each tag is one that the program writes.
void check_markup(const std::string& html) {
  check_shown(boost::replace_all_copy(html, "\t", " ")); // with which gnuplot indents elements
  for (const auto* const tag : {"<script", "<img"})
    CHECK_THAT(html, !Catch::Contains(tag));
}

} // namespace

TEST_CASE("no text of a store is markup, a formula or a control in what a report writes") {
  PoisonedStore poisoned_store;
  const auto analysis = analyse(poisoned_store.store());
  REQUIRE(analysis.panels.size() == 1);
  CHECK(analysis.panels[0].series.size() == beginnings.size());
  CHECK(analysis.damaged.empty());
  check_csv(searches_csv(analysis));
  check_csv(means_csv(analysis));
  check_csv(times_to_depth_csv(analysis));
  for (const auto& text :
       {speedups_text(analysis), speedups_markdown(analysis), speedups_latex(analysis)})
    check_shown(text);
  CHECK_THAT(speedups_latex(analysis), !Catch::Contains("\\n%s"));
  auto ended = analysis;
  for (auto& point : ended.points)
    point.ended_at = poisoned(80);
  ended.version = poisoned(81);
  check_markup(page(ended, poisoned(82), {{}}));
}

TEST_CASE("gnuplot draws what has any text, and executes none of it") {
  PoisonedStore poisoned_store;
  const auto analysis = analyse(poisoned_store.store());
  const test::TemporaryFile name("", "");
  std::filesystem::remove(name.path());
  const auto figures = figures_of(analysis.panels[0], "1");
  {
    const OutputFolder folder(Subject::output, name.path());
    draw(figures, folder);
    folder.write("index.html", "");
    folder.finish("index.html");
  }
  CHECK_FALSE(std::filesystem::exists(name.path() + "/ran"));
  check_shown(test::read(name.path() + "/figures.gnuplot"));
  for (const auto& figure : figures)
    check_markup(test::read(fmt::format("{}/{}.svg", name.path(), figure.name)));
  for (std::size_t series = 0; series < beginnings.size(); ++series)
    CHECK_THAT(test::read(name.path() + "/1-speedup.svg"),
               Catch::Contains(fmt::format("{}1&lt;script>document.title=", series)));
  std::filesystem::remove_all(name.path());
}

TEST_CASE("JSON has escape sequences for what is hidden, and reads as it was written") {
  const Json json{{poisoned(1), poisoned(2)}, {"tag", "\U000E0041"}};
  const auto text = serialize(json, 2);
  check_shown(text);
  CHECK(read_json(text) == json);
}

TEST_CASE("a shell reads a command as it was written, in one line") {
  const std::vector<std::string> words{"printf", "%s|", "plain", "it's", poisoned(1), "", "-\xff"};
  const auto line = shell_line(words);
  check_shown(line);
  const test::TemporaryFile script(line, ".sh");
  const test::TemporaryFile out("", ".out");
  REQUIRE(std::system(fmt::format("sh {} >{}", script.path(), out.path()).c_str()) == 0); // NOLINT
  std::string expected;
  for (std::size_t i = 2; i < words.size(); ++i)
    expected += words[i] + '|';
  CHECK(test::read(out.path()) == expected);
  CHECK_THROWS_AS(shell_line(std::vector<std::string>{"a\n"}), InputError);
}
