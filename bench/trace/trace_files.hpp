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

/// The names of the output files that the user wants, each in a member with the name of its option, and what the files
/// show.
struct TraceFileOptions {
  std::optional<std::string> output, paje, links, phases, svg;
  bool flows = false;  ///< whether the files of --output and --paje have arrows from messages to receivers
  std::optional<std::uint64_t>
      max_events;  ///< largest number of events in the file of --output; a million if not set
};

/// Throws UsageError for an option that has no effect because the user does not want the file that
/// it applies to.
void check_link_chart(const TraceFileOptions& options);
/// Throws UsageError if the user wants a picture (--svg) and there are too many nodes for a
/// legible picture.
void check_picture_is_legible(const TraceFileOptions& options, std::uint32_t nodes);

class TraceFiles {
 public:
  /// Opens all files that the user wants. Throws UsageError for a file that cannot be opened.
  explicit TraceFiles(const TraceFileOptions& options);
  /// Writes all files that the user wants. Prints a note on `err` if events are left out of a file. Call it at most
  /// once. Throws what OutputFile::write() throws.
  void write(const TracedRun& run, std::ostream& err);

 private:
  void write_chrome_trace_file(const TracedRun& run, std::ostream& err);

  const TraceFileOptions options_;
  WantedFile output_, paje_, links_, phases_, svg_;
};

}  // namespace switchyard
