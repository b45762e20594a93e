#pragma once
/// \file input_file.hpp
/// Opens the files that the program reads, all through one class that limits their size.

#include <cstdint>
#include <istream>
#include <memory>
#include <string>

namespace switchyard {

/// How much of a file may be read; a longer file is an error, as some files have no end.
struct InputLimits {
  std::uint64_t bytes = std::uint64_t{4} << 30U;
  /// largest length of a line in bytes; binary files have few ends of lines
  std::uint64_t line = std::uint64_t{32} << 20U;
};

/// A stream of a file's bytes; those of a gzip file are decompressed, whatever its name. Its reader may use the stream
/// or its buffer; either throws where the file cannot be read on, or is longer than the limits.
///
/// Errors are UsageErrors of one line. With an option they open with it (`--replay: cannot read 'x.json': ...`),
/// without one they are about the file alone (`x.mtx:1:1: cannot be read (...)`).
class InputFile : public std::istream {
 public:
  /// Blocks: if the path is a FIFO, until a writer delivers something, for five seconds at most while it has none.
  /// Throws: UsageError for a folder, a file that is not there or may not be read or is longer than the limit, and a
  ///         FIFO to which nobody writes.
  InputFile(std::string option, std::string path, InputLimits limits = {});
  ~InputFile() override;

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

/// Refuses a FIFO as a TOML file. machines/toml_input.hpp reads such files from their paths, with a limit of its own,
/// and would wait for ever for the writer of a FIFO. Throws UsageError only for a FIFO with a name; one that a shell
/// makes of <(...) has its writer.
void refuse_fifo(const std::string& path);

/// Returns all of the file. Throws as InputFile does.
std::string read_input(const std::string& option, const std::string& path, InputLimits limits);

}  // namespace switchyard
