#pragma once

#include "algorithms/search/settings.hpp"
#include "sim/system/json.hpp"

namespace eldest {

struct AphidOverhead;
struct Comparison;
struct Measured;
struct MeasuredCores;
struct MeasuredCosts;
struct MeasuredMachine;
struct MeasuredNodes;
struct MeasuredRates;
struct MeasuredSlowdown;
struct SearchResult;
struct ValidatedFigures;
struct ValidatedRow;

/// Converts node costs to and from an array in the order of NodeCosts.
void to_json(Json& json, const NodeCosts& costs);
void from_json(const Json& json, NodeCosts& costs);

/// Converts a result to and from fields of the program's JSON report of a run. from_json throws
/// InputError, which names the field that is wrong.
void to_json(Json& json, const SearchResult& result);
void from_json(const Json& json, SearchResult& result);

/// Converts measurements to and from JSON, for sending them between processes.
void to_json(Json& json, const Measured& measured);
void from_json(const Json& json, Measured& measured);
void to_json(Json& json, const MeasuredCosts& costs);
void from_json(const Json& json, MeasuredCosts& costs);
void to_json(Json& json, const MeasuredSlowdown& slowdown);
void from_json(const Json& json, MeasuredSlowdown& slowdown);
void to_json(Json& json, const MeasuredNodes& nodes);
void from_json(const Json& json, MeasuredNodes& nodes);
void to_json(Json& json, const MeasuredRates& rates);
void from_json(const Json& json, MeasuredRates& rates);
void to_json(Json& json, const MeasuredMachine& machine);
void from_json(const Json& json, MeasuredMachine& machine);
void to_json(Json& json, const MeasuredCores& measured);
void from_json(const Json& json, MeasuredCores& measured);

/// Converts comparisons to fields of the JSON report of a run.
void to_json(Json& json, const Comparison& comparison);
void to_json(Json& json, const AphidOverhead& overhead);

/// Converts figures and rows to fields of the JSON report of a validation.
void to_json(Json& json, const ValidatedFigures& figures);
void to_json(Json& json, const ValidatedRow& row);

} // namespace eldest
