#include "bench/recommend/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

#include "algorithms/collision_graph_algorithms.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/work_watch.hpp"
#include "runtime/error.hpp"
#include "runtime/stress/parallel_runs.hpp"

namespace switchyard::recommend {
namespace {

/// Returns the first line of a text, without its line end.
std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// The numbers of samples after which the comparison decides which algorithms are still candidates for the best one.
constexpr std::uint64_t kSampleCountsToJudge[] = {2,  3,  4,   6,   8,   12,  16,  24,  32,  48,
                                                  64, 96, 128, 192, 256, 384, 512, 768, 1024};
/// A candidate algorithm is dropped, after two samples or more, if each of its samples costs more than this many times
/// as much as the corresponding sample of the best candidate.
constexpr double kDropCostRatio = 1.5;
/// A candidate algorithm is dropped if its cost exceeds this many times the best cost, in samples that use a schedule
/// fewer times than the user asks for. The number is larger than kDropCostRatio, which holds for the full number of
/// uses, because the cost of one use depends on how many uses follow each other.
constexpr double kDropCostRatioWithFewScheduleUses = 2;
/// The number of samples of each candidate algorithm in the first round, which drops the hopelessly slow candidates,
/// and the largest number of uses of the schedule in each of these samples.
constexpr std::uint64_t kScreeningSampleCount = 2;
constexpr std::uint64_t kMostScheduleUsesInScreening = 8;
constexpr std::uint64_t kMostScheduleUsesInRun = 100;
/// If the matrix has more messages than this, schedulers that use a collision graph are left out, because their memory
/// grows with the square of the number of messages.
constexpr std::uint64_t kMostMessagesForCollisionGraph = 20'000;
constexpr std::uint64_t kSeedStreamOfRuns = 0x4ec0;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The costs measured in one run of one candidate algorithm, in microseconds.
struct CandidateSample {
  double communication_microseconds = 0;
  double schedule_microseconds = 0;
};

std::optional<std::string> reason_against_running_algorithm(const Machine& machine, const Algorithm& algorithm,
                                                            const CommunicationMatrix& matrix) {
  if (algorithm.choice) return "picks one of the others";
  if (algorithm.may_deadlock) return "may deadlock";
  try {
    check_machine_meets_requirements(machine, algorithm, std::nullopt);
    check_matrix(machine, algorithm, matrix);
  } catch (const UsageError& error) {
    return error.mistake().reason;
  }
  const auto graphs = list_schedulers();
  const bool by_graph = std::ranges::find(graphs, algorithm.name, &ListScheduler::name) != graphs.end();
  if (by_graph && matrix.message_count() > kMostMessagesForCollisionGraph) {
    return fmt::format("a collision graph of {} messages takes too long", matrix.message_count());
  }
  return std::nullopt;
}

class AlgorithmCostComparer {
 public:
  AlgorithmCostComparer(const Machine& machine, const Catalogue& catalogue, const CommunicationMatrix& matrix,
                        const ComparisonOptions& options)
      : machine_(machine), matrix_(matrix), options_(options) {
    for (const Algorithm& algorithm : catalogue.algorithms()) {
      if (auto reason = reason_against_running_algorithm(machine, algorithm, matrix)) {
        left_out_algorithms_.push_back({algorithm.name, std::move(*reason)});
      } else {
        candidates_.push_back({&algorithm, {}, true});
      }
    }
    if (candidates_.empty()) {
      throw UsageError(fmt::format("no algorithm fits machine {} with this matrix", machine.name()),
                       "use another number of nodes");
    }
  }

  AlgorithmComparison compare_all_candidates() {
    screen_candidates();
    for (const std::uint64_t look : kSampleCountsToJudge) {
      while (sample_count_ < std::min(look, options_.sample_count_limit)) take_sample();
      if (look > 2) judge_rivals_against_best();
      drop_hopeless_candidates();
      if (sample_count_ >= options_.sample_count_limit || (look > 2 && is_best_algorithm_decided())) break;
    }
    judge_rivals_against_best();
    return comparison_result();
  }

 private:
  struct RunningCandidate {
    const Algorithm* algorithm;
    std::vector<CandidateSample> samples;
    bool gets_further_samples;
    bool is_hopeless = false;
    double probability_better_than_best = 0;
    std::string failure_text = {};
  };

  /// Drops the algorithms that prove to be hopelessly slow in samples with few uses of the schedule. The samples of the
  /// other algorithms are then discarded and taken anew with the user's number of uses, or as many as the limit on
  /// messages allows. The cost of a use can change by a third with the number of uses: without a barrier between
  /// exchanges, nodes drift apart and come into step again.
  void screen_candidates() {
    uses_of_schedule_per_run_ = std::min({options_.uses_of_schedule, kMostScheduleUsesInScreening,
                                          schedule_use_count_within_message_limit(options_.max_messages_of_all_runs)});
    while (sample_count_ < std::min(kScreeningSampleCount, options_.sample_count_limit)) take_sample();
    drop_hopeless_candidates(uses_of_schedule_per_run_ < options_.uses_of_schedule ? kDropCostRatioWithFewScheduleUses
                                                                                   : kDropCostRatio);
    const std::uint64_t uses =
        std::min({options_.uses_of_schedule, kMostScheduleUsesInRun,
                  schedule_use_count_within_message_limit(options_.max_messages_of_all_runs / 2)});
    if (uses <= uses_of_schedule_per_run_) return;
    uses_of_schedule_per_run_ = uses;
    sample_count_ = 0;
    for (RunningCandidate& runner : candidates_) {
      if (runner.gets_further_samples) runner.samples.clear();
    }
  }

  /// Returns how many exchanges each run may make if three samples of all candidate algorithms together are to carry
  /// out at most `most_messages` messages; at least 1.
  std::uint64_t schedule_use_count_within_message_limit(std::uint64_t most_messages) const {
    const auto running =
        static_cast<std::uint64_t>(std::ranges::count(candidates_, true, &RunningCandidate::gets_further_samples));
    return std::max<std::uint64_t>(most_messages / std::max<std::uint64_t>(matrix_.message_count() * running * 3, 1),
                                   1);
  }

  /// Returns the number of exchanges in each run for the next sample. If the user asks for more exchanges than a run
  /// can have, the number varies from sample to sample, so that its arbitrary influence on the costs counts as random
  /// variation.
  std::uint64_t schedule_use_count_of_next_sample() const {
    constexpr std::uint64_t kSteps = 8;
    if (uses_of_schedule_per_run_ == options_.uses_of_schedule || uses_of_schedule_per_run_ < kSteps)
      return uses_of_schedule_per_run_;
    return uses_of_schedule_per_run_ - sample_count_ % (kSteps / 2) * (uses_of_schedule_per_run_ / kSteps);
  }

  double total_cost_of_use(const CandidateSample& sample) const {
    return sample.communication_microseconds +
           sample.schedule_microseconds / static_cast<double>(options_.uses_of_schedule);
  }

  void take_sample() {
    std::vector<RunningCandidate*> running;
    for (RunningCandidate& runner : candidates_) {
      if (runner.gets_further_samples) running.push_back(&runner);
    }
    const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
    run_in_parallel(running.size(), cores, [&](std::uint64_t i) { measure_sample_of_candidate(*running[i]); });
    emulated_message_count_ += matrix_.message_count() * schedule_use_count_of_next_sample() * running.size();
    ++sample_count_;
    report_sample_progress();
    std::erase_if(candidates_, [&](const RunningCandidate& runner) {
      if (runner.failure_text.empty()) return false;
      left_out_algorithms_.push_back({runner.algorithm->name, runner.failure_text});
      return true;
    });
    if (candidates_.empty()) throw UsageError("no algorithm carries out this matrix", "use another machine");
  }

  /// Takes one sample of the costs of a candidate algorithm. The n-th sample has the same seed for all candidates, so
  /// that all candidates meet the same random delays.
  void measure_sample_of_candidate(RunningCandidate& runner) const {
    ExchangeOptions options;
    options.run.seed = split_seed(split_seed(options_.seed, sample_count_), kSeedStreamOfRuns);
    options.run.executor = ExecutorKind::fibers;
    const std::uint64_t uses = schedule_use_count_of_next_sample();
    options.reuse = uses;
    options.verify = sample_count_ == 0;
    try {
      Workload workload(matrix_);
      const ExchangeResult result = run_exchange(machine_, *runner.algorithm, workload, options);
      runner.samples.push_back(
          {microseconds(result.communication_cost) / static_cast<double>(uses), microseconds(result.schedule_cost)});
    } catch (const Error& error) {
      runner.failure_text = first_line(error.what());
    }
  }

  /// Reports progress: how many samples are done, and how many there will be at most according to the limits on samples
  /// and messages.
  void report_sample_progress() const {
    const ScopedProgressListener* const watch = ScopedProgressListener::innermost_listener_of_this_thread();
    if (watch == nullptr) return;
    const auto running =
        static_cast<std::uint64_t>(std::ranges::count(candidates_, true, &RunningCandidate::gets_further_samples));
    const std::uint64_t left =
        options_.max_messages_of_all_runs - std::min(emulated_message_count_, options_.max_messages_of_all_runs);
    const std::uint64_t each =
        std::max<std::uint64_t>(matrix_.message_count() * uses_of_schedule_per_run_ * running, 1);
    watch->report_progress("samples", sample_count_,
                           std::min(options_.sample_count_limit, sample_count_ + left / each + 1));
  }

  double mean_total_cost(const RunningCandidate& runner) const {
    double sum = 0;
    for (const CandidateSample& sample : runner.samples) sum += total_cost_of_use(sample);
    return sum / static_cast<double>(runner.samples.size());
  }

  /// Returns the candidate algorithm with the least mean cost. Only candidates that still get samples are considered,
  /// because only they have all samples so far.
  const RunningCandidate& best_candidate_so_far() const {
    const RunningCandidate* best = nullptr;
    for (const RunningCandidate& runner : candidates_) {
      if (runner.gets_further_samples && (best == nullptr || mean_total_cost(runner) < mean_total_cost(*best)))
        best = &runner;
    }
    return *best;
  }

  /// Returns the probability that the algorithm `rival` costs less than `best` by more than the tolerance, by a paired
  /// t test of the samples that both algorithms have.
  double probability_of_better_rival(const RunningCandidate& rival, const RunningCandidate& best) const {
    const std::size_t count = std::min(rival.samples.size(), best.samples.size());
    std::vector<double> margins;
    for (std::size_t i = 0; i < count; ++i) {
      margins.push_back(total_cost_of_use(rival.samples[i]) -
                        (1 - options_.tolerance) * total_cost_of_use(best.samples[i]));
    }
    const double mean = mean_of(margins);
    double squares = 0;
    for (const double margin : margins) squares += (margin - mean) * (margin - mean);
    if (count < 2 || squares < 1e-12 * mean * mean) return mean > 0 ? 0 : 1;
    const auto n = static_cast<double>(count);
    const boost::math::students_t distribution(n - 1);
    return boost::math::cdf(boost::math::complement(distribution, mean / std::sqrt(squares / (n - 1) / n)));
  }

  /// Computes for each rival of the best candidate algorithm the probability that the rival is better, and drops rivals
  /// that are certainly not better. The allowed probability of an error is divided by the number of candidates and by
  /// the number of times that the candidates are judged (kSampleCountsToJudge).
  void judge_rivals_against_best() {
    const RunningCandidate& best = best_candidate_so_far();
    const double allowed = (1 - options_.confidence) / static_cast<double>(candidates_.size()) /
                           static_cast<double>(std::size(kSampleCountsToJudge));
    for (RunningCandidate& rival : candidates_) {
      if (rival.is_hopeless) continue;
      rival.probability_better_than_best = &rival == &best ? 0 : probability_of_better_rival(rival, best);
      if (&rival != &best && rival.gets_further_samples && rival.probability_better_than_best < allowed &&
          sample_count_ > 2)
        rival.gets_further_samples = false;
    }
  }

  void drop_hopeless_candidates(double limit = kDropCostRatio) {
    const RunningCandidate& best = best_candidate_so_far();
    for (RunningCandidate& rival : candidates_) {
      bool hopeless = rival.gets_further_samples;
      for (std::size_t i = 0; i < rival.samples.size() && hopeless; ++i) {
        hopeless = total_cost_of_use(rival.samples[i]) > limit * total_cost_of_use(best.samples[i]);
      }
      if (!hopeless) continue;
      rival.gets_further_samples = false;
      rival.is_hopeless = true;
    }
  }

  bool is_best_algorithm_decided() const {
    const auto running = std::ranges::count(candidates_, true, &RunningCandidate::gets_further_samples);
    return running == 1 || emulated_message_count_ >= options_.max_messages_of_all_runs ||
           probability_of_any_better_rival() <= 1 - options_.confidence;
  }

  double probability_of_any_better_rival() const {
    double sum = 0;
    for (const RunningCandidate& runner : candidates_) sum += runner.probability_better_than_best;
    return sum;
  }

  AlgorithmComparison comparison_result() const {
    AlgorithmComparison comparison{.left_out_algorithms = left_out_algorithms_,
                                   .sample_count = sample_count_,
                                   .largest_schedule_use_count_of_run = uses_of_schedule_per_run_};
    const Algorithm* best = best_candidate_so_far().algorithm;
    for (const RunningCandidate& runner : candidates_) {
      CandidateAlgorithmCosts candidate{.algorithm = runner.algorithm,
                                        .probability_better_than_best = runner.probability_better_than_best};
      for (const CandidateSample& sample : runner.samples) {
        candidate.total_costs.push_back(total_cost_of_use(sample));
        candidate.mean_communication_cost +=
            sample.communication_microseconds / static_cast<double>(runner.samples.size());
        candidate.mean_schedule_cost += sample.schedule_microseconds / static_cast<double>(runner.samples.size());
      }
      comparison.candidates.push_back(std::move(candidate));
    }
    std::ranges::stable_sort(comparison.candidates, {}, [&](const CandidateAlgorithmCosts& candidate) {
      return std::pair(candidate.algorithm != best, candidate.mean_cost_over_samples());
    });
    return comparison;
  }

  const Machine& machine_;
  const CommunicationMatrix& matrix_;
  const ComparisonOptions& options_;
  std::vector<RunningCandidate> candidates_;
  std::vector<LeftOutAlgorithm> left_out_algorithms_;
  std::uint64_t uses_of_schedule_per_run_ = 1;
  std::uint64_t sample_count_ = 0;
  std::uint64_t emulated_message_count_ = 0;
};

/// Compares the costs per use of two candidate algorithms over the number of uses of their schedules. Returns the least
/// number of uses, larger than `uses`, from which on `other` costs less than `now`. Returns nothing if `other` never
/// costs less.
std::optional<std::uint64_t> use_count_making_other_cheaper(const CandidateAlgorithmCosts& other,
                                                            const CandidateAlgorithmCosts& now, std::uint64_t uses) {
  const double saved = now.mean_communication_cost - other.mean_communication_cost;
  if (saved <= 0) return std::nullopt;
  const double from = std::floor((other.mean_schedule_cost - now.mean_schedule_cost) / saved) + 1;
  constexpr double kMost = 1e12;
  if (from > kMost) return std::nullopt;
  return std::max(static_cast<std::uint64_t>(std::max(from, 1.0)), uses + 1);
}

}  // namespace

double CandidateAlgorithmCosts::mean_cost_over_samples() const { return mean_of(total_costs); }

double AlgorithmComparison::probability_of_best() const {
  double probability_better = 0;
  for (const CandidateAlgorithmCosts& candidate : candidates)
    probability_better += candidate.probability_better_than_best;
  return std::max(0.0, 1 - probability_better);
}

AlgorithmComparison compare_algorithms(const Machine& machine, const Catalogue& catalogue,
                                       const CommunicationMatrix& matrix, const ComparisonOptions& options) {
  return AlgorithmCostComparer(machine, catalogue, matrix, options).compare_all_candidates();
}

std::vector<ReuseRange> best_algorithms_by_reuse(const AlgorithmComparison& comparison) {
  const auto best_for = [&](std::uint64_t uses) {
    return &*std::ranges::min_element(comparison.candidates, {}, [uses](const CandidateAlgorithmCosts& candidate) {
      return std::pair(candidate.cost_per_use(static_cast<double>(uses)), candidate.mean_communication_cost);
    });
  };
  const CandidateAlgorithmCosts* now = best_for(1);
  std::vector<ReuseRange> ranges{{1, now->algorithm}};
  for (;;) {
    std::optional<std::uint64_t> next;
    for (const CandidateAlgorithmCosts& other : comparison.candidates) {
      const auto from = use_count_making_other_cheaper(other, *now, ranges.back().least_use_count);
      if (from && (!next || *from < *next)) next = from;
    }
    if (!next) return ranges;
    now = best_for(*next);
    if (now->algorithm == ranges.back().algorithm) return ranges;
    ranges.push_back({*next, now->algorithm});
  }
}

}  // namespace switchyard::recommend
