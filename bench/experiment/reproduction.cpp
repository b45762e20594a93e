#include "bench/experiment/reproduction.hpp"

#include <fmt/format.h>

#include <utility>

#include "bench/experiment/parameters.hpp"

namespace switchyard {

std::string reproduction_settings_text(const std::vector<PublishedExperiment>& experiments,
                                       const SessionOptions& options) {
  std::string text = version_and_build_text() + '\n';
  for (const PublishedExperiment& each : experiments) text += fmt::format("experiment: {}\n", each.id);
  const std::string samples = options.sample_count ? std::to_string(*options.sample_count) : "as published";
  return text + fmt::format("samples: {}\nseed: {}\n", samples, options.seed);
}

Reproduction::Reproduction(std::vector<PublishedExperiment> experiments, const SessionOptions& options,
                           std::ostream& progress, ProgressStyle style)
    : experiments_(std::move(experiments)), options_(options), progress_display_(progress, style) {}

void Reproduction::carry_out_all_experiments(const std::stop_token& stop) {
  const auto show = [this](const ExperimentProgress& progress) {
    progress_display_.update_display(
        {.done_fraction = progress.expected_work > 0 ? progress.done_work / progress.expected_work : 0});
  };
  session_.emplace(options_, stop, show, shared_rounds_ ? &*shared_rounds_ : nullptr);
  for (std::size_t number = 0; number < experiments_.size(); ++number) {
    work_runner_.carry_out_work_piece(
        number, stop, [&] { carry_out_experiment(number); }, [&] { return experiments_[number].id; });
  }
  if (!shared_rounds_ || stop.stop_requested()) return;
  const auto failed = failure();
  shared_rounds_->leave_shared_work_rounds(failed ? failed->error : nullptr);
}

ExperimentContext& Reproduction::start_experiment(std::size_t number) {
  progress_display_.begin_job(fmt::format("{} ({} of {})", experiments_[number].id, number + 1, experiments_.size()));
  const std::lock_guard lock(mutex_);
  return *started_contexts_.emplace_back(std::make_unique<ExperimentContext>(*session_));
}

void Reproduction::carry_out_experiment(std::size_t number) {
  ExperimentContext& context = start_experiment(number);
  try {
    experiments_[number].experiment_function(context);
    context.mark_experiment_complete();
    progress_display_.end_current_job();
    // An experiment that was interrupted keeps the results that it has so far, but is not marked as complete.
  } catch (const ExperimentInterrupted&) {
  }
}

std::vector<ReproducedExperiment> Reproduction::results() const {
  const std::lock_guard lock(mutex_);
  std::vector<ReproducedExperiment> results;
  for (std::size_t i = 0; i < started_contexts_.size(); ++i)
    results.push_back({experiments_[i], started_contexts_[i]->outcome()});
  return results;
}

}  // namespace switchyard
