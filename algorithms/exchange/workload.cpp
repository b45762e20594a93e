#include "algorithms/exchange/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "algorithms/exchange/payload.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Buffers start on cache lines of their own.
std::size_t padded(std::uint64_t bytes) { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }

std::size_t padded_sum(std::span<const CommunicationMatrix::Entry> row) {
  std::size_t sum = 0;
  for (const auto& entry : row) sum += padded(entry.bytes);
  return sum;
}

}  // namespace

const Outgoing& NodeTraffic::to(NodeId destination) const {
  const auto found = std::ranges::lower_bound(sends_, destination, {}, &Outgoing::destination);
  if (found == sends_.end() || found->destination != destination) throw std::out_of_range("no such message to send");
  return *found;
}

const Incoming& NodeTraffic::from(NodeId source) const {
  const auto found = std::ranges::lower_bound(receives_, source, {}, &Incoming::source);
  if (found == receives_.end() || found->source != source) throw std::out_of_range("no such message to receive");
  return *found;
}

Workload::Workload(const CommunicationMatrix& matrix) : matrix_(matrix), nodes_(matrix.node_count()) {
  const CommunicationMatrix columns = matrix.transposed();
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    const NodeId node{i};
    NodeTraffic& traffic = nodes_[i];
    traffic.outgoing_ = std::make_unique<std::byte[]>(padded_sum(matrix.row(node)));
    std::byte* at = traffic.outgoing_.get();
    for (const auto& entry : matrix.row(node)) {
      const std::span<std::byte> data(at, entry.bytes);
      fill_payload(data, node, entry.destination);
      traffic.sends_.push_back({entry.destination, data});
      at += padded(entry.bytes);
    }
    traffic.incoming_bytes_ = padded_sum(columns.row(node));
    traffic.incoming_ = std::make_unique<std::byte[]>(traffic.incoming_bytes_);
    at = traffic.incoming_.get();
    for (const auto& entry : columns.row(node)) {
      traffic.receives_.push_back({entry.destination, {at, entry.bytes}});
      at += padded(entry.bytes);
    }
  }
}

std::span<std::byte> Workload::outgoing(NodeId source, NodeId destination) {
  NodeTraffic& traffic = nodes_[index(source)];
  const std::span<const std::byte> data = traffic.to(destination).data;
  return {traffic.outgoing_.get() + (data.data() - traffic.outgoing_.get()), data.size()};
}

void Workload::clear_received() {
  for (std::uint32_t i = 0; i < matrix_.node_count(); ++i) clear_received(NodeId{i});
}

void Workload::clear_received(NodeId node) {
  NodeTraffic& traffic = nodes_[index(node)];
  std::memset(traffic.incoming_.get(), 0, traffic.incoming_bytes_);
}

void Workload::verify(NodeId node) const {
  for (const Incoming& message : traffic(node).receives()) {
    const auto wrong = first_corrupted_byte(message.data, message.source, node);
    if (!wrong) continue;
    const bool nothing_came = std::ranges::all_of(message.data, [](std::byte byte) { return byte == std::byte{0}; });
    if (nothing_came) {
      throw DataError(fmt::format("the message from node {} to node {} ({} B) is lost", index(message.source), index(node),
                                  message.data.size()));
    }
    throw DataError(fmt::format("the message from node {} to node {} ({} B) is corrupted from byte {} on",
                                index(message.source), index(node), message.data.size(), *wrong), DataError::Kind::corrupted);
  }
}

}  // namespace switchyard
