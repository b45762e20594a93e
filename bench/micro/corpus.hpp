#pragma once
/// \file corpus.hpp
/// A corpus of wrong node programs, each with a corrected version. A strategy of stress testing is
/// judged by how many of these bugs it finds.

#include <string>
#include <vector>

#include "runtime/run.hpp"

namespace switchyard {

struct WrongAndRightProgram {
  std::string name;
  std::string bug_description;
  Machine machine;
  NodeProgram wrong_program;
  NodeProgram right_program;
};

std::vector<WrongAndRightProgram> all_corpus_pairs();

}  // namespace switchyard
