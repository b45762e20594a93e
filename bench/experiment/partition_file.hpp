#pragma once
/// \file partition_file.hpp
/// Reads a partition (which node owns each row of a matrix) from a file of the user.

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/matrix/partition.hpp"

namespace switchyard {

/// Reads a partition for the option --partition. The file has a line for each row of the matrix, with the number of the
/// node that owns the row, as METIS writes it. `nodes` is the number of nodes; if it is empty, the number of nodes is
/// the highest number in the file plus one.
/// Throws: UsageError if the file cannot be read, if a line is not one number, if the number of lines is not `rows`, or
///         if a line names a node that does not exist.
Partition read_partition(const std::string& path, std::uint32_t rows, std::optional<std::uint32_t> nodes);

/// Returns a text with the number of rows that each node of a partition owns, such as "20" or "18
/// to 22".
std::string part_sizes_text(const Partition& partition);

/// Returns a range of numbers in words, such as "40 to 1616", or "24" if both ends are the same.
std::string range_text(std::uint64_t least, std::uint64_t most);

}  // namespace switchyard
