#include "sim/cli/report.hpp"
#include "sim/cli/version.hpp"

namespace eldest {
namespace {

Json run_json(const ReportHeader& header, const std::vector<Problem>& problems, const Run& run) {
  const auto& problem = problems[run.problem];
  Json json{{"command", header.command},
            {"version", version},
            {"platform",
             {{"file", header.platform_file},
              {"name", header.platform},
              {"hosts", header.hosts},
              {"cores", header.cores}}},
            {"processors", run.processors},
            {"algorithm", header.algorithm},
            {"search", header.search},
            {"tree", header.tree},
            {"position", problem.position},
            {"id", problem.id},
            {"depth", header.depth},
            {"model", header.model},
            {"seed", header.seed},
            {"options", header.options}};
  if (run.error) {
    json["error"] = run.error->what();
    return json;
  }
  Json result = run.result;
  result.erase("platform");
  const Json wall{{"wall_s", result["wall_s"]}, {"peak_rss_bytes", result["peak_rss_bytes"]}};
  result.erase("wall_s");
  result.erase("peak_rss_bytes");
  json.update(result);
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

Json summary_json(const Summary& summary) {
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

} // namespace

Json json_report(const ReportHeader& header, const std::vector<Problem>& problems,
                 const std::vector<Run>& runs) {
  if (runs.size() == 1)
    return run_json(header, problems, runs.front());
  Json report{{"runs", Json::array()}};
  for (const auto& run : runs)
    report["runs"].push_back(run_json(header, problems, run));
  Json sums = Json::array();
  Json means = Json::array();
  Json ratios = Json::array();
  for (const auto& summary : summarize(runs)) {
    sums.push_back(summary_json(summary));
    if (summary.mean) {
      const Json processors{{"processors", summary.processors}, {"runs", summary.compared}};
      means.push_back(processors);
      means.back().update(Json(*summary.mean));
      if (summary.aphid_mean)
        means.back().update(Json(*summary.aphid_mean));
      ratios.push_back(processors);
      ratios.back().update(Json(*summary.ratio_of_sums));
    }
  }
  // One object for one number of processors, a list of them for several.
  const auto unwrap = [](const Json& list) { return list.size() == 1 ? list.front() : list; };
  report["sums"] = unwrap(sums);
  if (!means.empty()) {
    report["mean"] = unwrap(means);
    report["ratio_of_sums"] = unwrap(ratios);
  }
  return report;
}

} // namespace eldest
