#include "bench/cost/cost_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/exchange/workload.hpp"
#include "bench/cost/yardsticks.hpp"
#include "bench/experiment/exchange_row.hpp"
#include "bench/experiment/option.hpp"
#include "runtime/error.hpp"
#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::cost {
namespace {

constexpr std::uint32_t kBinaryHeapEntryCount = 4096;
/// The number of heap operations or of copies in one iteration of the yardsticks BinaryHeap and MemoryCopies.
constexpr std::uint64_t kReferenceWorkOperations = 1000;
/// The largest memory, in bytes, from which the yardstick CostAspect::payload_copy copies payloads.
constexpr std::uint64_t kMostCopySourceBytes = std::uint64_t{256} << 20U;

bool is_density_possible(std::uint32_t nodes, const Pattern& pattern) {
  return pattern.kind != Pattern::Kind::dense || pattern.density < nodes;
}

Machine machine_with_nodes(const MachineOptions& options, std::uint32_t nodes) {
  MachineOptions sized = options;
  sized.nodes = nodes;
  return make_machine(sized);
}

std::string density_text(const MatrixToMeasure& matrix) {
  return matrix.pattern.kind == Pattern::Kind::dense ? fmt::format("density {}", matrix.pattern.density)
                                                     : fmt::format("pattern {}", matrix.pattern.name());
}

void refuse_more_than_host_memory(const CostMeasurementPlan& plan, const MatrixToMeasure& matrix) {
  constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
  const double needed = estimate_measurement_memory_bytes(
      matrix.nodes, static_cast<double>(message_count_of_pattern(matrix.pattern, matrix.nodes)),
      payload_bytes(matrix.pattern, matrix.nodes, plan.message_bytes));
  const double host = installed_host_memory_bytes();
  if (needed < host) return;
  throw UsageError(
      {.place = "--nodes",
       .reason = fmt::format("measuring {} nodes with {} takes about {:.1f} GiB of memory and this host has {:.1f}",
                             matrix.nodes, density_text(matrix), needed / kGiB, host / kGiB),
       .remedy = "write fewer nodes, a lower density or smaller messages"});
}

void check_algorithms_can_run(const CostMeasurementPlan& plan, const MatrixToMeasure& matrix) {
  const Machine machine = machine_with_nodes(plan.machine, matrix.nodes);
  for (const Algorithm& algorithm : plan.algorithms) {
    call_with_input_place_in_errors("--algorithm", [&] {
      check_machine_meets_requirements(machine, algorithm, plan.options.protocol);
      check_message_count(algorithm, message_count_of_pattern(matrix.pattern, matrix.nodes));
      if (algorithm.complete_exchange && matrix.pattern.kind != Pattern::Kind::complete) {
        throw UsageError(fmt::format("algorithm {} is for complete exchanges", algorithm.name),
                         "add --pattern complete, or leave it out");
      }
    });
  }
}

/// Throws UsageError if nothing but the making of schedules is to be measured and no algorithm of the plan makes
/// schedules.
void refuse_plan_without_work(const CostMeasurementPlan& plan) {
  const auto has_schedule = [](const Algorithm& algorithm) { return algorithm.scheduler || algorithm.choice; };
  if (plan.cost_aspects != std::set{CostAspect::schedule} || std::ranges::any_of(plan.algorithms, has_schedule)) return;
  throw UsageError({.place = "--measure",
                    .reason = fmt::format("'{}' makes no schedule", plan.algorithms.front().name),
                    .remedy = "add an algorithm that does, such as rs_n"});
}

/// All pieces of work that are measured for one communication matrix: those of the algorithms, and those of the
/// yardsticks (simple reference work).
class MatrixMeasurementTasks {
 public:
  MatrixMeasurementTasks(const CostMeasurementPlan& plan, const MatrixToMeasure& matrix)
      : machine_(machine_with_nodes(plan.machine, matrix.nodes)),
        workload_(make_matrix_of_sample(matrix.pattern, matrix.nodes, plan.message_bytes, plan.options.seed, 0)) {
    const CommunicationMatrix& messages = workload_.matrix();
    const double mean = static_cast<double>(messages.message_count()) / matrix.nodes;
    size_ = {.nodes = matrix.nodes,
             .degree = static_cast<std::uint32_t>(std::lround(mean)),
             .bytes = largest_message_bytes(messages)};
    add_reference_work_tasks_of_plan(plan);
    for (const Algorithm& algorithm : plan.algorithms) add_algorithm(plan, algorithm);
  }

  const std::vector<WorkToMeasure>& measurement_tasks() const noexcept { return measurement_tasks_; }

 private:
  void add_case(CostAspect aspect, const std::string& algorithm, CostTimeKind time,
                std::function<CostIteration()> once) {
    measurement_tasks_.push_back({{size_, aspect, algorithm}, time, std::move(once)});
  }

  /// Adds a yardstick (simple reference work) to the pieces of work to be measured. One call of `step` does `count` of
  /// the yardstick's operations.
  template <class Step>
  void add_reference_work_task(CostAspect aspect, double count, Step step) {
    add_case(aspect, "", CostTimeKind::processor, [=, unit = unit_counter_name_of_cost_aspect(aspect)] {
      step();
      return CostIteration{.counters = {{unit, count}}};
    });
  }

  void add_reference_work_tasks_of_plan(const CostMeasurementPlan& plan) {
    const CommunicationMatrix& matrix = workload_.matrix();
    const auto messages = static_cast<double>(matrix.message_count());
    if (plan.cost_aspects.contains(CostAspect::schedule)) {
      add_reference_work_task(CostAspect::binary_heap, kReferenceWorkOperations,
                              [heap = std::make_shared<BinaryHeap>(kBinaryHeapEntryCount)] {
                                for (std::uint64_t i = 0; i < kReferenceWorkOperations; ++i)
                                  heap->postpone_first_entry();
                              });
    }
    if (plan.cost_aspects.contains(CostAspect::exchange)) {
      add_reference_work_task(
          CostAspect::message_passing_through_plain_queues, messages,
          [queues = std::make_shared<MessagePassingThroughPlainQueues>(matrix, RunOptions{}.mailbox_capacity)] {
            queues->transport_all_messages_of_matrix();
          });
    }
    if (plan.cost_aspects.contains(CostAspect::emulation)) {
      const std::uint64_t most =
          std::max<std::uint64_t>(kMostCopySourceBytes / std::max<std::uint64_t>(size_.bytes, 1), 1);
      const std::uint64_t pieces = std::clamp<std::uint64_t>(matrix.message_count(), 1, most);
      add_reference_work_task(CostAspect::payload_copy, kReferenceWorkOperations,
                              [copies = std::make_shared<MemoryCopies>(size_.bytes, pieces)] {
                                for (std::uint64_t i = 0; i < kReferenceWorkOperations; ++i)
                                  copies->copy_next_memory_piece();
                              });
      add_reference_work_task(CostAspect::message_passing_with_link_booking, messages,
                              [engine = std::make_shared<MessagePassingWithLinkBooking>(matrix)] {
                                engine->transport_all_messages_of_matrix();
                              });
    }
  }

  void add_algorithm(const CostMeasurementPlan& plan, const Algorithm& algorithm) {
    const auto cost = std::make_shared<AlgorithmCost>(machine_, algorithm, workload_, plan.options);
    cost->run_once_and_check();
    const auto wanted = [&](CostAspect aspect) { return plan.cost_aspects.contains(aspect); };
    if (wanted(CostAspect::memory)) {
      add_case(CostAspect::memory, algorithm.name, CostTimeKind::wall_time,
               [cost] { return cost->measure_memory_cost(); });
      measurement_tasks_.back().is_work_measured_in_every_round = false;
    }
    if (wanted(CostAspect::schedule) && cost->has_schedule()) {
      add_case(CostAspect::schedule, algorithm.name, CostTimeKind::processor,
               [cost] { return cost->measure_schedule_cost(); });
    }
    if (wanted(CostAspect::exchange)) {
      add_case(CostAspect::exchange, algorithm.name, cost->time_kind_of_runs(),
               [cost] { return cost->measure_exchange_cost(); });
    }
    if (wanted(CostAspect::emulation)) {
      add_case(CostAspect::emulation, algorithm.name, cost->time_kind_of_runs(),
               [cost] { return cost->measure_emulation_cost(); });
    }
  }

  const Machine machine_;
  Workload workload_;
  MatrixSize size_;
  std::vector<WorkToMeasure> measurement_tasks_;
};

}  // namespace

std::vector<MatrixToMeasure> matrices_of(const CostMeasurementPlan& plan) {
  refuse_plan_without_work(plan);
  std::vector<MatrixToMeasure> matrices;
  for (const std::uint32_t nodes : plan.node_counts) {
    const std::size_t before = matrices.size();
    for (const Pattern& pattern : plan.patterns) {
      if (!is_density_possible(nodes, pattern)) continue;
      call_with_input_place_in_errors("--pattern", [&] { check_node_count_of_pattern(pattern, nodes); });
      matrices.push_back({nodes, pattern});
    }
    if (matrices.size() > before) continue;
    throw UsageError({.place = "--density",
                      .reason = fmt::format("no density is below {}, the number of nodes", nodes),
                      .remedy = "write lower ones, or more nodes"});
  }
  for (const MatrixToMeasure& matrix : matrices) refuse_more_than_host_memory(plan, matrix);
  for (const MatrixToMeasure& matrix : matrices) check_algorithms_can_run(plan, matrix);
  return matrices;
}

CostSession::CostSession(CostMeasurementPlan plan, ShowProgressCallback show)
    : plan_(std::move(plan)), matrices_(matrices_of(plan_)), show_progress_(std::move(show)) {}

void CostSession::measure_all_costs(const std::stop_token& stop) {
  for (const MatrixToMeasure& matrix : matrices_) {
    if (stop.stop_requested()) return;
    measure_matrix(matrix, stop);
    ++measured_matrix_count_;
  }
}

std::vector<CostSample> CostSession::samples() const {
  const std::lock_guard lock(mutex_);
  return samples_;
}

std::vector<CostProfile> CostSession::profiles() const {
  const std::lock_guard lock(mutex_);
  return profiles_;
}

void CostSession::measure_matrix(const MatrixToMeasure& matrix, const std::stop_token& stop) {
  sample_count_of_matrix_ = 0;
  const MatrixMeasurementTasks all(plan_, matrix);
  measure_rounds(all.measurement_tasks(), plan_.rounds, stop,
                 [&](CostSample sample) { add_sample(std::move(sample), all.measurement_tasks().size()); });
  if (!plan_.makes_profiles) return;
  for (const WorkToMeasure& measured : all.measurement_tasks()) {
    if (stop.stop_requested()) return;
    if (!is_reference_work(measured.name.cost_aspect) && measured.is_work_measured_in_every_round)
      add_sampling_profile(measured);
  }
}

void CostSession::add_sampling_profile(const WorkToMeasure& measured) {
  CostProfile profile{measured.name, profile_functions_of_work(measured.do_one_iteration)};
  const std::lock_guard lock(mutex_);
  profiles_.push_back(std::move(profile));
}

void CostSession::add_sample(CostSample sample, std::size_t cases) {
  std::size_t count = 0;
  {
    const std::lock_guard lock(mutex_);
    samples_.push_back(std::move(sample));
    count = samples_.size();
  }
  ++sample_count_of_matrix_;
  const double of_matrix = static_cast<double>(sample_count_of_matrix_) /
                           (static_cast<double>(cases) * static_cast<double>(plan_.rounds.round_count));
  show_progress_(
      (static_cast<double>(measured_matrix_count_) + std::min(of_matrix, 1.0)) / static_cast<double>(matrices_.size()),
      count);
}

}  // namespace switchyard::cost
