/// \file compared_operation.cpp

#include "runtime/programs/mpi/compared_operation.hpp"

#include <limits>
#include <string>
#include <utility>

#include "runtime/programs/mpi/operation.hpp"

namespace switchyard::mpi {

void add_compared_operation(Call& call, MPI_Op op, ComparedCollectiveCall& compared) {
  if (const auto predefined = predefined_operation(op)) {
    compared.operation = {static_cast<std::uint64_t>(*predefined) + 1, std::string(name_of(*predefined))};
  } else if (is_commutative_operation_of_program(call, op)) {
    compared.operation = {std::numeric_limits<std::uint64_t>::max(), "a commutative function of the program"};
  } else {
    compared.operation = {0, "a function of the program that is not commutative"};
  }
  if (const auto place = code_offset_of_reduction_function(call, op))
    compared.program_function = {call.process.program_path(), *place};
}

}  // namespace switchyard::mpi
