#include "bench/experiment/collective_options.hpp"

#include <algorithm>

namespace switchyard {

CommandOption collective_option(std::vector<std::string>& target) {
  CommandOption option{"--collective", "NAME=ALGORITHM,...",
                       "for an MPI program: by which algorithm a collective is carried out, such as alltoallv=rs_nl "
                       "(default: the fastest, which on the CM-5 may be its control network); "
                       "'switchyard list collectives' has them",
                       [&target](const std::string& text) {
                         for (std::size_t from = 0; from <= text.size();) {
                           const std::size_t comma = std::min(text.find(',', from), text.size());
                           target.push_back(text.substr(from, comma - from));
                           from = comma + 1;
                         }
                       }};
  option.may_be_repeated = true;
  return limit_options_to_work_kinds(WorkKinds::programs | WorkKinds::replay_lines, option);
}

}  // namespace switchyard
