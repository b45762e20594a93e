#include "bench/sweep/shared_sweep.hpp"

#include "bench/sweep/cell_runs.hpp"
#include "bench/sweep/sweep_run.hpp"
#include "runtime/ranks/work_desk.hpp"
#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::sweep {

void carry_out_sweep_runs_for_first_rank(const SweepPlan& plan, std::uint64_t jobs, RankJob& job,
                                         const std::stop_token& stop) {
  const std::uint64_t at_once = jobs_that_fit_in_memory(plan, jobs);
  PlannedRunExecutor runs(plan);
  RankWorkShare share(job, at_once);
  run_in_parallel(at_once, at_once, [&](std::uint64_t /*job*/) {
    share.carry_out_all_work_pieces(
        [&](std::uint64_t cell) {
          return encode_row_for_table_writing_process(runs.carry_out_run_and_return_row(cell));
        },
        stop);
  });
  share.announce_end_of_work_share(stop);
}

}  // namespace switchyard::sweep
