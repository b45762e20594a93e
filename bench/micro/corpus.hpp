#pragma once
/// \file corpus.hpp
/// A corpus of wrong node programs, each with a corrected version. A strategy of stress testing is
/// judged by how many of these bugs it finds.

#include <string>
#include <vector>

#include "runtime/run.hpp"

namespace switchyard {

struct CorpusPair {
  std::string name;
  std::string bug;
  Machine machine;
  NodeProgram wrong;
  NodeProgram right;
};

std::vector<CorpusPair> all_corpus_pairs();

}  // namespace switchyard
