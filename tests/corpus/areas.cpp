#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {

std::vector<CorpusArea> all_areas() {
  return {point_to_point(), wildcards(), requests(),         collectives(),    active_messages(), endings(),
          mixtures(),       locks(),     healthy_messages(), healthy_groups(), healthy_words()};
}

}  // namespace switchyard::corpus
