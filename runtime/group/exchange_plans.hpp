#pragma once
/// \file exchange_plans.hpp
/// The schedules for exchanges of one run. Each is made once on the host, for all members that need it.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "runtime/group/exchange_plan.hpp"

namespace switchyard {

/// Any thread. What it returns depends on its arguments and the seed alone.
class ExchangePlans {
 public:
  using AlgorithmPtr = std::shared_ptr<const ExchangeAlgorithm>;
  using PlanPtr = std::shared_ptr<const ExchangePlan>;

  /// `seed`: of the run.
  explicit ExchangePlans(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t seed() const noexcept { return seed_; }
  /// One of an algorithm without a schedule has the sends of each member in a random order.
  PlanPtr plan(const MachineModel& machine, const AlgorithmPtr& algorithm, const ExchangePattern& pattern);
  /// The one of `all` that is fastest for this pattern with messages of about so many bytes; null if all at once is
  /// faster than each of them. Those that cannot be used by so many members are left out.
  AlgorithmPtr fastest(const MachineModel& machine, std::span<const AlgorithmPtr> all, const ExchangePattern& pattern,
                       std::uint64_t bytes);

 private:
  /// What is known of one pattern.
  struct Known {
    ExchangePattern pattern;
    std::map<AlgorithmPtr, PlanPtr> plans = {};
    std::map<std::uint64_t, AlgorithmPtr> fastest = {};  ///< by bytes
  };
  static constexpr std::size_t kMostKnown = 64;

  Known& known(const ExchangePattern& pattern);
  PlanPtr plan(const MachineModel& machine, const AlgorithmPtr& algorithm, Known& known);
  AlgorithmPtr rehearse(const MachineModel& machine, std::span<const AlgorithmPtr> all, Known& known,
                        std::uint64_t bytes);

  std::uint64_t seed_;
  std::mutex mutex_;  // guards what follows
  std::deque<Known> known_;
};

}  // namespace switchyard
