#pragma once
/// \file state.hpp
/// The state of MPI that is kept for one node's program between its calls: tables of handles, buffers, and whether it
/// has called MPI_Init and MPI_Finalize.

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
#include "runtime/programs/mpi/packed_units.hpp"
#include "runtime/programs/mpi/predefined_operation.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/user_operation.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

/// A message that a matched probe (MPI_Mprobe) has found.
struct ProbedMessage {
  TakenMessage message;
  CommunicatorPtr comm;
  RecordedReceivePtr recorded_receive;
};

/// An error class or error code that a program has added to those of MPI. The numbers of such errors begin directly
/// above MPI_ERR_LASTCODE.
struct ProgramError {
  int error_class;
  std::string text;
  bool is_removed = false;  ///< whether the program has removed the error, whose number is then never used again
};
inline constexpr int kFirstProgramError = MPI_ERR_LASTCODE + 1;

/// A data representation for files that the program has registered (MPI_Register_datarep).
struct RegisteredFileRepresentation {
  std::string name;
  /// Whether functions of the program convert the values; if not, files contain the values as memory does.
  bool has_conversion_functions;
};

/// An error handler of which the program has a handle. A program that asks for the error handler of several objects may
/// get the same handle several times, and must free it as often as it got it.
struct HeldErrorHandler {
  ErrorHandlerPtr handler;
  /// How many times the program has got the handle, minus how many times it has freed it.
  unsigned unfreed_handle_count = 1;
};

/// A session of the program (MPI_Session_init).
struct Session {
  InfoObject info;
  ErrorHandlerPtr error_handler;
};

class File;
class FortranProgram;
class ProgramWindowAccesses;
class Window;

class MpiProgramState final : public InterfaceState {
 public:
  enum class MpiPhase : std::uint8_t { before_init, running, finalized };

  MpiProgramState();
  /// Cleans up after the program has ended. Throws UsageError if the program has ended with exit code 0 without calling
  /// MPI_Finalize. Notes a defect for each session that the program has not finalized.
  void end(Node& node, int exit_code) override;
  void note_failure() override;

  /// Returns whether the program may use objects of MPI now: between MPI_Init and MPI_Finalize, or while it has a
  /// session.
  bool is_in_use() const noexcept { return phase == MpiPhase::running || !sessions.empty(); }

  static constexpr int kLowestThreadLevel = MPI_THREAD_FUNNELED;

  MpiPhase phase = MpiPhase::before_init;
  bool is_in_reduction_function = false;  ///< whether a reduction function of the program is running
  CallSite init_site, finalize_site;
  /// The level of thread support that MPI has granted to the program. A process has one thread, which fulfils the rules
  /// of every level, so that a program gets the level that it asks for.
  int thread_level = kLowestThreadLevel;
  /// The level of thread support that the program has asked for; MPI_Init asks for the lowest one.
  int requested_thread_level = MPI_THREAD_SINGLE;
  HandleTable<MPI_Session, Session> sessions;
  std::shared_ptr<ContextPool> context_pool = std::make_shared<ContextPool>();

  HandleTable<MPI_Comm, CommunicatorPtr> communicators{2};
  HandleTable<MPI_Group, MembersPtr> groups{1};
  /// The datatypes of the program. Predefined datatypes are added by datatype_of() when they are first used.
  HandleTable<MPI_Datatype, DatatypePtr> datatypes{static_cast<std::uint32_t>(kNamedTypeCount)};
  HandleTable<MPI_Request, RequestRecord> requests;
  HandleTable<MPI_Message, ProbedMessage> probed_messages{1};
  HandleTable<MPI_Errhandler, HeldErrorHandler> error_handlers{3};
  HandleTable<MPI_Info, InfoObject> infos{1};
  HandleTable<MPI_Win, std::shared_ptr<Window>> windows;
  HandleTable<MPI_File, std::shared_ptr<File>> files;
  /// The error handler of MPI_FILE_NULL, which a file gets when it is opened.
  ErrorHandlerPtr file_error_handler;
  std::vector<RegisteredFileRepresentation> registered_file_representations;
  /// Number of calls of MPI_T_init_thread minus number of calls of MPI_T_finalize.
  unsigned tool_init_count = 0;
  /// For each session of MPI's tool interface (MPI_T) that the program has made: true until the program frees it.
  std::vector<bool> is_tool_session_open;
  /// The reduction operations that the program has made. Handles of predefined operations refer to no object in this
  /// table.
  HandleTable<MPI_Op, UserOperation> operations{static_cast<std::uint32_t>(kNamedOperationCount)};
  Keyvals keyvals;
  std::shared_ptr<FortranProgram> fortran;  ///< null until the program calls MPI by its Fortran interface
  std::vector<ProgramError> program_errors;
  /// Requests that the program has freed while they were under way, and that still use their packed buffers.
  std::vector<RequestRecord> freed_requests_under_way;
  void* attached_buffer = nullptr;
  /// Watches the buffer that the program has attached for buffered sends; null if there is none, or if the run does not
  /// look for defects.
  std::unique_ptr<MemoryAccessListener> watch_of_attached_buffer;
  /// For each piece of memory that the program has got by MPI_Alloc_mem: the call. Empty unless the run looks for
  /// defects.
  std::map<void*, CallSite> sites_of_allocated_memory;
  /// Where packed values end in the program's buffers; empty unless the run looks for defects.
  PackedValueEndTracker packed_value_end_tracker;
  /// Whether one of the program's windows may hold accumulates that are not sent yet.
  bool has_held_back_accumulates = false;
  /// The run's record of MPI calls, for finding defects; null unless the run looks for defects.
  std::shared_ptr<CallHistory> history;
  /// How many partitioned sends (key true) or receives (key false) the program has made, for each context, rank of the
  /// peer, and tag.
  std::map<std::tuple<bool, Context, int, int>, std::uint32_t> partitioned_request_counts;
  /// The objects that watch the memory of the program's windows; empty unless the run looks for defects.
  std::vector<ProgramWindowAccesses*> program_window_accesses;
  /// Numbers of the watches (MemoryWatch) of memory from which sends are under way whose requests the program has
  /// freed. The watches end at the next call, because from then on the program may have learned that the message was
  /// received.
  std::vector<MemoryWatch::CallId> watches_of_freed_sends;
  /// The values of MPI's predefined attributes, such as MPI_TAG_UB; MPI_Comm_get_attr gives the program their
  /// addresses.
  int tag_upper_bound, wtime_is_global, host_rank, io_rank, universe_size, app_number, last_used_code;
};

/// Returns the datatype with this handle. Fails with MPI_ERR_TYPE if the handle refers to none. Predefined datatypes
/// are made when they are first used.
const DatatypePtr& datatype_of(Call& call, MPI_Datatype datatype);
/// Returns the datatype with this handle, for use in communication: fails with MPI_ERR_TYPE also if the datatype is not
/// committed.
const DatatypePtr& committed_type_of(Call& call, MPI_Datatype datatype);

}  // namespace switchyard::mpi
