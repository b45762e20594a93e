#pragma once
/// \file algorithm_trial.hpp
/// One algorithm of the catalogue on one matrix, as a trial.

#include <optional>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/workload.hpp"
#include "runtime/stress/trial.hpp"

namespace switchyard {

/// All but the seed and the order of events.
struct StressCase {
  Machine machine;
  Algorithm algorithm;
  CommunicationMatrix matrix;
  std::optional<Protocol> protocol = std::nullopt;  ///< instead of the algorithm's own
};

/// Every byte of every message is verified after each run.
class AlgorithmTrial final : public Trial {
 public:
  explicit AlgorithmTrial(StressCase stressed) : case_(std::move(stressed)), workload_(case_.matrix) {}
  const Machine& machine() const override { return case_.machine; }
  RunReport run(const Machine& machine, const RunOptions& options) override;

 private:
  StressCase case_;
  Workload workload_;
};

}  // namespace switchyard
