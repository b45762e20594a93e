#pragma once
/// \file partition_file.hpp
/// Reads a partition from a user's file: which node owns each row of a matrix.

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/matrix/partition.hpp"

namespace switchyard {

/// Reads a partition for the option --partition: the number of a node on a line for each row, as METIS writes it.
/// `nodes`: the number of nodes; if not set, the highest number in the file settles it.
/// Throws: UsageError for a file that cannot be read, has other lines or another number of them, or names a node that
///         does not exist.
Partition read_partition(const std::string& path, std::uint32_t rows, std::optional<std::uint32_t> nodes);

/// Returns a text with the number of rows that each node of a partition owns, such as "20" or "18
/// to 22".
std::string part_sizes_text(const Partition& partition);

/// Returns a range of numbers in words, such as "40 to 1616", or "24" if both ends are the same.
std::string range_text(std::uint64_t least, std::uint64_t most);

}  // namespace switchyard
