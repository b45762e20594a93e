/// \file sessions.cpp
/// MPI's functions on sessions, from which a program gets groups and communicators without MPI_Init.
///
/// Source: MPI 4.0, sec. 7.4.2, 7.6.2 and 11.3.
/// Departs from the standard: errors of calls on objects of a session that have no error handler of their own, such as
/// groups, end the run.

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "runtime/programs/mpi/environment.hpp"
#include "runtime/programs/mpi/errors.hpp"
#include "runtime/programs/mpi/groups.hpp"
#include "runtime/programs/mpi/info.hpp"
#include "runtime/programs/mpi/making.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

/// Returns the session with this handle. From then on, errors of the present call are passed to the session's error
/// handler.
Session& session_of(Call& call, MPI_Session handle) {
  Session* const found = call.state.sessions.find(handle);
  if (found == nullptr) {
    if (handle == MPI_SESSION_NULL) fail(MPI_ERR_SESSION, "the session is MPI_SESSION_NULL");
    fail(MPI_ERR_SESSION, "the session was finalized, or is none");
  }
  call.error_handler = found->error_handler;
  call.session_for_errors = handle;
  return *found;
}

// --- functions that begin and end a session --------------------------------------------------------------------------

void init_session(Call& call, MPI_Info info, MPI_Errhandler handler, MPI_Session* result) {
  const ErrorHandlerPtr errors = error_handler_for_session(call, handler);
  call.error_handler = errors;
  check_pointer(result, "session");
  Session session{.info = info_or_empty(call, info), .error_handler = errors};
  update_hints(session.info, {{{"thread_level", "MPI_THREAD_MULTIPLE"}}});
  set_up_mpi_for_program(call);
  *result = call.state.sessions.add(std::move(session), call.site);
  if (*result == MPI_SESSION_NULL) fail(MPI_ERR_OTHER, "there are too many sessions");
}

void finalize_session(Call& call, MPI_Session* session) {
  check_pointer(session, "session");
  session_of(call, *session);
  call.state.sessions.remove_and_return_object(*session);
  *session = MPI_SESSION_NULL;
  if (!call.state.is_in_use()) end_use_of_mpi(call);
}

// --- functions on the process sets of a session ----------------------------------------------------------------------

constexpr std::string_view kWorldSetName = "mpi://WORLD", kSelfSetName = "mpi://SELF";
constexpr std::array kProcessSets{kWorldSetName, kSelfSetName};

/// Returns the members of the process set `name`. Fails with MPI_ERR_ARG if there is no process set of this name.
MemberNodes members_of_process_set(Call& call, const char* name) {
  check_pointer(name, "pset_name");
  if (name == kSelfSetName) return {call.node.id()};
  if (name != kWorldSetName) fail(MPI_ERR_ARG, "there is no process set '{}'", name);
  MemberNodes all;
  for (std::uint32_t i = 0; i < call.node.node_count(); ++i) all.push_back(NodeId{i});
  return all;
}

void process_set_count(Call& call, MPI_Session session, MPI_Info info, int* count) {
  session_of(call, session);
  info_or_empty(call, info);
  check_pointer(count, "npset_names");
  *count = static_cast<int>(kProcessSets.size());
}

/// Implements MPI_Session_get_nth_pset. `*room` is at first the size of the program's buffer, and is set to the size
/// that the name needs. Both sizes count the terminating zero.
void process_set_name(Call& call, MPI_Session session, MPI_Info info, int n, int* room, char* name) {
  session_of(call, session);
  info_or_empty(call, info);
  check_pointer(room, "pset_len");
  if (n < 0 || static_cast<std::size_t>(n) >= kProcessSets.size())
    fail(MPI_ERR_ARG, "there is no process set {}; there are {}", n, kProcessSets.size());
  if (*room < 0) fail(MPI_ERR_ARG, "pset_len {} is negative", *room);
  const std::string_view found = kProcessSets[static_cast<std::size_t>(n)];
  if (*room > 0) {
    check_pointer(name, "pset_name");
    name[found.copy(name, static_cast<std::size_t>(*room) - 1)] = '\0';
  }
  *room = static_cast<int>(found.size()) + 1;
}

void process_set_info(Call& call, MPI_Session session, const char* name, MPI_Info* result) {
  session_of(call, session);
  check_pointer(result, "info");
  const std::size_t size = members_of_process_set(call, name).size();
  *result = call.state.infos.add(InfoObject{{{"mpi_size", std::to_string(size)}}}, call.site);
}

void info_of_session(Call& call, MPI_Session session, MPI_Info* result) {
  const Session& of = session_of(call, session);
  check_pointer(result, "info_used");
  *result = call.state.infos.add(InfoObject(of.info), call.site);
}

void group_of_process_set(Call& call, MPI_Session session, const char* name, MPI_Group* result) {
  session_of(call, session);
  check_pointer(result, "newgroup");
  *result = add_group(call, members_of_process_set(call, name));
}

// --- functions that make communicators without a parent communicator -------------------------------------------------

/// Returns the tag of the messages by which nodes agree on the message context of a new communicator that the program
/// makes with the string tag `text`. The tag differs from all tags that MPI_Comm_create_group uses.
Tag tag_of_string(const char* text) {
  check_pointer(text, "stringtag");
  const std::string_view view = text;
  if (view.size() >= MPI_MAX_STRINGTAG_LEN)
    fail(MPI_ERR_ARG, "stringtag has {} characters, and at most {} are there for it", view.size(),
         MPI_MAX_STRINGTAG_LEN - 1);
  std::uint32_t hash = 2166136261U;  // the hash function is FNV-1a
  for (const char letter : view) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
  return Tag{hash | std::uint32_t{1} << 31U};
}

void check_group_has_this_node(const Call& call, const MemberNodes& members, const char* what) {
  if (std::ranges::find(members, call.node.id()) == members.end())
    fail(MPI_ERR_GROUP, "node {} is not in {}", index(call.node.id()), what);
}

/// Returns the error handler that the program passes for a new communicator. Errors of the present call are passed to
/// it, too.
ErrorHandlerPtr take_error_handler(Call& call, MPI_Errhandler handler) {
  call.comm_for_errors = MPI_COMM_NULL;
  const ErrorHandlerPtr taken = error_handler_for_communicator(call, handler);
  call.error_handler = taken;
  return taken;
}

void create_communicator(Call& call, MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler handler,
                         MPI_Comm* result) {
  const ErrorHandlerPtr errors = take_error_handler(call, handler);
  const MembersPtr members = group_of(call, group);
  const InfoObject hints = info_or_empty(call, info);
  const Tag tag = tag_of_string(stringtag);
  check_pointer(result, "newcomm");
  *result = MPI_COMM_NULL;
  if (members->empty()) return;
  check_group_has_this_node(call, *members, "the group");
  const Context context = agree_on_context_among(call, *members, tag);
  CommunicatorPtr made(new Communicator(call.node, *members, context, call.state.context_pool, call.site));
  made->error_handler = errors;
  made->info = hints;
  *result = add_communicator(call, std::move(made));
}

/// Returns the members of the remote group. The leader of the local group knows them, and sends them to the other
/// members of the local group.
MemberNodes members_of_remote_group(Call& call, const MemberNodes& local, NodeId leader, MPI_Group remote, Tag tag) {
  const TagSelector from_leader(tag, ContextPool::kAgreementContext);
  const MessageOptions to_others{.tag = tag, .protocol = Protocol::library, .context = ContextPool::kAgreementContext};
  MemberNodes members;
  std::uint32_t count = 0;
  const auto its_count = std::as_writable_bytes(std::span(&count, 1));
  if (call.node.id() != leader) {
    call.node.receive(leader, its_count, from_leader, call.site);
    members.resize(count);
    call.node.receive(leader, std::as_writable_bytes(std::span(members)), from_leader, call.site);
    return members;
  }
  members = *group_of(call, remote);
  count = static_cast<std::uint32_t>(members.size());
  for (const NodeId member : local) {
    if (member == leader) continue;
    call.node.send(member, its_count, to_others, call.site);
    call.node.send(member, std::as_bytes(std::span(members)), to_others, call.site);
  }
  return members;
}

void check_rank_of_leader(const MemberNodes& members, int leader, const char* what) {
  if (leader < 0 || static_cast<std::size_t>(leader) >= members.size())
    fail(MPI_ERR_RANK, "there is no {} {}; ranks are 0 to {}", what, leader, std::ssize(members) - 1);
}

void create_intercommunicator(Call& call, MPI_Group local_group, int local_leader, MPI_Group remote_group,
                              int remote_leader, const char* stringtag, MPI_Info info, MPI_Errhandler handler,
                              MPI_Comm* result) {
  const ErrorHandlerPtr errors = take_error_handler(call, handler);
  const MembersPtr local = group_of(call, local_group);
  const InfoObject hints = info_or_empty(call, info);
  const Tag tag = tag_of_string(stringtag);
  check_pointer(result, "newintercomm");
  check_group_has_this_node(call, *local, "local_group");
  check_rank_of_leader(*local, local_leader, "local leader");
  const NodeId leader = (*local)[static_cast<std::size_t>(local_leader)];
  if (call.node.id() == leader) check_rank_of_leader(*group_of(call, remote_group), remote_leader, "remote leader");
  const MemberNodes remote = members_of_remote_group(call, *local, leader, remote_group, tag);
  for (const NodeId node : remote) {
    if (std::ranges::find(*local, node) != local->end()) fail(MPI_ERR_GROUP, "node {} is in both groups", index(node));
  }
  const IntercommunicatorGroups groups = local->front() < remote.front() ? IntercommunicatorGroups{*local, remote}
                                                                         : IntercommunicatorGroups{remote, *local};
  const Context context = agree_on_context_among(call, groups.members_of_both_groups(), tag);
  CommunicatorPtr made(new Communicator(call.node, groups, context, call.state.context_pool, call.site));
  made->error_handler = errors;
  made->info = hints;
  *result = add_communicator(call, std::move(made));
}

// --- error handlers of sessions -------------------------------------------------------------------------------------

void set_session_handler(Call& call, MPI_Session session, MPI_Errhandler handler) {
  Session& of = session_of(call, session);
  of.error_handler = error_handler_for_session(call, handler);
}
void get_session_handler(Call& call, MPI_Session session, MPI_Errhandler* result) {
  store_error_handler_handle(call, session_of(call, session).error_handler, result);
}
void call_session_handler(Call& call, MPI_Session session, int code) {
  const ErrorHandlerPtr handler = session_of(call, session).error_handler;
  if (handler->is_fatal()) fail_with_error_code(code, "the program has called the error handler of the session");
  if (handler->kind == ErrorHandler::Kind::function)
    call_program_function(call.process, [&] { handler->session_error_function(&session, &code); });
}

}  // namespace

SymbolBindings session_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND_WHEN(list, Session_init, PermittedCallTime::callable_at_any_time, init_session);
    SWITCHYARD_MPI_BIND_WHEN(list, Session_finalize, PermittedCallTime::callable_at_any_time, finalize_session);
    SWITCHYARD_MPI_BIND_WHEN(list, Session_get_num_psets, PermittedCallTime::callable_at_any_time, process_set_count);
    SWITCHYARD_MPI_BIND_WHEN(list, Session_get_nth_pset, PermittedCallTime::callable_at_any_time, process_set_name);
    SWITCHYARD_MPI_BIND_WHEN(list, Session_get_info, PermittedCallTime::callable_at_any_time, info_of_session);
    SWITCHYARD_MPI_BIND_WHEN(list, Session_get_pset_info, PermittedCallTime::callable_at_any_time, process_set_info);
    SWITCHYARD_MPI_BIND_WHEN(list, Group_from_session_pset, PermittedCallTime::callable_at_any_time,
                             group_of_process_set);
    SWITCHYARD_MPI_BIND(list, Comm_create_from_group, create_communicator);
    SWITCHYARD_MPI_BIND(list, Intercomm_create_from_groups, create_intercommunicator);
    SWITCHYARD_MPI_BIND_WHEN(list, Session_set_errhandler, PermittedCallTime::callable_at_any_time,
                             set_session_handler);
    SWITCHYARD_MPI_BIND_WHEN(list, Session_get_errhandler, PermittedCallTime::callable_at_any_time,
                             get_session_handler);
    SWITCHYARD_MPI_BIND_WHEN(list, Session_call_errhandler, PermittedCallTime::callable_at_any_time,
                             call_session_handler);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
