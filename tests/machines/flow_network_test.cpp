#include "machines/networks/flow_network.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

VirtualTime time_at_ns(std::int64_t ns) { return VirtualTime{Duration{ns}}; }

struct EndedTransfer {
  std::uint32_t caller_number_of_transfer;
  std::int64_t end_time_ns;
  friend bool operator==(const EndedTransfer&, const EndedTransfer&) = default;
};

/// Lets all transfers of a network come to their ends. Returns the transfers and their end times, in the order of their
/// ends.
std::vector<EndedTransfer> end_all_transfers(FlowNetwork& flows) {
  std::vector<EndedTransfer> ended;
  while (!flows.empty()) {
    const VirtualTime now = flows.next_end_time();
    while (!flows.empty() && flows.next_end_time() == now) {
      ended.push_back({flows.remove_next_ended_transfer(), now.time_since_epoch().count()});
    }
    flows.compute_new_rates(now);
  }
  return ended;
}

constexpr EdgeId kFirstEdge{0};
constexpr EdgeId kSecondEdge{1};

TEST(FlowNetwork, ALoneTransferMovesAtItsOwnLimitOrAtThatOfAnEdge) {
  const double capacities[] = {10.0, 0.25};
  FlowNetwork flows(capacities, 0.5);
  const EdgeId wide[] = {kFirstEdge};
  const EdgeId narrow[] = {kFirstEdge, kSecondEdge};
  flows.start(time_at_ns(0), wide, 1000, 1);
  flows.start(time_at_ns(0), narrow, 1000, 2);
  flows.compute_new_rates(time_at_ns(0));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{1, 2000}, {2, 4000}}));
}

TEST(FlowNetwork, ALaterTransferTakesHalfOfTheRateUntilItEnds) {
  const double capacities[] = {1.0};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId path[] = {kFirstEdge};
  flows.start(time_at_ns(0), path, 1000, 1);
  flows.compute_new_rates(time_at_ns(0));
  flows.start(time_at_ns(500), path, 250, 2);
  flows.compute_new_rates(time_at_ns(500));
  // When transfer 2 starts, transfer 1 has 500 B left. It moves at half the rate until transfer 2 ends at 1000 ns, and
  // then moves its last 250 B at full rate.
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{2, 1000}, {1, 1250}}));
}

/// Tests that the share of an edge's bandwidth which one transfer cannot use, because another edge limits it, goes to
/// the other transfers.
TEST(FlowNetwork, SharesAreMaxMinFair) {
  const double capacities[] = {1.0, 0.2};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId both[] = {kFirstEdge, kSecondEdge};
  const EdgeId first[] = {kFirstEdge};
  // The transfer over both edges gets a rate of 0.2 B/ns, the capacity of the second edge.
  flows.start(time_at_ns(0), both, 200, 1);
  // The transfer over the first edge alone gets the other 0.8 B/ns of this edge.
  flows.start(time_at_ns(0), first, 800, 2);
  flows.compute_new_rates(time_at_ns(0));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{1, 1000}, {2, 1000}}));
}

TEST(FlowNetwork, TransfersThatEndTogetherEndInTheOrderOfTheirStarts) {
  const double capacities[] = {8.0};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId path[] = {kFirstEdge};
  for (std::uint32_t item = 8; item-- > 0;) flows.start(time_at_ns(0), path, 64, item);
  flows.compute_new_rates(time_at_ns(0));
  std::vector<std::uint32_t> items;
  for (const EndedTransfer& ended : end_all_transfers(flows)) items.push_back(ended.caller_number_of_transfer);
  EXPECT_EQ(items, (std::vector<std::uint32_t>{7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST(FlowNetwork, ATransferWithoutALimitTakesTheRateThatOthersLeave) {
  const double capacities[] = {1.0};
  FlowNetwork flows(capacities, 0.25);
  const EdgeId path[] = {kFirstEdge};
  flows.start(time_at_ns(0), path, 250, 1);
  // The transfer without a rate limit gets the 0.75 B/ns that the other transfer leaves, and 1 B/ns when that has ended
  // at 1000 ns.
  flows.start(time_at_ns(0), path, 1000, 2, RateLimit::not_limited);
  flows.compute_new_rates(time_at_ns(0));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{1, 1000}, {2, 1250}}));
}

TEST(FlowNetwork, ADelayedTransferEndsLaterByItsDelay) {
  const double capacities[] = {1.0, 1.0};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId both[] = {kFirstEdge, kSecondEdge};
  const EdgeId first[] = {kFirstEdge};
  EXPECT_FALSE(flows.delay_transfers_on_edge(time_at_ns(0), kFirstEdge, Duration{1}));
  flows.start(time_at_ns(0), both, 500, 1);
  // The transfer is delayed before it is given a rate.
  EXPECT_TRUE(flows.delay_transfers_on_edge(time_at_ns(0), kSecondEdge, Duration{10}));
  flows.compute_new_rates(time_at_ns(0));
  EXPECT_EQ(flows.next_end_time(), time_at_ns(510));
  EXPECT_TRUE(flows.delay_transfers_on_edge(time_at_ns(100), kSecondEdge, Duration{90}));
  EXPECT_EQ(flows.next_end_time(), time_at_ns(600));
  // When transfer 2 starts, transfer 1 has 200 B left.
  flows.start(time_at_ns(400), first, 100, 2);
  flows.compute_new_rates(time_at_ns(400));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{2, 600}, {1, 700}}));
}

/// Tests that a delayed transfer moves no data for the whole delay, even if its rate changes meanwhile.
TEST(FlowNetwork, ADelayedTransferStandsStillForItsWholeDelay) {
  const double capacities[] = {1.0, 1.0};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId both[] = {kFirstEdge, kSecondEdge};
  const EdgeId first[] = {kFirstEdge};
  flows.start(time_at_ns(0), both, 500, 1);
  flows.compute_new_rates(time_at_ns(0));
  // The delayed transfer has 460 B left, which it moves from 140 ns on.
  EXPECT_TRUE(flows.delay_transfers_on_edge(time_at_ns(40), kSecondEdge, Duration{100}));
  // While it is delayed at one end, the transfer is also delayed at its other end.
  EXPECT_TRUE(flows.delay_transfers_on_edge(time_at_ns(45), kFirstEdge, Duration{20}));
  flows.start(time_at_ns(50), first, 500, 2);
  // From now on, each of the two transfers has half of the rate of the first edge.
  flows.compute_new_rates(time_at_ns(50));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{2, 1050}, {1, 1055}}));
}

/// A reference for FlowNetwork that computes the max-min fair rates of all transfers anew at each change.
class ReferenceFlowNetwork {
 public:
  ReferenceFlowNetwork(std::vector<double> capacities, double limit)
      : capacities_(std::move(capacities)), rate_limit_(limit) {}

  void start(std::uint32_t item, std::vector<EdgeId> path, double bytes, RateLimit limit) {
    flow_of_item_[item] = {std::move(path), bytes, 0, limit};
  }
  void compute_new_rates() {
    std::vector<double> left = capacities_;
    std::map<std::uint32_t, double> rates;
    while (rates.size() < flow_of_item_.size()) {
      std::vector<double> waiting(left.size());
      for (const auto& [item, flow] : flow_of_item_) {
        for (const EdgeId edge : flow.path) waiting[index(edge)] += rates.contains(item) ? 0 : 1;
      }
      const bool limited = std::ranges::any_of(flow_of_item_, [&](const auto& f) {
        return f.second.limit_kind == RateLimit::kept && !rates.contains(f.first);
      });
      double least = limited ? rate_limit_ : 1e9;
      std::size_t full = left.size();
      for (std::size_t e = 0; e < left.size(); ++e) {
        if (waiting[e] > 0 && left[e] / waiting[e] < least) least = left[full = e] / waiting[e];
      }
      for (const auto& [item, flow] : flow_of_item_) {
        const bool settled = full == left.size() ? flow.limit_kind == RateLimit::kept
                                                 : std::ranges::find(flow.path, EdgeId(full)) != flow.path.end();
        if (rates.contains(item) || !settled) continue;
        rates[item] = least;
        for (const EdgeId edge : flow.path) left[index(edge)] -= least;
      }
    }
    for (auto& [item, flow] : flow_of_item_) flow.rate = rates[item];
  }
  void advance_time(double ns) {
    for (auto& [item, flow] : flow_of_item_) flow.bytes_left -= flow.rate * ns;
  }
  double bytes_left(std::uint32_t item) const { return flow_of_item_.at(item).bytes_left; }
  void remove(std::uint32_t item) { flow_of_item_.erase(item); }

 private:
  struct Flow {
    std::vector<EdgeId> path;
    double bytes_left;
    double rate;
    RateLimit limit_kind;
  };
  std::vector<double> capacities_;
  double rate_limit_;
  std::map<std::uint32_t, Flow> flow_of_item_;
};

RC_GTEST_PROP(FlowNetwork, AgreesWithComputingAllRatesAnewEachTime, (std::uint64_t seed)) {
  Rng rng(seed);
  std::vector<double> capacities(1 + rng.random_number_below(12));
  for (double& capacity : capacities) capacity = 0.05 * static_cast<double>(1 + rng.random_number_below(40));
  // In this test, the guard of an edge is the edge before it, if that edge has a smaller capacity, or else the edge
  // itself, which means that it has no guard.
  std::vector<EdgeId> guard_of_each_edge;
  for (std::uint32_t e = 0; e < capacities.size(); ++e) {
    guard_of_each_edge.push_back(EdgeId{e > 0 && capacities[e - 1] < capacities[e] ? e - 1 : e});
  }
  FlowNetwork flows(capacities, 0.5, guard_of_each_edge);
  ReferenceFlowNetwork reference(capacities, 0.5);
  VirtualTime now = time_at_ns(0);
  for (std::uint32_t started_flow_count = 0; started_flow_count < 60 || !flows.empty();) {
    const bool starts_new_transfer = started_flow_count < 60 && (flows.empty() || rng.random_number_below(2) == 0);
    const VirtualTime next = starts_new_transfer
                                 ? now + Duration{static_cast<std::int64_t>(rng.random_number_below(3000))}
                                 : flows.next_end_time();
    const VirtualTime event_time = flows.empty() ? next : std::min(next, flows.next_end_time());
    reference.advance_time(static_cast<double>((event_time - now).count()));
    now = event_time;
    while (!flows.empty() && flows.next_end_time() == now) {
      const std::uint32_t ended = flows.remove_next_ended_transfer();
      // Because ends of transfers are rounded to nanoseconds, the reference may have up to 2 B left when a transfer
      // ends.
      RC_ASSERT(std::abs(reference.bytes_left(ended)) < 2.0);
      reference.remove(ended);
    }
    if (starts_new_transfer && now == next) {
      std::vector<EdgeId> path;
      for (std::uint32_t e = 0; e < capacities.size() && path.size() < 6; ++e) {
        if (rng.random_number_below(3) == 0) path.push_back(EdgeId{e});
      }
      const std::uint64_t bytes = 1 + rng.random_number_below(5000);
      const RateLimit limit = path.empty() || rng.random_number_below(3) > 0 ? RateLimit::kept : RateLimit::not_limited;
      flows.start(now, path, bytes, started_flow_count, limit);
      reference.start(started_flow_count++, path, static_cast<double>(bytes), limit);
    }
    flows.compute_new_rates(now);
    reference.compute_new_rates();
  }
}

/// Two transfers cross an edge and its guard (a narrower edge), and can only fill the guard. A third transfer, which
/// crosses the edge but not the guard, makes the edge full.
TEST(FlowNetwork, AnEdgeWithAGuardIsFullOnlyByTransfersThatDoNotCrossTheGuard) {
  const double capacities[] = {0.2, 0.25};
  const EdgeId guard_of_each_edge[] = {kFirstEdge, kFirstEdge};
  FlowNetwork flows(capacities, 1.0, guard_of_each_edge);
  const EdgeId both[] = {kFirstEdge, kSecondEdge};
  const EdgeId edge[] = {kSecondEdge};
  flows.start(time_at_ns(0), both, 1000, 1);
  flows.start(time_at_ns(0), both, 1000, 2);
  flows.compute_new_rates(time_at_ns(0));
  EXPECT_EQ(flows.next_end_time(), time_at_ns(10'000));
  flows.start(time_at_ns(0), edge, 250, 3, RateLimit::not_limited);
  // All three transfers have a third of 0.25 B/ns each until transfer 3 ends at 3000 ns. From then on, the other two
  // have 0.1 B/ns each.
  flows.compute_new_rates(time_at_ns(0));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{3, 3000}, {1, 10'500}, {2, 10'500}}));
}

/// Ten transfers cross all thirty edges of a row, and each transfer also crosses one edge that no other crosses. The
/// transfers share the narrowest edge of the row.
TEST(FlowNetwork, APathMayHaveAnyNumberOfEdges) {
  std::vector<double> capacities(40, 1.0);
  // Edge 29 is the last edge that all transfers cross.
  capacities[29] = 0.5;
  FlowNetwork network(capacities, 1.0);
  std::vector<FlowId> flows;
  for (std::uint32_t i = 0; i < 10; ++i) {
    std::vector<EdgeId> path;
    for (std::uint32_t edge = 0; edge < 30; ++edge) path.push_back(EdgeId{edge});
    path.push_back(EdgeId{30 + i});
    flows.push_back(network.start(VirtualTime{}, path, 1000, i));
  }
  network.compute_new_rates(VirtualTime{});
  // Each of the ten transfers has a tenth of the 0.5 B/ns of the narrowest edge.
  for (const FlowId flow : flows) EXPECT_EQ(network.end_time_of(flow), time_at_ns(20'000));
  network.end_transfer(flows[3]);
  network.compute_new_rates(time_at_ns(10'000));
  for (std::uint32_t i = 0; i < 10; ++i) {
    if (i == 3) continue;
    // Each of the nine remaining transfers has 500 B left, and a rate of 0.5 / 9 B/ns from now on.
    EXPECT_EQ(network.end_time_of(flows[i]), time_at_ns(19'000));
  }
  std::vector<std::uint32_t> order;
  while (!network.empty()) order.push_back(network.remove_next_ended_transfer());
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 4, 5, 6, 7, 8, 9}));
}

TEST(FlowNetwork, ATransferMayBeRemovedBeforeItsRateIsComputed) {
  const std::vector<double> capacities(1, 1.0);
  FlowNetwork network(capacities, 1.0);
  const std::vector<EdgeId> path{EdgeId{0}};
  network.start(VirtualTime{}, path, 1000, 1);
  network.end_transfer(network.start(VirtualTime{}, path, 1000, 2));
  network.compute_new_rates(VirtualTime{});
  EXPECT_EQ(network.next_end_time(), time_at_ns(1000));
  EXPECT_EQ(network.remove_next_ended_transfer(), 1U);
  EXPECT_TRUE(network.empty());
}

}  // namespace
}  // namespace switchyard
