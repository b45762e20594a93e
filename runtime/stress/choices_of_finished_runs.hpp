#pragma once
/// \file choices_of_finished_runs.hpp
/// An index of the choices that finished runs of a search have made, such as which message a receive from any node got.
/// The search asks it whether a run with some given choices is needed at all.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "runtime/stress/choice_name.hpp"

namespace switchyard {

/// The choices made in each of several runs, in the form that does not depend on the order of events
/// (ChoiceSet::order_independent_choices in served_choices.hpp).
class ChoicesOfFinishedRuns {
 public:
  /// Some of 64 runs with consecutive numbers.
  struct BitsetOfSixtyFourRuns {
    std::uint32_t number = 0;           ///< the number of the first of these runs, divided by 64
    std::uint64_t bit_set_of_runs = 0;  ///< bit i stands for the run number * 64 + i
  };

  void add(const Choices& choices);
  /// Returns whether one of the recorded runs has made all choices in `some`, with the same results.
  bool has_run_with_choices(const Choices& some) const;

 private:
  std::uint32_t run_count_ = 0;
  /// For each choice with its result, the runs that have made it, in blocks with ascending numbers.
  std::unordered_map<Choices::value_type, std::vector<BitsetOfSixtyFourRuns>, ChoicesHash> runs_with_choice_;
};

}  // namespace switchyard
