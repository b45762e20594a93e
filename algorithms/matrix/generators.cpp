#include "algorithms/matrix/generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/matrix/edge_switching.hpp"
#include "algorithms/matrix/work_watch.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

// The number of random switches of receivers that are made for each message of a random matrix. The machine constant
// basic_operation is fitted to the bounds of Wang and Ranka, sec. 6, with 20 switches for each message.
constexpr std::uint64_t kReceiverSwapsPerMessage = 20;

void check_node_count_not_zero(std::uint32_t nodes) {
  if (nodes == 0) throw UsageError("nodes 0: a matrix needs at least one node");
}

/// Returns `count` different random numbers from 1 to nodes - 1, in random order.
std::vector<std::uint32_t> random_offsets(std::uint32_t nodes, std::uint32_t count, Rng& rng) {
  std::vector<std::uint32_t> offsets(nodes - 1);
  std::iota(offsets.begin(), offsets.end(), 1U);
  shuffle(std::span(offsets), rng);
  offsets.resize(count);
  return offsets;
}

/// Returns the matrix with messages of `bytes` bytes between exactly those ordered pairs of nodes that have no message
/// in `matrix`.
CommunicationMatrix complement_matrix(const CommunicationMatrix& matrix, std::uint64_t bytes) {
  const std::uint32_t nodes = matrix.node_count();
  std::vector<std::uint64_t> starts{0};
  std::vector<CommunicationMatrix::Entry> entries;
  entries.reserve(std::uint64_t{nodes} * (nodes - 1) - matrix.message_count());
  detail::ProgressCounter rows("rows", nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    rows.report_items_done(i);
    const auto row = matrix.row(NodeId{i});
    auto next = row.begin();
    for (std::uint32_t j = 0; j < nodes; ++j) {
      const bool there = next != row.end() && next->destination == NodeId{j};
      if (there) ++next;
      if (!there && i != j) entries.push_back({NodeId{j}, bytes});
    }
    starts.push_back(entries.size());
  }
  return CommunicationMatrix::from_rows(std::move(starts), std::move(entries));
}

/// Makes a random matrix in which every node sends and receives `degree` messages, by `switches` random switches of
/// receivers. The caller chooses the number of switches, because it may want the complement of the result, which has
/// another number of messages.
CommunicationMatrix random_regular_matrix(std::uint32_t nodes, std::uint32_t degree, std::uint64_t bytes,
                                          std::uint64_t switches, Rng& rng) {
  const std::vector<std::uint32_t> offsets = random_offsets(nodes, degree, rng);
  const std::vector<std::uint64_t> sizes(degree, bytes);
  detail::MatrixWithSwappableReceivers edges(nodes, offsets, sizes);
  edges.randomise_by_switching_edges(0, degree, switches, rng);
  return edges.to_communication_matrix();
}

/// Chooses `count` different random numbers below `limit` by visiting all numbers in order, and taking each number with
/// the probability that makes all subsets equally likely.
std::vector<std::uint64_t> random_subset_by_scanning(std::uint64_t limit, std::uint64_t count, Rng& rng) {
  std::vector<std::uint64_t> chosen;
  chosen.reserve(count);
  detail::ProgressCounter messages("messages", count);
  for (std::uint64_t i = 0; chosen.size() < count; ++i) {
    messages.report_items_done(chosen.size());
    if (rng.random_number_below(limit - i) < count - chosen.size()) chosen.push_back(i);
  }
  return chosen;
}

/// Chooses `count` different random numbers below `limit` by drawing numbers until enough different ones are found.
/// Each batch of draws has as many draws as numbers are missing, so the result is the same as with single draws.
std::vector<std::uint64_t> random_subset_by_drawing(std::uint64_t limit, std::uint64_t count, Rng& rng) {
  std::vector<std::uint64_t> chosen;
  chosen.reserve(count);
  while (chosen.size() < count) {
    const auto old_end = static_cast<std::ptrdiff_t>(chosen.size());
    while (chosen.size() < count) chosen.push_back(rng.random_number_below(limit));
    std::sort(chosen.begin() + old_end, chosen.end());
    std::inplace_merge(chosen.begin(), chosen.begin() + old_end, chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  }
  return chosen;
}

/// Returns `count` different random numbers below `limit`, ascending. Every set of `count` numbers is equally likely.
std::vector<std::uint64_t> random_subset_of_numbers(std::uint64_t limit, std::uint64_t count, Rng& rng) {
  // If `limit` is more than 64 times as large as `count`, drawing numbers at random is cheaper than visiting all
  // numbers below `limit`.
  constexpr std::uint64_t kSparse = 64;
  return count < limit / kSparse ? random_subset_by_drawing(limit, count, rng)
                                 : random_subset_by_scanning(limit, count, rng);
}

CommunicationMatrix random_matrix_with_message_count(std::uint32_t nodes, std::uint64_t count, std::uint64_t bytes,
                                                     Rng& rng) {
  std::vector<Triplet> triplets;
  if (count > 0) {
    triplets.reserve(count);
    const std::uint64_t others = std::uint64_t{nodes} - 1;
    for (const std::uint64_t pair : random_subset_of_numbers(nodes * others, count, rng)) {
      const std::uint64_t source = pair / others;
      const std::uint64_t other = pair % others;
      const std::uint64_t destination = other + (other >= source ? 1U : 0U);
      triplets.push_back(
          {NodeId{static_cast<std::uint32_t>(source)}, NodeId{static_cast<std::uint32_t>(destination)}, bytes});
    }
  }
  return CommunicationMatrix::from_triplets(nodes, triplets);
}

/// How each node divides the bytes that it sends in a matrix of random_bounded_matrix(): the numbers of receivers that
/// get large (heavy) and small (light) messages, and the number of elements that all receivers of each kind get
/// together.
struct TrafficDivision {
  std::uint32_t receiver_count_of_large_messages;
  std::uint32_t receiver_count_of_small_messages;
  std::uint64_t element_count_of_large_messages;
  std::uint64_t element_count_of_small_messages;
};

void check_bounded_parameters(std::uint32_t nodes, std::uint32_t fan_out, double l, std::uint64_t traffic) {
  check_node_count_not_zero(nodes);
  if (fan_out > nodes) throw UsageError(fmt::format("bounded: k={} of {} nodes", fan_out, nodes), "k is at most n");
  if (!(l > 0 && l < 1)) throw UsageError(fmt::format("bounded: l={}", l), "l lies between 0 and 1, both excluded");
  if (traffic % kElementBytes != 0) {
    throw UsageError(fmt::format("bounded: t={} bytes", traffic),
                     fmt::format("t is a multiple of {} bytes", kElementBytes));
  }
}

TrafficDivision divide_traffic(std::uint32_t nodes, std::uint32_t fan_out, double l, std::uint64_t traffic) {
  check_bounded_parameters(nodes, fan_out, l, traffic);
  const auto heavy = static_cast<std::uint32_t>(std::llround(l * fan_out));
  const std::uint32_t self = fan_out == nodes ? 1 : 0;
  if (heavy == 0 || heavy + self >= fan_out) {
    throw UsageError(fmt::format("bounded: k={} and l={:g} leave no receiver for a share", fan_out, l),
                     fmt::format("both l*k and (1-l)*k{} are at least 1", self == 1 ? ", less the node itself," : ""));
  }
  const std::uint64_t elements = traffic / kElementBytes;
  const auto element_count_of_small_messages =
      static_cast<std::uint64_t>(std::llround(l * static_cast<double>(elements)));
  const TrafficDivision shares{heavy, fan_out - self - heavy,
                               elements - std::min(elements, element_count_of_small_messages),
                               element_count_of_small_messages};
  if (shares.element_count_of_large_messages < shares.receiver_count_of_large_messages ||
      shares.element_count_of_small_messages < shares.receiver_count_of_small_messages) {
    throw UsageError(
        fmt::format(
            "bounded: t={} bytes cannot be split for k={}, l={:g}: each message has at least one element of {} bytes",
            traffic, fan_out, l, kElementBytes),
        "use a larger t");
  }
  return shares;
}

/// Appends the sizes in bytes of `receivers` messages among which `elements` elements of 4 bytes are divided. The sizes
/// differ by one element at most.
void append_nearly_equal_message_sizes(std::uint64_t elements, std::uint32_t receivers,
                                       std::vector<std::uint64_t>& sizes) {
  for (std::uint32_t i = 0; i < receivers; ++i) {
    sizes.push_back(kElementBytes * (elements / receivers + (i < elements % receivers ? 1 : 0)));
  }
}

}  // namespace

CommunicationMatrix random_matrix_with_degree(std::uint32_t nodes, std::uint32_t degree, std::uint64_t bytes,
                                              Rng& rng) {
  if (degree == 0 || degree >= nodes) {
    throw UsageError(fmt::format("density {} on {} nodes: d is 1..n-1", degree, nodes));
  }
  const std::uint64_t switches = kReceiverSwapsPerMessage * nodes * degree;
  const std::uint32_t absent = nodes - 1 - degree;
  if (degree <= absent) return random_regular_matrix(nodes, degree, bytes, switches, rng);
  // Make the complement of the wanted matrix and take its complement in turn: the complement has fewer messages, and in
  // it, too, every node sends and receives the same number of messages. A switch of two messages of the complement is
  // also a switch of two messages of the matrix.
  return complement_matrix(random_regular_matrix(nodes, absent, 0, switches, rng), bytes);
}

CommunicationMatrix complete(std::uint32_t nodes, std::uint64_t bytes) {
  check_node_count_not_zero(nodes);
  return CommunicationMatrix::complete(nodes, bytes);
}

std::uint64_t message_count_of_percentage(std::uint32_t nodes, double percent) {
  check_node_count_not_zero(nodes);
  if (!(percent >= 0 && percent <= 100)) throw UsageError(fmt::format("percent {:g}: use 0 to 100", percent));
  const std::uint64_t pairs = std::uint64_t{nodes} * (nodes - 1);
  return static_cast<std::uint64_t>(std::llround(percent * static_cast<double>(pairs) / 100));
}

CommunicationMatrix random_percent_matrix(std::uint32_t nodes, double percent, std::uint64_t bytes, Rng& rng) {
  return random_matrix_with_message_count(nodes, message_count_of_percentage(nodes, percent), bytes, rng);
}

CommunicationMatrix random_bounded_matrix(std::uint32_t nodes, std::uint32_t fan_out, double l, std::uint64_t traffic,
                                          Rng& rng) {
  const TrafficDivision shares = divide_traffic(nodes, fan_out, l, traffic);
  std::vector<std::uint64_t> sizes;
  append_nearly_equal_message_sizes(shares.element_count_of_large_messages, shares.receiver_count_of_large_messages,
                                    sizes);
  append_nearly_equal_message_sizes(shares.element_count_of_small_messages, shares.receiver_count_of_small_messages,
                                    sizes);
  const auto degree = static_cast<std::uint32_t>(sizes.size());
  detail::MatrixWithSwappableReceivers edges(nodes, random_offsets(nodes, degree, rng), sizes);
  for (std::uint32_t first = 0, last = 0; first < degree; first = last) {
    while (last < degree && sizes[last] == sizes[first]) ++last;
    edges.randomise_by_switching_edges(first, last, kReceiverSwapsPerMessage * nodes * (last - first), rng);
  }
  return edges.to_communication_matrix();
}

}  // namespace switchyard
