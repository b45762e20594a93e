#include "bench/report/native_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "bench/experiment/parameters.hpp"
#include "bench/report/table.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// The times of native runs of one algorithm with one pattern and one message size, in microseconds. Each time is a
/// mean over the random samples.
struct AlgorithmTimes {
  const ResultRow* sample_row = nullptr;  ///< the result row of the last random sample
  double least_time_us = 0, median_time_us = 0, greatest_time_us = 0, schedule_us = 0;
};

AlgorithmTimes mean_times(const Experiment& experiment, const NativeResult& result, std::size_t number) {
  AlgorithmTimes times;
  for (std::uint64_t sample = 0; sample < experiment.sample_count; ++sample) {
    const auto& row = result.rows.at(number + sample);
    const NativeTimes& found = result.times_by_run_number.at(number + sample);
    const auto share = [&](Duration time) { return microseconds(time) / static_cast<double>(experiment.sample_count); };
    times.sample_row = &row;
    times.least_time_us += share(found.least_time);
    times.median_time_us += share(found.median_time);
    times.greatest_time_us += share(found.greatest_time);
    times.schedule_us += share(row.schedule_time);
  }
  return times;
}

std::string microseconds_text(double time) { return fmt::format("{:.1f}", time); }

std::string message_size_text(const Experiment& experiment, std::size_t cell, const ResultRow& row) {
  const auto& bytes =
      experiment.patterns_and_sizes.message_sizes[cell % experiment.patterns_and_sizes.message_sizes.size()];
  return bytes ? format_bytes(*bytes) : fmt::format("<= {}", row.bytes);
}

Parameters make_parameters_of_native_runs(const Experiment& experiment, const NativeResult& result,
                                          const std::string& library) {
  return {
      {"host", experiment.machine.name()},
      {"mpi", library},
      {"ranks", std::to_string(experiment.machine.node_count())},
      {"samples", std::to_string(experiment.sample_count)},
      {"repetitions",
       std::to_string(result.times_by_run_number.empty() ? 0 : result.times_by_run_number.begin()->second.repetitions)},
      {"uses of a schedule", std::to_string(experiment.exchange_options.reuse)},
      {"verified", experiment.exchange_options.verify ? "every byte" : "no"},
      {"seed", std::to_string(experiment.seed)},
      {"build", version_and_build_text()}};
}

/// Returns the times of all algorithms for one pair of pattern and message size; `cell` is the number of this pair.
std::vector<AlgorithmTimes> mean_times_for_pattern_and_size(const Experiment& experiment, const NativeResult& result,
                                                            std::size_t cell) {
  std::vector<AlgorithmTimes> all;
  for (std::size_t i = 0; i < experiment.algorithms.size(); ++i) {
    all.push_back(mean_times(experiment, result, (cell * experiment.algorithms.size() + i) * experiment.sample_count));
  }
  return all;
}

/// Returns the rank of each value, which is its position in the sorted list of values, counted from 0. Equal values all
/// get the mean of the ranks that they occupy.
std::vector<double> compute_statistical_ranks(std::span<const double> values) {
  std::vector<double> ranks;
  for (const double value : values) {
    const auto below = std::ranges::count_if(values, [&](double other) { return other < value; });
    const auto equal = std::ranges::count(values, value);
    ranks.push_back(static_cast<double>(below) + static_cast<double>(equal - 1) / 2);
  }
  return ranks;
}

double mean_of_values(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

void print_native_table(std::ostream& out, const Experiment& experiment, const NativeResult& result,
                        const std::string& library) {
  TextTable table({{"density"},
                   {"bytes"},
                   {"algorithm", TextAlignment::left_aligned},
                   {"median_us"},
                   {"min_us"},
                   {"max_us"},
                   {"ratio"},
                   {"schedule_us"},
                   {"phases"}});
  table.set_title("exchanges on ranks of MPI: a barrier, and then the time of the slowest rank; means over samples");
  table.add_parameters(make_parameters_of_native_runs(experiment, result, library));
  for (std::size_t cell = 0; cell < experiment.pattern_size_pair_count(); ++cell) {
    const std::vector<AlgorithmTimes> all = mean_times_for_pattern_and_size(experiment, result, cell);
    const double least = std::ranges::min(all, {}, &AlgorithmTimes::median_time_us).median_time_us;
    for (const AlgorithmTimes& t : all) {
      const std::string median = microseconds_text(t.median_time_us);
      table.add_row({t.sample_row->pattern_parameter, message_size_text(experiment, cell, *t.sample_row),
                     t.sample_row->algorithm,
                     t.median_time_us == least ? cell_marked_as_best(median) : TextTableCell(median),
                     microseconds_text(t.least_time_us), microseconds_text(t.greatest_time_us),
                     fmt::format("{:.3f}", least > 0 ? t.median_time_us / least : 1.0),
                     microseconds_text(t.schedule_us), std::to_string(t.sample_row->phases)});
    }
    table.add_separator();
  }
  table.add_note("* best median of its density and size; ratio is to that");
  table.print(out);
}

std::string native_csv_text(const NativeResult& result) {
  std::string text = csv_header() + ",least_us,most_us,repetitions\n";
  for (const auto& [number, row] : result.rows) {
    const NativeTimes& times = result.times_by_run_number.at(number);
    text += fmt::format("{},{:.3f},{:.3f},{}\n", to_csv(row), microseconds(times.least_time),
                        microseconds(times.greatest_time), times.repetitions);
  }
  return text;
}

std::optional<double> rank_correlation(std::span<const double> one, std::span<const double> other) {
  const std::vector<double> a = compute_statistical_ranks(one), b = compute_statistical_ranks(other);
  if (a.size() < 2) return std::nullopt;
  const double mean = mean_of_values(a);
  double both = 0, only_a = 0, only_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean) * (b[i] - mean);
    only_a += (a[i] - mean) * (a[i] - mean);
    only_b += (b[i] - mean) * (b[i] - mean);
  }
  if (only_a == 0 || only_b == 0) return std::nullopt;
  return both / std::sqrt(only_a * only_b);
}

void print_emulated_beside_native(std::ostream& out, const Experiment& experiment, const NativeResult& result,
                                  const std::string& machine, const std::map<std::size_t, Duration>& predicted) {
  TextTable table({{"density"},
                   {"bytes"},
                   {"algorithm", TextAlignment::left_aligned},
                   {"native_us"},
                   {"emulated_us"},
                   {"native/emulated"}});
  table.set_title(fmt::format("the same exchanges on an emulated machine, {}", machine));
  const std::size_t width = experiment.algorithms.size();
  for (std::size_t cell = 0; cell < experiment.pattern_size_pair_count(); ++cell) {
    std::vector<double> native, emulated;
    const std::vector<AlgorithmTimes> all = mean_times_for_pattern_and_size(experiment, result, cell);
    for (std::size_t i = 0; i < width; ++i) {
      double sum = 0;
      for (std::uint64_t sample = 0; sample < experiment.sample_count; ++sample) {
        sum += microseconds(predicted.at((cell * width + i) * experiment.sample_count + sample));
      }
      native.push_back(all[i].median_time_us);
      emulated.push_back(sum / static_cast<double>(experiment.sample_count));
      table.add_row({all[i].sample_row->pattern_parameter, message_size_text(experiment, cell, *all[i].sample_row),
                     all[i].sample_row->algorithm, microseconds_text(native.back()), microseconds_text(emulated.back()),
                     fmt::format("{:.4f}", emulated.back() > 0 ? native.back() / emulated.back() : 0.0)});
    }
    table.add_separator();
    const auto correlation = rank_correlation(native, emulated);
    table.add_note(fmt::format("{} {}, {}: rank correlation {}", all[0].sample_row->pattern,
                               all[0].sample_row->pattern_parameter,
                               message_size_text(experiment, cell, *all[0].sample_row),
                               correlation ? fmt::format("{:+.2f}", *correlation) : "unknown"));
  }
  table.print(out);
}

}  // namespace switchyard
