#pragma once
/// \file packed_units.hpp
/// Remembers where packed values end in the memory of a program: those of a message that the program has received as
/// MPI_PACKED, and those that it has packed itself. Finds calls that unpack more values than there are, because they
/// are given the size of the whole buffer.
///
/// Source: MPI 3.1, sec. 4.2: each message of packed values is unpacked by itself.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/programs/memory_watch.hpp"

namespace switchyard::mpi {

/// Where the packed values in the buffers of one node's program end. The object forgets the values in a buffer when the
/// program changes or frees the buffer, as far as that can be seen.
class PackedValueEndTracker {
 public:
  /// How many bytes of a buffer have packed values, and the call that has stored the last ones.
  struct PackedValueEnd {
    std::size_t bytes = 0;
    CallSite site = {};
  };

  /// Notes that the call at `site` has stored packed values, which now fill the first `bytes` bytes of `buffer`.
  void add(MemoryWatch& watch, std::span<const std::byte> buffer, std::size_t bytes, CallSite site);
  /// Returns where the packed values end that begin at `begin`, and forgets them.
  std::optional<PackedValueEnd> take_end_of_packed_unit(const void* begin);
  /// Returns where the packed values at `begin` end if that is after byte `from`, and in front of byte `to`. Returns
  /// nothing if that is not known for certain.
  std::optional<PackedValueEnd> find_packed_value_end_in_range(const void* begin, std::size_t from,
                                                               std::size_t to) const;

 private:
  class WatchedPackedBuffer;
  struct WatchedPackedBufferDeleter {
    void operator()(WatchedPackedBuffer* unit) const noexcept;
  };
  using WatchedPackedBufferPtr = std::unique_ptr<WatchedPackedBuffer, WatchedPackedBufferDeleter>;

  std::vector<WatchedPackedBufferPtr> watched_packed_buffers_;
};

}  // namespace switchyard::mpi
