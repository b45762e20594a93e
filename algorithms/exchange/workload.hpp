#pragma once
/// \file workload.hpp
/// A communication matrix together with the real bytes that it moves.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
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
  NodeTraffic() = default;
  /// Takes messages in any order; their memory belongs to the caller.
  NodeTraffic(std::vector<Outgoing> sends, std::vector<Incoming> receives);

  std::span<const Outgoing> sends() const noexcept { return sends_; }
  std::span<const Incoming> receives() const noexcept { return receives_; }
  /// The message that the node sends to `destination`. Throws std::out_of_range if the matrix has no such message.
  const Outgoing& to(NodeId destination) const;
  const Incoming& from(NodeId source) const;
  /// Checks that `node`, whose messages these are, has received the patterns of payload.hpp; see Workload::verify().
  void verify_received(NodeId node) const;

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
///
/// The buffers are made when they are first asked for: some exchanges need none, see ExchangeOptions::keep_received.
class Workload {
 public:
  explicit Workload(const CommunicationMatrix& matrix) : matrix_(matrix) {}

  const CommunicationMatrix& matrix() const noexcept { return matrix_; }
  const NodeTraffic& traffic(NodeId node) const { return buffers().nodes[index(node)]; }
  /// Whether the buffers are there.
  bool has_buffers() const noexcept { return buffers_->are_made; }
  /// Makes the buffers if they are not there.
  void make_buffers() const { buffers(); }
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
  void verify(NodeId node) const { traffic(node).verify_received(node); }

 private:
  struct Buffers {
    std::once_flag once;
    bool are_made = false;
    std::vector<NodeTraffic> nodes;
    std::optional<PayloadMemory> incoming;  ///< the receive buffers of all nodes, one after another
    std::optional<PayloadMemory> patterns;  ///< the patterns of all messages, overlapping
  };

  Buffers& buffers() const {
    std::call_once(buffers_->once, [this] { fill_buffers(); });
    return *buffers_;
  }
  void fill_buffers() const;

  CommunicationMatrix matrix_;
  std::unique_ptr<Buffers> buffers_ = std::make_unique<Buffers>();
};

}  // namespace switchyard
