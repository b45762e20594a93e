#pragma once
/// \file input_file.hpp
/// Opens the files that the program reads. All of them are opened through the class InputFile, which limits their size.

#include <cstdint>
#include <istream>
#include <memory>
#include <string>

namespace switchyard {

/// Limits on the size of a file that is read. It is an error if a file exceeds them, because some files, such as
/// /dev/zero, have no end.
struct InputLimits {
  std::uint64_t most_file_bytes = std::uint64_t{4} << 30U;
  /// the largest length of a line in bytes; a file with a longer line is probably a binary file and is refused
  std::uint64_t most_line_bytes = std::uint64_t{32} << 20U;
};

/// A stream of the bytes of a file, decompressed if they are in the format of gzip, whatever the
/// file's name. A reader may use the stream or its buffer; both throw if the file can no longer be
/// read or is longer than the limits.
///
/// All errors are UsageErrors with a text of one line. If the file is the value of a command-line option, the text
/// begins with the option, such as `--replay: cannot read 'x.json': ...`. Otherwise it begins with the file's path,
/// such as `x.mtx:1:1: cannot be read (...)`.
class InputFile : public std::istream {
 public:
  /// Opens a file to be read.
  /// Blocks: if the path is a FIFO, until a writer delivers something, but at most five seconds while
  ///         the FIFO has no writer.
  /// Throws: UsageError if the path is a folder, if the file does not exist, may not be read or is longer than the
  ///         limit, and if it is a FIFO to which nobody writes.
  InputFile(std::string option, std::string path, InputLimits limits = {});
  ~InputFile() override;

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

/// Throws UsageError if the path is a named FIFO. Call it before a TOML file is opened: machines/toml_input.hpp opens
/// files by path, with a size limit of its own, and would wait for ever for a writer of the FIFO. The FIFO without a
/// name that a shell makes for <(...) is accepted, as it has a writer.
void refuse_fifo(const std::string& path);

/// Returns the whole contents of the file. Throws as InputFile does.
std::string read_input_file(const std::string& option, const std::string& path, InputLimits limits);

}  // namespace switchyard
