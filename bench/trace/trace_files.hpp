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
  std::optional<std::string> perfetto_file_name, paje_file_name, links_file_name, phases_file_name, svg_file_name;
  bool draws_message_arrows =
      false;  ///< whether the files of --output and --paje have arrows from messages to receivers
  std::optional<std::uint64_t> most_events;  ///< largest number of events in the file of --output; a million if not set
};

/// Throws UsageError for an option that has no effect because the user does not want the file that
/// it applies to.
void check_replay_folder(const TraceFileOptions& options);
/// Throws UsageError if the user wants a picture (--svg) and there are too many nodes for a
/// legible picture.
void check_picture_is_legible(const TraceFileOptions& options, std::uint32_t nodes);

class TraceFiles {
 public:
  /// Opens all files that the user wants. Throws UsageError for a file that cannot be opened.
  explicit TraceFiles(const TraceFileOptions& options);
  /// Writes all files that the user wants. Prints a note on `err` if events are left out of a file. Call it at most
  /// once. Throws what OutputFile::write_all_files() throws.
  void write_all_files(const TracedRun& run, std::ostream& err);

 private:
  void write_chrome_trace_file(const TracedRun& run, std::ostream& err);

  const TraceFileOptions options_;
  OptionalOutputFile perfetto_file_, paje_file_, links_file_, phases_file_, svg_file_;
};

}  // namespace switchyard
