#pragma once
/// \file collective.hpp
/// What tells one collective call from another, and the check that all nodes make the same ones in the same order.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/request.hpp"

namespace switchyard {

enum class Collective : std::uint8_t { barrier, broadcast, all_gather, reduce, all_reduce, scan };

constexpr const char* name_of(Collective kind) noexcept {
  constexpr std::array names{"barrier", "broadcast", "all_gather", "reduce", "all_reduce", "scan"};
  return names[static_cast<std::size_t>(kind)];
}

/// into = left op right, on raw bytes.
using Combine = std::function<void(std::byte* into, const std::byte* left, const std::byte* right)>;

/// One node's part in a collective that the machine carries out by itself, without messages.
struct CollectiveCall {
  Collective kind = Collective::barrier;
  NodeId root{};
  std::span<std::byte> data = {};  ///< the node's value, and then the result; of the same size on all nodes
  const Combine* combine = nullptr;
};

/// Does what the calls ask for, by node id: broadcasts, or combines with lower ids on the left.
void carry_out(std::span<const CollectiveCall* const> calls);

/// The tag of the messages of a node's `sequence`-th collective. Sequence numbers repeat after 2^24.
constexpr Tag collective_tag(Collective kind, std::uint32_t sequence) noexcept {
  return Tag{(static_cast<std::uint32_t>(kind) << 24U) | (sequence & 0xffffffU)};
}
constexpr Collective collective_of(Tag tag) noexcept {
  return static_cast<Collective>((static_cast<std::uint32_t>(tag) >> 24U) & 0x7fU);
}

/// Compares each node's k-th collective call with what the first node to make its k-th call asked for. Lock-free; any
/// node. A node that is more than kWindow calls behind the first one is not compared.
class CollectiveLedger {
 public:
  struct Call {
    Collective kind = Collective::barrier;
    NodeId root{};
    std::uint64_t bytes = 0;
  };

  /// Throws UsageError, naming both nodes and the call site, if `call` is not what the others did.
  void check(NodeId node, std::uint32_t sequence, const Call& call, CallSite site);

 private:
  static constexpr std::size_t kWindow = 256;
  std::vector<std::atomic<std::uint64_t>> slots_ = std::vector<std::atomic<std::uint64_t>>(kWindow);
};

}  // namespace switchyard
