#pragma once

#include "algorithms/settings.hpp"

#include <nlohmann/json.hpp>

namespace eldest {

/// JSON whose objects keep the order in which they were filled.
using Json = nlohmann::ordered_json;

struct AphidOverhead;
struct Comparison;
struct SearchResult;
struct ValidatedFigures;
struct ValidatedRow;

/// An array in the order of NodeCosts.
void to_json(Json& json, const NodeCosts& costs);
void from_json(const Json& json, NodeCosts& costs);

/// As fields of the object that `eldest simulate --json` and `eldest run --json` print.
void to_json(Json& json, const SearchResult& result);
void from_json(const Json& json, SearchResult& result);

/// As fields of what the program prints with --json and --baseline.
void to_json(Json& json, const Comparison& comparison);
void to_json(Json& json, const AphidOverhead& overhead);

/// As fields of the rows that `eldest validate --json` prints.
void to_json(Json& json, const ValidatedFigures& figures);
void to_json(Json& json, const ValidatedRow& row);

} // namespace eldest
