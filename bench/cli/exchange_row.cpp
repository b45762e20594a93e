#include "bench/cli/exchange_row.hpp"

#include <algorithm>
#include <chrono>

namespace switchyard::cli {
namespace {

std::uint64_t largest_message(const CommunicationMatrix& matrix) {
  std::uint64_t largest = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) largest = std::max(largest, entry.bytes);
  }
  return largest;
}

}  // namespace

std::string parameter_of(const Pattern& pattern, std::uint32_t nodes) {
  return pattern.kind == Pattern::Kind::complete ? std::to_string(nodes - 1) : pattern.parameter;
}

ResultRow exchange_row(const Pattern& pattern, const CommunicationMatrix& matrix, const ExchangeResult& result) {
  const RunReport& report = result.report;
  ResultRow row;
  row.machine = report.machine;
  row.nodes = report.nodes;
  row.pattern = pattern.name();
  row.density = parameter_of(pattern, report.nodes);
  row.bytes = largest_message(matrix);
  row.clock = report.clock;
  row.executor = report.executor;
  row.messages = report.network.messages;
  row.circuits = report.network.circuits;
  row.payload_bytes = report.network.payload_bytes;
  row.phases = result.phases;
  row.makespan = result.communication_cost;
  row.schedule = result.schedule_cost;
  row.link_wait = report.network.link_wait;
  row.port_wait = report.network.port_wait;
  row.discarded = report.network.discarded;
  row.host = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(report.host_seconds));
  row.trace_hash = report.trace_hash;
  row.pace = report.pace;
  return row;
}

}  // namespace switchyard::cli
