#include "bench/report/matrix_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "runtime/values.hpp"

namespace switchyard {
namespace {

void print_named_value(std::ostream& out, const char* name, const std::string& value) {
  out << fmt::format("{:<15} {}\n", name, value);
}

/// Prints the bytes that each node sends or receives: one number for each node if there are at most 16 nodes, else only
/// the least, the largest and the median number.
void print_bytes_of_nodes(std::ostream& out, const char* name, std::vector<std::uint64_t> bytes) {
  constexpr std::size_t kFew = 16;
  if (bytes.empty()) return;
  if (bytes.size() <= kFew) return print_named_value(out, name, fmt::format("{} bytes", fmt::join(bytes, " ")));
  std::ranges::sort(bytes);
  print_named_value(
      out, name,
      fmt::format("{} to {} bytes, half of them {} or less", bytes.front(), bytes.back(), bytes[bytes.size() / 2]));
}

}  // namespace

void print_matrix_description(std::ostream& out, const std::string& name, const MatrixDescription& d) {
  print_named_value(out, "matrix", name);
  print_named_value(out, "nodes", std::to_string(d.nodes));
  print_named_value(out, "messages", fmt::format("{} ({:.2f} % of all pairs)", d.messages, d.density_percent));
  print_named_value(
      out, "bytes",
      fmt::format("{} in all; a message {} to {}, mean {:.1f}", d.total_bytes, d.min_bytes, d.max_bytes, d.mean_bytes));
  print_named_value(out, "kind", fmt::format("{}, {}", name_of(d.kind), d.uniform ? "uniform" : "sizes differ"));
  print_named_value(out, "fan-out",
                    fmt::format("{} to {} (f = {})", d.min_out_degree, d.max_out_degree, d.max_out_degree));
  print_named_value(out, "fan-in", fmt::format("{} to {} (g = {})", d.min_in_degree, d.max_in_degree, d.max_in_degree));
  print_named_value(out, "density",
                    fmt::format("{} (h, the larger of f and g)", std::max(d.max_out_degree, d.max_in_degree)));
  print_named_value(out, "mutual pairs", std::to_string(d.mutual_pairs));
  print_named_value(out, "symmetric", d.symmetric ? "yes, in its pattern" : "no");
  print_named_value(out, "traffic bound",
                    fmt::format("t = {} bytes: a node sends up to r = {} and receives up to c = {}", d.traffic_bound,
                                d.max_sent_bytes_of_a_node, d.max_received_bytes_of_a_node));
  print_bytes_of_nodes(out, "sent, r_i", d.sent_bytes_of_each_node);
  print_bytes_of_nodes(out, "received, c_j", d.received_bytes_of_each_node);
}

}  // namespace switchyard
