#include "algorithms/exchange/two_stage.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace switchyard {
namespace {

constexpr std::size_t kBytesPerElement = 4;
constexpr std::uint32_t kDenseHeaderMark = ~std::uint32_t{0};

std::uint64_t element_count_of_bytes(std::uint64_t bytes) { return (bytes + kBytesPerElement - 1) / kBytesPerElement; }

/// A part of a message between two nodes in the two-stage exchange. In the first stage `other_node` is the destination
/// of the message, in the second stage it is the source.
struct MessagePart {
  NodeId other_node{};
  std::uint32_t slot = 0;  ///< the number of the part within the message that was divided
  std::span<const std::byte> data;
};

/// Several parts of messages that are sent together as one message, with a header that lists them.
struct MessageBundle {
  std::vector<MessagePart> parts;
  std::vector<std::uint32_t> header;  ///< the header of the message, as the 4-byte words that are sent

  std::uint64_t element_count() const {
    std::uint64_t sum = 0;
    for (const MessagePart& part : parts) sum += element_count_of_bytes(part.data.size());
    return sum;
  }

  /// Makes the header of the message. It has the length of each part: as a list with a length for every node, or as a
  /// list of pairs (node, length), whichever is shorter. If `slots` is true, it also has the slot of each part, which
  /// is the part's number within the message that was divided.
  void make_bundle_header(std::uint32_t nodes, bool slots) {
    const std::size_t words = slots ? 2 : 1;
    const bool dense = nodes * words <= parts.size() * (words + 1);
    header.assign(1, dense ? kDenseHeaderMark : static_cast<std::uint32_t>(parts.size()));
    if (dense) header.resize(1 + nodes * words, 0);
    for (const MessagePart& part : parts) {
      const auto length = static_cast<std::uint32_t>(part.data.size());
      if (dense) {
        header[1 + index(part.other_node) * words] = length;
        if (slots) header[2 + index(part.other_node) * words] = part.slot;
      } else {
        header.insert(header.end(), {index(part.other_node), length});
        if (slots) header.push_back(part.slot);
      }
    }
  }

  GatheredMessage as_message_to(NodeId destination) const {
    GatheredMessage parcel{destination, {std::as_bytes(std::span(header))}};
    for (const MessagePart& part : parts) parcel.pieces.push_back(part.data);
    return parcel;
  }
};

/// Reads the header words and the parts of a received message one after another.
class MessageBundleReader {
 public:
  MessageBundleReader(Node& self, std::span<const std::byte> data) : self_(self), unread_bytes_(data) {}
  std::uint32_t read_next_word() {
    std::uint32_t value = 0;
    const auto bytes = read_next_bytes(sizeof(value));
    std::memcpy(&value, bytes.data(), sizeof(value));
    return value;
  }
  std::span<const std::byte> read_next_bytes(std::size_t bytes) {
    self_.expect(bytes <= unread_bytes_.size(), "a message holds what its header says");
    const auto result = unread_bytes_.first(bytes);
    unread_bytes_ = unread_bytes_.subspan(bytes);
    return result;
  }

 private:
  Node& self_;
  std::span<const std::byte> unread_bytes_;
};

/// Reads the parts of a received message of the two-stage exchange. The slot of a part is its number within the message
/// that was divided. If the header lists no slots (`slots` is false), all parts get the slot `slot`.
std::vector<MessagePart> read_message_parts(Node& self, std::span<const std::byte> message, bool slots,
                                            std::uint32_t slot) {
  struct BundleHeaderEntry {
    NodeId other;
    std::uint32_t length;
    std::uint32_t slot;
  };
  MessageBundleReader reader(self, message);
  std::vector<BundleHeaderEntry> entries;
  const std::uint32_t count = reader.read_next_word();
  const std::uint32_t last = count == kDenseHeaderMark ? self.node_count() : count;
  for (std::uint32_t i = 0; i < last; ++i) {
    const NodeId other{count == kDenseHeaderMark ? i : reader.read_next_word()};
    const std::uint32_t length = reader.read_next_word();
    const std::uint32_t its_slot = slots ? reader.read_next_word() : slot;
    if (length > 0) entries.push_back({other, length, its_slot});
  }
  std::vector<MessagePart> parts;
  for (const BundleHeaderEntry& entry : entries)
    parts.push_back({entry.other, entry.slot, reader.read_next_bytes(entry.length)});
  return parts;
}

/// Does the local pre-processing of the first stage (Ranka et al. 1995, fig. 7): divides each message of the node into
/// as many parts as there are nodes, and puts its k-th part into bundle k. Elements that are left over by the equal
/// division are dealt to the bundles in turn, and each message continues with the bundle at which the previous message
/// stopped.
std::vector<MessageBundle> divide_into_bundles(const NodeTraffic& traffic, std::uint32_t nodes) {
  std::vector<MessageBundle> bundles(nodes);
  std::uint64_t turn = 0;
  for (const Outgoing& message : traffic.sends()) {
    const std::uint64_t count = element_count_of_bytes(message.data.size());
    const std::uint64_t each = count / nodes;
    const std::uint64_t rest = count % nodes;
    auto give = [&, at = std::size_t{0}](std::uint64_t slot, std::uint64_t length) mutable {
      const std::size_t bytes = std::min<std::size_t>(length * kBytesPerElement, message.data.size() - at);
      bundles[slot].parts.push_back(
          {message.destination, static_cast<std::uint32_t>(slot), message.data.subspan(at, bytes)});
      at += bytes;
    };
    std::vector<std::uint64_t> with_one_more(rest);
    for (std::uint64_t& slot : with_one_more) slot = turn++ % nodes;
    std::ranges::sort(with_one_more);
    std::size_t next = 0;
    for (std::uint64_t slot = 0; slot < nodes && (each > 0 || next < rest); ++slot) {
      if (each == 0) slot = with_one_more[next];
      const bool one_more = next < rest && with_one_more[next] == slot;
      next += one_more ? 1 : 0;
      give(slot, each + (one_more ? 1 : 0));
    }
  }
  return bundles;
}

/// Returns for each node the number of the message parts that this node sends to it in the first stage of the two-stage
/// exchange: node i gets part number k of each message, where k is entry i of the result. If `shuffle` is true, it is
/// drawn at random which of several equally large bundles of parts goes to which node.
std::vector<std::uint32_t> part_sent_to_each_node(Node& self, const std::vector<MessageBundle>& bundles, bool shuffle) {
  std::vector<std::uint32_t> slots(bundles.size());
  std::iota(slots.begin(), slots.end(), 0U);
  if (!shuffle) return slots;
  std::vector<std::uint32_t> order = slots;
  std::vector<std::uint64_t> size;
  for (const MessageBundle& bundle : bundles) size.push_back(bundle.element_count());
  std::ranges::stable_sort(order, {}, [&](std::uint32_t slot) { return size[slot]; });
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && size[order[last]] == size[order[first]]) ++last;
    std::vector<std::uint32_t> group(order.begin() + static_cast<std::ptrdiff_t>(first),
                                     order.begin() + static_cast<std::ptrdiff_t>(last));
    switchyard::shuffle(std::span(group), self.random());
    for (std::size_t i = first; i < last; ++i) slots[order[i]] = group[i - first];
  }
  return slots;
}

/// The messages that a node has received in one stage of the two-stage exchange, by source.
class StageInbox {
 public:
  explicit StageInbox(std::uint32_t nodes) : messages_(nodes) {}
  ReceiveBufferProvider receive_memory_function() {
    return [this](NodeId source, std::uint64_t bytes) -> std::span<std::byte> {
      messages_[index(source)].resize(bytes);
      return messages_[index(source)];
    };
  }
  std::span<const std::byte> message_received_from_source(NodeId source) const noexcept {
    return messages_[index(source)];
  }

 private:
  std::vector<std::vector<std::byte>> messages_;
};

/// Sends bundles[i] to node i, for each node i except this node itself.
void send_bundles(Node& self, std::vector<MessageBundle>& bundles, bool slots, const MessageExchangeFunction& transport,
                  StageInbox& received) {
  std::vector<GatheredMessage> parcels;
  for (std::uint32_t i = 0; i < bundles.size(); ++i) {
    if (NodeId{i} == self.id() || bundles[i].parts.empty()) continue;
    bundles[i].make_bundle_header(self.node_count(), slots);
    parcels.push_back(bundles[i].as_message_to(NodeId{i}));
  }
  transport(self, parcels, received.receive_memory_function());
}

/// Makes the node spend the virtual time of dividing its messages into parts: one basic operation for every pair of
/// nodes.
void spend_preprocessing_time(Node& self) {
  self.compute(self.rates().basic_operation * (std::int64_t{self.node_count()} * self.node_count()));
}

/// Copies the received parts of each message, in order, into the receive buffer of the message.
void copy_parts_to_receive_buffers(Node& self, const NodeTraffic& traffic,
                                   std::vector<std::vector<MessagePart>> parts) {
  for (const Incoming& message : traffic.receives()) {
    auto& of_message = parts[index(message.source)];
    std::ranges::sort(of_message, {}, &MessagePart::slot);
    std::size_t at = 0;
    for (const MessagePart& part : of_message) {
      self.expect(part.data.size() <= message.data.size() - at, "the parts of a message are as long as the message");
      std::ranges::copy(part.data, message.data.begin() + static_cast<std::ptrdiff_t>(at));
      at += part.data.size();
    }
    self.expect(at == message.data.size(), "all parts of a message have come");
  }
}

}  // namespace

void exchange_in_two_stages(Node& self, const NodeTraffic& traffic, const TwoStageOptions& options) {
  const std::uint32_t nodes = self.node_count();

  std::vector<MessageBundle> dealt = divide_into_bundles(traffic, nodes);
  const std::vector<std::uint32_t> slot_of = part_sent_to_each_node(self, dealt, options.shuffles_intermediaries);
  std::vector<MessageBundle> to_intermediary(nodes);
  std::uint64_t sent = 0;
  for (const Outgoing& message : traffic.sends()) sent += element_count_of_bytes(message.data.size());
  for (std::uint32_t k = 0; k < nodes; ++k) {
    to_intermediary[k] = std::move(dealt[slot_of[k]]);
    self.expect(to_intermediary[k].element_count() <= (sent + nodes - 1) / nodes, "the first stage is balanced");
  }
  spend_preprocessing_time(self);
  StageInbox first(nodes);
  send_bundles(self, to_intermediary, options.shuffles_intermediaries, options.first_stage_exchange, first);

  std::vector<MessageBundle> to_destination(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    const NodeId source{i};
    const bool own = source == self.id();
    if (!own && first.message_received_from_source(source).empty()) continue;
    const std::vector<MessagePart> parts = own ? to_intermediary[i].parts
                                               : read_message_parts(self, first.message_received_from_source(source),
                                                                    options.shuffles_intermediaries, index(self.id()));
    for (const MessagePart& part : parts)
      to_destination[index(part.other_node)].parts.push_back({source, part.slot, part.data});
  }
  spend_preprocessing_time(self);
  StageInbox second(nodes);
  send_bundles(self, to_destination, options.shuffles_intermediaries, options.second_stage_exchange, second);

  std::uint64_t received = 0;
  for (const Incoming& message : traffic.receives()) received += element_count_of_bytes(message.data.size());
  std::vector<std::vector<MessagePart>> parts(nodes);
  for (std::uint32_t k = 0; k < nodes; ++k) {
    const NodeId intermediary{k};
    const bool own = intermediary == self.id();
    if (!own && second.message_received_from_source(intermediary).empty()) continue;
    const std::vector<MessagePart> from =
        own ? to_destination[k].parts
            : read_message_parts(self, second.message_received_from_source(intermediary),
                                 options.shuffles_intermediaries, k);
    std::uint64_t count = 0;
    for (const MessagePart& part : from) {
      count += element_count_of_bytes(part.data.size());
      parts[index(part.other_node)].push_back(part);
    }
    self.expect(count <= received / nodes + nodes, "the second stage is balanced");
  }
  copy_parts_to_receive_buffers(self, traffic, std::move(parts));
}

}  // namespace switchyard
