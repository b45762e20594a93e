#pragma once
/// \file claim.hpp
/// What a paper says of its results, judged on the emulated ones.

#include <string>

namespace switchyard {

struct Claim {
  std::string id;              ///< "W1"; once over all experiments
  std::string statement = {};  ///< in our own words
  bool holds = false;
  std::string evidence = {};  ///< the numbers behind it
  std::string known = {};     ///< why it is known not to hold; empty: it is expected to hold
};

}  // namespace switchyard
