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

/// One message, as its sender (Outgoing) or its receiver (Incoming) holds it.
struct Outgoing {
  NodeId destination;
  std::span<const std::byte> data;
};
struct Incoming {
  NodeId source;
  std::uint32_t number;  ///< number of the message in the matrix, counted row by row
  std::span<std::byte> data;
};

/// The messages that one node sends and receives, ascending by the other node.
class NodeTraffic {
 public:
  std::span<const Outgoing> sends() const noexcept { return sends_; }
  std::span<const Incoming> receives() const noexcept { return receives_; }
  /// The message that the node sends to `destination`. Throws std::out_of_range if the matrix has no such message.
  const Outgoing& to(NodeId destination) const;
  const Incoming& from(NodeId source) const;

 private:
  friend class Workload;
  std::vector<Outgoing> sends_;
  std::vector<Incoming> receives_;
  std::span<std::byte> incoming_;  ///< memory of all received messages, with the padding between them
  /// the node's own copy of what it sends, made when an application first writes to it
  std::optional<PayloadMemory> written_;
};

/// A communication matrix with the message buffers of all nodes. Until an application writes its own data, message k of
/// the matrix carries pattern k of payload.hpp; all messages are then sent from one piece of memory, which is hardly
/// larger than the longest message. A workload serves many runs, one at a time.
class Workload {
 public:
  explicit Workload(const CommunicationMatrix& matrix);

  const CommunicationMatrix& matrix() const noexcept { return matrix_; }
  const NodeTraffic& traffic(NodeId node) const noexcept { return nodes_[index(node)]; }
  /// The bytes that `source` sends to `destination`, for an application to write to while no message of `source` is
  /// under way. verify() must not be used afterwards, as it still expects the patterns of payload.hpp. After the first
  /// call, all messages of `source` are sent from memory of its own.
  /// Throws: std::out_of_range if the matrix has no such message.
  std::span<std::byte> outgoing(NodeId source, NodeId destination);
  /// Overwrites all received bytes, so that verify() cannot accept bytes of an earlier run.
  void clear_received();
  /// Overwrites all bytes that `node` has received. Call it only while the node has no receive posted.
  void clear_received(NodeId node);
  /// Checks all messages that `node` has received. Throws DataError that names the first wrong message: it is lost if
  /// all its bytes are zero, otherwise corrupted from a byte that is named.
  void verify(NodeId node) const;

 private:
  CommunicationMatrix matrix_;
  std::vector<NodeTraffic> nodes_;
  PayloadMemory incoming_;  ///< the receive buffers of all nodes, one after another
  PayloadMemory patterns_;  ///< the patterns of all messages, overlapping
};

}  // namespace switchyard
