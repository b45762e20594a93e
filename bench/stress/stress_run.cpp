#include "bench/stress/stress_run.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <utility>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/shared_job.hpp"
#include "bench/stress/exhaustive_session.hpp"
#include "bench/stress/shared_stress.hpp"
#include "bench/stress/stress_report.hpp"

namespace switchyard {
namespace {

void rethrow_if_set(const std::exception_ptr& error) {
  if (error) std::rethrow_exception(error);
}

/// Does what a rank of an mpirun other than the first does in a stress test: carries out the runs that the first rank
/// hands out. The first rank prints all results and errors.
ExitCode join_stress_test_of_first_rank(StressPlan plan, RankJob& job) {
  MpiJobMembership::wait_until_ranks_are_ready();
  const auto owned = std::make_shared<const StressPlan>(std::move(plan));
  return MpiJobMembership::run_until_done_or_signal(
             [owned, &job](const std::stop_token& stop) { execute_stress_blocks_for_first_rank(*owned, job, stop); })
      .exit_code();
}

/// Prints on standard error how many runs of an interrupted stress test are done, and which of its runs other MPI ranks
/// had begun.
void print_note_of_interruption(const StressSession& session, const std::vector<AlgorithmStressResult>& results) {
  const StressPlan& plan = session.stress_plan();
  std::uint64_t done = 0;
  for (const AlgorithmStressResult& each : results) done += each.report.runs();
  const std::string missing = MpiJobMembership::missing_work_pieces_as_text(
      session.numbers_of_pieces_handed_out(), [&plan](std::uint64_t piece) {
        return stress_block_as_text(plan, stress_block_of_work_piece_number(piece, plan.stress_options));
      });
  std::cerr << fmt::format("interrupted: the tally holds the {} of {} runs that are done{}\n", done,
                           plan.stress_options.runs * plan.algorithms.size(), missing);
}

}  // namespace

std::vector<Algorithm> algorithms_that_can_run(const Catalogue& catalogue, const Machine& machine,
                                               const CommunicationMatrix& matrix, std::optional<Protocol> protocol,
                                               std::ostream& err) {
  std::vector<Algorithm> algorithms;
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    try {
      check_machine_meets_requirements(machine, algorithm, protocol);
      check_matrix(machine, algorithm, matrix);
      algorithms.push_back(algorithm);
    } catch (const UsageError& error) {
      err << "left out: " << error.what() << '\n';
    }
  }
  return algorithms;
}

StressPlan with_isolation_if_needed(StressPlan plan) {
  plan.stress_options.limits.isolated =
      !plan.library_load_options_text.empty() || (plan.program && plan.program->launch);
  return plan;
}

ExitCode carry_out_stress(StressPlan plan, const StressOutput& output) {
  RankJob* const job = MpiJobMembership::joined_mpi_job();
  if (job != nullptr)
    MpiJobMembership::require_equal_text_on_all_ranks(
        fmt::format("{}\n{}", version_and_build_text(), stress_settings_text(plan)));
  if (job != nullptr && !job->is_first_rank()) return join_stress_test_of_first_rank(std::move(plan), *job);
  const auto session = std::make_shared<StressSession>(std::move(plan), std::cerr, output.progress_style);
  check_replay_folder(output.finding_files);
  OptionalOutputFile json("--json", output.json_file_name);
  if (job != nullptr) session->share_runs_with_ranks_of(*job);
  MpiJobMembership::wait_until_ranks_are_ready();
  const ComputationEnd ending = MpiJobMembership::run_until_done_or_signal(
      [session](const std::stop_token& stop) { session->carry_out_stress_test(stop); },
      [session] { session->refresh_progress_display(); });
  session->close_progress_display();
  std::vector<AlgorithmStressResult> results = session->results();
  print_outcome_tally(std::cout, session->stress_plan(), results);
  const std::exception_ptr unwritten =
      print_and_write_findings(std::cout, session->stress_plan(), results, output.finding_files);
  std::cout.flush();
  rethrow_if_set(session->stress_error());
  if (ending.is_interrupted()) {
    print_note_of_interruption(*session, results);
    return ending.exit_code();
  }
  json.write_file_if_wanted([&] { return stress_json(session->stress_plan(), results); });
  rethrow_if_set(unwritten);
  return exit_code_of(session->stress_plan(), results, output.ignores_known_findings);
}

ExitCode carry_out_exhaustive_stress(StressPlan plan, const StressOutput& output) {
  const auto session = std::make_shared<ExhaustiveSession>(std::move(plan), std::cerr, output.progress_style);
  check_replay_folder(output.finding_files);
  const ComputationEnd ending =
      run_interruptibly([session](const std::stop_token& stop) { session->explore_orders_of_all_algorithms(stop); },
                        [session] { session->refresh_progress_display(); });
  session->close_progress_display();
  rethrow_if_set(session->exploration_error());
  std::vector<ExploredAlgorithm> results = session->results_so_far();
  print_orders_table(std::cout, session->stress_plan(), results);
  rethrow_if_set(print_and_write_findings(std::cout, session->stress_plan(), results, output.finding_files));
  if (ending.is_interrupted()) {
    std::cerr << "interrupted: not all orders are done\n";
    return ending.exit_code();
  }
  return exit_code_of(session->stress_plan(), results);
}

}  // namespace switchyard
