#pragma once
/// \file packed_history.hpp
/// Remembers the types of the values that programs have packed (MPI_Pack), to find calls that unpack values as values
/// of other types.
///
/// Source: MPI 3.1, sec. 4.2: packed values may be unpacked, or received, only as values of the types that were packed.
///
/// Packed values are recognised by their bytes, wherever the program copies them to. If the same bytes were packed
/// several times with different types, no defect is noted as long as one of these types fits.

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "runtime/programs/defect_notes.hpp"
#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// The values that the programs of all nodes of one run have packed (MPI_Pack), with their types. Any thread may use
/// this object.
class PackedValueHistory {
 public:
  /// The packed form of values that one call of MPI_Pack, or several calls one after another, have stored contiguously
  /// in a buffer.
  struct PackedValueRecord {
    std::vector<std::byte> bytes;
    TypeSignature signature;
    std::vector<CallOfNode> callers;  ///< the calls that have packed the values, in the order of the calls
  };

  /// Notes that a call has packed values with the types `signature` at the end of the buffer `packed`, of which the
  /// first `before` bytes were packed by earlier calls.
  void add_packed_values(std::span<const std::byte> packed, std::size_t before, const TypeSignature& signature,
                         const CallOfNode& originating_call);
  /// Returns the record of the packed values whose bytes are exactly `packed`. Returns nothing if there is none, or if
  /// the same bytes were packed several times with different types.
  std::optional<PackedValueRecord> find_record_of_packed_bytes(std::span<const std::byte> packed) const;
  /// Looks for an error in unpacking values with the types `signature` from byte `offset` of `buffer`. The records
  /// considered are those with whose bytes `buffer` begins, and that have values of the same total size as `signature`
  /// from byte `offset` on. If there are such records, and in none of them these values have the types of `signature`,
  /// returns one of the records. Otherwise returns nothing.
  std::optional<PackedValueRecord> find_packing_of_other_types(std::span<const std::byte> buffer, std::size_t offset,
                                                               const TypeSignature& signature) const;
  /// Returns whether a program may have packed values whose bytes begin with `packed`. It is false only if certainly no
  /// call of MPI_Pack has done so.
  bool may_be_prefix_of_packed_values(std::span<const std::byte> packed) const;

 private:
  mutable std::mutex mutex_;  // guards the records of packed values
  std::vector<PackedValueRecord> packed_value_records_;
  /// Whether there were more packed values than can be remembered.
  bool has_too_many_packed_records_ = false;
};

}  // namespace switchyard::mpi
