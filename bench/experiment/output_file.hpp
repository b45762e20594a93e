#pragma once
/// \file output_file.hpp
/// Files for results. A file of results is either written completely or left as it was.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "bench/experiment/temporary_file_entry.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// Returns an error with a text such as `--csv: cannot write 'x/y.csv': No such file or directory; name another file`.
/// `error` is the errno of the failed system call.
Mistake cannot_write_error(std::string_view option, std::string_view path, int error);

/// Returns an error with a text such as `--csv: 'r.csv' is being written by another process; wait for its end, or name
/// another file`.
Mistake file_in_use_error(std::string_view option, std::string_view path);

/// Returns the open descriptor that a path such as - or /dev/fd/5 names; returns nothing for a path that names none.
/// The descriptor itself must be used, because opening the path again would write at the beginning of the file, over
/// its contents.
std::optional<int> descriptor_named_by(std::string_view path);

/// Throws UsageError if the path `folder`, which is the value of the command-line option `option`, does not name a
/// folder. If `file` is not empty, throws UsageError also if a file with that name cannot be made in the folder.
void check_output_folder(std::string_view option, const std::string& folder, const std::string& file = {});

/// Writes text to a temporary file in the folder of the target, which is the file that the user has named; commit()
/// renames the temporary file to the target in one step.
///
/// Until commit() has returned, the target is as it was before: missing, or with its old contents. Without a commit, or
/// after a failed commit, the temporary file is removed; it is also removed if a signal ends the process after a call
/// of install_termination_signal_handlers(). Only SIGKILL leaves a temporary file behind, named
/// `.switchyard-PID-N.tmp`. If the target is a symbolic link, the link stays and the file that it points to is
/// replaced; a link that points to no file is itself replaced. The new file has the access rights of the old one.
///
/// Two kinds of targets are written directly, without a temporary file, as what is written to them cannot be taken
/// back: a target that is not a regular file (/dev/full, a FIFO, a terminal), and a path that names an open descriptor
/// (-, /dev/stdout, /dev/stderr, /dev/fd/N, /proc/self/fd/N).
///
/// A target that another process is writing, such as the table of a running sweep, is refused; an existing target is
/// locked from the constructor on. If the target does not exist yet, two processes may write it at the same time; then
/// the target is the file of the process that calls commit() last.
///
/// Only one thread at a time may use an OutputFile; several threads may each write a file of their own.
class OutputFile {
 public:
  /// Begins to write the file at `path`. `option` is the command-line option that error messages name.
  ///
  /// Blocks: if the path is a FIFO, until some process has opened it for reading.
  /// Throws: UsageError as cannot_write_error() if the path cannot be written, or if another process is writing it.
  OutputFile(std::string_view option, const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Appends the text to the file. The text may stay in memory until commit().
  ///
  /// Throws: UsageError as cannot_write_error() if the text cannot be written, also if the disk is full; every further
  ///         write() or commit() then throws the same error. std::logic_error if commit() has been called before.
  void write(std::string_view text);

  /// Writes all text to the disk and renames the temporary file to the target. Call it at most once. Throws as write()
  /// does.
  void commit();

 private:
  void open_final_file_instead_of_temporary(const std::filesystem::path& path);
  void lock_target_file();
  void refuse_target_locked_by_another() const;
  void open_temporary_file();
  void copy_access_rights_of_replaced_file();
  void require_usable_file() const;
  void flush_buffer();
  void close_file_and_check();
  void discard_temporary_file() noexcept;
  [[noreturn]] void discard_file_and_throw(int error);

  std::string option_;
  std::string path_given_by_user_;       // the path to be written, as the user wrote it
  std::filesystem::path resolved_path_;  // the path to be written, with symbolic links resolved
  // The path of the temporary file; empty if there is no temporary file or it has been renamed or removed.
  std::filesystem::path temporary_path_;
  // The entry of the temporary file in the list of files that signal handlers remove.
  std::optional<TemporaryFileEntry> temporary_file_entry_;
  std::string buffer_;
  int descriptor_ = -1;
  // The descriptor that holds the lock of the file to be replaced; -1 if there was no such file when this object was
  // made.
  int lock_descriptor_ = -1;
  int first_error_number_ = 0;  // errno of the first failed write; 0 if none has failed
};

/// A result file that is written only if the user asks for it with a command-line option. The file is opened before any
/// work begins, so that a path that cannot be written is reported at once.
class OptionalOutputFile {
 public:
  /// Opens the file if the user has given a path. Throws as the constructor of OutputFile does.
  OptionalOutputFile(std::string_view option, const std::optional<std::string>& path) {
    if (path) output_file_.emplace(option, *path);
  }

  /// If the user has asked for the file, calls `make`, writes the text that it returns to the file and commits it;
  /// otherwise does nothing. Throws as OutputFile::write() does.
  template <class Make>
  void write_file_if_wanted(Make make) {
    if (!output_file_) return;
    output_file_->write(make());
    output_file_->commit();
  }

  explicit operator bool() const noexcept { return output_file_.has_value(); }
  OutputFile& operator*() noexcept { return *output_file_; }

 private:
  std::optional<OutputFile> output_file_;
};

}  // namespace switchyard
