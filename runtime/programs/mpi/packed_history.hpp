#pragma once
/// \file packed_history.hpp
/// Remembers of which types the values are that programs have packed, so that they are not unpacked as other ones.
///
/// Source: MPI 3.1, sec. 4.2: packed values may be unpacked, or received, only as values of the types that were packed.
///
/// Packed values are known by their bytes, wherever they are copied to. Nothing is said of bytes that were packed in
/// several ways with different types.

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "runtime/programs/defect_notes.hpp"
#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// The packed values of all nodes of one run. Any thread may use this object.
class PackedHistory {
 public:
  /// Values that one or several calls have packed one behind another.
  struct Packing {
    std::vector<std::byte> bytes;
    TypeSignature signature;
    std::vector<CallOfNode> callers;  ///< the calls, the last one last
  };

  /// Notes that a call has packed values of this signature at the end of `packed`; `before` bytes in front of them were
  /// packed earlier.
  void note_packed(std::span<const std::byte> packed, std::size_t before, const TypeSignature& signature,
                   const CallOfNode& caller);
  /// Returns the packing with exactly these bytes, if all of them are alike in their types.
  std::optional<Packing> packing_of(std::span<const std::byte> packed) const;
  /// Returns a packing whose values from byte `offset` on are of other types than `signature`, if the buffer begins
  /// with a packing that covers them, and with none in which they are of these types.
  std::optional<Packing> find_other_types(std::span<const std::byte> buffer, std::size_t offset,
                                          const TypeSignature& signature) const;

 private:
  mutable std::mutex mutex_;  // guards the members below
  std::vector<Packing> all_;
  bool is_given_up_ = false;  ///< whether there are too many packings to remember them all
};

}  // namespace switchyard::mpi
