#include "bench/trace/trace_files.hpp"

#include <fmt/format.h>

#include <ostream>

#include "bench/trace/chrome_trace.hpp"
#include "bench/trace/paje_trace.hpp"
#include "bench/trace/phase_view.hpp"
#include "bench/trace/trace_tables.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {

void check_trace_file_options(const TraceFileOptions& options) {
  if (options.draws_message_arrows && !options.perfetto_file_name && !options.paje_file_name) {
    throw UsageError(
        {.place = "--flows", .reason = "are for --output and --paje", .remedy = "name one of these, or leave it out"});
  }
  if (options.trace_event_count_limit && !options.perfetto_file_name) {
    throw UsageError({.place = "--max-events", .reason = "is for --output", .remedy = "name it, or leave this out"});
  }
}

void check_picture_is_legible(const TraceFileOptions& options, std::uint32_t nodes) {
  if (!options.svg_file_name || nodes <= kMaxViewNodes) return;
  throw UsageError({.place = "--svg",
                    .reason = fmt::format("{} nodes do not make a legible picture", nodes),
                    .remedy = fmt::format("write --nodes {} or fewer, or --output", kMaxViewNodes)});
}

TraceFiles::TraceFiles(const TraceFileOptions& options)
    : options_(options),
      perfetto_file_("--output", options.perfetto_file_name),
      paje_file_("--paje", options.paje_file_name),
      links_file_("--links", options.links_file_name),
      phases_file_("--phases", options.phases_file_name),
      svg_file_("--svg", options.svg_file_name) {}

void TraceFiles::write_chrome_trace_file(const TracedRun& run, std::ostream& err) {
  constexpr std::uint64_t kUsualTraceEvents = 1'000'000;
  const ChromeTrace trace =
      chrome_trace(run.timeline, {.flows = options_.draws_message_arrows,
                                  .max_events = options_.trace_event_count_limit.value_or(kUsualTraceEvents),
                                  .parameters = parameters_of(run.task_to_trace)});
  OutputFile& file = *perfetto_file_;
  file.write(trace.json);
  file.commit();
  if (trace.events == trace.total_event_count) return;
  err << fmt::format("--max-events: {} of {} events are written; from {} on some or all are missing\n", trace.events,
                     trace.total_event_count, format_duration_rounded(trace.truncation_time.time_since_epoch()));
}

void TraceFiles::write_all_files(const TracedRun& run, std::ostream& err) {
  const Machine& machine = run.task_to_trace.exchange.machine;
  if (perfetto_file_) write_chrome_trace_file(run, err);
  paje_file_.write_file_if_wanted(
      [&] { return paje_trace(run.timeline, machine.name(), options_.draws_message_arrows); });
  links_file_.write_file_if_wanted([&] { return links_csv(run.timeline, machine.routes()); });
  phases_file_.write_file_if_wanted([&] { return phases_csv(run.timeline); });
  svg_file_.write_file_if_wanted(
      [&] { return phase_view_svg(run.timeline, run.task_to_trace.exchange.title(), run.stuck_in_deadlock); });
}

}  // namespace switchyard
