#pragma once
/// \file request.hpp
/// What an MPI request stands for: at most one request of Node's.
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
  void* buffer = nullptr;  ///< a send only reads it
  std::uint64_t count = 0;
  LayoutPtr type;
  int peer = MPI_PROC_NULL;
  int tag = 0;
  SendMode mode = SendMode::standard;

  std::uint64_t bytes() const noexcept { return count * type->size(); }
  /// Whether the values lie in memory as they are sent. Other values are sent and received through a copy.
  bool is_dense() const noexcept { return type->is_dense(count); }
};

struct GeneralizedRequest {
  MPI_Grequest_query_function* query = nullptr;
  MPI_Grequest_free_function* free = nullptr;
  MPI_Grequest_cancel_function* cancel = nullptr;
  void* extra = nullptr;
  bool is_complete = false;
  bool is_freed = false;  ///< by the program, before it was complete
};

/// What the checks for defects watch while a request is active: its buffers, and its collective.
struct Touched {
  MemoryWatch::Id read = 0, written = 0;                   ///< watches of memory
  std::optional<std::uint32_t> collective = std::nullopt;  ///< number of its collective on the communicator
};

struct RequestRecord {
  enum class Kind : std::uint8_t { send, receive, collective, generalized, file };

  Kind kind = Kind::send;
  bool is_persistent = false;
  bool is_active = false;
  bool is_cancelled = false;  ///< whether the program has called MPI_Cancel for it
  bool is_started = false;    ///< whether a persistent request was ever started
  bool is_awaited = false;  ///< of a persistent one: the program has waited for it, or tested it, while it was inactive
  Handle handle;            ///< empty for an active request: it has nothing to wait for
  Received received;        ///< set once `handle` has been waited for
  MessagePart part;
  std::vector<std::byte> packed;  ///< what is sent or received in place of values that are not dense
  std::function<void()> finish;   ///< of a collective: run on this node once it is over; may be empty
  GeneralizedRequest generalized;
  CallSite site;  ///< of the call that has made the request, or started it last
  CallSite made;  ///< of the call that has made a persistent request
  WitnessedReceivePtr witnessed;
  Touched touched;  ///< watches of its buffers
};

/// Makes the request of a file transfer that is done already. `bytes`: for its status.
MPI_Request add_transfer(Call& call, const CommunicatorPtr& comm, std::uint64_t bytes, Touched touched);
/// Makes the request of a nonblocking collective that is under way as `handle`. `finish` runs when the program
/// completes the request, and may unpack results.
MPI_Request add_collective(Call& call, Handle handle, const CommunicatorPtr& comm, std::function<void()> finish,
                           Touched touched = {});

}  // namespace switchyard::mpi
