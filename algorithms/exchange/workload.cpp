#include "algorithms/exchange/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "algorithms/exchange/payload.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Buffers start on cache lines of their own.
std::size_t padded(std::uint64_t bytes) { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }

std::size_t padded_sum(const CommunicationMatrix& matrix) {
  std::size_t sum = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) sum += padded(entry.bytes);
  }
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

Workload::Workload(const CommunicationMatrix& matrix)
    : matrix_(matrix), nodes_(matrix.node_count()), outgoing_(padded_sum(matrix)), incoming_(outgoing_.size()) {
  const CommunicationMatrix columns = matrix.transposed();
  std::byte* out = outgoing_.data();
  std::byte* in = incoming_.data();
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    const NodeId node{i};
    NodeTraffic& traffic = nodes_[i];
    std::byte* const first_out = out;
    for (const auto& entry : matrix.row(node)) {
      const std::span<std::byte> data(out, entry.bytes);
      fill_payload(data, node, entry.destination);
      std::fill(out + entry.bytes, out + padded(entry.bytes), std::byte{0});
      traffic.sends_.push_back({entry.destination, data});
      out += padded(entry.bytes);
    }
    traffic.outgoing_ = {first_out, out};
    std::byte* const first_in = in;
    for (const auto& entry : columns.row(node)) {
      traffic.receives_.push_back({entry.destination, {in, entry.bytes}});
      in += padded(entry.bytes);
    }
    traffic.incoming_ = {first_in, in};
  }
  clear_received();
}

std::span<std::byte> Workload::outgoing(NodeId source, NodeId destination) {
  NodeTraffic& traffic = nodes_[index(source)];
  const std::span<const std::byte> data = traffic.to(destination).data;
  return traffic.outgoing_.subspan(static_cast<std::size_t>(data.data() - traffic.outgoing_.data()), data.size());
}

void Workload::clear_received() {
  for (std::uint32_t i = 0; i < matrix_.node_count(); ++i) clear_received(NodeId{i});
}

void Workload::clear_received(NodeId node) {
  const std::span<std::byte> incoming = nodes_[index(node)].incoming_;
  std::ranges::fill(incoming, std::byte{0});
}

void Workload::verify(NodeId node) const {
  for (const Incoming& message : traffic(node).receives()) {
    const auto wrong = first_corrupted_byte(message.data, message.source, node);
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

}  // namespace switchyard
