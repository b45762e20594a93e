#pragma once
/// \file state.hpp
/// The state of MPI that is kept for one node's program between its calls: handles, buffers, and
/// whether it has called MPI_Init and MPI_Finalize.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/programs/mpi/attributes.hpp"
#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/call_history.hpp"
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/handle_table.hpp"
#include "runtime/programs/mpi/predefined_operation.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/user_operation.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

/// A message that a matched probe has found.
struct ProbedMessage {
  TakenMessage message;
  CommunicatorPtr comm;
  RecordedReceivePtr recorded_receive;
};

/// An error class or error code that a program has added. The numbers of such errors begin directly
/// above MPI_ERR_LASTCODE.
struct ProgramError {
  int error_class;
  std::string text;
  bool is_removed = false;  ///< whether the program has removed the error; its number is never used again
};
inline constexpr int kFirstProgramError = MPI_ERR_LASTCODE + 1;

/// A data representation of files that the program has registered.
struct RegisteredFileRepresentation {
  std::string name;
  bool has_conversion_functions;  ///< whether functions convert the values; if not, files have them as memory has
};

/// An error handler to which the program has a handle. A program that asks for the error handler
/// of an object gets the same handle again, and must free it as often as it got it.
struct HeldErrorHandler {
  ErrorHandlerPtr handler;
  unsigned given_handle_count = 1;  ///< how often the program has got the handle and not freed it
};

/// A session of the program.
struct Session {
  InfoObject info;
  ErrorHandlerPtr error_handler;
};

class File;
class FortranProgram;
class ProgramWindowAccesses;
class Window;

class State final : public InterfaceState {
 public:
  enum class MpiPhase : std::uint8_t { before_init, running, finalized };

  State();
  /// Cleans up after the program has ended. Throws UsageError if its exit code is 0 and it has not
  /// called MPI_Finalize. Notes sessions that it has not finalized.
  void end(Node& node, int exit_code) override;
  void note_failure() override;

  /// Returns whether the program may use objects of MPI now.
  bool is_in_use() const noexcept { return phase == MpiPhase::running || !sessions.empty(); }

  static constexpr int kLowestThreadLevel = MPI_THREAD_FUNNELED;

  MpiPhase phase = MpiPhase::before_init;
  bool is_in_reduction_function = false;  ///< whether a reduction function of the program is running
  CallSite init_site, finalize_site;
  /// The level of support for threads that MPI has told the program. A process has one thread, whose calls are right at
  /// each level, so that a program gets the level it asks for.
  int thread_level = kLowestThreadLevel;
  HandleTable<MPI_Session, Session> sessions;
  std::shared_ptr<ContextPool> context_pool = std::make_shared<ContextPool>();

  HandleTable<MPI_Comm, CommunicatorPtr> communicators{2};
  HandleTable<MPI_Group, MembersPtr> groups{1};
  /// The datatypes of the program. Predefined datatypes are added by datatype_of() at their first use.
  HandleTable<MPI_Datatype, DatatypePtr> datatypes{static_cast<std::uint32_t>(kNamedTypeCount)};
  HandleTable<MPI_Request, RequestRecord> requests;
  HandleTable<MPI_Message, ProbedMessage> probed_messages{1};
  HandleTable<MPI_Errhandler, HeldErrorHandler> error_handlers{3};
  HandleTable<MPI_Info, InfoObject> infos{1};
  HandleTable<MPI_Win, std::shared_ptr<Window>> windows;
  HandleTable<MPI_File, std::shared_ptr<File>> files;
  /// The error handler of MPI_FILE_NULL, which files get when they are opened.
  ErrorHandlerPtr file_error_handler;
  std::vector<RegisteredFileRepresentation> registered_file_representations;
  unsigned tool_init_count = 0;  ///< number of calls of MPI_T_init_thread minus the number of calls of MPI_T_finalize
  /// For each session of MPI's tool interface (MPI_T) that the program has made: whether the program has not freed it
  /// yet.
  std::vector<bool> tool_sessions;
  /// The operations that the program has made. The handles of predefined operations refer to no object.
  HandleTable<MPI_Op, UserOperation> operations{static_cast<std::uint32_t>(kNamedOperationCount)};
  Keyvals keyvals;
  std::shared_ptr<FortranProgram> fortran;  ///< null until the program makes a call in Fortran
  std::vector<ProgramError> program_errors;
  /// Requests that the program has freed while they were under way, and whose packed buffers are still in use.
  std::vector<RequestRecord> freed_requests_under_way;
  void* attached_buffer = nullptr;
  /// Watches whether the program frees the attached buffer; null if there is none, or the run does not look for
  /// defects.
  std::unique_ptr<MemoryAccessListener> watch_of_attached_buffer;
  /// Memory that the program has got by MPI_Alloc_mem, with the call. Empty unless the run looks for defects.
  std::map<void*, CallSite> sites_of_allocated_memory;
  bool do_windows_hold_accumulates = false;  ///< whether a window may have accumulates that are not sent yet
  std::shared_ptr<CallHistory> history;      ///< null unless the run looks for defects
  /// How many partitioned sends (true) or receives (false) the program has made, by context, rank of the peer, and tag.
  std::map<std::tuple<bool, Context, int, int>, std::uint32_t> partitioned_counts;
  /// Watches of windows' memory; empty unless the run looks for defects.
  std::vector<ProgramWindowAccesses*> program_window_accesses;
  /// Watches of the memory of sends whose requests the program has freed. They end with the next call, because from
  /// then on the program may have learned that the message was received.
  std::vector<MemoryWatch::CallId> watches_of_freed_sends;
  /// The values of predefined attributes; MPI_Comm_get_attr gives the program their addresses.
  int tag_upper_bound, wtime_is_global, host_rank, io_rank, universe_size, app_number, last_used_code;
};

/// Returns the datatype of a handle. Fails with MPI_ERR_TYPE if the handle refers to none. Predefined types are made
/// when they are first used.
const DatatypePtr& datatype_of(Call& call, MPI_Datatype datatype);
/// Returns the datatype of a handle, for communication: fails with MPI_ERR_TYPE also if the
/// datatype is not committed.
const DatatypePtr& committed_type_of(Call& call, MPI_Datatype datatype);

}  // namespace switchyard::mpi
