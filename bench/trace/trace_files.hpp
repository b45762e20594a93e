#pragma once
/// \file trace_files.hpp
/// The files to which the command `trace` writes a run: JSON for ui.perfetto.dev, a Paje trace, tables and a picture.

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "bench/experiment/output_file.hpp"
#include "bench/trace/traced_run.hpp"

namespace switchyard {

/// The names of the output files that the user has asked for, and options about what the files show.
struct TraceFileOptions {
  std::optional<std::string> perfetto_file_name, paje_file_name, links_file_name, phases_file_name, svg_file_name;
  /// Whether the files of the options --output and --paje have an arrow from each message to its receiver.
  bool draws_message_arrows = false;
  /// The largest number of events in the file of the option --output; a million if not set.
  std::optional<std::uint64_t> trace_event_count_limit;
};

/// Throws UsageError if the user has given an option that applies to an output file, but has not asked for that file.
void check_trace_file_options(const TraceFileOptions& options);
/// Throws UsageError if the user has asked for a picture (--svg) and there are too many nodes for a legible one.
void check_picture_is_legible(const TraceFileOptions& options, std::uint32_t nodes);

class TraceFiles {
 public:
  /// Opens all output files that the user has asked for. Throws UsageError for a file that cannot be opened.
  explicit TraceFiles(const TraceFileOptions& options);
  /// Writes all output files that the user has asked for. Prints a note on `err` if events are left out of a file. Call
  /// it at most once. Throws what OutputFile::write() and OutputFile::commit() throw.
  void write_all_files(const TracedRun& run, std::ostream& err);

 private:
  void write_chrome_trace_file(const TracedRun& run, std::ostream& err);

  const TraceFileOptions options_;
  OptionalOutputFile perfetto_file_, paje_file_, links_file_, phases_file_, svg_file_;
};

}  // namespace switchyard
