#include "algorithms/exchange/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "algorithms/exchange/payload.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Rounds the size of a buffer up to whole cache lines, so that each buffer starts on a cache line
/// of its own.
std::size_t bytes_rounded_to_cache_lines(std::uint64_t bytes) {
  return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
}

std::size_t bytes_of_padded_buffers(std::span<const CommunicationMatrix::Entry> entries) {
  std::size_t sum = 0;
  for (const auto& entry : entries) sum += bytes_rounded_to_cache_lines(entry.bytes);
  return sum;
}

/// Finds the message to or from node `peer` among a node's messages, which are sorted by the node in the member
/// `other`. Returns null if there is none. If a node exchanges messages with consecutive nodes, itself left out, the
/// position of the message is the distance of `peer` from the first of them, or one less. Otherwise the message is
/// found by a binary search without branches, because a processor would mispredict half of the branches.
template <class Message>
const Message* find_message_of_peer(std::span<const Message> messages, NodeId Message::*other, NodeId peer) noexcept {
  if (messages.empty()) return nullptr;
  const std::size_t distance = std::size_t{index(peer)} - index(messages.front().*other);
  for (const std::size_t place : {distance, distance - 1}) {
    if (place < messages.size() && messages[place].*other == peer) return &messages[place];
  }
  const Message* found = messages.data();
  for (std::size_t left = messages.size(); left > 1;) {
    const std::size_t half = left / 2;
    found += static_cast<std::size_t>(found[half].*other <= peer) * half;
    left -= half;
  }
  return found->*other == peer ? found : nullptr;
}

/// Returns the size of the memory that holds the byte patterns of all messages. The pattern of each message starts
/// kPatternStride bytes after that of the previous message, so the patterns overlap.
std::size_t bytes_of_all_patterns(std::span<const CommunicationMatrix::Entry> entries) {
  std::size_t end = 0;
  for (std::size_t k = 0; k < entries.size(); ++k) end = std::max(end, k * kPatternStride + entries[k].bytes);
  return end;
}

}  // namespace

const Outgoing& NodeTraffic::to(NodeId destination) const {
  const Outgoing* const found =
      find_message_of_peer(std::span<const Outgoing>(sends_), &Outgoing::destination, destination);
  if (found == nullptr) throw std::out_of_range("no such message to send");
  return *found;
}

const Incoming& NodeTraffic::from(NodeId source) const {
  const Incoming* const found = find_message_of_peer(std::span<const Incoming>(receives_), &Incoming::source, source);
  if (found == nullptr) throw std::out_of_range("no such message to receive");
  return *found;
}

NodeTraffic::NodeTraffic(std::vector<Outgoing> sends, std::vector<Incoming> receives)
    : sends_(std::move(sends)), receives_(std::move(receives)) {
  std::ranges::sort(sends_, {}, &Outgoing::destination);
  std::ranges::sort(receives_, {}, &Incoming::source);
}

void NodeTraffic::verify_received_data(NodeId node) const {
  for (const Incoming& message : receives_) {
    const auto wrong = first_corrupted_byte(message.data, message.number);
    if (!wrong) continue;
    const bool nothing_came = std::ranges::all_of(message.data, [](std::byte byte) { return byte == std::byte{0}; });
    if (nothing_came) {
      throw DataError(fmt::format("the message from node {} to node {} ({} B) is lost", index(message.source),
                                  index(node), message.data.size()));
    }
    throw DataError(fmt::format("the message from node {} to node {} ({} B) is corrupted from byte {} on",
                                index(message.source), index(node), message.data.size(), *wrong),
                    DataError::Kind::corrupted);
  }
}

void Workload::fill_buffers() const {
  const CommunicationMatrix& matrix = matrix_;
  std::vector<NodeTraffic>& nodes = buffers_->traffic_of_nodes;
  nodes.resize(matrix.node_count());
  buffers_->incoming_memory.emplace(bytes_of_padded_buffers(matrix.entries()));
  buffers_->pattern_memory.emplace(bytes_of_all_patterns(matrix.entries()));
  std::byte* const patterns = buffers_->pattern_memory->data();
  fill_payload({patterns, buffers_->pattern_memory->size()}, 0);
  std::vector<std::size_t> sums(matrix.node_count());
  for (const auto& [destination, bytes] : matrix.entries())
    sums[index(destination)] += bytes_rounded_to_cache_lines(bytes);
  // for each destination, the address of its next message in the receive memory
  std::vector<std::byte*> in(matrix.node_count());
  std::byte* end = buffers_->incoming_memory->data();
  for (std::uint32_t j = 0; j < matrix.node_count(); ++j) {
    in[j] = end;
    end += sums[j];
    nodes[j].incoming_memory_ = {in[j], end};
    nodes[j].receives_.reserve(matrix.in_degree(NodeId{j}));
    std::ranges::fill(nodes[j].incoming_memory_, std::byte{0});
  }
  std::uint32_t number = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    nodes[i].sends_.reserve(matrix.out_degree(NodeId{i}));
    for (const auto& [destination, bytes] : matrix.row(NodeId{i})) {
      std::byte*& place = in[index(destination)];
      nodes[i].sends_.push_back({destination, {patterns + number * kPatternStride, bytes}});
      nodes[index(destination)].receives_.push_back({NodeId{i}, number, {place, bytes}});
      place += bytes_rounded_to_cache_lines(bytes);
      ++number;
    }
  }
  buffers_->are_buffers_made = true;
}

std::span<std::byte> Workload::bytes_to_send(NodeId source, NodeId destination) {
  NodeTraffic& traffic = buffers_made_on_first_use().traffic_of_nodes[index(source)];
  if (!traffic.application_data_copy_) {
    std::byte* out = traffic.application_data_copy_.emplace(bytes_of_padded_buffers(matrix_.row(source))).data();
    for (Outgoing& message : traffic.sends_) {
      std::ranges::copy(message.data, out);
      message.data = {out, message.data.size()};
      out += bytes_rounded_to_cache_lines(message.data.size());
    }
  }
  const std::span<const std::byte> data = traffic.to(destination).data;
  return {traffic.application_data_copy_->data() + (data.data() - traffic.application_data_copy_->data()), data.size()};
}

void Workload::clear_received_data() {
  for (std::uint32_t i = 0; i < matrix_.node_count(); ++i) clear_received_data(NodeId{i});
}

void Workload::clear_received_data(NodeId node) {
  const std::span<std::byte> incoming = buffers_made_on_first_use().traffic_of_nodes[index(node)].incoming_memory_;
  std::ranges::fill(incoming, std::byte{0});
}

}  // namespace switchyard
