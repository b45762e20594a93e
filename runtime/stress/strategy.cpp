#include "runtime/stress/strategy.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "runtime/fabric.hpp"
#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// The arbiter for strategy `random`, which takes a random pending event instead of the first one.
/// How often it does so is also random: always, or one time in up to 32.
class RandomArbiter final : public Arbiter {
 public:
  explicit RandomArbiter(std::uint64_t seed)
      : rng_(seed), inverse_probability_(std::uint64_t{1} << rng_.random_number_below(6)) {}
  std::size_t choose_next_event(std::span<const Event> pending) override {
    return rng_.random_number_below(inverse_probability_) == 0 ? rng_.random_number_below(pending.size()) : 0;
  }

 private:
  Rng rng_;
  std::uint64_t inverse_probability_;
};

/// The arbiter for strategy `pct`. If the same event is passed over again and again, the node whose events come first
/// instead loses its priority, because it may be polling for something that only the delayed event brings.
class PctArbiter final : public Arbiter {
 public:
  PctArbiter(std::uint64_t seed, const RunNodeLinkAndEventCounts& size) : priorities_(std::size_t{size.nodes} + 1) {
    constexpr std::uint64_t kMostChanges = 4;
    Rng rng(seed);
    std::iota(priorities_.begin(), priorities_.end(), std::int64_t{1});
    shuffle(std::span(priorities_), rng);
    for (std::uint64_t left = rng.random_number_below(kMostChanges + 1); left > 0; --left)
      priority_change_steps_.push_back(rng.random_number_below(size.steps));
    std::ranges::sort(priority_change_steps_, std::greater<>());
  }

  std::size_t choose_next_event(std::span<const Event> pending) override {
    const std::size_t first = index_of_highest_priority(pending);
    const bool changes = !priority_change_steps_.empty() && priority_change_steps_.back() <= step_count_++;
    if (changes) priority_change_steps_.pop_back();
    if (!is_held_up_too_long(pending.front(), first) && !changes) return first;
    priority_of(pending[first]) = --lowest_priority_;
    return index_of_highest_priority(pending);
  }

 private:
  /// Counts how many times in a row the event `earliest` is passed over in favour of the event with index `chosen`.
  /// Returns true each time the event has been passed over another 64 times.
  bool is_held_up_too_long(const Event& earliest, std::size_t chosen) {
    constexpr std::uint32_t kPatience = 64;
    delays_in_a_row_ =
        chosen != 0 && earliest.order_at_equal_time == order_of_held_up_event_ ? delays_in_a_row_ + 1 : 0;
    order_of_held_up_event_ = earliest.order_at_equal_time;
    return delays_in_a_row_ % kPatience == kPatience - 1;
  }
  std::size_t index_of_highest_priority(std::span<const Event> pending) {
    const auto priority = [this](const Event& event) { return priority_of(event); };
    return static_cast<std::size_t>(std::ranges::max_element(pending, {}, priority) - pending.begin());
  }
  std::int64_t& priority_of(const Event& event) {
    return priorities_[std::min<std::size_t>(index(event.node()), priorities_.size() - 1)];
  }

  std::vector<std::int64_t>
      priorities_;  ///< priorities of all nodes, followed by the priority of the network as a whole; all are different
  std::vector<std::uint64_t> priority_change_steps_;  ///< steps (numbers of events) at which a node loses its priority,
                                                      ///< the last one first
  std::int64_t lowest_priority_ = 1;
  std::uint64_t step_count_ = 0;
  std::uint64_t order_of_held_up_event_ = 0;  ///< Event::order of the event that was the earliest pending one at the
                                              ///< last step
  std::uint32_t delays_in_a_row_ = 0;
};

/// The arbiter for strategy `starve`, which delays the events of a victim: one node, link or event. A victim that was
/// passed over many times in a row may continue, because other nodes may poll for it. The total number of delays is
/// sufficient for nodes that do not poll; nodes that poll may need much longer to find what they wait for.
class StarveArbiter final : public Arbiter {
 public:
  StarveArbiter(std::uint64_t seed, const RunNodeLinkAndEventCounts& size) {
    Rng rng(seed);
    most_delays_in_a_row_ = std::uint64_t{16} << rng.random_number_below(10);
    starved_kind_ = static_cast<StarvationVictimKind>(rng.random_number_below(3));
    starved_node_ = NodeId{static_cast<std::uint32_t>(rng.random_number_below(size.nodes))};
    starved_link_ = LinkId{static_cast<std::uint32_t>(rng.random_number_below(std::max<std::uint32_t>(size.links, 1)))};
    starved_event_ = rng.random_number_below(size.steps);
    if (starved_kind_ == StarvationVictimKind::link && size.links == 0) starved_kind_ = StarvationVictimKind::node;
    remaining_delays_ = std::uint64_t{256} * size.nodes;
  }

  /// Called before the run. If the victim is a link and the machine does not report which events concern a link, makes
  /// a node the victim instead.
  void on_begin_of_run(const Fabric& fabric) override {
    fabric_ = &fabric;
    if (starved_kind_ == StarvationVictimKind::link && !fabric.reports_touched_state())
      starved_kind_ = StarvationVictimKind::node;
  }

  std::size_t choose_next_event(std::span<const Event> pending) override {
    if (remaining_delays_ == 0 || !is_starved(pending.front())) return 0;
    const auto other = std::ranges::find_if_not(pending, [this](const Event& event) { return is_starved(event); });
    if (other == pending.end() || ++delays_in_a_row_ > most_delays_in_a_row_) {
      delays_in_a_row_ = 0;
      return 0;
    }
    --remaining_delays_;
    return static_cast<std::size_t>(other - pending.begin());
  }

 private:
  bool is_starved(const Event& event) const {
    constexpr std::uint64_t kSequence = (std::uint64_t{1} << Event::kSequenceBits) - 1;
    switch (starved_kind_) {
      case StarvationVictimKind::node:
        return event.node() == starved_node_;
      case StarvationVictimKind::link:
        return fabric_->event_uses_link(event, starved_link_);
      case StarvationVictimKind::event:
        return (event.order_at_equal_time & kSequence) == starved_event_;
    }
    return false;
  }

  enum class StarvationVictimKind : std::uint8_t { node, link, event };
  StarvationVictimKind starved_kind_ = StarvationVictimKind::node;
  NodeId starved_node_{};            ///< the node whose events are delayed, if the victim is a node
  LinkId starved_link_{};            ///< the link whose messages are delayed, if the victim is a link
  std::uint64_t starved_event_ = 0;  ///< sequence number of the event that is delayed, if the victim is an event
  const Fabric* fabric_ = nullptr;
  std::uint64_t most_delays_in_a_row_ = 0;
  std::uint64_t delays_in_a_row_ = 0;
  std::uint64_t remaining_delays_ = 0;
};

}  // namespace

const char* name_of(StressStrategy strategy) noexcept {
  switch (strategy) {
    case StressStrategy::random:
      return "random";
    case StressStrategy::pct:
      return "pct";
    case StressStrategy::starve:
      return "starve";
    case StressStrategy::halved_buffer_sizes:
      return "buffers";
    case StressStrategy::threads:
      return "threads";
  }
  return "";
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const StressStrategy strategy : kStrategies) names.emplace_back(name_of(strategy));
  return names;
}

std::unique_ptr<Arbiter> make_arbiter(StressStrategy strategy, std::uint64_t seed,
                                      const RunNodeLinkAndEventCounts& size) {
  if (strategy == StressStrategy::pct) return std::make_unique<PctArbiter>(seed, size);
  if (strategy == StressStrategy::starve) return std::make_unique<StarveArbiter>(seed, size);
  return std::make_unique<RandomArbiter>(seed);
}

}  // namespace switchyard
