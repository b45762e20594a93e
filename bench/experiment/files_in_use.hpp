#pragma once
/// \file files_in_use.hpp
/// Records which files a command reads and writes, so that no file that a command writes is one that it also reads, or
/// that it also writes for another purpose.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace switchyard {

/// Returns the path of a sweep's identity file, which lies beside the sweep's result table and records which sweep has
/// written the table. For the table "rows.csv" the path is "rows.csv.sweep".
std::string path_of_sweep_identity_file(const std::string& csv);

/// All files that one command reads and writes. The command-line options declare their files before anything runs; a
/// file that becomes known only later, such as the machine files that a sweep file names, is declared before any file
/// is written.
///
/// Two names denote one file if they lead to the same inode, with links resolved, or to the same path if no file is
/// there yet. A device, a FIFO or a terminal has no contents to lose and may be named any number of times.
class FilesUsedByCommand {
 public:
  /// Declares a file that the command reads. Throws UsageError if the command also writes the file. The text of the
  /// error is, for example, `--csv: 'x.csv' is what --matrix reads; name another file`.
  void declare_input_file(const std::string& option, const std::string& path);

  /// Declares a file that the command creates, or with which it replaces an existing file.
  ///
  /// Throws: UsageError if the file to be replaced is also read by the command, is written by another option, is
  ///         standard output or standard error, is the result table of a sweep, or is the identity file beside such a
  ///         table.
  void declare_file_that_command_replaces(const std::string& option, const std::string& path);

  /// Declares a result table that the command writes. Throws as declare_file_that_command_replaces() does, and also if
  /// the file exists, is not empty, and is not a result table.
  void declare_result_table(const std::string& option, const std::string& path);

  /// Declares a file to which the command appends. Throws as declare_file_that_command_replaces() does, but accepts the
  /// result table of a sweep.
  void declare_appended_file(const std::string& option, const std::string& path);

  /// Returns whether the file that this path names has been declared as one that the command
  /// writes.
  bool is_declared_for_writing(const std::string& path) const;

 private:
  struct FileIdentity {
    /// The absolute path with symbolic links resolved, up to the first part that does not exist.
    std::filesystem::path resolved_path;
    /// the device and inode numbers of the file; empty if no file exists at the path
    std::optional<std::pair<dev_t, ino_t>> device_and_inode;
    /// Whether the path names an open descriptor, such as /dev/stdout. Writing to it begins at the descriptor's
    /// position.
    bool is_path_of_open_descriptor = false;
    /// Whether the file has contents that could be lost, which a device, a FIFO or a terminal has not.
    bool has_contents = true;
  };
  struct FileNamedByOption {
    std::string option, path;
    bool is_written;
    FileIdentity identity;
  };

  static FileIdentity identity_of_file(const std::string& path, bool written);
  static bool is_same_file_identity(const FileIdentity& one, const FileIdentity& other);
  static void refuse_standard_streams(const FileNamedByOption& file);
  void add_declared_file(FileNamedByOption file);

  std::vector<FileNamedByOption> declared_files_;
};

}  // namespace switchyard
