#pragma once
/// \file flow_network.hpp
/// A network whose transfers are treated as fluids: each transfer flows at a rate of its own, and the transfers share
/// the edges of the network max-min fairly, that is, no rate can grow except at the cost of a smaller rate.
///
/// The work for a start or an end depends on the transfers whose rates it changes, on the edges of
/// these transfers, and on the other transfers on these edges. All starts and ends of one instant
/// are handled together. The work never depends on the length of a message.
///
/// Rounding: a transfer ends at its start plus its bytes divided by its rate, rounded to the
/// nearest nanosecond. When its rate changes, the number of bytes left is a double that is never
/// rounded. A rate that would change by less than 1 part in 10^12 stays as it is.
///
/// Which transfer ends next depends on all rates. A fabric may schedule one event, an alarm, for the earliest end. But
/// if an arbiter (of a stress test) chooses the order of events, it may delay any end while others come first. Then
/// each transfer needs an end event of its own, and ends when this event comes, whatever its rate; see end_transfer().
///
/// Source: D. Bertsekas, R. Gallager, "Data Networks", 2nd ed. (1992), sec. 6.5.2 (progressive filling).

#include <array>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// The number of an edge of a FlowNetwork, such as a link or a node's processor.
enum class EdgeId : std::uint32_t {};
constexpr std::uint32_t index(EdgeId id) noexcept { return static_cast<std::uint32_t>(id); }

/// The number of a transfer that is under way in a FlowNetwork.
enum class FlowId : std::uint32_t {};
constexpr std::uint32_t index(FlowId id) noexcept { return static_cast<std::uint32_t>(id); }

/// Whether a transfer is subject to the rate limit of single transfers (see FlowNetwork), or flows as fast as its edges
/// allow.
enum class RateLimit : std::uint8_t { kept, not_limited };

/// The edges of a network and the transfers that flow over them; computes the rates and the end times of the transfers.
/// Not thread-safe: each emulated network has one of its own.
class FlowNetwork {
 public:
  /// Makes a network. `capacities` are the capacities of the edges, and `limit` is the highest rate of a transfer that
  /// is subject to the rate limit; both in bytes a nanosecond and above 0. `guards` may name a guard for each edge,
  /// which is another edge of smaller capacity, or the edge itself for no guard. While all transfers on an edge also
  /// cross its guard, the edge is never full and is skipped when edges are shared out.
  FlowNetwork(std::span<const double> capacities, double limit, std::span<const EdgeId> guards = {});

  /// Starts a transfer and returns its number, which is valid until it ends. When the transfer ends,
  /// remove_next_ended_transfer() returns `item`, by which the caller recognises it.
  /// Needs: bytes > 0; fewer than 65536 edges; at least one edge if the transfer has no rate limit; `now` not before
  ///        the time of an earlier call.
  FlowId start(VirtualTime now, std::span<const EdgeId> path, std::uint64_t bytes, std::uint32_t item,
               RateLimit limit = RateLimit::kept);
  /// Stops all transfers on an edge for `time` from `now` on. The stopped transfers keep their shares of the edges'
  /// capacities meanwhile. Returns false if there are no transfers on the edge.
  bool delay_transfers_on_edge(VirtualTime now, EdgeId edge, Duration time) noexcept;
  /// Computes new rates for the transfers by sharing out the capacities of the edges. Needs: is called after all starts
  /// and ends of an instant, and before next_end_time().
  void compute_new_rates(VirtualTime now);

  bool empty() const noexcept { return transfer_count_ == 0; }
  /// Returns when the next transfer ends. Needs: there is a transfer.
  VirtualTime next_end_time() const noexcept { return flow_ends_[earliest_end_tournament_tree_[1]].at; }
  /// Removes the transfer that ends next, and returns the `item` that was passed to start() for it. Among transfers
  /// that end at the same time, the one that started first ends first.
  std::uint32_t remove_next_ended_transfer();
  /// Ends a transfer and removes it, whether the time of its end has come or not.
  void end_transfer(FlowId flow);
  /// Returns when a transfer ends if it keeps its present rate.
  VirtualTime end_time_of(FlowId flow) const noexcept { return flow_ends_[index(flow)].at; }
  /// Returns the `item` that was passed to start() for a transfer.
  std::uint32_t label_from_caller_of_flow(FlowId flow) const noexcept {
    return flow_states_[index(flow)].flow_label_from_caller;
  }
  /// Prefetches the state of an edge, which a transfer that starts or ends soon will use.
  void prefetch_edge(EdgeId edge) const noexcept {
    prefetch_lines(&edge_states_[index(edge)], sizeof(EdgeState) / kCacheLine);
  }
  /// Returns the transfers for which the last call of compute_new_rates() has computed new rates. All other transfers
  /// end at the same times as before.
  std::span<const FlowId> flows_with_new_rates() const noexcept { return flows_getting_new_rates_; }

 private:
  /// The number of edges of a transfer's path that are stored in NetworkFlowState itself. Further edges, which only the
  /// long paths of few networks have, are stored in overflow_edges_.
  static constexpr std::size_t kInlineEdgeCount = 8;

  /// The state of a transfer, in two cache lines. Computing new rates reads the first line, and
  /// writes the second only if the rate changes.
  struct alignas(kCacheLine) NetworkFlowState {
    double rate = 0;
    std::uint32_t flow_label_from_caller = 0;
    std::uint16_t path_length = 0;
    /// position, in the transfer's path, of the edge that limits its rate (the bottleneck); `path_length` if no edge
    /// does
    std::uint16_t bottleneck_step = 0;
    RateLimit rate_limit = RateLimit::kept;
    /// bit i is set if edge i of inline_edges can be full with its present transfers; only such edges are shared out
    std::uint8_t tight_edge_bits = 0;
    static_assert(kInlineEdgeCount <= 8);
    /// the first edges of the transfer's path, at most kInlineEdgeCount
    std::array<std::uint32_t, kInlineEdgeCount> inline_edges;
    /// number of bytes that were left to move at the time `bytes_counted_until`
    double bytes_left = 0;
    VirtualTime bytes_counted_until{};
    /// for each edge in inline_edges, the position of the transfer in the list of transfers that cross the edge
    std::array<std::uint32_t, kInlineEdgeCount> list_positions;
  };
  static_assert(sizeof(NetworkFlowState) == 2 * kCacheLine);
  /// The rates of a transfer while the capacities of the edges are shared out. These rates are not stored in
  /// NetworkFlowState, because the rates of all transfers of an edge are often read together, and in an array of their
  /// own they lie in far fewer cache lines.
  struct FlowRates {
    /// rate of the transfer after the present round of sharing, or 0 if it is not known yet
    double new_rate = 0;
    /// rate of the transfer before the present round of sharing, or 0 if it needs a new one
    double previous_rate = 0;
  };
  /// The time at which a transfer ends. `flow_start_sequence_number` counts the starts of transfers up to this one, and
  /// decides which of several transfers ends first if they end at the same time. The count may wrap round.
  struct FlowEndTimeAndStartNumber {
    VirtualTime at = VirtualTime::max();
    std::uint32_t flow_start_sequence_number = 0;
  };
  /// An edge of a transfer's path that is not stored in NetworkFlowState itself, because the path has more than
  /// kInlineEdgeCount edges.
  struct OverflowEdge {
    std::uint32_t edge;
    std::uint32_t list_position;  ///< position of the transfer in the list of transfers that cross the edge
    bool can_edge_become_full;
  };
  /// An entry in the list of the transfers that cross an edge: one transfer.
  struct EdgeCrossing {
    std::uint32_t network_flow_index;
    std::uint32_t step;  ///< position of the edge in the transfer's path
  };
  /// The number of transfers across an edge that are stored beside the state of the edge, so that they come into the
  /// caches together. Further ones are stored elsewhere.
  static constexpr std::size_t kInlineCrossingCount = 5;
  using EdgeCrossings = boost::container::small_vector<EdgeCrossing, kInlineCrossingCount>;
  /// The state of an edge in one cache line, followed by the list of the transfers that cross it in another one.
  struct alignas(2 * kCacheLine) EdgeState {
    /// as long as no more than this number of transfers cross the edge, it cannot be full, unless one of them can fill
    /// it alone
    std::uint32_t max_transfers_below_edge_capacity = 0;
    std::uint32_t transfer_count = 0;
    std::uint32_t edge_filling_transfer_count =
        0;  ///< number of transfers for which can_one_flow_fill_edge_capacity() is true
    std::uint32_t bottlenecked_transfer_count = 0;  ///< number of transfers whose bottleneck this edge is
    // The fields from last_bandwidth_sharing_round on are used only while the capacities of the edges are shared out
    // among transfers.
    std::uint64_t last_bandwidth_sharing_round = 0;  ///< number of the latest round of sharing that looked at the edge
    /// number of the latest round of sharing in which all transfers with this edge as their bottleneck were marked for
    /// new rates
    std::uint64_t last_bottleneck_review_round = 0;
    double capacity_left = 0;  ///< capacity of the edge less the known rates of the transfers on it
    /// upper bound on the rates that transfers on the edge have kept from the previous round
    double highest_kept_transfer_rate = 0;
    double fair_share_rate_in_heap = 0;  ///< share of the edge's one valid entry in edge_fair_share_rate_heap_; other
                                         ///< entries of the edge are out of date
    std::uint32_t waiting_transfer_count = 0;  ///< number of transfers on the edge whose new rate is not known yet
    bool has_more_waiting_transfers = false;   ///< whether the edge is in edges_with_more_waiting_transfers_
    EdgeCrossings crossings;                   ///< the transfers that cross the edge
  };
  static_assert(sizeof(EdgeState) == 2 * kCacheLine);
  /// An entry of edge_fair_share_rate_heap_: the rate that an edge could give to each transfer waiting there. The entry
  /// with the smallest rate is the first of the heap.
  struct FairShareRateOfEdge {
    double rate;
    std::uint32_t edge;
    /// Orders entries for a heap whose first entry has the smallest rate. The comparison has no branch,
    /// because a processor could not predict which way an entry takes through the heap.
    friend bool operator<(const FairShareRateOfEdge& a, const FairShareRateOfEdge& b) noexcept {
      return static_cast<bool>(static_cast<int>(a.rate > b.rate) |
                               (static_cast<int>(a.rate == b.rate) & static_cast<int>(a.edge > b.edge)));
    }
  };

  template <class See>
  void for_each_tight_edge(const NetworkFlowState& flow, See see) const;
  template <class See>
  [[gnu::cold]] void for_each_tight_edge_stored_separately(const NetworkFlowState& flow, See see) const;
  const std::vector<OverflowEdge>& overflow_edges_of(const NetworkFlowState& flow) const noexcept;
  std::uint32_t edge_at_step(const NetworkFlowState& flow, std::size_t step) const noexcept {
    return step < kInlineEdgeCount ? flow.inline_edges[step] : overflow_edges_of(flow)[step - kInlineEdgeCount].edge;
  }
  std::uint32_t& mutable_position_of_flow_in_edge_list(NetworkFlowState& flow, std::size_t step) noexcept {
    return step < kInlineEdgeCount ? flow.list_positions[step] : overflow_edge_list_position(flow, step);
  }
  std::uint32_t& overflow_edge_list_position(const NetworkFlowState& flow, std::size_t step) noexcept;
  void set_whether_edge_can_become_full(NetworkFlowState& flow, std::size_t step, bool tight) noexcept;
  void prefetch_transfer_that_ends_soon(std::uint32_t ending) noexcept;
  void remove_transfer(std::uint32_t number);
  /// Returns the highest rate that one transfer on the edge may reach.
  double highest_rate_of_one_transfer(const EdgeState& e) const noexcept {
    return e.edge_filling_transfer_count > 0 ? std::numeric_limits<double>::infinity() : flow_rate_limit_;
  }
  static bool can_edge_become_full(const EdgeState& e) noexcept {
    return e.transfer_count > e.max_transfers_below_edge_capacity || e.edge_filling_transfer_count > 0;
  }
  bool can_one_flow_fill_edge_capacity(const NetworkFlowState& flow, std::uint32_t edge) const noexcept;
  std::uint32_t index_of_flow_state(const NetworkFlowState& flow) const noexcept {
    return static_cast<std::uint32_t>(&flow - flow_states_.data());
  }
  std::uint32_t new_flow_number();
  bool does_flow_end_before(std::uint32_t a, std::uint32_t b) const noexcept;
  void rebuild_tournament_tree_of_flow_ends();
  void update_tournament_tree_of_flow_ends(std::uint32_t number) noexcept;
  void add_to_edge_list(std::uint32_t number, std::size_t step);
  void remove_from_edge_list(NetworkFlowState& flow, std::size_t step) noexcept;
  void set_bottleneck(NetworkFlowState& flow, std::size_t step) noexcept;
  void move_to_list_position(NetworkFlowState& flow, std::size_t step, std::uint32_t to) noexcept;
  template <class Chosen>
  std::span<const EdgeCrossing> find_transfers_on_edge_by_rate(std::uint32_t edge, Chosen chosen);
  void reconsider_new_transfers();
  void mark_transfer_for_new_rate(std::uint32_t number);
  void reconsider_bottlenecked_transfers(std::uint32_t edge);
  bool reconsider_fastest_transfers(std::uint32_t edge, double share);
  void compute_capacity_left_on_edge(std::uint32_t edge);
  void note_edge_has_more_waiting_transfers(std::uint32_t edge);
  void push_changed_edge_fair_shares_onto_heap();
  void push_fair_share_of_edge_onto_heap(std::uint32_t edge);
  void share_out_edges();
  void set_rates_of_limited_transfers_to_limit(std::size_t& from);
  void apply_new_rates(VirtualTime now);
  void set_fair_share_rate_of_waiting_transfers(std::uint32_t edge, double share);
  void set_new_rate(NetworkFlowState& flow, double rate);
  static void count_bytes_until(VirtualTime now, NetworkFlowState& flow) noexcept;
  bool apply_new_rate(std::uint32_t number, VirtualTime now);

  double flow_rate_limit_;
  std::vector<double> edge_capacities_;
  /// for each edge, its guard (an edge that becomes full first), or the edge itself if it has none
  std::vector<std::uint32_t> edges_filling_before_each_edge_;
  std::vector<EdgeState> edge_states_;
  std::vector<NetworkFlowState> flow_states_;
  std::vector<FlowRates> flow_rates_;                 ///< rates of each transfer, indexed by its number
  std::vector<FlowEndTimeAndStartNumber> flow_ends_;  ///< end time of each transfer, indexed by its number
  /// for each transfer, by its number, the edges of its path behind the first kInlineEdgeCount ones; the list may be
  /// shorter than flow_states_
  std::vector<std::vector<OverflowEdge>> overflow_edges_;
  std::vector<std::uint32_t> free_flow_numbers_;
  std::size_t transfer_count_ = 0;
  std::uint32_t started_flow_count_ = 0;
  std::uint32_t number_of_last_ended_flow_ =
      0;  ///< number of the transfer that remove_next_ended_transfer() has removed last
  /// tournament tree of the transfers by their end times: element 1 is the number of the transfer that ends first
  std::vector<std::uint32_t> earliest_end_tournament_tree_;
  std::uint64_t sharing_round_ = 1;
  std::vector<std::uint32_t> started_flows_;  ///< transfers that have started since rates were last computed
  std::vector<std::uint32_t>
      edges_of_ended_transfers_;  ///< edges that transfers have left, by ending, since rates were last computed
  /// transfers that get a new rate in the present round of sharing, or got one in the latest round
  std::vector<FlowId> flows_getting_new_rates_;
  /// transfers that the latest edge has given a smaller rate than before
  std::vector<std::uint32_t> slowed_transfers_;
  /// edges at which more transfers wait for a new rate than when their shares were last put into
  /// edge_fair_share_rate_heap_
  std::vector<std::uint32_t> edges_with_more_waiting_transfers_;
  /// number of transfers in flows_getting_new_rates_ whose new rate is not known yet
  std::size_t flows_without_new_rate_ = 0;
  /// heap of the shares that edges could give to their waiting transfers; the smallest share is first
  std::vector<FairShareRateOfEdge> edge_fair_share_rate_heap_;
  std::vector<EdgeCrossing>
      last_picked_crossings_;  ///< memory that find_transfers_on_edge_by_rate() reuses for its results
};

}  // namespace switchyard
