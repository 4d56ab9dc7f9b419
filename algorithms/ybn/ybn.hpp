#pragma once

#include "algorithms/search/processor.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/ybn/announced_work.hpp"
#include "algorithms/ybn/settings.hpp"
#include "algorithms/ybwc/ybwc.hpp"
#include "trees/position.hpp"

namespace eldest {

/// Young Brothers on Notice, this project's own algorithm: YBWC's tree, with its ownership of
/// nodes, and so its little search overhead, and of ABDADA that who looks for work reads memory
/// instead of asking processors. It differs from Ybwc, which see, in these points. results/variants
/// measures what each of them is worth.
///
/// - **Notices.** Each processor keeps a word in its memory that says how many sons it has to give.
///   An idle processor reads the words of the others, beginning with any, until one has a son,
///   claims that by taking one off the word, and asks the owner; hardware that reads remote memory
///   does this in a microsecond or less, without the owner. Because sons are claimed, no more
///   processors come to an owner than it has sons for, and the rest look on. The word is renewed
///   when work appears or vanishes and when a son has been given away. A word that is out of date
///   costs a refusal or a wait, never a result. If no word has a son, a processor at random is
///   asked, which keeps the request until it has one or refuses it, if idle itself; who is refused
///   reads again.
/// - **Reading or asking.** Where processors serve accesses to their memory themselves, to read a
///   word takes as long as to ask for work, and a request is kept where there is work soon. So each
///   processor measures both, and reads only if that takes no more than half of the least round
///   trip of its requests, that is, if a word is back before a request would have arrived. Else it
///   asks as in YBWC's best variant.
/// - **Measured granularity.** A son is given away only if to search it takes its owner at least
/// `granularity`
///   times as long as to give it away does. Each processor measures both: how long its own sons of
///   every depth take, and how long it is kept from its search by a request that it serves and by
///   the answer. Below 1 the owner would be done sooner without help. What latency costs the asker
///   does not count: it would be idle. So leaves are given away where messages are much faster than
///   nodes, as on the T3D, and not where they are slower, as on the Origin 2000.
/// - **Needed sons first.** A processor gives sons of PV and ALL nodes before those of CUT nodes,
///   and among equals those of the node nearest to the root. All sons of an ALL node are needed; at
///   a CUT node any of them may make the others unnecessary.
/// - **Masters that read.** A master that waits for its slaves claims a son from the notice of one
///   of them, and asks that one for help.
///
/// Related work: that sons wait for the eldest, helpful masters and the protocol are YBWC's
/// (Feldmann, Monien, Mysliwietz & Vornberger 1990; Feldmann 1993); Dynamic Tree Splitting (Hyatt,
/// Suter & Nelson 1989) also has lists of splittable nodes in shared memory, and prefers nodes by
/// type. We know of no publication that has claims or measures the granularity.
template <Position P, Processor M>
[[nodiscard]] SearchOutcome search(const YbnSettings& own, SearchSettings settings, const P& root,
                                   M& processor) {
  settings.costs = settings.costs * own.node_cost;
  const auto base = YbwcSettings::best();
  using Sharing = ybn::AnnouncedWork<P, M>;
  return Ybwc<P, M, Sharing>(processor, settings, base, Sharing(processor, own)).run(root);
}

} // namespace eldest
