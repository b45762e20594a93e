#pragma once
/// \file gunzip.hpp
/// Decompresses files in the format of gzip piece by piece. A build without zlib refuses them.
///
/// Source: P. Deutsch, "GZIP file format specification version 4.3", RFC 1952 (1996); the zlib library does the work.

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace switchyard {

/// Whether a file that starts like this is a gzip file.
constexpr bool looks_gzipped(std::string_view start) noexcept { return start.starts_with("\x1f\x8b"); }

/// Decompresses one file, which may consist of several gzip members one after another.
class Gunzip {
 public:
  /// Throws UsageError, without a place, in a build without zlib.
  Gunzip();
  ~Gunzip();

  /// Sets the next piece of the compressed file. It must stay as it is until is_hungry(). Needs: is_hungry().
  void feed(std::span<const char> compressed);
  /// Whether all that was fed has been used.
  bool is_hungry() const noexcept;
  /// Whether the file may end here: between members.
  bool may_end() const noexcept;
  /// Writes the next piece of the text, and returns its size; 0 where more must be fed first.
  /// Throws: UsageError, without a place, for damaged data.
  std::size_t take(std::span<char> text);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace switchyard
