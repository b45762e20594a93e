#pragma once
/// \file trace_files.hpp
/// The files to which `trace` writes a run: JSON for ui.perfetto.dev, a Paje trace, tables and a picture.

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "bench/experiment/output_file.hpp"
#include "bench/trace/traced_run.hpp"

namespace switchyard {

/// The files that the user wants, by their options, and what is drawn in them.
struct TraceFileOptions {
  std::optional<std::string> output, paje, links, phases, svg;
  bool flows = false;                       ///< whether output and paje have arrows from messages to receivers
  std::optional<std::uint64_t> max_events;  ///< of output, which has the earliest; without it a million
};

/// Throws UsageError for an option that has no effect without a file that is not wanted.
void check(const TraceFileOptions& options);
/// Throws UsageError if a picture is wanted that would not be legible with so many nodes.
void check_picture(const TraceFileOptions& options, std::uint32_t nodes);

class TraceFiles {
 public:
  /// Opens the files. Throws UsageError as OutputFile does.
  explicit TraceFiles(const TraceFileOptions& options);
  /// Writes the files. Says on `err` if events are left out. Call it at most once. Throws as OutputFile::write() does.
  void write(const TracedRun& run, std::ostream& err);

 private:
  void write_chrome(const TracedRun& run, std::ostream& err);

  const TraceFileOptions options_;
  WantedFile output_, paje_, links_, phases_, svg_;
};

}  // namespace switchyard
