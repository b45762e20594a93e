#pragma once
/// \file files_in_use.hpp
/// Records which files a command reads and writes. No file that it writes may be one that it reads, or that it writes
/// for another purpose.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace switchyard {

/// Returns the path of the file beside a table that records which sweep made its rows, such as
/// "rows.csv.sweep" for the table "rows.csv".
std::string path_of_sweep_identity_file(const std::string& csv);

/// All files that one command reads and writes. The command-line options declare their files before anything runs; a
/// file that becomes known only later, such as the machine files that a sweep file names, is declared before any file
/// is written.
///
/// Two names denote one file if they lead to the same inode, with links resolved, or to the same path if no file is
/// there yet. A device, a FIFO or a terminal has no contents to lose and may be named any number of times.
class FilesInUse {
 public:
  /// Declares a file that the command reads. Throws UsageError if the command also writes the file, such as `--csv:
  /// 'x.csv' is what --matrix reads; name another file`.
  void declare_input_file(const std::string& option, const std::string& path);

  /// Declares a file that the command creates, or with which it replaces an existing file.
  ///
  /// Throws: UsageError if the file to be replaced is also read by the command, is written by another option, is
  ///         standard output or standard error, is the table of a sweep, or is the file beside such a table that
  ///         records the sweep.
  void declare_replaced_file(const std::string& option, const std::string& path);

  /// Declares a result table that the command writes. Throws as declare_replaced_file() does, and also if the file
  /// exists, is not empty, and is not a result table.
  void declare_result_table(const std::string& option, const std::string& path);

  /// Declares a file to which the command appends. Throws as declare_replaced_file() does, but the file may be
  /// the table of a sweep.
  void declare_appended_file(const std::string& option, const std::string& path);

  /// Returns whether the file that this path names has been declared as one that the command
  /// writes.
  bool is_declared_for_writing(const std::string& path) const;

 private:
  struct FileIdentity {
    std::filesystem::path resolved_path;  ///< the absolute path with symbolic links resolved, as far as the path exists
    /// the file's device and inode; empty if no file exists at the path
    std::optional<std::pair<dev_t, ino_t>> device_and_inode;
    bool is_descriptor = false;  ///< whether the path names an open descriptor, which is written at its position
    bool has_contents = true;    ///< whether the file has contents to lose: false for a device, a FIFO or a terminal
  };
  struct DeclaredFile {
    std::string option, path;
    bool is_written;
    FileIdentity identity;
  };

  static FileIdentity identity_of_file(const std::string& path, bool written);
  static bool is_same_file_identity(const FileIdentity& one, const FileIdentity& other);
  static void refuse_standard_streams(const DeclaredFile& file);
  void add_declared_file(DeclaredFile file);

  std::vector<DeclaredFile> declared_files_;
};

}  // namespace switchyard
