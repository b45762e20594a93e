#pragma once
/// \file exchange_plans.hpp
/// The schedules for exchanges in one run. Each schedule is made once on the host, for all members
/// that need it.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "runtime/group/exchange_plan.hpp"

namespace switchyard {

/// The exchange schedules of one run, kept for reuse. Any thread may use this object. What its functions return depends
/// only on their arguments and the seed.
class ExchangePlans {
 public:
  using AlgorithmPtr = std::shared_ptr<const ExchangeAlgorithm>;
  using PlanPtr = std::shared_ptr<const ExchangePlan>;

  /// `seed` is the seed of the run, from which the random numbers of schedulers are derived.
  explicit ExchangePlans(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t seed() const noexcept { return seed_; }
  /// Returns the schedule that the algorithm makes for an exchange. For an algorithm that makes no schedule, returns
  /// one in which each member sends its messages in a random order.
  PlanPtr find_or_make_plan(const MachineModel& machine, const AlgorithmPtr& algorithm, const ExchangePattern& pattern);
  /// Returns the algorithm of `all` that is fastest for this pattern with messages of about
  /// `bytes` bytes, or null if sending all messages at once is faster. Algorithms that a group of
  /// this size cannot use are left out.
  AlgorithmPtr fastest_algorithm_for(const MachineModel& machine, std::span<const AlgorithmPtr> all,
                                     const ExchangePattern& pattern, std::uint64_t bytes);

 private:
  /// The schedules made so far for one exchange pattern, and the fastest algorithms for it.
  struct KnownPlans {
    ExchangePattern pattern;
    std::map<AlgorithmPtr, PlanPtr> plans_by_algorithm = {};
    /// The fastest algorithm for each size of the messages in bytes (rounded down); null if it is fastest to send all
    /// messages at once.
    std::map<std::uint64_t, AlgorithmPtr> fastest_by_bytes = {};
  };
  static constexpr std::size_t kMostKnownPatterns = 64;

  KnownPlans& known_plans_of(const ExchangePattern& pattern);
  PlanPtr find_or_make_plan(const MachineModel& machine, const AlgorithmPtr& algorithm, KnownPlans& known);
  AlgorithmPtr find_fastest_by_simulation(const MachineModel& machine, std::span<const AlgorithmPtr> all,
                                          KnownPlans& known, std::uint64_t bytes);

  std::uint64_t seed_;
  std::mutex mutex_;  // guards known_plans_, the schedules of the exchange patterns
  std::deque<KnownPlans> known_plans_;
};

}  // namespace switchyard
