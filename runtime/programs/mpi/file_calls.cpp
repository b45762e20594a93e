/// \file file_calls.cpp
/// MPI's functions that open and close files, and those for file views, file pointers and properties of files.
///
/// Source: MPI 3.1, sec. 13.2, 13.3, 13.4.3, 13.5 and 13.6.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/programs/mpi/collective_work.hpp"
#include "runtime/programs/mpi/file.hpp"
#include "runtime/programs/mpi/groups.hpp"
#include "runtime/programs/mpi/info.hpp"
#include "runtime/programs/mpi/making.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

// --- work that the members of a file do together --------------------------------------------------------------------

/// Lets all members have the value that rank 0 has. Rank 0 does not wait for the others.
template <class Value>
void tell_value_of_first_rank(Call& call, File& file, Value& value) {
  GroupCall telling = GroupCall::broadcast(0, std::as_writable_bytes(std::span(&value, 1)));
  choose_waits_among_collective_members(call, telling);
  file.comm->group().run(std::move(telling), call.site);
}

/// Lets rank 0 carry out `action()`, and returns its result to all members: an error number (errno), or 0.
template <class Action>
int run_on_first_rank(Call& call, File& file, const Action& action) {
  int error = file.comm->rank() == 0 ? action() : 0;
  tell_value_of_first_rank(call, file, error);
  return error;
}

/// Carries out `work()` as a collective call of the members that have opened the file. `learned` says which earlier
/// events of other members a member knows of at its end.
template <class Work>
void run_as_collective(
    Call& call, File& file, const Work& work, ComparedCollectiveCall compared = {},
    EventKnowledgeAfterCollective learned = EventKnowledgeAfterCollective::events_of_members_that_sent_values) {
  note_collective_begin(call, *file.comm, std::move(compared));
  const std::uint32_t number = file.comm->last_collective_number();
  work();
  note_collective_end(call, *file.comm, number, learned);
}

void check_errno(const File& file, int error, const char* what) {
  if (error != 0) fail(error_class_of_errno(error), "{} '{}': {}", what, file.name(), text_of_errno(error));
}

void fail_if_split_access_is_open(const File& file) {
  if (file.split_access)
    fail(DefectClass::call_ordering, MPI_ERR_OTHER, "{} was called, and not ended yet",
         file.split_access->begin_function_name);
}
/// Checks that no accesses to the file are under way when it is closed, synchronised, or gets another size or view:
/// fails for a split access, and notes the requests that are not complete (MPI 3.1, sec. 13.2.2, 13.2.4, 13.3
/// and 13.6.1).
void check_accesses_are_complete(const Call& call, const File& file) {
  fail_if_split_access_is_open(file);
  call.state.requests.for_each([&](MPI_Request, CallSite, const RequestRecord& record) {
    if (!record.is_active || record.message_description.comm != file.comm) return;
    call.process.defect_notes.note_defect(call.node, DefectClass::request_lifecycle, record.site,
                                          fmt::format("its request is not complete when {} is called for the file",
                                                      call_text(call.function_name, call.site)),
                                          {{call.node.id(), call.site}});
  });
}
/// Fails for a call that is erroneous if the file was opened with MPI_MODE_SEQUENTIAL (MPI 3.1, sec. 13.2.4, 13.2.5,
/// 13.4.3 and 13.4.4).
void fail_if_file_is_sequential(const File& file) {
  if ((file.amode & MPI_MODE_SEQUENTIAL) != 0)
    fail(DefectClass::invalid_parameter, MPI_ERR_UNSUPPORTED_OPERATION,
         "the file was opened with MPI_MODE_SEQUENTIAL, which has no such operation");
}
void fail_if_file_is_read_only(const File& file) {
  if (!file.is_open_for_writing())
    fail(DefectClass::invalid_parameter, MPI_ERR_READ_ONLY, "the file was opened with MPI_MODE_RDONLY");
}

// --- opening and closing files --------------------------------------------------------------------------------------

/// Returns the names of the access modes that `amode` combines, such as "MPI_MODE_CREATE|MPI_MODE_RDWR".
std::string names_of_access_modes(int amode) {
  constexpr std::array<std::pair<int, const char*>, 9> kModes{{{MPI_MODE_CREATE, "MPI_MODE_CREATE"},
                                                               {MPI_MODE_RDONLY, "MPI_MODE_RDONLY"},
                                                               {MPI_MODE_WRONLY, "MPI_MODE_WRONLY"},
                                                               {MPI_MODE_RDWR, "MPI_MODE_RDWR"},
                                                               {MPI_MODE_DELETE_ON_CLOSE, "MPI_MODE_DELETE_ON_CLOSE"},
                                                               {MPI_MODE_UNIQUE_OPEN, "MPI_MODE_UNIQUE_OPEN"},
                                                               {MPI_MODE_EXCL, "MPI_MODE_EXCL"},
                                                               {MPI_MODE_APPEND, "MPI_MODE_APPEND"},
                                                               {MPI_MODE_SEQUENTIAL, "MPI_MODE_SEQUENTIAL"}}};
  std::string names;
  for (const auto& [mode, name] : kModes) {
    if ((amode & mode) != 0) names += fmt::format("{}{}", names.empty() ? "" : "|", name);
  }
  return names.empty() ? fmt::format("{}", amode) : names;
}

void check_access_mode(int amode) {
  constexpr unsigned kWays = MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR;
  constexpr unsigned kAll = kWays | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN | MPI_MODE_EXCL |
                            MPI_MODE_APPEND | MPI_MODE_SEQUENTIAL;
  const auto bits = static_cast<unsigned>(amode);
  if ((bits & ~kAll) != 0) fail(MPI_ERR_AMODE, "amode {} has bits without a meaning", amode);
  if (std::popcount(bits & kWays) != 1)
    fail(MPI_ERR_AMODE, "amode {} must have one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR",
         names_of_access_modes(amode));
  if ((bits & MPI_MODE_RDONLY) != 0 && (bits & (MPI_MODE_CREATE | MPI_MODE_EXCL)) != 0)
    fail(MPI_ERR_AMODE, "MPI_MODE_RDONLY goes with neither MPI_MODE_CREATE nor MPI_MODE_EXCL");
  if ((bits & MPI_MODE_RDWR) != 0 && (bits & MPI_MODE_SEQUENTIAL) != 0)
    fail(MPI_ERR_AMODE, "MPI_MODE_RDWR does not go with MPI_MODE_SEQUENTIAL");
}

int open_flags_of_amode(int amode) {
  int flags = O_CLOEXEC;
  flags |= (amode & MPI_MODE_RDONLY) != 0 ? O_RDONLY : (amode & MPI_MODE_WRONLY) != 0 ? O_WRONLY : O_RDWR;
  if ((amode & MPI_MODE_CREATE) != 0) flags |= O_CREAT | ((amode & MPI_MODE_EXCL) != 0 ? O_EXCL : 0);
  return flags;
}

/// Opens a file of the host. Returns an error number (errno), or sets `*result` and returns 0.
int open_host_file(const std::string& path, int amode, OpenFilePtr* result) {
  constexpr mode_t kRightsBeforeUmask = 0666;
  const int descriptor = ::open(path.c_str(), open_flags_of_amode(amode), kRightsBeforeUmask);
  if (descriptor < 0) return errno;
  *result = std::make_shared<OpenFile>(path, descriptor);
  struct stat file_status {};
  return ::fstat(descriptor, &file_status) == 0 && S_ISDIR(file_status.st_mode) ? EISDIR : 0;
}

/// Opens a file of the host on rank 0, and lets all members use it. If it cannot be opened, fails
/// on all members. Needs: file.comm is set.
void open_file_on_all_members(Call& call, File& file, const std::string& path) {
  const OpenFileKey name{call.node.run(), file.comm->id()};
  const auto open_and_publish = [&] {
    const int failed = open_host_file(path, file.amode, &file.host_file);
    if (failed == 0) publish_open_file(name, file.host_file);
    return failed;
  };
  int error = 0;
  run_as_collective(call, file, [&] { error = run_on_first_rank(call, file, open_and_publish); },
                    {.source_ranks = std::vector<std::uint32_t>{0}});
  if (error != 0) fail(error_class_of_errno(error), "'{}' cannot be opened: {}", path, text_of_errno(error));
  if (file.comm->rank() != 0) file.host_file = find_open_file(name);
}

/// Moves the individual and the shared file pointer to the end of the file.
void move_file_pointers_to_end(Call& call, File& file) {
  auto end = static_cast<std::int64_t>(file.host_file->size());
  tell_value_of_first_rank(call, file, end);
  file.individual_position = file.shared_positions[0] = end;
}

/// Returns the arguments of MPI_File_open that must be equal on all members, if no member waits for the others to
/// compare them.
ComparedCollectiveCall compared_arguments_of_file_open(const Call& call, int amode, const std::string& filename) {
  if (!waits_only_where_required(call)) return {};
  return {.arguments_equal_on_all_members = {{"amode", fmt::format("{}", amode)}, {"filename", filename}}};
}

void open_file(Call& call, MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* result) {
  call.file_for_errors = MPI_FILE_NULL;
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  check_pointer(filename, "filename");
  check_pointer(result, "fh");
  *result = MPI_FILE_NULL;
  check_access_mode(amode);
  const std::string path = filename;
  InfoObject given = info_or_empty(call, info);
  if (call.state.history) call.state.history->event_order.enable_vector_clocks();
  const std::string plain = std::filesystem::path(path).lexically_normal();
  const Context context = agree_on_context(call, *parent, compared_arguments_of_file_open(call, amode, plain));
  const auto file =
      std::make_shared<File>(make_communicator(call, *parent, parent->members(), context), nullptr, amode);
  if (!waits_only_where_required(call)) {
    check_same_on_all_members(call, *file->comm, amode, fmt::format("amode {}", names_of_access_modes(amode)).c_str());
    check_same_on_all_members(call, *file->comm, static_cast<std::int64_t>(std::hash<std::string>()(plain)),
                              fmt::format("filename '{}'", path).c_str());
  }
  open_file_on_all_members(call, *file, path);
  file->site = call.site;
  file->error_handler = call.state.file_error_handler;
  file->info = std::move(given);
  file->elementary_type = file->filetype = datatype_of(call, MPI_BYTE);
  if ((amode & MPI_MODE_APPEND) != 0) move_file_pointers_to_end(call, *file);
  serve_shared_file_pointer(call, file);
  note_opened_file(call, *file);
  *result = call.state.files.add(file, call.site);
  if (*result == MPI_FILE_NULL) fail(MPI_ERR_OTHER, "there are too many files");
}

int remove_host_file(const std::string& path) { return ::unlink(path.c_str()) == 0 ? 0 : errno; }

void close_file(Call& call, MPI_File* handle) {
  check_pointer(handle, "fh");
  const FilePtr file = file_of(call, *handle);
  check_accesses_are_complete(call, *file);
  await_agreement_on_view(call, *file);
  int error = 0;
  note_closed_file(call, *file);
  run_as_collective(call, *file, [&] {
    file->comm->group().barrier(call.site);
    stop_service(call.node, *file, call.site);
    const bool removes = (file->amode & MPI_MODE_DELETE_ON_CLOSE) != 0;
    error = run_on_first_rank(call, *file, [&] { return removes ? remove_host_file(file->name()) : 0; });
  });
  call.state.files.remove_and_return_object(*handle);
  *handle = MPI_FILE_NULL;
  call.file_for_errors = MPI_FILE_NULL;
  check_errno(*file, error, "there is no removing");
}

void delete_file(Call& call, const char* filename, MPI_Info info) {
  call.file_for_errors = MPI_FILE_NULL;
  check_pointer(filename, "filename");
  info_or_empty(call, info);
  const int error = remove_host_file(filename);
  if (error != 0) fail(error_class_of_errno(error), "'{}' cannot be removed: {}", filename, text_of_errno(error));
}

// --- sizes and properties of files ----------------------------------------------------------------------------------

/// Returns whether MPI_File_set_size may return before all members have come to it: if calls wait only where the
/// standard requires it, and if the file certainly gets this size.
bool can_resize_file_without_waiting(const Call& call, const File& file, MPI_Offset size) {
  constexpr MPI_Offset kMostBytes = MPI_Offset{1} << 30U;
  return waits_only_where_required(call) && size <= kMostBytes && file.host_file->is_regular();
}

/// Begins to give the file another size, without waiting for other members. The last member that comes does it, and no
/// member uses the file again before that.
void begin_file_resize_without_waiting(Call& call, File& file, MPI_Offset size) {
  int error = 0;
  const auto come = [&] {
    error = file.host_file->resize_when_all_have_come(file.file_size_agreement_count++, file.comm->group().size(),
                                                      static_cast<std::uint64_t>(size));
    file.agreement_on_size = begin_agreement(call, file, size);
  };
  run_as_collective(call, file, come, {.arguments_equal_on_all_members = {{"size", fmt::format("{}", size)}}},
                    EventKnowledgeAfterCollective::no_events);
  check_errno(file, error, "there is no such size of");
}

template <int (OpenFile::*change)(std::uint64_t)>
void change_size(Call& call, MPI_File handle, MPI_Offset size) {
  const FilePtr file = file_of(call, handle);
  check_accesses_are_complete(call, *file);
  fail_if_file_is_sequential(*file);
  fail_if_file_is_read_only(*file);
  if (size < 0) fail(MPI_ERR_ARG, "size {} is negative", size);
  if constexpr (change == &OpenFile::resize) {
    if (can_resize_file_without_waiting(call, *file, size)) return begin_file_resize_without_waiting(call, *file, size);
  }
  int error = 0;
  run_as_collective(call, *file, [&] {
    check_same_on_all_members(call, *file->comm, size, fmt::format("size {}", size).c_str());
    error =
        run_on_first_rank(call, *file, [&] { return ((*file->host_file).*change)(static_cast<std::uint64_t>(size)); });
  });
  check_errno(*file, error, "there is no such size of");
}

void get_size(Call& call, MPI_File handle, MPI_Offset* result) {
  const FilePtr& file = file_of(call, handle);
  check_pointer(result, "size");
  *result = static_cast<MPI_Offset>(file->host_file->size());
}
void get_group(Call& call, MPI_File handle, MPI_Group* result) {
  const FilePtr& file = file_of(call, handle);
  check_pointer(result, "group");
  *result = add_group(call, file->comm->members());
}
void get_access_mode(Call& call, MPI_File handle, int* result) {
  const FilePtr& file = file_of(call, handle);
  check_pointer(result, "amode");
  *result = file->amode;
}
void set_info(Call& call, MPI_File handle, MPI_Info info) {
  const FilePtr& file = file_of(call, handle);
  update_hints(file->info, info_or_empty(call, info));
}
void get_info(Call& call, MPI_File handle, MPI_Info* result) {
  const FilePtr& file = file_of(call, handle);
  check_pointer(result, "info_used");
  *result = call.state.infos.add(file->info, call.site);
}

/// Implements MPI_File_set_atomicity. Each transfer is atomic in either mode, so that only the flag is kept.
void set_atomicity(Call& call, MPI_File handle, int flag) {
  const FilePtr file = file_of(call, handle);
  fail_if_split_access_is_open(*file);
  if (waits_only_where_required(call)) {
    run_as_collective(
        call, *file, [] {}, {.arguments_equal_on_all_members = {{"flag", flag != 0 ? "true" : "false"}}},
        EventKnowledgeAfterCollective::no_events);
  } else {
    run_as_collective(call, *file, [&] {
      check_same_on_all_members(call, *file->comm, flag != 0 ? 1 : 0, fmt::format("flag {}", flag).c_str());
    });
  }
  file->is_atomic = flag != 0;
}
void get_atomicity(Call& call, MPI_File handle, int* flag) {
  const FilePtr& file = file_of(call, handle);
  check_pointer(flag, "flag");
  *flag = file->is_atomic ? 1 : 0;
}

/// Implements MPI_File_sync. If calls wait only where the standard requires it, a member waits for no other one: only a
/// barrier between two calls of MPI_File_sync orders accesses of the members (MPI 3.1, sec. 13.6.1).
void synchronise(Call& call, MPI_File handle) {
  const FilePtr file = file_of(call, handle);
  check_accesses_are_complete(call, *file);
  int error = 0;
  note_file_synchronisation(call, *file);
  if (waits_only_where_required(call))
    return run_as_collective(
        call, *file, [] {}, {}, EventKnowledgeAfterCollective::no_events);
  run_as_collective(call, *file, [&] {
    file->comm->group().barrier(call.site);
    // A run that looks for defects writes nothing to the device: no failure of the host is looked for, and it takes
    // long.
    const bool flushes = !call.state.history;
    error = run_on_first_rank(call, *file, [&] { return flushes ? file->host_file->flush_to_device() : 0; });
  });
  check_errno(*file, error, "there is no synchronising");
}

void get_type_extent(Call& call, MPI_File handle, MPI_Datatype type, IntOrLargeCountPointer extent) {
  const FilePtr& file = file_of(call, handle);
  check_pointer(extent, "extent");
  extent.set(layout_in_file(datatype_of(call, type)->shared_layout(), file->representation)->extent());
}

// --- file views -----------------------------------------------------------------------------------------------------

FileDataRepresentation representation_of(Call& call, const char* name) {
  check_pointer(name, "datarep");
  const std::string_view text = name;
  for (const FileDataRepresentation each :
       {FileDataRepresentation::native, FileDataRepresentation::internal, FileDataRepresentation::external32}) {
    if (name_of(each) == text) return each;
  }
  const auto own =
      std::ranges::find(call.state.registered_file_representations, text, &RegisteredFileRepresentation::name);
  if (own != call.state.registered_file_representations.end()) {
    if (!own->has_conversion_functions) return FileDataRepresentation::native;
    fail(MPI_ERR_UNSUPPORTED_DATAREP, "'{}' has conversion functions of the program, which are never called", text);
  }
  fail(MPI_ERR_UNSUPPORTED_DATAREP, "there is no data representation '{}'", text);
}

/// The arguments of MPI_File_set_view, after their checks.
struct CheckedFileView {
  FileDataRepresentation representation = FileDataRepresentation::native;
  DatatypePtr elementary_type, filetype;
  FileView view;
};

CheckedFileView checked_view(Call& call, File& file, MPI_Offset displacement, MPI_Datatype elementary_type,
                             MPI_Datatype filetype, const char* representation) {
  CheckedFileView wanted{.representation = representation_of(call, representation),
                         .elementary_type = committed_type_of(call, elementary_type),
                         .filetype = committed_type_of(call, filetype),
                         .view = {}};
  if (displacement < 0) fail(MPI_ERR_ARG, "disp {} is negative", displacement);
  wanted.view =
      FileView(static_cast<std::uint64_t>(displacement),
               layout_in_file(wanted.elementary_type->shared_layout(), wanted.representation),
               layout_in_file(wanted.filetype->shared_layout(), wanted.representation), !file.is_open_for_writing());
  return wanted;
}

/// Returns the displacement for a new view of a file. In a file that was opened with MPI_MODE_SEQUENTIAL, a view can
/// only begin where the shared file pointer is.
MPI_Offset checked_view_displacement(Call& call, File& file, MPI_Offset given) {
  const bool is_sequential = (file.amode & MPI_MODE_SEQUENTIAL) != 0;
  if (!is_sequential && given == MPI_DISPLACEMENT_CURRENT)
    fail(MPI_ERR_ARG, "MPI_DISPLACEMENT_CURRENT is for files that were opened with MPI_MODE_SEQUENTIAL");
  if (is_sequential && given != MPI_DISPLACEMENT_CURRENT)
    fail(MPI_ERR_ARG, "disp must be MPI_DISPLACEMENT_CURRENT, as the file was opened with MPI_MODE_SEQUENTIAL");
  if (!is_sequential) return given;
  return static_cast<MPI_Offset>(file.view.file_offset_of_data_byte(
      static_cast<std::uint64_t>(shared_file_pointer(call, file)) * file.view.unit_bytes()));
}

/// Lets the members of a file agree on the views that they are about to get. Fails if the calls do not fit each other,
/// or if one of them has failed; `error` is the error of the own call.
void agree_on_view(Call& call, File& file, const CheckedFileView& wanted, const std::optional<CallError>& error) {
  std::array<int, 1> failed{error ? 1 : 0}, any{};
  file.comm->group().all_reduce(std::span<const int>(failed), std::span<int>(any), std::bit_or<>{}, OperandOrder::free,
                                call.site);
  if (error) throw CallError(*error);
  if (any[0] != 0) fail(MPI_ERR_OTHER, "the call of another member has failed, and so the view stays as it is");
  check_same_on_all_members(call, *file.comm, static_cast<int>(wanted.representation),
                            fmt::format("datarep '{}'", name_of(wanted.representation)).c_str());
  check_same_on_all_members(call, *file.comm, static_cast<std::int64_t>(wanted.view.unit_bytes()),
                            fmt::format("an etype of {} B", wanted.view.unit_bytes()).c_str());
  file.has_same_view_on_all_members =
      is_same_on_all_members(call, *file.comm, static_cast<std::int64_t>(wanted.view.hash()));
  if (file.comm->rank() == 0) set_shared_file_pointer(call, file, 0);
  file.comm->group().barrier(call.site);
}

/// Begins the agreement of the members of a file on their new views, for which only accesses by the shared file pointer
/// have to wait. The shared file pointer of the view before stays as it is, as other members may still use it.
void begin_agreement_on_view(Call& call, File& file, const CheckedFileView& wanted) {
  ++file.file_view_agreement_count;
  if (file.comm->rank() == 0) file.shared_positions[file.file_view_agreement_count % 2] = 0;
  file.agreement_on_view = begin_agreement(call, file, static_cast<std::int64_t>(wanted.view.hash()));
}

/// Carries out the collective part of MPI_File_set_view, as agree_on_view() or as begin_agreement_on_view().
void set_file_view_collectively(Call& call, File& file, const CheckedFileView& wanted,
                                const std::optional<CallError>& error) {
  if (!waits_only_where_required(call))
    return run_as_collective(call, file, [&] { agree_on_view(call, file, wanted, error); });
  if (error) throw CallError(*error);
  run_as_collective(
      call, file, [&] { begin_agreement_on_view(call, file, wanted); },
      {.arguments_equal_on_all_members = {{"datarep", std::string(name_of(wanted.representation))},
                                          {"size of etype", fmt::format("{}", wanted.view.unit_bytes())}}},
      EventKnowledgeAfterCollective::no_events);
}

void set_view(Call& call, MPI_File handle, MPI_Offset displacement, MPI_Datatype elementary_type, MPI_Datatype filetype,
              const char* representation, MPI_Info info) {
  const FilePtr file = file_of(call, handle);
  check_accesses_are_complete(call, *file);
  await_agreement_on_view(call, *file);
  InfoObject given = info_or_empty(call, info);
  CheckedFileView wanted;
  std::optional<CallError> error;
  try {
    wanted = checked_view(call, *file, checked_view_displacement(call, *file, displacement), elementary_type, filetype,
                          representation);
  } catch (const CallError& thrown) {
    error = thrown;  // kept until the other members know of the error, and then thrown again
  }
  set_file_view_collectively(call, *file, wanted, error);
  file->view = std::move(wanted.view);
  file->representation = wanted.representation;
  file->registered_representation_name = name_of(wanted.representation) == representation ? "" : representation;
  file->elementary_type = std::move(wanted.elementary_type);
  file->filetype = std::move(wanted.filetype);
  file->individual_position = 0;
  if (info != MPI_INFO_NULL) file->info = std::move(given);
}

/// Returns a handle for a view's datatype: a predefined type's own handle, or else a handle of a
/// duplicate, which the program must free.
MPI_Datatype handle_of_view_type(Call& call, const DatatypePtr& type) {
  if (type->origin().combiner == TypeCombiner::named)
    return HandleNumber{static_cast<std::uint32_t>(type->layout().named_type()) + 1, 0}.to_handle<MPI_Datatype>();
  if (type->is_predefined()) return call.state.datatypes.add(type, call.site);
  auto copy = std::make_shared<Datatype>(
      type->shared_layout(), DatatypeConstruction{.combiner = TypeCombiner::dup, .constituent_types = {type}});
  copy->is_committed = true;
  return call.state.datatypes.add(std::move(copy), call.site);
}

void get_view(Call& call, MPI_File handle, MPI_Offset* displacement, MPI_Datatype* elementary_type,
              MPI_Datatype* filetype, char* representation) {
  const FilePtr& file = file_of(call, handle);
  check_pointer(displacement, "disp");
  check_pointer(elementary_type, "etype");
  check_pointer(filetype, "filetype");
  check_pointer(representation, "datarep");
  *displacement = static_cast<MPI_Offset>(file->view.displacement());
  *elementary_type = handle_of_view_type(call, file->elementary_type);
  *filetype = handle_of_view_type(call, file->filetype);
  const std::string_view name = file->registered_representation_name.empty() ? name_of(file->representation)
                                                                             : file->registered_representation_name;
  representation[name.copy(representation, MPI_MAX_DATAREP_STRING - 1)] = '\0';
}

/// Implements MPI_Register_datarep and MPI_Register_datarep_c. A program can register a representation with conversion
/// functions, but no view can use it.
template <class Conversion>
void register_representation(Call& call, const char* name, Conversion* read, Conversion* write,
                             MPI_Datarep_extent_function* extent, void* /*extra*/) {
  call.file_for_errors = MPI_FILE_NULL;
  check_pointer(name, "datarep");
  const std::string text = name;
  if (text.empty() || text.size() >= MPI_MAX_DATAREP_STRING)
    fail(MPI_ERR_ARG, "datarep has {} characters; it must have 1 to {}", text.size(), MPI_MAX_DATAREP_STRING - 1);
  check_pointer(reinterpret_cast<const void*>(extent), "dtype_file_extent_fn");
  auto& known = call.state.registered_file_representations;
  const bool is_own = text == "native" || text == "internal" || text == "external32";
  if (is_own || std::ranges::find(known, text, &RegisteredFileRepresentation::name) != known.end())
    fail(MPI_ERR_DUP_DATAREP, "there is a data representation '{}' already", text);
  known.push_back({text, read != nullptr || write != nullptr});  // MPI_CONVERSION_FN_NULL is a null pointer
}

// --- file pointers --------------------------------------------------------------------------------------------------

std::string name_of_whence(int whence) {
  switch (whence) {
    case MPI_SEEK_SET:
      return "MPI_SEEK_SET";
    case MPI_SEEK_CUR:
      return "MPI_SEEK_CUR";
    case MPI_SEEK_END:
      return "MPI_SEEK_END";
    default:
      return fmt::format("{}", whence);
  }
}

/// Returns the new position of a file pointer, now at `current`, after a seek (MPI_File_seek).
std::int64_t target_of_seek(const File& file, MPI_Offset offset, int whence, std::int64_t current) {
  std::int64_t base = 0;
  if (whence == MPI_SEEK_CUR) {
    base = current;
  } else if (whence == MPI_SEEK_END) {
    base = static_cast<std::int64_t>(file.view.units_before_file_offset(file.host_file->size()));
  } else if (whence != MPI_SEEK_SET) {
    fail(MPI_ERR_ARG, "whence {} is none of MPI_SEEK_SET, MPI_SEEK_CUR and MPI_SEEK_END", whence);
  }
  std::int64_t target = 0;
  if (__builtin_add_overflow(base, offset, &target) || target < 0)
    fail(MPI_ERR_ARG, "offset {} leads to {}, in front of the view's beginning", offset, target);
  return target;
}

void seek(Call& call, MPI_File handle, MPI_Offset offset, int whence) {
  const FilePtr& file = file_of(call, handle);
  fail_if_file_is_sequential(*file);
  file->individual_position = target_of_seek(*file, offset, whence, file->individual_position);
}
void get_position(Call& call, MPI_File handle, MPI_Offset* offset) {
  const FilePtr& file = file_of(call, handle);
  fail_if_file_is_sequential(*file);
  check_pointer(offset, "offset");
  *offset = file->individual_position;
}
/// Implements MPI_File_get_byte_offset. The standard does not say that it is erroneous for a file that was opened with
/// MPI_MODE_SEQUENTIAL, so that the call then fails without being a defect of the program.
void get_byte_offset(Call& call, MPI_File handle, MPI_Offset offset, MPI_Offset* displacement) {
  const FilePtr& file = file_of(call, handle);
  if ((file->amode & MPI_MODE_SEQUENTIAL) != 0)
    fail(MPI_ERR_UNSUPPORTED_OPERATION, "the file was opened with MPI_MODE_SEQUENTIAL");
  check_pointer(displacement, "disp");
  if (offset < 0) fail(MPI_ERR_ARG, "offset {} is negative", offset);
  if (file->view.empty()) fail(MPI_ERR_ARG, "the view has no bytes");
  *displacement = static_cast<MPI_Offset>(
      file->view.file_offset_of_data_byte(static_cast<std::uint64_t>(offset) * file->view.unit_bytes()));
}

void seek_shared(Call& call, MPI_File handle, MPI_Offset offset, int whence) {
  const FilePtr file = file_of(call, handle);
  fail_if_file_is_sequential(*file);
  check_view_is_same_on_all_members(call, *file);
  run_as_collective(call, *file, [&] {
    check_same_on_all_members(call, *file->comm, offset, fmt::format("offset {}", offset).c_str());
    check_same_on_all_members(call, *file->comm, whence, fmt::format("whence {}", name_of_whence(whence)).c_str());
    std::int64_t current = file->comm->rank() == 0 ? shared_file_pointer(call, *file) : 0;
    file->comm->group().broadcast(0, std::span(&current, 1), call.site);
    const std::int64_t target = target_of_seek(*file, offset, whence, current);
    if (file->comm->rank() == 0) set_shared_file_pointer(call, *file, target);
    file->comm->group().barrier(call.site);
  });
}
void get_shared_position(Call& call, MPI_File handle, MPI_Offset* offset) {
  const FilePtr file = file_of(call, handle);
  fail_if_file_is_sequential(*file);
  check_pointer(offset, "offset");
  *offset = shared_file_pointer(call, *file);
}

}  // namespace

SymbolBindings file_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND(list, File_open, open_file);
    SWITCHYARD_MPI_BIND(list, File_close, close_file);
    SWITCHYARD_MPI_BIND(list, File_delete, delete_file);
    SWITCHYARD_MPI_BIND(list, File_set_size, change_size<&OpenFile::resize>);
    SWITCHYARD_MPI_BIND(list, File_preallocate, change_size<&OpenFile::reserve>);
    SWITCHYARD_MPI_BIND(list, File_get_size, get_size);
    SWITCHYARD_MPI_BIND(list, File_get_group, get_group);
    SWITCHYARD_MPI_BIND(list, File_get_amode, get_access_mode);
    SWITCHYARD_MPI_BIND(list, File_set_info, set_info);
    SWITCHYARD_MPI_BIND(list, File_get_info, get_info);
    SWITCHYARD_MPI_BIND(list, File_set_view, set_view);
    SWITCHYARD_MPI_BIND(list, File_get_view, get_view);
    SWITCHYARD_MPI_BIND(list, File_seek, seek);
    SWITCHYARD_MPI_BIND(list, File_get_position, get_position);
    SWITCHYARD_MPI_BIND(list, File_get_byte_offset, get_byte_offset);
    SWITCHYARD_MPI_BIND(list, File_seek_shared, seek_shared);
    SWITCHYARD_MPI_BIND(list, File_get_position_shared, get_shared_position);
    SWITCHYARD_MPI_BIND_COUNTED(list, File_get_type_extent, get_type_extent);
    SWITCHYARD_MPI_BIND(list, File_set_atomicity, set_atomicity);
    SWITCHYARD_MPI_BIND(list, File_get_atomicity, get_atomicity);
    SWITCHYARD_MPI_BIND(list, File_sync, synchronise);
    SWITCHYARD_MPI_BIND(list, Register_datarep, register_representation<MPI_Datarep_conversion_function>);
    SWITCHYARD_MPI_BIND(list, Register_datarep_c, register_representation<MPI_Datarep_conversion_function_c>);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
