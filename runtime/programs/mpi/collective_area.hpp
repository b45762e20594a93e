#pragma once
/// \file collective_area.hpp
/// The values that one node gives to a collective or gets from it, as the bytes that are moved
/// between nodes.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// `count` values of a datatype in a program's memory.
struct Values {
  /// Address of the values, as the program gave it; the memory is only read if the values are sent.
  void* buffer = nullptr;
  std::uint64_t count = 0;
  LayoutPtr type;
  /// The address of the whole buffer, if the values are one of several blocks that the program places in the buffer by
  /// displacements. Null otherwise.
  const void* buffer_of_all_blocks = nullptr;
  /// The rank of the member to which the values go or from which they come, if they are one of several blocks in a
  /// buffer.
  std::optional<std::uint32_t> rank_of_block = {};

  std::uint64_t bytes() const noexcept { return count * type->size(); }
};

/// Returns the bytes of memory in which the values lie, without the gaps between them. Returns no
/// bytes if they lie in very many pieces.
ByteRanges byte_ranges_of(std::span<const Values> values);
ByteRanges byte_ranges_of(const Values& values);

/// Returns the part of the values in a buffer that begins with value number `offset` and has `count` values. `base`
/// describes the buffer.
Values values_from_offset(const Values& base, std::int64_t offset, std::uint64_t count);

/// Whether two sequences of values share memory. The answer is exact if neither sequence has gaps
/// between its values. Otherwise returns true only if both begin at the same address.
bool do_values_overlap(const Values& a, const Values& b);

/// The values that a member gives to a collective or gets from it, as one block for each rank. The collective uses the
/// program's own memory if the values lie there without gaps, and a packed copy otherwise.
class CollectiveDataBlocks {
 public:
  CollectiveDataBlocks() = default;
  /// Makes an area (the values that a member gives to a collective or gets from it). The values `all` are divided into
  /// `blocks` equal blocks, one behind the other.
  explicit CollectiveDataBlocks(Values all, std::size_t blocks = 1);
  /// Makes an area (the values that a member gives to a collective or gets from it) of blocks of any sizes, which may
  /// lie anywhere in memory.
  explicit CollectiveDataBlocks(std::vector<Values> blocks);
  CollectiveDataBlocks(CollectiveDataBlocks&&) = default;
  CollectiveDataBlocks& operator=(CollectiveDataBlocks&&) = default;

  std::span<std::byte> bytes() const noexcept { return bytes_; }
  std::span<std::byte> block_of_rank(std::size_t rank) const noexcept;
  /// Returns the size of each block and its offset in bytes(). Needs: the CollectiveDataBlocks was made from a list of
  /// blocks, or has a packed copy.
  const Blocks& block_sizes_and_offsets() const noexcept { return block_sizes_and_offsets_; }
  /// Returns how many bytes load_from_program_memory() and store_to_program_memory() copy, for the emulated time that
  /// the copies take. Returns 0 if the packed copy exists only because of force_packed_copy().
  std::size_t copied_bytes() const noexcept { return is_copy_forced_ ? 0 : packed_copy_.size(); }
  /// Makes the collective use a packed copy even where it could use the program's memory. Call this
  /// function before bytes().
  void force_packed_copy();
  /// Returns the values of all blocks, in the order of ranks.
  const std::vector<Values>& program_values() const noexcept { return program_values_; }

  /// check_readable() and check_writable() throw BadMemoryError if the collective uses the program's
  /// own memory and that cannot be read or written. If the collective uses a packed copy, load_from_program_memory()
  /// and store_to_program_memory() find such errors.
  void check_readable() const;
  void check_writable() const;

  /// Packs the values from the program's memory into the packed copy, if there is one: all blocks,
  /// or only the block of one rank.
  void load_from_program_memory();
  void load_from_program_memory(std::size_t rank);
  /// Unpacks the packed copy, if there is one, into the program's memory.
  void store_to_program_memory() const;

 private:
  void use_program_memory();
  void use_packed_copy();
  Values values_of_block(std::size_t rank) const;

  std::vector<Values> program_values_;  ///< the values of each block, or a single entry with the values of all blocks
  /// The number of equal blocks, if a single entry of the list describes the values of all blocks; 0 if the list has
  /// one entry for each block.
  std::size_t equal_block_count_ = 0;
  /// Packed copy of the values of a collective; empty if the collective works directly on the program's memory.
  std::vector<std::byte> packed_copy_;
  bool is_copy_forced_ = false;
  std::span<std::byte> bytes_;
  Blocks block_sizes_and_offsets_;
};

}  // namespace switchyard::mpi
