#include "bench/cost/yardsticks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

namespace switchyard::cost {
namespace {

/// Keeps the compiler from removing the code that copies `bytes`, although nothing reads the copy.
void prevent_removal_by_compiler(const std::vector<std::byte>& bytes) {
  asm volatile("" : : "g"(bytes.data()) : "memory");
}

constexpr std::int64_t kHopTime = 10'300;  ///< ns that the head of a message takes for one link
constexpr std::int64_t transfer_time(std::uint64_t bytes) { return static_cast<std::int64_t>(394 * bytes); }

}  // namespace

BinaryHeap::BinaryHeap(std::uint32_t entries) {
  for (std::uint32_t i = 0; i < entries; ++i) entries_.push({rng_.random_number_below(kLongestDelay), i});
}

MemoryCopies::MemoryCopies(std::size_t bytes, std::size_t pieces)
    : piece_bytes_(bytes),
      source_bytes_(pieces * bytes, std::byte{1}),
      target_bytes_(pieces * bytes),
      piece_offsets_(pieces) {
  for (std::size_t i = 0; i < pieces; ++i) piece_offsets_[i] = i * bytes;
  Rng rng(1);
  shuffle(std::span(piece_offsets_), rng);
}

void MemoryCopies::copy_next_memory_piece() {
  if (piece_bytes_ > 0)
    std::memcpy(&target_bytes_[piece_offsets_[next_piece_]], &source_bytes_[piece_offsets_[next_piece_]], piece_bytes_);
  prevent_removal_by_compiler(target_bytes_);
  next_piece_ = next_piece_ + 1 == piece_offsets_.size() ? 0 : next_piece_ + 1;
}

MessagePassingThroughPlainQueues::MessagePassingThroughPlainQueues(const CommunicationMatrix& matrix,
                                                                   std::size_t capacity)
    : matrix_(matrix), source_bytes_(matrix.total_bytes(), std::byte{1}), target_bytes_(matrix.total_bytes()) {
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) queues_.emplace_back(capacity);
}

void MessagePassingThroughPlainQueues::copy_all_items_out_of_queue(std::uint32_t node) {
  QueuedMessage item;
  while (queues_[node].pop(item)) {
    std::copy_n(source_bytes_.data() + copied_bytes_, item.bytes, target_bytes_.data() + copied_bytes_);
    copied_bytes_ += item.bytes;
  }
}

void MessagePassingThroughPlainQueues::transport_all_messages_of_matrix() {
  copied_bytes_ = 0;
  for (std::uint32_t i = 0; i < matrix_.node_count(); ++i) {
    for (const auto& message : matrix_.row(NodeId{i})) {
      const std::uint32_t to = index(message.destination);
      while (!queues_[to].push({i, message.bytes})) copy_all_items_out_of_queue(to);
    }
  }
  for (std::uint32_t i = 0; i < matrix_.node_count(); ++i) copy_all_items_out_of_queue(i);
  prevent_removal_by_compiler(target_bytes_);
}

PayloadCopyBuffers::PayloadCopyBuffers(const CommunicationMatrix& matrix)
    : source_bytes_(matrix.total_bytes(), std::byte{1}), target_bytes_(matrix.total_bytes()) {}

void PayloadCopyBuffers::copy_next_payload(std::uint64_t bytes) {
  std::copy_n(source_bytes_.data() + copied_bytes_, bytes, target_bytes_.data() + copied_bytes_);
  prevent_removal_by_compiler(target_bytes_);
  copied_bytes_ += bytes;
}

MessagePassingWithLinkBooking::MessagePassingWithLinkBooking(const CommunicationMatrix& matrix)
    : matrix_(matrix),
      hypercube_(std::bit_ceil(matrix.node_count())),
      payloads_(matrix),
      link_free_times_(hypercube_.link_count()) {}

std::int64_t MessagePassingWithLinkBooking::book_links_and_copy_payload(std::uint32_t node,
                                                                        const CommunicationMatrix::Entry& message,
                                                                        std::int64_t time) {
  const NodeId destination = message.destination;
  for (NodeId at{node}; at != destination; at = Hypercube::next_node(at, destination)) {
    time = std::max(time, link_free_times_[index(hypercube_.next_link(at, destination))]) + kHopTime;
  }
  time += transfer_time(message.bytes);
  for (NodeId at{node}; at != destination; at = Hypercube::next_node(at, destination)) {
    link_free_times_[index(hypercube_.next_link(at, destination))] = time;
  }
  payloads_.copy_next_payload(message.bytes);
  return time;
}

void MessagePassingWithLinkBooking::transport_all_messages_of_matrix() {
  std::ranges::fill(link_free_times_, 0);
  payloads_.restart_copying_at_first_payload();
  std::vector<std::uint32_t> next(matrix_.node_count(), 0);
  EarliestTimeFirstHeap turns;
  for (std::uint32_t i = 0; i < matrix_.node_count(); ++i) {
    if (!matrix_.row(NodeId{i}).empty()) turns.push({0, i});
  }
  while (!turns.empty()) {
    const auto [time, node] = turns.top();
    turns.pop();
    const auto row = matrix_.row(NodeId{node});
    const std::int64_t end = book_links_and_copy_payload(node, row[next[node]], time);
    if (++next[node] < row.size()) turns.push({end, node});
  }
}

MessagePassingWithFibersAndCircuits::MessagePassingWithFibersAndCircuits(const CommunicationMatrix& matrix)
    : matrix_(matrix), hypercube_(std::bit_ceil(matrix.node_count())), payloads_(matrix) {}

void MessagePassingWithFibersAndCircuits::transport_all_messages_of_matrix() {
  payloads_.restart_copying_at_first_payload();
  links_.assign(hypercube_.link_count(), {});
  circuits_.assign(matrix_.node_count(), {});
  events_ = {};
  now_ = 0;
  running_node_count_ = matrix_.node_count();
  const auto executor = make_fiber_executor(std::size_t{256} * 1024);
  executor_ = executor.get();
  executor->make_threads_or_fibers(matrix_.node_count());
  executor->run([this](NodeId self) { run_node(self); });
}

void MessagePassingWithFibersAndCircuits::run_node(NodeId self) {
  for (const auto& message : matrix_.row(self)) {
    circuits_[index(self)] = {.head = self, .message = &message};
    events_.push({now_, index(self)});
    wait_for_arrival(self);
  }
  if (--running_node_count_ > 0 || events_.empty()) return;
  ++running_node_count_;
  executor_->unpark(execute_events_until_arrival());
}

void MessagePassingWithFibersAndCircuits::wait_for_arrival(NodeId self) {
  if (--running_node_count_ == 0) {
    ++running_node_count_;
    const NodeId next = execute_events_until_arrival();
    if (next == self) return;
    executor_->unpark(next);
  }
  executor_->park(self);
}

NodeId MessagePassingWithFibersAndCircuits::execute_events_until_arrival() {
  while (true) {
    const auto [time, node] = events_.top();
    events_.pop();
    now_ = time;
    const Circuit& circuit = circuits_[node];
    const NodeId destination = circuit.message->destination;
    if (circuit.head == destination) {
      payloads_.copy_next_payload(circuit.message->bytes);
      free_links_of_circuit(node);
      return NodeId{node};
    }
    Link& link = links_[index(hypercube_.next_link(circuit.head, destination))];
    if (link.is_held) {
      wait_for_link(node, link);
    } else {
      take_link(node, link);
    }
  }
}

void MessagePassingWithFibersAndCircuits::wait_for_link(std::uint32_t node, Link& link) {
  circuits_[node].next_waiting_node = kNoNode;
  std::uint32_t& behind = link.first_waiting_node == kNoNode ? link.first_waiting_node
                                                             : circuits_[link.last_waiting_node].next_waiting_node;
  behind = link.last_waiting_node = node;
}

void MessagePassingWithFibersAndCircuits::take_link(std::uint32_t node, Link& link) {
  link.is_held = true;
  Circuit& circuit = circuits_[node];
  const NodeId destination = circuit.message->destination;
  circuit.head = Hypercube::next_node(circuit.head, destination);
  events_.push({now_ + kHopTime + (circuit.head == destination ? transfer_time(circuit.message->bytes) : 0), node});
}

void MessagePassingWithFibersAndCircuits::free_links_of_circuit(std::uint32_t node) {
  const NodeId destination = circuits_[node].message->destination;
  for (NodeId at{node}; at != destination; at = Hypercube::next_node(at, destination)) {
    Link& link = links_[index(hypercube_.next_link(at, destination))];
    link.is_held = false;
    const std::uint32_t first = link.first_waiting_node;
    if (first == kNoNode) continue;
    link.first_waiting_node = circuits_[first].next_waiting_node;
    take_link(first, link);
  }
}

}  // namespace switchyard::cost
