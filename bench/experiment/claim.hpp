#pragma once
/// \file claim.hpp
/// A statement of a paper about its results, judged on the emulated results.

#include <string>

namespace switchyard {

struct Claim {
  std::string id;              ///< id such as "W1", unique among all experiments
  std::string statement = {};  ///< the statement in our own words
  bool holds = false;
  std::string evidence = {};  ///< numbers on which the judgement is based
  std::string known = {};     ///< reason why the claim is known not to hold; empty: it is expected to hold
};

}  // namespace switchyard
