#include "sim/platform_files/unused_settings.hpp"

#include "trees/base/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace eldest {
namespace {

/// The names, in alphabetical order.
constexpr std::string_view unused_names =
    R"(bmf/max-iterations bmf/precision cmonkey/host cmonkey/link cmonkey/pid cmonkey/tell cmonkey/time
contexts/factory contexts/guard-size contexts/nthreads contexts/parallel-threshold
contexts/stack-size contexts/synchro debug/breakpoint debug/clean-atexit debug/fullstack
debug/lmm-leaks debug/stacktrace debug/stacktrace/ignore debug/verbose-exit exception/cutpath
model-check model-check/autoreplay model-check/befs-threshold model-check/cached-states-interval
model-check/checkpoint model-check/communications-determinism model-check/debug
model-check/debug-optimality model-check/dot-output model-check/eta-steps
model-check/exploration-algo model-check/k-alternatives model-check/max-depth
model-check/max-errors model-check/no-fork model-check/output-lts model-check/parallel-thread
model-check/property model-check/rand-seed model-check/reduction model-check/replay
model-check/search-critical model-check/send-determinism model-check/setenv
model-check/soft-timeout model-check/strategy model-check/termination model-check/timeout
model-check/timeout-soft model-check/unfolding-checker model-check/visited model-check/watch
msg/debug-multiple-use ns3/NetworkModel ns3/TcpModel ns3/seed path plugin/dvfs/max-pstate
plugin/dvfs/min-pstate plugin/dvfs/sampling-rate smpi/allgather smpi/allgatherv smpi/allreduce
smpi/alltoall smpi/alltoallv smpi/async-small-thresh smpi/auto-shared-malloc-thresh smpi/barrier
smpi/barrier-collectives smpi/barrier-finalization smpi/bcast smpi/coll-selector
smpi/comp-adjustment-file smpi/cpu-threshold smpi/display-allocs smpi/display-timing
smpi/errors-are-fatal smpi/finalization-barrier smpi/gather smpi/grow-injected-times
smpi/host-speed smpi/hostfile smpi/init smpi/iprobe smpi/iprobe-cpu-usage smpi/keep-temps
smpi/list-leaks smpi/map smpi/np smpi/ois smpi/or smpi/os smpi/papi-events smpi/pedantic
smpi/privatization smpi/privatize-libs smpi/reduce smpi/reduce_scatter smpi/replay smpi/scatter
smpi/send-is-detached-thresh smpi/shared-malloc smpi/shared-malloc-blocksize
smpi/shared-malloc-hugepage smpi/simulate-computation smpi/test smpi/tmpdir
smpi/trace-call-location smpi/trace-call-use-absolute-path smpi/wtime storage/max_file_descriptors
tracing tracing/actor tracing/basic tracing/categorized tracing/comment tracing/comment-file
tracing/disable-destroy tracing/disable_link tracing/disable_power tracing/filename
tracing/platform tracing/platform/topology tracing/precision tracing/smpi tracing/smpi/computing
tracing/smpi/display-sizes tracing/smpi/format tracing/smpi/format/ti-one-file tracing/smpi/group
tracing/smpi/internals tracing/smpi/sleeping tracing/uncategorized tracing/vm)";

using Named = std::pair<std::string_view, std::string_view>;

/// The values of the settings for which "0" is not a value, or has an effect.
constexpr auto values = std::to_array<Named>({
    {"contexts/factory", "raw"},
    {"contexts/guard-size", "1"},
    {"contexts/nthreads", "1"},
    {"contexts/synchro", "futex"},
    {"debug/breakpoint", "-1"},
    {"debug/stacktrace", "none"},
    {"debug/stacktrace/ignore", ""},
    {"model-check/exploration-algo", "DFS"},
    {"model-check/parallel-thread", "1"},
    {"model-check/reduction", "dpor"},
    {"model-check/replay", ""},
    {"model-check/setenv", ""},
    {"model-check/strategy", "none"},
    {"ns3/seed", ""},
    {"path", "./"},
    {"plugin/dvfs/sampling-rate", "0.1"},
    {"smpi/comp-adjustment-file", ""},
    {"smpi/host-speed", "1f"},
    {"smpi/replay", ""},
    {"smpi/shared-malloc", "global"},
});

} // namespace

std::span<const std::string_view> unused_settings() {
  static const auto settings = split(unused_names, " \n");
  return settings;
}

std::optional<std::string_view> harmless_value(std::string_view name) {
  if (!std::ranges::binary_search(unused_settings(), name))
    return std::nullopt;
  const auto* const found = std::ranges::find(values, name, &Named::first);
  return found == values.end() ? "0" : found->second;
}

} // namespace eldest
