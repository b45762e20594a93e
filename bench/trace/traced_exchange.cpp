#include "bench/trace/traced_exchange.hpp"

#include <fmt/format.h>

#include <utility>

#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {

TracedExchange TracedExchange::make_exchange_of_experiment_sample(Machine machine, const Algorithm& algorithm,
                                                                  const Pattern& pattern,
                                                                  std::optional<std::uint64_t> bytes,
                                                                  const ExchangeOptions& options, std::uint64_t seed,
                                                                  std::uint64_t sample) {
  CommunicationMatrix matrix = make_matrix_of_sample(pattern, machine.node_count(), bytes, seed, sample);
  std::string text = pattern.name();
  if (!pattern.parameter_text.empty()) text += " " + pattern.parameter_text;
  if (bytes) text += fmt::format(", {} B", *bytes);
  text += fmt::format(", sample {} of seed {}", sample, seed);
  TracedExchange exchange{std::move(machine), algorithm, std::move(matrix), options, std::move(text)};
  exchange.exchange_options.run.seed = seed_of_runs(pattern, seed, sample);
  return exchange;
}

TracedExchange::TracedRunResult TracedExchange::run_and_record_timeline(Timeline& timeline) const {
  TimelineRecorder recorder(machine.node_count());
  Workload workload(matrix);
  ExchangeOptions observed = exchange_options;
  observed.run.observer = &recorder;
  TracedRunResult ended;
  try {
    ended.result = run_exchange(machine, algorithm, workload, observed);
  } catch (const UsageError&) {
    throw;
  } catch (const Error&) {
    ended.error = std::current_exception();
  }
  timeline = recorder.take();
  set_phases(timeline);
  return ended;
}

void TracedExchange::set_phases(Timeline& timeline) const {
  if (algorithm.scheduler) timeline.set_phases(make_schedule(machine, algorithm, matrix, exchange_options.run.seed));
}

std::string TracedExchange::title() const {
  return fmt::format("{} on {}, {} nodes: {}", algorithm.name, machine.name(), machine.node_count(),
                     message_description);
}

}  // namespace switchyard
