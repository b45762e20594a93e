#include "runtime/programs/mpi/leaks.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/mpi/file.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {
namespace {

/// Counts the objects that the program should have freed, such as groups, for each call that has made some of them. The
/// calls are in the order in which the objects stand in the handle tables.
class UnfreedObjects {
 public:
  UnfreedObjects(DefectClass kind, std::string_view what) noexcept : defect_class_(kind), defect_text_(what) {}

  /// Counts an object that the call at `site` has made. `initialising_call_site` is an earlier call that this call
  /// depends on, such as MPI_Alltoall_init for a call that starts the persistent collective; empty if there is none.
  void count_unfreed_object_made_by_call(CallSite site, CallSite initialising_call_site = {}) {
    const auto found = std::ranges::find(objects_by_call_, site, &ObjectsOfCall::site);
    if (found == objects_by_call_.end()) {
      objects_by_call_.push_back({site, initialising_call_site, 1});
    } else {
      ++found->count;
    }
  }
  void note_defects_in_run(Call& call) const {
    for (const auto& [site, initialising_call_site, times] : objects_by_call_) {
      const std::string text =
          times == 1 ? std::string(defect_text_) : fmt::format("{}, {} times", defect_text_, times);
      std::vector<CallOfNode> others{{call.node.id(), call.site}};
      if (initialising_call_site != CallSite{}) others.push_back({call.node.id(), initialising_call_site});
      call.process.defect_notes.note_defect(call.node, defect_class_, site, text, std::move(others));
    }
  }

 private:
  struct ObjectsOfCall {
    CallSite site, initialising_call_site;
    std::size_t count = 0;
  };

  DefectClass defect_class_;
  std::string_view defect_text_;
  std::vector<ObjectsOfCall> objects_by_call_;
};

/// Returns whether MPI does not expect the program to free this object. This holds for the datatypes that
/// MPI_Type_create_f90_real and its like return.
bool can_program_leave_object_unfreed(const DatatypePtr& type) { return type->is_predefined(); }
template <class T>
bool can_program_leave_object_unfreed(const T&) {
  return false;
}

/// Notes a defect for the objects in the handle table `table` that the program has made and not freed.
template <class Handle, class T>
void note_unfreed_objects(Call& call, HandleTable<Handle, T>& table, const char* what) {
  UnfreedObjects left(DefectClass::resource_leak, what);
  table.for_each([&](Handle handle, CallSite site, const T& each) {
    if (!table.is_predefined(handle) && !can_program_leave_object_unfreed(each))
      left.count_unfreed_object_made_by_call(site);
  });
  left.note_defects_in_run(call);
}

void note_unfreed_requests(Call& call) {
  UnfreedObjects open(DefectClass::request_lifecycle, "its request is never completed");
  UnfreedObjects unstarted(DefectClass::request_lifecycle, "its request is waited for, but never started");
  UnfreedObjects persistent(DefectClass::resource_leak, "its request is never freed");
  call.state.requests.for_each([&](MPI_Request, CallSite site, const RequestRecord& record) {
    if (record.is_active) return open.count_unfreed_object_made_by_call(record.site, record.persistent_init_site);
    if (record.was_awaited_while_inactive && !record.was_ever_started)
      unstarted.count_unfreed_object_made_by_call(site);
    persistent.count_unfreed_object_made_by_call(site);
  });
  for (const UnfreedObjects* left : {&open, &unstarted, &persistent}) left->note_defects_in_run(call);
}

}  // namespace

void note_leaks(Call& call) {
  MpiProgramState& state = call.state;
  if (call.node.defects() == nullptr) return;
  note_unfreed_requests(call);
  for (const DefectClass kind : {DefectClass::request_lifecycle, DefectClass::resource_leak})
    call.process.defect_notes.mark_defect_as_noted(
        kind,
        call.site);  // a failure of MPI_Finalize because of leaks is no further defect
  UnfreedObjects messages(DefectClass::request_lifecycle, "the message that it has found is never received");
  state.probed_messages.for_each([&](MPI_Message handle, CallSite site, const ProbedMessage&) {
    if (!state.probed_messages.is_predefined(handle)) messages.count_unfreed_object_made_by_call(site);
  });
  messages.note_defects_in_run(call);
  note_unfreed_objects(call, state.communicators, "its communicator is never freed");
  note_unfreed_objects(call, state.groups, "its group is never freed");
  note_unfreed_objects(call, state.datatypes, "its datatype is never freed");
  note_unfreed_objects(call, state.operations, "its operation is never freed");
  note_unfreed_objects(call, state.windows, "its window is never freed");
  note_unfreed_objects(call, state.files, "its file is never closed");
  note_unfreed_objects(call, state.error_handlers, "its error handler is never freed");
  note_unfreed_objects(call, state.infos, "its info object is never freed");
  UnfreedObjects others(DefectClass::resource_leak, "its key is never freed");
  for (const CallSite site : state.keyvals.sites_of_unfreed_keys()) others.count_unfreed_object_made_by_call(site);
  others.note_defects_in_run(call);
  UnfreedObjects memory(DefectClass::resource_leak, "its memory is never freed");
  for (const auto& [begin, site] : state.sites_of_allocated_memory) memory.count_unfreed_object_made_by_call(site);
  memory.note_defects_in_run(call);
}

}  // namespace switchyard::mpi
