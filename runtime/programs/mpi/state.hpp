#pragma once
/// \file state.hpp
/// What MPI keeps for one node's program from call to call.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/programs/mpi/attributes.hpp"
#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/handle_table.hpp"
#include "runtime/programs/mpi/predefined_operation.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/user_operation.hpp"
#include "runtime/programs/mpi/witness.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

/// A message that a matched probe has found.
struct ProbedMessage {
  TakenMessage message;
  CommunicatorPtr comm;
  WitnessedReceivePtr witnessed;
};

/// Error classes and codes that a program has added, from kFirstOwnError on.
struct OwnError {
  int error_class;
  std::string text;
};
inline constexpr int kFirstOwnError = MPI_ERR_LASTCODE + 1;

class File;
class OwnMemory;
class Window;

class State final : public InterfaceState {
 public:
  enum class Phase : std::uint8_t { before_init, running, finalized };

  State();
  /// The program has ended by itself. Throws UsageError if all seems well, but it has not called MPI_Finalize.
  void end(Node& node, int exit_code) override;

  Phase phase = Phase::before_init;
  CallSite init_site, finalize_site;
  std::shared_ptr<ContextPool> contexts = std::make_shared<ContextPool>();

  HandleTable<MPI_Comm, CommunicatorPtr> communicators{2};
  HandleTable<MPI_Group, MembersPtr> groups{1};
  HandleTable<MPI_Datatype, DatatypePtr> datatypes{static_cast<std::uint32_t>(kNamedTypes)};  ///< see datatype_of()
  HandleTable<MPI_Request, RequestRecord> requests;
  HandleTable<MPI_Message, ProbedMessage> messages{1};
  HandleTable<MPI_Errhandler, ErrorHandlerPtr> error_handlers{2};
  HandleTable<MPI_Info, Info> infos{1};
  HandleTable<MPI_Win, std::shared_ptr<Window>> windows;
  HandleTable<MPI_File, std::shared_ptr<File>> files;
  ErrorHandlerPtr file_error_handler;        ///< of no file, which files get when they are opened
  std::vector<std::string> representations;  ///< names that the program has registered
  unsigned tool_users = 0;                   ///< MPI_T_init_thread less MPI_T_finalize
  std::vector<bool> tool_sessions;           ///< whether each that was made is there
  HandleTable<MPI_Op, UserOperation> operations{static_cast<std::uint32_t>(kNamedOperations)};  ///< see operation_of()
  Keyvals keyvals;
  std::vector<OwnError> own_errors;
  /// Requests that were freed while they were under way, and need what they hold.
  std::vector<RequestRecord> freed;
  void* attached_buffer = nullptr;
  CallSite attach_site;
  std::map<void*, CallSite> allocated;  ///< by MPI_Alloc_mem; kept where defects are looked for
  std::shared_ptr<Witness> witness;     ///< null where nobody looks for defects
  PostedOrder posted;
  std::vector<OwnMemory*> own_memories;  ///< of the windows, where defects are looked for
  /// What MPI_Comm_get_attr gives the address of.
  int tag_upper_bound, wtime_is_global, host, io, universe_size, app_number, last_used_code;
};

/// Fails with MPI_ERR_TYPE for a handle that refers to none. Predefined types are made when they are first asked for.
const DatatypePtr& datatype_of(Call& call, MPI_Datatype datatype);
/// The same for communication: it must be committed.
const DatatypePtr& committed_type_of(Call& call, MPI_Datatype datatype);

}  // namespace switchyard::mpi
