#include "bench/experiment/experiment_context.hpp"

#include <algorithm>
#include <utility>

#include "runtime/random.hpp"
#include "runtime/stress/parallel_runs.hpp"

namespace switchyard {
namespace {

/// Returns the FNV-1a hash of the text. Unlike std::hash, this hash is the same on every host.
std::uint64_t fnv1a_hash_of_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

std::uint64_t ExperimentContext::requested_or_published_sample_count(std::uint64_t published) const {
  const std::lock_guard lock(mutex_);
  needed_sample_count_ = std::max(needed_sample_count_, published);
  return session_.options_.sample_count.value_or(published);
}

std::uint64_t ExperimentContext::seed_of_random_stream(std::string_view stream, std::uint64_t sample) const {
  return split_seed(split_seed(session_.options_.seed, fnv1a_hash_of_text(stream)), sample);
}

void ExperimentContext::set_expected_work(double work) {
  const std::lock_guard lock(mutex_);
  progress_.expected_work = work;
}

void ExperimentContext::for_each_run_in_parallel(std::uint64_t count, const std::function<void(std::uint64_t)>& run,
                                                 const RunCost& each) {
  const auto run_counted = [&](std::uint64_t number) {
    if (session_.stop_token_.stop_requested()) return;
    run(number);
    add_done_work(each.host_work);
  };
  run_in_parallel(count, job_count_for(each), run_counted);
  if (session_.stop_token_.stop_requested()) throw ExperimentInterrupted();
}

/// Makes the runs of an experiment, each on one of the MPI ranks, and copies all results to all ranks. If no ranks
/// share the runs, this process makes all runs.
void ExperimentContext::share_runs_among_ranks(std::span<std::byte> results, std::size_t bytes_each,
                                               const std::function<void(std::uint64_t)>& run, const RunCost& each) {
  if (session_.shared_rounds_ == nullptr) return for_each_run_in_parallel(results.size() / bytes_each, run, each);
  const WorkRoundsSharedByRanks::WorkPieces pieces{results, bytes_each, job_count_for(each), run,
                                                   [&] { add_done_work(each.host_work); }};
  session_.shared_rounds_->carry_out_round(pieces, session_.stop_token_);
  if (session_.stop_token_.stop_requested()) throw ExperimentInterrupted();
}

std::uint64_t ExperimentContext::job_count_for(const RunCost& each) const {
  return job_count_within_memory(session_.options_.parallel_job_count, static_cast<double>(each.memory_bytes));
}

void ExperimentContext::add_done_work(double work) {
  const std::lock_guard lock(mutex_);
  progress_.done_work += work;
  if (session_.progress_callback_) session_.progress_callback_(progress_);
}

void ExperimentContext::add(ResultCell cell) {
  const std::lock_guard lock(mutex_);
  outcome_.cells.push_back(std::move(cell));
}

void ExperimentContext::add(PaperClaim claim) {
  const std::lock_guard lock(mutex_);
  claim.needed_sample_count = needed_sample_count_;
  if (needed_sample_count_ != 0) claim.sample_count = session_.options_.sample_count.value_or(needed_sample_count_);
  outcome_.claims.push_back(std::move(claim));
}

void ExperimentContext::add_note(std::string note) {
  const std::lock_guard lock(mutex_);
  outcome_.notes.push_back(std::move(note));
}

void ExperimentContext::add_chart(std::string chart) {
  const std::lock_guard lock(mutex_);
  outcome_.chart_texts.push_back(std::move(chart));
}

void ExperimentContext::mark_experiment_complete() {
  const std::lock_guard lock(mutex_);
  outcome_.is_complete = true;
}

ExperimentOutcome ExperimentContext::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
}

}  // namespace switchyard
