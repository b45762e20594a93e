/// \file compared_operation.cpp

#include "runtime/programs/mpi/compared_operation.hpp"

#include <string>
#include <utility>

#include "runtime/programs/mpi/operation.hpp"

namespace switchyard::mpi {

void add_compared_operation(Call& call, MPI_Op op, ComparedCollectiveCall& compared) {
  const auto predefined = predefined_operation(op);
  compared.operation = predefined
                           ? std::pair(static_cast<std::uint64_t>(*predefined) + 1, std::string(name_of(*predefined)))
                           : std::pair(std::uint64_t{0}, std::string("a function of the program"));
  if (const auto place = code_offset_of_reduction_function(call, op))
    compared.program_function = {call.process.program_path(), *place};
}

}  // namespace switchyard::mpi
