#pragma once
/// \file corpus.hpp
/// Node programs that are wrong, each next to the same one put right: what the stress strategies are measured by.

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

std::vector<CorpusPair> corpus();

}  // namespace switchyard
