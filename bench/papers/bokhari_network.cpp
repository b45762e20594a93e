#include "bench/papers/bokhari_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "algorithms/exchange/paper_protocols.hpp"
#include "machines/ipsc860.hpp"
#include "runtime/run.hpp"

namespace switchyard::papers {
namespace {

using namespace std::chrono_literals;

// size in bytes of the largest message that needs no reservation (Bokhari 1991, sec. 2.2)
constexpr std::uint64_t kMostBytesWithoutReservation = 100;

struct SourceAndDestination {
  NodeId source, destination;
};

/// The pairs of nodes that send messages in the paper's contention experiment (sec. 2.3). All eight routes use the edge
/// from node 7 to node 15.
constexpr std::array<SourceAndDestination, kContendingCircuits> kContendingPairs{{{NodeId{0}, NodeId{127}},
                                                                                  {NodeId{1}, NodeId{63}},
                                                                                  {NodeId{3}, NodeId{31}},
                                                                                  {NodeId{7}, NodeId{15}},
                                                                                  {NodeId{5}, NodeId{79}},
                                                                                  {NodeId{6}, NodeId{47}},
                                                                                  {NodeId{2}, NodeId{95}},
                                                                                  {NodeId{4}, NodeId{111}}}};

/// Sends one message for each source and destination in `pairs`, all at the same time. Returns the time from the
/// synchronisation of all nodes until the last message has arrived. Needs: no node is the source of two pairs or the
/// destination of two pairs.
Duration time_until_last_arrival(std::span<const SourceAndDestination> pairs, std::uint64_t bytes, Protocol protocol,
                                 ExecutorKind executor) {
  const Machine machine = machines::ipsc860({.nodes = 1U << kLongestPathLinks, .drift_on = false});
  // Each node writes only its own entry of `taken`.
  std::vector<Duration> taken(machine.node_count());
  run(machine,
      [&](Node& self) {
        const auto receives = std::ranges::find(pairs, self.id(), &SourceAndDestination::destination);
        const auto sends = std::ranges::find(pairs, self.id(), &SourceAndDestination::source);
        std::vector<std::byte> in(bytes), out(bytes);
        Handle handle;
        if (receives != pairs.end()) handle = self.post_receive(receives->source, in);
        self.global_sync();
        const VirtualTime start = self.now();
        if (sends != pairs.end()) self.send(sends->destination, out, {.protocol = protocol});
        if (receives == pairs.end()) return;
        self.wait(handle);
        taken[index(self.id())] = self.now() - start;
      },
      {.executor = executor});
  return std::ranges::max(taken);
}

}  // namespace

Duration uncontended_message_time(Protocol protocol, std::uint64_t bytes, std::uint32_t links, ExecutorKind executor) {
  const SourceAndDestination pair{NodeId{0}, NodeId{(1U << links) - 1}};
  return time_until_last_arrival({&pair, 1}, bytes, protocol, executor);
}

Duration time_by_printed_formula(Protocol protocol, std::uint64_t bytes, std::uint32_t links) {
  const auto m = static_cast<Duration::rep>(bytes);
  if (protocol == kUnforcedProtocol && bytes > kMostBytesWithoutReservation) return 164us + 398ns * m + 29900ns * links;
  return 95us + 394ns * m + 10300ns * links;
}

std::optional<double> published_uncontended_message_time_us(Protocol protocol, std::uint64_t bytes,
                                                            std::uint32_t links) {
  if (bytes > 0) return microseconds(time_by_printed_formula(protocol, bytes, links));
  // The paper gives "about 95 us" as the time of a message without bytes over one link.
  if (links == 1) return 95;
  if (links == kLongestPathLinks) return 155;
  return std::nullopt;
}

Duration contending_messages_time(std::uint32_t circuits, std::uint64_t bytes, ExecutorKind executor) {
  return time_until_last_arrival(std::span(kContendingPairs).first(circuits), bytes, kForcedProtocol, executor);
}

std::vector<PaperClaim> latency_claims(ExecutorKind executor) {
  std::uint64_t exact = 0, all = 0;
  Duration least_below = Duration::max(), most_below = Duration::min();
  for (const Protocol protocol : {kForcedProtocol, kUnforcedProtocol}) {
    for (std::uint32_t links = 1; links <= kLongestPathLinks; ++links) {
      const Duration below =
          time_by_printed_formula(protocol, 0, links) - uncontended_message_time(protocol, 0, links, executor);
      least_below = std::min(least_below, below);
      most_below = std::max(most_below, below);
      for (const std::uint64_t bytes : kLatencyMessageSizes) {
        if (bytes == 0) continue;
        ++all;
        exact += uncontended_message_time(protocol, bytes, links, executor) ==
                         time_by_printed_formula(protocol, bytes, links)
                     ? 1
                     : 0;
      }
    }
  }
  return {{.id = "B1",
           .statement = "a lone message takes exactly the printed expression, zero bytes slightly less",
           .holds = exact == all && least_below > Duration::zero(),
           .evidence_text = fmt::format("{} of {} times are exact; zero bytes take {:.1f} to {:.1f} us less", exact,
                                        all, microseconds(least_below), microseconds(most_below))}};
}

std::vector<PaperClaim> contention_claims(ExecutorKind executor) {
  constexpr std::uint64_t kBytes = 1000;
  const Duration one = contending_messages_time(1, kBytes, executor);
  const Duration all = contending_messages_time(kContendingCircuits, kBytes, executor);
  const double ratio = microseconds(all) / microseconds(one);
  return {{.id = "B2",
           .statement = "eight messages of 1000 bytes that share an edge take more than seven times as long as one",
           // If the ratio is above 8.5, the messages contend for more links than the one edge that all eight share.
           .holds = ratio > 7 && ratio <= 8.5,
           .evidence_text =
               fmt::format("{:.1f} us against {:.1f} us: {:.2f} times", microseconds(all), microseconds(one), ratio)}};
}

}  // namespace switchyard::papers
