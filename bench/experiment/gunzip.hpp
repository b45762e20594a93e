#pragma once
/// \file gunzip.hpp
/// Decompresses files in the gzip format piece by piece. In a build without the library zlib, decompressing throws
/// UsageError instead.
///
/// Source: P. Deutsch, "GZIP file format specification version 4.3", RFC 1952 (1996); the zlib library implements the
///         format.

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace switchyard {

/// Returns whether a file that begins with the bytes `start` is a gzip file.
constexpr bool looks_gzipped(std::string_view start) noexcept { return start.starts_with("\x1f\x8b"); }

/// Decompresses one file, which may consist of several gzip members one after another.
class Gunzip {
 public:
  /// Prepares to decompress one file. In a build without zlib, throws UsageError, whose text does not name the file.
  Gunzip();
  ~Gunzip();

  /// Gives the decompressor the next piece of the compressed file, which must stay unchanged until needs_input()
  /// returns true. Needs: needs_input() returns true.
  void add_compressed_input(std::span<const char> compressed);
  /// Returns whether all compressed data that were passed to add_compressed_input() have been consumed.
  bool needs_input() const noexcept;
  /// Returns whether the compressed file would be complete if it ended at this point, that is, whether no gzip member
  /// is incomplete.
  bool may_input_end_here() const noexcept;
  /// Decompresses the next piece of the file into `text` and returns the piece's size in bytes. Returns 0 if
  /// add_compressed_input() must be called before more can be decompressed. Throws UsageError, whose text does not name
  /// the file, if the compressed data are damaged.
  std::size_t decompress_next_piece(std::span<char> text);

 private:
  struct DecompressionState;
  std::unique_ptr<DecompressionState> decompression_state_;
};

}  // namespace switchyard
