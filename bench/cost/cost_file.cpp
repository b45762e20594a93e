#include "bench/cost/cost_file.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "bench/experiment/input_file.hpp"
#include "bench/report/page.hpp"
#include "runtime/values.hpp"

namespace switchyard::cost {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchemaJsonKey = "switchyard_schema";
constexpr const char* kSchemaVersion = "cost 1";
constexpr const char* kSettingsJsonKey = "switchyard_setting";
constexpr const char* kHostJsonKey = "switchyard_host";
constexpr const char* kBuildJsonKey = "switchyard_build";
constexpr double kSecondsPerNanosecond = 1e-9;

benchmark::BenchmarkReporter::Run benchmark_run_of(const CostSample& sample, std::uint64_t rounds) {
  benchmark::BenchmarkReporter::Run run;
  run.run_name.function_name = sample.name.text();
  run.run_name.time_type = sample.time_kind == CostTimeKind::wall_time ? "process_time/manual_time" : "process_time";
  run.family_index = 0;
  run.per_family_instance_index = 0;
  run.iterations = static_cast<benchmark::IterationCount>(sample.iterations);
  run.repetitions = static_cast<std::int64_t>(rounds);
  run.repetition_index = static_cast<std::int64_t>(sample.round);
  run.time_unit = benchmark::kNanosecond;
  run.real_accumulated_time = sample.wall_ns * kSecondsPerNanosecond * static_cast<double>(sample.iterations);
  run.cpu_accumulated_time = sample.processor_ns * kSecondsPerNanosecond * static_cast<double>(sample.iterations);
  run.statistics = nullptr;
  for (const auto& [name, value] : sample.counters) run.counters[name] = benchmark::Counter(value);
  return run;
}

/// Returns the samples as JSON text in the format of Google Benchmark, written by that library's own writer.
std::string google_benchmark_json(const std::vector<CostSample>& samples) {
  std::uint64_t rounds = 1;
  for (const CostSample& sample : samples) rounds = std::max(rounds, sample.round + 1);
  std::vector<benchmark::BenchmarkReporter::Run> runs;
  for (const CostSample& sample : samples) runs.push_back(benchmark_run_of(sample, rounds));
  std::ostringstream text;
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&text);
  reporter.SetErrorStream(&text);
  reporter.ReportContext({});
  reporter.ReportRuns(runs);
  reporter.Finalize();
  return text.str();
}

UsageError not_a_cost_file_error(const std::string& option, const std::string& name, const std::string& why) {
  return UsageError({.place = option,
                     .value = name,
                     .reason = fmt::format("{} {}", switchyard::quoted(name), why),
                     .remedy = "give a file of 'switchyard bench --json'"});
}

CostSample sample_from_json(const Json& run, const CostName& name) {
  CostSample sample{.name = name};
  const auto text = run.at("name").get<std::string>();
  sample.time_kind = text.ends_with("/manual_time") ? CostTimeKind::wall_time : CostTimeKind::processor;
  sample.round = run.value("repetition_index", std::uint64_t{0});
  sample.iterations = run.at("iterations").get<std::uint64_t>();
  sample.wall_ns = run.at("real_time").get<double>();
  sample.processor_ns = run.at("cpu_time").get<double>();
  static const std::vector<std::string> kNoCounters{"family_index", "per_family_instance_index",
                                                    "repetitions",  "repetition_index",
                                                    "threads",      "iterations",
                                                    "real_time",    "cpu_time"};
  for (const auto& [key, value] : run.items()) {
    if (value.is_number() && std::ranges::find(kNoCounters, key) == kNoCounters.end()) sample.counters[key] = value;
  }
  return sample;
}

CostFile cost_file_from_json(const Json& json) {
  CostFile file;
  const Json& context = json.at("context");
  file.host = context.at(kHostJsonKey).get<std::string>();
  file.build = context.at(kBuildJsonKey).get<std::string>();
  for (const auto& [key, value] : context.at(kSettingsJsonKey).items()) {
    file.settings.emplace_back(key, value.get<std::string>());
  }
  for (const Json& run : json.at("benchmarks")) {
    if (run.value("run_type", "iteration") != "iteration" || run.value("error_occurred", false)) continue;
    if (const auto name = CostName::parse_cost_name(run.at("name").get<std::string>())) {
      file.samples.push_back(sample_from_json(run, *name));
    }
  }
  return file;
}

}  // namespace

std::string host_description() { return fmt::format("{}: {}", benchmark::SystemInfo::Get().name, host_system_text()); }

std::string to_json(const CostFile& file) {
  Json json = Json::parse(google_benchmark_json(file.samples));
  Json& context = json.at("context");
  context[kSchemaJsonKey] = kSchemaVersion;
  context[kHostJsonKey] = file.host;
  context[kBuildJsonKey] = file.build;
  Json setting = Json::object();
  for (const auto& [name, value] : file.settings) setting[name] = value;
  context[kSettingsJsonKey] = std::move(setting);
  return json.dump(2) + "\n";
}

CostFile parse_cost_file(const std::string& option, const std::string& name, const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw not_a_cost_file_error(option, name, "is no JSON");
  if (!json.is_object() || !json.contains("context") || !json.contains("benchmarks")) {
    throw not_a_cost_file_error(option, name, "is no result of Google Benchmark");
  }
  const Json& context = json["context"];
  const Json schema = context.is_object() && context.contains(kSchemaJsonKey) ? context[kSchemaJsonKey] : Json();
  if (schema != kSchemaVersion) {
    throw not_a_cost_file_error(
        option, name,
        schema.is_null() ? fmt::format("has no {} in its context", kSchemaJsonKey)
                         : fmt::format("has the {} {}, not \"{}\"", kSchemaJsonKey, schema.dump(), kSchemaVersion));
  }
  try {
    return cost_file_from_json(json);
  } catch (const Json::exception& error) {
    throw not_a_cost_file_error(option, name, fmt::format("is damaged: {}", error.what()));
  }
}

CostFile read_cost_file(const std::string& option, const std::string& path) {
  return parse_cost_file(option, path, read_input_file(option, path, {.most_file_bytes = std::uint64_t{256} << 20U}));
}

bool looks_like_json(std::istream& text) { return text.peek() == '{'; }

}  // namespace switchyard::cost
