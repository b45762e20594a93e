#include "runtime/collective.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <vector>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

std::string collective_and_root_text(Collective kind, NodeId root) {
  return has_root(kind) ? fmt::format("{} with root {}", name_of(kind), index(root)) : name_of(kind);
}

}  // namespace

void carry_out_collective_without_messages(std::span<const CollectiveCall* const> calls) {
  const CollectiveCall& first = *calls.front();
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const CollectiveCall& call = *calls[i];
    if (call.kind == first.kind && call.root == first.root && call.data.size() == first.data.size()) continue;
    throw UsageError(
        fmt::format("node {} made {} with {} B, but node 0 made {} with {} B: all nodes must make the same "
                    "collective calls in the same order",
                    i, collective_and_root_text(call.kind, call.root), call.data.size(),
                    collective_and_root_text(first.kind, first.root), first.data.size()));
  }
  if (machine_operation_of(first.kind) == Collective::barrier || first.data.empty()) return;
  const auto copy = [](std::span<const std::byte> from, const CollectiveCall& to) {
    if (from.data() != to.data.data()) std::memcpy(to.data.data(), from.data(), from.size());
  };
  if (first.kind == Collective::broadcast) {
    for (const CollectiveCall* call : calls) copy(calls[index(first.root)]->data, *call);
    return;
  }
  // A collective that is only simulated, to measure its time, has no values and thus no function that combines them.
  if (first.combine_function == nullptr) return;
  std::vector<std::byte> sum(first.data.begin(), first.data.end());
  for (const CollectiveCall* call : calls.subspan(1)) {
    (*call->combine_function)(sum.data(), sum.data(), call->data.data());
    if (first.kind == Collective::scan) copy(sum, *call);
  }
  if (first.kind == Collective::reduce) copy(sum, *calls[index(first.root)]);
  if (first.kind != Collective::all_reduce) return;
  for (const CollectiveCall* call : calls) copy(sum, *call);
}

}  // namespace switchyard
