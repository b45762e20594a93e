#include "bench/papers/registry.hpp"

#include <iterator>
#include <utility>

#include "bench/papers/paper_list.hpp"

namespace switchyard::papers {

std::vector<PublishedExperiment> published_experiments() {
  std::vector<PublishedExperiment> all;
  for (const auto experiments_of_paper : kPapers) {
    std::vector<PublishedExperiment> more = experiments_of_paper();
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  return all;
}

}  // namespace switchyard::papers
