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

void check_link_chart(const TraceFileOptions& options) {
  if (options.flows && !options.output && !options.paje) {
    throw UsageError(
        {.place = "--flows", .reason = "are for --output and --paje", .remedy = "name one of these, or leave it out"});
  }
  if (options.max_events && !options.output) {
    throw UsageError({.place = "--max-events", .reason = "is for --output", .remedy = "name it, or leave this out"});
  }
}

void check_picture_is_legible(const TraceFileOptions& options, std::uint32_t nodes) {
  if (!options.svg || nodes <= kMaxViewNodes) return;
  throw UsageError({.place = "--svg",
                    .reason = fmt::format("{} nodes do not make a legible picture", nodes),
                    .remedy = fmt::format("write --nodes {} or fewer, or --output", kMaxViewNodes)});
}

TraceFiles::TraceFiles(const TraceFileOptions& options)
    : options_(options),
      output_("--output", options.output),
      paje_("--paje", options.paje),
      links_("--links", options.links),
      phases_("--phases", options.phases),
      svg_("--svg", options.svg) {}

void TraceFiles::write_chrome_trace_file(const TracedRun& run, std::ostream& err) {
  constexpr std::uint64_t kUsualTraceEvents = 1'000'000;
  const ChromeTrace trace = chrome_trace(run.timeline, {.flows = options_.flows,
                                                        .max_events = options_.max_events.value_or(kUsualTraceEvents),
                                                        .parameters = parameters_of(run.task)});
  OutputFile& file = *output_;
  file.write(trace.json);
  file.commit();
  if (trace.events == trace.all_events) return;
  err << fmt::format("--max-events: {} of {} events are written; from {} on some or all are missing\n", trace.events,
                     trace.all_events, format_duration_rounded(trace.cut_at.time_since_epoch()));
}

void TraceFiles::write(const TracedRun& run, std::ostream& err) {
  const Machine& machine = run.task.exchange.machine;
  if (output_) write_chrome_trace_file(run, err);
  paje_.write_file_if_wanted([&] { return paje_trace(run.timeline, machine.name(), options_.flows); });
  links_.write_file_if_wanted([&] { return links_csv(run.timeline, machine.routes()); });
  phases_.write_file_if_wanted([&] { return phases_csv(run.timeline); });
  svg_.write_file_if_wanted([&] { return phase_view_svg(run.timeline, run.task.exchange.title(), run.stuck); });
}

}  // namespace switchyard
