#pragma once
/// \file workload.hpp
/// A communication matrix together with the memory for the data of its messages.

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

/// One message from the view of its sender: where it goes, and the data to send.
struct Outgoing {
  NodeId destination;
  std::span<const std::byte> data;
};
/// One message from the view of its receiver: where it comes from, and the buffer for its data.
struct Incoming {
  NodeId source;
  std::uint32_t number;  ///< number of the message among all messages of the communication matrix, counted row by row
  std::span<std::byte> data;
};

/// The messages that one node sends, sorted by destination, and the messages that it receives, sorted by source.
class NodeTraffic {
 public:
  NodeTraffic() = default;
  /// Makes the object from a node's messages, given in any order. The memory of the messages belongs to the caller.
  NodeTraffic(std::vector<Outgoing> sends, std::vector<Incoming> receives);

  std::span<const Outgoing> sends() const noexcept { return sends_; }
  std::span<const Incoming> receives() const noexcept { return receives_; }
  /// Returns the message that the node sends to `destination`. Throws std::out_of_range if the matrix has no such
  /// message.
  const Outgoing& to(NodeId destination) const;
  const Incoming& from(NodeId source) const;
  /// Checks that `node`, to which these messages belong, has received the right byte pattern (payload.hpp) in every
  /// message. Throws DataError for the first wrong message, as Workload::verify() does.
  void verify_received_data(NodeId node) const;

 private:
  friend class Workload;
  std::vector<Outgoing> sends_;
  std::vector<Incoming> receives_;
  std::span<std::byte>
      incoming_memory_;  ///< the memory of all messages that the node receives, including padding between messages
  /// a copy of the bytes that the node sends, made when an application first writes its own data to them
  std::optional<PayloadMemory> application_data_copy_;
};

/// A communication matrix with the message buffers of all nodes. Until an application writes its own data, message k of
/// the matrix carries pattern k of payload.hpp; all messages are then sent from one piece of memory, which is hardly
/// larger than the longest message. A workload serves many runs, one at a time.
///
/// The message buffers are made when they are first used, because some exchanges need no message buffers (see
/// ExchangeOptions::keep_received_data).
class Workload {
 public:
  explicit Workload(const CommunicationMatrix& matrix) : matrix_(matrix) {}

  const CommunicationMatrix& matrix() const noexcept { return matrix_; }
  const NodeTraffic& traffic(NodeId node) const { return buffers_made_on_first_use().traffic_of_nodes[index(node)]; }
  /// Returns whether the memory for the messages of all nodes has been made yet.
  bool has_buffers() const noexcept { return buffers_->are_buffers_made; }
  /// Makes the memory for the messages of all nodes if it has not been made yet.
  void make_buffers() const { buffers_made_on_first_use(); }
  /// Returns the memory of the message from `source` to `destination`, for an application to write to while no message
  /// of `source` is under way. After the first call, `source` sends all its messages from memory of its own. verify()
  /// must not be used afterwards, because it still expects the patterns of payload.hpp.
  /// Throws: std::out_of_range if the matrix has no such message.
  std::span<std::byte> bytes_to_send(NodeId source, NodeId destination);
  /// Overwrites the received bytes of all nodes, so that verify() cannot accept bytes that arrived in an earlier run.
  void clear_received_data();
  /// Overwrites all bytes that `node` has received. Needs: the node has no receive posted.
  void clear_received_data(NodeId node);
  /// Checks all messages that `node` has received. Throws DataError for the first wrong message.
  /// The error says that the message is lost if all its bytes are zero, and otherwise names the
  /// first corrupted byte.
  void verify(NodeId node) const { traffic(node).verify_received_data(node); }

 private:
  struct Buffers {
    std::once_flag fill_once_flag;
    bool are_buffers_made = false;
    std::vector<NodeTraffic> traffic_of_nodes;
    std::optional<PayloadMemory> incoming_memory;  ///< the receive buffers of all nodes, one after another
    /// the byte patterns of all messages to send, which overlap, in one piece of memory
    std::optional<PayloadMemory> pattern_memory;
  };

  Buffers& buffers_made_on_first_use() const {
    std::call_once(buffers_->fill_once_flag, [this] { fill_buffers(); });
    return *buffers_;
  }
  void fill_buffers() const;

  CommunicationMatrix matrix_;
  std::unique_ptr<Buffers> buffers_ = std::make_unique<Buffers>();
};

}  // namespace switchyard
