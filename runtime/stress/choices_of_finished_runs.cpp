#include "runtime/stress/choices_of_finished_runs.hpp"

#include <algorithm>
#include <cstddef>

namespace switchyard {
namespace {

using BitsetOfSixtyFourRuns = ChoicesOfFinishedRuns::BitsetOfSixtyFourRuns;

/// Removes from `runs` the runs that are not among `others`.
void intersect_run_sets(std::vector<BitsetOfSixtyFourRuns>& runs, const std::vector<BitsetOfSixtyFourRuns>& others) {
  auto other = others.begin();
  std::erase_if(runs, [&](BitsetOfSixtyFourRuns& run) {
    if (other == others.end() || run.number < other->number) return true;
    // As numbers ascend, the wanted one is at most as many places further on as it is larger.
    const auto end = other + std::min<std::ptrdiff_t>(run.number - other->number + 1, others.end() - other);
    other = std::ranges::lower_bound(other, end, run.number, {}, &BitsetOfSixtyFourRuns::number);
    run.bit_set_of_runs &= other != others.end() && other->number == run.number ? other->bit_set_of_runs : 0;
    return run.bit_set_of_runs == 0;
  });
}

}  // namespace

void ChoicesOfFinishedRuns::add(const Choices& choices) {
  const std::uint32_t block = run_count_ / 64;
  for (const auto& choice : choices) {
    std::vector<BitsetOfSixtyFourRuns>& runs = runs_with_choice_[choice];
    if (runs.empty() || runs.back().number != block) runs.push_back({.number = block});
    runs.back().bit_set_of_runs |= std::uint64_t{1} << run_count_ % 64;
  }
  ++run_count_;
}

bool ChoicesOfFinishedRuns::has_run_with_choices(const Choices& some) const {
  if (some.empty()) return run_count_ > 0;
  std::vector<const std::vector<BitsetOfSixtyFourRuns>*> lists;
  for (const auto& choice : some) {
    const auto found = runs_with_choice_.find(choice);
    if (found == runs_with_choice_.end()) return false;
    lists.push_back(&found->second);
  }
  std::ranges::sort(lists, {}, [](const auto* list) { return list->size(); });
  std::vector<BitsetOfSixtyFourRuns> runs = *lists.front();
  for (std::size_t i = 1; i < lists.size() && !runs.empty(); ++i) intersect_run_sets(runs, *lists[i]);
  return !runs.empty();
}

}  // namespace switchyard
