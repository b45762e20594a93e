#include "bench/cost/algorithm_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/schedule/verify.hpp"
#include "bench/cost/host_usage.hpp"
#include "runtime/error.hpp"
#include "runtime/executor/hand_over_count.hpp"

namespace switchyard::cost {
namespace {

/// The least number of messages that one iteration of measure_exchange_cost() sends. For a matrix with fewer messages,
/// an iteration repeats the exchange of the matrix.
constexpr std::uint64_t kLeastExchangedMessages = 4'096;
constexpr std::uint64_t kLeastEmulatedMessages = 1'024;
constexpr std::uint64_t kMostRepetitionsOfMatrix = 256;

/// Returns how often one iteration of a measurement carries out a matrix of `messages` messages: so often that at least
/// `wanted` messages are sent, if kMostRepetitionsOfMatrix repetitions are enough for that. With many messages the cost
/// of starting the run hardly counts.
std::uint64_t exchanges_per_iteration(std::uint64_t wanted, std::uint64_t messages) {
  return std::clamp<std::uint64_t>(wanted / std::max<std::uint64_t>(messages, 1), 1, kMostRepetitionsOfMatrix);
}

UsageError error_of_algorithm(const std::string& algorithm, const std::string& what) {
  return UsageError({.place = "--algorithm",
                     .value = algorithm,
                     .reason = fmt::format("'{}' {}", algorithm, what),
                     .remedy = "mend it or leave it out"});
}

/// Returns the result of `work`, a function that runs the algorithm. If the algorithm throws, throws an error that
/// names the algorithm instead.
template <class Work>
decltype(auto) with_algorithm_named_in_errors(const std::string& algorithm, Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const NodeError& error) {
    // The algorithm is not blamed if a run has lost data or has reached a limit on its time.
    if (error.exit_code() != ExitCode::failed) throw;
    throw error_of_algorithm(algorithm, fmt::format("has failed: {}", error.what()));
  } catch (const UsageError& error) {
    throw error.at("--algorithm");
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw error_of_algorithm(algorithm, fmt::format("has thrown: {}", error.what()));
  } catch (...) {
    throw error_of_algorithm(algorithm, "has thrown something that is not a std::exception");
  }
}

void refuse_wrong_schedule(const std::string& algorithm, const Schedule& schedule, const CommunicationMatrix& matrix) {
  const std::vector<Violation> violations = verify(schedule, matrix);
  if (violations.empty()) return;
  throw error_of_algorithm(
      algorithm, fmt::format("makes a wrong schedule for {} nodes: {}{}", matrix.node_count(), violations.front().text,
                             violations.size() > 1 ? fmt::format(", and {} more violations", violations.size() - 1)
                                                   : std::string()));
}

std::uint64_t node_switches_so_far(ExecutorKind executor) {
  return executor == ExecutorKind::fibers ? fiber_switches_of_this_thread() : count_thread_waits();
}

/// Calls `work` on a new thread, which holds no memory from earlier work, and waits for its end.
void call_on_new_thread(const std::function<void()>& work) {
  std::exception_ptr error;
  std::thread thread([&] {
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
  });
  thread.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace

Schedule ScheduleMaker::make_first_schedule() const { return make_schedule(machine_, algorithm_, matrix_, seed_); }

CostIteration ScheduleMaker::make_next_schedule() {
  const Schedule schedule = make_schedule(machine_, algorithm_, matrix_, seed_ + schedules_made_);
  ++schedules_made_;
  total_phases_ += schedule.phase_count();
  total_schedule_operations_ += schedule.operations();
  const auto mean = [this](std::uint64_t sum) {
    return static_cast<double>(sum) / static_cast<double>(schedules_made_);
  };
  return {.counters = {{"messages", static_cast<double>(matrix_.message_count())},
                       {"phases", mean(total_phases_)},
                       {"operations", mean(total_schedule_operations_)}}};
}

AlgorithmCost::AlgorithmCost(const Machine& machine, Algorithm algorithm, Workload& workload,
                             const CostOptions& options)
    : machine_(machine),
      algorithm_(std::move(algorithm)),
      workload_(workload),
      options_(options),
      protocol_(protocol_for(machine, algorithm_, options.protocol)),
      schedule_maker_(machine, algorithm_, workload.matrix(), options.seed) {}

CostTimeKind AlgorithmCost::time_kind_of_runs() const noexcept {
  return options_.executor == ExecutorKind::fibers ? CostTimeKind::processor : CostTimeKind::wall_time;
}

void AlgorithmCost::replace_auto_by_chosen_algorithm() {
  if (!algorithm_.choice) return;
  Algorithm chosen = *algorithm_.choice(machine_, workload_.matrix(), 1).algorithm;
  chosen.name = algorithm_.name;
  algorithm_ = std::move(chosen);
  protocol_ = protocol_for(machine_, algorithm_, options_.protocol);
}

void AlgorithmCost::run_once_and_check() {
  with_algorithm_named_in_errors(algorithm_.name, [this] {
    replace_auto_by_chosen_algorithm();
    ExchangeOptions options;
    options.protocol = options_.protocol;
    options.run.executor = options_.executor;
    options.run.seed = options_.seed;
    options.run.host_limit = options_.host_limit;
    options.run.stack_bytes = options_.stack_bytes;
    options.run.placement = options_.placement;
    if (algorithm_.scheduler) {
      const Schedule made = schedule_maker_.make_first_schedule();
      refuse_wrong_schedule(algorithm_.name, made, workload_.matrix());
      node_plans_.emplace(made);
    }
    run_exchange(machine_, algorithm_, workload_, options);
    algorithm_ = tuned_algorithm(machine_, algorithm_, workload_.matrix(), protocol_);
  });
}

CostIteration AlgorithmCost::measure_schedule_cost() {
  return with_algorithm_named_in_errors(algorithm_.name, [this] { return schedule_maker_.make_next_schedule(); });
}

RunReport AlgorithmCost::run_matrix_exchange(ClockKind clock, std::uint64_t uses) const {
  RunOptions options;
  options.clock = clock;
  options.executor = options_.executor;
  options.seed = options_.seed;
  options.host_limit = options_.host_limit;
  options.stack_bytes = options_.stack_bytes;
  options.placement = options_.placement;
  return run(
      machine_,
      [&](Node& self) {
        const auto plan = node_plans_ ? node_plans_->steps_of_node(self.id()) : std::span<const PlanStep>{};
        for (std::uint64_t use = 0; use < uses; ++use) {
          algorithm_.execution(self, workload_.traffic(self.id()), plan, protocol_);
        }
      },
      options);
}

CostIteration AlgorithmCost::measure_exchange_cost() {
  return with_algorithm_named_in_errors(algorithm_.name, [this] {
    const std::uint64_t messages = workload_.matrix().message_count();
    const std::uint64_t uses = exchanges_per_iteration(kLeastExchangedMessages, messages);
    const std::uint64_t before = node_switches_so_far(options_.executor);
    const RunReport report = run_matrix_exchange(ClockKind::off, uses);
    const auto hand_overs = static_cast<double>(node_switches_so_far(options_.executor) - before);
    CostIteration run{.host_seconds = report.host_seconds,
                      .counters = {{"messages", static_cast<double>(messages * uses)}, {"hand_overs", hand_overs}}};
    if (node_plans_) run.counters["phases"] = static_cast<double>(node_plans_->phase_count() * uses);
    return run;
  });
}

CostIteration AlgorithmCost::measure_emulation_cost() {
  return with_algorithm_named_in_errors(algorithm_.name, [this] {
    const std::uint64_t messages = workload_.matrix().message_count();
    const std::uint64_t uses = exchanges_per_iteration(kLeastEmulatedMessages, messages);
    const RunReport report = run_matrix_exchange(ClockKind::virtual_time, uses);
    return CostIteration{.host_seconds = report.host_seconds,
                         .counters = {{"messages", static_cast<double>(messages * uses)},
                                      {"events", static_cast<double>(report.events)}}};
  });
}

CostIteration AlgorithmCost::measure_memory_cost() {
  CostIteration measured{.counters = {{"messages", static_cast<double>(workload_.matrix().message_count())},
                                      {"nodes", static_cast<double>(machine_.node_count())}}};
  const auto measure = [&] {
    if (algorithm_.scheduler) {
      const double before = heap_bytes();
      const Schedule made = schedule_maker_.make_first_schedule();
      const double with_schedule = heap_bytes();
      const ScheduleStepsByNode steps(made);
      measured.counters["schedule_bytes"] = with_schedule - before;
      measured.counters["step_bytes"] = heap_bytes() - with_schedule;
    }
    const MemoryPeak peak;
    measured.host_seconds = run_matrix_exchange(ClockKind::virtual_time, 1).host_seconds;
    if (const auto bytes = peak.memory_growth_bytes()) measured.counters["run_bytes"] = *bytes;
  };
  with_algorithm_named_in_errors(algorithm_.name, [&] { call_on_new_thread(measure); });
  return measured;
}

double estimate_measurement_memory_bytes(double nodes, double messages, double payload_bytes) {
  // All copies of the payload: one as received, and two in each of two yardsticks (reference measurements).
  constexpr double kCopiesOfPayload = 5;
  // The host memory for one message: its entries in the matrix, the workload, the schedule, the steps of the nodes and
  // the requests.
  constexpr double kBytesOfAMessage = 400;
  constexpr double kBytesOfANode = 24 * 1024;  // the host memory for one node: its stack and its records
  return kCopiesOfPayload * payload_bytes + kBytesOfAMessage * messages + kBytesOfANode * nodes;
}

}  // namespace switchyard::cost
