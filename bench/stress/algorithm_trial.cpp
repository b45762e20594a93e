#include "bench/stress/algorithm_trial.hpp"

#include "algorithms/exchange/exchange_run.hpp"

namespace switchyard {

/// Verified here and not on the nodes, as a node's error no longer says whether a message is lost or corrupted.
RunReport AlgorithmTrial::run(const Machine& machine, const RunOptions& options) {
  ExchangeOptions exchange;
  exchange.run = options;
  exchange.protocol = case_.protocol;
  exchange.verify = false;
  workload_.clear_received();
  RunReport report = run_exchange(machine, case_.algorithm, workload_, exchange).report;
  for (std::uint32_t i = 0; i < machine.node_count(); ++i) workload_.verify(NodeId{i});
  return report;
}

}  // namespace switchyard
