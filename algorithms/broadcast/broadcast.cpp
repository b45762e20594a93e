#include "algorithms/broadcast/broadcast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "algorithms/exchange/payload.hpp"
#include "runtime/error.hpp"
#include "runtime/group/settings.hpp"

namespace switchyard {
namespace {

constexpr Tag kDataTag{1};
constexpr NodeId kRootNode{0};

/// Returns the position of the calling node in the list of members of a broadcast. Throws UsageError if the node is not
/// a member.
std::size_t rank_of(const Node& self, std::span<const NodeId> members) {
  const auto found = std::ranges::find(members, self.id());
  if (found == members.end()) {
    throw UsageError(fmt::format("broadcast: node {} is none of the {} members", index(self.id()), members.size()));
  }
  return static_cast<std::size_t>(found - members.begin());
}

/// Returns settings of collectives that make Node::broadcast use the machine's own broadcast where the machine has one,
/// even if sending messages would be faster.
std::shared_ptr<const CollectiveSettings> machine_broadcast_settings() {
  CollectiveSettings settings;
  settings.algorithm_settings[static_cast<std::size_t>(SettableCollective::broadcast)].algorithm =
      CollectiveAlgorithm::machine;
  return std::make_shared<const CollectiveSettings>(settings);
}

void broadcast_by_kind(Node& self, BroadcastKind kind, std::span<const NodeId> all, std::span<std::byte> data) {
  switch (kind) {
    case BroadcastKind::linear:
      return linear_broadcast(self, all, data);
    case BroadcastKind::recursive:
      return recursive_broadcast(self, all, data);
    case BroadcastKind::system:
      self.set_collective_algorithms(machine_broadcast_settings());
      return self.broadcast(kRootNode, data);
  }
}

void check_broadcast_data(const Node& self, std::span<const std::byte> data) {
  const auto wrong = first_corrupted_byte(data, index(kRootNode));
  if (!wrong) return;
  throw DataError(fmt::format("the broadcast to node {} ({} B) is lost or corrupted from byte {} on", index(self.id()),
                              data.size(), *wrong));
}

}  // namespace

void linear_broadcast(Node& self, std::span<const NodeId> members, std::span<std::byte> data) {
  if (rank_of(self, members) > 0) {
    self.receive(members.front(), data, kDataTag);
    return;
  }
  for (const NodeId member : members.subspan(1)) self.send(member, data, {kDataTag});
}

void recursive_broadcast(Node& self, std::span<const NodeId> members, std::span<std::byte> data) {
  const std::size_t rank = rank_of(self, members);
  for (std::size_t distance = std::bit_ceil(members.size()) / 2; distance > 0; distance /= 2) {
    if (rank % distance != 0) continue;
    if (rank / distance % 2 != 0) {
      self.receive(members[rank - distance], data, kDataTag);
    } else if (rank + distance < members.size()) {
      self.send(members[rank + distance], data, {kDataTag});
    }
  }
}

RunReport run_broadcast(const Machine& machine, BroadcastKind kind, std::size_t bytes, const RunOptions& options) {
  std::vector<NodeId> all;
  for (std::uint32_t i = 0; i < machine.node_count(); ++i) all.push_back(NodeId{i});
  return run(
      machine,
      [&](Node& self) {
        std::vector<std::byte> data(bytes);
        if (self.id() == kRootNode) fill_payload(data, index(kRootNode));
        broadcast_by_kind(self, kind, all, data);
        check_broadcast_data(self, data);
      },
      options);
}

}  // namespace switchyard
