#pragma once

#include "algorithms/search/processor.hpp"
#include "algorithms/search/settings.hpp"
#include "algorithms/search/worker.hpp"
#include "algorithms/ybn/announced_work.hpp"
#include "algorithms/ybn/settings.hpp"
#include "algorithms/ybwc/ybwc.hpp"
#include "trees/position.hpp"

namespace eldest {

/// Young Brothers on Notice, this project's own algorithm. From YBWC it has the tree and the
/// ownership of nodes, and so the little search overhead. From ABDADA it has the search for work by
/// reading memory instead of asking other processors. It differs from Ybwc in these points;
/// results/variants measures what each of them is worth:
///
/// - **Notices.** Each processor keeps a word in its memory with the number of sons that it has to
///   give. An idle processor reads the words of the others, beginning with one at random, until one
///   shows a son. It claims that son by taking one off the word, and asks the owner. Hardware that
///   reads remote memory does this in a microsecond or less, without the owner. Because sons are
///   claimed, no more processors come to an owner than it has sons for. The rest read further
///   words.
/// - The word is renewed when work appears or vanishes and when a son has been given away. A word
///   that is out of date costs a refusal or a wait, never a result.
/// - If no word shows a son, the idle processor asks one at random. That one keeps the request
///   until it has a son, or refuses the request if it is idle itself. A processor that is refused
///   reads again.
/// - **Reading or asking.** On some machines, processors serve accesses to their memory themselves.
///   To read a word then takes as long as to ask for work, and a processor that soon has work may
///   keep a request. So each processor measures the time of both. It reads only if reading a word
///   takes no more than half of the least round trip of its requests. The word has then come before
///   a request would have arrived. Otherwise it asks as in YBWC's best variant.
/// - **Measured granularity.** A son is given away only if its search takes its owner at least
///   `granularity` times as long as giving it away. Each processor measures both. It measures how
///   long its own sons of every depth take. Of depths measured often it measures one son in 64. It
///   also measures how long it is kept from its search by a request that it serves and by the
///   answer. Below a `granularity` of 1 the owner would be done sooner without help. What latency
///   costs the asker does not count, because the asker would be idle. So leaves are given away
///   where messages are much faster than nodes, as on the T3D. They are not given away where
///   messages are slower, as on the Origin 2000.
/// - **Needed sons first.** A processor gives sons of PV and ALL nodes before those of CUT nodes.
///   Within each group the node nearest to the root goes first. All sons of an ALL node are needed.
///   At a CUT node any of them may make the others unnecessary.
/// - **Past the eldest.** With `past_eldest`, a processor also gives away young brothers in a node
///   whose eldest son is being searched, but only to an asker for which there is no other son. It
///   compares the measured rate of waste (EldestRates) with the rate that the asker accepts. The
///   asker accepts more the longer it has been idle. In a PV node with an open window, the young
///   brothers are tested against a guess: see ybwc::EarlyTest. In a node with a null
///   window, the eldest son's value matters only if it cuts off the node. Other nodes have open
///   windows in αβ. Their young brothers get the window of that moment.
/// - **Masters that read.** A master that waits for its slaves claims a son from the notice of one
///   of them, and asks that one for help.
///
/// Related work:
/// - That sons wait for the eldest, helpful masters and the protocol are YBWC's (Feldmann, Monien,
///   Mysliwietz & Vornberger 1990; Feldmann 1993).
/// - Dynamic Tree Splitting (Hyatt, Suter & Nelson 1989) also has lists of splittable nodes in
///   shared memory, and prefers nodes by type.
/// - Outside of game-tree search, the benchmark UTS has thieves that read how much work a victim
/// has
///   and reserve it under the victim's lock (Olivier et al., "UTS: an unbalanced tree search
///   benchmark", 2006).
/// - Oracle scheduling measures, while a program runs, how long tasks of every size take, and runs
///   small ones sequentially (Acar, Charguéraud & Rainey 2011).
/// - We know of no publication on game-tree search that has claims or measures the granularity.
template <Position P, Processor M>
requires TimesPolls<M>
[[nodiscard]] SearchOutcome search(const YbnSettings& own, SearchSettings settings, const P& root,
                                   M& processor) {
  settings.costs = settings.costs * own.node_cost;
  const auto base = YbwcSettings::best(); // looks before each son, as AnnouncedWork::show needs
  using Sharing = ybn::AnnouncedWork<P, M>;
  return Ybwc<P, M, Sharing>(processor, settings, base, Sharing(processor, own)).run(root);
}

} // namespace eldest
