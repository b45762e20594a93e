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

VirtualTime at(std::int64_t ns) { return VirtualTime{Duration{ns}}; }

struct EndedTransfer {
  std::uint32_t item;
  std::int64_t at;
  friend bool operator==(const EndedTransfer&, const EndedTransfer&) = default;
};

/// Lets all transfers end, and returns when each ended.
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
constexpr EdgeId kB{1};

TEST(FlowNetwork, ALoneTransferHasItsOwnLimitOrTheEdges) {
  const double capacities[] = {10.0, 0.25};
  FlowNetwork flows(capacities, 0.5);
  const EdgeId wide[] = {kFirstEdge};
  const EdgeId narrow[] = {kFirstEdge, kB};
  flows.start(at(0), wide, 1000, 1);
  flows.start(at(0), narrow, 1000, 2);
  flows.compute_new_rates(at(0));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{1, 2000}, {2, 4000}}));
}

TEST(FlowNetwork, WhoComesLaterTakesHalfAndGivesItBack) {
  const double capacities[] = {1.0};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId path[] = {kFirstEdge};
  flows.start(at(0), path, 1000, 1);
  flows.compute_new_rates(at(0));
  flows.start(at(500), path, 250, 2);
  flows.compute_new_rates(at(500));
  // Transfer 1 has 500 B left and moves at 1/2 until transfer 2 ends at 1000; then 250 B are left at full rate.
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{2, 1000}, {1, 1250}}));
}

/// A share that one transfer cannot use, because another edge limits it, goes to the other transfers.
TEST(FlowNetwork, SharesAreMaxMinFair) {
  const double capacities[] = {1.0, 0.2};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId both[] = {kFirstEdge, kB};
  const EdgeId first[] = {kFirstEdge};
  flows.start(at(0), both, 200, 1);   // this transfer gets a rate of 0.2
  flows.start(at(0), first, 800, 2);  // this transfer gets a rate of 0.8
  flows.compute_new_rates(at(0));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{1, 1000}, {2, 1000}}));
}

TEST(FlowNetwork, TransfersThatEndTogetherEndInTheOrderOfTheirStarts) {
  const double capacities[] = {8.0};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId path[] = {kFirstEdge};
  for (std::uint32_t item = 8; item-- > 0;) flows.start(at(0), path, 64, item);
  flows.compute_new_rates(at(0));
  std::vector<std::uint32_t> items;
  for (const EndedTransfer& ended : end_all_transfers(flows)) items.push_back(ended.item);
  EXPECT_EQ(items, (std::vector<std::uint32_t>{7, 6, 5, 4, 3, 2, 1, 0}));
}

TEST(FlowNetwork, OneWithoutALimitTakesWhatTheOthersLeave) {
  const double capacities[] = {1.0};
  FlowNetwork flows(capacities, 0.25);
  const EdgeId path[] = {kFirstEdge};
  flows.start(at(0), path, 250, 1);
  flows.start(at(0), path, 1000, 2,
              RateLimit::not_limited);  // this transfer gets a rate of 0.75, and all of it from 1000 on
  flows.compute_new_rates(at(0));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{1, 1000}, {2, 1250}}));
}

TEST(FlowNetwork, WhatIsHeldUpEndsThatMuchLater) {
  const double capacities[] = {1.0, 1.0};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId both[] = {kFirstEdge, kB};
  const EdgeId first[] = {kFirstEdge};
  EXPECT_FALSE(flows.delay_transfers_on_edge(at(0), kFirstEdge, Duration{1}));
  flows.start(at(0), both, 500, 1);
  EXPECT_TRUE(flows.delay_transfers_on_edge(at(0), kB, Duration{10}));  // the transfer does not have a rate yet
  flows.compute_new_rates(at(0));
  EXPECT_EQ(flows.next_end_time(), at(510));
  EXPECT_TRUE(flows.delay_transfers_on_edge(at(100), kB, Duration{90}));
  EXPECT_EQ(flows.next_end_time(), at(600));
  flows.start(at(400), first, 100, 2);  // 200 B of the other transfer are left
  flows.compute_new_rates(at(400));
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{2, 600}, {1, 700}}));
}

/// A transfer stands still for the whole time of a hold-up, even if its rate changes meanwhile.
TEST(FlowNetwork, WhatIsHeldUpStandsStillForThatLong) {
  const double capacities[] = {1.0, 1.0};
  FlowNetwork flows(capacities, 1.0);
  const EdgeId both[] = {kFirstEdge, kB};
  const EdgeId first[] = {kFirstEdge};
  flows.start(at(0), both, 500, 1);
  flows.compute_new_rates(at(0));
  EXPECT_TRUE(flows.delay_transfers_on_edge(at(40), kB, Duration{100}));  // 460 B are left, from 140 on
  EXPECT_TRUE(
      flows.delay_transfers_on_edge(at(45), kFirstEdge, Duration{20}));  // the transfer is held up at both ends at once
  flows.start(at(50), first, 500, 2);
  flows.compute_new_rates(at(50));  // both transfers have half of the rate
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{2, 1050}, {1, 1055}}));
}

/// A reference: fills all edges progressively over all transfers, each time from nothing.
class Reference {
 public:
  Reference(std::vector<double> capacities, double limit) : capacities_(std::move(capacities)), limit_(limit) {}

  void start(std::uint32_t item, std::vector<EdgeId> path, double bytes, RateLimit limit) {
    flows_[item] = {std::move(path), bytes, 0, limit};
  }
  void compute_new_rates() {
    std::vector<double> left = capacities_;
    std::map<std::uint32_t, double> rates;
    while (rates.size() < flows_.size()) {
      std::vector<double> waiting(left.size());
      for (const auto& [item, flow] : flows_) {
        for (const EdgeId edge : flow.path) waiting[index(edge)] += rates.contains(item) ? 0 : 1;
      }
      const bool limited = std::ranges::any_of(
          flows_, [&](const auto& f) { return f.second.limit == RateLimit::kept && !rates.contains(f.first); });
      double least = limited ? limit_ : 1e9;
      std::size_t full = left.size();
      for (std::size_t e = 0; e < left.size(); ++e) {
        if (waiting[e] > 0 && left[e] / waiting[e] < least) least = left[full = e] / waiting[e];
      }
      for (const auto& [item, flow] : flows_) {
        const bool settled = full == left.size() ? flow.limit == RateLimit::kept
                                                 : std::ranges::find(flow.path, EdgeId(full)) != flow.path.end();
        if (rates.contains(item) || !settled) continue;
        rates[item] = least;
        for (const EdgeId edge : flow.path) left[index(edge)] -= least;
      }
    }
    for (auto& [item, flow] : flows_) flow.rate = rates[item];
  }
  void let_time_pass(double ns) {
    for (auto& [item, flow] : flows_) flow.left -= flow.rate * ns;
  }
  double end(std::uint32_t item) const { return flows_.at(item).left; }
  void remove(std::uint32_t item) { flows_.erase(item); }

 private:
  struct Flow {
    std::vector<EdgeId> path;
    double left;
    double rate;
    RateLimit limit;
  };
  std::vector<double> capacities_;
  double limit_;
  std::map<std::uint32_t, Flow> flows_;
};

RC_GTEST_PROP(FlowNetwork, AgreesWithSharingOutEverythingEachTime, (std::uint64_t seed)) {
  Rng rng(seed);
  std::vector<double> capacities(1 + rng.random_number_below(12));
  for (double& capacity : capacities) capacity = 0.05 * static_cast<double>(1 + rng.random_number_below(40));
  std::vector<EdgeId> guards;  // the edge before, where that one is the narrower one
  for (std::uint32_t e = 0; e < capacities.size(); ++e) {
    guards.push_back(EdgeId{e > 0 && capacities[e - 1] < capacities[e] ? e - 1 : e});
  }
  FlowNetwork flows(capacities, 0.5, guards);
  Reference reference(capacities, 0.5);
  VirtualTime now = at(0);
  for (std::uint32_t item = 0; item < 60 || !flows.empty();) {
    const bool starts = item < 60 && (flows.empty() || rng.random_number_below(2) == 0);
    const VirtualTime next =
        starts ? now + Duration{static_cast<std::int64_t>(rng.random_number_below(3000))} : flows.next_end_time();
    const VirtualTime then = flows.empty() ? next : std::min(next, flows.next_end_time());
    reference.let_time_pass(static_cast<double>((then - now).count()));
    now = then;
    while (!flows.empty() && flows.next_end_time() == now) {
      const std::uint32_t ended = flows.remove_next_ended_transfer();
      RC_ASSERT(std::abs(reference.end(ended)) < 2.0);  // difference in bytes that comes from whole nanoseconds
      reference.remove(ended);
    }
    if (starts && now == next) {
      std::vector<EdgeId> path;
      for (std::uint32_t e = 0; e < capacities.size() && path.size() < 6; ++e) {
        if (rng.random_number_below(3) == 0) path.push_back(EdgeId{e});
      }
      const std::uint64_t bytes = 1 + rng.random_number_below(5000);
      const RateLimit limit = path.empty() || rng.random_number_below(3) > 0 ? RateLimit::kept : RateLimit::not_limited;
      flows.start(now, path, bytes, item, limit);
      reference.start(item++, path, static_cast<double>(bytes), limit);
    }
    flows.compute_new_rates(now);
    reference.compute_new_rates();
  }
}

/// Two transfers cross an edge and its guard, and can only fill the guard. A third one, which passes the guard by,
/// makes the edge full.
TEST(FlowNetwork, AnEdgeWithAGuardIsFullOnlyBecauseOfTransfersThatPassTheGuardBy) {
  const double capacities[] = {0.2, 0.25};
  const EdgeId guards[] = {kFirstEdge, kFirstEdge};
  FlowNetwork flows(capacities, 1.0, guards);
  const EdgeId both[] = {kFirstEdge, kB};
  const EdgeId edge[] = {kB};
  flows.start(at(0), both, 1000, 1);
  flows.start(at(0), both, 1000, 2);
  flows.compute_new_rates(at(0));
  EXPECT_EQ(flows.next_end_time(), at(10'000));
  flows.start(at(0), edge, 250, 3, RateLimit::not_limited);
  flows.compute_new_rates(at(0));  // three times a third of 0.25; from 3000 on, two times 0.1
  EXPECT_EQ(end_all_transfers(flows), (std::vector<EndedTransfer>{{3, 3000}, {1, 10'500}, {2, 10'500}}));
}

/// Ten transfers cross all edges of a row of thirty, and each crosses one edge of its own. They share the smallest
/// edge.
TEST(FlowNetwork, APathMayHaveAnyNumberOfEdges) {
  std::vector<double> capacities(40, 1.0);
  capacities[29] = 0.5;  // the last edge, which all transfers cross
  FlowNetwork network(capacities, 1.0);
  std::vector<FlowId> flows;
  for (std::uint32_t i = 0; i < 10; ++i) {
    std::vector<EdgeId> path;
    for (std::uint32_t edge = 0; edge < 30; ++edge) path.push_back(EdgeId{edge});
    path.push_back(EdgeId{30 + i});
    flows.push_back(network.start(VirtualTime{}, path, 1000, i));
  }
  network.compute_new_rates(VirtualTime{});
  for (const FlowId flow : flows) EXPECT_EQ(network.end_of(flow), at(20'000));  // each transfer has a tenth of 0.5
  network.end(flows[3]);
  network.compute_new_rates(at(10'000));
  for (std::uint32_t i = 0; i < 10; ++i) {
    if (i == 3) continue;
    EXPECT_EQ(network.end_of(flows[i]), at(19'000));  // 500 B are left, at a rate of 0.5 / 9
  }
  std::vector<std::uint32_t> order;
  while (!network.empty()) order.push_back(network.remove_next_ended_transfer());
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 4, 5, 6, 7, 8, 9}));
}

TEST(FlowNetwork, ATransferMayBeTakenAwayBeforeItsSharesAreSettled) {
  const std::vector<double> capacities(1, 1.0);
  FlowNetwork network(capacities, 1.0);
  const std::vector<EdgeId> path{EdgeId{0}};
  network.start(VirtualTime{}, path, 1000, 1);
  network.end(network.start(VirtualTime{}, path, 1000, 2));
  network.compute_new_rates(VirtualTime{});
  EXPECT_EQ(network.next_end_time(), at(1000));
  EXPECT_EQ(network.remove_next_ended_transfer(), 1U);
  EXPECT_TRUE(network.empty());
}

}  // namespace
}  // namespace switchyard
