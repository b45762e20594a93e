#pragma once
/// \file workload.hpp
/// A communication matrix together with the real bytes that it moves.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/exchange/payload_memory.hpp"
#include "algorithms/matrix/communication_matrix.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// One message as its sender and as its receiver hold it.
struct Outgoing {
  NodeId destination;
  std::span<const std::byte> data;
};
struct Incoming {
  NodeId source;
  std::uint32_t number;  ///< of the message, counted row by row
  std::span<std::byte> data;
};

/// What one node sends and receives, ascending by the other node.
class NodeTraffic {
 public:
  std::span<const Outgoing> sends() const noexcept { return sends_; }
  std::span<const Incoming> receives() const noexcept { return receives_; }
  /// Throws std::out_of_range if the matrix has no such message.
  const Outgoing& to(NodeId destination) const;
  const Incoming& from(NodeId source) const;

 private:
  friend class Workload;
  std::vector<Outgoing> sends_;
  std::vector<Incoming> receives_;
  std::span<std::byte> incoming_;         ///< with what pads each message
  std::optional<PayloadMemory> written_;  ///< what the node sends, once it has written to it
};

/// Buffers of all nodes. Until an application writes its own data, message k of the matrix carries pattern k of
/// payload.hpp, and all are sent from one piece of memory, hardly larger than the longest. Serves many runs, one at a
/// time.
class Workload {
 public:
  explicit Workload(const CommunicationMatrix& matrix);

  const CommunicationMatrix& matrix() const noexcept { return matrix_; }
  const NodeTraffic& traffic(NodeId node) const noexcept { return nodes_[index(node)]; }
  /// What `source` sends to `destination`, to write to while nothing from `source` is under way; `verify` then finds it
  /// changed. From the first call on, what `source` sends lies in memory of its own.
  /// Throws std::out_of_range if the matrix has no such message.
  std::span<std::byte> outgoing(NodeId source, NodeId destination);
  /// Wipes what a run has received, so that the next one cannot pass on old bytes.
  void clear_received();
  /// The same for what `node` has received. Only while it has no receive posted.
  void clear_received(NodeId node);
  /// Throws DataError, naming message and byte, unless all that `node` is to receive is there and right; a message of
  /// which nothing has come is lost, another one corrupted.
  void verify(NodeId node) const;

 private:
  CommunicationMatrix matrix_;
  std::vector<NodeTraffic> nodes_;
  PayloadMemory incoming_;  ///< of all nodes, one after another
  PayloadMemory patterns_;  ///< of all messages, overlapping
};

}  // namespace switchyard
