#include "bench/cli/reproduction.hpp"

#include <fmt/format.h>

#include <utility>

namespace switchyard::cli {

using experiments::ExperimentContext;
using experiments::Progress;

Reproduction::Reproduction(std::vector<experiments::PublishedExperiment> experiments,
                           const experiments::SessionOptions& options, std::ostream& progress, ProgressStyle style)
    : experiments_(std::move(experiments)), options_(options), display_(progress, style) {}

void Reproduction::carry_out(const std::stop_token& stop) {
  session_.emplace(options_, stop, [this](const Progress& progress) {
    display_.show(progress.expected > 0 ? progress.done / progress.expected : 0);
  });
  for (std::size_t number = 0; number < experiments_.size() && !stop.stop_requested() && !failure(); ++number) {
    carry_out_one(number);
  }
}

ExperimentContext& Reproduction::start(std::size_t number) {
  display_.begin(fmt::format("{} ({} of {})", experiments_[number].id, number + 1, experiments_.size()));
  const std::lock_guard lock(mutex_);
  return *started_.emplace_back(std::make_unique<ExperimentContext>(*session_));
}

void Reproduction::carry_out_one(std::size_t number) {
  ExperimentContext& context = start(number);
  try {
    experiments_[number].carry_out(context);
    context.set_complete();
    display_.done();
  } catch (const experiments::Interrupted&) {  // the outcome stays incomplete
  } catch (const std::exception&) {
    const std::lock_guard lock(mutex_);
    failure_ = FailedExperiment{experiments_[number].id, std::current_exception()};
  }
}

std::vector<Reproduced> Reproduction::results() const {
  const std::lock_guard lock(mutex_);
  std::vector<Reproduced> results;
  for (std::size_t i = 0; i < started_.size(); ++i) results.push_back({experiments_[i], started_[i]->outcome()});
  return results;
}

std::optional<FailedExperiment> Reproduction::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace switchyard::cli
