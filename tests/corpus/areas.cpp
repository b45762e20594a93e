#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {

std::vector<TestProgramCategory> make_all_test_program_categories() {
  return {make_point_to_point_test_programs(),
          make_wildcard_receive_test_programs(),
          make_request_test_programs(),
          make_collective_test_programs(),
          make_active_message_test_programs(),
          make_program_end_test_programs(),
          make_mixed_wait_test_programs(),
          make_busy_lock_test_programs(),
          make_correct_message_test_programs(),
          make_correct_group_test_programs(),
          make_correct_active_message_test_programs()};
}

}  // namespace switchyard::corpus
