#include "bench/experiment/experiment_context.hpp"

#include <algorithm>
#include <utility>

#include "runtime/random.hpp"
#include "runtime/stress/parallel_runs.hpp"

namespace switchyard {
namespace {

/// Returns the FNV-1a hash of the text. Unlike std::hash, this hash is the same on every host.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

std::uint64_t ExperimentContext::sample_count_or(std::uint64_t published) const {
  const std::lock_guard lock(mutex_);
  needed_samples_ = std::max(needed_samples_, published);
  return session_.options_.samples.value_or(published);
}

std::uint64_t ExperimentContext::seed_of_random_stream(std::string_view stream, std::uint64_t sample) const {
  return split_seed(split_seed(session_.options_.seed, hash_of(stream)), sample);
}

void ExperimentContext::set_expected_work(double work) {
  const std::lock_guard lock(mutex_);
  progress_.expected = work;
}

void ExperimentContext::for_each_run(std::uint64_t count, const std::function<void(std::uint64_t)>& run,
                                     const RunCost& each) {
  const auto run_counted = [&](std::uint64_t number) {
    if (session_.stop_.stop_requested()) return;
    run(number);
    add_done_work(each.work);
  };
  run_in_parallel(count, job_count_for(each), run_counted);
  if (session_.stop_.stop_requested()) throw Interrupted();
}

/// Makes each run on one of the MPI ranks and copies its result to all ranks. If no ranks share the runs, this process
/// makes all runs.
void ExperimentContext::share_runs(std::span<std::byte> results, std::size_t bytes_each,
                                   const std::function<void(std::uint64_t)>& run, const RunCost& each) {
  if (session_.rounds_ == nullptr) return for_each_run(results.size() / bytes_each, run, each);
  const SharedRounds::WorkPieces pieces{results, bytes_each, job_count_for(each), run,
                                        [&] { add_done_work(each.work); }};
  session_.rounds_->carry_out_round(pieces, session_.stop_);
  if (session_.stop_.stop_requested()) throw Interrupted();
}

std::uint64_t ExperimentContext::job_count_for(const RunCost& each) const {
  return jobs_within_memory(session_.options_.jobs, static_cast<double>(each.bytes));
}

void ExperimentContext::add_done_work(double work) {
  const std::lock_guard lock(mutex_);
  progress_.done += work;
  if (session_.report_progress_) session_.report_progress_(progress_);
}

void ExperimentContext::add(ResultCell cell) {
  const std::lock_guard lock(mutex_);
  outcome_.cells.push_back(std::move(cell));
}

void ExperimentContext::add(Claim claim) {
  const std::lock_guard lock(mutex_);
  claim.needed_samples = needed_samples_;
  if (needed_samples_ != 0) claim.samples = session_.options_.samples.value_or(needed_samples_);
  outcome_.claims.push_back(std::move(claim));
}

void ExperimentContext::add_note(std::string note) {
  const std::lock_guard lock(mutex_);
  outcome_.notes.push_back(std::move(note));
}

void ExperimentContext::add_chart(std::string chart) {
  const std::lock_guard lock(mutex_);
  outcome_.charts.push_back(std::move(chart));
}

void ExperimentContext::mark_experiment_complete() {
  const std::lock_guard lock(mutex_);
  outcome_.complete = true;
}

ExperimentOutcome ExperimentContext::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
}

}  // namespace switchyard
