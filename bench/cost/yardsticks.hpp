#pragma once
/// \file yardsticks.hpp
/// What the host itself takes for the operations of which emulating consists: a heap, copies, a queue, and an engine
/// that has nothing but links. Measured in one run with a cost, they say what that cost is made of, and whether the
/// host was slower than at another time.

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

/// A binary heap of a constant number of entries, as an event queue is one.
class Heap {
 public:
  explicit Heap(std::uint32_t entries);
  /// Pops the first entry and pushes it again with a later time.
  void step() {
    Entry first = entries_.top();
    entries_.pop();
    first.first += rng_.below(kSpread);
    entries_.push(first);
  }

 private:
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  static constexpr std::uint64_t kSpread = 100'000;
  Rng rng_{1};
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> entries_;
};

/// Pieces of one size, which are copied in random order.
class Copies {
 public:
  Copies(std::size_t bytes, std::size_t pieces);
  /// Copies the next piece.
  void step();

 private:
  std::size_t bytes_;
  std::vector<std::byte> from_, to_;
  std::vector<std::size_t> order_;
  std::size_t next_ = 0;
};

/// The messages of a matrix through bare Boost.Lockfree queues, one for each node, with their payloads copied. All of
/// it happens on one thread: nothing waits.
class BareQueues {
 public:
  /// The matrix must outlive the object.
  BareQueues(const CommunicationMatrix& matrix, std::size_t capacity);
  void carry_out();

 private:
  struct Item {
    std::uint32_t source;
    std::uint64_t bytes;
  };
  void empty(std::uint32_t node);

  const CommunicationMatrix& matrix_;
  std::deque<boost::lockfree::spsc_queue<Item>> queues_;
  std::vector<std::byte> from_, to_;
  std::size_t copied_ = 0;
};

/// The payloads and the links of a bare engine, which is a hypercube's.
class BareNetwork {
 public:
  /// The matrix must outlive the object.
  explicit BareNetwork(const CommunicationMatrix& matrix);
  const CommunicationMatrix& matrix() const noexcept { return matrix_; }
  void clear();
  /// Holds the links of a message from when all before it have left them, at `time` or later, and copies its payload.
  /// Returns when it has arrived.
  std::int64_t carry(std::uint32_t node, const CommunicationMatrix::Entry& message, std::int64_t time);

 private:
  const CommunicationMatrix& matrix_;
  Hypercube cube_;
  std::vector<std::byte> from_, to_;
  std::size_t copied_ = 0;
  std::vector<std::int64_t> free_at_;
};

/// The next node and its time, the earliest first.
using BareTurn = std::pair<std::int64_t, std::uint32_t>;
using BareTurns = std::priority_queue<BareTurn, std::vector<BareTurn>, std::greater<>>;

/// Carries the messages of a matrix one after another in the order of time. It has no waiting, ports, or interface.
class BareEngine {
 public:
  explicit BareEngine(const CommunicationMatrix& matrix) : network_(matrix) {}
  void carry_out();

 private:
  BareNetwork network_;
};

/// The same with a fiber for each node, which waits until its turn has come: the least that an emulator of blocking
/// programs does.
class BareFibers {
 public:
  explicit BareFibers(const CommunicationMatrix& matrix) : network_(matrix) {}
  void carry_out();

 private:
  void run_node(NodeId self);
  void wait_until(NodeId self, std::int64_t time);
  /// Removes the node whose turn is next from those that wait, and returns it.
  NodeId take_turn();

  BareNetwork network_;
  BareTurns turns_;  ///< of nodes that wait
  std::size_t left_ = 0;
  Executor* executor_ = nullptr;
};

}  // namespace switchyard::cost
