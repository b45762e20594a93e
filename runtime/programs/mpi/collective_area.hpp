#pragma once
/// \file collective_area.hpp
/// The values that one node gives to a collective or gets from it, as the bytes that a group moves.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// `count` values in a program's memory.
struct Values {
  void* buffer = nullptr;  ///< only read where it is sent
  std::uint64_t count = 0;
  LayoutPtr type;

  std::uint64_t bytes() const noexcept { return count * type->size(); }
};

/// The bytes of the values, without the gaps between them. Of types with very many pieces: none.
ByteRanges ranges_of(const std::vector<Values>& values);

/// `count` values from the `offset`-th one on.
Values values_from(const Values& base, std::int64_t offset, std::uint64_t count);

/// Whether two rows of values that both have a byte at their beginnings, or no gaps, share memory. Where one has gaps
/// in which the other might be: no.
bool overlap(const Values& a, const Values& b);

/// Blocks of values, by rank: in the program's own memory where they lie there as they are moved, or packed.
class Area {
 public:
  Area() = default;
  /// Blocks of the same number of values, one behind the other: together, `all`.
  explicit Area(Values all, std::size_t blocks = 1);
  /// Anywhere.
  explicit Area(std::vector<Values> blocks);
  Area(Area&&) = default;
  Area& operator=(Area&&) = default;

  std::span<std::byte> bytes() const noexcept { return bytes_; }
  std::span<std::byte> block(std::size_t rank) const noexcept;
  /// Of blocks that are anywhere: where in bytes().
  const Blocks& places() const noexcept { return places_; }
  /// What load() and store() copy, but for a copy that only divert() has asked for.
  std::size_t copied_bytes() const noexcept { return is_diverted_ ? 0 : copy_.size(); }
  /// Moves a copy even where the memory could be moved. Before bytes() is asked for.
  void divert();
  /// All values, in the order of ranks.
  const std::vector<Values>& rows() const noexcept { return rows_; }

  /// Throw BadMemory where the program's own memory is used, and cannot be. What is copied is found then.
  void check_readable() const;
  void check_writable() const;

  /// The bytes are what the program has in its memory: all, or one block.
  void load();
  void load(std::size_t rank);
  /// The program gets the bytes.
  void store() const;

 private:
  void use_memory();
  void use_copy();
  Values values_of(std::size_t rank) const;

  std::vector<Values> rows_;      ///< a block each; or all blocks in one
  std::size_t equal_blocks_ = 0;  ///< in one row; 0: a block is a row
  std::vector<std::byte> copy_;   ///< empty where the memory is used
  bool is_diverted_ = false;
  std::span<std::byte> bytes_;
  Blocks places_;
};

}  // namespace switchyard::mpi
