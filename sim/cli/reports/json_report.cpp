#include "sim/cli/reports/report.hpp"
#include "sim/cli/reports/version.hpp"
#include "sim/experiments/model_version.hpp"
#include "sim/experiments/value_text.hpp"

namespace eldest {
namespace {

/// Returns the object of a run, with its comparisons or its error.
Json object_of(const ReportHeader& header, const std::vector<Problem>& problems, const Run& run) {
  const auto& problem = problems[run.problem];
  if (run.error) {
    auto json = settings_json(header, problem, run.searched);
    json["error"] = run.error->what();
    return json;
  }
  auto json = run_json(header, problem, run.searched, run.result);
  const Json wall{{"wall_s", json["wall_s"]}, {"peak_rss_bytes", json["peak_rss_bytes"]}};
  json.erase("wall_s");
  json.erase("peak_rss_bytes");
  if (const auto comparison = run.comparison()) {
    const auto& [relative, absolute, algorithm] = *run.baselines;
    json["baseline"] = {
        {"relative", {{"time_s", relative.time}, {"nodes", relative.nodes()}}},
        {"absolute",
         {{"algorithm", algorithm}, {"time_s", absolute.time}, {"nodes", absolute.nodes()}}}};
    json.update(Json(*comparison));
  }
  if (const auto overhead = run.aphid_overhead())
    json.update(Json(*overhead));
  json.update(wall);
  return json;
}

Json sum_json(const Summary& summary) {
  const auto& sum = summary.sum;
  const auto account = sum.account();
  Json json{
      {"processors", summary.processors},
      {"runs", summary.runs},
      {"time_s", sum.time},
      {"nodes", sum.nodes()},
      {"processor_time_s",
       {{"work", account.work}, {"communication", account.communication}, {"idle", account.idle}}},
      {"first_move_cutoff_rate", sum.first_move_cutoff_rate()}};
  return json;
}

/// Returns the means over the runs. Those of speedups and overheads are over the compared runs
/// only.
Json mean_json(const Summary& summary) {
  Json json{{"processors", summary.processors}, {"runs", summary.runs}};
  Json interval = Json::object();
  const auto add = [&](const char* name, const MeanFigure& figure) {
    json[name] = figure.mean;
    if (figure.interval)
      interval[name] = Json::array({figure.interval->low, figure.interval->high});
  };
  add("time_s", summary.time);
  add("nodes", summary.nodes);
  if (summary.mean) {
    json["compared"] = summary.compared;
    json.update(Json(*summary.mean));
  }
  if (summary.interval)
    interval.update(interval_json(*summary.interval));
  if (!interval.empty())
    json["interval"] = interval;
  if (summary.aphid_mean)
    json.update(Json(*summary.aphid_mean));
  return json;
}

/// Returns ratios of sums over the runs. Those of speedups and overheads are over the compared runs
/// only.
Json ratio_json(const Summary& summary) {
  Json json{{"processors", summary.processors},
            {"runs", summary.runs},
            {"nodes_per_s", static_cast<double>(summary.sum.nodes()) / summary.sum.time}};
  if (summary.ratio_of_sums) {
    json["compared"] = summary.compared;
    json.update(Json(*summary.ratio_of_sums));
  }
  return json;
}

} // namespace

Json interval_json(const ComparisonInterval& interval) {
  const auto lows = Json(interval.low).flatten();
  const auto highs = Json(interval.high).flatten();
  Json intervals;
  for (const auto& [place, low] : lows.items())
    intervals[Json::json_pointer(place)] = Json::array({low, highs.at(place)});
  return intervals;
}

Json run_json(const ReportHeader& header, const Problem& problem, const SearchCase& searched,
              const SearchResult& result) {
  auto json = settings_json(header, problem, searched);
  Json fields = result;
  fields.erase("platform");
  json.update(fields);
  json["value_text"] = value_text(problem, result.value, result.principal_variation);
  return json;
}

Json settings_json(const ReportHeader& header, const Problem& problem, const SearchCase& searched) {
  Json json{{"command", header.command},
            {"version", version},
            {"model_version", model_version},
            {"platform",
             {{"file", header.platform_file},
              {"name", header.platform},
              {"hosts", header.hosts},
              {"cores", header.cores}}},
            {"processors", searched.processors},
            {"algorithm", header.algorithm},
            {"search", header.search},
            {"tree", header.tree},
            {"position", problem.position},
            {"id", problem.id},
            {"depth", header.depth},
            {"model", header.model},
            {"seed", searched.seed},
            {"options", header.options}};
  if (header.is_simulated())
    json["platform"]["digest"] = header.platform_digest;
  if (!header.simgrid.empty())
    json["simgrid"] = header.simgrid;
  return json;
}

Json positions_report(std::string_view command, const std::string& tree, int depth) {
  return {{"command", command},
          {"version", version},
          {"tree", tree},
          {"depth", depth},
          {"positions", Json::array()}};
}

void add_skipped_positions(Json& report, const SkippedPositions& skipped) {
  if (skipped)
    report["skipped_positions"] = skipped->size();
}

Json json_report(const ReportHeader& header, const std::vector<Problem>& problems,
                 const std::vector<Run>& runs) {
  if (runs.size() == 1)
    return object_of(header, problems, runs.front());
  Json report{{"runs", Json::array()}};
  for (const auto& run : runs)
    report["runs"].push_back(object_of(header, problems, run));
  Json sums = Json::array();
  Json means = Json::array();
  Json ratios = Json::array();
  for (const auto& summary : summarize(runs)) {
    sums.push_back(sum_json(summary));
    means.push_back(mean_json(summary));
    ratios.push_back(ratio_json(summary));
  }
  // One object for one number of processors, a list for several.
  const auto unwrap = [](const Json& list) { return list.size() == 1 ? list.front() : list; };
  report["sums"] = unwrap(sums);
  report["mean"] = unwrap(means);
  report["ratio_of_sums"] = unwrap(ratios);
  return report;
}

} // namespace eldest
