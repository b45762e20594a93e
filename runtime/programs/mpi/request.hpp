#pragma once
/// \file request.hpp
/// What an MPI request stands for: a record of what it does, and at most one request of Node's
/// that does it.
///
/// Source: MPI 3.1, sec. 3.7, 3.9 and 12.2.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "runtime/node.hpp"
#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/message_witness.hpp"

namespace switchyard::mpi {

/// A message to send or to receive, as a program has described it and after all checks.
struct MessagePart {
  CommunicatorPtr comm;
  void* buffer = nullptr;  ///< address that the program gave; a send only reads it
  std::uint64_t count = 0;
  LayoutPtr type;
  int peer = MPI_PROC_NULL;
  int tag = 0;
  SendMode mode = SendMode::standard;

  std::uint64_t bytes() const noexcept { return count * type->size(); }
  /// Whether the values lie in memory without gaps, in the order in which they are sent. Other
  /// values are sent and received through a packed copy.
  bool is_dense() const noexcept { return type->is_dense(count); }
};

struct GeneralizedRequest {
  MPI_Grequest_query_function* query = nullptr;
  MPI_Grequest_free_function* free = nullptr;
  MPI_Grequest_cancel_function* cancel = nullptr;
  void* extra = nullptr;
  bool is_complete = false;
  bool is_freed = false;  ///< whether the program has freed it before it was complete
};

/// What the checks for defects watch while a request is active: its buffers, and its collective.
struct Touched {
  /// The ids of two watches: of the memory that the request reads, and of the memory that it writes.
  MemoryWatch::Id read = 0, written = 0;
  std::optional<std::uint32_t> collective = std::nullopt;  ///< number of the collective on its communicator
};

struct RequestRecord {
  enum class Kind : std::uint8_t { send, receive, collective, generalized, file };

  Kind kind = Kind::send;
  bool is_persistent = false;
  bool is_active = false;
  bool is_cancelled = false;  ///< whether the program has called MPI_Cancel for it
  bool is_started = false;    ///< whether a persistent request was ever started
  /// Whether the program has waited for, or tested, a persistent request while it was inactive.
  bool is_awaited = false;
  Handle handle;      ///< Node's request; if empty, an active request has nothing to wait for
  Received received;  ///< set once `handle` has been waited for
  MessagePart part;
  std::vector<std::byte> packed;  ///< packed copy of values that do not lie in memory without gaps
  std::function<void()> finish;   ///< for a collective: called once it is over; may be empty
  GeneralizedRequest generalized;
  CallSite site;  ///< the call that has made the request, or started it last
  CallSite made;  ///< for a persistent request: the call that has made it
  WitnessedReceivePtr witnessed;
  Touched touched;  ///< watches of its buffers
};

/// Makes the request of a nonblocking file transfer, which is done already. `bytes` is the number
/// of bytes for the request's status.
MPI_Request add_file_transfer_request(Call& call, const CommunicatorPtr& comm, std::uint64_t bytes, Touched touched);
/// Makes the request of the nonblocking collective that `handle` stands for. `finish` is called
/// when the program completes the request, and may unpack results.
MPI_Request add_collective_request(Call& call, Handle handle, const CommunicatorPtr& comm, std::function<void()> finish,
                                   Touched touched = {});

}  // namespace switchyard::mpi
