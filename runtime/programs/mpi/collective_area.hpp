#pragma once
/// \file collective_area.hpp
/// The values that one node gives to a collective or gets from it, as the bytes that a group moves.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// `count` values in a program's memory.
struct Values {
  void* buffer = nullptr;  ///< only read where it is sent
  std::uint64_t count = 0;
  LayoutPtr type;

  std::uint64_t bytes() const noexcept { return count * type->size(); }
};

/// Whether two rows of values that both have a byte at their beginnings, or no gaps, share memory. Where one has gaps
/// in which the other might be: no.
bool overlap(const Values& a, const Values& b);

/// Blocks of values, by rank: in the program's own memory where they lie there as they are moved, or packed.
class Area {
 public:
  Area() = default;
  /// One block, or several whose order is that of the ranks. `adjacent`: a group needs them one behind the other.
  Area(std::vector<Values> blocks, bool adjacent);
  Area(Area&&) = default;
  Area& operator=(Area&&) = default;

  std::span<std::byte> bytes() const noexcept { return bytes_; }
  std::span<std::byte> block(std::size_t rank) const noexcept {
    return bytes_.subspan(places_.offsets[rank], places_.counts[rank]);
  }
  const Blocks& places() const noexcept { return places_; }

  /// The bytes are what the program has in its memory.
  void load();
  void load(std::size_t rank);
  /// The program gets the bytes.
  void store() const;

 private:
  bool lies_as_it_is(bool adjacent) const;
  void use_memory();
  void use_copy();

  std::vector<Values> blocks_;
  std::vector<std::byte> copy_;  ///< empty where the memory is used
  std::span<std::byte> bytes_;
  Blocks places_;
};

}  // namespace switchyard::mpi
