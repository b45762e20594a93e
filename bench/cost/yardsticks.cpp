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

BareQueues::BareQueues(const CommunicationMatrix& matrix, std::size_t capacity)
    : matrix_(matrix), source_bytes_(matrix.total_bytes(), std::byte{1}), target_bytes_(matrix.total_bytes()) {
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) queues_.emplace_back(capacity);
}

void BareQueues::copy_all_items_out_of_queue(std::uint32_t node) {
  QueuedMessage item;
  while (queues_[node].pop(item)) {
    std::copy_n(source_bytes_.data() + copied_bytes_, item.bytes, target_bytes_.data() + copied_bytes_);
    copied_bytes_ += item.bytes;
  }
}

void BareQueues::pass_all_messages() {
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

BareNetwork::BareNetwork(const CommunicationMatrix& matrix)
    : matrix_(matrix),
      hypercube_(std::bit_ceil(matrix.node_count())),
      source_bytes_(matrix.total_bytes(), std::byte{1}),
      target_bytes_(matrix.total_bytes()),
      link_free_times_(hypercube_.link_count()) {}

void BareNetwork::release_all_links() {
  std::ranges::fill(link_free_times_, 0);
  copied_bytes_ = 0;
}

std::int64_t BareNetwork::reserve_links_and_copy_message(std::uint32_t node, const CommunicationMatrix::Entry& message,
                                                         std::int64_t time) {
  const NodeId destination = message.destination;
  for (NodeId at{node}; at != destination; at = Hypercube::next_node(at, destination)) {
    time = std::max(time, link_free_times_[index(hypercube_.next_link(at, destination))]) + 10300;
  }
  time += static_cast<std::int64_t>(394 * message.bytes);
  for (NodeId at{node}; at != destination; at = Hypercube::next_node(at, destination)) {
    link_free_times_[index(hypercube_.next_link(at, destination))] = time;
  }
  std::copy_n(source_bytes_.data() + copied_bytes_, message.bytes, target_bytes_.data() + copied_bytes_);
  prevent_removal_by_compiler(target_bytes_);
  copied_bytes_ += message.bytes;
  return time;
}

void BareEngine::pass_all_messages() {
  network_.release_all_links();
  const CommunicationMatrix& matrix = network_.matrix();
  std::vector<std::uint32_t> next(matrix.node_count(), 0);
  NextMessageTimeQueue turns;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    if (!matrix.row(NodeId{i}).empty()) turns.push({0, i});
  }
  while (!turns.empty()) {
    const auto [time, node] = turns.top();
    turns.pop();
    const auto row = matrix.row(NodeId{node});
    const std::int64_t end = network_.reserve_links_and_copy_message(node, row[next[node]], time);
    if (++next[node] < row.size()) turns.push({end, node});
  }
}

void BareFibers::pass_all_messages() {
  network_.release_all_links();
  next_message_times_ = {};
  unfinished_node_count_ = network_.matrix().node_count();
  const auto executor = make_fiber_executor(std::size_t{256} * 1024);
  executor_ = executor.get();
  executor->make_threads_or_fibers(network_.matrix().node_count());
  executor->run([this](NodeId self) { run_node(self); });
}

void BareFibers::run_node(NodeId self) {
  std::int64_t time = 0;
  for (const auto& message : network_.matrix().row(self)) {
    wait_for_turn(self, time);
    time = network_.reserve_links_and_copy_message(index(self), message, time);
  }
  --unfinished_node_count_;
  if (next_message_times_.size() == unfinished_node_count_ && unfinished_node_count_ > 0)
    executor_->unpark(pop_earliest_node());
}

void BareFibers::wait_for_turn(NodeId self, std::int64_t time) {
  next_message_times_.push({time, index(self)});
  if (next_message_times_.size() < unfinished_node_count_)
    // Some unfinished nodes have not reached their next message yet, so it is not known which message is the earliest.
    return executor_->park(self);
  const NodeId next = pop_earliest_node();
  if (next == self) return;
  executor_->unpark(next);
  executor_->park(self);
}

NodeId BareFibers::pop_earliest_node() {
  const NodeId next{next_message_times_.top().second};
  next_message_times_.pop();
  return next;
}

}  // namespace switchyard::cost
