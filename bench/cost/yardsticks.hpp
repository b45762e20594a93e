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
    Entry first = entries_.top();
    entries_.pop();
    first.first += rng_.random_number_below(kLongestDelay);
    entries_.push(first);
  }

 private:
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  static constexpr std::uint64_t kLongestDelay = 100'000;
  Rng rng_{1};
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> entries_;
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
class BareQueues {
 public:
  /// Makes the queues for the messages of `matrix`. The matrix must outlive this object.
  BareQueues(const CommunicationMatrix& matrix, std::size_t capacity);
  void pass_all_messages();

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

/// The payload memory and the hypercube links of the yardsticks BareEngine and BareFibers, which only book links and
/// copy payloads.
class BareNetwork {
 public:
  /// Allocates the payload memory and the links for the messages of `matrix`, which must outlive this object.
  explicit BareNetwork(const CommunicationMatrix& matrix);
  const CommunicationMatrix& matrix() const noexcept { return matrix_; }
  void release_all_links();
  /// Books all links of the message's route, each from the later of two times: `time`, and the time at which earlier
  /// messages have left the link. Copies the payload. Returns the time at which the message has arrived.
  std::int64_t reserve_links_and_copy_message(std::uint32_t node, const CommunicationMatrix::Entry& message,
                                              std::int64_t time);

 private:
  const CommunicationMatrix& matrix_;
  Hypercube hypercube_;
  std::vector<std::byte> source_bytes_, target_bytes_;
  std::size_t copied_bytes_ = 0;
  std::vector<std::int64_t> link_free_times_;
};

/// The time of a node's next message, and the node's number. NextMessageTimeQueue has one such pair for each node that
/// still has a message to send; the pair with the earliest time is first.
using NextMessageTime = std::pair<std::int64_t, std::uint32_t>;
using NextMessageTimeQueue = std::priority_queue<NextMessageTime, std::vector<NextMessageTime>, std::greater<>>;

/// A yardstick (reference work): an event engine that carries the messages of a matrix one after another in the order
/// of their times. Unlike an emulator, it has no nodes that wait, no ports and no interface for programs.
class BareEngine {
 public:
  explicit BareEngine(const CommunicationMatrix& matrix) : network_(matrix) {}
  void pass_all_messages();

 private:
  BareNetwork network_;
};

/// A yardstick (reference work): does what BareEngine does, but with a fiber for each node, which waits until the
/// node's next message is the earliest of all. An emulator of blocking programs cannot do with less work than this.
class BareFibers {
 public:
  explicit BareFibers(const CommunicationMatrix& matrix) : network_(matrix) {}
  void pass_all_messages();

 private:
  void run_node(NodeId self);
  void wait_for_turn(NodeId self, std::int64_t time);
  /// Removes the node with the earliest next message from the queue of waiting nodes, and returns it.
  NodeId pop_earliest_node();

  BareNetwork network_;
  NextMessageTimeQueue next_message_times_;  ///< the waiting nodes, ordered by the times of their next messages
  std::size_t unfinished_node_count_ = 0;
  Executor* executor_ = nullptr;
};

}  // namespace switchyard::cost
