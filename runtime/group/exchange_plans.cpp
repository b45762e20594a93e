#include "runtime/group/exchange_plans.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "runtime/group/choices.hpp"
#include "runtime/group/rehearsal.hpp"

namespace switchyard {
namespace {

/// The number of the random stream that schedulers draw from. Runs of a scheduler on a bare
/// communication matrix (exchange_run.cpp) use the same stream, so that the same seed gives the
/// same schedule.
constexpr std::uint64_t kRandomStreamOfScheduler = 0x5c4ed;

/// Returns the list of messages for an algorithm that makes no schedule: each member posts its receives in the order of
/// sources, and then its sends in a random order.
ExchangePlan plan_in_random_order(const ExchangePattern& pattern, Rng& rng) {
  ExchangePlan plan;
  plan.parts.resize(pattern.members.size());
  std::vector<std::vector<std::uint32_t>> destinations(pattern.members.size());
  for (const GroupMessage& message : pattern.messages) {
    plan.parts[message.destination].push_back({.send = {}, .receive = PlannedMessage{message.source}});
    destinations[message.source].push_back(message.destination);
  }
  for (std::size_t rank = 0; rank < destinations.size(); ++rank) {
    shuffle(std::span(destinations[rank]), rng);
    for (const std::uint32_t to : destinations[rank]) {
      plan.parts[rank].push_back({.send = PlannedMessage{to}, .receive = {}});
    }
  }
  return plan;
}

/// Makes the steps of an exchange in which all messages have one size, for a simulation that measures how long the
/// exchange takes. Each member follows the given schedule, or, if there is none, sends all its messages at once.
class EqualSizeExchange {
 public:
  EqualSizeExchange(const ExchangePattern& pattern, std::uint64_t bytes)
      : size_(static_cast<std::uint32_t>(pattern.members.size())),
        memory_(std::make_unique_for_overwrite<std::byte[]>(bytes)),
        block_(memory_.get(), bytes),
        has_message_by_pair_(std::size_t{size_} * size_) {
    for (const GroupMessage& message : pattern.messages)
      has_message_by_pair_[index_of_pair(message.source, message.destination)] = true;
  }

  CollectiveSteps steps_of_rank(std::uint32_t rank, const ExchangePlan* plan) const {
    const auto block = [&](std::uint32_t from, std::uint32_t to) {
      return has_message_by_pair_[index_of_pair(from, to)] ? block_ : std::span<std::byte>();
    };
    const ExchangeData data{[&](std::uint32_t to) { return block(rank, to); },
                            [&](std::uint32_t from) { return block(from, rank); }};
    CollectiveSteps steps;
    if (plan != nullptr) {
      add_exchange_steps(steps, rank, *plan, data);
    } else {
      add_neighbor_exchange_steps(steps, rank, size_, data);
    }
    return steps;
  }

 private:
  std::size_t index_of_pair(std::uint32_t from, std::uint32_t to) const { return std::size_t{from} * size_ + to; }

  std::uint32_t size_;
  std::unique_ptr<std::byte[]> memory_;
  std::span<std::byte> block_;
  std::vector<bool> has_message_by_pair_;
};

}  // namespace

/// Returns the schedules and fastest algorithms that are known for an exchange pattern. Only kMostKnownPatterns
/// patterns are kept; when there are more, the oldest one is dropped. The schedules of a dropped pattern are made again
/// if a member asks for it.
ExchangePlans::KnownPlans& ExchangePlans::known_plans_of(const ExchangePattern& pattern) {
  const auto found = std::ranges::find(known_plans_, pattern, &KnownPlans::pattern);
  if (found != known_plans_.end()) return *found;
  if (known_plans_.size() == kMostKnownPatterns) known_plans_.pop_front();
  return known_plans_.emplace_back(KnownPlans{pattern});
}

ExchangePlans::PlanPtr ExchangePlans::find_or_make_plan(const MachineModel& machine, const AlgorithmPtr& algorithm,
                                                        const ExchangePattern& pattern) {
  const std::lock_guard lock(mutex_);
  return find_or_make_plan(machine, algorithm, known_plans_of(pattern));
}

ExchangePlans::PlanPtr ExchangePlans::find_or_make_plan(const MachineModel& machine, const AlgorithmPtr& algorithm,
                                                        KnownPlans& known) {
  PlanPtr& made = known.plans_by_algorithm[algorithm];
  if (!made) {
    Rng rng(split_seed(seed_, kRandomStreamOfScheduler));
    made = std::make_shared<const ExchangePlan>(algorithm->exchange_plan_maker
                                                    ? algorithm->exchange_plan_maker(known.pattern, machine, rng)
                                                    : plan_in_random_order(known.pattern, rng));
  }
  return made;
}

ExchangePlans::AlgorithmPtr ExchangePlans::fastest_algorithm_for(const MachineModel& machine,
                                                                 std::span<const AlgorithmPtr> all,
                                                                 const ExchangePattern& pattern, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  KnownPlans& here = known_plans_of(pattern);
  const std::uint64_t about = size_rounded_down_to_four_bits(bytes);
  const auto found = here.fastest_by_bytes.find(about);
  if (found != here.fastest_by_bytes.end()) return found->second;
  return here.fastest_by_bytes[about] = find_fastest_by_simulation(machine, all, here, about);
}

ExchangePlans::AlgorithmPtr ExchangePlans::find_fastest_by_simulation(const MachineModel& machine,
                                                                      std::span<const AlgorithmPtr> all,
                                                                      KnownPlans& known, std::uint64_t bytes) {
  const EqualSizeExchange messages(known.pattern, bytes);
  std::optional<Duration> best;
  const auto is_best = [&](const ExchangePlan* plan) {
    const auto time = simulated_time_of_steps(
        machine, known.pattern.members, [&](std::uint32_t rank) { return messages.steps_of_rank(rank, plan); }, best);
    if (!time || (best && *time >= *best)) return false;
    best = time;
    return true;
  };
  is_best(nullptr);
  AlgorithmPtr fastest = nullptr;
  for (const AlgorithmPtr& each : all) {
    if (!each->usable_by(machine, static_cast<std::uint32_t>(known.pattern.members.size()))) continue;
    if (is_best(find_or_make_plan(machine, each, known).get())) fastest = each;
  }
  return fastest;
}

}  // namespace switchyard
