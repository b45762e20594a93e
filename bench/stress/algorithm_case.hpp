#pragma once
/// \file algorithm_case.hpp
/// A test case of stress testing: one algorithm of the catalogue on one matrix. A failing case is shrunk by removing
/// messages.

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/workload.hpp"
#include "runtime/stress/stress_case.hpp"

namespace switchyard {

/// Everything that determines a run of an algorithm (machine, algorithm, matrix and protocol), except the seed and the
/// order of events.
struct AlgorithmRunSetup {
  Machine machine;
  Algorithm algorithm;
  CommunicationMatrix matrix;
  /// Message protocol to be used in place of the algorithm's own, if set.
  std::optional<Protocol> protocol = std::nullopt;
};

/// Runs the algorithm once and verifies every byte of every message after the run.
class AlgorithmTrial final : public StressTrial {
 public:
  explicit AlgorithmTrial(AlgorithmRunSetup work)
      : algorithm_run_setup_(std::move(work)), workload_(algorithm_run_setup_.matrix) {}
  const Machine& machine() const override { return algorithm_run_setup_.machine; }
  RunReport run(const Machine& machine, const RunOptions& options) override;

 private:
  AlgorithmRunSetup algorithm_run_setup_;
  Workload workload_;
};

class AlgorithmStressTestCase final : public StressCase {
 public:
  explicit AlgorithmStressTestCase(AlgorithmRunSetup work) : algorithm_run_setup_(std::move(work)) {}
  const AlgorithmRunSetup& work() const noexcept { return algorithm_run_setup_; }

  const Machine& machine() const override { return algorithm_run_setup_.machine; }
  std::unique_ptr<StressTrial> make_stress_trial() const override {
    return std::make_unique<AlgorithmTrial>(algorithm_run_setup_);
  }
  /// Returns the same test case on another machine. The nodes that have messages are renumbered from 0. Returns null if
  /// the machine has fewer nodes than that.
  std::shared_ptr<const StressCase> case_on_machine(const Machine& machine) const override;
  std::uint32_t fewest_nodes() const override;
  std::size_t part_count() const override { return algorithm_run_setup_.matrix.message_count(); }
  /// Returns one group of message numbers for each node that sends or receives messages: the numbers of the messages
  /// that the node sends or receives.
  std::vector<std::vector<std::size_t>> groups_of_test_case_parts() const override;
  std::shared_ptr<const StressCase> make_test_case_with_given_parts(std::span<const std::size_t> kept) const override;
  std::shared_ptr<const StressCase> case_with_smaller_parts() const override;

 private:
  std::shared_ptr<const StressCase> case_with_messages(const Machine& machine,
                                                       const std::vector<Triplet>& messages) const;

  AlgorithmRunSetup algorithm_run_setup_;
};

/// Returns the algorithm and the matrix of a stress test case, or null if the case is not an AlgorithmStressTestCase.
const AlgorithmRunSetup* algorithm_setup_of_case(const StressCase& stressed) noexcept;

}  // namespace switchyard
