#include "bench/cli/application_run.hpp"

#include <fmt/format.h>

#include "runtime/random.hpp"

namespace switchyard::cli {

void ApplicationRun::carry_out(const std::stop_token& stop) {
  for (std::uint64_t sample = 0; sample < experiment_.samples; ++sample) {
    if (!run_sample(sample, stop)) return;
  }
}

/// False if this was the last one to run.
bool ApplicationRun::run_sample(std::uint64_t sample, const std::stop_token& stop) {
  std::string name = "data";
  try {
    const auto trial = experiment_.application->trial(split_seed(experiment_.seed, sample));
    for (const Algorithm& algorithm : experiment_.algorithms) {
      if (stop.stop_requested()) return false;
      name = algorithm.name;
      ApplicationRow row = run_one(*trial, algorithm, sample);
      const std::lock_guard lock(mutex_);
      result_.rows.push_back(std::move(row));
    }
    return true;
  } catch (const std::exception&) {  // kept for the main thread
    fail(name, sample);
    return false;
  }
}

void ApplicationRun::fail(const std::string& algorithm, std::uint64_t sample) {
  const Application& application = *experiment_.application;
  const std::lock_guard lock(mutex_);
  result_.failure = Failure{fmt::format("{}, {} {}, sample {} of seed {}", algorithm, application.name(),
                                        application.size(), sample, experiment_.seed),
                            std::current_exception()};
}

ApplicationRow ApplicationRun::run_one(const ApplicationTrial& trial, const Algorithm& algorithm,
                                       std::uint64_t sample) const {
  RunOptions options = experiment_.run;
  options.seed = split_seed(experiment_.seed, sample);
  ApplicationRow row{.common = {}, .measured = trial.run(algorithm, options, experiment_.protocol)};
  const RunReport& report = row.measured.report;
  row.common = {.machine = report.machine,
                .nodes = report.nodes,
                .algorithm = algorithm.name,
                .pattern = experiment_.application->name(),
                .density = experiment_.application->size(),
                .bytes = row.measured.message_bytes,
                .sample = sample,
                .seed = experiment_.seed,
                .clock = report.clock,
                .executor = report.executor,
                .messages = report.network.messages,
                .circuits = report.network.circuits,
                .payload_bytes = report.network.payload_bytes,
                .phases = row.measured.phases,
                .makespan = report.makespan,
                .schedule = row.measured.schedule,
                .link_wait = report.network.link_wait,
                .port_wait = report.network.port_wait,
                .discarded = report.network.discarded,
                .host = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(report.host_seconds)),
                .trace_hash = report.trace_hash,
                .reuse = row.measured.iterations.value_or(1)};
  return row;
}

ApplicationResult ApplicationRun::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

}  // namespace switchyard::cli
