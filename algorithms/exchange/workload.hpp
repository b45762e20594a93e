#pragma once
/// \file workload.hpp
/// A communication matrix together with the real bytes that it moves.

#include <cstddef>
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
  std::span<std::byte> outgoing_;  ///< with what pads each message
  std::span<std::byte> incoming_;
};

/// Buffers of all nodes, filled with the pattern of payload.hpp until an application writes its own data. Serves many
/// runs, one at a time.
class Workload {
 public:
  explicit Workload(const CommunicationMatrix& matrix);

  const CommunicationMatrix& matrix() const noexcept { return matrix_; }
  const NodeTraffic& traffic(NodeId node) const noexcept { return nodes_[index(node)]; }
  /// What `source` sends to `destination`, to write to while that is not under way; `verify` then finds it changed.
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
  PayloadMemory outgoing_;  ///< of all nodes, one after another
  PayloadMemory incoming_;
};

}  // namespace switchyard
