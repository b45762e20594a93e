#pragma once
/// \file corpus.hpp
/// A corpus of node programs with planted bugs, each with a corrected version. A strategy of stress testing is judged
/// by how many of these bugs it finds.

#include <string>
#include <vector>

#include "runtime/run.hpp"

namespace switchyard {

struct BuggyAndFixedProgram {
  std::string name;
  std::string bug_description;
  Machine machine;
  NodeProgram buggy_program;
  NodeProgram corrected_program;
};

std::vector<BuggyAndFixedProgram> all_buggy_and_fixed_programs();

}  // namespace switchyard
