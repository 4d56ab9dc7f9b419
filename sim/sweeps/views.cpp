#include "sim/sweeps/views.hpp"

namespace eldest {

// A row of `searches` is a point, whether it has been run or not. A row of `speedups` is a search
// with a result and baselines, with the figures of Comparison that need no accounts of processors.
// `iterations` has the complete depths of each search. `options` has the options of each point, and
// the numbers of the platform that are changed.
const std::array<const char*, 4> store_views{
    R"sql(searches AS
SELECT points.key AS key,
  settings ->> '$.version' AS version,
  settings ->> '$.model_version' AS model_version,
  settings ->> '$.platform.name' AS platform,
  settings ->> '$.platform.file' AS platform_file,
  settings ->> '$.platform.digest' AS platform_digest,
  settings ->> '$.model' AS model,
  settings ->> '$.tree' AS tree,
  settings ->> '$.depth' AS depth,
  settings ->> '$.algorithm' AS algorithm,
  settings ->> '$.search' AS search,
  settings ->> '$.processors' AS processors,
  settings ->> '$.position' AS position,
  settings ->> '$.id' AS id,
  settings ->> '$.seed' AS seed,
  relative IS NOT NULL AS is_planned,
  result ->> '$.value' AS value,
  result ->> '$.best_move' AS best_move,
  result ->> '$.time_s' AS time_s,
  result ->> '$.nodes' AS nodes,
  result ->> '$.processor_time_s.work' AS work_s,
  result ->> '$.processor_time_s.communication' AS communication_s,
  result ->> '$.processor_time_s.idle' AS idle_s,
  result ->> '$.table.reads' AS table_reads,
  result ->> '$.table.writes' AS table_writes,
  result ->> '$.messages.count' AS messages,
  result ->> '$.messages.bytes' AS bytes,
  failure, wall_s, ended_at, computer, command
FROM points LEFT JOIN outcomes USING (key))sql",
    R"sql(speedups AS
SELECT searches.*,
  one.time_s / searches.time_s AS relative_speedup,
  min(alphabeta.time_s, negascout.time_s) / searches.time_s AS absolute_speedup,
  min(alphabeta.time_s, negascout.time_s) / searches.time_s / searches.processors AS efficiency,
  searches.processors * searches.time_s / one.time_s - 1 AS total_overhead,
  searches.nodes * 1.0 / one.nodes - 1 AS search_overhead_by_nodes
FROM points
  JOIN searches ON searches.key = points.key
  JOIN searches AS one ON one.key = points.relative
  JOIN searches AS alphabeta ON alphabeta.key = points.alphabeta
  JOIN searches AS negascout ON negascout.key = points.negascout
WHERE searches.time_s IS NOT NULL AND one.time_s IS NOT NULL
  AND alphabeta.time_s IS NOT NULL AND negascout.time_s IS NOT NULL)sql",
    R"sql(iterations AS
SELECT outcomes.key AS key,
  iteration.value ->> '$.depth' AS depth,
  iteration.value ->> '$.value' AS value,
  iteration.value ->> '$.time_s' AS time_s,
  iteration.value ->> '$.nodes' AS nodes
FROM outcomes, json_each(result, '$.iterations') AS iteration)sql",
    R"sql(options AS
SELECT points.key AS key, option.key AS name, option.value AS value
FROM points, json_each(settings, '$.options') AS option WHERE option.key <> 'set'
UNION ALL
SELECT points.key, changed.key, changed.value
FROM points, json_each(settings, '$.options.set') AS changed)sql"};

} // namespace eldest
