#include "runtime/collective.hpp"

#include <fmt/format.h>

#include <cstring>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

// One slot: sequence + 1 in 20 bits (so that an empty slot is older than the first), kind in 3, root in 14, caller in
// 14, a hash of the size in 13.
constexpr std::uint64_t kAges = 1U << 20U;

std::uint64_t pack(NodeId node, std::uint32_t sequence, const CollectiveLedger::Call& call) {
  std::uint64_t slot = (sequence + 1) % kAges;
  slot = slot << 3U | static_cast<std::uint64_t>(call.kind);
  slot = slot << 14U | (index(call.root) & 0x3fffU);
  slot = slot << 14U | (index(node) & 0x3fffU);
  return slot << 13U | (mix(call.bytes) & 0x1fffU);
}
constexpr std::uint64_t kCallerBits = std::uint64_t{0x3fff} << 13U;

/// By how many calls `slot` is later than `other`, around the circle of ages; more than half of it: it is earlier.
std::uint64_t later_by(std::uint64_t slot, std::uint64_t other) { return ((slot >> 44U) - (other >> 44U)) % kAges; }

std::string describe(Collective kind, NodeId root) {
  const bool rooted = kind == Collective::broadcast || kind == Collective::reduce;
  return rooted ? fmt::format("{} with root {}", name_of(kind), index(root)) : name_of(kind);
}

}  // namespace

void carry_out(std::span<const CollectiveCall* const> calls) {
  const CollectiveCall& first = *calls.front();
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const CollectiveCall& call = *calls[i];
    if (call.kind == first.kind && call.root == first.root && call.data.size() == first.data.size()) continue;
    throw UsageError(fmt::format(
        "node {} made {} with {} B, but node 0 made {} with {} B: all nodes must make the same "
        "collective calls in the same order",
        i, describe(call.kind, call.root), call.data.size(), describe(first.kind, first.root), first.data.size()));
  }
  if (first.kind == Collective::barrier || first.data.empty()) return;
  const auto copy = [](std::span<const std::byte> from, const CollectiveCall& to) {
    if (from.data() != to.data.data()) std::memcpy(to.data.data(), from.data(), from.size());
  };
  if (first.kind == Collective::broadcast) {
    for (const CollectiveCall* call : calls) copy(calls[index(first.root)]->data, *call);
    return;
  }
  std::vector<std::byte> sum(first.data.begin(), first.data.end());
  for (const CollectiveCall* call : calls.subspan(1)) {
    (*call->combine)(sum.data(), sum.data(), call->data.data());
    if (first.kind == Collective::scan) copy(sum, *call);
  }
  if (first.kind == Collective::reduce) copy(sum, *calls[index(first.root)]);
  if (first.kind != Collective::all_reduce) return;
  for (const CollectiveCall* call : calls) copy(sum, *call);
}

void CollectiveLedger::check(NodeId node, std::uint32_t sequence, const Call& call, CallSite site) {
  const std::uint64_t mine = pack(node, sequence, call);
  std::atomic<std::uint64_t>& slot = slots_[sequence % kWindow];
  std::uint64_t seen = slot.load();
  while (later_by(mine, seen) != 0 && later_by(mine, seen) < kAges / 2) {
    if (slot.compare_exchange_weak(seen, mine)) return;
  }
  if (later_by(mine, seen) != 0 || (seen & ~kCallerBits) == (mine & ~kCallerBits)) return;
  const auto kind = static_cast<Collective>(seen >> 41U & 7U);
  const NodeId root{static_cast<std::uint32_t>(seen >> 27U & 0x3fffU)};
  const auto other = static_cast<std::uint32_t>(seen >> 13U & 0x3fffU);
  const bool same_call = kind == call.kind && root == call.root;
  throw UsageError(
      fmt::format("{} ({}) is the node's collective number {}, but node {} made {} there: all nodes must "
                  "make the same collective calls in the same order{}",
                  describe(call.kind, call.root), call_site_text(site), sequence + 1, other, describe(kind, root),
                  same_call ? ", with the same size" : ""));
}

}  // namespace switchyard
