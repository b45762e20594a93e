#include "bench/experiment/partition_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "algorithms/matrix/text_input.hpp"
#include "bench/experiment/input_file.hpp"

namespace switchyard {

Partition read_partition(const std::string& path, std::uint32_t rows, std::optional<std::uint32_t> nodes) {
  InputFile file("--partition", path);
  detail::TextInput input(file, path);
  Partition partition{nodes.value_or(1), {}};
  const std::uint64_t most = nodes.value_or(detail::kMostNodesInFile);
  while (input.go_to_next_line()) {
    if (input.is_blank() || input.line().front() == '%') continue;
    const std::vector<detail::FieldOfTextLine>& fields = input.words_of_line();
    if (fields.size() > 1)
      input.throw_error_in_line(fields[1].column, "a second number for one row", "give one number on each line");
    const std::uint64_t node = input.parse_whole_number(fields.front());
    if (node >= most) {
      input.throw_error_in_line(fields.front().column, fmt::format("node {} does not exist", node),
                                fmt::format("nodes are 0..{}", most - 1));
    }
    partition.nodes = std::max(partition.nodes, static_cast<std::uint32_t>(node) + 1);
    if (partition.owner.size() == rows) {
      input.throw_error_in_line(1, fmt::format("more than the {} rows of the matrix", rows),
                                "give a line for each row");
    }
    partition.owner.push_back(NodeId{static_cast<std::uint32_t>(node)});
  }
  if (partition.owner.size() < rows) {
    input.throw_error_in_line(1, fmt::format("{} lines for {} rows", partition.owner.size(), rows),
                              "give a line for each row");
  }
  return partition;
}

std::string part_sizes_text(const Partition& partition) {
  std::vector<std::uint64_t> sizes(partition.nodes, 0);
  for (const NodeId owner : partition.owner) ++sizes[index(owner)];
  const auto [least, most] = std::ranges::minmax(sizes);
  return range_text(least, most);
}

std::string range_text(std::uint64_t least, std::uint64_t most) {
  return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

}  // namespace switchyard
