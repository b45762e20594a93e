#pragma once
/// \file packed_history.hpp
/// Remembers the types of the values that programs have packed, to find calls that unpack values as ones of other
/// types.
///
/// Source: MPI 3.1, sec. 4.2: packed values may be unpacked, or received, only as values of the types that were packed.
///
/// Packed values are recognised by their bytes, wherever the program copies them to. No defect is noted for bytes that
/// were packed several times with different types, if one of these fits.

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "runtime/programs/defect_notes.hpp"
#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// The packed values of all nodes of one run. Any thread may use this object.
class PackedValueHistory {
 public:
  /// Values that one or several calls have packed one behind another.
  struct PackedValueRecord {
    std::vector<std::byte> bytes;
    TypeSignature signature;
    std::vector<CallOfNode> callers;  ///< the calls that have packed the values, in their order
  };

  /// Notes that a call has packed values of this signature at the end of `packed`; `before` bytes in front of them were
  /// packed earlier.
  void add_packed_values(std::span<const std::byte> packed, std::size_t before, const TypeSignature& signature,
                         const CallOfNode& caller);
  /// Returns the packing with exactly the bytes `packed`. Returns nothing if there is none, or if these bytes were
  /// packed several times with different types.
  std::optional<PackedValueRecord> packing_with_bytes(std::span<const std::byte> packed) const;
  /// Looks for packings with whose bytes `buffer` begins and that have values of the size of `signature` from byte
  /// `offset` on. If there are such packings, and in none of them these values have the types of `signature`, returns
  /// one of the packings. Otherwise returns nothing.
  std::optional<PackedValueRecord> find_packing_of_other_types(std::span<const std::byte> buffer, std::size_t offset,
                                                               const TypeSignature& signature) const;

 private:
  mutable std::mutex mutex_;  // guards the members below
  std::vector<PackedValueRecord> packings_;
  bool has_too_many_packings_ = false;  ///< whether there are too many packings to remember them all
};

}  // namespace switchyard::mpi
