#include "bench/experiment/exchange_row.hpp"

#include <algorithm>
#include <chrono>

namespace switchyard {

std::uint64_t largest_message_bytes(const CommunicationMatrix& matrix) {
  if (matrix.message_bytes_if_complete()) return matrix.node_count() > 1 ? *matrix.message_bytes_if_complete() : 0;
  std::uint64_t largest = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) largest = std::max(largest, entry.bytes);
  }
  return largest;
}

std::string pattern_parameter_text(const Pattern& pattern, std::uint32_t nodes) {
  return pattern.kind == Pattern::Kind::complete ? std::to_string(nodes - 1) : pattern.parameter_text;
}

ResultRow result_row_of_run_report(const RunReport& report) {
  ResultRow row;
  row.machine = report.machine;
  row.nodes = report.nodes;
  row.clock = report.clock;
  row.executor = report.executor;
  row.message_count = report.network.messages;
  row.circuit_count = report.network.circuits;
  row.payload_bytes = report.network.payload_bytes;
  row.makespan = report.makespan;
  row.link_wait = report.network.link_wait;
  row.port_wait = report.network.port_wait;
  row.discarded_messages = report.network.discarded;
  row.host_time = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(report.host_seconds));
  row.trace_hash = report.trace_hash;
  row.pace = report.pace;
  return row;
}

ResultRow result_row_of_exchange(const Pattern& pattern, const CommunicationMatrix& matrix,
                                 const ExchangeResult& result) {
  ResultRow row = result_row_of_run_report(result.report);
  row.pattern = pattern.name();
  row.pattern_parameter = pattern_parameter_text(pattern, result.report.nodes);
  row.bytes = largest_message_bytes(matrix);
  row.phases = result.phases;
  row.makespan = result.communication_cost;
  row.schedule_time = result.schedule_cost;
  return row;
}

}  // namespace switchyard
