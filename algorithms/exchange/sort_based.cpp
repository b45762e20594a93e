#include "algorithms/exchange/sort_based.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace switchyard {
namespace {

struct SortedElement {
  NodeId destination;
  NodeId source;
  std::uint32_t position;  ///< the position of the 4-byte element in its message, counted in elements
  std::uint32_t data_word;
};

constexpr std::size_t kElementValueBytes = sizeof(SortedElement::data_word);
constexpr unsigned kRadixBits = 8;

std::vector<SortedElement> elements_of_node(NodeId source, const NodeTraffic& traffic) {
  std::vector<SortedElement> elements;
  for (const Outgoing& message : traffic.sends()) {
    for (std::size_t at = 0; at < message.data.size(); at += kElementValueBytes) {
      SortedElement element{message.destination, source, static_cast<std::uint32_t>(at / kElementValueBytes), 0};
      std::memcpy(&element.data_word, &message.data[at], std::min(kElementValueBytes, message.data.size() - at));
      elements.push_back(element);
    }
  }
  return elements;
}

/// Sorts elements by destination with a stable radix sort. Each digit takes a counting pass and a
/// moving pass.
void radix_sort(Node& self, std::vector<SortedElement>& elements) {
  std::vector<SortedElement> sorted(elements.size());
  std::int64_t operations = 0;
  for (unsigned shift = 0; shift == 0 || (self.node_count() - 1) >> shift > 0; shift += kRadixBits) {
    std::array<std::size_t, (1U << kRadixBits) + 1> starts{};
    const auto digit = [shift](const SortedElement& e) {
      return (index(e.destination) >> shift) & ((1U << kRadixBits) - 1);
    };
    for (const SortedElement& element : elements) ++starts[digit(element) + 1];
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    for (const SortedElement& element : elements) sorted[starts[digit(element)]++] = element;
    elements.swap(sorted);
    operations += 2 * static_cast<std::int64_t>(elements.size()) + static_cast<std::int64_t>(starts.size());
  }
  self.compute(self.rates().basic_operation * operations);
}

/// Sends the elements of lists[i] to node i, for all nodes i. Returns the elements that this node receives, together
/// with the elements of the list for itself, in the order of the nodes that sent them.
std::vector<SortedElement> exchange_lists(Node& self, const std::vector<std::vector<SortedElement>>& lists,
                                          const MessageExchangeFunction& transport) {
  std::vector<GatheredMessage> parcels;
  std::size_t bytes = 0;
  for (std::uint32_t i = 0; i < lists.size(); ++i) {
    if (NodeId{i} == self.id() || lists[i].empty()) continue;
    parcels.push_back({NodeId{i}, {std::as_bytes(std::span(lists[i]))}});
    bytes += parcels.back().pieces.front().size();
  }
  // spend the virtual time of copying the elements into the lists for their destinations
  self.compute(self.rates().copy * bytes);
  std::vector<std::vector<SortedElement>> received(lists.size());
  received[index(self.id())] = lists[index(self.id())];
  transport(self, parcels, [&](NodeId source, std::uint64_t size) {
    received[index(source)].resize(size / sizeof(SortedElement));
    return std::as_writable_bytes(std::span(received[index(source)]));
  });
  std::vector<SortedElement> all;
  for (const auto& list : received) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// Copies each received element to its position in the receive buffer of the message that it belongs to.
void copy_to_messages(Node& self, const NodeTraffic& traffic, const std::vector<SortedElement>& elements) {
  std::uint64_t bytes = 0;
  for (const SortedElement& element : elements) {
    const std::span<std::byte> message = traffic.from(element.source).data;
    const std::size_t at = element.position * kElementValueBytes;
    self.expect(element.destination == self.id() && at < message.size(), "an element comes to its own place");
    const std::size_t size = std::min(kElementValueBytes, message.size() - at);
    std::memcpy(&message[at], &element.data_word, size);
    bytes += size;
  }
  self.compute(self.rates().copy * bytes);
  for (const Incoming& message : traffic.receives()) bytes -= message.data.size();
  self.expect(bytes == 0, "all elements have come");
}

}  // namespace

void exchange_by_sorting(Node& self, const NodeTraffic& traffic, const MessageExchangeFunction& transport) {
  const std::uint32_t nodes = self.node_count();
  std::vector<SortedElement> elements = elements_of_node(self.id(), traffic);
  radix_sort(self, elements);

  // The elements of each node are spread over all n nodes: element e of node i goes to node i + e (modulo n). So the
  // elements for each destination are spread evenly.
  std::vector<std::vector<SortedElement>> lists(nodes);
  for (std::size_t e = 0; e < elements.size(); ++e) lists[(index(self.id()) + e) % nodes].push_back(elements[e]);
  elements = exchange_lists(self, lists, transport);
  radix_sort(self, elements);

  for (auto& list : lists) list.clear();
  for (const SortedElement& element : elements) lists[index(element.destination)].push_back(element);
  copy_to_messages(self, traffic, exchange_lists(self, lists, transport));
}

}  // namespace switchyard
