#pragma once
/// \file yardsticks.hpp
/// Yardsticks: simple operations of which the work of an emulator consists, such as a heap, copies, a queue, and an
/// engine that only books links. Their times, measured together with the cost of an algorithm, show what this cost
/// consists of, and whether the host was slower than at another time.

#include <boost/lockfree/spsc_queue.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"
#include "machines/topology/hypercube.hpp"
#include "runtime/executor.hpp"
#include "runtime/random.hpp"

namespace switchyard::cost {

/// A yardstick (reference work): a binary heap with a constant number of entries, like that of an emulator's event
/// queue.
class BinaryHeap {
 public:
  explicit BinaryHeap(std::uint32_t entries);
  /// Pops the earliest entry of the heap and pushes it again with a later time.
  void postpone_first_entry() {
    HeapEntry first = entries_.top();
    entries_.pop();
    first.first += rng_.random_number_below(kLongestDelay);
    entries_.push(first);
  }

 private:
  using HeapEntry = std::pair<std::uint64_t, std::uint32_t>;
  static constexpr std::uint64_t kLongestDelay = 100'000;
  Rng rng_{1};
  std::priority_queue<HeapEntry, std::vector<HeapEntry>, std::greater<>> entries_;
};

/// A yardstick (reference work): pieces of memory of one size that are copied in random order.
class MemoryCopies {
 public:
  MemoryCopies(std::size_t bytes, std::size_t pieces);
  /// Copies the next piece of memory in the random order.
  void copy_next_memory_piece();

 private:
  std::size_t piece_bytes_;
  std::vector<std::byte> source_bytes_, target_bytes_;
  std::vector<std::size_t> piece_offsets_;
  std::size_t next_piece_ = 0;
};

/// A yardstick (reference work): passes the messages of a matrix through plain Boost.Lockfree queues, one for each
/// node, and copies their payloads. All this is done on one thread, so that nothing waits.
class MessagePassingThroughPlainQueues {
 public:
  /// Makes the queues for the messages of `matrix`. The matrix must outlive this object.
  MessagePassingThroughPlainQueues(const CommunicationMatrix& matrix, std::size_t capacity);
  void transport_all_messages_of_matrix();

 private:
  struct QueuedMessage {
    std::uint32_t source;
    std::uint64_t bytes;
  };
  void copy_all_items_out_of_queue(std::uint32_t node);

  const CommunicationMatrix& matrix_;
  std::deque<boost::lockfree::spsc_queue<QueuedMessage>> queues_;
  std::vector<std::byte> source_bytes_, target_bytes_;
  std::size_t copied_bytes_ = 0;
};

/// The memory of the payloads of a matrix, from and to which the yardsticks MessagePassingWithLinkBooking and
/// MessagePassingWithFibersAndCircuits copy.
class PayloadCopyBuffers {
 public:
  explicit PayloadCopyBuffers(const CommunicationMatrix& matrix);
  /// Copies a payload of `bytes` bytes, behind the one copied before.
  void copy_next_payload(std::uint64_t bytes);
  void restart_copying_at_first_payload() noexcept { copied_bytes_ = 0; }

 private:
  std::vector<std::byte> source_bytes_, target_bytes_;
  std::size_t copied_bytes_ = 0;
};

/// A time, and the number of a node; the heaps of MessagePassingWithLinkBooking and MessagePassingWithFibersAndCircuits
/// have the earliest time first.
using TimeAndNode = std::pair<std::int64_t, std::uint32_t>;
using EarliestTimeFirstHeap = std::priority_queue<TimeAndNode, std::vector<TimeAndNode>, std::greater<>>;

/// A yardstick (reference work): an event engine that carries the messages of a matrix one after another in the order
/// of their times. It books the links of a message's route, each from the time at which earlier messages have left it,
/// and copies the payload. Unlike an emulator, it has no nodes that wait, no ports and no interface for programs.
class MessagePassingWithLinkBooking {
 public:
  /// Allocates the payload memory and the links for the messages of `matrix`, which must outlive this object.
  explicit MessagePassingWithLinkBooking(const CommunicationMatrix& matrix);
  void transport_all_messages_of_matrix();

 private:
  /// Returns the time at which the message has arrived.
  std::int64_t book_links_and_copy_payload(std::uint32_t node, const CommunicationMatrix::Entry& message,
                                           std::int64_t time);

  const CommunicationMatrix& matrix_;
  Hypercube hypercube_;
  PayloadCopyBuffers payloads_;
  std::vector<std::int64_t> link_free_times_;
};

/// A yardstick (reference work): an event engine with a fiber for each node, which sends the messages of its row of a
/// matrix one after another. Each message is a circuit. Its head takes the links of its route one after another, and
/// waits for links that other circuits hold; when the payload has arrived and has been copied, all links are free
/// again. The events of all circuits are in one heap. There are no receives, no ports, no protocol and no interface for
/// programs: an exact emulator of blocking programs on a circuit-switched hypercube cannot do with less work than this.
class MessagePassingWithFibersAndCircuits {
 public:
  /// Allocates the payload memory and the links for the messages of `matrix`, which must outlive this object.
  explicit MessagePassingWithFibersAndCircuits(const CommunicationMatrix& matrix);
  void transport_all_messages_of_matrix();
  /// Returns the time in ns at which the last message has arrived, as the machine's time goes.
  std::int64_t time_of_last_arrival() const noexcept { return now_; }

 private:
  static constexpr std::uint32_t kNoNode = ~std::uint32_t{0};
  struct Link {
    bool is_held = false;
    std::uint32_t first_waiting_node = kNoNode, last_waiting_node = kNoNode;
  };
  /// The circuit of a node's present message.
  struct Circuit {
    NodeId head{};
    const CommunicationMatrix::Entry* message = nullptr;
    std::uint32_t next_waiting_node = kNoNode;  ///< the node whose circuit waits behind this one for the same link
  };

  void run_node(NodeId self);
  void wait_for_arrival(NodeId self);
  /// Executes events until the message of a node has arrived, and returns this node. Needs: a message is under way.
  NodeId execute_events_until_arrival();
  void wait_for_link(std::uint32_t node, Link& link);
  void take_link(std::uint32_t node, Link& link);
  void free_links_of_circuit(std::uint32_t node);

  const CommunicationMatrix& matrix_;
  Hypercube hypercube_;
  PayloadCopyBuffers payloads_;
  std::vector<Link> links_;
  std::vector<Circuit> circuits_;
  EarliestTimeFirstHeap events_;
  std::int64_t now_ = 0;
  std::size_t running_node_count_ = 0;
  Executor* executor_ = nullptr;
};

}  // namespace switchyard::cost
