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

/// `count` values of a datatype in a program's memory.
struct Values {
  void* buffer = nullptr;  ///< only read if the values are sent
  std::uint64_t count = 0;
  LayoutPtr type;

  std::uint64_t bytes() const noexcept { return count * type->size(); }
};

/// Returns the bytes of the values, without the gaps between them, or nothing if a type has very many pieces.
ByteRanges ranges_of(const std::vector<Values>& values);

/// Returns `count` values of the buffer that `base` describes, from the `offset`-th one on.
Values values_from(const Values& base, std::int64_t offset, std::uint64_t count);

/// Whether two rows of values share memory. It is found if both have a byte at the same beginning, or if neither row
/// has gaps; where one has gaps in which the other one might lie, returns false.
bool overlap(const Values& a, const Values& b);

/// The blocks of values that a member gives to a collective or gets from it, by rank. The collective uses the program's
/// own memory if the values are dense there, and a packed copy otherwise.
class Area {
 public:
  Area() = default;
  /// Makes an area of equal blocks, one behind the other, which together are `all`.
  explicit Area(Values all, std::size_t blocks = 1);
  /// Makes an area of blocks that may be anywhere in memory.
  explicit Area(std::vector<Values> blocks);
  Area(Area&&) = default;
  Area& operator=(Area&&) = default;

  std::span<std::byte> bytes() const noexcept { return bytes_; }
  std::span<std::byte> block(std::size_t rank) const noexcept;
  /// Returns where the blocks are in bytes(), for an area whose blocks may be anywhere.
  const Blocks& places() const noexcept { return places_; }
  /// Returns how many bytes load() and store() copy. A copy that is made only because of force_copy() does not count.
  std::size_t copied_bytes() const noexcept { return is_diverted_ ? 0 : copy_.size(); }
  /// Makes the collective use a copy even where it could use the program's memory. Call it before bytes().
  void force_copy();
  /// Returns all values, in the order of ranks.
  const std::vector<Values>& rows() const noexcept { return rows_; }

  /// Throw BadMemory if the collective uses the program's own memory and that cannot be read or written. For a copy,
  /// load() and store() find that.
  void check_readable() const;
  void check_writable() const;

  /// Pack the values from the program's memory into the copy, if there is one: all blocks, or the block of one rank.
  void load();
  void load(std::size_t rank);
  /// Unpacks the copy, if there is one, into the program's memory.
  void store() const;

 private:
  void use_memory();
  void use_copy();
  Values values_of(std::size_t rank) const;

  std::vector<Values> rows_;      ///< one row for each block, or one row with all blocks
  std::size_t equal_blocks_ = 0;  ///< how many blocks the one row has; 0: each block is a row
  std::vector<std::byte> copy_;   ///< empty if the program's memory is used
  bool is_diverted_ = false;
  std::span<std::byte> bytes_;
  Blocks places_;
};

}  // namespace switchyard::mpi
