#include "bench/experiment/shared_job.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>

namespace switchyard {
namespace {

RankJob* current_job = nullptr;

std::optional<MpirunEnvironment> launcher_from_environment() {
  return launcher_named_in_environment([](const char* name) { return std::getenv(name); });
}

/// If all MPI ranks run on one host, tells Open MPI to use shared memory, unless the user has chosen another transport.
/// Open MPI then does not search for network libraries, which would take 0.2 s at each start.
void make_open_mpi_use_shared_memory() {
  const char* const all = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (all != nullptr && here != nullptr && std::string_view(all) == here) ::setenv("OMPI_MCA_pml", "ob1", 0);
}

}  // namespace

MpiJobMembership::MpiJobMembership(RoleOfMpiRanks use) {
  const auto found = launcher_from_environment();
  if (!found || use == RoleOfMpiRanks::no_cooperation) return;
  if (!found->has_several_processes && use != RoleOfMpiRanks::native_nodes) return;
  // For native runs, whose nodes are real MPI ranks, Open MPI's own choice of a transport is kept: the measured times
  // depend on the network library, which must be the same as in other MPI programs of the user.
  if (use != RoleOfMpiRanks::native_nodes) make_open_mpi_use_shared_memory();
  try {
    rank_job_ = RankJob::join_job(*found);
  } catch (const UsageError& error) {
    if (found->rank == "0" || found->rank.empty()) throw;
    // The text of the error is empty on this rank, as the first rank prints the error.
    throw Error({}, error.exit_code());
  }
  current_job = rank_job_.get();
}

/// Leaves the job of MPI ranks. If a signal has ended the work, the RankJob is deliberately not destroyed, as other
/// threads may still use it.
MpiJobMembership::~MpiJobMembership() {
  current_job = nullptr;
  if (rank_job_ && rank_job_->is_abandoned()) [[maybe_unused]]
    const RankJob* const left_behind = rank_job_.release();
}

RankJob* MpiJobMembership::joined_mpi_job() noexcept { return current_job; }

void MpiJobMembership::require_equal_text_on_all_ranks(std::string_view state) {
  if (current_job == nullptr) return;
  if (const auto problem = current_job->compare_all_ranks(std::nullopt, state))
    throw Error(problem->message_to_print, problem->rank_exit_code);
}

void MpiJobMembership::wait_until_ranks_are_ready() {
  if (current_job == nullptr) return;
  require_equal_text_on_all_ranks({});
  current_job->end_comparisons();
}

ComputationEnd MpiJobMembership::run_until_done_or_signal(std::function<void(std::stop_token)> work,
                                                          const std::function<void()>& tick) {
  const ComputationEnd ending = run_interruptibly(std::move(work), tick);
  if (ending.is_interrupted() && current_job != nullptr) current_job->abandon_job();
  return ending;
}

bool MpiJobMembership::leaves_work_to_first_rank() {
  wait_until_ranks_are_ready();
  return current_job != nullptr && !current_job->is_first_rank();
}

RankJob::RankError MpiJobMembership::report_problem_to_ranks(RankJob::RankError problem) {
  if (current_job == nullptr) return problem;
  if (!current_job->are_rank_comparisons_finished())
    return current_job->compare_all_ranks(problem, {}).value_or(std::move(problem));
  if (current_job->is_first_rank() || problem.message_to_print.empty()) return problem;
  // The other MPI ranks are ended, as they might wait for this rank for ever.
  std::cerr << fmt::format("rank {}: {}\n", current_job->rank(), problem.message_to_print);
  current_job->mpi_calls().end_all(static_cast<int>(problem.rank_exit_code));
  return problem;
}

std::string MpiJobMembership::missing_work_pieces_as_text(const std::set<std::uint64_t>& pieces,
                                                          const std::function<std::string(std::uint64_t)>& text_of) {
  constexpr std::size_t kMostNamed = 3;
  std::string list;
  std::size_t count = 0;
  for (auto piece = pieces.begin(); piece != pieces.end() && count < kMostNamed; ++piece, ++count) {
    list += (list.empty() ? ", among those missing " : "; ") + text_of(*piece);
  }
  return list;
}

}  // namespace switchyard
