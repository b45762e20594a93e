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
std::string path_of_identity_file(const std::string& csv);

/// All files that one command reads and writes. The options declare them before anything runs; a file that is only
/// known later, such as the machine files that a sweep file names, is declared before any file is written.
///
/// Two names denote one file if they lead to the same inode, with links resolved, or to the same path if no file is
/// there yet. A device, a FIFO or a terminal has no contents to lose and may be named any number of times.
class FilesInUse {
 public:
  /// Declares a file that is read. Throws UsageError `--csv: 'x.csv' is what --matrix reads; name another file` if the
  /// file is also written.
  void declare_input_file(const std::string& option, const std::string& path);

  /// Declares a file that the command creates, or with which it replaces an existing file.
  ///
  /// Throws: UsageError if the file to be replaced is also read, is written by another option, or is
  ///         standard output or error; also if it is the table of a sweep, or the record beside such
  ///         a table.
  void declare_replaced_file(const std::string& option, const std::string& path);

  /// Declares a result table that is written, as declare_replaced_file() does. An existing file that is not
  /// empty must also be a result table.
  void declare_result_table(const std::string& option, const std::string& path);

  /// Declares a file to which the command appends. Throws as declare_replaced_file() does, but the file may be
  /// the table of a sweep.
  void declare_appended_file(const std::string& option, const std::string& path);

  /// Returns whether the file that this path names has been declared as one that the command
  /// writes.
  bool is_declared_for_writing(const std::string& path) const;

 private:
  struct FileIdentity {
    std::filesystem::path place;                              ///< the path without links, as far as it exists
    std::optional<std::pair<dev_t, ino_t>> device_and_inode;  ///< empty if no file exists
    bool is_descriptor = false;  ///< whether the path names an open descriptor, which is written at its position
    bool has_contents = true;    ///< whether the file has contents to lose: false for a device, a FIFO or a terminal
  };
  struct File {
    std::string option, path;
    bool written;
    FileIdentity identity;
  };

  static FileIdentity identity_of_file(const std::string& path, bool written);
  static bool is_same_identity(const FileIdentity& one, const FileIdentity& other);
  static void refuse_standard_streams(const File& file);
  void add(File file);

  std::vector<File> files_;
};

}  // namespace switchyard
