#include "runtime/programs/mpi/state.hpp"

#include <limits>

#include "runtime/misuse.hpp"
#include "runtime/programs/mpi/file.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {

MpiProgramState::MpiProgramState()
    : tag_upper_bound(std::numeric_limits<int>::max()),
      wtime_is_global(1),
      host_rank(MPI_PROC_NULL),
      io_rank(MPI_ANY_SOURCE),
      universe_size(0),
      app_number(0),
      last_used_code(MPI_ERR_LASTCODE) {
  groups.set_object_of_predefined_handle(MPI_GROUP_EMPTY, std::make_shared<const MemberNodes>());
  error_handlers.set_object_of_predefined_handle(MPI_ERRORS_ARE_FATAL, {std::make_shared<ErrorHandler>()});
  error_handlers.set_object_of_predefined_handle(
      MPI_ERRORS_RETURN, {std::make_shared<ErrorHandler>(ErrorHandler{.kind = ErrorHandler::Kind::return_codes})});
  error_handlers.set_object_of_predefined_handle(
      MPI_ERRORS_ABORT, {std::make_shared<ErrorHandler>(ErrorHandler{.kind = ErrorHandler::Kind::abort})});
  file_error_handler = error_handlers.find(MPI_ERRORS_RETURN)->handler;
  infos.set_object_of_predefined_handle(MPI_INFO_ENV, {});
}

void MpiProgramState::end(Node& node, int exit_code) {
  if (!is_in_use()) return;
  if (exit_code == 0 && phase == MpiPhase::running) {
    constexpr const char* kWhat = "the program has ended without MPI_Finalize";
    NodeDefectRecorder().note_defect(node, DefectClass::call_ordering, init_site, kWhat);
    throw error_with_defect_class(misuse_error("MPI_Init", init_site, kWhat), DefectClass::call_ordering);
  }
  if (exit_code == 0) {
    NodeDefectRecorder notes;
    sessions.for_each([&](MPI_Session, CallSite site, const Session&) {
      notes.note_defect(node, DefectClass::resource_leak, site, "its session is never finalized");
    });
  }
  requests.for_each([&](MPI_Request, CallSite, RequestRecord& record) {
    for_each_record_of_request(record, [&](RequestRecord& part) {
      if (part.handle.empty()) return;
      if (part.kind != RequestRecord::Kind::collective && !part.is_cancelled) node.cancel(part.handle);
      node.wait(part.handle);
    });
  });
  windows.for_each([&](MPI_Win, CallSite, const WindowPtr& window) { stop_service(node, *window, init_site); });
  files.for_each([&](MPI_File, CallSite, const FilePtr& file) { stop_service(node, *file, init_site); });
  node.wait_freed();
}

void MpiProgramState::note_failure() {
  if (history) history->has_run_failed = true;
}

namespace {

const DatatypePtr& existing_datatype(Call& call, MPI_Datatype datatype) {
  auto& table = call.state.datatypes;
  if (const DatatypePtr* found = table.find(datatype)) return *found;
  if (datatype == MPI_DATATYPE_NULL) fail(MPI_ERR_TYPE, "the datatype is MPI_DATATYPE_NULL");
  const HandleNumber number = HandleNumber::of(datatype);
  if (!table.is_predefined(datatype) || number.generation != 0)
    fail(MPI_ERR_TYPE, "the datatype was freed, or is none");
  table.set_object_of_predefined_handle(
      datatype, std::make_shared<Datatype>(NamedType{static_cast<std::uint8_t>(number.slot_index - 1)}));
  return *table.find(datatype);
}

}  // namespace

const DatatypePtr& datatype_of(Call& call, MPI_Datatype datatype) {
  const DatatypePtr* const kept =
      call.persistent_arguments == nullptr ? nullptr : call.persistent_arguments->find(datatype);
  if (kept != nullptr) return *kept;
  const DatatypePtr& found = existing_datatype(call, datatype);
  if (call.recorded_arguments != nullptr && call.recorded_arguments->find(datatype) == nullptr) {
    call.recorded_arguments->datatypes.emplace_back(datatype, found);
  }
  return found;
}

const DatatypePtr& committed_type_of(Call& call, MPI_Datatype datatype) {
  const DatatypePtr& type = datatype_of(call, datatype);
  if (!type->is_committed && !type->is_predefined())
    fail(MPI_ERR_TYPE, "the datatype is not committed; call MPI_Type_commit first");
  return type;
}

}  // namespace switchyard::mpi
