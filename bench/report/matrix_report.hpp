#pragma once
/// \file matrix_report.hpp
/// Prints the figures by which communication matrices are compared, such as the bytes that each node sends.

#include <iosfwd>
#include <string>

#include "algorithms/matrix/describe.hpp"

namespace switchyard {

/// Prints the figures that describe a communication matrix, one on each line. `name` is the path of the matrix file.
void print_matrix_description(std::ostream& out, const std::string& name, const MatrixDescription& d);

}  // namespace switchyard
