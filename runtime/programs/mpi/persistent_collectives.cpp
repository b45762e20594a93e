/// \file persistent_collectives.cpp
/// Makes persistent collectives (MPI_Bcast_init and its like), and starts them.
///
/// Source: MPI 4.0, sec. 6.13.

#include <memory>
#include <utility>

#include "runtime/programs/mpi/making.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

/// Makes the request of a persistent collective. The collective gets a communicator of its own, because the members may
/// start several persistent collectives of one communicator in different orders.
MPI_Request add_persistent_collective(Call& call, PersistentCollective collective) {
  const CommunicatorPtr parent = communicator_of(call, collective.comm);
  Call check(call.process, call.state, call.site, call.function_name);
  check.only_checks_arguments = true;
  check.recorded_arguments = &collective.kept_argument_objects;
  collective.collective_start_function(check, nullptr);
  RequestRecord record;
  record.kind = RequestRecord::Kind::collective;
  record.is_persistent = true;
  record.message_description.comm = make_communicator_like(call, *parent, agree_on_context(call, *parent));
  record.message_description.comm->topology = parent->topology;
  record.message_description.comm->name = communicator_as_text(*parent);
  record.collective = std::make_unique<CollectiveOfRequest>(
      CollectiveOfRequest{{}, std::make_shared<const PersistentCollective>(std::move(collective))});
  record.site = record.persistent_init_site = call.site;
  return add_request(call, std::move(record));
}

void start_persistent_collective(Call& call, MPI_Request request) {
  const RequestRecord& inactive = *call.state.requests.find(request);
  const std::shared_ptr<const PersistentCollective> collective = inactive.collective->persistent_collective;
  const CommunicatorPtr own = inactive.message_description.comm;
  Call once(call.process, call.state, call.site, call.function_name);
  once.is_nonblocking = true;
  once.persistent_communicator = &own;
  once.persistent_arguments = &collective->kept_argument_objects;
  once.persistent_init_site = inactive.persistent_init_site;
  if (call.state.communicators.find(collective->comm) != nullptr) call.comm_for_errors = collective->comm;
  MPI_Request begun_once = MPI_REQUEST_NULL;
  collective->collective_start_function(once, &begun_once);  // this call may move the record of the request in memory
  RequestRecord begun = call.state.requests.remove_and_return_object(begun_once);
  RequestRecord& record = *call.state.requests.find(request);
  record.handle = begun.handle;
  record.second_record_of_request = std::move(begun.second_record_of_request);
  record.collective->finish = begun.collective == nullptr ? nullptr : std::move(begun.collective->finish);
  record.history = std::move(begun.history);
  record.site = call.site;
  record.is_active = record.was_ever_started = true;
}

}  // namespace switchyard::mpi
