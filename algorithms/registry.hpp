#pragma once

#include "algorithms/abdada/abdada.hpp"
#include "algorithms/algorithm_list.hpp"
#include "algorithms/alphabeta_star.hpp"
#include "algorithms/aphid/aphid.hpp"
#include "algorithms/dts/dts.hpp"
#include "algorithms/felten_otto/felten_otto.hpp"
#include "algorithms/jamboree/jamboree.hpp"
#include "algorithms/pv_split.hpp"
#include "algorithms/sequential.hpp"
#include "algorithms/shared_table.hpp"
#include "algorithms/simplified_abdada.hpp"
#include "algorithms/uidpabs.hpp"
#include "algorithms/ybn/ybn.hpp"
#include "algorithms/ybwc/ybwc.hpp"

namespace eldest {

/// The algorithms of this project. An algorithm that is added here is compiled for every game, and
/// has its place on the command line, in the help, in the lists and in the output.
using Algorithms =
    AlgorithmList<AlphaBetaSettings, NegaScoutSettings, AbdadaSettings, YbwcSettings, YbnSettings,
                  SimplifiedAbdadaSettings, AlphaBetaStarSettings, SharedTableSettings,
                  LazySmpSettings, PvSplitSettings, AphidSettings, JamboreeSettings, DtsSettings,
                  UidpabsSettings, FeltenOttoSettings>;

} // namespace eldest
